"""What one viewer may know of a position."""

from __future__ import annotations

from attrs import define, frozen

from .cards import Cards
from .drawing import drawing_of
from .knowledge import Glimpse, Viewer, Viewers
from .memory import DeckMark, Sighting
from .moves import Move, Pick
from .row import Favor, Row
from .state import Outcome

__all__ = ["FaceDownView", "Observation", "OfferView"]


@frozen
class FaceDownView:
    """Face-down cards as a viewer knows them: a `FaceDown` with a `Glimpse` of the cards.

    >>> FaceDownView(Glimpse(Cards(), 1), None, None, None, frozenset(), Cards()).cards.hidden
    1
    """

    cards: Glimpse
    player: int | None
    marker: int | None
    scores_for: int | None
    seen_by: Viewers
    shown: Cards


@frozen
class OfferView:
    """An open offer as a viewer knows it: an `Offer` with a `Glimpse` of each pile.

    >>> game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    >>> game.play(parse_move("3A-B-F"))
    >>> offer = game.observe(1).offer
    >>> offer.chooser, offer.pick, [str(pile) for pile in offer.piles]
    (1, 1, ['A', 'B', 'F'])
    """

    player: int
    chooser: int
    marker: int
    piles: tuple[Glimpse, ...]
    pick: int
    among: tuple[int, ...]
    seen_by: tuple[Viewers, ...]
    shown: tuple[Cards, ...]
    laid: int
    picks: tuple[Pick, ...]
    interchangeable: bool


@define(eq=False)
class ObservationDraft:
    """The fields of `Observation`; see `StateDraft`."""

    viewer: Viewer
    row: Row
    round: int
    starting_player: int
    to_move: int | None
    favor: Favor
    hand: Cards
    hand_sizes: tuple[int, int]
    placed: tuple[Cards, Cards]
    used: tuple[frozenset[int], frozenset[int]]
    deck_size: int
    deck: tuple[tuple[int, str], ...]
    deck_marks: tuple[DeckMark | None, ...]
    facedown: tuple[FaceDownView, ...]
    offer: OfferView | None
    sightings: tuple[Sighting, ...]
    outcome: Outcome | None
    legal_moves: tuple[Move, ...]
    variant: str = ""

    def frozen(self) -> Observation:
        """This object, turned into an `Observation`."""
        self.__class__ = Observation
        return self  # type: ignore[return-value]


@frozen
class Observation(ObservationDraft):
    """Everything that one viewer may know of a position.

    Most fields are those of `State`. The others are:

    * `viewer`: 0, 1 or ``None`` (a spectator, whose `hand` is empty). `variant`: the name of the
      variant. `hand_sizes`: the number of cards in each hand.
    * `facedown`, `offer`: the cards that the viewer has seen, and the number of the others.
    * `deck`: the cards of the deck that the viewer knows, each an ``(index, letter)`` from the top.
      `deck_marks`: who knows which card that was put into the deck.
    * `sightings`: cards that were seen and then went among unseen cards.
    * `legal_moves`: empty unless the viewer must decide.

    >>> view = load_engine("base").observe(load_engine("base").start(seed=7), 1)
    >>> view.viewer, view.opponent_hand_size, view.to_move, view.legal_moves
    (1, 7, 0, ())
    """

    @property
    def opponent_hand_size(self) -> int:
        """The number of cards in the other player's hand; for a spectator, player 1's.

        >>> load_engine("base").observe(load_engine("base").start(seed=7), 0).opponent_hand_size
        6
        """
        return self.hand_sizes[0 if self.viewer == 1 else 1]

    @property
    def own_facedown(self) -> tuple[FaceDownView, ...]:
        """The face-down cards that the viewer may look at.

        >>> load_engine("base").observe(load_engine("base").start(seed=7), 0).own_facedown
        ()
        """
        return tuple(lot for lot in self.facedown if self.viewer in lot.seen_by)

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks: the position as the viewer knows it."""
        return drawing_of(self)
