"""Our speed as ratios, all measured in one run: ``python -m tests.benchmarks.compare``.

The subjects take turns in short slices, many times over, and the best slice of each counts: what
else the machine does then hits all alike. Each slice follows one that is not timed, so that the
processor's caches hold what this subject needs and not what the one before it did. OpenSpiel's card
games (the extra ``bench``) are driven from Python in the same way, in two manners: chance nodes
sampled with ``random.choices``, as a user would, and with a hand-written loop, the fastest way that
we found.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from random import Random
from typing import Any

from attrs import evolve

from hanamikoji_core import (
    Engine,
    Game,
    PileMarker,
    Variant,
    available_variants,
    load_engine,
    simulate,
)
from tests.benchmarks.play import random_play
from tests.benchmarks.test_speed import positions, three_rounds

SLICE = 1_500
WARM = 250_000


def third_party() -> Engine:
    """The base game again, every marker and the variant built here, as a stranger's plug-in."""
    base = available_variants()["base"]
    markers = tuple(
        evolve(marker, name=f"My {marker.name}")
        for marker in base.markers[0]
        if isinstance(marker, PileMarker)
    )
    return Engine(Variant(name="third-party", title="Third party", removed=1, markers=markers))


def sampled(outcomes: list[tuple[int, float]], at: float) -> int:
    """The action whose share of the way from 0 to 1 holds `at`."""
    for action, chance in outcomes:
        at -= chance
        if at <= 0:
            return action
    return outcomes[-1][0]


def open_spiel(game: Any, rng: Random, decisions: int, *, by_hand: bool) -> int:
    """Random play of an OpenSpiel game; only players' decisions count."""
    random, made = rng.random, 0
    while made < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                made += 1
            elif by_hand:
                state.apply_action(sampled(state.chance_outcomes(), random()))
            else:
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
    return made


Subject = Callable[[Random, int], int]


def played(engine: Engine) -> Subject:
    return lambda rng, decisions: random_play(engine, rng, decisions)


def players() -> Iterator[tuple[str, Subject]]:
    """Everything that plays at random."""
    yield "base", played(load_engine("base"))
    yield "mini-expansion-1", played(load_engine("mini-expansion-1"))
    yield "third party's base", played(third_party())
    yield "base+three-rounds", played(load_engine("base+three-rounds"))
    try:
        import pyspiel
    except ImportError:
        return
    for name in ("hanabi", "oh_hell"):
        game = pyspiel.load_game(name)
        for by_hand in (False, True):
            how = "by hand" if by_hand else "random.choices"
            yield (
                f"OpenSpiel {name}, {how}",
                lambda rng, n, game=game, by_hand=by_hand: open_spiel(  # type: ignore[misc]
                    game, rng, n, by_hand=by_hand
                ),
            )


def calls() -> Iterator[tuple[str, Subject]]:
    """Single calls, counted as decisions are."""
    engine, states = load_engine("base"), positions("base")
    views = [engine.observe(state, state.to_move) for state in states]
    game = three_rounds()
    text = game.to_json()

    def observe(rng: Random, decisions: int) -> int:
        for state in states[:decisions]:
            engine.observe(state, state.to_move)
        return len(states[:decisions])

    def determinize(rng: Random, decisions: int) -> int:
        for view in views[:decisions]:
            engine.determinize(view, rng)
        return len(views[:decisions])

    def save(rng: Random, decisions: int) -> int:
        game.to_json()
        return 1

    def load(rng: Random, decisions: int) -> int:
        Game.from_json(text)
        return 1

    yield "observe", observe
    yield "determinize", determinize
    yield "to_json, three rounds", save
    yield "from_json, three rounds", load


def measure(subjects: dict[str, Subject], rounds: int) -> dict[str, float]:
    """The best microseconds of each, the subjects taking turns."""
    best = dict.fromkeys(subjects, float("inf"))
    for repeat in range(rounds):
        for name, run in subjects.items():
            rng = Random(repeat)
            run(rng, SLICE)
            began = time.perf_counter()
            made = run(rng, SLICE)
            best[name] = min(best[name], (time.perf_counter() - began) / made * 1e6)
    return best


def import_ratio(times: int = 30) -> float:
    """How long importing the library takes, against its three dependencies alone.

    Whole processes, with the bytecode of all at hand, as pip leaves it.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, PYTHONPYCACHEPREFIX=cache)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def seconds(code: str) -> float:
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env=environment)
            return time.perf_counter() - began

        both = "import hanamikoji_core", "import attrs, pluggy, cattrs"
        for code in both:
            seconds(code)
        pairs = [[seconds(code) for code in both] for _ in range(times)]
    return min(ours for ours, _ in pairs) / min(theirs for _, theirs in pairs)


def scaling(processes: int, games: int = 6_000, times: int = 5) -> float:
    """How many times as many games `simulate` plays with so many processes as with one."""

    def seconds(executor: Executor) -> float:
        began = time.perf_counter()
        simulate("base", games, executor=executor)
        return time.perf_counter() - began

    with ProcessPoolExecutor(1) as alone, ProcessPoolExecutor(processes) as together:
        for pool in (alone, together):
            seconds(pool)  # The processes start, and meet the game.
        pairs = [(seconds(alone), seconds(together)) for _ in range(times)]
    return min(one for one, _ in pairs) / min(all_ for _, all_ in pairs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=200, help="slices of each subject")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    arguments = parser.parse_args()
    subjects, cores = dict(players()), os.cpu_count() or 1
    for name, run in subjects.items():
        run(Random(0), 3_000 if name.startswith("OpenSpiel") else WARM)
    best = measure(subjects | dict(calls()), arguments.rounds)
    rounded = {name: round(value, 2) for name, value in best.items()}
    result = {
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {cores} cores",
        "rounds": arguments.rounds,
        "play": {name: value for name, value in rounded.items() if name in subjects},
        "calls": {name: value for name, value in rounded.items() if name not in subjects},
        "import": round(import_ratio(), 2),
        "cores": cores,
        "scaling": round(scaling(cores), 2),
    }
    if arguments.json:
        print(json.dumps(result, indent=2))
        return
    print(f"Python {result['python']} on {result['machine']}; best of {arguments.rounds} slices")
    for name, value in best.items():
        print(f"{name:36} {value:9.2f} us   {value / best['base']:7.2f} x base")
    print(f"import hanamikoji_core: {result['import']} x import attrs, pluggy, cattrs")
    print(f"simulate with {cores} processes: {result['scaling']} x the games of one")


if __name__ == "__main__":
    main()
