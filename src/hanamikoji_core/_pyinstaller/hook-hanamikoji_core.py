"""What a frozen app must hold beside the modules that it imports by name.

What ships here is imported by names that are made up at run time; plug-ins are found by their
entry points; styles and templates are files.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_entry_point, collect_submodules

datas, hiddenimports = collect_entry_point("hanamikoji")
datas += collect_data_files("hanamikoji_core")
hiddenimports += collect_submodules("hanamikoji_variants")
