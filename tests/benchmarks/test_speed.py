"""Microseconds of the calls that an app makes most: ``pytest tests/benchmarks``.

Absolute times depend on the machine and on what else it does; `compare.py` gives ratios.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hanamikoji_core import Game, State, available_variants, load_engine
from hanamikoji_core.plugins import Registry
from tests.benchmarks.play import random_play

VARIANTS = sorted(available_variants())
DECISIONS = 1_000


def positions(name: str, games: int = 20) -> list[State]:
    """Positions from random games, as they come."""
    engine, rng, found = load_engine(name), Random(1), []
    for seed in range(games):
        state = engine.start(seed=seed)
        while state.to_move is not None:
            found.append(state)
            moves = engine.legal_moves(state)
            state = engine.apply(state, moves[int(rng.random() * len(moves))])
    return found


def three_rounds() -> Game:
    """A finished game of three rounds."""
    rng = Random(1)
    for seed in range(1000):
        game = Game.new("base", seed=seed)
        while game.outcome is None:
            moves = game.legal_moves()
            game.play(moves[int(rng.random() * len(moves))])
        if game.state.round == 3:
            return game
    raise AssertionError("no game of three rounds among a thousand")


def _note(benchmark: BenchmarkFixture, name: str, count: int) -> None:
    """Add the best microseconds of one of `count` to what is reported."""
    assert benchmark.stats is not None
    benchmark.extra_info[name] = benchmark.stats.stats.min / count * 1e6


@pytest.mark.parametrize("name", VARIANTS)
def test_random_play(benchmark: BenchmarkFixture, name: str) -> None:
    engine = load_engine(name)
    random_play(engine, Random(0), 100_000)
    made = benchmark(random_play, engine, Random(1), DECISIONS)
    _note(benchmark, "us_per_decision", made)


@pytest.mark.parametrize("call", ["legal_moves", "apply", "observe", "determinize"])
def test_one_call(benchmark: BenchmarkFixture, call: str) -> None:
    engine, rng, states = load_engine("base"), Random(1), positions("base")
    first = [engine.legal_moves(state)[0] for state in states]
    views = [engine.observe(state, state.to_move) for state in states]

    def run() -> None:
        if call == "legal_moves":
            for state in states:
                engine.legal_moves(state)
        elif call == "apply":
            for state, move in zip(states, first, strict=True):
                engine.apply(state, move)
        elif call == "observe":
            for state in states:
                engine.observe(state, state.to_move)
        else:
            for view in views:
                engine.determinize(view, rng)

    benchmark(run)
    _note(benchmark, "us_per_call", len(states))


def test_save(benchmark: BenchmarkFixture) -> None:
    benchmark(three_rounds().to_json)


def test_load(benchmark: BenchmarkFixture) -> None:
    text = three_rounds().to_json()
    assert benchmark(Game.from_json, text).to_json() == text


def test_load_engine_when_plugins_are_loaded(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: load_engine("base+three-rounds"))


def test_load_all_plugins(benchmark: BenchmarkFixture) -> None:
    benchmark(Registry.installed)


def test_import_in_a_new_process(benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "-c", "import hanamikoji_core"]
    benchmark(lambda: subprocess.run(command, check=True))
