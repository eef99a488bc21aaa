"""Loading plug-ins: faulty ones are reported and skipped, the others work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from importlib.metadata import EntryPoint
from itertools import repeat
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve
from pluggy import PluginValidationError

from hanamikoji_core import (
    API_VERSION,
    Geisha,
    HouseRule,
    Majority,
    Marker,
    MoreCharm,
    PluginFault,
    PluginWarning,
    RoundLimit,
    Row,
    Variant,
    VariantError,
    available_house_rules,
    available_variants,
    hookimpl,
    plugin_faults,
)
from hanamikoji_core import plugins as plugins_module
from hanamikoji_core.plugins import Registry
from hanamikoji_core.plugins._find import Source
from hanamikoji_core.plugins._hooks import explain_wrong_arguments
from tests.stubs import BASE, answering, collected, entry_point, module, named, offering


class Wrong:
    """An object that fails at every attribute."""

    def __getattr__(self, name: str) -> object:
        raise ValueError("wrong")

    def __repr__(self) -> str:
        raise ValueError("wrong")


class WrongError(Exception):
    def __str__(self) -> str:
        raise ValueError("wrong")


def raising(error: BaseException) -> ModuleType:
    def answer() -> object:
        raise error

    return answering(answer)


@hookimpl
def hanamikoji_variants() -> object:
    return []


@hookimpl
def hanamikoji_varaints() -> object:
    return []


@hookimpl
def anything_else() -> object:
    return []


def with_argument() -> ModuleType:
    @hookimpl
    def hanamikoji_variants(registry: object) -> object:
        return []

    return module(hanamikoji_variants=hanamikoji_variants)


SECRET, *OTHERS = BASE.markers[0]


class NoCost(Marker):
    cost = property(lambda self: 1 // 0)


class Unhashable(Marker):
    __hash__ = None  # type: ignore[assignment]


class Moody:
    """Has a hook but fails when it is inspected."""

    hanamikoji_variants = hookimpl(lambda: [BASE])

    def __dir__(self) -> list[str]:
        raise SystemExit("not today")


FAULTY: dict[str, tuple[object, str]] = {
    "moody": (Moody(), "cannot be used (SystemExit: not today, in plugins/test_loading.py, line "),
    "not there": (None, "cannot be loaded (ModuleNotFoundError"),
    "no hook": (module(), "implements no hook; decorate hanamikoji_variants or"),
    "unmarked": (
        module(hanamikoji_variants=lambda: [BASE]),
        "hanamikoji_variants is not marked as a hook; write @hookimpl above it",
    ),
    "no module": (Wrong(), "ValueError"),
    "newer": (
        module(hanamikoji_variants=hanamikoji_variants, HANAMIKOJI_API=API_VERSION + 1),
        "needs version 2 of the hooks, but this is version 1; upgrade hanamikoji",
    ),
    "odd version": (
        module(hanamikoji_variants=hanamikoji_variants, HANAMIKOJI_API="x" * 10_000),
        "needs version 'xxx",
    ),
    "misspelt": (
        module(hanamikoji_varaints=hanamikoji_varaints),
        "'hanamikoji_varaints'; did you mean 'hanamikoji_variants'?",
    ),
    "unknown hook": (
        module(anything_else=anything_else),
        "'anything_else'; the hooks are hanamikoji_variants and hanamikoji_house_rules",
    ),
    "argument": (
        with_argument(),
        "the hook hanamikoji_variants takes no argument 'registry'; remove it",
    ),
    "raises": (
        raising(ZeroDivisionError("by zero")),
        "failed (ZeroDivisionError: by zero, in plugins/test_loading.py, line ",
    ),
    "raises without a word": (
        raising(ZeroDivisionError()),
        "failed (ZeroDivisionError, in plugins/test_loading.py, line ",
    ),
    "raises oddly": (
        raising(WrongError()),
        "failed (WrongError, in plugins/test_loading.py, line ",
    ),
    "exits": (raising(SystemExit(2)), "failed (SystemExit"),
    "forgets return": (answering(lambda: None), "returned None; it must return a list of Variants"),
    "number": (answering(lambda: 7), "returned 7; it must return a list of Variants"),
    "text": (answering(lambda: "base"), "returned 'base'; it must return a list of Variants"),
    "one variant": (answering(lambda: named("x")), "it must return a list of Variants"),
    "strangers": (offering(7), "returned 7, which is not a Variant"),
    "unknown": (offering(Wrong()), "which is not a Variant"),
    "endless": (answering(lambda: repeat(named("x"))), "hanamikoji_variants"),
    "taken": (offering(named("first")), "dist-first 1.0 already uses the name 'first'"),
    "bad name": (offering(named("No Name")), "'No Name' is not a valid name for a variant"),
    "plus": (offering(named("first+x")), "'first+x' is not a valid name for a variant"),
    "no name": (offering(named(None)), "is not a valid name for a variant"),  # type: ignore[arg-type]
    "list name": (offering(named([])), "is not a valid name for a variant"),  # type: ignore[arg-type]
    "sums": (offering(named("x", hand_size=5)), "the markers use 10 cards, but a player holds 9"),
    "deck": (offering(named("x", removed=2)), "the deck is too small"),
    "number twice": (offering(named("x", markers=(SECRET, SECRET, *OTHERS[1:]))), "number 1"),
    "no markers": (offering(named("x", markers=())), "there are no action markers"),
    "markers of air": (offering(named("x", markers=7)), "markers"),
    "no marker": (offering(named("x", markers=(7,))), "7 is not an action marker"),
    "no cost": (offering(named("x", markers=(NoCost(1, "N", ""), *OTHERS))), "ZeroDivisionError"),
    "unhashable": (
        offering(named("x", markers=(Unhashable(1, "N", ""), *OTHERS))),
        "cannot be hashed",
    ),
    "no row": (offering(named("x", row=None)), "row is None, not a Row"),
    "no scoring": (offering(named("x", scoring=None)), "scoring must be callable"),
    "a class": (
        offering(named("x", scoring=Majority)),
        "scoring is a class; write Majority(...)",
    ),
    "a class at the limit": (
        offering(named("x", limit=RoundLimit(3, MoreCharm))),  # type: ignore[arg-type]
        "decide of the RoundLimit is a class; write MoreCharm(...)",
    ),
    "no victory": (offering(named("x", victory=len)), "victory must be callable"),
    "no limit": (offering(named("x", limit=3)), "limit must be None or a RoundLimit"),
    "half a card": (
        offering(named("x", hand_size=6.0)),
        "hand_size is 6.0; it must be a whole number",
    ),
    "true cards": (
        offering(named("x", removed=True)),
        "removed is True; it must be a whole number",
    ),
}


@pytest.mark.parametrize("what", FAULTY)
def test_a_faulty_plugin_is_skipped_and_the_others_work(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin, reason = FAULTY[what]
    registry = collected(
        monkeypatch, first=offering(named("first")), bad=plugin, last=offering(named("last"))
    )
    assert set(registry.variants) - {"x"} == {"first", "last"}
    assert registry.engine("last").start(seed=1).round == 1
    assert registry.faults
    assert {fault.plugin for fault in registry.faults} == {"dist-bad 1.0"}
    assert reason in registry.faults[0].problem
    assert len(str(registry.faults[0])) < 1_000


def test_the_valid_part_of_a_plugin_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = collected(monkeypatch, mixed=offering(named("good"), 7, named("bad", removed=9)))
    assert set(registry.variants) == {"good"}
    assert len(registry.faults) == 2


@pytest.mark.parametrize(
    ("error", "is_about_names"),
    [
        ("raise ImportError('gone')", True),
        ("raise SystemExit(1)", False),
        ("syntax (", False),
        ("from hanamikoji_core import Row; Row.of(0)", False),
    ],
)
def test_a_module_that_fails_on_import_is_reported(
    error: str, is_about_names: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fails_on_import.py").write_text(error)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry.collect([entry_point("x", "fails_on_import", "broken")])
    (fault,) = registry.faults
    assert fault.plugin == "broken 1.0"
    assert "'x' = 'fails_on_import' cannot be loaded" in fault.problem
    hint = "; check the module's name and its imports" if is_about_names else ""
    assert fault.problem.endswith(f"){hint}")


def test_without_a_distribution_a_plugin_is_named_by_its_module() -> None:
    registry = Registry.collect([EntryPoint("x", "no_such_module", "hanamikoji")])
    assert [fault.plugin for fault in registry.faults] == ["no_such_module"]


def test_an_entry_point_to_a_missing_name_is_reported() -> None:
    registry = Registry.collect([entry_point("x", "json:no_such_thing", "broken")])
    assert "'json:no_such_thing' cannot be loaded (AttributeError" in registry.faults[0].problem


@pytest.mark.parametrize(
    "geisha",
    [
        (),
        (Geisha("AB", 1, 21),),
        (Geisha("B", 1, 21),),
        (Geisha("A", 1, 20), Geisha("A", 1, 1)),
        (Geisha("A", -1, 21),),
        (Geisha("A", 1, 0),),
        (Geisha("A", 1, 32),),
        (Geisha("A", "1", 21),),  # type: ignore[arg-type]
        (Geisha("A", float("nan"), 21),),  # type: ignore[arg-type]
        (Geisha("A", 1, True),),
        (7,),
        None,
    ],
)
def test_an_invalid_row_cannot_be_created(geisha: Any) -> None:
    with pytest.raises(VariantError):
        Row(geisha)


def ruled(**rules: Any) -> Registry:
    """A registry of the base game with these house rules."""

    @hookimpl
    def hanamikoji_variants() -> object:
        return [BASE]

    @hookimpl
    def hanamikoji_house_rules() -> object:
        return [HouseRule(name=n, title=n, text=n, change=change) for n, change in rules.items()]

    registry = Registry()
    registry.add(
        module(
            hanamikoji_variants=hanamikoji_variants, hanamikoji_house_rules=hanamikoji_house_rules
        ),
        "dist 1.0",
    )
    return registry


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda v: 1 // 0, "the house rule 'odd' failed on 'base'"),
        (lambda v: None, "the house rule 'odd' returned NoneType, not a Variant"),
        (lambda v: v, "the house rule 'odd' changes nothing in 'base'"),
        (lambda v: evolve(v, removed=9), "the deck is too small"),
        (lambda v: evolve(v, row=7), "row is 7, not a Row"),
        (7, "failed on 'base'"),
    ],
)
def test_a_failing_house_rule_is_named(change: Any, reason: str) -> None:
    registry = ruled(odd=change)
    with pytest.raises(VariantError, match="odd") as caught:
        registry.engine("base+odd")
    assert reason in str(caught.value)
    assert registry.engine("base").start(seed=1).round == 1


def test_a_second_house_rule_with_the_same_name_is_reported() -> None:
    @hookimpl
    def hanamikoji_house_rules() -> object:
        return [
            HouseRule(name="short", title=title, text="", change=lambda v: evolve(v, removed=0))
            for title in ("One", "Two")
        ]

    registry = Registry()
    registry.add(module(hanamikoji_house_rules=hanamikoji_house_rules), "tea-house 1.0")

    assert [str(fault) for fault in registry.faults] == [
        "a house rule of plug-in tea-house 1.0: "
        "tea-house 1.0 already uses the name 'short'; choose another"
    ]
    assert registry.house_rules["short"].title == "One"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("+odd", "'+odd' has no variant before the +; use a name such as base+odd"),
        ("base+", "'base+' has no house rule after a +; use a name such as base+odd"),
        ("base++odd", "'base++odd' has no house rule after a +; use a name such as base+odd"),
        ("odd", "'odd' is a house rule, not a variant; add it to a variant, as in base+odd"),
        (
            "base+base",
            "'base' is a variant, and only house rules can follow a +; use a name such as base+odd",
        ),
        ("base+odd+odd", "the house rule 'odd' is given twice"),
    ],
)
def test_the_error_for_a_malformed_name_shows_how_to_write_it(name: str, told: str) -> None:
    with pytest.raises(VariantError) as caught:
        ruled(odd=lambda v: evolve(v, removed=0)).engine(name)
    assert str(caught.value) == told


def test_only_house_rules_with_a_valid_effect_can_be_added() -> None:
    registry = ruled(
        good=lambda v: evolve(v, removed=0),
        alike=lambda v: evolve(v, removed=v.removed or 1),
        nothing=lambda v: v,
        fails=lambda v: 1 // 0,
        leaves=lambda v: sys.exit(1),
        broken=lambda v: evolve(v, removed=9),
        limit=lambda v: evolve(v, limit=RoundLimit(3, MoreCharm())),
    )
    assert list(registry.addable("base")) == ["good", "limit"]
    assert list(registry.addable("base+good")) == ["limit"]
    assert list(registry.addable("base+good+limit")) == []
    for name, rule in registry.addable("base").items():
        assert registry.house_rules[name] is rule
        assert registry.engine(f"base+{name}").start(seed=1).round == 1
    with pytest.raises(VariantError, match="there is no variant 'bose'"):
        registry.addable("bose")


def test_house_rules_can_be_listed_for_one_variant() -> None:
    assert dict(available_house_rules("base")) == dict(available_house_rules())
    assert list(available_house_rules("base+three-rounds")) == []


class Incomparable:
    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    __hash__ = None  # type: ignore[assignment]


def test_a_house_rule_with_values_that_cannot_be_compared_is_named() -> None:
    registry = ruled(odd=lambda v: evolve(v, summary=Incomparable()))
    with pytest.raises(
        VariantError, match=r"cannot tell what the house rule 'odd' changes in 'base' \(ValueError"
    ):
        registry.engine("base+odd")


def test_two_house_rules_that_set_the_same_field_cannot_be_combined() -> None:
    registry = ruled(
        one=lambda v: evolve(v, removed=0),
        two=lambda v: evolve(v, removed=0, hand_size=6),
    )
    with pytest.raises(VariantError, match="'one' and 'two' both set 'removed'"):
        registry.engine("base+one+two")


@pytest.mark.parametrize("name", ["bose", "", "+", "base+", "base+three", "base+odd+odd", None, []])
def test_an_unknown_name_raises_variant_error(name: Any) -> None:
    with pytest.raises(VariantError):
        ruled(odd=lambda v: evolve(v, removed=0)).engine(name)


def test_a_name_that_is_not_a_string_raises_variant_error() -> None:
    with pytest.raises(VariantError, match=r"^the name of a variant is a string, not int$"):
        Registry().engine(7)  # type: ignore[arg-type]


def test_an_engine_is_created_once() -> None:
    registry = ruled(odd=lambda v: evolve(v, removed=0))
    for name in ("base", "base+odd"):
        assert registry.engine(name) is registry.engine(name)


def test_the_error_for_an_unknown_name_lists_skipped_plug_ins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(VariantError) as caught:
        collected(monkeypatch, bad=None).engine("tea-house")
    told = str(caught.value)
    assert told.startswith("there is no variant 'tea-house'. Known variants: none")
    assert ". Skipped: plug-in dist-bad 1.0: entry point 'bad'" in told


def test_without_plugins_can_be_nested_in_any_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for before in ("0", "1"):
        monkeypatch.setenv("HANAMIKOJI_DISABLE_PLUGINS", before)
        with plugins_module.without_plugins():
            assert os.environ["HANAMIKOJI_DISABLE_PLUGINS"] == "1"
        assert os.environ["HANAMIKOJI_DISABLE_PLUGINS"] == before


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No plug-in has been loaded, and the environment has no setting."""
    monkeypatch.setattr(plugins_module, "_loaded", {})
    monkeypatch.delenv("HANAMIKOJI_DISABLE_PLUGINS", raising=False)
    return monkeypatch


def test_an_argument_overrides_the_environment(
    fresh: pytest.MonkeyPatch,
) -> None:
    own, every = Registry(), Registry()
    fresh.setattr(plugins_module, "_loaded", {True: own, False: every})
    fresh.setenv("HANAMIKOJI_DISABLE_PLUGINS", "1")
    assert plugins_module.registry() is own
    assert plugins_module.registry(own_only=False) is every


@pytest.mark.parametrize(
    ("said", "alone"), [(None, False), ("", False), ("0", False), ("1", True), ("yes", True)]
)
def test_the_environment_can_disable_plug_ins(
    fresh: pytest.MonkeyPatch, said: str | None, alone: bool
) -> None:
    if said is not None:
        fresh.setenv("HANAMIKOJI_DISABLE_PLUGINS", said)
    assert plugins_module.registry().own_only is alone


def test_an_unknown_error_of_pluggy_is_passed_on() -> None:
    error = PluginValidationError(object(), "hook 'x'\nis odd")
    assert explain_wrong_arguments(error) == "has a hook with the wrong arguments: hook 'x' is odd"
    error = PluginValidationError(object(), "hanamikoji_variants is odd")
    assert explain_wrong_arguments(error) == (
        "has a hook with the wrong arguments: hanamikoji_variants is odd"
    )


def test_each_skipped_plug_in_causes_one_warning(fresh: pytest.MonkeyPatch) -> None:
    found = [Source(entry_point("bad", "no_such_module", "dist-bad"), "dist-bad 1.0")]
    fresh.setattr("hanamikoji_core.plugins._registry.installed", lambda tell: found)
    warnings.simplefilter("error", PluginWarning)
    with pytest.warns(PluginWarning, match=r"skipped plug-in dist-bad 1\.0: ") as warned:
        available_variants()
    assert [warning.filename for warning in warned] == [__file__], (
        "the warning points at the caller"
    )
    available_variants()  # A second warning would be an error here.
    assert [fault.plugin for fault in plugin_faults()] == ["dist-bad 1.0"]


TWO_PLUGINS = {
    "good_cards.py": """
        from attrs import evolve
        from hanamikoji_core import available_variants, hookimpl
        from hanamikoji_variants.base import BASE

        @hookimpl
        def hanamikoji_variants():
            return [evolve(BASE, name="good-cards", title="Good cards"), BASE]
    """,
    "good_cards-2.1.dist-info/METADATA": """
        Metadata-Version: 2.1
        Name: good-cards
        Version: 2.1
    """,
    "good_cards-2.1.dist-info/entry_points.txt": """
        [hanamikoji]
        good = good_cards
    """,
    "bad_cards-0.1.dist-info/METADATA": """
        Metadata-Version: 2.1
        Name: bad-cards
        Version: 0.1
    """,
    "bad_cards-0.1.dist-info/entry_points.txt": """
        [hanamikoji]
        bad = bad_cards_that_were_never_written
    """,
}
ASK = """
import json
from hanamikoji_core import available_variants, plugin_faults
print(json.dumps([list(available_variants()), [str(fault) for fault in plugin_faults()]]))
"""


def installed_beside(folder: Path, **environment: str) -> tuple[list[str], list[str], str]:
    for name, text in TWO_PLUGINS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip())
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "HANAMIKOJI_DISABLE_PLUGINS": "",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    variants, faults = json.loads(done.stdout)
    return variants, faults, done.stderr


def test_installed_plugins_are_found_and_broken_ones_cause_a_warning(tmp_path: Path) -> None:
    variants, faults, warned = installed_beside(tmp_path)
    assert "good-cards" in variants
    assert "base" in variants
    assert len(faults) == 2
    assert faults[0].startswith("plug-in bad-cards 0.1: entry point 'bad'")
    assert faults[1].startswith("a variant of plug-in good-cards 2.1: hanamikoji ")
    assert "PluginWarning: skipped plug-in bad-cards 0.1" in warned


def test_the_environment_can_disable_installed_plugins(tmp_path: Path) -> None:
    variants, faults, warned = installed_beside(tmp_path, HANAMIKOJI_DISABLE_PLUGINS="1")
    assert set(variants) == {"base", *(f"mini-expansion-{n}" for n in (1, 2, 4, 7))}
    assert faults == []
    assert warned == ""


def rule(name: Any, **fields: Any) -> HouseRule:
    return HouseRule(name=name, title="A rule", text="A rule.", change=lambda v: v, **fields)


def offering_rules(*rules: object) -> ModuleType:
    @hookimpl
    def hanamikoji_house_rules() -> object:
        return list(rules)

    return module(hanamikoji_house_rules=hanamikoji_house_rules)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (
            rule("Two Words"),
            "a house rule of plug-in dist-b 1.0: "
            "'Two Words' is not a valid name for a house rule; use a form such as three-rounds",
        ),
        (
            rule("first"),
            "a house rule of plug-in dist-b 1.0: "
            "dist-a 1.0 already uses the name 'first'; choose another",
        ),
        (
            7,
            "a part of plug-in dist-b 1.0: "
            "hanamikoji_house_rules returned 7, which is not a HouseRule",
        ),
    ],
)
def test_an_invalid_house_rule_is_skipped(
    wrong: object, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = collected(
        monkeypatch, a=offering_rules(rule("first")), b=offering_rules(wrong, rule("last"))
    )
    assert {name: found.plugin for name, found in registry.house_rules.items()} == {
        "first": "dist-a 1.0",
        "last": "dist-b 1.0",
    }
    assert [str(fault) for fault in registry.faults] == [reason]
    assert registry.faults[0].plugin == "dist-b 1.0"


def both(variants: Any, house_rules: Any) -> ModuleType:
    """A plug-in with these hooks."""
    return module(
        hanamikoji_variants=variants and hookimpl(variants),
        hanamikoji_house_rules=house_rules and hookimpl(house_rules),
    )


@pytest.mark.parametrize(
    ("plugin", "told"),
    [
        (both(lambda: 7, lambda: [rule("short")]), "the variants of plug-in dist-bad 1.0: "),
        (both(lambda: [named("tea")], lambda: 1 // 0), "the house rules of plug-in dist-bad 1.0: "),
        (both(lambda: 7, None), "plug-in dist-bad 1.0: "),
        (both(None, lambda: 7), "plug-in dist-bad 1.0: "),
    ],
    ids=["variants", "house rules", "variants alone", "house rules alone"],
)
def test_a_failing_hook_disables_the_whole_plug_in_only_if_it_has_no_other_hook(
    plugin: ModuleType, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = collected(monkeypatch, bad=plugin)

    (fault,) = registry.faults
    assert str(fault).startswith(told)
    assert (fault.part == "") == (not registry.variants and not registry.house_rules)


def test_one_of_several_entry_points_is_a_part_of_the_plug_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "stub_good", offering(named("good")))
    monkeypatch.setitem(sys.modules, "stub_empty", module())
    registry = Registry.collect(
        [entry_point(name, f"stub_{name}", "tea") for name in ("good", "empty", "gone")]
    )
    assert list(registry.variants) == ["good"]
    assert [fault.part for fault in registry.faults] == ["a part", "a part"]


def test_an_unmarked_hook_is_reported_and_the_other_one_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugin = offering(named("tea"))
    vars(plugin)["hanamikoji_house_rules"] = lambda: [rule("short")]

    registry = collected(monkeypatch, bad=plugin)

    assert (list(registry.variants), list(registry.house_rules)) == (["tea"], [])
    assert [str(fault) for fault in registry.faults] == [
        "the house rules of plug-in dist-bad 1.0: "
        "hanamikoji_house_rules is not marked as a hook; write @hookimpl above it"
    ]


def test_a_module_with_the_name_of_a_hook_is_not_a_hook() -> None:
    import hanamikoji_variants as package

    registry = Registry()
    registry.add(offering_rules(rule("short")), "tea 1.0")
    plugin = offering_rules(rule("shorter"))
    vars(plugin)["hanamikoji_variants"] = package
    registry.add(plugin, "tea 2.0")
    assert registry.faults == []


class NoName(Variant):
    """A variant that fails to give its name."""

    def __getattribute__(self, name: str) -> Any:
        if name == "name":
            raise ZeroDivisionError("no name")
        return super().__getattribute__(name)


def test_a_variant_with_failing_attributes_is_skipped_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = NoName(name="odd", title="Odd", markers=BASE.markers[0])
    registry = collected(monkeypatch, bad=offering(odd, named("good")))
    assert list(registry.variants) == ["good"]
    (fault,) = registry.faults
    assert str(fault).startswith(
        "a variant of plug-in dist-bad 1.0: cannot be used (ZeroDivisionError: no name, in plugins/"
    )


@pytest.mark.parametrize(
    ("plugin", "part"),
    [
        ("taken", "a variant of "),
        ("bad name", "a variant of "),
        ("sums", "a variant of "),
        ("strangers", "a part of "),
        ("raises", ""),
        ("number", ""),
    ],
)
def test_a_fault_names_the_part_that_was_skipped(
    plugin: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = collected(monkeypatch, first=offering(named("first")), bad=FAULTY[plugin][0])

    (fault,) = registry.faults
    assert str(fault).startswith(f"{part}plug-in dist-bad 1.0: ")


def test_a_plugin_may_provide_a_thousand_items(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [rule(f"rule-{n}") for n in range(1_001)]
    registry = collected(monkeypatch, many=offering_rules(*many[:1_000]))
    assert len(registry.house_rules) == 1_000
    registry = collected(monkeypatch, more=offering_rules(*many))
    assert len(registry.house_rules) == 0
    assert [fault.problem for fault in registry.faults] == [
        "hanamikoji_house_rules returned more than 1,000 HouseRules"
    ]


def test_the_error_for_an_unknown_house_rule_lists_the_known_ones() -> None:
    with pytest.raises(VariantError) as caught:
        ruled(odd=lambda v: v, other=lambda v: v).engine("base+ood")
    assert str(caught.value) == (
        "there is no house rule 'ood'; did you mean 'odd'? Known house rules: odd, other"
    )


def test_plug_ins_cannot_replace_built_in_variants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "stub_other", offering(named("base"), named("theirs")))
    found = [Source(entry_point("a", "stub_other", "a-house"), "a-house 1.0")]
    monkeypatch.setattr("hanamikoji_core.plugins._registry.installed", lambda tell: found)

    registry = Registry.installed()

    assert registry.variants["theirs"].plugin == "a-house 1.0"
    assert registry.variants["base"] == BASE
    assert registry.variants["base"].plugin.startswith("hanamikoji ")
    assert [str(fault) for fault in registry.faults] == [
        "a variant of plug-in a-house 1.0: "
        f"{BASE.plugin} already uses the name 'base'; choose another"
    ]
    assert "theirs" not in Registry.installed(own_only=True).variants


def test_a_plugin_may_be_an_object_with_any_name() -> None:
    plugin, registry = offering(named("mine")), Registry()
    vars(plugin)["__name__"] = ["odd"]
    registry.add(plugin, "odd 1.0")
    assert (list(registry.variants), registry.faults) == (["mine"], [])


def test_a_plugin_with_an_unknown_hook_is_skipped() -> None:
    plugin, registry = offering(named("mine")), Registry()

    @hookimpl
    def hanamikoji_house_rule() -> list[object]:
        return []

    vars(plugin)["hanamikoji_house_rule"] = hanamikoji_house_rule
    registry.add(plugin, "odd 1.0")
    assert registry.variants == {}
    assert "hanamikoji_house_rule" in registry.faults[0].problem


def test_a_fault_without_a_part_is_about_the_whole_plugin() -> None:
    fault = PluginFault("tea-house 1.0", "serves no tea")

    assert fault == PluginFault("tea-house 1.0", "serves no tea", "")
    assert str(fault) == "plug-in tea-house 1.0: serves no tea"
