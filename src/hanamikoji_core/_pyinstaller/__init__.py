"""The hook for PyInstaller, which finds it through the entry point ``pyinstaller40``."""

from __future__ import annotations

from pathlib import Path

__all__ = ["hook_dirs"]


def hook_dirs() -> list[str]:
    """The folder of the hook.

    >>> [Path(folder).name for folder in hook_dirs()]
    ['_pyinstaller']
    """
    return [str(Path(__file__).parent)]
