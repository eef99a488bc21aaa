"""Finds the hooks that a plug-in implements, and the problems with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Final

import pluggy
from attrs import field, frozen

from ..protocol import hookspecs
from ..wording import told

__all__ = ["HOUSE_RULES", "VARIANTS", "Hooks", "hooks_of", "nearest"]

VARIANTS: Final = "hanamikoji_variants"
HOUSE_RULES: Final = "hanamikoji_house_rules"

_PARTS: Final = {VARIANTS: "the variants", HOUSE_RULES: "the house rules"}
_ARGUMENTS: Final = re.compile(r"Argument\(s\) \{(.*?)\}")


@frozen
class Hooks:
    """The hook implementations of one plug-in by hook name, and the problems found."""

    functions: dict[str, Callable[[], object]] = field(factory=dict)
    problems: tuple[tuple[str, str], ...] = ()
    """Each problem with the part of the plug-in that is skipped; an empty part means all of it."""

    def part(self, hook: str) -> str:
        """The part that is skipped if this hook fails; empty if the plug-in has no other hook."""
        return _PARTS[hook] if set(self.functions) - {hook} else ""


def hooks_of(module: object) -> Hooks:
    """The hooks of a module or any other object. May raise any exception that the object raises."""
    wanted = getattr(module, "HANAMIKOJI_API", hookspecs.API_VERSION)
    if type(wanted) is not int or not 1 <= wanted <= hookspecs.API_VERSION:
        return _none(
            f"needs version {told(wanted)} of the hooks, but this is version "
            f"{hookspecs.API_VERSION}; upgrade hanamikoji or install another release of the plug-in"
        )
    manager = pluggy.PluginManager("hanamikoji")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(module, "plug-in")
    except pluggy.PluginValidationError as error:
        return _none(explain_wrong_arguments(error))
    callers = manager.get_hookcallers(module) or []
    unknown = [caller.name for caller in callers if caller.spec is None]
    if unknown:
        return _none(*map(_unknown_hook, unknown))
    functions = {caller.name: caller.get_hookimpls()[0].function for caller in callers}
    unmarked = [name for name in _PARTS if name not in functions and _is_function(module, name)]
    if not functions and not unmarked:
        return _none(f"implements no hook; decorate {VARIANTS} or {HOUSE_RULES} with hookimpl")
    problem = "{} is not marked as a hook; write @hookimpl above it"
    lost = _PARTS if functions else dict.fromkeys(_PARTS, "")
    return Hooks(functions, tuple((problem.format(name), lost[name]) for name in unmarked))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The most similar name, if there is one that is similar enough."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:100], sorted(names), n=1)), None)


def explain_wrong_arguments(error: pluggy.PluginValidationError) -> str:
    """A message for the author of a hook that has the wrong arguments."""
    text = str(error)
    names = [name for name in _PARTS if name in text]
    arguments = _ARGUMENTS.search(text)
    if names and arguments:
        return f"the hook {names[0]} takes no argument {arguments[1]}; remove it"
    return f"has a hook with the wrong arguments: {' '.join(text.split())}"


def _none(*problems: str) -> Hooks:
    return Hooks(problems=tuple((problem, "") for problem in problems))


def _is_function(module: object, name: str) -> bool:
    """Whether this name is a function, not an imported package with the same name."""
    found = getattr(module, name, None)
    return callable(found) and not isinstance(found, ModuleType)


def _unknown_hook(name: str) -> str:
    near = nearest(name, _PARTS)
    guess = f"did you mean {near!r}?" if near else f"the hooks are {' and '.join(_PARTS)}"
    return f"implements an unknown hook, {name!r}; {guess}"
