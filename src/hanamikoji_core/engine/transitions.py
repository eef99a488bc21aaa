"""The transitions from one position to the next, for a compiled variant.

The same code runs with and without a log; a log of ``None`` costs one comparison. Most actions do
not need a `Table`. It is used if an action changes a hand or the deck before it is complete, or if
somebody remembers a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from attrs import evolve

from ..errors import PluginError
from ..model.cards import Cards
from ..model.knowledge import NOBODY
from ..model.memory import NO_MEMORY
from ..model.moves import Move, Pick, Play
from ..model.observation import Observation
from ..model.places import From
from ..model.row import Favor
from ..model.state import Offer, Setup, State, StateDraft
from ..protocol.markers import ActionMarker, Take
from ..protocol.variant import Variant
from ..wording import number_of, short_repr
from .action import Effects, advance, answered, check_taken, laid_out
from .compiled import CompiledMarkers, CompiledPlay
from .faults import Fault, blamed
from .legality import check_marker, check_pick, check_play, check_variant, raise_wrong_kind
from .marker_snapshot import MarkerSnapshot
from .observe import observe
from .rounds import deal, score
from .table import Table

if TYPE_CHECKING:
    from .event_log import Log

_CARD: Final = {letter: Cards(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_NONE_PLACED: Final = (Cards(), Cards())
_NONE_USED: Final[tuple[frozenset[int], frozenset[int]]] = (frozenset(), frozenset())

Pair: TypeAlias = tuple[Cards, Cards]
Used: TypeAlias = tuple[frozenset[int], frozenset[int]]


def _by_number(markers: tuple[ActionMarker, ...]) -> dict[int, ActionMarker]:
    return {marker.number: MarkerSnapshot.of(marker) for marker in markers}


class Transitions:
    """The transitions of one variant: the start, each move, and the end of a round."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.name = variant.name
        first, second = variant.markers
        mine = CompiledMarkers(variant.row, _by_number(first), self._names(first))
        theirs = mine
        if first != second:
            theirs = CompiledMarkers(variant.row, _by_number(second), self._names(second))
        self.compiled = (mine, theirs)
        draws = sum(1 + m.draws for of in self.compiled for m in of.markers.values())
        deck = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
        self._unused_deck = deck - draws  # The cards that are never drawn.
        self._sizes: dict[Used, tuple[int, int, int]] = {}
        # By player, marker and used markers: the used markers afterwards, and who acts next.
        self._next: tuple[dict[int, dict[Used, tuple[Used, int | None]]], ...] = (
            {number: {} for number in mine.markers},
            {number: {} for number in theirs.markers},
        )

    def _names(self, markers: tuple[ActionMarker, ...]) -> dict[int, str]:
        """The name of each marker in an error."""
        plugin = f", plug-in {self.variant.plugin}" if self.variant.plugin else ""
        where = f"of {self.variant.name!r}{plugin}"
        return {m.number: f"marker {m.number} ({m.name}) {where}" for m in markers}

    def list_moves(self, state: State, player: int) -> tuple[Move, ...]:
        """Every play of every unused marker; cached if it depends only on the hand."""
        of, used, hand = self.compiled[player], state.used[player], state.hands[player]
        moves: tuple[Move, ...] = tuple(
            of.compile_play(number, piles).play
            for number in of.markers
            if number not in used
            for piles in of.list_layouts(number, hand, lambda: observe(state, player, ()))
        )
        if not moves:
            unused = ", ".join(name for n, name in of.names.items() if n not in used)
            raise PluginError(f"player {player} must act, but no play is possible with {unused}")
        if of.hand_only:
            of.moves[used][hand] = moves
        return moves

    def start(self, setup: Setup, first_player: int, log: Log | None) -> State:
        return self._deal(setup, 1, first_player, setup.row.no_favor, log)

    def _deal(
        self, setup: Setup, number: int, starter: int, favor: Favor, log: Log | None
    ) -> State:
        """Begin a round, up to the starting player's first draw (D1 to D3, T1)."""
        draft = StateDraft.of_round(setup, number, starter, favor)
        draft.hands, draft.deck, draft.facedown = deal(self.variant, setup, number, starter, log)
        draft.placed, draft.used, draft.memory = _NONE_PLACED, _NONE_USED, NO_MEMORY
        return self._begin_turn(draft, starter, log)

    def apply(self, state: State, move: Move, log: Log | None) -> State:
        if state.setup.variant is not self.name:
            check_variant(state.setup, self.variant)
        offer = state.offer
        if offer is not None:
            if type(move) is Pick:
                return self._pick(state, move, offer, log)
        elif type(move) is Play and state.to_move is not None:
            return self._play(state, move, state.to_move, log)
        self._raise_wrong_kind(state, move)

    def _raise_wrong_kind(self, state: State, move: Move) -> NoReturn:
        player = state.to_move
        names = () if player is None else self.compiled[player].names
        raise_wrong_kind(state, move, [n for n in names if n not in state.used[player or 0]])

    def _play(self, state: State, play: Play, player: int, log: Log | None) -> State:
        of = self.compiled[player]
        hand = state.hands[player]
        try:
            compiled = play.compiled
        except AttributeError:
            compiled = None
        if type(compiled) is not CompiledPlay or compiled.owner is not of:
            compiled = of.find_play(play)
        left = None if compiled is None else compiled.left.get(hand)
        if compiled is None or left is None or play.marker in state.used[player]:
            compiled, left = self._legal_play(state, play, player)
        stage = compiled.stages[player] or of.stage_after_play(compiled, player)
        if log is not None:
            log.played(laid_out(player, compiled.play, compiled.marker.origins))
        if stage is None or state.memory.sightings:
            return self._play_with_table(state, compiled, player, log)
        hands = (left, state.hands[1]) if player == 0 else (state.hands[0], left)
        if type(stage) is Effects:
            return self._finish_action(state, stage, hands, log)
        return self._await_pick(state, stage, hands, log)

    def _legal_play(self, state: State, play: Play, player: int) -> tuple[CompiledPlay, Cards]:
        """A play that its marker lists in this position, and the hand after it."""
        of, hand = self.compiled[player], state.hands[player]
        number = check_marker(play, player, of.markers, state.used[player])
        listed = of.list_layouts(number, hand, lambda: observe(state, player, ()))
        piles = play.piles
        if piles not in listed:
            piles = check_play(state, play, of.markers[number], of.names[number], listed)
        compiled = of.compile_play(number, piles)
        return compiled, of.hand_after(compiled, hand)

    def _pick(self, state: State, pick: Pick, offer: Offer, log: Log | None) -> State:
        of = self.compiled[offer.player]
        compiled = of.find_offer(offer)
        stage = None
        try:
            if compiled is not None:
                stage = compiled.stages[compiled.picks.index(pick)]
        except ValueError:
            pass  # Another choice of equal piles, or an illegal pick: checked below.
        if stage is None or log is not None or state.memory.sightings:
            pick = check_pick(offer, pick)
            if log is not None:
                log.picked(offer.chooser, pick)
            if stage is None and compiled is not None:
                stage = of.stage_after_pick(compiled, pick)
            if stage is None or state.memory.sightings:
                return self._continue_action(state, Table.of(state), answered(offer, pick), log)
        if type(stage) is Effects:
            return self._finish_action(state, stage, state.hands, log)
        return self._await_pick(state, stage, state.hands, log)

    def _play_with_table(
        self, state: State, compiled: CompiledPlay, player: int, log: Log | None
    ) -> State:
        """A play that depends on the table, or that may move a card that somebody remembers."""
        table = Table.of(state)
        action = laid_out(player, compiled.play, compiled.marker.origins)
        table.lay_out(action, compiled.marker.origins)
        return self._continue_action(state, table, action, log)

    def _continue_action(self, state: State, table: Table, action: Offer, log: Log | None) -> State:
        """Follow the marker's steps on the table, up to the next pick or the end of the action."""
        player = action.player
        of = self.compiled[player]
        marker = of.markers[action.marker]

        def view() -> Observation:
            if marker.hand_only:
                return of.blank
            return observe(evolve(table.put_on(state), offer=None, to_move=player), player, ())

        def take(action: Offer, instruction: Take) -> Offer:
            deck = len(table.deck)
            action = table.take(action, instruction, state)
            if instruction.source is From.DECK_TOP and not instruction.or_fewer:
                # One card was drawn at the start of this turn.
                taken = self.sizes_after(state.used)[2] - 1 - deck + instruction.count
                check_taken(marker, taken)
            if log is not None:
                log.took(action, instruction.source)
            return action

        with blamed(of.names[action.marker]):
            stage = advance(marker, action, view, take)
        if type(stage) is Effects:
            now = table.put_on(state)
            return self._finish_action(now, evolve(stage, plain=False), now.hands, log)
        table.turn_up(action, stage)
        now = table.put_on(state)
        return self._await_pick(now, stage, now.hands, log)

    def _await_pick(self, state: State, offer: Offer, hands: Pair, log: Log | None) -> State:
        """Leave an offer open, until a player picks."""
        if log is not None:
            log.offered(offer)
        draft = state.later()
        draft.to_move, draft.offer = offer.chooser, offer
        draft.hands, draft.placed, draft.deck = hands, state.placed, state.deck
        draft.used, draft.facedown, draft.memory = state.used, state.facedown, state.memory
        return draft.frozen()

    def _finish_action(self, state: State, effects: Effects, hands: Pair, log: Log | None) -> State:
        """Place the piles, flip the marker and begin the next turn."""
        if log is not None:
            log.placed(effects)
        player, marker = effects.player, effects.marker
        turn = self._next[player][marker].get(state.used)
        if turn is None:
            turn = self._turn_after(player, marker, state.used)
        draft = state.later()
        draft.used, next_player = turn
        draft.facedown = state.facedown + effects.facedown
        placed, memory = state.placed, state.memory
        if effects.plain:  # The memory does not change either.
            if effects.places:
                (first, second), more = placed, effects.placed
                placed = (first.__add__(more[0]), second.__add__(more[1]))
            draft.hands, draft.placed, draft.deck, draft.memory = hands, placed, state.deck, memory
        else:
            table = Table(list(hands), list(placed), state.deck, memory)
            with blamed(self.compiled[player].names[marker]):
                table.settle(effects, len(state.facedown))
                self._check_sizes(table, draft.used)
            draft.hands, draft.placed, draft.deck, draft.memory = table.contents()
        if next_player is None:
            return self._end_round(draft, log)
        return self._begin_turn(draft, next_player, log)

    def _turn_after(self, player: int, marker: int, used: Used) -> tuple[Used, int | None]:
        """The used markers, and who acts next (T1); ``None`` at the end of the round."""
        mine = used[player] | {marker}
        after = (mine, used[1]) if player == 0 else (used[0], mine)
        waiting = [p for p in (1 - player, player) if len(after[p]) < len(self.compiled[p].markers)]
        turn = (after, waiting[0] if waiting else None)
        self._next[player][marker][used] = turn
        return turn

    def _begin_turn(self, draft: StateDraft, player: int, log: Log | None) -> State:
        """Let `player` draw the top card of the deck (T2)."""
        hands, deck, memory = draft.hands, draft.deck, draft.memory
        try:
            card = _CARD[deck[0]]
        except IndexError:
            name = short_repr(self.variant.name)
            raise PluginError(
                f"the deck of {name} ran out: a marker does not do what it declares"
            ) from None
        if log is not None:
            mark = memory.deck[0] if memory.deck else None
            log.drew(player, card, mark.seen_by if mark else NOBODY)
        if memory.deck:
            table = Table(list(hands), list(draft.placed), deck, memory)
            table.draw(player)
            draft.hands, draft.placed, draft.deck, draft.memory = table.contents()
        else:
            first, second = hands
            if player == 0:
                draft.hands = (first.__add__(card), second)
            else:
                draft.hands = (first, second.__add__(card))
            draft.deck = deck[1:]
        draft.to_move = player
        return draft.frozen()

    def _end_round(self, draft: StateDraft, log: Log | None) -> State:
        """Score the round. Then end the game or let the other player start a round (U1 to U4)."""
        facedown, memory = draft.facedown, draft.memory
        draft.placed, draft.favor, outcome = score(self.variant, draft, log)
        if outcome is None:
            starter = 1 - draft.starting_player
            return self._deal(draft.setup, draft.round + 1, starter, draft.favor, log)
        draft.to_move, draft.outcome = None, outcome
        draft.facedown = tuple(lot for lot in facedown if lot.scores_for is None)
        draft.memory = memory.after_revealing(facedown)
        return draft.frozen()

    def _check_sizes(self, table: Table, used: Used) -> None:
        """Raise `Fault` unless the last action moved as many cards as its marker declares."""
        *hands, deck = self.sizes_after(used)
        for player, size in enumerate(hands):
            have = len(table.hands[player])
            if have != size:
                raise Fault(
                    f"leaves player {player} with {number_of(have, 'card')} in hand; "
                    f"the declarations of the markers require {size}"
                )
        if len(table.deck) != deck:
            raise Fault(
                f"leaves {number_of(len(table.deck), 'card')} in the deck; "
                f"the declarations of the markers require {deck}"
            )

    def sizes_after(self, used: Used) -> tuple[int, int, int]:
        """The sizes of both hands and of the deck once these markers are used."""
        sizes = self._sizes.get(used)
        if sizes is None:
            unused = [
                [marker for n, marker in self.compiled[p].markers.items() if n not in used[p]]
                for p in (0, 1)
            ]
            hands = [
                sum(marker.cost - 1 for marker in unused[p]) - sum(m.gives for m in unused[1 - p])
                for p in (0, 1)
            ]
            drawn = sum(1 + marker.draws for markers in unused for marker in markers)
            sizes = self._sizes[used] = hands[0], hands[1], self._unused_deck + drawn
        return sizes
