"""The registry of plug-ins: checks what each one provides, and records what it skips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from attrs import define, field, frozen

from ..engine.engine import Engine
from ..errors import VariantError
from ..protocol.variant import HouseRule, Variant, found_in, is_name
from ..wording import said, told
from ._combine import UnknownName, combine
from ._find import Source, built_in, installed, is_being_imported, with_alone
from ._hooks import HOUSE_RULES, VARIANTS, Hooks, hooks_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["PluginFault", "Registry"]

_MAX_ITEMS: Final = 1_000
_KIND_AND_EXAMPLE: Final = {
    True: ("a variant", "my-expansion"),
    False: ("a house rule", "three-rounds"),
}
_IMPORT_ERRORS: Final = (ImportError, AttributeError)
_IMPORT_HINT: Final = "; check the module's name and its imports"
_Item = TypeVar("_Item", Variant, HouseRule)


@frozen
class PluginFault:
    """A plug-in that was skipped, or a part of one, with the reason and how to fix it.

    >>> print(PluginFault("my-cards 1.0", "cannot be imported"))
    plug-in my-cards 1.0: cannot be imported
    """

    plugin: str
    problem: str
    part: str = ""
    """The part that was skipped, for example "a variant"; empty if it is the whole plug-in."""

    def __str__(self) -> str:
        return f"{self.part and f'{self.part} of '}plug-in {self.plugin}: {self.problem}"


@define
class Registry:
    """The variants and house rules of all loaded plug-ins, and the faults found in loading.

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
    """Plug-ins that were still being imported when it was their turn to load."""
    _engines: dict[str, Engine] = field(factory=dict, init=False)

    @classmethod
    def installed(cls, *, own_only: bool = False) -> Registry:
        """The installed plug-ins; with `own_only`, only the built-in ones.

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
        for source in with_alone(
            Source(p, f"{p.dist.name} {p.dist.version}" if p.dist else p.value) for p in points
        ):
            registry._load(source)
        return registry

    def load_installed(self) -> None:
        """Load the built-in plug-ins and then, unless `own_only` is set, all others.

        >>> registry = Registry(own_only=True)
        >>> registry.load_installed()
        >>> "base" in registry.variants
        True
        """
        self.loading = True
        for source in built_in():
            self._load(source)
        if not self.own_only:
            for source in installed(self._fault):
                self._load(source)
        self.loading = False

    def load_waiting(self) -> None:
        """Load the plug-ins that were still being imported before.

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
            if is_being_imported(value.partition(":")[0]):
                self.waiting.append(source)
                return
            self._fault(
                source.plugin,
                f"entry point {source.point.name!r} = {value!r} cannot be loaded "
                f"({said(error)}){_IMPORT_HINT if isinstance(error, _IMPORT_ERRORS) else ''}",
                "" if source.alone else "a part",
            )
        else:
            if is_being_imported(value.partition(":")[0]):
                self.waiting.append(source)
            else:
                self.add(module, source.plugin, alone=source.alone)

    def add(self, module: object, plugin: str, *, alone: bool = True) -> None:
        """Add one plug-in: a module or any object with hook implementations.

        If it is not `alone`, it is one of several entry points of its plug-in.

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
        for variant in self._items_of(hooks, VARIANTS, plugin, Variant, whole):
            self._add(variant, plugin, self.variants)
        for rule in self._items_of(hooks, HOUSE_RULES, plugin, HouseRule, whole):
            self._add(rule, plugin, self.house_rules)

    def engine(self, name: str) -> Engine:
        """The engine for a name such as ``"base+three-rounds"``. It is created once and kept.

        >>> Registry.installed(own_only=True).engine("base")
        Engine('base')
        """
        found = self._engines.get(name) if isinstance(name, str) else None
        if found is None:
            found = self._engines[name] = Engine(self.variant(name))
        return found

    def variant(self, name: str) -> Variant:
        """The variant with this name and the house rules that follow it after ``+``.

        Raises `VariantError` for an unknown name, or if two house rules change the same field.

        >>> Registry.installed(own_only=True).variant("base").title
        'Hanamikoji'
        """
        try:
            return combine(name, self.variants, self.house_rules)
        except UnknownName as error:
            raise VariantError(f"{error}{self._unknown_name_hint()}") from None

    def addable(self, name: str) -> Mapping[str, HouseRule]:
        """The house rules that can be added to this variant. Its name may already contain some.

        Raises `VariantError` like `variant`.

        >>> list(Registry.installed(own_only=True).addable("base+three-rounds"))
        []
        """
        self.variant(name)
        return {
            rule_name: rule
            for rule_name, rule in self.house_rules.items()
            if self._is_valid(f"{name}+{rule_name}")
        }

    def _is_valid(self, name: str) -> bool:
        try:
            Engine(self.variant(name))
        except VariantError:
            return False
        return True

    def _items_of(
        self, hooks: Hooks, name: str, plugin: str, kind: type[_Item], whole: str
    ) -> list[_Item]:
        """Call one hook. Returns the items that have the right type, and reports the others."""
        if name not in hooks.functions:
            return []
        part = hooks.part(name) or whole
        try:
            answer = hooks.functions[name]()
            items = list(islice(answer, _MAX_ITEMS + 1)) if isinstance(answer, Iterable) else None
        except (Exception, SystemExit) as error:
            self._fault(plugin, f"{name} failed ({said(error)})", part)
            return []
        if items is None or isinstance(answer, str):
            problem = f"{name} returned {told(answer)}; it must return a list of {kind.__name__}s"
            self._fault(plugin, problem, part)
            return []
        if len(items) > _MAX_ITEMS:
            self._fault(plugin, f"{name} returned more than {_MAX_ITEMS:,} {kind.__name__}s", part)
            return []
        for item in items:
            if not isinstance(item, kind):
                problem = f"{name} returned {told(item)}, which is not a {kind.__name__}"
                self._fault(plugin, problem, "a part")
        return [item for item in items if isinstance(item, kind)]

    def _add(self, item: _Item, plugin: str, known: dict[str, _Item]) -> None:
        """Add one variant or house rule if its name is free and it is valid."""
        what, example = _KIND_AND_EXAMPLE[isinstance(item, Variant)]
        try:
            name = item.name
            if not is_name(name):
                problem = (
                    f"{told(name)} is not a valid name for {what}; use a form such as {example}"
                )
            elif name in known:
                problem = f"{known[name].plugin} already uses the name {name!r}; choose another"
            else:
                item, problem = found_in(item, plugin), ""
                if isinstance(item, Variant):
                    Engine(item)
                known[name] = item
        except VariantError as error:
            problem = str(error)
        except (Exception, SystemExit) as error:
            problem = f"cannot be used ({said(error)})"
        if problem:
            self._fault(plugin, problem, what)

    def _fault(self, plugin: str, problem: str, part: str = "") -> None:
        self.faults.append(PluginFault(plugin, problem, part))

    def _unknown_name_hint(self) -> str:
        """Possible reasons for an unknown name."""
        text = ""
        if self.own_only:
            text += ". Plug-ins are off (--no-plugins or HANAMIKOJI_DISABLE_PLUGINS)"
        if self.waiting or self.loading:
            text += ". Plug-ins are still loading: import what you need from its module"
        if self.faults:
            text += f". Skipped: {'; '.join(str(fault) for fault in self.faults)}"
        return text
