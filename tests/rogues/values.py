"""Rogues that are no plain values, or do not answer reliably."""

from __future__ import annotations

import functools
import itertools
import random
import time
from typing import Any

from attrs import evolve

from hanamikoji_core import Action, Ask, Cards, Observation, Place, Step, To

from .plain import PLAIN, OneUp, Rogue, ThreeShown, plain, variant

USES: list[int] = []


class CountsItsUses(OneUp):
    def plays(self, view: Observation) -> Any:
        USES.append(len(view.hand))
        return super().plays(view)


@functools.cache
def _ones(hand: Cards) -> list[tuple[Cards]]:
    return [(card,) for card in hand.combinations(1)]


class CachesItsAnswers(OneUp):
    def plays(self, view: Observation) -> Any:
        return _ones(view.hand)


class KeepsADiary(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        object.__setattr__(self, "last", str(action.piles[0]))
        return super().step(view, action)


class Loner(OneUp):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class NewHashEachTime(OneUp):
    def __hash__(self) -> int:
        return time.perf_counter_ns()


class DrawsLots(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE if random.random() < 0.5 else To.THEIR_SIDE,))


def _taking_turns() -> Any:
    sides = itertools.cycle((To.OWN_SIDE, To.THEIR_SIDE))
    return lambda: next(sides)


_next_side = _taking_turns()


class TakesTurns(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        return Place((_next_side(),))


class NeedsAPair(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        pairs = [card for card in view.hand.combinations(1) if view.hand.count(str(card)) > 1]
        return [(card,) for card in view.hand.combinations(1) if card != pairs[0]]


class NeedsNoPair(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        pairs = [card for card in view.hand.combinations(1) if view.hand.count(str(card)) > 1]
        ones = view.hand.combinations(1)
        return [(card,) for card in ones if card not in pairs] or [(card,) for card in ones]


class ForgetsToReturn(ThreeShown):
    def step(self, view: Observation, action: Action) -> Any:
        if not action.picks:
            return Ask()
        super().step(view, action)


class AsksForTooMuch(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(pick=4)


class FollowsSuit(OneUp):
    hand_only = True
    any_cards = False

    def plays(self, view: Observation) -> Any:
        ones = view.hand.combinations(1)
        table = view.placed[0] + view.placed[1]
        return [(card,) for card in [c for c in ones if c <= table] or ones]


class FollowsSuitAndSaysSo(FollowsSuit):
    hand_only = False


_TEXT = "Place one card face up."
_ONE = variant(OneUp(1, "Up", _TEXT))

ROGUES = [
    Rogue(
        "a marker has no text",
        "metadata",
        ("the text of marker 2 (Burn) is empty", "the rule in full sentences"),
        variant(evolve(plain(2), text="")),
        PLAIN,
    ),
    Rogue(
        "a comma is missing after the only source",
        "metadata",
        ("sources is one string, 'Rulebook'; a comma is missing after it",),
        variant(sources="Rulebook"),
        variant(sources=("Rulebook",)),
    ),
    Rogue(
        "two markers have one name",
        "metadata",
        ("the name 'Secret' belongs to 2 markers of player 0",),
        variant(evolve(plain(2), name="Secret")),
        PLAIN,
    ),
    Rogue(
        "uses are counted in a global",
        "values",
        ("the global USES of module tests.rogues.values was", "after this game"),
        variant(CountsItsUses(1, "Up", _TEXT)),
        variant(CachesItsAnswers(1, "Up", _TEXT)),
    ),
    Rogue(
        "a marker remembers its last card",
        "values",
        ("marker 1 (Up).last was", "after this game"),
        variant(KeepsADiary(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a marker equals nothing but itself",
        "values",
        ("marker 1 (Up) is not equal to its copy", "remove __eq__"),
        variant(Loner(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a marker's hash changes",
        "values",
        ("the hash of marker 1 (Up) changes",),
        variant(NewHashEachTime(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a global random resolves the action",
        "repeatable",
        ("step of marker 1 (Up) drew from Python's global random generator",),
        variant(DrawsLots(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a hidden memory alternates",
        "repeatable",
        ("step of marker 1 (Up)", "it answered", "asked again", "no memory of earlier calls"),
        variant(TakesTurns(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "an exception in a hand without a pair",
        "protocol",
        ("marker 1 (Up)", "raised IndexError", "list index out of range"),
        variant(NeedsAPair(1, "Up", _TEXT)),
        variant(NeedsNoPair(1, "Up", _TEXT)),
    ),
    Rogue(
        "a return is missing",
        "protocol",
        ("marker 3 (Shown)", "returned NoneType from step, not an Ask, a Take or a Place"),
        variant(ForgetsToReturn(3, "Shown", _TEXT)),
        variant(ThreeShown(3, "Shown", _TEXT)),
    ),
    Rogue(
        "four of three piles are asked for",
        "protocol",
        ("marker 3 (Shown)", "asks for 4 of 3 piles"),
        variant(AsksForTooMuch(3, "Shown", _TEXT)),
        variant(ThreeShown(3, "Shown", _TEXT)),
    ),
    Rogue(
        "hand_only is claimed, but the table decides",
        "hand-only",
        ("marker 1 (Up) claims hand_only", "answers from the hand alone", "hand_only = False"),
        variant(FollowsSuit(1, "Up", _TEXT)),
        variant(FollowsSuitAndSaysSo(1, "Up", _TEXT)),
    ),
]
