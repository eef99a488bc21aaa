"""Simulations: correct counts, whatever the split of the work."""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count
from random import Random
from threading import Event
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Engine,
    Game,
    GreedyPlayer,
    Layout,
    Marker,
    MoreCharm,
    Move,
    Observation,
    Outcome,
    PileMarker,
    Place,
    Play,
    PluginError,
    RandomPlayer,
    RoundEnd,
    RoundLimit,
    SetupError,
    SimulationError,
    Step,
    Summary,
    To,
    VariantError,
    Who,
    available_variants,
    load_engine,
    simulate,
    to_plain,
)

# The package exports the function under the name of its module.
MODULE = sys.modules[simulate.__module__]
GAMES = 23
WHOLE = simulate("mini-expansion-1", GAMES, seed=5)


def first_move(engine: Engine, rng: Random) -> First:
    """A player factory that can be pickled by name."""
    return First()


class First:
    def choose(self, view: Observation) -> Move:
        return view.legal_moves[0]


class Never:
    """A victory condition that nobody meets."""

    text = "Nobody wins."
    rules = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None


class Here(Executor):
    """Does the work at once and keeps the results."""

    def __init__(self) -> None:
        self.parts: list[Summary] = []
        self.failed = 0

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Summary] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except SimulationError as error:
            future.set_exception(error)
            self.failed += 1
        else:
            self.parts.append(future.result())
        return future


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2) as pool:
        yield pool


@pytest.mark.parametrize("chunk", [1, 2, 7, GAMES, 1000])
def test_the_size_of_the_chunks_changes_nothing(chunk: int) -> None:
    assert simulate("mini-expansion-1", GAMES, seed=5, chunk=chunk) == WHOLE


@pytest.mark.parametrize("chunk", [None, 1, 7])
@pytest.mark.parametrize("workers", [1, 3])
def test_threads_change_nothing(workers: int, chunk: int | None) -> None:
    with ThreadPoolExecutor(workers) as pool:
        done = simulate("mini-expansion-1", GAMES, seed=5, executor=pool, chunk=chunk)
    assert done == WHOLE


@pytest.mark.parametrize("chunk", [None, 1, 7])
def test_processes_change_nothing(processes: Executor, chunk: int | None) -> None:
    assert simulate("mini-expansion-1", GAMES, seed=5, executor=processes, chunk=chunk) == WHOLE


def test_other_processes_can_use_custom_variants_and_players(processes: Executor) -> None:
    variant = evolve(available_variants()["base"], name="mine")
    here = simulate(variant, 6, players=(first_move, "random"))
    there = simulate(variant, 6, players=(first_move, "random"), executor=processes, chunk=2)
    assert here == there
    assert here.players == ("first_move", "random")


def test_dask_changes_nothing() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask's cluster is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert simulate("mini-expansion-1", GAMES, seed=5, executor=executor, chunk=4) == WHOLE


def test_summaries_of_parts_add_up_to_the_whole() -> None:
    """In any order, because a game depends only on the seed and its number."""
    executor = Here()
    simulate("mini-expansion-1", GAMES, seed=5, executor=executor, chunk=6)
    parts = executor.parts
    assert [part.games for part in parts] == [6, 6, 6, 5]
    first, second, third, last = parts
    assert first + second + third + last == WHOLE
    assert last + third + second + first == WHOLE


def test_everything_is_counted_once() -> None:
    assert sum(WHOLE.wins) + WHOLE.draws == WHOLE.games == GAMES
    assert sum(WHOLE.wins_by_start) + WHOLE.draws == GAMES
    assert sum(WHOLE.rounds.values()) == sum(WHOLE.endings.values()) == GAMES
    assert WHOLE.mean_rounds == sum(n * k for n, k in WHOLE.rounds.items()) / GAMES
    assert set(WHOLE.endings) <= {"N charm points", "N geisha"}
    # Eight plays a round, and a pick for each action 3 and 4 (rules T1, A5).
    assert WHOLE.decisions == sum(n * k for n, k in WHOLE.rounds.items()) * 12


def test_simulated_games_are_ordinary_games() -> None:
    """A player that observes its games plays the same ones."""
    engine, starts = load_engine("base"), []

    def seat(engine: Engine, rng: Random) -> Watching:
        return Watching(engine, rng)

    class Watching(RandomPlayer):
        def choose(self, view: Observation) -> Move:
            starts.append(view.starting_player)
            return super().choose(view)

    watched = simulate("base", 2, seed=8, players=(seat, seat))
    assert set(starts[:6]) == {0}
    plain = simulate("base", 2, seed=8)
    assert evolve(plain, players=watched.players) == watched
    assert engine.variant.name == plain.variant


def test_random_players_play_the_same_games_with_observations() -> None:
    """Even if piles are hidden from the other player."""
    base = available_variants()["base"]
    own = PileMarker(4, "Own", piles=(1,) * 4, pick=1, who=Who.ACTOR, shown=False, text="")
    variant = evolve(base, name="own", markers=(*base.markers[0][:3], own))

    class Observing(RandomPlayer):
        pass

    def seat(engine: Engine, rng: Random) -> Observing:
        return Observing(engine, rng)

    observed = simulate(variant, 8, players=(seat, seat))
    assert evolve(observed, players=("random", "random")) == simulate(variant, 8)


def test_draws_are_counted() -> None:
    limit = RoundLimit(1, MoreCharm(compare_favors=False))
    summary = simulate(evolve(available_variants()["base"], limit=limit), 100, seed=1, chunk=100)
    assert summary.draws > 1
    assert summary.endings["equal charm points"] == summary.draws
    assert summary.rounds == {1: 100}


@pytest.mark.rule("U5")
def test_an_endless_game_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MOST_MOVES", 200)
    endless = evolve(available_variants()["base"], name="endless", victory=Never())
    summary = simulate(endless, 3, chunk=3)
    assert (summary.games, summary.unfinished, summary.decisions) == (3, 3, 600)
    assert (summary.rounds, summary.endings, summary.mean_rounds) == ({}, {}, 0.0)


def test_a_summary_is_json() -> None:
    plain = json.loads(json.dumps(to_plain(WHOLE)))
    assert plain["games"] == GAMES
    assert plain["rounds"] == {str(n): k for n, k in WHOLE.rounds.items()}
    assert plain["players"] == ["random", "random"]


def test_adding_summaries_adds_every_count() -> None:
    def summary(n: int) -> Summary:
        return Summary(
            variant="base",
            players=("random", "greedy"),
            games=n,
            wins=(2 * n, 3 * n),
            wins_by_start=(4 * n, 5 * n),
            draws=6 * n,
            unfinished=7 * n,
            decisions=8 * n,
            endings={"4 geisha": n},
            rounds={2: n},
        )

    assert summary(1) + summary(10) == summary(11)


def test_equal_summaries_have_equal_hashes() -> None:
    assert {simulate("base", 2, seed=1), simulate("base", 2, seed=1, chunk=1)} == {
        simulate("base", 2, seed=1)
    }


def test_the_default_seed_is_0() -> None:
    assert simulate("base", 2) == simulate("base", 2, seed=0)


def test_summaries_of_different_variants_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="both summaries need the same variant and players"):
        WHOLE + simulate("base", 1)
    assert WHOLE.__add__(1) is NotImplemented  # type: ignore[operator]


@pytest.mark.parametrize("jobs", [None, 2])
def test_progress_gets_the_summary_so_far(jobs: int | None) -> None:
    told: list[Summary] = []
    with ThreadPoolExecutor(2) as pool:
        whole = simulate("base", 9, chunk=2, progress=told.append, executor=pool if jobs else None)
    games = [summary.games for summary in told]
    assert games == sorted(games)
    assert len(told) == 5
    assert told[-1] == whole
    assert whole.games == 9


def broken(engine: Engine, rng: Random) -> RandomPlayer:
    raise ZeroDivisionError


class FailsOnceIn(RandomPlayer):
    """Plays at random, but fails at its second move in one of `games` games."""

    games = 7

    def __init__(self, engine: Engine, rng: Random) -> None:
        super().__init__(engine, rng)
        self.moves = 0
        self.fails = rng.random() * self.games < 1

    def choose(self, view: Observation) -> Move:
        self.moves += 1
        if self.fails and self.moves == 2:
            return self.failed()
        return super().choose(view)

    def failed(self) -> Move:
        raise LookupError("no idea")


class NeverFails(FailsOnceIn):
    games = 10**9


class CheatsOnceIn(FailsOnceIn):
    def failed(self) -> Move:
        return Play(True, ())


def test_a_failed_game_is_reported_with_its_number_seed_and_transcript() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate("base", GAMES, seed=1, players=("random", FailsOnceIn))
    error = caught.value
    game = Game.from_transcript(error.transcript)
    moves = len(game.history)
    assert error.game > 0
    line = FailsOnceIn.failed.__code__.co_firstlineno + 1
    assert str(error) == (
        f"game {error.game} failed after {moves} moves: player 1 (FailsOnceIn) "
        f"raised LookupError: no idea, in play/test_simulate.py, line {line}"
    )
    assert isinstance(error.__cause__, LookupError)
    assert game.to_move == 1
    assert (game.state.setup.seed, game.state.starting_player) == (error.seed, error.game % 2)
    # The same game fails however the work is split, and the games before it are counted.
    before = simulate("base", error.game, seed=1, players=("random", NeverFails))
    assert error.summary == evolve(before, players=("random", "FailsOnceIn"))


@pytest.mark.parametrize("chunk", [1, 4, GAMES])
def test_the_same_game_fails_however_the_work_is_split(chunk: int) -> None:
    told = []
    for size in (chunk, 5):
        with pytest.raises(SimulationError) as caught:
            simulate("base", GAMES, seed=1, players=("random", FailsOnceIn), chunk=size)
        told.append((str(caught.value), caught.value.transcript, caught.value.summary))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("players", "what"),
    [
        (
            (broken, "random"),
            "failed after 0 moves: player 0 (broken) could not be created: ZeroDivisio",
        ),
        (("greedy", CheatsOnceIn), "player 1 (CheatsOnceIn) made an illegal move: "),
    ],
)
def test_the_failed_player_is_named(players: Any, what: str) -> None:
    with pytest.raises(SimulationError) as caught:
        simulate("base", 40, seed=1, players=players)
    assert what in str(caught.value)


class Leaves(Marker):
    """Exits the program if it is used with a G."""

    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if "G" in action.piles[0].known:
            raise SystemExit
        return Place((To.OWN_SIDE,))


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "greedy")])
def test_a_failing_marker_is_reported_with_the_game(players: tuple[str, str]) -> None:
    base = available_variants()["base"]
    markers = (Leaves(1, "Leaves", ""), *base.markers[0][1:])
    with pytest.raises(SimulationError) as caught:
        simulate(evolve(base, name="own", markers=markers), 40, seed=1, players=players)
    assert re.search(
        r"^game \d+ failed after \d+ moves?: marker 1 \(Leaves\) of 'own' raised SystemExit$",
        str(caught.value),
    )
    assert isinstance(caught.value.__cause__, PluginError)


def test_an_error_without_a_message_is_reported_by_its_type() -> None:
    class Unspeakable(Exception):
        def __str__(self) -> str:
            raise ValueError

    class Raises(First):
        def choose(self, view: Observation) -> Move:
            raise Unspeakable

    with pytest.raises(
        SimulationError, match=r"raised Unspeakable, in play/test_simulate.py, line \d+$"
    ):
        simulate("base", 2, players=("random", lambda engine, rng: Raises()))


def test_a_player_cannot_end_the_program() -> None:
    class Exits(First):
        def choose(self, view: Observation) -> Move:
            raise SystemExit(3)

    with pytest.raises(
        SimulationError, match=r"raised SystemExit: 3, in play/test_simulate.py, line \d+$"
    ):
        simulate("base", 2, players=("random", lambda engine, rng: Exits()))


@pytest.mark.parametrize("workers", [1, 3])
def test_a_failure_in_another_process_is_reported_in_the_same_way(
    processes: Executor, workers: int
) -> None:
    with pytest.raises(SimulationError) as here:
        simulate("base", GAMES, seed=1, players=("random", FailsOnceIn))
    with pytest.raises(SimulationError) as there:
        simulate("base", GAMES, seed=1, players=("random", FailsOnceIn), executor=processes)
    assert there.value.game % 2 in (0, 1)
    assert "raised LookupError: no idea" in str(there.value)
    assert Game.from_transcript(there.value.transcript).to_move == 1
    assert there.value.summary.players == here.value.summary.players
    again = pickle.loads(pickle.dumps(here.value))
    assert (str(again), vars(again)) == (str(here.value), vars(here.value))


def test_after_a_failure_no_more_games_are_played_and_the_others_are_counted() -> None:
    executor = Here()
    with pytest.raises(SimulationError) as caught:
        simulate("base", 30, seed=1, chunk=1, players=("random", FailsOnceIn), executor=executor)
    assert caught.value.summary.games == 30 - executor.failed > 0


def test_a_player_that_cannot_be_pickled_is_reported(processes: Executor) -> None:
    with pytest.raises(SetupError) as caught:
        simulate("base", 3, players=("random", lambda engine, rng: First()), executor=processes)
    assert str(caught.value).startswith("cannot send the games to other processes (")
    assert str(caught.value).endswith(
        "; give the variant by name, and each player by name or as a function that is defined in a "
        "module"
    )


def test_more_chunks_than_are_submitted_at_once_are_all_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MODULE, "_MAX_WAITING", 3)
    with ThreadPoolExecutor(2) as pool:
        assert simulate("mini-expansion-1", GAMES, seed=5, chunk=1, executor=pool) == WHOLE


def test_chunks_are_not_all_submitted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    executor, made = Here(), list[int]()
    assert MODULE._MAX_WAITING <= 10_000
    monkeypatch.setattr(MODULE, "_MAX_WAITING", 3)
    simulate("base", 20, executor=executor, progress=lambda _: made.append(len(executor.parts)))
    # Each result makes room for another chunk.
    assert made[0] == 6
    assert made == sorted(made)
    assert made[-1] == 20


def test_progress_is_reported_while_other_games_are_running() -> None:
    told, seats = Event(), count()

    def seat(engine: Engine, rng: Random) -> RandomPlayer:
        assert next(seats) < 2 or told.wait(10), "game 1 went on before game 0 was told"
        return RandomPlayer(engine, rng)

    with ThreadPoolExecutor(1) as pool:
        simulate("base", 2, players=(seat, seat), executor=pool, progress=lambda _: told.set())


@pytest.mark.parametrize("executor", [None, Here()])
def test_players_sit_in_the_given_seats(executor: Executor | None) -> None:
    summary = simulate("base", 6, seed=1, players=("random", "greedy"), executor=executor)
    assert (summary.players, summary.wins) == (("random", "greedy"), (1, 5))


def test_a_player_without_a_name_is_named_by_its_type() -> None:
    summary = simulate("base", 1, players=("random", partial(GreedyPlayer, samples=1)))
    assert summary.players == ("random", "partial")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"games": 0}, "games is 0; it must be a whole number from 1"),
        ({"games": 1.5}, "games is 1.5"),
        ({"games": 10**12 + 1}, "it must be a whole number from 1 to 1000000000000"),
        ({"games": 1, "seed": -1}, "seed is -1"),
        ({"games": 1, "seed": 2**64}, "a whole number from 0 to 18446744073709551615"),
        ({"games": 1, "chunk": 0}, "chunk is 0"),
        ({"games": 1, "chunk": 10**12 + 1}, "a whole number from 1 to 1000000000000"),
        ({"games": 1, "players": ("perfect", "random")}, "known players: random, greedy"),
    ],
)
def test_invalid_arguments_are_rejected(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        simulate("base", **arguments)  # type: ignore[arg-type]


def test_the_largest_numbers_are_accepted() -> None:
    def stop(engine: Engine, rng: Random) -> RandomPlayer:
        raise ZeroDivisionError

    with pytest.raises(SimulationError, match="ZeroDivisionError"):
        simulate("base", 10**12, seed=2**64 - 1, chunk=10**12, players=(stop, stop))


def test_an_unknown_variant_is_rejected_before_any_work() -> None:
    class Untouched(Executor):
        pass

    with pytest.raises(VariantError, match="did you mean 'base'"):
        simulate("bose", 5, executor=Untouched())


@pytest.mark.parametrize(
    ("name", "wins", "decisions"), [("base", (28, 22), 1032), ("mini-expansion-1", (26, 24), 1284)]
)
def test_simulations_have_the_same_result_on_every_platform(
    name: str, wins: tuple[int, int], decisions: int
) -> None:
    summary = simulate(name, 50, seed=2024)
    assert (summary.wins, summary.decisions) == (wins, decisions)
