"""How a round is scored, how a game is won, and what ends it: the ready-made policies.

A policy is a frozen value that can be called with a `RoundEnd`. A variant may bring any other; only
the call and the `text` for the reference are asked for.
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
    """What lies open once both players have revealed their cards at the end of a round.

    `placed`: the cards on each side. `favor`: the victory markers, for a `Scoring` as they lay
    before, for a `Victory` as they lie after the round was scored.

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
    """Says where the victory markers go at the end of a round.

    >>> isinstance(Majority(), Scoring)
    True
    """

    @property
    def text(self) -> str:
        """The rule as a reader should see it."""

    @property
    def rules(self) -> tuple[str, ...]:
        """IDs of the rules that it follows."""

    def __call__(self, end: RoundEnd) -> Favor:
        """The new favor: per geisha 0, 1 or ``None``."""


@runtime_checkable
class Victory(Protocol):
    """Says whether somebody has won, asked in scoring only.

    >>> isinstance(FirstTo(charm=11, geisha=4), Victory)
    True
    """

    @property
    def text(self) -> str:
        """The rule as a reader should see it."""

    @property
    def rules(self) -> tuple[str, ...]:
        """IDs of the rules that it follows."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        """How the game ended, or ``None`` if it goes on."""


@frozen
class Majority:
    """More cards of a geisha win her favor. On a tie her marker stays, or is reset (P2, P3).

    Unless other `rules` are given, it follows those of the printed game, without P3 if ties reset.

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
        """IDs of the rules that it follows.

        >>> Majority(tie_resets=True).rules
        ('P1', 'P2', 'P4')
        """
        if self._own_rules is not None:
            return self._own_rules
        return ("P1", "P2", "P4") if self.tie_resets else ("P1", "P2", "P3", "P4")

    @property
    def text(self) -> str:
        """The rule as a reader should see it.

        >>> Majority().text
        'More item cards of a geisha win her favor; on a tie her victory marker does not move.'
        """
        tie = "goes back to the centre" if self.tie_resets else "does not move"
        return f"More item cards of a geisha win her favor; on a tie her victory marker {tie}."

    def __call__(self, end: RoundEnd) -> Favor:
        """The new favor: per geisha 0, 1 or ``None``."""
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
    """So much charm wins, or else so many geisha: where each player has one, charm (V1, V2).

    >>> row = Row.of(2, 2, 2, 3, 3, 4, 5)
    >>> FirstTo(11, 4)(RoundEnd(row, 1, 0, (Cards(), Cards()), (0, 0, 1, 0, 0, 1, 1)))
    Outcome(winner=1, reason='11 charm points')
    """

    charm: int
    geisha: int
    rules: tuple[str, ...] = ("V1", "V2", "V3")

    @property
    def text(self) -> str:
        """The rule as a reader should see it.

        >>> FirstTo(11, 4).text
        '11 or more charm points win, or else the favor of 4 or more geisha.'
        """
        return (
            f"{self.charm} or more charm points win, "
            f"or else the favor of {self.geisha} or more geisha."
        )

    def __call__(self, end: RoundEnd) -> Outcome | None:
        """How the game ended, or ``None`` if it goes on."""
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
    """The game ends after so many rounds; `decide` then says how, and must not say ``None``.

    >>> RoundLimit(3, MoreCharm()).rounds
    3
    """

    rounds: int
    decide: Victory


@frozen
class MoreCharm:
    """More charm points win; if equal, the highest favor that only one player has, or a draw.

    With `compare_favors`, equal charm is settled level by level from the highest charm down: at
    the first level where exactly one player has a favor, that player wins (H1). Without it, equal
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
        """The rule as a reader should see it.

        >>> MoreCharm(compare_favors=False).text
        'More charm points win; if equal, the game is a draw.'
        """
        if not self.compare_favors:
            return "More charm points win; if equal, the game is a draw."
        return (
            "More charm points win; if equal, favors are compared from the highest charm down, and "
            "the first level at which exactly one player has a favor decides; else it is a draw."
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
