"""Promises that a variant does not make: would it have kept them, or what was not examined?

A promise that is not made switches its check off. A remark states what that costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...engine.engine import Engine
from ...model.moves import Layout, Move, Pick, Play
from ...model.row import Favor
from ...model.state import State
from ...protocol.markers import ActionMarker
from ...protocol.policies import RoundEnd
from .._lines import Line, Step
from .._rulings import Broken, NotClaimed
from .._subject import Subject
from ._effects import course_of
from ._flow import treats_alike
from ._here_and_now import listed_by

_LINES = 4
_PLAYS = 16

Holds: TypeAlias = Callable[[Subject, Line], None]
"""Raises `Broken` if the promise does not hold on this line."""

ListsAll: TypeAlias = Callable[[Subject, Step, ActionMarker, set[Layout]], None]
"""Raises `Broken` if a choice of cards is missing among what a marker lists in a position."""


def not_claimed(
    subject: Subject, check: str, field: str, costs: str, holds: Holds, *, telling: bool = False
) -> NotClaimed:
    """The exception for a check that a field of the variant switches off.

    A remark says if the promise was kept anyway; if `telling`, another says how it was broken.
    `costs` is what is not examined.
    """
    broken = subject.fact(("modest", check), lambda: _broken(subject, holds))
    if broken is None:
        subject.remark(
            check,
            f"{field}=False is not needed: the promise was kept in every game tried; with "
            f"{field}=True it is examined",
        )
    elif telling and isinstance(broken, Broken):
        subject.remark(
            check,
            f"the seats differ, although both players have the same markers. With {field}=True the "
            f"kit would expect that {broken.expected}; {broken.happened}. If the rules do not "
            f"intend this, correct it and set {field}=True",
        )
    return NotClaimed(f"the variant has {field}=False, so it was not examined whether {costs}")


def _broken(subject: Subject, holds: Holds) -> Exception | None:
    """What breaks the promise, or keeps it from being examined."""
    try:
        for line in subject.sample(subject.lines, _LINES):
            holds(subject, line)
    except Exception as error:  # The checks that play the game report what stops it.
        return error
    return None


def modest_markers(subject: Subject, lists_all: ListsAll) -> None:
    """A remark on each marker without ``any_cards = True``."""
    for called, marker in subject.markers():
        if not marker.any_cards:
            subject.remark(
                "completeness",
                f"any_cards = False is not needed for {called}: in every game tried it listed "
                "every choice of cards and treated all alike; with any_cards = True that is "
                "examined"
                if _takes_any_cards(subject, marker, lists_all)
                else f"{called} has any_cards = False, so it was not examined whether it lists "
                "every choice of cards and treats all alike",
            )


def _takes_any_cards(subject: Subject, marker: ActionMarker, lists_all: ListsAll) -> bool:
    """Whether it lists every choice of cards and treats all alike, although it need not."""
    ways: dict[object, object] = {}
    try:
        for line in subject.lines:
            for step in subject.positions(line):
                for other, plays in listed_by(subject, step):
                    if other is marker:
                        lists_all(subject, step, marker, {play.piles for play in plays})
                        for play in subject.sample(plays, _PLAYS):
                            shape = (step.moves, line, *map(len, play.piles))
                            way = _way(subject.engine, step.after, play)
                            if ways.setdefault(shape, way) != way:
                                return False
            treats_alike(subject, line, lambda other: other is marker)
    except Exception:
        return False  # What stops a game is told by the checks that play it.
    return bool(ways)


def _way(engine: Engine, state: State, play: Play) -> object:
    """The course of the action if the first piles are always picked, without its cards."""
    moves: list[Move] = [play]
    after = engine.apply(state, play)
    while after.offer is not None and len(moves) < _PLAYS:
        moves.append(Pick(after.offer.among[: after.offer.pick]))
        after = engine.apply(after, moves[-1])
    return course_of(engine, state, tuple(moves))


class Ties:
    """What a scoring does with ties and majorities, if it makes no promise about them."""

    def __init__(self, policy: Any) -> None:
        self.majority = bool(getattr(policy, "majority", True))
        self.resets = getattr(policy, "tie_resets", False)
        self._wins = self._stays = self._falls = True

    def see(self, end: RoundEnd, favor: Favor) -> None:
        """Note one answer."""
        if self.majority and self.resets is not None:
            return
        counts = zip(*(cards.counts(end.row.letters) for cards in end.placed), strict=True)
        for owner, before, (mine, theirs) in zip(favor, end.favor, counts, strict=True):
            if mine == theirs:
                self._stays &= owner == before
                self._falls &= owner is None
            else:
                self._wins &= owner == int(theirs > mine)

    def remark(self, subject: Subject) -> None:
        """Add a remark on what was not needed, or not examined."""
        if self.majority and self.resets is not None:
            return
        subject.remark("scoring", self._told())

    def _told(self) -> str:
        if not self.majority:
            if self._wins:
                return "majority = False is not needed: more cards of a geisha always won her favor"
            return "the scoring has majority = False, so it was not examined who wins a favor"
        if self._stays:
            return "tie_resets = None is not needed: a tie always left the marker where it was"
        if self._falls:
            return "tie_resets = True fits better than None: every tie put the marker in the centre"
        return "the scoring has tie_resets = None, so it was not examined what a tie does"
