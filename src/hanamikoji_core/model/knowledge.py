"""Who knows which cards.

Every card lies in a *place*. A place lists the viewers who have seen all of it (``seen_by``) and
the part of it that everyone has seen (``shown``). One case is left: a viewer saw a card, and the
card then went among cards that the viewer has not seen. `Memory` records it as a `Sighting`. A
sighting is never forgotten. It is widened if a card leaves the place, because it may be that card,
and it is removed once such a card is seen.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from .cards import Cards

__all__ = ["Glimpse", "Viewer", "Viewers"]

Viewer: TypeAlias = int | None
"""A player, 0 or 1, or ``None``: a spectator, who sees only what lies face up."""

Viewers: TypeAlias = frozenset[int | None]

NOBODY: Final[Viewers] = frozenset()
EVERYBODY: Final[Viewers] = frozenset({0, 1, None})
ONLY: Final[tuple[Viewers, Viewers]] = (frozenset({0}), frozenset({1}))
NO_CARDS: Final = Cards()


@frozen
class Glimpse:
    """What one viewer knows of some cards.

    `known` has the cards that the viewer can name; `size` is the number of all cards.

    >>> print(Glimpse(Cards("A"), 3))
    A??
    """

    known: Cards
    size: int

    def __str__(self) -> str:
        return f"{self.known}{'?' * self.hidden}"

    def __len__(self) -> int:
        return self.size

    @property
    def hidden(self) -> int:
        """The number of cards that the viewer cannot name.

        >>> Glimpse(Cards("A"), 3).hidden
        2
        """
        return self.size - len(self.known)


def glimpse(viewer: Viewer, cards: Cards, seen_by: Viewers, shown: Cards = NO_CARDS) -> Glimpse:
    """All of `cards` if `viewer` is in `seen_by`, else the part shown to everyone."""
    return Glimpse(cards if viewer in seen_by else shown, len(cards))
