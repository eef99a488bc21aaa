"""Cards that lie face down on the table."""

from __future__ import annotations

from attrs import frozen

from .cards import Cards
from .knowledge import NO_CARDS, Glimpse, Viewer, Viewers, glimpse

__all__ = ["FaceDown"]


@frozen
class FaceDown:
    """Cards that lie face down on the table.

    They lie in the area of `player` (``None``: the box), and `marker` put them there (``None``:
    the deal). They are revealed in scoring on the side of `scores_for`, or not at all if that is
    ``None``. The viewers in `seen_by` may look at all of them; everyone has seen the part `shown`.

    >>> game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    >>> game.play(parse_move("1A"))
    >>> secret = game.state.facedown[1]
    >>> secret.marker, secret.scores_for, secret.seen_by
    (1, 0, frozenset({0}))
    """

    cards: Cards
    player: int | None
    marker: int | None
    scores_for: int | None
    seen_by: Viewers
    shown: Cards = NO_CARDS

    def glimpse(self, viewer: Viewer) -> Glimpse:
        """What this viewer knows of the cards.

        >>> lot = FaceDown(Cards("AG"), 0, 2, None, seen_by=frozenset({0}))
        >>> print(lot.glimpse(0), lot.glimpse(1))
        AG ??
        """
        return glimpse(viewer, self.cards, self.seen_by, self.shown)
