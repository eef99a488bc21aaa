"""A full position that fits an observation, drawn as a fair deal would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from ..errors import CardsError, SetupError
from ..model.cards import Cards
from ..model.facedown import FaceDown
from ..model.memory import Memory, deck_place, hand_place, pile_place
from ..model.observation import Observation
from ..model.state import Offer, Setup, State, StateDraft
from .chance import drawn, shuffled

if TYPE_CHECKING:
    from random import Random

_SEED_BITS = 64


@define
class _Place:
    """Cards that lie together: the letters that are known, and how many are not."""

    known: str
    unknown: int


def determinize(variant: str, view: Observation, rng: Random) -> State:
    """A position in which `view.viewer` sees exactly `view`.

    A card that the viewer saw go among unseen cards is dealt fairly over the places where it may
    be; then all other unseen cards are dealt fairly over what is left.
    """
    hands = [_Place("", size) for size in view.hand_sizes]
    if view.viewer is not None:
        hands[view.viewer] = _Place(str(view.hand), 0)
    lots = [_Place(str(lot.cards.known), lot.cards.hidden) for lot in view.facedown]
    piles = [_Place(str(p.known), p.hidden) for p in (view.offer.piles if view.offer else ())]
    deck = [_Place("", view.deck_size)]
    if view.deck or view.deck_marks:
        # Somebody knows a card of the deck: each is a place of its own.
        deck = [_Place("", 1) for _ in range(view.deck_size)]
        for at, letter in view.deck:
            deck[at] = _Place(letter, 0)
    if view.sightings:
        _place_sighted(view, _numbered(view, hands, lots, piles, deck), rng)
    every = (*hands, *lots, *piles, *deck)
    in_sight = str(view.placed[0]) + str(view.placed[1]) + "".join([p.known for p in every])
    try:
        unseen = str(view.row.deck - Cards.parse(in_sight))
    except CardsError as error:
        raise SetupError(f"this observation cannot be: it shows other cards ({error})") from error
    if len(unseen) != sum([p.unknown for p in every]):
        raise SetupError("the observation does not add up to the cards of the deck")
    order, dealt = shuffled(unseen, drawn(rng, len(unseen))), 0
    for place in every:
        if place.unknown:
            place.known += order[dealt : dealt + place.unknown]
            dealt += place.unknown
    setup = Setup(view.row, rng.getrandbits(_SEED_BITS), (), variant)
    return _position(view, hands, lots, piles, deck, setup)


def _numbered(
    view: Observation,
    hands: list[_Place],
    lots: list[_Place],
    piles: list[_Place],
    deck: list[_Place],
) -> dict[int, _Place]:
    """The places by the numbers that sightings use."""
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
    """Deal the cards that the viewer saw: narrowest sightings first, each free slot equal."""
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
                raise SetupError("the observation has more sightings than places for them")
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
