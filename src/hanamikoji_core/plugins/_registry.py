"""Taking plug-ins in: what one offers is checked; what is wrong with it is skipped and named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from attrs import define, field, frozen

from ..engine.engine import Engine
from ..errors import VariantError
from ..protocol.variant import HouseRule, Variant, found_in, is_name
from ..wording import said, told
from ._combine import NotKnown, combined
from ._find import Source, half_imported, installed, shipped, sources_of
from ._hooks import HOUSE_RULES, VARIANTS, Hooks, hooks_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["PluginFault", "Registry"]

_MOST: Final = 1_000
_CALLED: Final = {True: ("a variant", "my-expansion"), False: ("a house rule", "three-rounds")}
_NAMED: Final = (ImportError, AttributeError)
_NAMES: Final = "; check the module's name and its imports"
_Thing = TypeVar("_Thing", Variant, HouseRule)


@frozen
class PluginFault:
    """A plug-in, or a part of one, that was skipped: where it comes from and what to do about it.

    >>> print(PluginFault("my-cards 1.0", "cannot be imported"))
    plug-in my-cards 1.0: cannot be imported
    """

    plugin: str
    problem: str
    part: str = ""
    """What of it was skipped, such as "a variant"; empty if nothing of it can be used."""

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
    own_only: bool = False
    loading: bool = field(default=False, init=False)
    waiting: list[Source] = field(factory=list, init=False)
    """What could not be looked at yet, because it was just being imported."""
    _engines: dict[str, Engine] = field(factory=dict, init=False)

    @classmethod
    def installed(cls, *, own_only: bool = False) -> Registry:
        """What the installed distributions offer; with `own_only`, what ships here.

        >>> "base" in Registry.installed(own_only=True).variants
        True
        """
        registry = cls(own_only=own_only)
        registry.load_installed()
        return registry

    @classmethod
    def collect(cls, points: Iterable[EntryPoint]) -> Registry:
        """Load these entry points, in this order.

        >>> Registry.collect([]).house_rules
        {}
        """
        registry = cls()
        for source in sources_of(
            Source(p, f"{p.dist.name} {p.dist.version}" if p.dist else p.value) for p in points
        ):
            registry._load(source)
        return registry

    def load_installed(self) -> None:
        """Load what ships here and then, unless that is all, what else is installed.

        >>> registry = Registry(own_only=True)
        >>> registry.load_installed()
        >>> "base" in registry.variants
        True
        """
        self.loading = True
        for source in shipped():
            self._load(source)
        if not self.own_only:
            for source in installed(self._fault):
                self._load(source)
        self.loading = False

    def load_waiting(self) -> None:
        """Load what was being imported when its turn came.

        >>> Registry().load_waiting()
        """
        waiting, self.waiting = self.waiting, []
        for source in waiting:
            self._load(source)

    def _load(self, source: Source) -> None:
        value = source.point.value
        try:
            module = source.point.load()
        except (Exception, SystemExit) as error:
            if half_imported(value.partition(":")[0]):
                self.waiting.append(source)
                return
            self._fault(
                source.plugin,
                f"entry point {source.point.name!r} = {value!r} cannot be loaded "
                f"({said(error)}){_NAMES if isinstance(error, _NAMED) else ''}",
                "" if source.alone else "a part",
            )
        else:
            if half_imported(value.partition(":")[0]):
                self.waiting.append(source)
            else:
                self.add(module, source.plugin, alone=source.alone)

    def add(self, module: object, plugin: str, *, alone: bool = True) -> None:
        """Take in one plug-in: a module or any object with hook implementations.

        It is only a part of its plug-in unless it is `alone`.

        >>> registry = Registry.collect([])
        >>> registry.add(object(), "an empty plug-in")
        >>> print(registry.faults[0])
        plug-in an empty plug-in: implements no hook; decorate hanamikoji_variants or \
hanamikoji_house_rules with hookimpl
        """
        whole = "" if alone else "a part"
        try:
            hooks = hooks_of(module)
        except (Exception, SystemExit) as error:
            self._fault(plugin, f"cannot be used ({said(error)})", whole)
            return
        for problem, part in hooks.problems:
            self._fault(plugin, problem, part or whole)
        for variant in self._called(hooks, VARIANTS, plugin, Variant, whole):
            self._add(variant, plugin, self.variants)
        for rule in self._called(hooks, HOUSE_RULES, plugin, HouseRule, whole):
            self._add(rule, plugin, self.house_rules)

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
        try:
            return combined(name, self.variants, self.house_rules)
        except NotKnown as error:
            raise VariantError(f"{error}{self._why_not_here()}") from None

    def addable(self, name: str) -> Mapping[str, HouseRule]:
        """The house rules that can be added to this variant, which may have some already.

        Raises `VariantError` as `variant` does.

        >>> list(Registry.installed(own_only=True).addable("base+three-rounds"))
        []
        """
        self.variant(name)
        return {
            rule_name: rule
            for rule_name, rule in self.house_rules.items()
            if self._works(f"{name}+{rule_name}")
        }

    def _works(self, name: str) -> bool:
        try:
            Engine(self.variant(name))
        except VariantError:
            return False
        return True

    def _called(
        self, hooks: Hooks, name: str, plugin: str, kind: type[_Thing], whole: str
    ) -> list[_Thing]:
        """What the plug-in answers to one hook, each thing of the right kind."""
        if name not in hooks.functions:
            return []
        part = hooks.part(name) or whole
        try:
            answer = hooks.functions[name]()
            things = list(islice(answer, _MOST + 1)) if isinstance(answer, Iterable) else None
        except (Exception, SystemExit) as error:
            self._fault(plugin, f"{name} failed ({said(error)})", part)
            return []
        if things is None or isinstance(answer, str):
            problem = f"{name} gave {told(answer)}; it must return a list of {kind.__name__}s"
            self._fault(plugin, problem, part)
            return []
        if len(things) > _MOST:
            self._fault(plugin, f"{name} gave more than {_MOST:,} {kind.__name__}s", part)
            return []
        for thing in things:
            if not isinstance(thing, kind):
                problem = f"{name} gave {told(thing)}, which is no {kind.__name__}"
                self._fault(plugin, problem, "a part")
        return [thing for thing in things if isinstance(thing, kind)]

    def _add(self, thing: _Thing, plugin: str, known: dict[str, _Thing]) -> None:
        """Take in one variant or house rule if its name is free and it works."""
        what, example = _CALLED[isinstance(thing, Variant)]
        try:
            name = thing.name
            if not is_name(name):
                problem = f"{told(name)} cannot name {what}; write it like {example}"
            elif name in known:
                problem = f"the name {name!r} is taken by {known[name].plugin}; rename it"
            else:
                thing, problem = found_in(thing, plugin), ""
                if isinstance(thing, Variant):
                    Engine(thing)
                known[name] = thing
        except VariantError as error:
            problem = str(error)
        except (Exception, SystemExit) as error:
            problem = f"cannot be used ({said(error)})"
        if problem:
            self._fault(plugin, problem, what)

    def _fault(self, plugin: str, problem: str, part: str = "") -> None:
        self.faults.append(PluginFault(plugin, problem, part))

    def _why_not_here(self) -> str:
        """What may be the reason that a name is unknown."""
        text = ""
        if self.own_only:
            text += ". Plug-ins are off (--no-plugins or HANAMIKOJI_DISABLE_PLUGINS)"
        if self.waiting or self.loading:
            text += ". Plug-ins are still being loaded: import what you need from its module"
        if self.faults:
            text += f". Skipped: {'; '.join(str(fault) for fault in self.faults)}"
        return text
