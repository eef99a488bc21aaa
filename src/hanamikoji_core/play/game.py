"""One match for an app: the position, its history, undo, events and saving."""

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
from .saves import FORMAT, MOST_MOVES, VERSION, Save, dump_json, dump_line, parse_json, parse_line

if TYPE_CHECKING:
    from ..model.events import Event

__all__ = ["Game"]


class Game:
    """A match in progress. Make one with `Game.new`, or read one with `Game.from_json`.

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
        """A new match of a variant, by name, as a `Variant` or as an `Engine`.

        The rest is as in `Engine.start`. Raises `VariantError` or `SetupError`.

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
        """The position, hidden cards included: not for players.

        >>> Game.new("base", seed=7).state.round
        1
        """
        return self._states[-1]

    @property
    def to_move(self) -> int | None:
        """Whose decision it is: 0, 1, or ``None`` when the game is over.

        >>> Game.new("base", seed=7).to_move
        0
        """
        return self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None``.

        >>> Game.new("base", seed=7).outcome
        """
        return self.state.outcome

    @property
    def turn(self) -> int:
        """A number for this moment of the game: it grows by one with every move and every undo.

        It never goes back, so two positions of one game never share a number. Send it along with
        a position, and give it to `play` with the move that comes back. A game that was read from
        a save begins with the number of its moves.

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
        """The moves so far.

        >>> Game.new("base", seed=7).history
        ()
        """
        return tuple(self._moves)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every different move of the player to move, in a fixed order; see `Engine.legal_moves`.

        >>> str(Game.new("base", seed=7).legal_moves()[0])[0]
        '1'
        """
        return self.engine.legal_moves(self.state)

    def play(self, move: Move, *, player: int | None = None, turn: int | None = None) -> None:
        """Make a move.

        With `player`, only if it is that player's turn to decide. With `turn`, only if the game
        still is where `Game.turn` gave that number: a move that was meant for another position,
        or sent twice, is then refused even if it is legal again. Give both whenever a move comes
        from outside.

        Raises `IllegalMoveError` or `PluginError`; the game is then as it was. A call is one step,
        also if several threads play at the same time.

        >>> game = Game.new("base", seed=7)
        >>> game.play(game.legal_moves()[0], player=1)
        Traceback (most recent call last):
        hanamikoji_core.errors.IllegalMoveError: it is player 0's turn to decide, not player 1's
        >>> game.play(game.legal_moves()[0], player=0, turn=game.turn)
        >>> game.play(game.legal_moves()[0], player=1, turn=0)
        Traceback (most recent call last):
        hanamikoji_core.errors.IllegalMoveError: this move was made for turn 0, and it is turn 1 \
now; look at the game again
        """
        while True:
            with self._lock:
                now, before = self._turn, self._states[-1]
            if turn is not None:
                _check_turn(turn, now)
            # Nobody waits for a plug-in: the lock is not held while the engine works.
            after = self.engine.apply(before, move, player=player)
            with self._lock:
                if self._turn == now:
                    self._states.append(after)
                    self._moves.append(plain(move))
                    self._turn += 1
                    return
            # Another thread was quicker: this move is judged again, in the new position.

    def undo(self) -> Move:
        """Take back the last move and return it. Raises `IllegalMoveError` if there is none.

        Players may have seen a card drawn or revealed since: ask both before you undo.

        >>> game = Game.new("base", seed=7)
        >>> game.play(game.legal_moves()[0])
        >>> game.undo() == game.legal_moves()[0]
        True
        """
        with self._lock:
            if not self._moves:
                raise IllegalMoveError("no move has been made yet, so there is none to take back")
            self._states.pop()
            self._turn += 1
            return self._moves.pop()

    def copy(self) -> Game:
        """The same game once more: what is played in one is not played in the other.

        Cheap, as positions are values and the engine is shared. `copy.copy`, `copy.deepcopy` and
        pickling give independent games, too. A pickle holds the name of a variant that is
        installed, the variant itself otherwise, and nothing that the engine has worked out.

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
        """All that this player, or ``None``, a spectator, may know; see `Engine.observe`.

        >>> Game.new("base", seed=7).observe(1).opponent_hand_size
        7
        """
        return self.engine.observe(self.state, player)

    def events(self, player: Viewer, *, since: int = 0) -> tuple[Event, ...]:
        """What happened, as this player (or ``None``, a spectator) saw it, from the first deal.

        `since` leaves out what was told before: give the number of moves at the last call,
        ``len(game.history)``, and the first deal is left out too unless it is 0. After an undo,
        tell again from the number of moves that are left. Raises `SetupError` for another
        viewer or number.

        >>> [type(event).__name__ for event in Game.new("base", seed=7).events(1)]
        ['RoundStarted', 'Dealt', 'Dealt', 'Drew']
        """
        if type(since) is not int or since < 0:
            raise SetupError(f"since is {told(since)}; it is a number of moves, from 0")
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
        """The position as a notebook shows it: as a spectator sees it, hidden cards covered."""
        return drawing_of(self)

    def to_json(self) -> str:
        """The game as a JSON text. Raises `HanamikojiError` beyond 5,000 moves.

        >>> Game.from_json(Game.new("base", seed=7).to_json()).to_move
        0
        """
        return dump_json(self._save())

    @classmethod
    def from_json(cls, text: str, *, variant: Variant | Engine | None = None) -> Game:
        """The game that `to_json` wrote. The text may be hostile: any other is a `DecodeError`.

        A save names its variant and does not hold it. Give `variant`, of the same name, for one
        that no plug-in registers, and for one that you changed but did not rename.

        >>> Game.from_json("[]")
        Traceback (most recent call last):
        hanamikoji_core.errors.DecodeError: not a saved game: ...
        """
        return cls._load(parse_json(text), variant)

    def to_transcript(self) -> str:
        """The game in one line that a person can read.

        >>> Game.new("base", seed=7).to_transcript()
        'hanamikoji base first=0 seed=7 :'
        """
        return dump_line(self._save())

    @classmethod
    def from_transcript(cls, text: str, *, variant: Variant | Engine | None = None) -> Game:
        """The game that `to_transcript` wrote. Raises `DecodeError` for any other text.

        `variant` is as in `from_json`.

        >>> Game.from_transcript("hanamikoji base first=0 seed=7 :").to_move
        0
        """
        return cls._load(parse_line(text), variant)

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
    def _load(cls, save: Save, variant: Variant | Engine | None) -> Game:
        """Play a saved game again; anything that cannot be played is refused where it stands."""
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
                f"this saved game cannot be set up: {error}{_made_with(save, '')}"
            ) from error
        plugin = game.engine.variant.plugin
        for number, text in enumerate(save.moves, 1):
            try:
                game.play(parse_move(text))
            except HanamikojiError as error:
                raise DecodeError(
                    f"move {number} of the saved game: {error}{_made_with(save, plugin)}"
                ) from error
        return game


def _made_with(save: Save, here: str) -> str:
    """What to install for a game that cannot be read, if other plug-ins made it than are here."""
    if save.plugin in ("", here):
        return ""
    return f"; it was saved with plug-in {save.plugin[:100]!r}, so install that"


def _check_turn(turn: object, now: int) -> None:
    """Refuse a move that was meant for another moment."""
    if type(turn) is not int:
        raise IllegalMoveError(f"turn is {told(turn)}; give the number that Game.turn gave")
    if turn != now:
        raise IllegalMoveError(
            f"this move was made for turn {told(turn)}, and it is turn {now} now; "
            "look at the game again"
        )
