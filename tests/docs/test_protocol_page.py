"""The tables and messages on the page about the plug-in protocol agree with the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    ActionMarker,
    Ask,
    Cards,
    From,
    HouseRule,
    Marker,
    MoreCharm,
    Observation,
    PileMarker,
    Place,
    PluginError,
    RoundLimit,
    Step,
    Take,
    To,
    Variant,
    VariantError,
    Who,
    available_variants,
    hookimpl,
    load_engine,
    parse_move,
)
from hanamikoji_core.plugins import Registry

PAGE = Path(__file__).parents[2] / "docs" / "expansion" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
BASE = available_variants()["base"]


def fields_of(cls: type) -> set[str]:
    return {field.name for field in attrs.fields(cls)}


def answers_of(protocol: type) -> set[str]:
    return {name for name in vars(protocol) if not name.startswith("_")}


def rows_of(section: str) -> dict[str, list[str]]:
    """The first table rows of a section, by the names in their first cell; the other cells."""
    level = section.split()[0]
    start = TEXT.index(f"\n{section}") + len(section)
    text = re.split(rf"\n#{{1,{len(level)}}} ", TEXT[start:], maxsplit=1)[0]
    rows: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            first, *others = [cell.strip() for cell in line.strip("|").split("|")]
            for name in re.findall(r"`(\w+)", first):
                rows.setdefault(name, others)
    return rows


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("## Variant", fields_of(Variant)),
        ("## Declarative markers", fields_of(PileMarker)),
        ("## Markers in code", answers_of(ActionMarker)),
        ("### `step(view, action)`", fields_of(Action)),
        ("#### `Ask`", fields_of(Ask)),
        ("#### `Take`", fields_of(Take)),
        ("#### Places and people", {place.name for place in To}),
        ("#### Places and people", {place.name for place in From}),
        ("#### Places and people", {who.name for who in Who}),
        ("## House rules", fields_of(HouseRule) - {"plugin"}),
    ],
)
def test_every_field_has_a_row(section: str, names: set[str]) -> None:
    assert names <= rows_of(section).keys()


def defaults_of(cls: type) -> dict[str, object]:
    given = {a.name: a.default for a in attrs.fields(cls) if a.default is not attrs.NOTHING}
    return {n: d for n, d in given.items() if isinstance(d, bool | int | str | tuple | None)}


USUAL = ["cost", "gives", "draws", "takes", "lays", "origins", "hand_only", "any_cards"]


@pytest.mark.parametrize(
    ("section", "defaults"),
    [
        ("## Variant", defaults_of(Variant)),
        ("## Declarative markers", defaults_of(PileMarker)),
        ("## Markers in code", {name: getattr(Marker, name) for name in USUAL}),
        ("#### `Ask`", defaults_of(Ask)),
        ("#### `Take`", defaults_of(Take)),
    ],
)
def test_the_defaults_on_the_page_are_correct(section: str, defaults: dict[str, object]) -> None:
    shown = rows_of(section)
    assert defaults
    for name, default in defaults.items():
        assert shown[name][0].strip("`") == repr(default).replace("'", '"'), name


def shown_on_the_page(message: str) -> bool:
    """Whether a row shows the end of this message, or, if the row ends in …, some part of it."""
    shown = re.findall(r"^\| `([^`]{20,})`( …)? \|", TEXT, flags=re.MULTILINE)
    return any(message.endswith(text) or (more and text in message) for text, more in shown)


def plug_in(**things: object) -> ModuleType:
    module = ModuleType("tea")
    vars(module).update(things)
    return module


def hook(answer: object, name: str = "hanamikoji_variants") -> object:
    def answers() -> object:
        return answer

    answers.__name__ = name
    return hookimpl(answers)


@hookimpl
def takes_an_argument(wanted: object) -> Iterable[Variant]:
    return []


TEA_TIME = HouseRule(name="Tea time", title="", text="", change=lambda variant: variant)


@pytest.mark.parametrize(
    "module",
    [
        plug_in(hanamikoji_variants=list),
        plug_in(hanamikoji_variant=hook([], "hanamikoji_variant")),
        plug_in(hanamikoji_variants=takes_an_argument),
        plug_in(hanamikoji_variants=hook(["tea"])),
        plug_in(hanamikoji_variants=hook(evolve(BASE, name="tea"))),
        plug_in(hanamikoji_variants=hook([BASE])),
        plug_in(hanamikoji_house_rules=hook([TEA_TIME], "hanamikoji_house_rules")),
        plug_in(hanamikoji_variants=hook([BASE]), HANAMIKOJI_API=99),
    ],
)
def test_messages_about_loading_are_on_the_page(module: ModuleType) -> None:
    registry = Registry.collect([])
    registry.add(plug_in(hanamikoji_variants=hook([BASE])), "hanamikoji 0.1.0")
    registry.add(module, "NAME VERSION")
    (fault,) = registry.faults
    assert shown_on_the_page(f"skipped {fault}")


def test_the_message_about_a_missing_module_is_on_the_page() -> None:
    (fault,) = Registry.collect([EntryPoint("tea", "no_such_module", "hanamikoji")]).faults
    assert shown_on_the_page(f"skipped plug-in NAME VERSION: {fault.problem}")


class NotHashable(Marker):
    __hash__ = None  # type: ignore[assignment]


ONE = PileMarker(2, "One", piles=(1,), text="")
TWO = PileMarker(1, "Two", piles=(2,), text="")


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Tea house"},
        {"markers": (BASE.markers[0][0], ONE, *BASE.markers[0][2:])},
        {"removed": 2},
        {"markers": (evolve(ONE, number=1), TWO)},
        {"markers": ("Tea",)},
        {"markers": (NotHashable(1, "Tea", ""),)},
        {"markers": ONE},
        {"limit": RoundLimit(0, MoreCharm())},
    ],
)
def test_messages_about_variants_are_on_the_page(changes: dict[str, object]) -> None:
    variant = evolve(BASE, **changes)  # type: ignore[arg-type]
    with pytest.raises(VariantError) as caught:
        load_engine(variant)
    assert [p for p in variant.problems() if shown_on_the_page(p)], variant.problems()
    assert all(problem in str(caught.value) for problem in variant.problems())


def singly(view: Observation) -> object:
    return [(card,) for card in view.hand.combinations(1)]


def wrong(
    step: Callable[[Action], object] = lambda action: Place((To.OWN_SIDE,)),
    plays: Callable[[Observation], object] = singly,
    **answers: object,
) -> Marker:
    """A marker with these answers."""
    answers["plays"] = lambda self, view: plays(view)
    answers["step"] = lambda self, view, action: step(action)
    made: Marker = type("Wrong", (Marker,), answers)(1, "Tea", "")
    return made


def drawn_unawares(action: Action) -> Step:
    return Place((To.OWN_SIDE, To.OWN_SIDE)) if action.taken else Take(1, or_fewer=True)


def two_into_the_deck(action: Action) -> Step:
    return Place((To.OWN_SIDE, To.DECK_TOP)) if action.taken else Take(2, or_fewer=True)


@pytest.mark.parametrize(
    "marker",
    [
        wrong(plays=lambda view: [view.hand]),
        wrong(plays=lambda view: [(Cards("ZZ"),)]),
        wrong(plays=lambda view: [(Cards(letter),) for letter in view.hand]),
        wrong(origins=(From.THEIR_HAND,)),
        wrong(lambda action: Place(())),
        wrong(two_into_the_deck),
        wrong(lambda action: Place((To.OWN_HAND,)), hand_only=True),
        wrong(lambda action: Place((To.OWN_HAND,))),
        wrong(drawn_unawares),
        wrong(lambda action: Take(1)),
        wrong(lambda action: None),
        wrong(lambda action: Take(0)),
    ],
)
def test_messages_about_faults_in_play_are_on_the_page(marker: Marker) -> None:
    engine = load_engine(evolve(BASE, name="wrong", markers=(marker, *BASE.markers[0][1:])))
    state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    with pytest.raises(PluginError) as caught:
        engine.apply(state, parse_move("1A"))
    assert shown_on_the_page(str(caught.value))


def test_the_message_about_a_player_without_a_play_is_on_the_page() -> None:
    marker = wrong(plays=lambda view: [])
    engine = load_engine(evolve(BASE, name="wrong", markers=(marker,), hand_size=0))
    with pytest.raises(PluginError) as caught:
        engine.legal_moves(engine.start(seed=7))
    assert shown_on_the_page(str(caught.value))
