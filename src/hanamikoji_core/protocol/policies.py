"""Scoring, victory and round limit, with ready-made policies.

A policy is a frozen value that can be called with a `RoundEnd`. A variant can use any object that
is callable and has `text` and `rules` for the reference.
"""

from __future__ import annotations

from operator import sub
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from ..model.cards import Cards
from ..model.row import Favor, Row
from ..model.state import Outcome

__all__ = [
    "FirstTo",
    "Majority",
    "MoreCharm",
    "RoundEnd",
    "RoundLimit",
    "Scoring",
    "Victory",
]


@frozen
class RoundEnd:
    """The end of a round, after both players have revealed their cards.

    `placed` has the cards on each side. `favor` has the favors: for a `Scoring` those before the
    round is scored, for a `Victory` those after it.

    >>> end = RoundEnd(Row.of(2, 3), 1, 0, (Cards("AA"), Cards("B")), (None, 0))
    >>> end.row.charm_of(end.favor, 0)
    3
    """

    row: Row
    round: int
    starting_player: int
    placed: tuple[Cards, Cards]
    favor: Favor


@runtime_checkable
class Scoring(Protocol):
    """Decides the favors at the end of a round.

    >>> isinstance(Majority(), Scoring)
    True
    """

    @property
    def text(self) -> str:
        """The rule, for readers."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The IDs of the rules that it implements."""

    def __call__(self, end: RoundEnd) -> Favor:
        """The new favors: 0, 1 or ``None`` for each geisha."""


@runtime_checkable
class Victory(Protocol):
    """Decides whether the game is won. It is called only in scoring.

    >>> isinstance(FirstTo(charm=11, geisha=4), Victory)
    True
    """

    @property
    def text(self) -> str:
        """The rule, for readers."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The IDs of the rules that it implements."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        """How the game ended, or ``None`` if it continues."""


@frozen
class Majority:
    """The player with more cards of a geisha wins her favor (P2).

    On a tie her victory marker stays (P3) or, with `tie_resets`, goes back to the centre. By
    default `rules` has the rules of the printed game, without P3 if `tie_resets` is set.

    >>> row = Row.of(2, 3)
    >>> Majority()(RoundEnd(row, 1, 0, (Cards("AAB"), Cards("AB")), (None, 1)))
    (0, 1)
    >>> Majority(tie_resets=True)(RoundEnd(row, 1, 0, (Cards("AAB"), Cards("AB")), (None, 1)))
    (0, None)
    """

    tie_resets: bool = False
    _own_rules: tuple[str, ...] | None = field(default=None, alias="rules", repr=False)

    @property
    def rules(self) -> tuple[str, ...]:
        """The IDs of the rules that it implements.

        >>> Majority(tie_resets=True).rules
        ('P1', 'P2', 'P4')
        """
        if self._own_rules is not None:
            return self._own_rules
        return ("P1", "P2", "P4") if self.tie_resets else ("P1", "P2", "P3", "P4")

    @property
    def text(self) -> str:
        """The rule, for readers.

        >>> Majority().text
        'More item cards of a geisha win her favor; on a tie her victory marker does not move.'
        """
        tie = "goes back to the centre" if self.tie_resets else "does not move"
        return f"More item cards of a geisha win her favor; on a tie her victory marker {tie}."

    def __call__(self, end: RoundEnd) -> Favor:
        """The new favors: 0, 1 or ``None`` for each geisha."""
        (first, second), letters = end.placed, end.row.letters
        favor = list(end.favor)
        for i, lead in enumerate(map(sub, first.counts(letters), second.counts(letters))):
            if lead:
                favor[i] = 0 if lead > 0 else 1
            elif self.tie_resets:
                favor[i] = None
        return tuple(favor)


@frozen
class FirstTo:
    """First to `charm` points or `geisha` favors. If each player reaches one goal, charm wins.

    >>> row = Row.of(2, 2, 2, 3, 3, 4, 5)
    >>> FirstTo(11, 4)(RoundEnd(row, 1, 0, (Cards(), Cards()), (0, 0, 1, 0, 0, 1, 1)))
    Outcome(winner=1, reason='11 charm points')
    """

    charm: int
    geisha: int
    rules: tuple[str, ...] = ("V1", "V2", "V3")

    @property
    def text(self) -> str:
        """The rule, for readers.

        >>> FirstTo(11, 4).text
        'You win with 11 or more charm points, or with the favor of 4 or more geisha. If each ...'
        """
        return (
            f"You win with {self.charm} or more charm points, or with the favor of "
            f"{self.geisha} or more geisha. If each player reaches one goal, charm points win."
        )

    def __call__(self, end: RoundEnd) -> Outcome | None:
        """How the game ended, or ``None`` if it continues."""
        charm = end.row.charms(end.favor)
        for player in (0, 1):
            if charm[player] >= self.charm:
                return Outcome(player, f"{charm[player]} charm points")
        for player in (0, 1):
            geisha = end.favor.count(player)
            if geisha >= self.geisha:
                return Outcome(player, f"{geisha} geisha")
        return None


@frozen
class RoundLimit:
    """The game ends after this many rounds. `decide` then returns the outcome, never ``None``.

    >>> RoundLimit(3, MoreCharm()).rounds
    3
    """

    rounds: int
    decide: Victory


@frozen
class MoreCharm:
    """More charm points win. If they are equal, favors decide, or the game is a draw.

    With `compare_favors`, equal charm is decided level by level from the highest charm down: at the
    first level at which exactly one player has a favor, that player wins (H1). Without it, equal
    charm is a draw (H2).

    >>> row = Row.of(2, 3, 5)
    >>> MoreCharm()(RoundEnd(row, 3, 0, (Cards(), Cards()), (0, 0, 1)))
    Outcome(winner=1, reason='equal charm points, the only favor worth 5')
    >>> MoreCharm(compare_favors=False)(RoundEnd(row, 3, 0, (Cards(), Cards()), (0, 0, 1)))
    Outcome(winner=None, reason='equal charm points')
    """

    compare_favors: bool = True
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The rule, for readers.

        >>> MoreCharm(compare_favors=False).text
        'More charm points win. If they are equal, the game is a draw.'
        """
        if not self.compare_favors:
            return "More charm points win. If they are equal, the game is a draw."
        return (
            "More charm points win. If they are equal, compare favors from the highest charm down: "
            "the first level at which exactly one player has a favor decides. "
            "If there is none, the game is a draw."
        )

    def __call__(self, end: RoundEnd) -> Outcome:
        """Who won, or a draw."""
        charm = end.row.charms(end.favor)
        if charm[0] != charm[1]:
            return Outcome(int(charm[1] > charm[0]), f"{max(charm)} charm points to {min(charm)}")
        if not self.compare_favors:
            return Outcome(None, "equal charm points")
        for level in sorted({g.charm for g in end.row}, reverse=True):
            owners = {
                owner
                for g, owner in zip(end.row, end.favor, strict=True)
                if g.charm == level and owner is not None
            }
            if len(owners) == 1:
                return Outcome(owners.pop(), f"equal charm points, the only favor worth {level}")
        return Outcome(None, "equal charm points and favors")
