"""Positions that look the same to one viewer: the basis of all checks on hidden cards.

A slot is a place for one card that the viewer cannot name. Twins of a position have other letters
in the slots and look the same. This module does not use the engine's own record of who knows which
cards, except for the public record of who may look at which pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ...model.cards import Cards
from ...model.knowledge import Glimpse, Viewer
from ...model.moves import Play
from ...model.observation import Observation
from ...model.state import State

T = TypeVar("T")
Slot: TypeAlias = tuple[str, int]
"""A place (``hand``, ``facedown``, ``offer`` or ``deck``) and its number."""

Pair: TypeAlias = tuple[tuple[Slot, str], tuple[Slot, str]]
"""Two cards that change places."""


def hidden(state: State, viewer: Viewer) -> list[tuple[Slot, str]]:
    """Every card that the viewer may not see, with its place."""
    found: list[tuple[Slot, str]] = []
    for player in (0, 1):
        if player != viewer:
            found += [(("hand", player), letter) for letter in state.hands[player]]
    for at, lot in enumerate(state.facedown):
        if viewer not in lot.seen_by:
            found += [(("facedown", at), letter) for letter in lot.cards - lot.shown]
    if state.offer is not None:
        offer = state.offer
        for at, pile in enumerate(offer.piles):
            if viewer not in offer.seen_by[at]:
                found += [(("offer", at), letter) for letter in pile - offer.shown[at]]
    marks = state.memory.deck or (None,) * len(state.deck)
    for at, (letter, mark) in enumerate(zip(state.deck, marks, strict=True)):
        if mark is None or viewer not in mark.seen_by:
            found.append((("deck", at), letter))
    return found


def exchanged(state: State, pair: Pair) -> State:
    """The position with two cards exchanged."""
    (here, letter), (there, other) = pair
    return _replaced(_replaced(state, here, letter, other), there, other, letter)


def exchange_told(pair: Pair) -> str:
    """The exchange in words for a ruling."""
    (here, one), (there, two) = pair
    return f"{one} of {_place(here)} and {two} of {_place(there)} changed places"


def _place(slot: Slot) -> str:
    place, at = slot
    names = {"hand": f"player {at}'s hand", "deck": f"place {at} of the deck"}
    return names.get(place, f"{'pile' if place == 'offer' else 'face-down lot'} {at}")


def twins(state: State, viewer: Viewer, rng: Random, count: int) -> Iterator[tuple[State, Pair]]:
    """Positions that differ from this one in two cards that the viewer cannot know."""
    # By places, not by cards: what a player has laid down is few, and tells most.
    places: dict[object, list[tuple[Slot, str]]] = {}
    for slot, letter in hidden(state, viewer):
        places.setdefault("deck" if slot[0] == "deck" else slot, []).append((slot, letter))
    for _ in range(4 * count):
        if not places or count <= 0:
            return
        one, two = (_any(_any(list(places.values()), rng), rng) for _ in range(2))
        if one[1] == two[1] or one[0] == two[0]:
            continue
        twin = exchanged(state, (one, two))
        if fits_sightings(twin, viewer):
            count -= 1
            yield twin, (one, two)


def _any(things: Sequence[T], rng: Random) -> T:
    return things[int(rng.random() * len(things))]


def plays_like(play: Play, hand: Cards, one: str, two: str) -> Iterator[Play]:
    """This play if the hand allows it, and plays with one of the two letters exchanged."""
    if sum(play.piles, Cards()) <= hand:
        yield play
    for letter, other in ((one, two), (two, one)):
        for at, pile in enumerate(play.piles):
            if letter in pile:
                piles = (
                    *play.piles[:at],
                    pile - Cards(letter) + Cards(other),
                    *play.piles[at + 1 :],
                )
                if sum(piles, Cards()) <= hand:
                    yield Play(play.marker, piles)


def named_cards(view: Observation) -> tuple[Any, ...]:
    """Every card that the observation names, place by place; sightings come last."""
    offer = view.offer
    return (
        view.hand,
        view.placed,
        tuple(lot.cards.known for lot in view.facedown),
        tuple(pile.known for pile in offer.piles) if offer is not None else (),
        view.deck,
        Counter("".join(str(s.cards) for s in view.sightings)),
    )


def named_in(thing: object) -> list[str]:
    """Every card that an event names, in order."""
    if isinstance(thing, Cards):
        return list(thing)
    if isinstance(thing, Glimpse):
        return list(thing.known)
    if isinstance(thing, (tuple, list)):
        return [name for item in thing for name in named_in(item)]
    slots = getattr(type(thing), "__attrs_attrs__", ())
    return [name for a in slots for name in named_in(getattr(thing, a.name))]


def shape_of(thing: object) -> object:
    """An event without the cards that it names: only how many there are."""
    if isinstance(thing, (Cards, Glimpse)):
        return len(thing)
    if isinstance(thing, tuple):
        return tuple(map(shape_of, thing))
    slots = getattr(type(thing), "__attrs_attrs__", ())
    return (type(thing), *(shape_of(getattr(thing, a.name)) for a in slots)) if slots else thing


def known_in_all(view: Observation) -> Counter[str]:
    """The cards that the viewer knows to exist somewhere: seen now, or seen earlier."""
    hand, placed, facedown, offer, deck, _ = named_cards(view)
    found: Counter[str] = Counter()
    for part in (hand, *placed, *facedown, *offer):
        found.update(str(part))
    found.update(letter for _, letter in deck)
    for sighting in view.sightings:
        if sighting.viewer == view.viewer:
            found.update(str(sighting.cards))
    return found


def _replaced(state: State, slot: Slot, letter: str, other: str) -> State:
    place, at = slot

    def other_card(cards: Cards) -> Cards:
        return cards - Cards(letter) + Cards(other)

    if place == "hand":
        hands = [other_card(c) if i == at else c for i, c in enumerate(state.hands)]
        return evolve(state, hands=(hands[0], hands[1]))
    if place == "facedown":
        lots = [
            evolve(lot, cards=other_card(lot.cards)) if i == at else lot
            for i, lot in enumerate(state.facedown)
        ]
        return evolve(state, facedown=tuple(lots))
    if place == "deck":
        return evolve(state, deck=state.deck[:at] + other + state.deck[at + 1 :])
    offer = state.offer
    assert offer is not None
    piles = tuple(other_card(pile) if i == at else pile for i, pile in enumerate(offer.piles))
    return evolve(state, offer=evolve(offer, piles=piles))


def fits_sightings(state: State, viewer: Viewer) -> bool:
    """Whether the cards that the viewer saw once can still be where they went."""
    own = [s for s in state.memory.sightings if s.viewer == viewer]
    return not own or fits(own, contents(state, viewer))


def contents(state: State, viewer: Viewer) -> dict[int, str]:
    """The hidden letters of each place, by the numbers that sightings use."""
    found: dict[int, str] = {}
    for (place, at), letter in hidden(state, viewer):
        number = {"hand": -1 - at, "facedown": at, "offer": -10 - at, "deck": None}[place]
        if number is None:
            mark = state.memory.deck[at] if state.memory.deck else None
            if mark is None:
                continue
            number = 1_000_000 + mark.serial
        found[number] = found.get(number, "") + letter
    return found


def fits(sightings: list[Any], places: dict[int, str]) -> bool:
    """Whether every sighted card can be matched to one of its places, using each card once."""
    wanted = [(letter, s.places) for s in sightings for letter in s.cards]

    def place(at: int, left: dict[int, str]) -> bool:
        if at == len(wanted):
            return True
        letter, among = wanted[at]
        return any(
            place(at + 1, {**left, n: left[n].replace(letter, "", 1)})
            for n in among
            if letter in left.get(n, "")
        )

    return place(0, places)
