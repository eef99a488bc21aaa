"""Creates observations. This is the only module that hides cards from viewers."""

from __future__ import annotations

from ..model.facedown import FaceDown
from ..model.knowledge import NO_CARDS, Viewer
from ..model.memory import Sighting, deck_place, hand_place, pile_place
from ..model.moves import Move
from ..model.observation import FaceDownView, Observation, ObservationDraft, OfferView
from ..model.state import Offer, State


def observe(state: State, viewer: Viewer, legal_moves: tuple[Move, ...]) -> Observation:
    """The position as `viewer` may know it."""
    offer, memory = state.offer, state.memory
    hands = state.hands
    return ObservationDraft(
        viewer,
        state.setup.row,
        state.round,
        state.starting_player,
        state.to_move,
        state.favor,
        NO_CARDS if viewer is None else hands[viewer],
        (len(hands[0]), len(hands[1])),
        state.placed,
        state.used,
        len(state.deck),
        _known_in_deck(state, viewer) if memory.deck else (),
        memory.deck,
        tuple([_face_down(lot, viewer) for lot in state.facedown]),
        None if offer is None else _offer(offer, viewer),
        _sightings(state, viewer) if memory.sightings else (),
        state.outcome,
        legal_moves,
        state.setup.variant,
    ).frozen()


def _face_down(lot: FaceDown, viewer: Viewer) -> FaceDownView:
    return FaceDownView(
        lot.glimpse(viewer), lot.player, lot.marker, lot.scores_for, lot.seen_by, lot.shown
    )


def _offer(offer: Offer, viewer: Viewer) -> OfferView:
    return OfferView(
        offer.player,
        offer.chooser,
        offer.marker,
        offer.glimpses(viewer),
        offer.pick,
        offer.among,
        offer.seen_by,
        offer.shown,
        offer.laid,
        offer.picks,
        offer.interchangeable,
    )


def _known_in_deck(state: State, viewer: Viewer) -> tuple[tuple[int, str], ...]:
    return tuple(
        (at, letter)
        for at, (letter, mark) in enumerate(zip(state.deck, state.memory.deck, strict=True))
        if mark is not None and viewer in mark.seen_by
    )


def _sightings(state: State, viewer: Viewer) -> tuple[Sighting, ...]:
    """The sightings that the viewer may know.

    They are the viewer's own, those of spectators, and those among places that the viewer sees.
    """
    return tuple(
        s
        for s in state.memory.sightings
        if s.viewer == viewer
        or s.viewer is None
        or all(_sees_all_of(state, viewer, place) for place in s.places)
    )


def _sees_all_of(state: State, viewer: Viewer, place: int) -> bool:
    if viewer is not None and place == hand_place(viewer):
        return True
    if 0 <= place < len(state.facedown):
        return viewer in state.facedown[place].seen_by
    for mark in state.memory.deck:
        if mark is not None and place == deck_place(mark.serial):
            return viewer in mark.seen_by
    offer = state.offer
    if offer is not None and 0 <= pile_place(0) - place < len(offer.piles):
        return viewer in offer.seen_by[pile_place(0) - place]
    return False
