"""The engine: a variant compiled, and the rules of the game as functions of a position."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from attrs import evolve

from ..errors import SetupError, VariantError
from ..model.knowledge import Viewer
from ..model.moves import Move, Play
from ..model.observation import Observation
from ..model.state import Outcome, Setup, State
from ..protocol.variant import Variant
from ..wording import told
from .consistency import check_view
from .determinization import determinize
from .legality import check_own, check_turn, check_viewer, whole
from .observe import observe
from .pile_order import find_orders, lay_out, nothing_known
from .rounds import scripted
from .transitions import Transitions

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ..model.events import Event
    from .event_log import Log

__all__ = ["Engine"]

_SEEDS: Final = 2**64


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
        try:
            self._transitions = Transitions(variant)
        except Exception as error:
            raise VariantError(f"this is no usable variant: {error!r}") from error
        self.variant = variant
        # What every move needs, without a way round.
        self._name, self._compiled = self._transitions.name, self._transitions.compiled
        self._apply = self._transitions.apply
        self._orders = nothing_known(self._compiled)
        self._checked: Observation | None = None

    def __repr__(self) -> str:
        return f"Engine({self.variant.name!r})"

    def __copy__(self) -> Engine:
        return self  # It is a function of its variant, so one serves all.

    def __deepcopy__(self, memo: dict[int, object]) -> Engine:
        return self

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[str | Variant]]:
        from .pickling import reduced

        return reduced(self)

    def start(
        self, *, seed: int | None = None, first_player: int = 0, deals: Iterable[str] = ()
    ) -> State:
        """A new match, in which the first player has drawn and is about to act.

        `seed`: 0 to 2**64 - 1; by default a random one. `first_player`: 0 or 1 (S5). `deals`
        scripts the first rounds, a string each of all the letters: removed card, the starting
        player's hand, the other's hand, the deck from the top. Raises `SetupError`.

        >>> state = load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])
        >>> str(state.hands[0]), state.deck
        ('AABBCCF', 'FFFGGGG')
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "big")
        number, starter = whole(seed), whole(first_player)
        if number is None or not 0 <= number < _SEEDS:
            raise SetupError(f"seed is {told(seed)}; a seed is a whole number from 0 to 2**64 - 1")
        if starter not in (0, 1):
            raise SetupError(f"first_player is {told(first_player)}; it must be 0 or 1")
        row = self.variant.row
        setup = Setup(row, number, scripted(row, deals), self._name)
        return self._transitions.start(setup, starter, None)

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
        >>> state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
        >>> [str(move) for move in engine.legal_moves(state)[:6]]
        ['1A', '1B', '1C', '1F', '2AA', '2AB']
        """
        if state.setup.variant is not self._name:
            check_own(state.setup, self.variant)
        player, offer = state.to_move, state.offer
        if offer is not None:
            return self._compiled[offer.player].choices(offer)
        if player is None:
            return ()
        moves = self._compiled[player].moves[state.used[player]].get(state.hands[player])
        return moves if moves is not None else self._transitions.list_moves(state, player)

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        """The position after `move`; drawing, scoring and the next deal are part of it.

        With `player`, the move is refused unless it is that player's turn to decide, before
        anything is said about the cards: give it whenever a move comes from outside. Raises
        `IllegalMoveError` (the text says what would be right) or `PluginError`; the given
        position is never changed.

        >>> engine = load_engine("base")
        >>> state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
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
        viewer = check_viewer(player)
        check_own(state.setup, self.variant)
        own = viewer is not None and viewer == state.to_move
        return observe(state, viewer, self.legal_moves(state) if own else ())

    def shuffle_piles(self, move: Move, player: int, rng: Random) -> Move:
        """The same move of `player` (0 or 1), its covered piles laid out in a fair random order.

        `legal_moves` lists plays with alike piles sorted. If a player lays covered piles out like
        that, their places tell the opponent which card is which: pass every play that comes from
        that list through here. The result is chosen evenly among all layouts that `apply` takes for
        the same play. A pick stays as it is, and so does a play whose piles the opponent sees; an
        illegal move stays illegal. Only ``rng.random`` is used. Raises `SetupError` for another
        player, and `PluginError`.

        >>> import random
        >>> engine = load_engine("mini-expansion-1")
        >>> play = parse_move("3A-B-C")
        >>> laid = {str(engine.shuffle_piles(play, 0, random.Random(n))) for n in range(100)}
        >>> sorted(laid)
        ['3A-B-C', '3A-C-B', '3B-A-C', '3B-C-A', '3C-A-B', '3C-B-A']
        """
        if not isinstance(move, Play):
            return move
        try:
            orders = self._orders[player][move.marker][move.piles]
        except (KeyError, TypeError):
            orders = find_orders(self._compiled, self._orders, player, move)
        return lay_out(self._compiled[player], move, orders, rng) if orders else move

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on.

        >>> load_engine("base").outcome(load_engine("base").start(seed=7))
        """
        return state.outcome

    def determinize(self, observation: Observation, rng: Random) -> State:
        """A full position that fits the observation, drawn as a fair deal would.

        Every arrangement of the unseen physical cards over the unseen places is equally likely.
        A card that the viewer saw go into an unseen place is kept among the places where it may
        be by now. (Where a variant lets two such cards go into one hand, part of that hand is
        then laid unseen and the hand draws again, arrangements are included that put both into
        the hand although only one of its cards is old enough: never too few, sometimes too many.)
        Only ``rng.getrandbits`` is used. Raises `SetupError` for an observation that contradicts
        itself or this variant.

        >>> import random
        >>> engine = load_engine("base")
        >>> view = engine.observe(engine.start(seed=7), 1)
        >>> engine.observe(engine.determinize(view, random.Random(1)), 1) == view
        True
        """
        if observation is self._checked:  # A search draws many positions from one observation.
            return determinize(self._name, observation, rng)
        try:
            due = None if observation.offer else self._transitions.due_after(observation.used)
            check_view(self.variant, observation, due)
            state = determinize(self._name, observation, rng)
            seen = observe(state, observation.viewer, observation.legal_moves)
        except SetupError:
            raise
        except Exception as error:
            what = type(error).__name__
            raise SetupError(f"this observation cannot be: reading it raised {what}") from error
        if seen != evolve(observation, variant=self._name):
            raise SetupError("this observation cannot be: no position looks like that")
        self._checked = observation
        return state

    def narrate_start(self, state: State, viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` saw of the first deal of the match that began with `state`.

        >>> engine = load_engine("base")
        >>> engine.narrate_start(engine.start(seed=7), None)[0]
        RoundStarted(round=1, starting_player=0, removed=1)
        """
        from .event_log import Log

        return self._narrated(state, None, Log(check_viewer(viewer)))

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` sees happen when `move` is applied to `state`. Raises as `apply` does.

        >>> engine = load_engine("base")
        >>> state = engine.start(seed=7)
        >>> played = engine.narrate(state, engine.legal_moves(state)[0], 1)[0]
        >>> played.marker, str(played.piles[0])
        (1, '?')
        """
        from .event_log import Log

        return self._narrated(state, move, Log(check_viewer(viewer)))

    def narrate_openly(self, state: State, move: Move | None = None) -> tuple[Event, ...]:
        """Everything that happens, with every card named: for replays, never for players.

        Without a move, the first deal of the match that began with `state`. Raises as `apply` does.

        >>> engine = load_engine("base")
        >>> str(engine.narrate_openly(engine.start(seed=7))[1].cards)
        'ABCDDF'
        """
        from .event_log import OpenLog

        return self._narrated(state, move, OpenLog(None))

    def _narrated(self, state: State, move: Move | None, log: Log) -> tuple[Event, ...]:
        if move is not None:
            self._apply(state, move, log)
        else:
            check_own(state.setup, self.variant)
            self._transitions.start(state.setup, state.starting_player, log)
        return tuple(log.events)
