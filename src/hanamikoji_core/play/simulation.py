"""Plays many games and counts how often each seat wins, how games end and how long they take.

The games of a simulation are numbered, and each game depends only on the seed and its number. So
the result is the same however the work is split and wherever it runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pickle import PicklingError
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import define, field

from ..engine.engine import Engine
from ..errors import HanamikojiError, IllegalMoveError, PluginError, SetupError
from ..model.moves import Move, plain
from ..model.observation import Observation
from ..model.state import State
from ..plugins import load_engine
from ..protocol.variant import Variant
from ..wording import number_of, said
from .players import GreedyPlayer, Player, RandomPlayer
from .saves import MOST_MOVES
from .summary import SimulationError, Summary

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["PlayerFactory", "simulate"]

PlayerFactory: TypeAlias = Callable[[Engine, Random], Player]
"""A function that creates a player for one game. To run in other processes it must be picklable."""

_SEEDS: Final = 2**64
_CHUNKS: Final = 200
_MAX_CHUNK: Final = 2_000
_MAX_SLOW_CHUNK: Final = 5
"""For slow players. Short chunks lose less work if the run is interrupted."""
_MAX_WAITING: Final = 1_000
"""How many chunks are submitted at a time: enough for a cluster, few enough for memory."""


_PLAYERS: Final[Mapping[str, PlayerFactory]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def simulate(
    variant: str | Variant,
    games: int,
    *,
    seed: int = 0,
    players: tuple[str | PlayerFactory, str | PlayerFactory] = ("random", "random"),
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[Summary], object] | None = None,
) -> Summary:
    """Play many games and return a `Summary`. Seats 0 and 1 take turns to start.

    * `players`: a player for each seat. This is ``"random"``, ``"greedy"``, or a function that
      creates a player from an engine and a random generator.
    * `executor`: any `concurrent.futures.Executor`, for example a process pool or Dask's
      ``client.get_executor()``. Without one, the games are played in this process. Everything that
      goes to other processes must be picklable: give the variant by name, and use functions that
      are defined in a module.
    * `chunk`: the number of games in a work item.
    * `progress`: called in this process after each work item, with the summary so far.

    Neither `executor` nor `chunk` changes the result. Raises `VariantError` or `SetupError` for
    invalid arguments. Raises `SimulationError`, which ends the run, if a player or a plug-in fails.

    >>> simulate("base", 3, seed=1) == simulate("base", 3, seed=1, chunk=1)
    True
    """
    engine = load_engine(variant)
    _check_number("games", games, 1, 10**12)
    _check_number("seed", seed, 0, _SEEDS - 1)
    if chunk is None:
        most = _MAX_CHUNK if players == ("random", "random") else _MAX_SLOW_CHUNK
        chunk = min(most, -(-games // _CHUNKS))
    _check_number("chunk", chunk, 1, 10**12)
    names = (_name_of(players[0]), _name_of(players[1]))
    made = (_factory_of(players[0]), _factory_of(players[1]))
    total = Summary(variant=engine.variant.name, players=names)
    chunks = (range(at, min(at + chunk, games)) for at in range(0, games, chunk))
    if executor is None:
        parts: Iterator[Summary] = (
            _play_games(engine, names, made, seed, numbers) for numbers in chunks
        )
    else:
        items = ((variant, players, seed, numbers) for numbers in chunks)
        parts = _run_chunks(executor, items)
    try:
        for part in parts:
            total += part
            if progress is not None:
                progress(total)
    except SimulationError as error:
        error.summary = total + error.summary
        raise
    return total


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise SetupError(f"{name} is {value!r}; it must be a whole number from {least} to {most}")


def _name_of(player: str | PlayerFactory) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def _factory_of(player: str | PlayerFactory) -> PlayerFactory:
    if not isinstance(player, str):
        return player
    if player not in _PLAYERS:
        raise SetupError(f"there is no player {player!r}; known players: {', '.join(_PLAYERS)}")
    return _PLAYERS[player]


_Item: TypeAlias = tuple[str | Variant, tuple[str | PlayerFactory, str | PlayerFactory], int, range]


def _run_chunks(executor: Executor, items: Iterator[_Item]) -> Iterator[Summary]:
    """The summaries of the work items in the order in which they finish. Failures come last."""
    from concurrent.futures import FIRST_COMPLETED, wait
    from itertools import islice

    waiting: set[Future[Summary]] = {
        executor.submit(_play_chunk, *item) for item in islice(items, _MAX_WAITING)
    }
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {executor.submit(_play_chunk, *item) for item in islice(items, len(done))}
            for future in sorted(done, key=lambda future: future.exception() is not None):
                yield _result_of(future)
    finally:
        for future in waiting:
            future.cancel()


def _result_of(future: Future[Summary]) -> Summary:
    try:
        return future.result()
    except (PicklingError, AttributeError, TypeError) as error:
        # A failure in a game raises SimulationError, so this is a pickling error.
        raise SetupError(
            f"cannot send the games to other processes ({error}); give the variant by name, and "
            "each player by name or as a function that is defined in a module"
        ) from error


def _play_chunk(
    variant: str | Variant,
    players: tuple[str | PlayerFactory, str | PlayerFactory],
    seed: int,
    numbers: range,
) -> Summary:
    """Play one work item, in any process."""
    names = (_name_of(players[0]), _name_of(players[1]))
    made = (_factory_of(players[0]), _factory_of(players[1]))
    return _play_games(load_engine(variant), names, made, seed, numbers)


def _play_games(
    engine: Engine,
    names: tuple[str, str],
    players: tuple[PlayerFactory, PlayerFactory],
    seed: int,
    numbers: range,
) -> Summary:
    """Play the games with these numbers. Stops at the first failure."""
    tally = _Tally(engine.variant.name, names)
    for number in numbers:
        starter, deal = number % 2, _derive_seed(seed, number, "deal")
        rngs = [Random(_derive_seed(seed, number, f"player {i}")) for i in (0, 1)]
        moves: list[Move] = []
        try:
            end = _play_game(
                engine, engine.start(seed=deal, first_player=starter), players, rngs, moves
            )
        except (Exception, SystemExit) as error:
            what = _describe_failure(error, names)
            after = number_of(len(moves), "move")
            head = f"hanamikoji {engine.variant.name} first={starter} seed={deal} :"
            raise SimulationError(
                f"game {number} failed after {after}: {what}",
                game=number,
                seed=deal,
                transcript=" ".join([head, *(str(plain(move)) for move in moves)]),
                summary=tally.summary(),
            ) from (error.__cause__ if isinstance(error, _PlayerFailed) else error)
        tally.add(end, starter, len(moves))
    return tally.summary()


@define
class _Tally:
    """Counts the results of games."""

    variant: str
    players: tuple[str, str]
    games: int = 0
    wins: list[int] = field(factory=lambda: [0, 0])
    wins_by_start: list[int] = field(factory=lambda: [0, 0])
    draws: int = 0
    unfinished: int = 0
    decisions: int = 0
    endings: dict[str, int] = field(factory=dict)
    rounds: dict[int, int] = field(factory=dict)

    def add(self, end: State, starter: int, decisions: int) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += decisions
        outcome = end.outcome
        if outcome is None:
            self.unfinished += 1
            return
        self.rounds[end.round] = self.rounds.get(end.round, 0) + 1
        kind = re.sub(r"\d+", "N", outcome.reason)
        self.endings[kind] = self.endings.get(kind, 0) + 1
        if outcome.winner is None:
            self.draws += 1
        else:
            self.wins[outcome.winner] += 1
            self.wins_by_start[outcome.winner != starter] += 1

    def summary(self) -> Summary:
        """The counts so far."""
        nothing = Summary(variant=self.variant, players=self.players)
        # Adding sorts the endings and rounds.
        return nothing + Summary(
            variant=self.variant,
            players=self.players,
            games=self.games,
            wins=(self.wins[0], self.wins[1]),
            wins_by_start=(self.wins_by_start[0], self.wins_by_start[1]),
            draws=self.draws,
            unfinished=self.unfinished,
            decisions=self.decisions,
            endings=self.endings,
            rounds=self.rounds,
        )


class _PlayerFailed(Exception):
    """A player could not be created, raised an exception, or made an illegal move."""

    def __init__(self, player: int, what: str) -> None:
        self.player, self.what = player, what


def _describe_failure(error: BaseException, names: tuple[str, str]) -> str:
    if isinstance(error, _PlayerFailed):
        return f"player {error.player} ({names[error.player]}) {error.what}"
    return str(error) if isinstance(error, HanamikojiError) else said(error)


def _play_game(
    engine: Engine,
    state: State,
    players: tuple[PlayerFactory, PlayerFactory],
    rngs: list[Random],
    moves: list[Move],
) -> State:
    """Play one game to its end or to the move limit. Appends each move to `moves`."""
    seats = [_create_player(make, engine, rngs[i], i) for i, make in enumerate(players)]
    made = moves.append
    for _ in range(MOST_MOVES):
        player = state.to_move
        if player is None:
            break
        seat = seats[player]
        if type(seat) is RandomPlayer:
            # It needs only the legal moves, so skip the observation.
            move = seat.choose_from(engine.legal_moves(state), state.offer, player)
        else:
            move = _choose_move(seat, engine.observe(state, player), player)
        try:
            state = engine.apply(state, move)
        except IllegalMoveError as error:
            raise _PlayerFailed(player, f"made an illegal move: {error}") from error
        made(move)
    return state


def _create_player(make: PlayerFactory, engine: Engine, rng: Random, player: int) -> Player:
    try:
        return make(engine, rng)
    except (Exception, SystemExit) as error:
        raise _PlayerFailed(player, f"could not be created: {said(error)}") from error


def _choose_move(seat: Player, view: Observation, player: int) -> Move:
    try:
        return seat.choose(view)
    except PluginError:
        raise  # It comes from a marker, not from the player.
    except (Exception, SystemExit) as error:
        raise _PlayerFailed(player, f"raised {said(error)}") from error


def _derive_seed(seed: int, number: int, what: str) -> int:
    """A 64-bit seed that depends only on these arguments."""
    text = f"hanamikoji simulation {seed} game {number} {what}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
