"""Does every round, and every game, end?"""

from __future__ import annotations

from random import Random

from ...model.moves import Move
from ...model.state import State
from .._lines import MOST_ASKS, Line, Met, Step
from .._rulings import Broken
from .._subject import Subject

_MOST_ROUNDS = 400


def termination(subject: Subject, line: Line) -> None:
    """Every round ends once all markers are used, and every game ends under random play.

    A player who must act always can. An action asks at most a few dozen times. Random play
    continues for up to 400 rounds.
    """
    for step in subject.near(line):
        offer = step.after.offer
        if offer is not None and len(offer.picks) >= MOST_ASKS:
            raise _asks_on(step.moves, step.after, offer.marker)
    last = subject.course(line).steps[-1]
    state, rng = last.after, Random(len(last.moves))
    path, move = list(last.moves), None
    try:
        while state.to_move is not None and state.round < last.after.round + _MOST_ROUNDS:
            legal = subject.engine.legal_moves(state)
            move = legal[int(rng.random() * len(legal))]
            state = subject.engine.apply(state, move)
            path.append(move)
            if state.offer is not None and len(state.offer.picks) >= MOST_ASKS:
                raise _asks_on(tuple(path), state, state.offer.marker)
            move = None
    except Broken:
        raise
    except Exception as error:
        raise Met(error, tuple(path), state, move) from error
    if state.to_move is not None:
        raise _endless(last, f"it still continues after {_MOST_ROUNDS} rounds of random play")


def _asks_on(path: tuple[Move, ...], state: State, marker: int) -> Broken:
    return Broken(
        expected="an action ends",
        happened=f"marker {marker} asks more than {MOST_ASKS} times in one action",
        path=path,
        state=state,
        hint="return Place after the last question",
    )


def _endless(last: Step, happened: str) -> Broken:
    return Broken(
        expected="the game ends",
        happened=happened,
        path=last.moves,
        state=last.after,
        hint="set goals that one player reaches sooner or later, or a round limit",
    )
