"""The public class `Engine`: the rules of one variant, as functions of a position."""

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
from ..wording import short_repr
from .determinization import determinize
from .legality import as_int, check_turn, check_variant, check_viewer
from .observation_check import check_observation
from .observe import observe
from .pile_order import empty_cache, find_orders, lay_out
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
    """Plays one variant. It is stateless: the result of a call depends only on its arguments.

    Raises `VariantError`, which lists every problem, if the variant cannot be played.

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
            raise VariantError(f"this is not a usable variant: {error!r}") from error
        if problems:
            raise VariantError(
                f"the variant {variant.name!r} cannot be played: {'; '.join(problems)}"
            )
        try:
            self._transitions = Transitions(variant)
        except Exception as error:
            raise VariantError(f"this is not a usable variant: {error!r}") from error
        self.variant = variant
        # Attributes that every move needs, without an extra lookup.
        self._name, self._compiled = self._transitions.name, self._transitions.compiled
        self._apply = self._transitions.apply
        self._orders = empty_cache(self._compiled)
        self._checked: Observation | None = None

    def __repr__(self) -> str:
        return f"Engine({self.variant.name!r})"

    def __copy__(self) -> Engine:
        return self  # It depends only on its variant, so a copy is not needed.

    def __deepcopy__(self, memo: dict[int, object]) -> Engine:
        return self

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[str | Variant]]:
        from .pickling import reduce_engine

        return reduce_engine(self)

    def start(
        self, *, seed: int | None = None, first_player: int = 0, deals: Iterable[str] = ()
    ) -> State:
        """A new match. The first player has drawn a card and must act.

        * `seed`: from 0 to 2**64 - 1; random by default. `first_player`: 0 or 1 (S5).
        * `deals`: scripts the first rounds. It has one string for each of them, with all letters
          of the deck: the removed cards, the starting player's hand, the other player's hand, and
          the deck from the top.

        Raises `SetupError`.

        >>> state = load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])
        >>> str(state.hands[0]), state.deck
        ('AABBCCF', 'FFFGGGG')
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "big")
        number, starter = as_int(seed), as_int(first_player)
        if number is None or not 0 <= number < _SEEDS:
            raise SetupError(
                f"seed is {short_repr(seed)}; it must be a whole number from 0 to 2**64 - 1"
            )
        if starter not in (0, 1):
            raise SetupError(f"first_player is {short_repr(first_player)}; it must be 0 or 1")
        row = self.variant.row
        setup = Setup(row, number, scripted(row, deals), self._name)
        return self._transitions.start(setup, starter, None)

    def to_move(self, state: State) -> int | None:
        """The player who must decide: 0, 1, or ``None`` when the game is over.

        >>> load_engine("base").to_move(load_engine("base").start(first_player=1))
        1
        """
        return state.to_move

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Every different move, in a fixed order; empty when the game is over.

        Plays that differ only in the order of interchangeable piles are listed once, and so are
        picks that look the same to the chooser; `apply` accepts every order. Raises
        `PluginError` if a marker does not follow the protocol.

        >>> engine = load_engine("base")
        >>> state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
        >>> [str(move) for move in engine.legal_moves(state)[:6]]
        ['1A', '1B', '1C', '1F', '2AA', '2AB']
        """
        if state.setup.variant is not self._name:
            check_variant(state.setup, self.variant)
        player, offer = state.to_move, state.offer
        if offer is not None:
            return self._compiled[offer.player].legal_picks(offer)
        if player is None:
            return ()
        moves = self._compiled[player].moves[state.used[player]].get(state.hands[player])
        return moves if moves is not None else self._transitions.list_moves(state, player)

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        """The position after `move`, including the draw, the scoring or the next deal that follows.

        Pass `player`, the sender, for every move that comes from outside: the move is rejected
        unless that player must decide, and the error reveals nothing about the cards. Raises
        `IllegalMoveError`, whose message states what is allowed, or `PluginError`. The given
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
        """Everything that `player` (0, 1, or ``None`` for a spectator) may know, and nothing else.

        >>> engine = load_engine("base")
        >>> engine.observe(engine.start(seed=7), None).hand
        Cards('')
        """
        viewer = check_viewer(player)
        check_variant(state.setup, self.variant)
        own = viewer is not None and viewer == state.to_move
        return observe(state, viewer, self.legal_moves(state) if own else ())

    def shuffle_piles(self, move: Move, player: int, rng: Random) -> Move:
        """The same move of `player` (0 or 1), with its face-down piles in a random order.

        `legal_moves` lists interchangeable piles in sorted order. If a player laid out face-down
        piles in that order, their positions would give cards away. So pass every play from that
        list through this method. It chooses evenly among all layouts that `apply` accepts as the
        same play. It does not change a pick, or a play whose piles the opponent sees, and an
        illegal move stays illegal. It uses only ``rng.random``. Raises `SetupError` if `player` is
        not 0 or 1, and `PluginError`.

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
        """How the game ended, or ``None`` if it continues.

        >>> load_engine("base").outcome(load_engine("base").start(seed=7))
        """
        return state.outcome

    def determinize(self, observation: Observation, rng: Random) -> State:
        """A random full position that fits the observation, with the probabilities of a fair deal.

        Every arrangement of the unseen physical cards over the unseen places is equally likely. A
        card that the viewer saw go into an unseen place stays in one of the places where it can
        be now. The method uses only ``rng.getrandbits``. Raises `SetupError` for an observation
        that contradicts itself or this variant.

        >>> import random
        >>> engine = load_engine("base")
        >>> view = engine.observe(engine.start(seed=7), 1)
        >>> engine.observe(engine.determinize(view, random.Random(1)), 1) == view
        True
        """
        if observation is self._checked:  # A search determinizes the same observation many times.
            return determinize(self._name, observation, rng)
        try:
            used = observation.used
            sizes = None if observation.offer else self._transitions.sizes_after(used)
            check_observation(self.variant, observation, sizes)
            state = determinize(self._name, observation, rng)
            seen = observe(state, observation.viewer, observation.legal_moves)
        except SetupError:
            raise
        except Exception as error:
            what = type(error).__name__
            raise SetupError(f"this observation is impossible: reading it raised {what}") from error
        if seen != evolve(observation, variant=self._name):
            raise SetupError("this observation is impossible: no position looks like this")
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
        """What happens when `move` is applied, with every card named: for replays, not for players.

        Without a move, the first deal of the match that began with `state`. Raises as `apply` does.

        >>> engine = load_engine("base")
        >>> str(engine.narrate_openly(engine.start(seed=7))[1].cards)
        'ACDDFG'
        """
        from .event_log import OpenLog

        return self._narrated(state, move, OpenLog(None))

    def _narrated(self, state: State, move: Move | None, log: Log) -> tuple[Event, ...]:
        if move is not None:
            self._apply(state, move, log)
        else:
            check_variant(state.setup, self.variant)
            self._transitions.start(state.setup, state.starting_player, log)
        return tuple(log.events)
