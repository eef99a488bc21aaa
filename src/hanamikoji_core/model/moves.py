"""The two kinds of moves: to play a marker, and to pick from an offer."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from .cards import Cards

__all__ = ["Layout", "Move", "Pick", "Play"]

Layout: TypeAlias = tuple[Cards, ...]
"""The piles of one play, in the order in which they are laid out."""


def _ascending(piles: tuple[int, ...]) -> tuple[int, ...]:
    # The engine rejects anything else with a reason.
    try:
        return tuple(sorted(piles))
    except TypeError:
        return piles


class Compilable:
    """Has a slot, `compiled`, in which an engine caches what it knows about the value.

    The slot may be unset. It is not compared, copied or saved.
    """

    __slots__ = ("compiled",)

    compiled: object


@frozen(repr=False, cache_hash=True)
class Play(Compilable):
    """Use a marker: lay out cards in piles. `str` gives the notation of transcripts.

    `marker` is the number of the marker. `piles` has one `Cards` for each pile, in order.

    >>> play = Play(4, (Cards("AB"), Cards("GG")))
    >>> str(play), play
    ('4AB-GG', Play(4, (Cards('AB'), Cards('GG'))))
    """

    marker: int
    piles: Layout

    def __str__(self) -> str:
        return f"{self.marker}{'-'.join(map(str, self.piles))}"

    def __repr__(self) -> str:
        return f"Play({self.marker!r}, {self.piles!r})"


@frozen(repr=False, cache_hash=True)
class Pick:
    """Pick piles from the offer on the table: their indexes from 0, in ascending order.

    >>> str(Pick((2, 0))), Pick((2, 0))
    ('/0,2', Pick((0, 2)))
    """

    piles: tuple[int, ...] = field(converter=_ascending)

    def __str__(self) -> str:
        return f"/{','.join(map(str, self.piles))}"

    def __repr__(self) -> str:
        return f"Pick({self.piles!r})"


Move: TypeAlias = Play | Pick
"""A decision of a player."""


def plain(move: Move) -> Move:
    """The same move with numbers of type `int`; an equal move may have others, such as ``True``."""
    if isinstance(move, Play):
        return Play(int(move.marker), move.piles)
    return Pick(tuple(int(index) for index in move.piles))
