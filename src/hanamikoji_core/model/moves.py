"""The two kinds of moves: playing a marker, and picking from what was offered."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from .cards import Cards

__all__ = ["Layout", "Move", "Pick", "Play"]

Layout: TypeAlias = tuple[Cards, ...]
"""The piles of one play, in the order laid out."""


def _ascending(piles: tuple[int, ...]) -> tuple[int, ...]:
    # Nonsense stays as it is: the engine judges it, where a reason can be given.
    try:
        return tuple(sorted(piles))
    except TypeError:
        return piles


class Compilable:
    """Room on a value for what an engine has worked out about it: `compiled`, often unset.

    It is no part of the value: not compared, not copied, not saved.
    """

    __slots__ = ("compiled",)

    compiled: object


@frozen(repr=False, cache_hash=True)
class Play(Compilable):
    """Use a marker: lay out cards in piles. Its text is the notation of transcripts.

    `marker` is the marker's number; `piles` holds one `Cards` per pile, in the order laid out.

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
    """Pick from the offer on the table: the chosen piles' indexes, from 0, kept ascending.

    >>> str(Pick((2, 0))), Pick((2, 0))
    ('/0,2', Pick((0, 2)))
    """

    piles: tuple[int, ...] = field(converter=_ascending)

    def __str__(self) -> str:
        return f"/{','.join(map(str, self.piles))}"

    def __repr__(self) -> str:
        return f"Pick({self.piles!r})"


Move: TypeAlias = Play | Pick
"""What a player does when it is their turn to decide."""


def plain(move: Move) -> Move:
    """The same move with plain numbers: an equal one may be written with others, as True for 1."""
    if isinstance(move, Play):
        return Play(int(move.marker), move.piles)
    return Pick(tuple(int(index) for index in move.piles))
