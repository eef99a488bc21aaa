"""A viewer sees their own sightings, those of spectators, and those of cards they can see."""

from __future__ import annotations

import pytest
from attrs import evolve

from hanamikoji_core import Cards, DeckMark, FaceDown, Memory, Offer, Sighting, Viewer, load_engine
from hanamikoji_core.model.knowledge import NOBODY, ONLY

ENGINE = load_engine("base")
# Player 0 has seen the first lot, the first pile and the card of serial number 0.
STATE = evolve(
    ENGINE.start(seed=7),
    to_move=1,
    facedown=(
        FaceDown(Cards("A"), 0, 1, 0, ONLY[0]),
        FaceDown(Cards("B"), 1, 1, 1, ONLY[1]),
    ),
    offer=Offer(
        0, 1, 1, (Cards("A"), Cards("B")), 1, (0, 1), (ONLY[0], NOBODY), (Cards(), Cards()), 2
    ),
)
MARKS = (None, DeckMark(0, ONLY[0]), DeckMark(1, ONLY[1]), *[None] * 4)
WHOLE = {"own hand": -1, "lot": 0, "pile": -10, "card of the deck": 1_000_000}
HIDDEN = {
    "other hand": -2,
    "other lot": 1,
    "no lot": 2,
    "other pile": -11,
    "no pile": -12,
    "other card of the deck": 1_000_001,
    "no card of the deck": 1_000_002,
}


def are_visible(viewer: Viewer, *sightings: Sighting) -> bool:
    """Whether the viewer sees all of these sightings. The alternative is none of them."""
    state = evolve(STATE, memory=Memory(sightings, MARKS))
    found = ENGINE.observe(state, viewer).sightings
    assert found in (sightings, ())
    return found == sightings


@pytest.mark.parametrize("place", [*WHOLE.values(), *HIDDEN.values()])
def test_viewers_see_their_own_sightings_and_those_of_spectators(place: int) -> None:
    assert are_visible(0, Sighting(0, Cards("A"), frozenset({place})))
    assert are_visible(0, Sighting(None, Cards("A"), frozenset({place})))


@pytest.mark.parametrize("place", WHOLE.values(), ids=WHOLE)
def test_viewers_see_sightings_of_cards_that_they_see(place: int) -> None:
    assert are_visible(0, Sighting(1, Cards("A"), frozenset({place})))
    assert are_visible(None, Sighting(1, Cards("A"), frozenset({place}))) is False


@pytest.mark.parametrize("place", HIDDEN.values(), ids=HIDDEN)
def test_viewers_do_not_see_sightings_of_cards_that_they_do_not_see(place: int) -> None:
    assert not are_visible(0, Sighting(1, Cards("A"), frozenset({place})))
    # Nor if they see only some of the places.
    assert not are_visible(0, Sighting(1, Cards("A"), frozenset({place, WHOLE["lot"]})))


def test_a_player_who_put_a_card_into_the_deck_knows_its_position() -> None:
    state = evolve(STATE, memory=Memory((), MARKS))
    known = [ENGINE.observe(state, viewer).deck for viewer in (0, 1, None)]
    assert known == [((1, state.deck[1]),), ((2, state.deck[2]),), ()]
