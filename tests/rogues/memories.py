"""Rogues that remember: in defaults, closures, attributes and globals, of classes and functions."""

from __future__ import annotations

import functools
import os
from typing import Any

from attrs import define, field, frozen

from hanamikoji_core import (
    Action,
    Cards,
    Favor,
    FirstTo,
    Majority,
    Observation,
    Outcome,
    RoundEnd,
    Step,
)

from .plain import PLAIN, OneUp, Rogue, variant


class RemembersInADefault(OneUp):
    def step(self, view: Observation, action: Action, seen: list[str] = []) -> Step:  # noqa: B006
        seen.append(str(action.piles[0]))
        return super().step(view, action)


def _tally() -> Any:
    count = 0

    def more() -> None:
        nonlocal count
        count += 1

    return more


_one_more = _tally()


class CountsInAClosure(OneUp):
    def plays(self, view: Observation) -> Any:
        _one_more()
        return super().plays(view)


class Book:
    """Beside the marker, for what it wants to keep."""

    last = ""


class WritesInABook(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        Book.last = str(action.piles[0])
        return super().step(view, action)


def _ones(hand: Cards) -> Any:
    _ones.asked = hand  # type: ignore[attr-defined]
    return [(card,) for card in hand.combinations(1)]


class LeavesANoteOnAFunction(OneUp):
    def plays(self, view: Observation) -> Any:
        return _ones(view.hand)


class LeavesANoteInTheEnvironment(OneUp):
    def plays(self, view: Observation) -> Any:
        os.environ["MY_CARDS_LAST"] = str(view.hand)
        return super().plays(view)


class LeavesANoteOnTheLibrary(OneUp):
    def plays(self, view: Observation) -> Any:
        Observation.last_hand = view.hand  # type: ignore[attr-defined]
        return super().plays(view)


_STANDINGS: dict[str, int] = {}


@frozen
class KeepsStandings(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        _STANDINGS[f"round {end.round}"] = end.row.charm_of(end.favor, 0)
        return FirstTo.__call__(self, end)


@functools.cache
def _listed(hand: Cards) -> tuple[tuple[Cards], ...]:
    return tuple((card,) for card in hand.combinations(1))


class KeepsAnswersAsAllowed(OneUp):
    """What is kept by functools.cache, below a closure and a default that never change."""

    def plays(self, view: Observation, listed: Any = _listed) -> Any:
        return listed(view.hand)


@frozen
class HoldsAList(OneUp):
    """Which cards may not be played is a list, and left out of the hash so that there is one."""

    barred: list[str] = field(factory=list, eq=False, kw_only=True)


@frozen
class HoldsATuple(OneUp):
    barred: tuple[str, ...] = field(default=(), kw_only=True)


@define(unsafe_hash=True)
class OpenMajority:
    """A scoring whose fields can be set."""

    text: str = "As usual."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Favor:
        return Majority()(end)


@frozen
class ClosedMajority:
    text: str = "As usual."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Favor:
        return Majority()(end)


@define(unsafe_hash=True)
class Goals:
    charm: int


@frozen
class HoldsGoals(FirstTo):
    goals: Goals | None = None


def forget() -> None:
    """As if nobody had been asked yet, for the next test."""
    seen: Any = RemembersInADefault.step.__defaults__
    seen[0].clear()
    _one_more.__closure__[0].cell_contents = 0
    _STANDINGS.clear()
    _ones.__dict__.clear()
    Book.last = ""
    os.environ.pop("MY_CARDS_LAST", None)
    if hasattr(Observation, "last_hand"):
        del Observation.last_hand


_TEXT = "Place one card face up."
_TWIN = variant(KeepsAnswersAsAllowed(1, "Up", _TEXT))
_PLAY = "play changes nothing outside of the game"

ROGUES = [
    Rogue(
        "a default argument remembers",
        "values",
        (_PLAY, "the default of seen in RemembersInADefault.step was", "from the arguments alone"),
        variant(RemembersInADefault(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "a closure counts",
        "values",
        (_PLAY, "count in the closure of _tally.more was"),
        variant(CountsInAClosure(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "another class keeps the last card",
        "values",
        (_PLAY, "the class attribute Book.last was"),
        variant(WritesInABook(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "a function keeps the last hand",
        "values",
        (_PLAY, "the attribute _ones.asked was"),
        variant(LeavesANoteOnAFunction(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "the environment keeps the last hand",
        "values",
        (_PLAY, "the variable MY_CARDS_LAST of the environment was"),
        variant(LeavesANoteInTheEnvironment(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "a class of the library keeps the last hand",
        "values",
        (_PLAY, "Observation.last_hand was"),
        variant(LeavesANoteOnTheLibrary(1, "Up", _TEXT)),
        _TWIN,
    ),
    Rogue(
        "a victory keeps standings in a global",
        "values",
        (_PLAY, "the global _STANDINGS of module tests.rogues.memories was"),
        variant(victory=KeepsStandings(11, 4)),
        PLAIN,
    ),
    Rogue(
        "a frozen marker holds a list",
        "values",
        ("marker 1 (Up).barred is of type list, which can be changed", "use a tuple"),
        variant(HoldsAList(1, "Up", _TEXT)),
        variant(HoldsATuple(1, "Up", _TEXT)),
    ),
    Rogue(
        "the fields of a scoring can be set",
        "values",
        ("scoring.text can be set", "decorate its class with attrs.frozen"),
        variant(scoring=OpenMajority()),
        variant(scoring=ClosedMajority()),
    ),
    Rogue(
        "a frozen victory holds goals that can be set",
        "values",
        ("victory.goals.charm can be set", "decorate Goals with attrs.frozen"),
        variant(victory=HoldsGoals(11, 4, goals=Goals(11))),
        variant(victory=HoldsGoals(11, 4)),
    ),
]
