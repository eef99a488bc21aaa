"""Snapshots of everything that a plug-in's code keeps outside its arguments, for comparison."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from logging import Logger, LoggerAdapter
from random import Random, SystemRandom
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from ..model.cards import Cards
from ..model.observation import Observation
from ..protocol.markers import Action, Marker
from ..protocol.pile_marker import PileMarker
from ..protocol.policies import RoundEnd
from ..protocol.variant import Variant
from ._reach import is_data, is_known, reached

_CODE: Final = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, property, type)
_CHANGING: Final = (Logger, LoggerAdapter)
"""Types that change with use in Python itself."""
_DEPTH: Final = 6
_MOST: Final = 70


def snapshot(things: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Everything that these values keep, and that their code can keep anywhere else.

    That is their attributes, those of their classes, the globals of their modules; the defaults,
    closures and attributes of their functions and of all functions that these call; and what all
    code shares, such as environment variables.
    """
    things = list(things)
    found = {name: plain(value) for name, value in shared()}
    found |= {name: plain(value) for name, value in reached([thing for _, thing in things])}
    for called, thing in things:
        caches = caches_of(type(thing))
        for name, value in fields_of(thing):
            if name not in caches:
                found[f"{called}.{name}"] = plain(value)
        for cls in type(thing).__mro__:
            if _is_theirs(cls.__module__):
                found.update(_of_class(cls))
                found.update(_of_module(cls.__module__))
    return found


def shared() -> Iterator[tuple[str, object]]:
    """What all code shares and could use as memory."""
    for name, value in os.environ.items():
        if not name.startswith("PYTEST"):
            yield f"the variable {name} of the environment", value
    for holder in (builtins, Observation, Action, RoundEnd, Cards, Marker, PileMarker, Variant):
        for name, value in list(vars(holder).items()):
            # Interactive Python and doctest keep the last value there.
            if is_data(name, value) and (holder, name) != (builtins, "_"):
                yield f"{holder.__name__}.{name}", value


def plain(value: object, depth: int = _DEPTH) -> object:
    """A value as nested tuples, which compare equal as long as the value does not change.

    Each is the name of a type and its content: a text, a sequence of values, or names with values.
    """
    kind = type(value).__name__
    if isinstance(value, Enum):
        return kind, f"{kind}.{value.name}"
    if isinstance(value, _CHANGING):
        return kind, _repr(value)
    if isinstance(value, dict) and depth:
        items = list(value.items())
        return kind, "{}", tuple((_repr(key), plain(item, depth - 1)) for key, item in items)
    if isinstance(value, (list, tuple)) and depth:
        return kind, tuple(plain(item, depth - 1) for item in list(value))
    if isinstance(value, (set, frozenset)) and depth:
        return kind, tuple(("", text) for text in sorted(_repr(item) for item in value))
    if isinstance(value, Random) and not isinstance(value, SystemRandom):
        return kind, f"a generator in the state {hash(str(value.getstate())) % 10**6}"
    attributes = getattr(value, "__dict__", None)
    if isinstance(attributes, dict) and attributes and depth and not isinstance(value, _CODE):
        caches = caches_of(type(value))
        kept = {name: item for name, item in attributes.items() if name not in caches}
        return kind, plain(kept, depth - 1)
    return kind, _repr(value)


def _repr(value: object) -> str:
    """The `repr` of a value, or a substitute that is the same each time."""
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__} {id(value):x}>"


def changes(before: dict[str, object], after: dict[str, object]) -> list[tuple[str, str, str]]:
    """The differences: the name, the old value and the new one, shortened."""
    return [
        (name, *_shortly(_told(before.get(name)), _told(after.get(name))))
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]


def fields_of(thing: object) -> Iterator[tuple[str, object]]:
    """The attributes of a value, from its dictionary and its slots."""
    yield from list(getattr(thing, "__dict__", {}).items())
    for cls in type(thing).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(thing, name):
                yield name, getattr(thing, name)


def caches_of(cls: type) -> set[str]:
    """Answers that Python itself caches in an instance, which is not the author's memory."""
    return {
        name
        for base in cls.__mro__
        for name, value in base.__dict__.items()
        if isinstance(value, cached_property)
    } | {"_attrs_cached_hash"}


def _is_theirs(module: str) -> bool:
    return not is_known(module) and module in sys.modules


def _of_class(cls: type) -> Iterator[tuple[str, object]]:
    for name, value in list(vars(cls).items()):
        if not _is_code(name, value):
            yield f"the class attribute {cls.__name__}.{name}", plain(value)


def _of_module(module: str) -> Iterator[tuple[str, object]]:
    for name, value in list(vars(sys.modules[module]).items()):
        if not _is_code(name, value):
            yield f"the global {name} of module {module}", plain(value)


def _is_code(name: str, value: Any) -> bool:
    dunder = name.startswith("__") and name.endswith("__")
    return dunder or name.startswith("_abc_") or isinstance(value, _CODE) or _wraps(value)


def _wraps(value: object) -> bool:
    """A descriptor or a decorated function, such as one with ``functools.cache``."""
    return isinstance(value, (cached_property, staticmethod, classmethod)) or (
        hasattr(value, "__wrapped__") and callable(value)
    )


def _told(value: Any) -> str:
    """The result of `plain`, as an author would write it."""
    match value:
        case None:
            return "not there"
        case (_, str(text)):
            return text
        case ("dict", "{}", items):
            return f"{{{', '.join(f'{key}: {_told(item)}' for key, item in items)}}}"
        case (kind, "{}", items):
            return f"{kind}({{{', '.join(f'{key}: {_told(item)}' for key, item in items)}}})"
        case (kind, ("dict", "{}", items)):
            return f"{kind}({', '.join(f'{key[1:-1]}={_told(item)}' for key, item in items)})"
        case (kind, items):
            ends = {"list": "[]", "tuple": "()"}.get(kind, "{}")
            return f"{ends[0]}{', '.join(map(_told, items))}{ends[1]}"
    raise AssertionError(value)  # pragma: no cover - what plain makes is one of these


def _shortly(was: str, now: str) -> tuple[str, str]:
    """Two texts, each shortened to the surroundings of the first difference."""
    pairs = enumerate(zip(was, now, strict=False))
    shorter = min(len(was), len(now))
    same = next((at for at, (one, two) in pairs if one != two), shorter)
    begin = max(0, same - 20) if max(len(was), len(now)) > _MOST else 0
    return _cut(was, begin), _cut(now, begin)


def _cut(text: str, begin: int) -> str:
    end = begin + _MOST
    return f"{'...' * (begin > 0)}{text[begin:end]}{'...' * (end < len(text))}"
