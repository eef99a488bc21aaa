"""The table during an action: moves the cards, and updates what each viewer remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define, evolve

from ..model.cards import Cards
from ..model.knowledge import EVERYBODY, NO_CARDS, NOBODY, ONLY, Viewers
from ..model.memory import DeckMark, Memory, deck_place, hand_place, pile_place
from ..model.places import From, To
from ..model.state import Offer, State
from ..protocol.markers import Take
from ..wording import safe_repr
from .action import Effects, lot_indexes
from .chance import shuffle_number, shuffled
from .faults import Fault

_HANDS: Final = {To.OWN_HAND: 0, To.THEIR_HAND: 1}
_SIDES: Final = {From.OWN_SIDE: 0, From.THEIR_SIDE: 1}


@define
class Table:
    """The parts of a position that an action can change, in mutable form."""

    hands: list[Cards]
    placed: list[Cards]
    deck: str
    memory: Memory

    @classmethod
    def of(cls, state: State) -> Table:
        return cls(list(state.hands), list(state.placed), state.deck, state.memory)

    def contents(self) -> tuple[tuple[Cards, Cards], tuple[Cards, Cards], str, Memory]:
        """Hands, placed cards, deck and memory, in the form of `State`."""
        hands, placed = self.hands, self.placed
        return (hands[0], hands[1]), (placed[0], placed[1]), self.deck, self.memory

    def put_on(self, state: State) -> State:
        """The position with the contents of this table."""
        draft = state.later()
        draft.to_move, draft.offer, draft.outcome = state.to_move, state.offer, state.outcome
        draft.used, draft.facedown = state.used, state.facedown
        draft.hands, draft.placed, draft.deck, draft.memory = self.contents()
        return draft.frozen()

    def lay_out(self, action: Offer, origins: Sequence[From]) -> None:
        """Take the piles of a play from their origins."""
        player = action.player
        for i, pile in enumerate(action.piles):
            source = origins[i] if origins else From.HAND
            if source is From.HAND:
                self.hands[player] -= pile
                self.memory = self.memory.spread(
                    hand_place(player), pile_place(i), emptied=not self.hands[player]
                )
            else:
                self.placed[player ^ _SIDES[source]] -= pile

    def turn_up(self, before: Offer, after: Offer) -> None:
        """Update the memory with the cards that were shown between two stages of an action."""
        if not self.memory.sightings:
            return
        for i, pile in enumerate(before.piles):
            place = pile_place(i)
            new = after.seen_by[i] - before.seen_by[i]
            if new:
                seen = self.memory.reveal(place, pile - before.shown[i], new)
                self.memory = seen.known_whole(place, new)
            elif after.shown[i] != before.shown[i]:
                part = after.shown[i] - before.shown[i]
                self.memory = self.memory.reveal(place, part, EVERYBODY - after.seen_by[i])

    def take(self, action: Offer, take: Take, state: State) -> Offer:
        """Take cards as another pile of the action."""
        if type(take.count) is not int or take.count < 0 or not isinstance(take.source, From):
            raise Fault(
                f"has a Take with count {safe_repr(take.count)} and source "
                f"{safe_repr(take.source)}; use a whole number, 0 or more, and a From"
            )
        lookers = (ONLY[action.player] if take.seen else NOBODY) | (
            EVERYBODY if take.shown else NOBODY
        )
        index = len(action.piles)
        if take.source is From.DECK_TOP:
            cards, seen_by = self._take_from_deck(take.count, index, lookers)
        else:
            moment = 1000 * (len(state.used[0]) + len(state.used[1]) + 1) + index
            cards, seen_by = self._take_at_random(action, take, index, lookers, moment, state)
        return evolve(
            action,
            piles=(*action.piles, cards),
            seen_by=(*action.seen_by, seen_by),
            shown=(*action.shown, NO_CARDS),
        )

    def settle(self, effects: Effects, lots: int) -> None:
        """Put every pile in its place; there are `lots` face-down lots already."""
        action = effects.action
        indexes = lot_indexes(effects, lots)
        for i, target in enumerate(effects.to):
            place, pile, seen_by = pile_place(i), action.piles[i], action.seen_by[i]
            if i in indexes:
                self.memory = self.memory.spread(place, indexes[i], emptied=True)
            elif target in _HANDS:
                player = action.player ^ _HANDS[target]
                self.hands[player] += pile
                self._arrive(pile, seen_by, action.shown[i], place, player)
            elif target in (To.DECK_TOP, To.DECK_BOTTOM):
                self._bury(pile, seen_by, place, top=target is To.DECK_TOP)
            elif pile:
                rest = pile - action.shown[i]
                seen = self.memory.reveal(place, rest, EVERYBODY - seen_by)
                self.memory = seen.known_whole(place, EVERYBODY)
        self.placed = [self.placed[p] + effects.placed[p] for p in (0, 1)]

    def draw(self, player: int) -> Cards:
        """Move the top card of the deck to a hand."""
        card = Cards(self.deck[0])
        self.deck = self.deck[1:]
        self.hands[player] += card
        mark = self._pop_mark()
        if mark is not None:
            self._arrive(card, mark.seen_by, NO_CARDS, deck_place(mark.serial), player)
        return card

    def _arrive(
        self, cards: Cards, seen_by: Viewers, shown: Cards, place: int, player: int
    ) -> None:
        """Update the memory for cards that go from `place` to a hand, whose owner sees them."""
        hand = hand_place(player)
        owner = ONLY[player]
        memory = self.memory.reveal(place, cards - shown, owner - seen_by)
        memory = memory.known_whole(place, owner).spread(place, hand, emptied=True)
        memory = memory.remember(seen_by - owner, cards, hand)
        if shown:
            memory = memory.remember(EVERYBODY - seen_by - owner, shown, hand)
        self.memory = memory

    def _bury(self, card: Cards, seen_by: Viewers, place: int, *, top: bool) -> None:
        """Put one card into the deck, at a position that everyone knows."""
        memory = self.memory
        marks = memory.deck or (None,) * len(self.deck)
        mark = DeckMark(memory.next_serial, seen_by)
        self.deck = str(card) + self.deck if top else self.deck + str(card)
        self.memory = evolve(
            memory.spread(place, deck_place(mark.serial), emptied=True),
            deck=(mark, *marks) if top else (*marks, mark),
        )

    def _pop_mark(self) -> DeckMark | None:
        if not self.memory.deck:
            return None
        mark, *rest = self.memory.deck
        self.memory = evolve(self.memory, deck=tuple(rest) if any(rest) else ())
        return mark

    def _take_from_deck(self, count: int, index: int, lookers: Viewers) -> tuple[Cards, Viewers]:
        text, self.deck = self.deck[:count], self.deck[count:]
        marks = [self._pop_mark() for _ in text]
        known = [mark.seen_by if mark else NOBODY for mark in marks]
        seen_by = lookers | EVERYBODY.intersection(*known)
        place = pile_place(index)
        for letter, mark in zip(text, marks, strict=True):
            if mark is not None:
                source = deck_place(mark.serial)
                memory = self.memory.reveal(source, Cards(letter), seen_by - mark.seen_by)
                memory = memory.known_whole(source, seen_by).spread(source, place, emptied=True)
                self.memory = memory.remember(mark.seen_by - seen_by, Cards(letter), place)
        return Cards(text), seen_by

    def _take_at_random(
        self, action: Offer, take: Take, index: int, lookers: Viewers, moment: int, state: State
    ) -> tuple[Cards, Viewers]:
        player = action.player
        side = take.source in _SIDES
        other = take.source in (From.THEIR_HAND, From.THEIR_SIDE)
        owner = 1 - player if other else player
        source = (self.placed if side else self.hands)[owner]
        number = shuffle_number(state.setup.seed, state.round, moment, len(source))
        cards = Cards(shuffled(str(source), number)[: take.count])
        if side:
            self.placed[owner] -= cards
            return cards, EVERYBODY
        self.hands[owner] -= cards
        seen_by = lookers | ONLY[owner]
        hand, place = hand_place(owner), pile_place(index)
        memory = self.memory.reveal(hand, cards, seen_by - ONLY[owner])
        memory = memory.spread(hand, place, emptied=not self.hands[owner])
        self.memory = memory.known_whole(place, seen_by)
        return cards, seen_by
