"""Play a short random game of every installed variant, and print a digest of each.

The digests must be the same on every Python. Needs only the installed wheel.
"""

import hashlib
import random

from hanamikoji_core import available_variants, load_engine, plugin_faults


def play(name: str) -> str:
    """Play one game and return a line that identifies it."""
    engine = load_engine(name)
    choose = random.Random(2024)
    state = engine.start(seed=11)
    moves = []
    while engine.to_move(state) is not None:
        legal = engine.legal_moves(state)
        moves.append(legal[int(choose.random() * len(legal))])
        state = engine.apply(state, moves[-1])
    outcome = engine.outcome(state)
    digest = hashlib.sha256(repr((moves, state.favor, outcome)).encode()).hexdigest()
    return f"{name}: {len(moves)} moves in {state.round} rounds, {outcome}, {digest[:16]}"


if __name__ == "__main__":
    assert not plugin_faults(), plugin_faults()
    names = set(available_variants())
    assert len(names) >= 5, names
    assert "base" in names, names
    for name in sorted(names):
        print(play(name))
