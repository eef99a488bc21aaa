"""Play a short random game of every installed variant, and print a digest of each.

The digests are the same on every Python: compare them. Needs nothing but the installed wheel.
"""

import hashlib
import random
from importlib.metadata import entry_points

from hanamikoji_core import load_engine


def play(name: str) -> str:
    """Play one game and return a line that tells it apart from any other."""
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
    names = {entry.name for entry in entry_points(group="hanamikoji")} - {"house-rules"}
    assert "base" in names, names
    for name in sorted(names):
        print(play(name))
