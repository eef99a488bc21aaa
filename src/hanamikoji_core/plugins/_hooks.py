"""Which hooks a plug-in implements, and what is wrong with those that do not fit."""

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
    """What one plug-in implements, by the name of the hook, and what is wrong with the rest."""

    functions: dict[str, Callable[[], object]] = field(factory=dict)
    problems: tuple[tuple[str, str], ...] = ()
    """Each with the part of the plug-in that is lost, which is all of it if that is empty."""

    def part(self, hook: str) -> str:
        """What is lost with this hook: all of the plug-in if it implements no other."""
        return _PARTS[hook] if set(self.functions) - {hook} else ""


def hooks_of(module: object) -> Hooks:
    """The hooks of a module or any other object. May raise whatever the object raises."""
    wanted = getattr(module, "HANAMIKOJI_API", hookspecs.API_VERSION)
    if type(wanted) is not int or not 1 <= wanted <= hookspecs.API_VERSION:
        return _none(
            f"was written for version {told(wanted)} of the hooks, and this is version "
            f"{hookspecs.API_VERSION}; upgrade hanamikoji or install another release of it"
        )
    manager = pluggy.PluginManager("hanamikoji")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(module, "plug-in")
    except pluggy.PluginValidationError as error:
        return _none(misfit(error))
    callers = manager.get_hookcallers(module) or []
    strange = [caller.name for caller in callers if caller.spec is None]
    if strange:
        return _none(*map(_unknown_hook, strange))
    functions = {caller.name: caller.get_hookimpls()[0].function for caller in callers}
    unmarked = [name for name in _PARTS if name not in functions and _is_function(module, name)]
    if not functions and not unmarked:
        return _none(f"implements no hook; decorate {VARIANTS} or {HOUSE_RULES} with hookimpl")
    problem = "{} is not marked as a hook; write @hookimpl above it"
    lost = _PARTS if functions else dict.fromkeys(_PARTS, "")
    return Hooks(functions, tuple((problem.format(name), lost[name]) for name in unmarked))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, if one is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:100], sorted(names), n=1)), None)


def misfit(error: pluggy.PluginValidationError) -> str:
    """Complaint of pluggy about a hook whose arguments do not fit, told to its author."""
    text = str(error)
    names = [name for name in _PARTS if name in text]
    arguments = _ARGUMENTS.search(text)
    if names and arguments:
        return f"the hook {names[0]} takes no argument {arguments[1]}; remove it"
    return f"has a hook that does not fit: {' '.join(text.split())}"


def _none(*problems: str) -> Hooks:
    return Hooks(problems=tuple((problem, "") for problem in problems))


def _is_function(module: object, name: str) -> bool:
    """Whether the plug-in has a function of this name; a package may be imported under it."""
    found = getattr(module, name, None)
    return callable(found) and not isinstance(found, ModuleType)


def _unknown_hook(name: str) -> str:
    near = nearest(name, _PARTS)
    guess = f"did you mean {near!r}?" if near else f"the hooks are {' and '.join(_PARTS)}"
    return f"has a hook that does not exist, {name!r}; {guess}"
