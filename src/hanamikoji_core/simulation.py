"""Many games at once: how often each seat wins, how games are won, how long they take.

The games of a simulation are numbered. What happens in one of them is a function of the seed and of
its number, so the result is the same however the work is split and wherever it is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve, field, frozen

from .codec import MOST_MOVES
from .engine import Engine
from .errors import SetupError
from .players import GreedyPlayer, Player, RandomPlayer
from .plugins import load_engine
from .state import State
from .variant import Variant

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["PlayerFactory", "Summary", "simulate"]

PlayerFactory: TypeAlias = Callable[[Engine, Random], Player]
"""Makes a player for one game; for other processes it must be picklable."""

_SEEDS: Final = 2**64
_CHUNKS: Final = 200
_MOST_CHUNK: Final = 2_000
_AHEAD: Final = 1_000
"""How many chunks wait at an executor: enough to keep a cluster busy, few enough to hold."""


def _random(engine: Engine, rng: Random) -> Player:
    return RandomPlayer(rng)


_PLAYERS: Final[Mapping[str, PlayerFactory]] = {"random": _random, "greedy": GreedyPlayer}


def _added(mine: Mapping[Any, int], theirs: Mapping[Any, int]) -> dict[Any, int]:
    return {key: mine.get(key, 0) + theirs.get(key, 0) for key in sorted({*mine, *theirs})}


@frozen(kw_only=True)
class Summary:
    """What came of some games. Summaries of one variant and the same players add up with ``+``.

    * `variant`, `players`: what was played, and by whom in seats 0 and 1.
    * `games`: how many; `draws` of them were drawn, `unfinished` were given up after 5,000 moves.
    * `wins`: by seat. `wins_by_start`: of the player who started the first round, and of the other.
    * `endings`: how many games ended for which reason, with N for the numbers in it.
    * `rounds`: how many games took how many rounds. `decisions`: moves in all games.

    >>> ten = simulate("base", 10, seed=1)
    >>> sum(ten.wins) + ten.draws, sum(ten.rounds.values()), sum(ten.endings.values())
    (10, 10, 10)
    """

    variant: str
    players: tuple[str, str]
    games: int = 0
    wins: tuple[int, int] = (0, 0)
    wins_by_start: tuple[int, int] = (0, 0)
    draws: int = 0
    unfinished: int = 0
    decisions: int = 0
    endings: dict[str, int] = field(factory=dict, hash=False)
    rounds: dict[int, int] = field(factory=dict, hash=False)

    def __add__(self, other: Summary) -> Summary:
        if not isinstance(other, Summary):
            return NotImplemented
        if (self.variant, self.players) != (other.variant, other.players):
            raise ValueError(
                f"{self.variant!r} played by {self.players} and {other.variant!r} played by "
                f"{other.players} do not add up; add summaries of the same games"
            )
        return Summary(
            variant=self.variant,
            players=self.players,
            games=self.games + other.games,
            wins=(self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            wins_by_start=(
                self.wins_by_start[0] + other.wins_by_start[0],
                self.wins_by_start[1] + other.wins_by_start[1],
            ),
            draws=self.draws + other.draws,
            unfinished=self.unfinished + other.unfinished,
            decisions=self.decisions + other.decisions,
            endings=_added(self.endings, other.endings),
            rounds=_added(self.rounds, other.rounds),
        )

    @property
    def mean_rounds(self) -> float:
        """Rounds per finished game; 0.0 where there is none.

        >>> Summary(variant="base", players=("random", "random"), rounds={2: 1, 3: 1}).mean_rounds
        2.5
        """
        games = sum(self.rounds.values())
        return sum(n * count for n, count in self.rounds.items()) / games if games else 0.0


def simulate(
    variant: str | Variant,
    games: int,
    *,
    seed: int = 0,
    players: tuple[str | PlayerFactory, str | PlayerFactory] = ("random", "random"),
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Play `games` games and sum them up; seats 0 and 1 start in turn.

    `players` names a player for each seat, ``"random"`` or ``"greedy"``, or gives a function that
    makes one from an engine and a generator. `executor`: any `concurrent.futures.Executor` (a
    process pool, Dask's ``client.get_executor()``, MPI's); without one the games are played here.
    What goes to other processes must be picklable there: a variant by name, and a function by
    name. `chunk`: games per work item. `progress` is called here with the number of games done.
    Neither `executor` nor `chunk` changes the result.

    Raises `VariantError`, `SetupError` for a number that cannot be, and what a plug-in raises.

    >>> simulate("base", 3, seed=1) == simulate("base", 3, seed=1, chunk=1)
    True
    """
    engine = load_engine(variant)
    _check_number("games", games, 1, 10**12)
    _check_number("seed", seed, 0, _SEEDS - 1)
    if chunk is None:
        chunk = min(_MOST_CHUNK, -(-games // _CHUNKS))
    _check_number("chunk", chunk, 1, 10**12)
    names = (_name(players[0]), _name(players[1]))
    total = Summary(variant=engine.variant.name, players=names)
    chunks = (range(at, min(at + chunk, games)) for at in range(0, games, chunk))
    if executor is None:
        made = (_factory(players[0]), _factory(players[1]))
        parts: Iterator[Summary] = (_play(engine, names, made, seed, numbers) for numbers in chunks)
    else:
        items = ((variant, players, seed, numbers) for numbers in chunks)
        parts = _parts(executor, items)
    for part in parts:
        total += part
        if progress is not None:
            progress(total.games)
    return total


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise SetupError(f"{name} is {value!r}; it must be a whole number from {least} to {most}")


def _name(player: str | PlayerFactory) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def _factory(player: str | PlayerFactory) -> PlayerFactory:
    if not isinstance(player, str):
        return player
    if player not in _PLAYERS:
        raise SetupError(f"there is no player {player!r}; known players: {', '.join(_PLAYERS)}")
    return _PLAYERS[player]


_Item: TypeAlias = tuple[str | Variant, tuple[str | PlayerFactory, str | PlayerFactory], int, range]


def _parts(executor: Executor, items: Iterator[_Item]) -> Iterator[Summary]:
    """The summaries of the work items, in whatever order they come back."""
    from concurrent.futures import FIRST_COMPLETED, wait
    from itertools import islice

    waiting: set[Future[Summary]] = {
        executor.submit(_work, *item) for item in islice(items, _AHEAD)
    }
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {executor.submit(_work, *item) for item in islice(items, len(done))}
            for future in done:
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def _work(
    variant: str | Variant,
    players: tuple[str | PlayerFactory, str | PlayerFactory],
    seed: int,
    numbers: range,
) -> Summary:
    """One work item, played where the executor likes."""
    names = (_name(players[0]), _name(players[1]))
    made = (_factory(players[0]), _factory(players[1]))
    return _play(load_engine(variant), names, made, seed, numbers)


def _play(
    engine: Engine,
    names: tuple[str, str],
    players: tuple[PlayerFactory, PlayerFactory],
    seed: int,
    numbers: range,
) -> Summary:
    """Play the games with these numbers."""
    wins, by_start, rounds, endings = [0, 0], [0, 0], dict[int, int](), dict[str, int]()
    draws = unfinished = decisions = 0
    for number in numbers:
        starter = number % 2
        start = engine.start(seed=_seed(seed, number, "deal"), first_player=starter)
        seats = [make(engine, Random(_seed(seed, number, f"player {i}")))
                 for i, make in enumerate(players)]  # fmt: skip
        end, moves = _game(engine, start, seats)
        decisions += moves
        outcome = end.outcome
        if outcome is None:
            unfinished += 1
            continue
        rounds[end.round] = rounds.get(end.round, 0) + 1
        kind = re.sub(r"\d+", "N", outcome.reason)
        endings[kind] = endings.get(kind, 0) + 1
        if outcome.winner is None:
            draws += 1
        else:
            wins[outcome.winner] += 1
            by_start[outcome.winner != starter] += 1
    nothing = Summary(variant=engine.variant.name, players=names)
    return nothing + evolve(
        nothing,
        games=len(numbers),
        wins=(wins[0], wins[1]),
        wins_by_start=(by_start[0], by_start[1]),
        draws=draws,
        unfinished=unfinished,
        decisions=decisions,
        endings=endings,
        rounds=rounds,
    )


def _game(engine: Engine, state: State, seats: list[Player]) -> tuple[State, int]:
    """One game to its end, or to the most moves that a saved game may hold."""
    for moves in range(MOST_MOVES):
        player = state.to_move
        if player is None:
            return state, moves
        seat = seats[player]
        if type(seat) is RandomPlayer:
            # It looks at nothing but its moves, so there is no need to observe.
            move = seat.choose_from(engine.legal_moves(state), state.offer, player)
        else:
            move = seat.choose(engine.observe(state, player))
        state = engine.apply(state, move)
    return state, MOST_MOVES


def _seed(seed: int, number: int, what: str) -> int:
    """64 bits that depend on nothing but these."""
    text = f"hanamikoji simulation {seed} game {number} {what}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
