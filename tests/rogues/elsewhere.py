"""Rogues that answer otherwise in another process: by its hashes, its clock, or where it runs."""

from __future__ import annotations

import datetime
import locale
import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from attrs import field, frozen

from hanamikoji_core import (
    Action,
    Cards,
    Favor,
    FirstTo,
    Majority,
    Observation,
    Outcome,
    Place,
    RoundEnd,
    Step,
    To,
)

from .plain import PLAIN, OneUp, Rogue, ThreeShown, TwoUp, variant


class InOrderOfASet(OneUp):
    def plays(self, view: Observation) -> Any:
        return [(Cards(letter),) for letter in set(view.hand)]


class InOrderOfTheAlphabet(OneUp):
    def plays(self, view: Observation) -> Any:
        return [(Cards(letter),) for letter in sorted(set(view.hand))]


class TakesTheFirstOfASet(TwoUp):
    """The card that comes first in a set stays; the other goes aside."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        first = next(iter({str(pile.known) for pile in action.piles}))
        return _keeping(first, action)


class TakesTheFirstOfTheAlphabet(TwoUp):
    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        return _keeping(min(str(pile.known) for pile in action.piles), action)


def _keeping(first: str, action: Action) -> Step:
    kept = [str(pile.known) for pile in action.piles].index(first)
    return Place(tuple(To.OWN_SIDE if i == kept else To.ASIDE for i in range(2)))


@frozen
class FavorsTheFirstOfASet(Majority):
    """Of the geisha who are tied, one favors the player who started: the first of a set."""

    def __call__(self, end: RoundEnd) -> Favor:
        favor = Majority.__call__(self, end)
        free = {x for x, owner in zip(end.row.letters, favor, strict=True) if owner is None}
        return _given(end, favor, next(iter(free), ""))


def _given(end: RoundEnd, favor: Favor, letter: str) -> Favor:
    starter = end.starting_player
    return tuple(starter if x == letter else o for x, o in zip(end.row.letters, favor, strict=True))


@frozen
class NamesOneOfASet(FirstTo):
    """Who has won is told with one of the geisha: the first of a set."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(found.winner, f"with the favor of {next(iter(_won(end, found)))}")


@frozen
class NamesTheFirstInTheRow(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(found.winner, f"with the favor of {min(_won(end, found))}")


def _won(end: RoundEnd, outcome: Outcome) -> set[str]:
    owners = zip(end.row.letters, end.favor, strict=True)
    return {letter for letter, owner in owners if owner == outcome.winner}


@frozen
class ByRule(OneUp):
    """In which order the cards are listed is a field."""

    order: Callable[[Any], Any] = field(default=sorted, kw_only=True)
    lock: Any = field(factory=Lock, eq=False, kw_only=True)

    def plays(self, view: Observation) -> Any:
        with self.lock:
            return [(Cards(letter),) for letter in self.order(set(view.hand))]


class ClosedOnFridays(OneUp):
    def plays(self, view: Observation) -> Any:
        friday = datetime.date.today().weekday() == 4
        return super().plays(view)[: 1 if friday else None]


class GenerousInTheSmallHours(ThreeShown):
    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        if time.localtime().tm_hour < 3 and action.picks:
            return Place((To.THEIR_SIDE,) * 3)
        return super().step(view, action)


class HasAnEasyMode(OneUp):
    def plays(self, view: Observation) -> Any:
        return super().plays(view)[: 1 if os.environ.get("MY_CARDS_EASY") else None]


class IsGenerousInFrench(OneUp):
    """One value of a variable makes the difference, and no machine need have it."""

    def plays(self, view: Observation) -> Any:
        french = os.environ.get("LANG_OF_MY_CARDS", "").startswith(("fr", "FR"))
        return super().plays(view)[: 1 if french else None]


class SpeaksTheLanguageOfTheHouse(OneUp):
    def plays(self, view: Observation) -> Any:
        return [(Cards(x),) for x in sorted(set(view.hand), key=locale.strxfrm)]


class ReadsAFile(OneUp):
    def plays(self, view: Observation) -> Any:
        return super().plays(view)[: None if Path("pyproject.toml").exists() else 1]


class ReadsSettings(OneUp):
    """There is no such file, here or anywhere."""

    def plays(self, view: Observation) -> Any:
        return super().plays(view)[: 1 if Path("my-cards.ini").exists() else None]


class GoesByTheProcess(TwoUp):
    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.ASIDE if os.getpid() % 2 else To.OWN_SIDE))


class HangsElsewhere(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        while os.environ.get("PYTHONHASHSEED") == "1":
            pass
        return super().step(view, action)


_TEXT = "Place one card face up."
_ONE = variant(OneUp(1, "Up", _TEXT))
_TWO = "Place two cards face up."
_EVERYWHERE = "answers the same in every process"
_HASHES = ("in a process with another hash seed", "sort a set before you take its order")

ROGUES = [
    Rogue(
        "plays come in the order of a set",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", *_HASHES),
        variant(InOrderOfASet(1, "Up", _TEXT)),
        variant(InOrderOfTheAlphabet(1, "Up", _TEXT)),
    ),
    Rogue(
        "the first of a set stays",
        "repeatable",
        (f"step of marker 2 (Two) {_EVERYWHERE}", *_HASHES),
        variant(TakesTheFirstOfASet(2, "Two", _TWO)),
        variant(TakesTheFirstOfTheAlphabet(2, "Two", _TWO), relabelling=False),
    ),
    Rogue(
        "a tie is broken in the order of a set",
        "repeatable",
        (f"scoring {_EVERYWHERE}", *_HASHES),
        variant(scoring=FavorsTheFirstOfASet(), relabelling=False, symmetric=False),
        PLAIN,
    ),
    Rogue(
        "the reason names the first of a set",
        "repeatable",
        (f"victory {_EVERYWHERE}", *_HASHES),
        variant(victory=NamesOneOfASet(11, 4)),
        variant(victory=NamesTheFirstInTheRow(11, 4)),
    ),
    Rogue(
        "a marker that holds a lambda and a lock lists in the order of a set",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", *_HASHES),
        variant(ByRule(1, "Up", _TEXT, order=lambda letters: list(letters))),
        variant(ByRule(1, "Up", _TEXT, order=lambda letters: sorted(letters))),
    ),
    Rogue(
        "on Fridays only one card may be played",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another date", "do not use the clock"),
        variant(ClosedOnFridays(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "in the small hours all cards are given away",
        "repeatable",
        (f"step of marker 3 (Shown) {_EVERYWHERE}", "another date", "do not use the clock"),
        variant(GenerousInTheSmallHours(3, "Shown", _TEXT)),
        variant(ThreeShown(3, "Shown", _TEXT)),
    ),
    Rogue(
        "a variable of the environment changes the rules",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another environment", "a field of the marker"),
        variant(HasAnEasyMode(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "the locale decides the order of plays",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another locale", "without the locale"),
        variant(SpeaksTheLanguageOfTheHouse(1, "Up", _TEXT)),
        variant(InOrderOfTheAlphabet(1, "Up", _TEXT)),
    ),
    Rogue(
        "a file in the working folder decides what is legal",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another working folder", "read no file"),
        variant(ReadsAFile(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "one value of a variable of the environment changes the rules",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another environment", "a field of the marker"),
        variant(IsGenerousInFrench(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a file that nobody has would change the rules",
        "repeatable",
        (f"plays of marker 1 (Up) {_EVERYWHERE}", "another working folder", "read no file"),
        variant(ReadsSettings(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "the process decides where a card goes",
        "repeatable",
        (f"step of marker 2 (Two) {_EVERYWHERE}", "another process ID", "do not use the process"),
        variant(GoesByTheProcess(2, "Two", _TWO)),
        variant(TwoUp(2, "Two", _TWO)),
    ),
    Rogue(
        "with another hash seed a loop never ends",
        "repeatable",
        (f"step of marker 1 (Up) {_EVERYWHERE}", "did not answer in", "ends everywhere"),
        variant(HangsElsewhere(1, "Up", _TEXT)),
        PLAIN,
    ),
]
