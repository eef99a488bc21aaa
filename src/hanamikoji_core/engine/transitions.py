"""The moves of the game, for a compiled variant: from one position to the next.

One path serves all: a log of ``None`` costs one comparison, and what needs the whole table (hands
and deck change within an action, or somebody has a card in mind) makes a detour over `Table`.
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
from ..wording import number_of, told
from .action import Effects, advance, answered, check_taken, laid_out
from .compiled import CompiledMarkers, CompiledPlay
from .declared import Declared
from .faults import Fault, blamed
from .legality import check_marker, check_own, check_pick, check_play, refuse_kind
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


def _numbered(markers: tuple[ActionMarker, ...]) -> dict[int, ActionMarker]:
    return {marker.number: Declared.of(marker) for marker in markers}


class Transitions:
    """The rules of play of one variant: what a start, a move and the end of a round lead to."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.name = variant.name
        first, second = variant.markers
        mine = CompiledMarkers(variant.row, _numbered(first), self._names(first))
        theirs = mine
        if first != second:
            theirs = CompiledMarkers(variant.row, _numbered(second), self._names(second))
        self.compiled = (mine, theirs)
        draws = sum(1 + m.draws for of in self.compiled for m in of.markers.values())
        deck = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
        self._spare = deck - draws
        self._due: dict[Used, tuple[int, int, int]] = {}
        # After whose use of which marker: the markers used then, and whose turn comes next.
        self._next: tuple[dict[int, dict[Used, tuple[Used, int | None]]], ...] = (
            {number: {} for number in mine.markers},
            {number: {} for number in theirs.markers},
        )

    def _names(self, markers: tuple[ActionMarker, ...]) -> dict[int, str]:
        """How each marker is called when it is blamed."""
        plugin = f", plug-in {self.variant.plugin}" if self.variant.plugin else ""
        where = f"of {self.variant.name!r}{plugin}"
        return {m.number: f"marker {m.number} ({m.name}) {where}" for m in markers}

    def list_moves(self, state: State, player: int) -> tuple[Move, ...]:
        """Every play of every unused marker, remembered where the hand alone decides."""
        of, used, hand = self.compiled[player], state.used[player], state.hands[player]
        moves: tuple[Move, ...] = tuple(
            of.script(number, piles).play
            for number in of.markers
            if number not in used
            for piles in of.listed(number, hand, lambda: observe(state, player, ()))
        )
        if not moves:
            left = ", ".join(name for n, name in of.names.items() if n not in used)
            raise PluginError(f"player {player} must act, but no play is possible with {left}")
        if of.hand_only:
            of.moves[used][hand] = moves
        return moves

    def start(self, setup: Setup, first_player: int, log: Log | None) -> State:
        return self._deal(setup, 1, first_player, setup.row.no_favor, log)

    def _deal(
        self, setup: Setup, number: int, starter: int, favor: Favor, log: Log | None
    ) -> State:
        """A round begins, up to the starting player's first draw (D1 to D3, T1)."""
        draft = StateDraft.of_round(setup, number, starter, favor)
        draft.hands, draft.deck, draft.facedown = deal(self.variant, setup, number, starter, log)
        draft.placed, draft.used, draft.memory = _NONE_PLACED, _NONE_USED, NO_MEMORY
        return self._begin_turn(draft, starter, log)

    def apply(self, state: State, move: Move, log: Log | None) -> State:
        if state.setup.variant is not self.name:
            check_own(state.setup, self.variant)
        offer = state.offer
        if offer is not None:
            if type(move) is Pick:
                return self._pick(state, move, offer, log)
        elif type(move) is Play and state.to_move is not None:
            return self._play(state, move, state.to_move, log)
        self._refuse(state, move)

    def _refuse(self, state: State, move: Move) -> NoReturn:
        player = state.to_move
        names = () if player is None else self.compiled[player].names
        refuse_kind(state, move, [n for n in names if n not in state.used[player or 0]])

    def _play(self, state: State, play: Play, player: int, log: Log | None) -> State:
        of = self.compiled[player]
        hand = state.hands[player]
        try:
            script = play.compiled
        except AttributeError:
            script = None
        if type(script) is not CompiledPlay or script.of is not of:
            script = of.known(play)
        left = None if script is None else script.left.get(hand)
        if script is None or left is None or play.marker in state.used[player]:
            script, left = self._legal_play(state, play, player)
        stage = script.stages[player] or of.stage(script, player)
        if log is not None:
            log.played(laid_out(player, script.play, script.marker.origins))
        if stage is None or state.memory.sightings:
            return self._play_at_table(state, script, player, log)
        hands = (left, state.hands[1]) if player == 0 else (state.hands[0], left)
        if type(stage) is Effects:
            return self._finish_action(state, stage, hands, log)
        return self._await_pick(state, stage, hands, log)

    def _legal_play(self, state: State, play: Play, player: int) -> tuple[CompiledPlay, Cards]:
        """A play that its marker lists for this position, and what it leaves in the hand."""
        of, hand = self.compiled[player], state.hands[player]
        number = check_marker(play, player, of.markers, state.used[player])
        listed = of.listed(number, hand, lambda: observe(state, player, ()))
        piles = play.piles
        if piles not in listed:
            piles = check_play(state, play, of.markers[number], of.names[number], listed)
        script = of.script(number, piles)
        return script, of.left(script, hand)

    def _pick(self, state: State, pick: Pick, offer: Offer, log: Log | None) -> State:
        of = self.compiled[offer.player]
        answers = of.answers(offer)
        stage = None
        try:
            if answers is not None:
                stage = answers.after[answers.picks.index(pick)]
        except ValueError:
            pass  # Another order of piles that look alike, or nonsense: judged below.
        if stage is None or log is not None or state.memory.sightings:
            pick = check_pick(offer, pick)
            if log is not None:
                log.picked(offer.chooser, pick)
            if stage is None and answers is not None:
                stage = of.stage_after(answers, pick)
            if stage is None or state.memory.sightings:
                return self._continue_action(state, Table.of(state), answered(offer, pick), log)
        if type(stage) is Effects:
            return self._finish_action(state, stage, state.hands, log)
        return self._await_pick(state, stage, state.hands, log)

    def _play_at_table(
        self, state: State, script: CompiledPlay, player: int, log: Log | None
    ) -> State:
        """A play that depends on the table, or that may move a card somebody has in mind."""
        table = Table.of(state)
        action = laid_out(player, script.play, script.marker.origins)
        table.lay_out(action, script.marker.origins)
        return self._continue_action(state, table, action, log)

    def _continue_action(self, state: State, table: Table, action: Offer, log: Log | None) -> State:
        """Follow the marker with the table in view, up to the next question or the end."""
        player = action.player
        of = self.compiled[player]
        marker = of.markers[action.marker]

        def see() -> Observation:
            if marker.hand_only:
                return of.blank
            return observe(evolve(table.put_on(state), offer=None, to_move=player), player, ())

        def take(action: Offer, instruction: Take) -> Offer:
            deck = len(table.deck)
            action = table.take(action, instruction, state)
            if instruction.source is From.DECK_TOP and not instruction.or_fewer:
                # One card was drawn from what was due before this turn.
                taken = self.due_after(state.used)[2] - 1 - deck + instruction.count
                check_taken(marker, taken)
            if log is not None:
                log.took(action, instruction.source)
            return action

        with blamed(of.names[action.marker]):
            stage = advance(marker, action, see, take)
        if type(stage) is Effects:
            now = table.put_on(state)
            return self._finish_action(now, evolve(stage, plain=False), now.hands, log)
        table.turn_up(action, stage)
        now = table.put_on(state)
        return self._await_pick(now, stage, now.hands, log)

    def _await_pick(self, state: State, offer: Offer, hands: Pair, log: Log | None) -> State:
        """Somebody is asked to pick."""
        if log is not None:
            log.offered(offer)
        draft = state.later()
        draft.to_move, draft.offer = offer.chooser, offer
        draft.hands, draft.placed, draft.deck = hands, state.placed, state.deck
        draft.used, draft.facedown, draft.memory = state.used, state.facedown, state.memory
        return draft.frozen()

    def _finish_action(self, state: State, effects: Effects, hands: Pair, log: Log | None) -> State:
        """The action is over: the piles arrive, the marker is flipped, the next turn begins."""
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
        if effects.plain:  # And nobody has a card in mind: such an action went over the table.
            if effects.places:
                (first, second), more = placed, effects.placed
                placed = (first.__add__(more[0]), second.__add__(more[1]))
            draft.hands, draft.placed, draft.deck, draft.memory = hands, placed, state.deck, memory
        else:
            table = Table(list(hands), list(placed), state.deck, memory)
            with blamed(self.compiled[player].names[marker]):
                table.settle(effects, len(state.facedown))
                self._check_accounts(table, draft.used)
            draft.hands, draft.placed, draft.deck, draft.memory = table.contents()
        if next_player is None:
            return self._end_round(draft, log)
        return self._begin_turn(draft, next_player, log)

    def _turn_after(self, player: int, marker: int, used: Used) -> tuple[Used, int | None]:
        """The markers used after this one, and who acts next (T1), ``None`` at the round's end."""
        mine = used[player] | {marker}
        after = (mine, used[1]) if player == 0 else (used[0], mine)
        waiting = [p for p in (1 - player, player) if len(after[p]) < len(self.compiled[p].markers)]
        turn = (after, waiting[0] if waiting else None)
        self._next[player][marker][used] = turn
        return turn

    def _begin_turn(self, draft: StateDraft, player: int, log: Log | None) -> State:
        """`player` draws the top card of the deck and is to act (T2)."""
        hands, deck, memory = draft.hands, draft.deck, draft.memory
        try:
            card = _CARD[deck[0]]
        except IndexError:
            name = told(self.variant.name)
            raise PluginError(f"the deck of {name} ran out: a marker changed its word") from None
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
        """Scoring and update: the game ends, or the second player starts a new round (U1 to U4)."""
        facedown, memory = draft.facedown, draft.memory
        draft.placed, draft.favor, outcome = score(self.variant, draft, log)
        if outcome is None:
            starter = 1 - draft.starting_player
            return self._deal(draft.setup, draft.round + 1, starter, draft.favor, log)
        draft.to_move, draft.outcome = None, outcome
        draft.facedown = tuple(lot for lot in facedown if lot.scores_for is None)
        draft.memory = memory.after_revealing(facedown)
        return draft.frozen()

    def _check_accounts(self, table: Table, used: Used) -> None:
        """Each player can still pay for the markers left, or the last action broke its word."""
        *hands, deck = self.due_after(used)
        for player, size in enumerate(hands):
            have = len(table.hands[player])
            if have != size:
                raise Fault(
                    f"leaves player {player} with {number_of(have, 'card')} in hand; "
                    f"by what the markers declare it must be {size}"
                )
        if len(table.deck) != deck:
            raise Fault(
                f"leaves {number_of(len(table.deck), 'card')} in the deck; "
                f"by what the markers declare it must be {deck}"
            )

    def due_after(self, used: Used) -> tuple[int, int, int]:
        """The cards that both hands and the deck must hold once these markers are used."""
        due = self._due.get(used)
        if due is None:
            left = [
                [marker for n, marker in self.compiled[p].markers.items() if n not in used[p]]
                for p in (0, 1)
            ]
            hands = [
                sum(marker.cost - 1 for marker in left[p]) - sum(m.gives for m in left[1 - p])
                for p in (0, 1)
            ]
            deck = self._spare + sum(1 + marker.draws for markers in left for marker in markers)
            due = self._due[used] = hands[0], hands[1], deck
        return due
