"""Draws a full position that fits an observation, with the probabilities of a fair deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ..errors import CardsError, SetupError
from ..model.cards import Cards
from ..model.facedown import FaceDown
from ..model.memory import Memory, deck_place, hand_place, pile_place
from ..model.observation import Observation
from ..model.state import Offer, Setup, State, StateDraft
from .chance import shuffle_number_from, shuffled

if TYPE_CHECKING:
    from random import Random

_SEED_BITS = 64


@define
class _Place:
    """Cards that lie together: the known letters, and the number of unknown cards."""

    known: str
    unknown: int


def determinize(variant: str, view: Observation, rng: Random) -> State:
    """A position in which `view.viewer` sees exactly `view`.

    Cards that the viewer saw go among unseen cards are dealt first, over the places where they may
    be. Then all other unseen cards are dealt over the rest.

    If a variant lets two such cards go into one hand, then lays out part of that hand unseen and
    draws again, some arrangements are included that cannot occur: those with both cards in the hand
    although one of them is too new. No possible arrangement is left out.
    """
    hands = [_Place("", size) for size in view.hand_sizes]
    if view.viewer is not None:
        hands[view.viewer] = _Place(str(view.hand), 0)
    lots = [_Place(str(lot.cards.known), lot.cards.hidden) for lot in view.facedown]
    piles = [_Place(str(p.known), p.hidden) for p in (view.offer.piles if view.offer else ())]
    deck = [_Place("", view.deck_size)]
    if view.deck or view.deck_marks:
        # Somebody knows a card of the deck, so each card is a separate place.
        deck = [_Place("", 1) for _ in range(view.deck_size)]
        for at, letter in view.deck:
            deck[at] = _Place(letter, 0)
    if view.sightings:
        _place_sighted(view, _by_place_number(view, hands, lots, piles, deck), rng)
    every = (*hands, *lots, *piles, *deck)
    in_sight = str(view.placed[0]) + str(view.placed[1]) + "".join([p.known for p in every])
    try:
        unseen = str(view.row.deck - Cards.parse(in_sight))
    except CardsError as error:
        raise SetupError(
            f"this observation is impossible: it shows cards that the deck does not have ({error})"
        ) from error
    if len(unseen) != sum([p.unknown for p in every]):
        raise SetupError(
            "this observation is impossible: the number of cards differs from that of the deck"
        )
    order, dealt = shuffled(unseen, shuffle_number_from(rng, len(unseen))), 0
    for place in every:
        if place.unknown:
            place.known += order[dealt : dealt + place.unknown]
            dealt += place.unknown
    setup = Setup(view.row, rng.getrandbits(_SEED_BITS), (), variant)
    return _position(view, hands, lots, piles, deck, setup)


def _by_place_number(
    view: Observation,
    hands: list[_Place],
    lots: list[_Place],
    piles: list[_Place],
    deck: list[_Place],
) -> dict[int, _Place]:
    """The places, by the numbers that sightings use for them."""
    return {
        **{hand_place(player): place for player, place in enumerate(hands)},
        **dict(enumerate(lots)),
        **{pile_place(i): place for i, place in enumerate(piles)},
        **{
            deck_place(mark.serial): place
            for mark, place in zip(view.deck_marks, deck, strict=False)
            if mark is not None
        },
    }


def _place_sighted(view: Observation, places: dict[int, _Place], rng: Random) -> None:
    """Deal the cards that the viewer saw, each free slot with equal probability.

    Sightings with the fewest places come first.
    """
    own = [s for s in view.sightings if s.viewer == view.viewer]
    for sighting in sorted(own, key=lambda s: len(s.places)):
        for letter in sighting.cards:
            free = [
                places[number]
                for number in sorted(sighting.places)
                if number in places
                for _ in range(places[number].unknown)
            ]
            if not free:
                raise SetupError(
                    "this observation is impossible: it has more sightings than places for them"
                )
            place = free[rng.getrandbits(_SEED_BITS) % len(free)]
            place.known += letter
            place.unknown -= 1


def _position(
    view: Observation,
    hands: list[_Place],
    lots: list[_Place],
    piles: list[_Place],
    deck: list[_Place],
    setup: Setup,
) -> State:
    draft = StateDraft.of_round(setup, view.round, view.starting_player, view.favor)
    draft.to_move, draft.outcome = view.to_move, view.outcome
    draft.hands = (Cards.parse(hands[0].known), Cards.parse(hands[1].known))
    draft.placed, draft.used = view.placed, view.used
    draft.deck = "".join([place.known for place in deck])
    draft.facedown = tuple(
        [
            FaceDown(Cards.parse(place.known), v.player, v.marker, v.scores_for, v.seen_by, v.shown)
            for place, v in zip(lots, view.facedown, strict=True)
        ]
    )
    offer = view.offer
    if offer is not None:
        draft.offer = Offer(
            offer.player,
            offer.chooser,
            offer.marker,
            tuple([Cards.parse(place.known) for place in piles]),
            offer.pick,
            offer.among,
            offer.seen_by,
            offer.shown,
            offer.laid,
            offer.picks,
            offer.interchangeable,
        )
    draft.memory = Memory(view.sightings, view.deck_marks)
    return draft.frozen()
