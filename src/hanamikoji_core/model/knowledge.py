"""Who knows which cards.

Every card lies in a *place*. Where a viewer has seen a whole place, the place says so
(``seen_by``); where everybody has seen a part of it, the part is kept (``shown``). What is left
is a card that a viewer saw once and that has since gone among others the viewer has not seen:
that is a `Sighting`, and `Memory` keeps them. A sighting is never forgotten, only widened (a card
of that hand was put elsewhere, so it may be there now) or used up (such a card turned up).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from .cards import Cards

if TYPE_CHECKING:
    pass

__all__ = ["Glimpse", "Viewer", "Viewers"]

Viewer: TypeAlias = int | None
"""A player, 0 or 1, or ``None``: a spectator, who sees what lies face up and no more."""

Viewers: TypeAlias = frozenset[int | None]

NOBODY: Final[Viewers] = frozenset()
EVERYBODY: Final[Viewers] = frozenset({0, 1, None})
ONLY: Final[tuple[Viewers, Viewers]] = (frozenset({0}), frozenset({1}))
NO_CARDS: Final = Cards()


@frozen
class Glimpse:
    """What one viewer knows of some cards: which ones, and how many there are.

    `known` is the part that the viewer can name; `size` counts all.

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
        """How many of the cards the viewer cannot name.

        >>> Glimpse(Cards("A"), 3).hidden
        2
        """
        return self.size - len(self.known)


def glimpse(viewer: Viewer, cards: Cards, seen_by: Viewers, shown: Cards = NO_CARDS) -> Glimpse:
    """What `viewer` sees of `cards`: all if in `seen_by`, else the part shown to everybody."""
    return Glimpse(cards if viewer in seen_by else shown, len(cards))
