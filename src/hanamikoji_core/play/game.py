"""A match for an app: the position, its history, undo, events and saving."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING

from ..engine.engine import Engine
from ..engine.legality import check_viewer
from ..errors import DecodeError, HanamikojiError, IllegalMoveError, SetupError
from ..model.drawing import drawing_of
from ..model.knowledge import Viewer
from ..model.moves import Move, plain
from ..model.notation import parse_move
from ..model.observation import Observation
from ..model.state import Outcome, State
from ..plugins import load_engine
from ..protocol.variant import Variant
from ..wording import number_of, told
from .saves import (
    FORMAT,
    MOST_MOVES,
    VERSION,
    Save,
    dump_json,
    dump_transcript,
    parse_json,
    parse_transcript,
)

if TYPE_CHECKING:
    from ..model.events import Event

__all__ = ["Game"]


class Game:
    """A match in progress. Create one with `Game.new` or load one with `Game.from_json`.

    >>> game = Game.new("base", seed=7)
    >>> game.play(game.legal_moves()[0])
    >>> game.to_move, len(game.history)
    (1, 1)
    """

    def __init__(self, engine: Engine, start: State) -> None:
        self.engine = engine
        self._states = [start]
        self._moves: list[Move] = []
        self._turn = 0
        self._lock = Lock()

    @classmethod
    def new(
        cls,
        variant: str | Variant | Engine = "base",
        *,
        seed: int | None = None,
        first_player: int = 0,
        deals: Iterable[str] = (),
    ) -> Game:
        """Start a new match. `variant` is a name, a `Variant` or an `Engine`.

        For the other arguments see `Engine.start`. Raises `VariantError` or `SetupError`.

        >>> Game.new("base", seed=7, first_player=1).to_move
        1
        """
        engine = variant if isinstance(variant, Engine) else load_engine(variant)
        return cls(engine, engine.start(seed=seed, first_player=first_player, deals=deals))

    def __repr__(self) -> str:
        name, moves = self.engine.variant.name, len(self._moves)
        return f"<Game of {name}: round {self.state.round}, {number_of(moves, 'move')}>"

    @property
    def state(self) -> State:
        """The position with all hidden cards. Do not show it to players; see `observe`.

        >>> Game.new("base", seed=7).state.round
        1
        """
        return self._states[-1]

    @property
    def to_move(self) -> int | None:
        """The player who must decide: 0 or 1, or ``None`` when the game is over.

        >>> Game.new("base", seed=7).to_move
        0
        """
        return self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` if it is not over.

        >>> Game.new("base", seed=7).outcome
        """
        return self.state.outcome

    @property
    def turn(self) -> int:
        """A number that increases by one with every move and every undo.

        It never decreases, so two positions of a game never have the same number. Send it to the
        client with each position, and pass it to `play` with the move that the client returns.
        For a loaded game, it starts at the number of moves.

        >>> game = Game.new("base", seed=7)
        >>> game.play(game.legal_moves()[0])
        >>> game.turn
        1
        >>> move = game.undo()
        >>> game.turn
        2
        """
        return self._turn

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that have been made.

        >>> Game.new("base", seed=7).history
        ()
        """
        return tuple(self._moves)

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the player to move, in a fixed order; see `Engine.legal_moves`.

        >>> str(Game.new("base", seed=7).legal_moves()[0])[0]
        '1'
        """
        return self.engine.legal_moves(self.state)

    def play(self, move: Move, *, player: int | None = None, turn: int | None = None) -> None:
        """Make a move.

        With `player`, the move is rejected unless it is that player's turn to decide. With `turn`,
        it is rejected unless the game is still at that `Game.turn`, so a move that arrives late or
        twice does no harm. Pass both if the move comes from a client.

        Raises `IllegalMoveError` or `PluginError` and leaves the game unchanged. Several threads
        may call it at the same time.

        >>> game = Game.new("base", seed=7)
        >>> game.play(game.legal_moves()[0], player=1)
        Traceback (most recent call last):
        hanamikoji_core.errors.IllegalMoveError: it is player 0's turn to decide, not player 1's
        >>> game.play(game.legal_moves()[0], player=0, turn=game.turn)
        >>> game.play(game.legal_moves()[0], player=1, turn=0)
        Traceback (most recent call last):
        hanamikoji_core.errors.IllegalMoveError: this move was made for turn 0, but it is now turn \
1; look at the game again
        """
        while True:
            with self._lock:
                now, before = self._turn, self._states[-1]
            if turn is not None:
                _check_turn(turn, now)
            # The engine may call slow plug-ins, so the lock is not held here.
            after = self.engine.apply(before, move, player=player)
            with self._lock:
                if self._turn == now:
                    self._states.append(after)
                    self._moves.append(plain(move))
                    self._turn += 1
                    return
            # Another thread moved first. Try again in the new position.

    def undo(self) -> Move:
        """Take back the last move and return it. Raises `IllegalMoveError` if there is none.

        The players may have seen cards since then, so ask both before you undo.

        >>> game = Game.new("base", seed=7)
        >>> game.play(game.legal_moves()[0])
        >>> game.undo() == game.legal_moves()[0]
        True
        """
        with self._lock:
            if not self._moves:
                raise IllegalMoveError("there is no move to undo")
            self._states.pop()
            self._turn += 1
            return self._moves.pop()

    def copy(self) -> Game:
        """An independent copy of the game.

        This is cheap because both games share the engine and their positions are immutable.
        `copy.copy`, `copy.deepcopy` and pickling also give independent games. A pickle contains
        the variant's name if the variant is installed, and the variant itself if not.

        >>> game = Game.new("base", seed=7)
        >>> other = game.copy()
        >>> other.play(other.legal_moves()[0])
        >>> len(game.history), len(other.history)
        (0, 1)
        """
        other = Game(self.engine, self._states[0])
        with self._lock:
            other._states, other._moves, other._turn = self._states[:], self._moves[:], self._turn
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __getstate__(self) -> tuple[Engine, list[State], list[Move], int]:
        other = self.copy()
        return other.engine, other._states, other._moves, other._turn

    def __setstate__(self, kept: tuple[Engine, list[State], list[Move], int]) -> None:
        self.engine, self._states, self._moves, self._turn = kept
        self._lock = Lock()

    def observe(self, player: Viewer) -> Observation:
        """What this player may know (``None`` for a spectator); see `Engine.observe`.

        >>> Game.new("base", seed=7).observe(1).opponent_hand_size
        7
        """
        return self.engine.observe(self.state, player)

    def events(self, player: Viewer, *, since: int = 0) -> tuple[Event, ...]:
        """What happened since the first deal, as this player (``None``: a spectator) saw it.

        To get only new events, pass as `since` the number of moves at the last call, which was
        ``len(game.history)`` then. The first deal is included only if `since` is 0. After an undo,
        pass the number of moves that are left. Raises `SetupError` for an invalid viewer or number.

        >>> [type(event).__name__ for event in Game.new("base", seed=7).events(1)]
        ['RoundStarted', 'Dealt', 'Dealt', 'Drew']
        """
        if type(since) is not int or since < 0:
            raise SetupError(f"since is {told(since)}; it must be a number of moves, 0 or more")
        check_viewer(player)
        events: list[Event] = []
        with self._lock:
            states, moves = self._states[since:-1], self._moves[since:]
        if since == 0:
            events += self.engine.narrate_start(self._states[0], player)
        for state, move in zip(states, moves, strict=True):
            events += self.engine.narrate(state, move, player)
        return tuple(events)

    def _repr_svg_(self) -> str | None:
        """The position as a spectator sees it, for notebooks."""
        return drawing_of(self)

    def to_json(self) -> str:
        """The game as JSON. Raises `HanamikojiError` if it has more than 5,000 moves.

        >>> Game.from_json(Game.new("base", seed=7).to_json()).to_move
        0
        """
        return dump_json(self._save())

    @classmethod
    def from_json(cls, text: str, *, variant: Variant | Engine | None = None) -> Game:
        """Load a game that `to_json` wrote. Raises `DecodeError` for any other text.

        This is safe for untrusted input. A saved game contains only the name of its variant. Pass
        `variant` if no plug-in registers that name, or if you changed the variant without
        renaming it.

        >>> Game.from_json("[]")
        Traceback (most recent call last):
        hanamikoji_core.errors.DecodeError: not a saved game: ...
        """
        return cls._replay(parse_json(text), variant)

    def to_transcript(self) -> str:
        """The game as one readable line.

        >>> Game.new("base", seed=7).to_transcript()
        'hanamikoji base first=0 seed=7 :'
        """
        return dump_transcript(self._save())

    @classmethod
    def from_transcript(cls, text: str, *, variant: Variant | Engine | None = None) -> Game:
        """Load a game that `to_transcript` wrote. Raises `DecodeError` for any other text.

        For `variant` see `from_json`.

        >>> Game.from_transcript("hanamikoji base first=0 seed=7 :").to_move
        0
        """
        return cls._replay(parse_transcript(text), variant)

    def _save(self) -> Save:
        moves = self.history
        if len(moves) > MOST_MOVES:
            raise HanamikojiError(f"a game of more than {MOST_MOVES:,} moves cannot be saved")
        start = self._states[0]
        return Save(
            FORMAT,
            VERSION,
            self.engine.variant.name,
            start.setup.seed,
            start.starting_player,
            list(start.setup.deals),
            [str(move) for move in moves],
            self.engine.variant.plugin,
        )

    @classmethod
    def _replay(cls, save: Save, variant: Variant | Engine | None) -> Game:
        """Replay a saved game. Rejects it at the first move that is not legal."""
        if len(save.moves) > MOST_MOVES:
            raise DecodeError(f"not a saved game: more than {MOST_MOVES:,} moves")
        given = variant.variant if isinstance(variant, Engine) else variant
        if given is not None and given.name != save.variant:
            raise DecodeError(
                f"this is a saved game of {told(save.variant)}, not of {given.name!r}"
            )
        try:
            game = cls.new(
                variant or save.variant,
                seed=save.seed,
                first_player=save.first_player,
                deals=save.deals,
            )
        except HanamikojiError as error:
            raise DecodeError(
                f"this saved game cannot be set up: {error}{_saved_with(save, '')}"
            ) from error
        plugin = game.engine.variant.plugin
        for number, text in enumerate(save.moves, 1):
            try:
                game.play(parse_move(text))
            except HanamikojiError as error:
                raise DecodeError(
                    f"move {number} of the saved game: {error}{_saved_with(save, plugin)}"
                ) from error
        return game


def _saved_with(save: Save, here: str) -> str:
    """The end of an error message if another plug-in, or another version, saved the game."""
    if save.plugin in ("", here):
        return ""
    return f"; it was saved with plug-in {save.plugin[:100]!r}, which may be missing here"


def _check_turn(turn: object, now: int) -> None:
    """Reject a move that was made for another position."""
    if type(turn) is not int:
        raise IllegalMoveError(f"turn is {told(turn)}; it must be the value of Game.turn")
    if turn != now:
        raise IllegalMoveError(
            f"this move was made for turn {told(turn)}, but it is now turn {now}; "
            "look at the game again"
        )
