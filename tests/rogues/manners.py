"""Rogues that take their time, or talk."""

from __future__ import annotations

import functools
import logging
import os
import sys
import time
from typing import Any

from attrs import frozen

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


class Dawdles(OneUp):
    def plays(self, view: Observation) -> Any:
        time.sleep(0.05)
        return super().plays(view)


class DawdlesOverPairs(OneUp):
    """Only with two equal cards in hand."""

    def plays(self, view: Observation) -> Any:
        if any(view.hand.count(letter) > 2 for letter in view.hand):
            time.sleep(0.3)
        return super().plays(view)


@functools.cache
def _pondered(hand: Cards) -> Any:
    time.sleep(0.03)
    return tuple((card,) for card in hand.combinations(1))


class PondersEachHandOnce(OneUp):
    def plays(self, view: Observation) -> Any:
        return _pondered(view.hand)


@frozen
class DawdlesInScoring(Majority):
    def __call__(self, end: RoundEnd) -> Favor:
        time.sleep(0.3)
        return Majority.__call__(self, end)


@functools.cache
def _table() -> dict[str, int]:
    time.sleep(0.3)
    return {"A": 1}


class LooksUpATable(OneUp):
    """What is made once, however long it takes, is not slow."""

    def plays(self, view: Observation) -> Any:
        _table()
        return super().plays(view)


class Prints(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        print("placing", action.piles[0])
        return super().step(view, action)


class Mutters(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        sys.stderr.write("\x1b[31mhm\n")
        return super().step(view, action)


class WritesToTheScreen(OneUp):
    """Around Python's streams, which somebody may have put others in the place of."""

    def step(self, view: Observation, action: Action) -> Step:
        os.write(2, b"\a")
        return super().step(view, action)


@frozen
class CheersInRed(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(found.winner, f"\x1b[31m{found.reason}!")


class Logs(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        logging.getLogger("my-cards").debug("placing %s", action.piles[0])
        return super().step(view, action)


_TEXT = "Place one card face up."
_ONE = variant(OneUp(1, "Up", _TEXT))
_TABLE = variant(LooksUpATable(1, "Up", _TEXT))

ROGUES = [
    Rogue(
        "a marker takes its time",
        "quick-and-quiet",
        ("plays of marker 1 (Up) answers in 0.02 seconds on average", "it took 0.05"),
        variant(Dawdles(1, "Up", _TEXT)),
        _TABLE,
    ),
    Rogue(
        "a marker takes its time over some hands",
        "quick-and-quiet",
        ("plays of marker 1 (Up) answers in 0.02 seconds on average", "0.30", "when asked with"),
        variant(DawdlesOverPairs(1, "Up", _TEXT)),
        _TABLE,
    ),
    Rogue(
        "a marker takes its time with every new hand",
        "quick-and-quiet",
        ("plays of marker 1 (Up) answers in 0.02 seconds on average", "it took 0.03"),
        variant(PondersEachHandOnce(1, "Up", _TEXT)),
        _TABLE,
    ),
    Rogue(
        "the scoring takes its time",
        "quick-and-quiet",
        ("scoring answers in 0.02 seconds on average", "it took 0.30"),
        variant(scoring=DawdlesInScoring()),
        _ONE,
    ),
    Rogue(
        "a marker prints what it does",
        "quick-and-quiet",
        ("step of marker 1 (Up) prints nothing", "it printed 'placing", "remove the print"),
        variant(Prints(1, "Up", _TEXT)),
        variant(Logs(1, "Up", _TEXT)),
    ),
    Rogue(
        "a marker mutters in red",
        "quick-and-quiet",
        ("step of marker 1 (Up) prints nothing", r"it printed '\x1b[31mhm\n'"),
        variant(Mutters(1, "Up", _TEXT)),
        variant(Logs(1, "Up", _TEXT)),
    ),
    Rogue(
        "a marker rings the bell",
        "quick-and-quiet",
        ("step of marker 1 (Up) prints nothing", "it wrote 1 byte to the standard output"),
        variant(WritesToTheScreen(1, "Up", _TEXT)),
        variant(Logs(1, "Up", _TEXT)),
    ),
    Rogue(
        "a reason is told in red",
        "outcome",
        ("returned an Outcome with a reason that is not one line of printable characters",),
        variant(victory=CheersInRed(11, 4)),
        PLAIN,
    ),
]
