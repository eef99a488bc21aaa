"""A position as one viewer may know it, and nothing else."""

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
    """Face-down cards as a viewer knows them; the fields of `FaceDown`, the cards counted.

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
    """An open offer as a viewer knows it; the fields of `Offer`, hidden cards counted.

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
        """This very object, as an `Observation` from now on."""
        self.__class__ = Observation
        return self  # type: ignore[return-value]


@frozen
class Observation(ObservationDraft):
    """All that one viewer may know of a position.

    `viewer` is 0, 1 or ``None`` (a spectator, whose `hand` is empty). `variant` is the name of what
    is played. The other names are those of `State`. `hand_sizes` counts both hands. `facedown` and
    `offer` name the cards that the viewer has seen and count the others; `deck` names the cards of
    the deck that the viewer knows, from the top, as ``(index, letter)``. `deck_marks` says who
    knows which card that was put there, and `sightings` what was seen and has since gone among
    unseen cards. `legal_moves` is empty unless it is the viewer's turn to decide.

    >>> view = load_engine("base").observe(load_engine("base").start(seed=7), 1)
    >>> view.viewer, view.opponent_hand_size, view.to_move, view.legal_moves
    (1, 7, 0, ())
    """

    @property
    def opponent_hand_size(self) -> int:
        """How many cards the other player holds; for a spectator, player 1.

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
        """The position as a notebook shows it, as the viewer knows it."""
        return drawing_of(self)
