"""All places that the code of a plug-in can reach besides its arguments, and could remember in.

The search follows the functions of a class, the functions that these call by name, and the
plug-in's other modules that the code names.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from attrs import define, field

__all__ = ["is_data", "is_known", "reached"]

_OURS: Final = ("hanamikoji_core", "attr", "attrs", "pluggy", "cattrs")


def reached(things: list[object]) -> Iterator[tuple[str, object]]:
    """Names and their current values: defaults, closures, function attributes and globals."""
    search = _Search({home for thing in things for home in _homes(thing)})
    for thing in things:
        for value in (thing, *_kept_by(thing)):
            yield from search.value(value)
        for cls in type(thing).__mro__:
            yield from search.value(cls)


def _homes(thing: object) -> Iterator[str]:
    classes = () if isinstance(thing, FunctionType) else type(thing).__mro__
    for named in (thing, *_kept_by(thing), *classes):
        module = getattr(named, "__module__", None)
        if isinstance(module, str) and not is_known(module):
            yield module


def _kept_by(thing: object) -> list[object]:
    return list(getattr(thing, "__dict__", {}).values())


def is_known(module: str) -> bool:
    """Whether this belongs to Python or to this library, which may keep what they like."""
    top = module.partition(".")[0]
    return top in _OURS or top in sys.stdlib_module_names


@define
class _Search:
    """Every object is visited once."""

    homes: set[str]
    _seen: set[int] = field(factory=set, init=False)

    def value(self, value: object) -> Iterator[tuple[str, object]]:
        """All that can be reached through functions and classes, but not through other values."""
        function = _bare(value)
        if function is None and not isinstance(value, type):
            return
        thing: object = value if function is None else function
        if id(thing) in self._seen or not self._is_near(getattr(thing, "__module__", None)):
            return
        self._seen.add(id(thing))
        if function is not None:
            yield from self._function(function, decorated=hasattr(value, "__wrapped__"))
        elif isinstance(value, type):
            for name, held in list(vars(value).items()):
                if is_data(name, held):
                    yield f"the class attribute {value.__name__}.{name}", held
                yield from self.value(held)

    def _function(self, function: FunctionType, *, decorated: bool) -> Iterator[tuple[str, object]]:
        called, code = function.__qualname__.replace(".<locals>", ""), function.__code__
        optional = code.co_varnames[: code.co_argcount][-len(function.__defaults__ or ()) :]
        defaults = zip(optional, function.__defaults__ or (), strict=False)
        for name, held in [*defaults, *(function.__kwdefaults__ or {}).items()]:
            yield f"the default of {name} in {called}", held
            yield from self.value(held)
        for name, held in list(function.__dict__.items()):
            if not name.startswith("__"):
                yield f"the attribute {called}.{name}", held
            yield from self.value(held)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            held = _content(cell)
            # What a decorator keeps may be answers, as of functools.cache.
            if not decorated and is_data(name, held):
                yield f"{name} in the closure of {called}", held
            yield from self.value(held)
        used = _names_in(code)
        for name in used & function.__globals__.keys():
            module = function.__globals__.get("__name__", "")
            yield from self._global(module, name, function.__globals__[name], used)

    def _global(
        self, module: str, name: str, held: object, used: set[str]
    ) -> Iterator[tuple[str, object]]:
        if isinstance(held, ModuleType):
            if self._is_near(held.__name__) and id(held) not in self._seen:
                self._seen.add(id(held))
                for other in used & vars(held).keys():
                    yield from self._global(held.__name__, other, vars(held)[other], used)
            return
        if is_data(name, held):
            yield f"the global {name} of module {module}", held
        yield from self.value(held)

    def _is_near(self, module: object) -> bool:
        """Whether this is a module of the plug-in: of one package, or files side by side."""
        if not isinstance(module, str) or is_known(module):
            return False
        tops = {home.partition(".")[0] for home in self.homes}
        return module.partition(".")[0] in tops or bool(
            {_folder(home) for home in self.homes} & {_folder(module)} - {None}
        )


def _folder(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).parent if file else None


def _bare(value: Any) -> FunctionType | None:
    """The function under its wrappers."""
    for _ in range(9):
        if isinstance(value, FunctionType) and not hasattr(value, "__wrapped__"):
            return value
        inner = ("__wrapped__", "__func__", "fget", "func")
        if not isinstance(
            value,
            (
                FunctionType,
                MethodType,
                property,
                staticmethod,
                classmethod,
                functools.partial,
                functools.cached_property,
            ),
        ) and not (callable(value) and hasattr(value, "__wrapped__")):
            return None
        value = next((held for name in inner if (held := getattr(value, name, None))), None)
    return None


def is_data(name: str, value: object) -> bool:
    """Whether this is a value: not code to follow, and not one of Python's own attributes."""
    dunder = name.startswith("__") and name.endswith("__")
    code = isinstance(value, (ModuleType, type, FunctionType, MethodType, property))
    return not (dunder or code or name.startswith("_abc_") or hasattr(type(value), "__get__")) and (
        not (callable(value) and hasattr(value, "__wrapped__"))
    )


def _content(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # It is still empty.
        return None


def _names_in(code: CodeType) -> set[str]:
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*map(_names_in, inner))
