"""What rogues and their twins are made of: plain markers, and a variant that is all right."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    ActionMarker,
    Ask,
    Layout,
    Marker,
    Observation,
    PileMarker,
    Place,
    Step,
    To,
    Variant,
)
from hanamikoji_core.testing import Budget, Examination
from hanamikoji_core.testing._check import Check

SMALL = Budget("small", lines=4, rounds=1, positions=4, moves=8, probes=15)
HARDLY_SHRUNK = evolve(SMALL, probes=4)
"""For tests that are not about the search for the shortest game."""


class OneCheck(Examination):
    """Runs a check without those that must pass first, which would take most of the time."""

    def _closed(self) -> str | None:
        return None

    def _required(self, check: Check) -> str | None:
        return None


@frozen
class Rogue:
    """A faulty variant, the check that must catch it, what the ruling must say, and its twin."""

    fault: str
    check: str
    says: tuple[str, ...]
    rogue: Variant
    twin: Variant


def plain(number: int) -> PileMarker:
    """A correct marker that uses as many cards as its number says."""
    return {
        1: PileMarker(1, "Secret", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN, text="One, hidden."),
        2: PileMarker(2, "Burn", piles=(2,), rest=To.ASIDE, text="Two that do not score."),
        3: PileMarker(3, "Gift", piles=(1, 1, 1), pick=1, text="Three, one is taken."),
        4: PileMarker(4, "Pairs", piles=(2, 2), pick=1, text="Two pairs, one is taken."),
    }[number]


def variant(*markers: ActionMarker, **changes: Any) -> Variant:
    """A variant with these markers, and plain ones for the numbers that are missing."""
    given = {marker.number if marker.number < 5 else 1: marker for marker in markers}
    fields: dict[str, Any] = {
        "name": "under-suspicion",
        "title": "Under suspicion",
        "summary": "A variant to be examined.",
        "sources": ("The tests of the conformance kit",),
        "markers": tuple(given.get(number, plain(number)) for number in (1, 2, 3, 4)),
    }
    return Variant(**{**fields, **changes})


class OneUp(Marker):
    """One hand card, face up on the own side; rogues and twins change one thing about it."""

    any_cards = True

    def plays(self, view: Observation) -> Any:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,))


class TwoUp(Marker):
    """Two hand cards in two piles, sorted, both face up on the own side."""

    any_cards = True
    cost = 2

    def plays(self, view: Observation) -> Any:
        return [tuple(type(two)(letter) for letter in two) for two in view.hand.combinations(2)]

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=str))

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.OWN_SIDE))


class ThreeShown(Marker):
    """Three hand cards one by one; the opponent takes one, the others stay."""

    any_cards = True
    cost = 3

    def plays(self, view: Observation) -> Any:
        return [
            tuple(type(three)(letter) for letter in three) for three in view.hand.combinations(3)
        ]

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=str))

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        taken = action.picks[0].piles
        return Place(tuple(To.THEIR_SIDE if i in taken else To.OWN_SIDE for i in range(3)))


PLAIN = variant()
