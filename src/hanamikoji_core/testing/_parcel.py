"""Pickles of the parts of a plug-in for another process, including what `pickle` alone refuses."""

from __future__ import annotations

import importlib
import marshal
import pickle
import sys
import threading
from collections.abc import Iterable
from io import BytesIO
from types import CellType, FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

from ._reach import is_known

__all__ = ["modules_of", "packed"]

_LOCKS: Final = {type(make()): make for make in (threading.Lock, threading.RLock, threading.local)}


def packed(things: Any) -> bytes:
    """These objects as a pickle: a lambda is sent as its code, and a lock arrives open.

    Raises the error of `pickle` for what cannot be sent, such as a class inside a function.
    """
    buffer = BytesIO()
    _Packer(buffer).dump(things)
    return buffer.getvalue()


def modules_of(things: Iterable[object]) -> dict[str, str]:
    """The modules of the plug-in in which these objects are defined, each with its file."""
    names = [name for thing in things for name in _names_of(thing) if not is_known(name)]
    files = [(name, getattr(sys.modules.get(name), "__file__", None)) for name in names]
    return {name: file for name, file in files if file}


def _names_of(thing: object) -> list[str]:
    if isinstance(thing, FunctionType):
        return [thing.__module__]
    return [cls.__module__ for cls in reversed(type(thing).__mro__)]


class _Packer(pickle.Pickler):
    def reducer_override(self, thing: Any) -> Any:
        if type(thing) in _LOCKS:
            return _LOCKS[type(thing)], ()
        if isinstance(thing, MappingProxyType):
            return _kept_as_it_is, (dict(thing),)
        if isinstance(thing, ModuleType):
            return importlib.import_module, (thing.__name__,)
        if isinstance(thing, FunctionType) and not _is_found(thing):
            code = marshal.dumps(thing.__code__)
            kept = (thing.__defaults__, thing.__kwdefaults__, thing.__dict__, _contents(thing))
            return _bare, (code, thing.__module__, thing.__name__), kept, None, None, _filled
        return NotImplemented


def _is_found(function: FunctionType) -> bool:
    """Whether `pickle` can find it by its name."""
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function


def _contents(function: FunctionType) -> list[Any]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def _kept_as_it_is(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


def _bare(code: bytes, module: str, name: str) -> FunctionType:
    """The function with an empty closure, so that the closure may contain the function itself."""
    loaded = marshal.loads(code)
    cells = tuple(CellType() for _ in loaded.co_freevars)
    return FunctionType(loaded, vars(importlib.import_module(module)), name, None, cells)


def _filled(function: FunctionType, kept: tuple[Any, Any, dict[str, Any], list[Any]]) -> None:
    function.__defaults__, function.__kwdefaults__, attributes, contents = kept
    function.__dict__.update(attributes)
    for cell, content in zip(function.__closure__ or (), contents, strict=True):
        cell.cell_contents = content
