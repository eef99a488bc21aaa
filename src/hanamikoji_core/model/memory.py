"""What a viewer saw of cards that have since gone among others.

A sighting is never forgotten. It widens when a card leaves the place (it may be
elsewhere now), and it is used up when such a card turns up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from .cards import Cards
from .facedown import FaceDown
from .knowledge import EVERYBODY, NO_CARDS, Viewer, Viewers

__all__ = ["DeckMark", "Memory", "Sighting"]


# Places are small integers, so that a sighting is plain data: face-down cards count up from 0 as
# they lie in `State.facedown`; cards put into the deck have a serial number of their own.
_DECK: Final = 1_000_000


def hand_place(player: int) -> int:
    return -1 - player


def pile_place(index: int) -> int:
    return -10 - index


def deck_place(serial: int) -> int:
    return _DECK + serial


@frozen
class Sighting:
    """`viewer` saw these `cards`, and they now lie among the cards of these `places`.

    Places: -1 and -2 are the hands of players 0 and 1; from 0 on, the face-down cards as they
    are numbered in `State.facedown`; -10 and down, the piles of the offer that is open; from a
    million on, a card that was put into the deck.

    >>> Sighting(0, Cards("A"), frozenset({-2})).places  # an A in the hand of player 1
    frozenset({-2})
    """

    viewer: Viewer
    cards: Cards
    places: frozenset[int]


@frozen
class DeckMark:
    """A card of the deck that somebody put there: its serial number and who knows it.

    >>> DeckMark(0, frozenset({1})).seen_by
    frozenset({1})
    """

    serial: int
    seen_by: Viewers


@frozen
class Memory:
    """What was seen and then went among unseen cards; empty in most positions.

    `deck` is empty while nobody knows a card of the deck, else one entry per card from the top.

    >>> Memory().remember([0], Cards("A"), place=-2).sightings
    (Sighting(viewer=0, cards=Cards('A'), places=frozenset({-2})),)
    """

    sightings: tuple[Sighting, ...] = ()
    deck: tuple[DeckMark | None, ...] = ()

    @property
    def next_serial(self) -> int:
        """The serial number for the next card that is put into the deck.

        >>> Memory().next_serial, Memory(deck=(None, DeckMark(3, frozenset({0})))).next_serial
        (0, 4)
        """
        return max((mark.serial + 1 for mark in self.deck if mark is not None), default=0)

    def spread(self, source: int, target: int, *, emptied: bool) -> Memory:
        """Cards went unseen from `source` to `target`; `emptied` where none stayed behind.

        >>> Memory().remember([0], Cards("A"), -2).spread(-2, 0, emptied=True).sightings[0].places
        frozenset({0})
        """
        if not self.sightings:
            return self
        return self._with(_widen(s, source, target, emptied) for s in self.sightings)

    def reveal(self, place: int, cards: Cards, viewers: Collection[Viewer]) -> Memory:
        """`viewers` see these cards leave or lie at `place`: such a sighting is used up.

        The narrowest sighting gives way first: the wider one then still holds.

        >>> Memory().remember([0], Cards("A"), -2).reveal(-2, Cards("A"), [0]).sightings
        ()
        """
        if not self.sightings:
            return self
        left = dict.fromkeys(viewers, cards)
        kept = []
        for s in sorted(self.sightings, key=lambda s: len(s.places)):
            if s.viewer in left and place in s.places:
                met = s.cards & left[s.viewer]
                left[s.viewer] -= met
                s = evolve(s, cards=s.cards - met)
            kept.append(s)
        return self._with(kept)

    def known_whole(self, place: int, viewers: Collection[Viewer]) -> Memory:
        """`viewers` now know all of `place`, so nothing else that they saw can lie there.

        >>> seen = Memory().remember([0], Cards("A"), -2).spread(-2, 0, emptied=False)
        >>> seen.known_whole(-2, [0]).sightings[0].places
        frozenset({0})
        """
        if not self.sightings:
            return self
        return self._with(
            evolve(s, places=s.places - {place}) if s.viewer in viewers else s
            for s in self.sightings
        )

    def remember(self, viewers: Iterable[Viewer], cards: Cards, place: int) -> Memory:
        """`viewers` saw these cards go among the unseen cards of `place`.

        >>> len(Memory().remember([0, None], Cards("A"), -2).sightings)
        2
        """
        seen = tuple(Sighting(v, cards, frozenset({place})) for v in viewers)
        return self._with((*self.sightings, *seen))

    def after_revealing(self, facedown: Sequence[FaceDown]) -> Memory:
        """What is left once the scoring cards are open and the other face-down cards move up.

        >>> from hanamikoji_core import FaceDown
        >>> secret = FaceDown(Cards("A"), 0, 1, scores_for=0, seen_by=frozenset({0}))
        >>> seen = Memory().remember([1], Cards("A"), place=0)  # player 1 knows that an A is there
        >>> seen.after_revealing([secret]).sightings
        ()
        """
        memory = self
        left = 0
        for number, lot in enumerate(facedown):
            if lot.scores_for is not None:
                memory = memory.reveal(number, lot.cards - lot.shown, EVERYBODY - lot.seen_by)
                memory = memory.known_whole(number, EVERYBODY)
            else:
                memory = memory.spread(number, left, emptied=True)
                left += 1
        return memory

    def _with(self, sightings: Iterable[Sighting]) -> Memory:
        """The same memory with these sightings in one canonical form."""
        merged: dict[tuple[Viewer, frozenset[int]], Cards] = {}
        for s in sightings:
            if s.cards and s.places:
                key = (s.viewer, s.places)
                merged[key] = merged.get(key, NO_CARDS) + s.cards
        ordered = sorted(merged, key=lambda key: (str(key[0]), len(key[1]), sorted(key[1])))
        return evolve(self, sightings=tuple(Sighting(v, merged[v, p], p) for v, p in ordered))


def _widen(sighting: Sighting, source: int, target: int, emptied: bool) -> Sighting:
    if source not in sighting.places:
        return sighting
    left = sighting.places - {source} if emptied else sighting.places
    return evolve(sighting, places=left | {target})


NO_MEMORY: Final = Memory()
