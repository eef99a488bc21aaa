"""Random play, the measure of everything here: legal moves, choice, apply, deals and scoring."""

from __future__ import annotations

from random import Random

from hanamikoji_core import Engine


def random_play(engine: Engine, rng: Random, decisions: int) -> int:
    """Play random games until at least this many decisions were made; how many there were."""
    legal_moves, apply, random = engine.legal_moves, engine.apply, rng.random
    made = 0
    while made < decisions:
        state = engine.start(seed=rng.getrandbits(60))
        while state.to_move is not None:
            moves = legal_moves(state)
            state = apply(state, moves[int(random() * len(moves))])
            made += 1
    return made
