"""The engine: a variant compiled, and the rules of the game as functions of a position."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from random import Random

from attrs import evolve

from ._action import Effects, advance, answered, laid_out, picks_of
from ._determinize import determinize
from ._faults import Fault, blamed
from ._judge import check_kind, check_marker, check_turn, judge_pick, judge_play
from ._log import Log
from ._look import look
from ._markers_of import MarkersOf, Script
from ._rounds import deal, score, scripted
from ._table import Table
from .cards import Cards
from .errors import IllegalMoveError, PluginError, SetupError, VariantError
from .events import Event
from .knowledge import NOBODY, Memory, Viewer
from .markers import ActionMarker, Take
from .moves import Move, Pick, Play
from .observation import Observation
from .state import FaceDown, Offer, Outcome, Setup, State
from .variant import Variant

__all__ = ["Engine"]

_SEEDS = 2**64
_CARD = {letter: Cards(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class Engine:
    """Plays one variant. Stateless for its user: every call is a function of its arguments.

    Raises `VariantError` with every problem listed where the variant does not add up.

    >>> engine = Engine(available_variants()["base"])
    >>> state = engine.start(seed=7)
    >>> state = engine.apply(state, engine.legal_moves(state)[0])
    >>> engine.to_move(state), state.used[0]
    (1, frozenset({1}))
    """

    def __init__(self, variant: Variant) -> None:
        try:
            problems = variant.problems()
        except Exception as error:
            raise VariantError(f"this is no usable variant: {error!r}") from error
        if problems:
            raise VariantError(f"the variant {variant.name!r} cannot work: {'; '.join(problems)}")
        self.variant = variant
        names = [{m.number: self._name(m) for m in markers} for markers in variant.markers]
        numbered = [{m.number: m for m in markers} for markers in variant.markers]
        first = MarkersOf(variant.row, numbered[0], names[0])
        same = variant.markers[0] == variant.markers[1]
        self._of = (first, first if same else MarkersOf(variant.row, numbered[1], names[1]))
        self._turns = (len(variant.markers[0]), len(variant.markers[1]))

    def __repr__(self) -> str:
        return f"Engine({self.variant.name!r})"

    def start(
        self, *, seed: int | None = None, first_player: int = 0, deals: Iterable[str] = ()
    ) -> State:
        """A new match, in which the first player has drawn and is about to act.

        `seed`: 0 to 2**64 - 1; by default a random one. `first_player`: 0 or 1 (S5). `deals`
        scripts the first rounds, a string each of all the letters: removed card, the starting
        player's hand, the other's hand, the deck from the top. Raises `SetupError`.

        >>> state = load_engine("base").start(deals=["G" "AABBCC" "DDDEEE" "FFFFGGGG"])
        >>> str(state.hands[0]), state.deck
        ('AABBCCF', 'FFFGGGG')
        """
        if seed is None:
            seed = secrets.randbelow(_SEEDS)
        if type(seed) is not int or not 0 <= seed < _SEEDS:
            raise SetupError(f"seed is {seed!r}; a seed is a whole number from 0 to 2**64 - 1")
        if type(first_player) is not int or first_player not in (0, 1):
            raise SetupError(f"first_player is {first_player!r}; it must be 0 or 1")
        row = self.variant.row
        return self._start(Setup(row, seed, scripted(row, deals)), first_player, None)

    def to_move(self, state: State) -> int | None:
        """Whose decision it is: 0, 1, or ``None`` when the game is over.

        >>> load_engine("base").to_move(load_engine("base").start(first_player=1))
        1
        """
        return state.to_move

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Every different move, in a fixed order; empty when the game is over.

        Plays that differ only in the order of piles that are alike are listed once, and so are
        picks that look the same to the chooser; `apply` accepts every order. Raises
        `PluginError` where a marker breaks its promise.

        >>> engine = load_engine("base")
        >>> state = engine.start(deals=["G" "AABBCC" "DDDEEE" "FFFFGGGG"])
        >>> [str(move) for move in engine.legal_moves(state)[:6]]
        ['1A', '1B', '1C', '1F', '2AA', '2AB']
        """
        player = state.to_move
        if player is None:
            return ()
        offer = state.offer
        if offer is not None:
            answers = self._of[offer.player].offers.get(offer)
            return answers.picks if answers is not None else picks_of(offer)
        moves = self._of[player].moves.get((state.hands[player], state.used[player]))
        return moves if moves is not None else self._list_moves(state, player)

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        """The position after `move`; drawing, scoring and the next deal are part of it.

        With `player`, the move is refused unless it is that player's turn to decide, before
        anything is said about the cards: give it whenever a move comes from outside. Raises
        `IllegalMoveError` (the text says what would be right) or `PluginError`; the given
        position is never changed.

        >>> engine = load_engine("base")
        >>> state = engine.start(deals=["G" "AABBCC" "DDDEEE" "FFFFGGGG"])
        >>> engine.apply(state, Play(1, (Cards("A"),))).facedown[1].cards
        Cards('A')
        """
        if player is not None:
            check_turn(state, player)
        return self._apply(state, move, None)

    def observe(self, state: State, player: Viewer) -> Observation:
        """All that `player` (0, 1, or ``None`` for a spectator) may know, and nothing else.

        >>> engine = load_engine("base")
        >>> engine.observe(engine.start(seed=7), None).hand
        Cards('')
        """
        if player is not None and (type(player) is not int or player not in (0, 1)):
            raise SetupError(f"the viewer is {player!r}; it must be 0, 1 or None")
        own = player is not None and player == state.to_move
        return look(state, player, self.legal_moves(state) if own else ())

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on.

        >>> load_engine("base").outcome(load_engine("base").start(seed=7))
        """
        return state.outcome

    def determinize(self, observation: Observation, rng: Random) -> State:
        """A full position that fits the observation, drawn as a fair deal would.

        Every arrangement of the unseen physical cards over the unseen places is equally likely.
        Only ``rng.getrandbits`` is used. Raises `SetupError` or `CardsError` for an observation
        that does not add up.

        >>> import random
        >>> engine = load_engine("base")
        >>> view = engine.observe(engine.start(seed=7), 1)
        >>> engine.observe(engine.determinize(view, random.Random(1)), 1) == view
        True
        """
        return determinize(observation, rng)

    def narrate_start(self, state: State, viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` saw of the first deal of the match that began with `state`.

        >>> engine = load_engine("base")
        >>> engine.narrate_start(engine.start(seed=7), None)[0]
        RoundStarted(round=1, starting_player=0, removed=1)
        """
        log, setup = Log(viewer), state.setup
        self._start(setup, state.starting_player, log)
        return tuple(log.events)

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` sees happen when `move` is applied to `state`. Raises as `apply` does.

        >>> engine = load_engine("base")
        >>> state = engine.start(seed=7)
        >>> played = engine.narrate(state, engine.legal_moves(state)[0], 1)[0]
        >>> played.marker, str(played.piles[0])
        (1, '?')
        """
        log = Log(viewer)
        self._apply(state, move, log)
        return tuple(log.events)

    # Below, a log of ``None`` costs one comparison: play and narration are the same code.

    def _name(self, marker: ActionMarker) -> str:
        plugin = f", plug-in {self.variant.plugin}" if self.variant.plugin else ""
        return f"marker {marker.number} ({marker.name}) of {self.variant.name!r}{plugin}"

    def _start(self, setup: Setup, first_player: int, log: Log | None) -> State:
        state = deal(self.variant, setup, 1, first_player, setup.row.no_favor, log)
        return self._first_turn(state, first_player, log)

    def _first_turn(self, state: State, player: int, log: Log | None) -> State:
        return self._turn(
            state,
            player,
            state.hands,
            state.placed,
            state.used,
            state.deck,
            state.facedown,
            state.memory,
            log,
        )

    def _apply(self, state: State, move: Move, log: Log | None) -> State:
        offer, player = state.offer, state.to_move
        if type(move) is Play and offer is None and player is not None:
            return self._play(state, move, player, log)
        if type(move) is Pick and offer is not None:
            return self._pick(state, move, offer, log)
        names = () if player is None else self._of[player].names
        check_kind(state, move, [n for n in names if n not in state.used[player or 0]])
        raise IllegalMoveError("nobody is to move in this position")

    def _play(self, state: State, play: Play, player: int, log: Log | None) -> State:
        of = self._of[player]
        script = None
        try:
            if play.marker not in state.used[player]:
                script = of.plays[play.marker][state.hands[player]].get(play)
        except (KeyError, TypeError):
            pass  # Not met yet, or nonsense: found out below.
        if script is None:
            script = self._find(state, play, player)
        stage = script.stages[player] or of.stage(script, player)
        if log is not None:
            log.played(laid_out(player, script.play, script.marker.origins))
        if stage is None or state.memory.sightings:
            return self._play_at_table(state, script, player, log)
        first, second = state.hands
        if player == 0:
            hands = (first - script.cards, second)
        else:
            hands = (first, second - script.cards)
        if stage.__class__ is Effects:
            return self._done(state, stage, hands, log)
        return self._wait(state, stage, hands, log)

    def _find(self, state: State, play: Play, player: int) -> Script:
        """The script of a play that was not met with this hand yet; the play is judged here."""
        of = self._of[player]
        markers = {n: marker.name for n, marker in of.markers.items()}
        check_marker(play, player, markers, state.used[player])
        listing = of.listing(play.marker, state.hands[player], lambda: look(state, player, ()))
        with suppress(TypeError):
            if play in listing:
                return listing[play]
        with blamed(of.names[play.marker]):
            return of.script(judge_play(state, play, of.markers[play.marker], listing))

    def _pick(self, state: State, pick: Pick, offer: Offer, log: Log | None) -> State:
        of = self._of[offer.player]
        answers = of.offers.get(offer)
        stage = None
        try:
            stage = answers.after.get(pick) if answers is not None else None
        except TypeError:
            pass  # Unhashable nonsense: judged below.
        if stage is None:
            pick = judge_pick(offer, pick)
            if answers is not None:
                stage = of.stage_after(offer, answers, pick)
        if log is not None:
            log.picked(offer.chooser, pick)
        if stage is None or state.memory.sightings:
            return self._pick_at_table(state, answered(offer, pick), log)
        if stage.__class__ is Effects:
            return self._done(state, stage, state.hands, log)
        return self._wait(state, stage, state.hands, log)

    def _play_at_table(self, state: State, script: Script, player: int, log: Log | None) -> State:
        """A play that depends on the table, or that may move a card somebody has in mind."""
        table = Table.of(state)
        action = laid_out(player, script.play, script.marker.origins)
        table.lay_out(action, script.marker.origins)
        return self._go_on(state, table, action, log)

    def _pick_at_table(self, state: State, action: Offer, log: Log | None) -> State:
        return self._go_on(state, Table.of(state), action, log)

    def _go_on(self, state: State, table: Table, action: Offer, log: Log | None) -> State:
        """Follow the marker with the table in view, up to the next question or the end."""
        player = action.player
        of = self._of[player]

        def see() -> Observation:
            return look(evolve(table.put_on(state), offer=None, to_move=player), player, ())

        def take(action: Offer, instruction: Take) -> Offer:
            action = table.take(action, instruction, state)
            if log is not None:
                log.took(action, instruction.source)
            return action

        with blamed(of.names[action.marker]):
            stage = advance(of.markers[action.marker], action, see, take)
        now = table.put_on(state)
        if isinstance(stage, Effects):
            return self._done(now, evolve(stage, plain=False), now.hands, log)
        table.turn_up(action, stage)
        return self._wait(table.put_on(state), stage, now.hands, log)

    def _wait(
        self, state: State, offer: Offer, hands: tuple[Cards, Cards], log: Log | None
    ) -> State:
        """Somebody is asked to pick."""
        if log is not None:
            log.offered(offer)
        return State(
            state.setup,
            state.round,
            state.starting_player,
            offer.chooser,
            state.favor,
            hands,
            state.placed,
            state.used,
            state.deck,
            state.facedown,
            offer,
            None,
            state.memory,
        )

    def _done(
        self, state: State, effects: Effects, hands: tuple[Cards, Cards], log: Log | None
    ) -> State:
        """The action is over: the piles arrive, the marker is flipped, the next turn begins."""
        if log is not None:
            log.placed(effects)
        action = effects.action
        player = action.player
        mine, theirs = state.used
        if player == 0:
            used = (mine | {action.marker}, theirs)
        else:
            used = (mine, theirs | {action.marker})
        deck, memory = state.deck, state.memory
        if effects.plain and not memory.sightings:
            first, second = state.placed
            more, others = effects.placed
            placed = (first + more, second + others)
        else:
            table = Table(list(hands), list(state.placed), deck, memory)
            with blamed(self._of[player].names[action.marker]):
                table.settle(effects, len(state.facedown))
                self._check_accounts(table, used)
            hands, placed = (table.hands[0], table.hands[1]), (table.placed[0], table.placed[1])
            deck, memory = table.deck, table.memory
        facedown = state.facedown + effects.facedown
        other = 1 - player
        if len(used[other]) < self._turns[other]:
            player = other
        elif len(used[player]) == self._turns[player]:
            return self._end_round(
                evolve(
                    state,
                    offer=None,
                    hands=hands,
                    placed=placed,
                    used=used,
                    deck=deck,
                    facedown=facedown,
                    memory=memory,
                ),
                log,
            )
        return self._turn(state, player, hands, placed, used, deck, facedown, memory, log)

    def _turn(
        self,
        state: State,
        player: int,
        hands: tuple[Cards, Cards],
        placed: tuple[Cards, Cards],
        used: tuple[frozenset[int], frozenset[int]],
        deck: str,
        facedown: tuple[FaceDown, ...],
        memory: Memory,
        log: Log | None,
    ) -> State:
        """`player` draws the top card of the deck and is to act (T2)."""
        card = _CARD[deck[0]]
        if log is not None:
            mark = memory.deck[0] if memory.deck else None
            log.drew(player, card, mark.seen_by if mark else NOBODY)
        if memory.deck:
            table = Table(list(hands), list(placed), deck, memory)
            table.draw(player)
            hands, deck, memory = (table.hands[0], table.hands[1]), table.deck, table.memory
        else:
            first, second = hands
            hands = (first + card, second) if player == 0 else (first, second + card)
            deck = deck[1:]
        return State(
            state.setup,
            state.round,
            state.starting_player,
            player,
            state.favor,
            hands,
            placed,
            used,
            deck,
            facedown,
            None,
            None,
            memory,
        )

    def _end_round(self, state: State, log: Log | None) -> State:
        """Scoring and update: the game ends, or the second player starts a new round (U1 to U4)."""
        scored = score(self.variant, state, log)
        if scored.outcome is not None:
            return scored
        starter = 1 - state.starting_player
        number = state.round + 1
        dealt = deal(self.variant, state.setup, number, starter, scored.favor, log)
        return self._first_turn(dealt, starter, log)

    def _check_accounts(self, table: Table, used: tuple[frozenset[int], frozenset[int]]) -> None:
        """Each player can still pay for the markers left, or the last action broke its word."""
        left = [
            [marker for n, marker in self._of[p].markers.items() if n not in used[p]] for p in (0, 1)
        ]
        for player in (0, 1):
            coming = len(left[player]) + sum(marker.gives for marker in left[1 - player])
            owed = sum(marker.cost for marker in left[player])
            if len(table.hands[player]) + coming != owed:
                raise Fault(
                    f"leaves player {player} with {len(table.hands[player])} cards in hand; "
                    f"by what the markers declare it must be {owed - coming}"
                )
        draws = sum(1 + marker.draws for markers in left for marker in markers)
        if len(table.deck) < draws:
            raise Fault(f"leaves {len(table.deck)} cards in the deck; {draws} are still drawn")

    def _list_moves(self, state: State, player: int) -> tuple[Move, ...]:
        """Every play of every unused marker, remembered where the hand alone decides."""
        of, used, hand = self._of[player], state.used[player], state.hands[player]
        moves: tuple[Move, ...] = tuple(
            play
            for number in of.markers
            if number not in used
            for play in of.listing(number, hand, lambda: look(state, player, ()))
        )
        if not moves:
            left = ", ".join(name for n, name in of.names.items() if n not in used)
            raise PluginError(f"player {player} must act, but no play is possible with {left}")
        if of.hand_only:
            of.moves[hand, used] = moves
        return moves
