"""The modules and files that PyInstaller cannot find by following imports.

The built-in variants are imported by names that are put together at run time. Plug-ins are found
by their entry points, and styles and templates are files.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_entry_point, collect_submodules

datas, hiddenimports = collect_entry_point("hanamikoji")
datas += collect_data_files("hanamikoji_core")
hiddenimports += collect_submodules("hanamikoji_variants")
