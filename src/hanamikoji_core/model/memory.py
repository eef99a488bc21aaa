"""Cards that a viewer saw before they went among unseen cards.

A sighting is never forgotten. It is widened if a card leaves the place, because it may be that
card, and it is removed once such a card is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from .cards import Cards
from .facedown import FaceDown
from .knowledge import EVERYBODY, NO_CARDS, Viewer, Viewers

__all__ = ["DeckMark", "Memory", "Sighting"]


# Places are integers, so that a sighting is plain data. `Sighting` describes the numbers.
_DECK: Final = 1_000_000


def hand_place(player: int) -> int:
    return -1 - player


def pile_place(index: int) -> int:
    return -10 - index


def deck_place(serial: int) -> int:
    return _DECK + serial


@frozen
class Sighting:
    """`viewer` saw these `cards`, and they now lie somewhere in these `places`.

    A place is a number:

    * -1 and -2 are the hands of players 0 and 1;
    * 0, 1, 2 ... are the indexes of face-down cards in `State.facedown`;
    * -10, -11, -12 ... are the piles of the open offer;
    * 1,000,000 and above are cards that were put into the deck, by serial number.

    >>> Sighting(0, Cards("A"), frozenset({-2})).places  # an A in the hand of player 1
    frozenset({-2})
    """

    viewer: Viewer
    cards: Cards
    places: frozenset[int]


@frozen
class DeckMark:
    """A card that a player put into the deck: its serial number, and who knows it.

    >>> DeckMark(0, frozenset({1})).seen_by
    frozenset({1})
    """

    serial: int
    seen_by: Viewers


@frozen
class Memory:
    """The cards that somebody saw before they went among unseen cards; usually empty.

    `deck` is empty while nobody knows a card of the deck. Otherwise it has one entry for each card,
    from the top.

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
        """Cards went unseen from `source` to `target`; `emptied` if none is left behind.

        >>> Memory().remember([0], Cards("A"), -2).spread(-2, 0, emptied=True).sightings[0].places
        frozenset({0})
        """
        if not self.sightings:
            return self
        return self._with(_widen(s, source, target, emptied) for s in self.sightings)

    def reveal(self, place: int, cards: Cards, viewers: Collection[Viewer]) -> Memory:
        """`viewers` see these cards at `place`, so matching sightings are removed.

        The sighting with the fewest places is removed first, because the others stay true.

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
        """`viewers` now know all of `place`, so none of their other sightings can be there.

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
        """`viewers` saw these cards, which are now among unseen cards at `place`.

        >>> len(Memory().remember([0, None], Cards("A"), -2).sightings)
        2
        """
        seen = tuple(Sighting(v, cards, frozenset({place})) for v in viewers)
        return self._with((*self.sightings, *seen))

    def after_revealing(self, facedown: Sequence[FaceDown]) -> Memory:
        """The memory after the scoring cards are revealed and the other cards are renumbered.

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
        """The same memory with these sightings, in canonical form."""
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
