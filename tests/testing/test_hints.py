"""A hint mends the fault that was shown: obeyed to the letter, it never hides one."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Layout,
    Marker,
    Observation,
    Place,
    Step,
    To,
    Variant,
)
from tests.rogues.counts import (
    EqualButNotAlike,
    GivesOneBack,
    ListsTwice,
    LosesEqualPiles,
    MixesUpPiles,
)
from tests.rogues.leaks import GoesByTheCards, KeepsTheBest
from tests.rogues.plain import OneCheck, OneUp, Rogue, ThreeShown, TwoUp, variant
from tests.rogues.test_rogues import GALLERY

from .said import HARDLY_SHRUNK, TEXT, kept


def _hint(variant: Variant, check: str) -> str:
    result = OneCheck(variant, HARDLY_SHRUNK).result(check)
    assert result.ruling is not None, str(result)
    return result.ruling.hint


class GoesByThePlace(ThreeShown):
    """The opponent picks, but the last pile goes there whatever was picked."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        taken = (action.picks[0].piles[0] + 1) % 3
        return Place(tuple(To.THEIR_SIDE if i == taken else To.OWN_SIDE for i in range(3)))


class GoesByThePick(ThreeShown):
    """What the hint of `canonical` makes of it."""


class GoesByThePickInAnyOrder(EqualButNotAlike):
    def step(self, view: Observation, action: Action) -> Step:
        return ThreeShown.step(self, view, action)


class ListsBothOrders(MixesUpPiles):
    def plays(self, view: Observation) -> Any:
        twos = view.hand.combinations(2)
        return dict.fromkeys(
            order for two in twos for a, b in [map(Cards, two)] for order in ((a, b), (b, a))
        )

    def canonical(self, layout: Layout) -> Layout:
        return layout


class OwnHash(OneUp):
    def __hash__(self) -> int:
        return id(self)


class OwnEquality(OneUp):
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 1


@frozen
class FrozenWithItsOwnEquality(OneUp):
    """Derived from Marker and frozen, and yet every copy is another one."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 1


@frozen
class Frozen(OneUp):
    pass


class Destinations(LosesEqualPiles):
    def step(self, view: Observation, action: Action) -> Step:
        return ThreeShown.step(self, view, action)


OBEYED = [
    (
        "canonical",
        GoesByThePlace(3, "Shown", TEXT),
        "go by which piles were picked (action.picks), not by their places",
        GoesByThePick(3, "Shown", TEXT),
    ),
    (
        "canonical",
        MixesUpPiles(2, "Two", TEXT),
        "keep their order in canonical, and list both orders in plays",
        ListsBothOrders(2, "Two", TEXT),
    ),
    (
        "canonical",
        MixesUpPiles(2, "Two", TEXT),
        "if the rule treats these piles alike, do so in step",
        TwoUp(2, "Two", TEXT),
    ),
    (
        "destinations",
        GoesByTheCards(3, "Shown", TEXT),
        "go by the index of a pile, not by its cards",
        ThreeShown(3, "Shown", TEXT),
    ),
    (
        "destinations",
        KeepsTheBest(1, "Best", TEXT),
        "go by the index of a pile, not by its cards",
        OneUp(1, "Best", TEXT),
    ),
    ("values", OwnHash(1, "Up", TEXT), "remove __hash__ from its class", OneUp(1, "Up", TEXT)),
    (
        "values",
        OwnEquality(1, "Up", TEXT),
        "remove __eq__ and __hash__ from its class",
        OneUp(1, "Up", TEXT),
    ),
    (
        "values",
        FrozenWithItsOwnEquality(1, "Up", TEXT),
        "leave == and the hash to attrs.frozen: define no __eq__ or __hash__",
        Frozen(1, "Up", TEXT),
    ),
    (
        "conservation",
        LosesEqualPiles(3, "Shown", TEXT),
        "name one destination in Place.to for each of action.piles",
        Destinations(3, "Shown", TEXT),
    ),
    (
        "completeness",
        ListsTwice(2, "Two", TEXT),
        "list each layout once",
        TwoUp(2, "Two", TEXT),
    ),
]


@pytest.mark.parametrize(
    ("check", "rogue", "hint", "mended"),
    OBEYED,
    ids=[f"{check}-{type(rogue).__name__}" for check, rogue, *_ in OBEYED],
)
def test_who_obeys_a_hint_has_mended_the_fault(
    check: str, rogue: Marker, hint: str, mended: Marker
) -> None:
    assert hint in _hint(variant(rogue), check)
    assert kept(variant(mended), check)


def test_one_fault_behind_another_is_caught_once_the_first_is_mended() -> None:
    misread = _hint(variant(EqualButNotAlike(3, "Shown", TEXT)), "completeness")
    listed = _hint(variant(GoesByThePickInAnyOrder(3, "Shown", TEXT)), "completeness")

    assert "go by which piles were picked (action.picks), not by their places" in misread
    assert listed == "list one order only, and return it from canonical for the others"
    assert kept(variant(ThreeShown(3, "Shown", TEXT)), "completeness")


def test_a_class_that_derives_from_marker_is_not_told_to_derive_from_it() -> None:
    for rogue in (OwnHash, OwnEquality, FrozenWithItsOwnEquality):
        assert "derive" not in _hint(variant(rogue(1, "Up", TEXT)), "values")


@pytest.mark.slow
@pytest.mark.parametrize("rogue", GALLERY, ids=lambda rogue: rogue.fault)
def test_a_variant_that_claims_nothing_of_itself_hides_no_fault(rogue: Rogue) -> None:
    if rogue.check in ("relabelling", "seat-symmetry"):
        pytest.skip("this is what the claim promises")

    modest = evolve(rogue.rogue, relabelling=False, symmetric=False)

    budget = evolve(HARDLY_SHRUNK, lines=5)
    assert OneCheck(modest, budget).result(rogue.check).status == "failed"


def test_accounts_that_do_not_hold_come_with_a_hint() -> None:
    hint = _hint(variant(GivesOneBack(2, "Two", TEXT)), "hand-accounting")

    assert hint.startswith("set cost, gives and draws to the numbers of cards that every play")
