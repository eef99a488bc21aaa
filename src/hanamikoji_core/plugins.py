"""Finding plug-ins, checking them, and putting variants and house rules together.

A plug-in that does not work is reported and skipped; the others are not affected. What ships with
this library is found in the same way as everything else, only first, so nobody can take its names.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import pluggy
from attrs import define, evolve, field, fields, frozen

from . import hookspecs
from ._faults import told
from .engine import Engine
from .errors import PluginWarning, VariantError
from .variant import HouseRule, Variant, is_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "PluginFault",
    "Registry",
    "available_house_rules",
    "available_variants",
    "load_engine",
    "plugin_faults",
    "without_plugins",
]

GROUP: Final = "hanamikoji"
OWN: Final = "hanamikoji"
DISABLE: Final = "HANAMIKOJI_DISABLE_PLUGINS"

_MOST: Final = 1_000
_HOOKS: Final = ("hanamikoji_variants", "hanamikoji_house_rules")
_ARGUMENTS: Final = re.compile(r"Argument\(s\) \{(.*?)\}")
_NAMED: Final = (ImportError, AttributeError)
_NAMES: Final = "; check the module's name and its imports"
_Thing = TypeVar("_Thing")


@frozen
class PluginFault:
    """A plug-in, or a part of one, that was skipped: where it comes from and what to do about it.

    >>> print(PluginFault("my-cards 1.0", "cannot be imported"))
    plug-in my-cards 1.0: cannot be imported
    """

    plugin: str
    problem: str
    part: str = ""
    """What of it was skipped, as "a variant"; empty if nothing of it can be used."""

    def __str__(self) -> str:
        return f"{self.part and f'{self.part} of '}plug-in {self.plugin}: {self.problem}"


@define
class Registry:
    """The variants and house rules of some plug-ins, and what was wrong with others.

    >>> registry = Registry.collect([])
    >>> len(registry.variants), registry.faults
    (0, [])
    """

    variants: dict[str, Variant] = field(factory=dict)
    house_rules: dict[str, HouseRule] = field(factory=dict)
    faults: list[PluginFault] = field(factory=list)
    _engines: dict[str, Engine] = field(factory=dict, init=False)

    @classmethod
    def installed(cls, *, own_only: bool = False) -> Registry:
        """What the installed distributions offer; with `own_only`, what ships here.

        >>> "base" in Registry.installed(own_only=True).variants
        True
        """
        from importlib.metadata import entry_points

        found = {(_distribution(e), e.name): e for e in entry_points(group=GROUP)}
        points = [e for e in found.values() if not own_only or _is_own(e)]
        return cls.collect(sorted(points, key=lambda e: (not _is_own(e), _distribution(e), e.name)))

    @classmethod
    def collect(cls, points: Iterable[EntryPoint]) -> Registry:
        """Load these entry points, in this order.

        >>> Registry.collect([]).house_rules
        {}
        """
        registry = cls()
        for point in points:
            plugin = _distribution(point)
            try:
                module = point.load()
            except (Exception, SystemExit) as error:
                registry._fault(
                    plugin,
                    f"entry point {point.name!r} = {point.value!r} cannot be loaded "
                    f"({_said(error)}){_NAMES if isinstance(error, _NAMED) else ''}",
                )
            else:
                registry.add(module, plugin)
        return registry

    def add(self, module: object, plugin: str) -> None:
        """Take in one plug-in: a module or any object with hook implementations.

        >>> registry = Registry.collect([])
        >>> registry.add(object(), "an empty plug-in")
        >>> print(registry.faults[0])
        plug-in an empty plug-in: implements no hook; decorate hanamikoji_variants or \
hanamikoji_house_rules with hookimpl
        """
        try:
            hooks = self._hooks(module, plugin)
            for variant in self._called(hooks, "hanamikoji_variants", plugin, Variant):
                self._add_variant(variant, plugin)
            for rule in self._called(hooks, "hanamikoji_house_rules", plugin, HouseRule):
                self._add_house_rule(rule, plugin)
        except (Exception, SystemExit) as error:
            self._fault(plugin, f"cannot be used ({_said(error)})")

    def _hooks(self, module: object, plugin: str) -> Mapping[str, pluggy.HookImpl]:
        """What the plug-in implements by hook, if all fits; else nothing, and the fault is told."""
        wanted = getattr(module, "HANAMIKOJI_API", hookspecs.API_VERSION)
        if type(wanted) is not int or not 1 <= wanted <= hookspecs.API_VERSION:
            self._fault(
                plugin,
                f"was written for version {told(wanted)} of the hooks, and this is version "
                f"{hookspecs.API_VERSION}; upgrade hanamikoji or install another release of it",
            )
            return {}
        manager = pluggy.PluginManager(GROUP)
        manager.add_hookspecs(hookspecs)
        try:
            manager.register(module, plugin)
        except pluggy.PluginValidationError as error:
            self._fault(plugin, _misfit(error))
            return {}
        callers = manager.get_hookcallers(module) or []
        strange = [caller.name for caller in callers if caller.spec is None]
        for name in strange:
            self._fault(plugin, _unknown_hook(name))
        if not callers:
            self._fault(
                plugin,
                "implements no hook; decorate hanamikoji_variants or hanamikoji_house_rules "
                "with hookimpl",
            )
        return {} if strange else {c.name: c.get_hookimpls()[0] for c in callers}

    def engine(self, name: str) -> Engine:
        """The engine for a name such as ``"base+three-rounds"``, compiled once.

        >>> Registry.installed(own_only=True).engine("base")
        Engine('base')
        """
        found = self._engines.get(name) if isinstance(name, str) else None
        if found is None:
            found = self._engines[name] = Engine(self.variant(name))
        return found

    def variant(self, name: str) -> Variant:
        """The variant for a name, with the house rules that follow it after ``+``.

        Raises `VariantError` for an unknown name, and for house rules that set the same thing.

        >>> Registry.installed(own_only=True).variant("base").title
        'Hanamikoji'
        """
        if not isinstance(name, str):
            raise VariantError(f"a variant is named by a string, not by {type(name).__name__}")
        base, *rest = name.split("+")
        if base not in self.variants:
            raise VariantError(self._unknown("variant", base, self.variants))
        variant = original = self.variants[base]
        setters: dict[str, str] = {}
        for rule_name in rest:
            if rule_name not in self.house_rules:
                raise VariantError(self._unknown("house rule", rule_name, self.house_rules))
            rule = self.house_rules[rule_name]
            changes = _changed(original, rule(original))
            if not changes:
                raise VariantError(
                    f"the house rule {rule_name!r} changes nothing in {base!r} "
                    "(its name and title are put together here)"
                )
            for changed in changes:
                if changed in setters:
                    raise VariantError(
                        f"the house rules {setters[changed]!r} and {rule_name!r} both set "
                        f"{changed!r}; use one of them"
                    )
                setters[changed] = rule_name
            variant = rule(variant)
        return variant

    def _called(
        self, hooks: Mapping[str, pluggy.HookImpl], name: str, plugin: str, kind: type[_Thing]
    ) -> list[_Thing]:
        """What the plug-in answers to one hook, each thing of the right kind."""
        if name not in hooks:
            return []
        try:
            answer: object = hooks[name].function()
            things = list(islice(answer, _MOST + 1)) if isinstance(answer, Iterable) else None
        except (Exception, SystemExit) as error:
            self._fault(plugin, f"{name} failed ({_said(error)})")
            return []
        if things is None or isinstance(answer, str):
            self._fault(
                plugin, f"{name} gave {told(answer)}; it must return a list of {kind.__name__}s"
            )
            return []
        if len(things) > _MOST:
            self._fault(plugin, f"{name} gave more than {_MOST:,} {kind.__name__}s")
            return []
        for thing in things:
            if not isinstance(thing, kind):
                problem = f"{name} gave {told(thing)}, which is no {kind.__name__}"
                self._fault(plugin, problem, "a part")
        return [thing for thing in things if isinstance(thing, kind)]

    def _add_variant(self, variant: Variant, plugin: str) -> None:
        if not is_name(variant.name):
            problem = f"{told(variant.name)} cannot name a variant; write it like my-expansion"
            self._fault(plugin, problem, "a variant")
        elif variant.name in self.variants:
            taken = self.variants[variant.name].plugin
            problem = f"the name {variant.name!r} is taken by {taken}; rename it"
            self._fault(plugin, problem, "a variant")
        else:
            variant = evolve(variant, plugin=plugin)
            try:
                Engine(variant)
            except VariantError as error:
                self._fault(plugin, str(error), "a variant")
            else:
                self.variants[variant.name] = variant

    def _add_house_rule(self, rule: HouseRule, plugin: str) -> None:
        if not is_name(rule.name):
            problem = f"{told(rule.name)} cannot name a house rule; write it like three-rounds"
            self._fault(plugin, problem, "a house rule")
        elif rule.name in self.house_rules:
            taken = self.house_rules[rule.name].plugin
            problem = f"the name {rule.name!r} is taken by {taken}; rename it"
            self._fault(plugin, problem, "a house rule")
        else:
            self.house_rules[rule.name] = evolve(rule, plugin=plugin)

    def _fault(self, plugin: str, problem: str, part: str = "") -> None:
        self.faults.append(PluginFault(plugin, problem, part))

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> str:
        names = sorted(known)
        near = _near(name[:100], names)
        guess = f"; did you mean {near[0]!r}?" if near else "."
        text = f"there is no {what} {told(name)}{guess} Known {what}s: {', '.join(names) or 'none'}"
        if self.faults:
            text += f". Skipped: {'; '.join(str(fault) for fault in self.faults)}"
        return text


_loaded: dict[bool, Registry] = {}


def registry(*, own_only: bool | None = None) -> Registry:
    """The plug-ins of this process, loaded on first use; the environment can disable others."""
    if own_only is None:
        own_only = os.environ.get(DISABLE, "") not in ("", "0")
    found = _loaded.get(own_only)
    if found is None:
        found = _loaded[own_only] = Registry.installed(own_only=own_only)
        for fault in found.faults:
            warnings.warn(f"skipped {fault}", PluginWarning, stacklevel=3)
    return found


def available_variants() -> Mapping[str, Variant]:
    """Every variant that can be loaded, by name. Plug-ins are loaded on the first call.

    With ``HANAMIKOJI_DISABLE_PLUGINS=1`` in the environment, only what ships here.

    >>> "base" in available_variants()
    True
    """
    return MappingProxyType(registry().variants)


def available_house_rules() -> Mapping[str, HouseRule]:
    """Every house rule that can be layered on a variant with ``+``, by name.

    >>> "three-rounds" in available_house_rules()
    True
    """
    return MappingProxyType(registry().house_rules)


def plugin_faults() -> tuple[PluginFault, ...]:
    """What was skipped when plug-ins were loaded, and why.

    >>> isinstance(plugin_faults(), tuple)
    True
    """
    return tuple(registry().faults)


def load_engine(name: str | Variant) -> Engine:
    """The engine for a variant's name, with house rules after ``+``, or for a `Variant` itself.

    Raises `VariantError`, which lists the known names and the nearest match.

    >>> load_engine("base").variant.title
    'Hanamikoji'
    """
    return Engine(name) if isinstance(name, Variant) else registry().engine(name)


@contextmanager
def without_plugins() -> Iterator[None]:
    """Within it, only what ships here is loaded, in processes started from here too.

    >>> from hanamikoji_core.plugins import without_plugins
    >>> with without_plugins():
    ...     "base" in available_variants()
    True
    """
    before = os.environ.get(DISABLE)
    os.environ[DISABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[DISABLE]
        else:
            os.environ[DISABLE] = before


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _is_own(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == OWN


def _changed(before: Variant, after: Variant) -> list[str]:
    """The fields of the rules that differ; the names are put together by the loader."""
    own = {"name", "title"}
    return [
        a.name
        for a in fields(Variant)
        if a.name not in own and getattr(before, a.name) != getattr(after, a.name)
    ]


def _near(name: str, names: Sequence[str]) -> list[str]:
    """The name that was probably meant, if one is near."""
    from difflib import get_close_matches

    return get_close_matches(name, names, n=1)


def _said(error: BaseException) -> str:
    """An exception in a few words, even one whose text cannot be made."""
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _misfit(error: pluggy.PluginValidationError) -> str:
    """Complaint of pluggy about a hook whose arguments do not fit, told to its author."""
    text = str(error)
    names = [name for name in _HOOKS if name in text]
    arguments = _ARGUMENTS.search(text)
    if names and arguments:
        return f"the hook {names[0]} takes no argument {arguments[1]}; remove it"
    return f"has a hook that does not fit: {' '.join(text.split())}"


def _unknown_hook(name: str) -> str:
    near = _near(name, _HOOKS)
    guess = f"did you mean {near[0]!r}?" if near else f"the hooks are {' and '.join(_HOOKS)}"
    return f"has a hook that does not exist, {name!r}; {guess}"
