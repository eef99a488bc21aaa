"""Adds to a frozen app what PyInstaller cannot find by following imports.

The names of the built-in rule sets are computed at run time, plug-ins have entry points, and styles
and templates are data files.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_entry_point, collect_submodules

datas, hiddenimports = collect_entry_point("hanamikoji")
datas += collect_data_files("hanamikoji_core")
hiddenimports += collect_submodules("hanamikoji_variants")
