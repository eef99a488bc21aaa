"""Rogues that work in the company that they were written for, and in no other."""

from __future__ import annotations

from typing import Any

from hanamikoji_core import Action, Observation, Place, Step, To

from .plain import OneUp, Rogue, TwoUp, variant


class LooksAtTheBox(OneUp):
    """In this variant a card is always removed, and lies first."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        box = view.facedown[0]
        return super().plays(view) if box.player is None else super().plays(view)[:1]


class LooksWhatLiesThere(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        box = view.facedown[:1]
        return super().plays(view) if not box or box[0].player is None else super().plays(view)[:1]


class CountsOnFourMarkers(TwoUp):
    """The second card goes where the first marker that is left says."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        left = [n for n in (1, 3, 4) if n not in view.used[view.viewer or 0]]
        aside = {1: To.OWN_SIDE, 3: To.OWN_SIDE, 4: To.OWN_SIDE, 0: To.ASIDE}
        used = [aside[n] for n in view.used[view.viewer or 0] if n != 2]
        return Place((To.OWN_SIDE, used[0] if used and not left else To.OWN_SIDE))


class LooksAtTheFirstSecret(TwoUp):
    """In this variant, marker 1 has put a card face down by the time this one can be used."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return super().plays(view) if 1 in view.used[view.viewer or 0] else []

    def step(self, view: Observation, action: Action) -> Step:
        single = view.facedown[0].cards.size == 1
        return Place((To.OWN_SIDE if single else To.ASIDE, To.OWN_SIDE))


class WaitsForTheFirst(LooksAtTheFirstSecret):
    def step(self, view: Observation, action: Action) -> Step:
        return TwoUp.step(self, view, action)


_TEXT = "Place one card face up."
_TWO = "Place two cards face up."

ROGUES = [
    Rogue(
        "a marker looks at the card that was removed",
        "mixing",
        (
            "marker 1 (Up) works next to cards that go aside",
            "raised IndexError: tuple index out of range",
            "may be empty",
        ),
        variant(LooksAtTheBox(1, "Up", _TEXT), removed=1),
        variant(LooksWhatLiesThere(1, "Up", _TEXT), removed=1),
    ),
    Rogue(
        "a marker expects that another one has put a card face down",
        "mixing",
        ("marker 2 (Later) works next to cards that lie open", "raised IndexError: tuple index"),
        variant(LooksAtTheFirstSecret(2, "Later", _TWO)),
        variant(WaitsForTheFirst(2, "Later", _TWO)),
    ),
    Rogue(
        "a marker knows only the numbers of its own variant",
        "mixing",
        ("marker 2 (Two) works next to", "raised KeyError"),
        variant(CountsOnFourMarkers(2, "Two", "Place two cards face up.")),
        variant(TwoUp(2, "Two", "Place two cards face up.")),
    ),
]
