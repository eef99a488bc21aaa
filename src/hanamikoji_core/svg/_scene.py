"""The table as one viewer sees it. Pictures and their texts are made from this."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from ..engine.observe import observe
from ..model.cards import Cards
from ..model.knowledge import NO_CARDS, Glimpse, Viewer
from ..model.memory import hand_place
from ..model.observation import Observation, OfferView
from ..model.row import Favor, Row
from ..model.state import Outcome, State
from ..protocol.variant import Variant

__all__ = ["Lot", "Offered", "Scene", "Seat", "scene_of"]


@frozen
class Lot:
    """Cards face down, the marker that put them there, and the player they will score for."""

    cards: Glimpse
    marker: int | None
    scores_for: int | None


@frozen
class Offered:
    """An offer: its piles, whether each is face up, and who picks how many."""

    player: int
    chooser: int
    pick: int
    piles: tuple[Glimpse, ...]
    open: tuple[bool, ...]
    among: tuple[int, ...]


@frozen
class Seat:
    """One player's side of the table. `left` has the names of the unused markers."""

    player: int
    hand: Glimpse
    placed: Cards
    left: Mapping[int, str] = field(hash=False)
    used: frozenset[int]
    lots: tuple[Lot, ...]


@frozen
class Scene:
    """A position to draw. `seats` are in the order bottom, top."""

    row: Row
    round: int
    to_move: int | None
    favor: Favor
    seats: tuple[Seat, Seat]
    deck_size: int
    deck: tuple[tuple[int, str], ...]
    box: tuple[Lot, ...]
    offer: Offered | None
    outcome: Outcome | None


def scene_of(
    source: State | Observation, viewer: Viewer, variant: Variant | None, *, covered: bool
) -> Scene:
    """The scene for the viewer of an observation, or for `viewer` of a state, or with all cards."""
    view = observe(source, viewer, ()) if isinstance(source, State) else source
    open_state = source if isinstance(source, State) and not covered else None
    lots = open_state.facedown if open_state else view.facedown
    shown = [
        (lot.player, Lot(_glimpse(lot.cards), lot.marker, lot.scores_for)) for lot in lots
    ]  # A state knows all its cards.
    bottom = view.viewer or 0
    seats = tuple(
        _seat(view, open_state, player, shown, variant) for player in (bottom, 1 - bottom)
    )
    deck = tuple(enumerate(open_state.deck)) if open_state else view.deck
    return Scene(
        view.row,
        view.round,
        view.to_move,
        view.favor,
        (seats[0], seats[1]),
        view.deck_size,
        deck,
        tuple(lot for player, lot in shown if player is None),
        _offered(view.offer, open_state),
        view.outcome,
    )


def _glimpse(cards: Cards | Glimpse) -> Glimpse:
    return Glimpse(cards, len(cards)) if isinstance(cards, Cards) else cards


def _seat(
    view: Observation,
    open_state: State | None,
    player: int,
    lots: list[tuple[int | None, Lot]],
    variant: Variant | None,
) -> Seat:
    used = view.used[player]
    markers = () if variant is None else variant.markers[player]
    left = {marker.number: marker.name for marker in markers if marker.number not in used}
    known = open_state.hands[player] if open_state else _known_hand(view, player)
    return Seat(
        player,
        Glimpse(known, view.hand_sizes[player]),
        view.placed[player],
        left,
        used,
        tuple(lot for owner, lot in lots if owner == player),
    )


def _known_hand(view: Observation, player: int) -> Cards:
    """The viewer's own hand, or the cards of the other hand that the viewer has seen."""
    if player == view.viewer:
        return view.hand
    known = NO_CARDS
    for seen in view.sightings:
        if seen.places == {hand_place(player)} and seen.viewer in (view.viewer, None):
            known += seen.cards
    return known


def _offered(offer: OfferView | None, open_state: State | None) -> Offered | None:
    if offer is None:
        return None
    piles = offer.piles
    if open_state is not None and open_state.offer is not None:
        piles = tuple(_glimpse(pile) for pile in open_state.offer.piles)
    return Offered(
        offer.player,
        offer.chooser,
        offer.pick,
        piles,
        tuple(
            None in seen or bool(shown)
            for seen, shown in zip(offer.seen_by, offer.shown, strict=True)
        ),
        offer.among,
    )
