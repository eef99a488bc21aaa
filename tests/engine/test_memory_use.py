"""Positions and engines need little memory, and no more as play goes on."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from hanamikoji_core import Engine, State, load_engine

KIBIBYTE = 1024


def positions(engine: Engine, count: int, seed: int) -> Iterator[State]:
    """The positions of random games, one after the other."""
    rng = Random(seed)
    state = engine.start(seed=seed)
    for _ in range(count):
        yield state
        if state.to_move is None:
            state = engine.start(seed=rng.getrandbits(60))
        else:
            moves = engine.legal_moves(state)
            state = engine.apply(state, moves[rng.randrange(len(moves))])


@pytest.mark.parametrize("name", ["base", "mini-expansion-4"])
def test_a_position_needs_less_than_a_kibibyte(name: str) -> None:
    engine = load_engine(name)
    list(positions(engine, 400, seed=3))  # Now everything that positions share exists.
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = list(positions(engine, 400, seed=3))
        each = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    finally:
        tracemalloc.stop()
    assert 100 < each < KIBIBYTE


def test_the_caches_of_an_engine_are_bounded_by_the_game() -> None:
    """They have at most one entry for each hand with its unused markers, each play and offer."""
    # A new engine, because other tests share the one of this name.
    engine = Engine(load_engine("base").variant)
    for _ in positions(engine, 12_000, seed=1):
        pass
    cache, deck = engine._compiled[0], engine.variant.row.deck
    # Seven cards at first, then one more each turn, less the cost of the used markers.
    hands = {
        frozenset(used): set(deck.combinations(7 + len(used) - sum(used)))
        for count in range(4)
        for used in combinations((1, 2, 3, 4), count)
    }
    assert set(cache.moves) == set(hands)
    assert all(set(known) <= hands[used] for used, known in cache.moves.items())
    assert {hand for _, hand in cache.layouts} <= set().union(*hands.values())
    pairs = deck.combinations(2)
    competitions = {frozenset((one, two)) for one in pairs for two in (deck - one).combinations(2)}
    plays = {1: 7, 2: len(pairs), 3: len(deck.combinations(3)), 4: len(competitions)}
    assert all(0 < len(cache.compiled_plays[number]) <= plays[number] for number in plays)
    assert 0 < len(cache.offers) <= 2 * (plays[3] + plays[4])


MILLION = """
import resource
from random import Random
from hanamikoji_core import load_engine
from tests.benchmarks.play import random_play

engine, rng = load_engine("base"), Random(1)
random_play(engine, rng, 600_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
random_play(engine, rng, 1_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units")
def test_a_million_random_decisions_do_not_increase_memory() -> None:
    grown = subprocess.run(
        [sys.executable, "-c", MILLION], check=True, capture_output=True, text=True
    )
    assert int(grown.stdout) < KIBIBYTE  # in KiB, of some 35,000
