"""Simulations: counted right, and the same however the work is split."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count
from random import Random
from threading import Event

import pytest
from attrs import evolve

from hanamikoji_core import (
    Engine,
    GreedyPlayer,
    MoreCharm,
    Move,
    Observation,
    Outcome,
    PileMarker,
    RandomPlayer,
    RoundEnd,
    RoundLimit,
    SetupError,
    Summary,
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
    """A player that other processes can make too: it is found by name."""
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
    """Does the work at once, and keeps what came of it."""

    def __init__(self) -> None:
        self.parts: list[Summary] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Summary] = Future()
        future.set_result(fn(*args, **kwargs))
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


def test_a_variant_and_a_player_of_one_s_own_go_to_other_processes(processes: Executor) -> None:
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
    """Whatever the order, since a game depends on the seed and its number alone."""
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


def test_the_games_are_those_that_play_gives() -> None:
    """Game 0 of a simulation, played again by hand."""
    engine, starts = load_engine("base"), []

    def seat(engine: Engine, rng: Random) -> Watching:
        return Watching(rng)

    class Watching(RandomPlayer):
        def choose(self, view: Observation) -> Move:
            starts.append(view.starting_player)
            return super().choose(view)

    watched = simulate("base", 2, seed=8, players=(seat, seat))
    assert set(starts[:6]) == {0}
    plain = simulate("base", 2, seed=8)
    assert evolve(plain, players=watched.players) == watched
    assert engine.variant.name == plain.variant


def test_random_players_are_not_shown_less_than_they_may_see() -> None:
    """Their games are the same without an observation, also where piles are hidden from others."""
    base = available_variants()["base"]
    own = PileMarker(4, "Own", piles=(1,) * 4, pick=1, who=Who.ACTOR, shown=False, text="")
    variant = evolve(base, name="own", markers=(*base.markers[0][:3], own))

    class Observing(RandomPlayer):
        pass

    def seat(engine: Engine, rng: Random) -> Observing:
        return Observing(rng)

    observed = simulate(variant, 8, players=(seat, seat))
    assert evolve(observed, players=("random", "random")) == simulate(variant, 8)


def test_draws_are_counted() -> None:
    limit = RoundLimit(1, MoreCharm(compare_favors=False))
    summary = simulate(evolve(available_variants()["base"], limit=limit), 100, seed=1, chunk=100)
    assert summary.draws > 1
    assert summary.endings["equal charm points"] == summary.draws
    assert summary.rounds == {1: 100}


@pytest.mark.rule("U5")
def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_every_number_of_a_sum_is_the_sum_of_both() -> None:
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


def test_equal_summaries_are_one_in_a_set() -> None:
    assert {simulate("base", 2, seed=1), simulate("base", 2, seed=1, chunk=1)} == {
        simulate("base", 2, seed=1)
    }


def test_games_are_those_of_seed_0_if_none_is_given() -> None:
    assert simulate("base", 2) == simulate("base", 2, seed=0)


def test_summaries_of_different_games_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="add summaries of the same games"):
        WHOLE + simulate("base", 1)
    assert WHOLE.__add__(1) is NotImplemented  # type: ignore[operator]


@pytest.mark.parametrize("jobs", [None, 2])
def test_progress_counts_the_games_done(jobs: int | None) -> None:
    told: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        simulate("base", 9, chunk=2, progress=told.append, executor=pool if jobs else None)
    assert told == sorted(told)
    assert len(told) == 5
    assert told[-1] == 9


def test_an_error_in_a_worker_reaches_the_caller_and_stops_the_rest() -> None:
    def broken(engine: Engine, rng: Random) -> RandomPlayer:
        raise ZeroDivisionError

    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError):
        simulate("base", 1000, chunk=1, players=(broken, "random"), executor=pool)


def test_more_chunks_than_wait_at_once_are_all_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "_AHEAD", 3)
    with ThreadPoolExecutor(2) as pool:
        assert simulate("mini-expansion-1", GAMES, seed=5, chunk=1, executor=pool) == WHOLE


def test_not_all_chunks_wait_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    executor, made = Here(), list[int]()
    assert MODULE._AHEAD <= 10_000
    monkeypatch.setattr(MODULE, "_AHEAD", 3)
    simulate("base", 20, executor=executor, progress=lambda _: made.append(len(executor.parts)))
    # With each of the first three results another chunk has been handed over, and so on.
    assert made[0] == 6
    assert made == sorted(made)
    assert made[-1] == 20


def test_what_is_done_is_told_while_the_rest_is_still_played() -> None:
    told, seats = Event(), count()

    def seat(engine: Engine, rng: Random) -> RandomPlayer:
        assert next(seats) < 2 or told.wait(10), "game 1 went on before game 0 was told"
        return RandomPlayer(rng)

    with ThreadPoolExecutor(1) as pool:
        simulate("base", 2, players=(seat, seat), executor=pool, progress=lambda _: told.set())


@pytest.mark.parametrize("executor", [None, Here()])
def test_players_sit_where_they_are_named(executor: Executor | None) -> None:
    summary = simulate("base", 6, seed=1, players=("random", "greedy"), executor=executor)
    assert (summary.players, summary.wins) == (("random", "greedy"), (1, 5))


def test_a_player_without_a_name_is_called_by_its_type() -> None:
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
def test_what_cannot_be_is_refused(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        simulate("base", **arguments)  # type: ignore[arg-type]


def test_the_largest_numbers_are_taken() -> None:
    def stop(engine: Engine, rng: Random) -> RandomPlayer:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate("base", 10**12, seed=2**64 - 1, chunk=10**12, players=(stop, stop))


def test_an_unknown_variant_is_refused_before_any_work() -> None:
    class Untouched(Executor):
        pass

    with pytest.raises(VariantError, match="did you mean 'base'"):
        simulate("bose", 5, executor=Untouched())


@pytest.mark.parametrize(
    ("name", "wins", "decisions"), [("base", (28, 22), 1032), ("mini-expansion-1", (25, 25), 1140)]
)
def test_golden_values_hold_on_every_python(
    name: str, wins: tuple[int, int], decisions: int
) -> None:
    summary = simulate(name, 50, seed=2024)
    assert (summary.wins, summary.decisions) == (wins, decisions)
