"""Can a frozen value be changed after all?"""

from __future__ import annotations

import copy
from collections.abc import Iterator, MutableMapping, MutableSequence, MutableSet
from enum import Enum
from random import Random
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any, Final

from .._reach import is_known
from .._snapshots import caches_of, fields_of

__all__ = ["changeable"]

_CHANGEABLE: Final = (MutableMapping, MutableSequence, MutableSet, Random)
_CODE: Final = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, type, Enum)
_DEPTH: Final = 6


def changeable(called: str, part: object) -> Iterator[tuple[str, str]]:
    """The parts of a marker or policy that can be changed: the name, and how to correct it."""
    if isinstance(part, _CODE):
        return
    name = _settable(part)
    if name:
        yield f"{called}.{name} can be set", "decorate its class with attrs.frozen"
    yield from _held(called, part, _DEPTH)


def _held(called: str, value: object, depth: int) -> Iterator[tuple[str, str]]:
    caches = caches_of(type(value))
    for name, held in fields_of(value):
        if name not in caches:
            yield from _changes(f"{called}.{name}", held, depth)


def _changes(called: str, value: object, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, _CODE) or not depth:
        return
    if isinstance(value, _CHANGEABLE):
        kind = type(value).__name__
        yield f"{called} is of type {kind}, which can be changed", _INSTEAD.get(kind, _OTHERWISE)
    elif isinstance(value, (tuple, frozenset)):
        for at, item in enumerate(
            sorted(value, key=str) if isinstance(value, frozenset) else value
        ):
            yield from _changes(f"{called}[{at}]", item, depth - 1)
    elif isinstance(value, MappingProxyType):
        for key, item in value.items():
            yield from _changes(f"{called}[{key!r}]", item, depth - 1)
    elif not is_known(type(value).__module__):
        name = _settable(value)
        if name:
            yield (
                f"{called}.{name} can be set",
                f"decorate {type(value).__name__} with attrs.frozen",
            )
        yield from _held(called, value, depth - 1)


def _settable(value: object) -> str:
    """An attribute that can be set, tried on a copy; empty if there is none."""
    try:
        twin: Any = copy.copy(value)
    except Exception:
        return ""
    if twin is value:
        return ""
    for name, held in fields_of(twin):
        try:
            setattr(twin, name, held)
        except Exception:
            continue
        return name
    return ""


_INSTEAD: Final = {
    "list": "use a tuple",
    "set": "use a frozenset",
    "dict": "use a tuple of pairs, or a types.MappingProxyType",
    "defaultdict": "use a tuple of pairs, or a types.MappingProxyType",
    "Counter": "use a tuple of pairs, or a types.MappingProxyType",
    "bytearray": "use bytes",
    "deque": "use a tuple",
    "Random": "only the engine uses chance: take cards from the deck or a hand with Take",
}
_OTHERWISE: Final = "use a value that cannot be changed, such as a tuple"
