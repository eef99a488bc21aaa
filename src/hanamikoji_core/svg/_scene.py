"""What lies on the table, as one viewer sees it: what a picture is drawn from."""

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
    """Cards face down, the marker on them, and the player for whom they will score."""

    cards: Glimpse
    marker: int | None
    scores_for: int | None


@frozen
class Offered:
    """An offer: its piles, whether each lies face up, and who picks how many."""

    player: int
    chooser: int
    pick: int
    piles: tuple[Glimpse, ...]
    open: tuple[bool, ...]
    among: tuple[int, ...]


@frozen
class Seat:
    """One player's side of the table. `left`: the names of the markers that are not used yet."""

    player: int
    hand: Glimpse
    placed: Cards
    left: Mapping[int, str] = field(hash=False)
    used: frozenset[int]
    lots: tuple[Lot, ...]


@frozen
class Scene:
    """A position to be drawn: `seats` from the bottom to the top."""

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
    """The scene: of an observation its own viewer's; of a state `viewer`'s, or all of it open."""
    view = observe(source, viewer, ()) if isinstance(source, State) else source
    truth = source if isinstance(source, State) and not covered else None
    lots = truth.facedown if truth else view.facedown
    shown = [
        (lot.player, Lot(_glimpse(lot.cards), lot.marker, lot.scores_for)) for lot in lots
    ]  # Cards of the truth are all known.
    bottom = view.viewer or 0
    seats = tuple(_seat(view, truth, player, shown, variant) for player in (bottom, 1 - bottom))
    deck = tuple(enumerate(truth.deck)) if truth else view.deck
    return Scene(
        view.row,
        view.round,
        view.to_move,
        view.favor,
        (seats[0], seats[1]),
        view.deck_size,
        deck,
        tuple(lot for player, lot in shown if player is None),
        _offered(view.offer, truth),
        view.outcome,
    )


def _glimpse(cards: Cards | Glimpse) -> Glimpse:
    return Glimpse(cards, len(cards)) if isinstance(cards, Cards) else cards


def _seat(
    view: Observation,
    truth: State | None,
    player: int,
    lots: list[tuple[int | None, Lot]],
    variant: Variant | None,
) -> Seat:
    used = view.used[player]
    markers = () if variant is None else variant.markers[player]
    left = {marker.number: marker.name for marker in markers if marker.number not in used}
    known = truth.hands[player] if truth else _known_hand(view, player)
    return Seat(
        player,
        Glimpse(known, view.hand_sizes[player]),
        view.placed[player],
        left,
        used,
        tuple(lot for owner, lot in lots if owner == player),
    )


def _known_hand(view: Observation, player: int) -> Cards:
    """The viewer's own hand, or the cards that the viewer saw go into the other's."""
    if player == view.viewer:
        return view.hand
    known = NO_CARDS
    for seen in view.sightings:
        if seen.places == {hand_place(player)} and seen.viewer in (view.viewer, None):
            known += seen.cards
    return known


def _offered(offer: OfferView | None, truth: State | None) -> Offered | None:
    if offer is None:
        return None
    piles = offer.piles
    if truth is not None and truth.offer is not None:
        piles = tuple(_glimpse(pile) for pile in truth.offer.piles)
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
