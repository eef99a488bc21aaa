"""Lines of play: games as data that can be generated, walked and made simpler.

A line describes how the match begins, followed by choices. Each choice is an index into the legal
moves, taken modulo their number. So every sequence of numbers is a game, and a line that breaks a
promise can be shortened and simplified freely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import evolve, frozen

from ..engine.engine import Engine
from ..model.moves import Move, Pick, Play
from ..model.row import Favor
from ..model.state import State
from ._words import text_of

__all__ = ["Course", "Line", "Met", "Step", "generated", "walk"]

MOST_MOVES = 400
MOST_ASKS = 50
"""How often one action may ask; after that, it counts as endless."""


@frozen
class Line:
    """How a match begins, and which legal move is made each time.

    A line may begin in a later `round`, with this `favor`: `first_player` starts that round, and
    `deals` begin with it.
    """

    first_player: int = 0
    seed: int = 0
    deals: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()
    round: int = 1
    favor: Favor = ()

    @property
    def late(self) -> bool:
        """Whether it begins late, so that no transcript leads there."""
        return self.round > 1 or bool(self.favor)

    def start(self, engine: Engine) -> State:
        deals = self.deals[:1] * (self.round - 1) + self.deals
        state = engine.start(seed=self.seed, first_player=self.first_player, deals=deals)
        if not self.late:
            return state
        return evolve(state, round=self.round, favor=self.favor or state.favor)


@frozen(eq=False)
class Step:
    """One move of a game, or its opening position, for which `move` and `before` are ``None``.

    `path` holds the moves before this one. `opened` is the position in which the action of this
    move began; for a pick, that is the position before the play.
    """

    path: tuple[Move, ...]
    opened: State
    before: State | None
    move: Move | None
    after: State

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.path if self.move is None else (*self.path, self.move)

    @property
    def opens(self) -> State:
        """The position in which the action that the next move belongs to began."""
        return self.opened if self.after.offer is not None else self.after


class Met(Exception):
    """An error that stopped a line, with the position in which it was raised."""

    def __init__(
        self, error: BaseException, path: tuple[Move, ...], state: State | None, move: Move | None
    ) -> None:
        super().__init__(text_of(error))
        self.error = error
        self.path = path
        self.state = state
        self.move = move


@frozen(eq=False)
class Course:
    """A line as it was played: its steps, and the error that ended it, if one did."""

    steps: tuple[Step, ...]
    met: Met | None

    def __iter__(self) -> Iterator[Step]:
        yield from self.steps
        if self.met is not None:
            raise self.met


def walk(engine: Engine, line: Line) -> Course:
    """Play a line, up to its end or to the first error."""
    steps: list[Step] = []
    path: tuple[Move, ...] = ()
    state: State | None = None
    move: Move | None = None
    try:
        state = line.start(engine)
        steps.append(Step((), state, None, None, state))
        for choice in line.choices:
            moves = engine.legal_moves(state)
            if not moves:
                break
            move = moves[choice % len(moves)]
            step = Step(path, steps[-1].opens, state, move, engine.apply(state, move))
            steps.append(step)
            path, state, move = step.moves, step.after, None
    except Exception as error:
        return Course(tuple(steps), Met(error, path, state, move))
    return Course(tuple(steps), None)


def generated(engine: Engine, first: int, count: int, rounds: int) -> Iterator[Line]:
    """Lines of random play, with fair deals and clustered ones; each marker is equally likely.

    Clustered deals give hands of few letters, so that equal piles and equal cards come up, where
    many faults hide. Choices that prefer equal piles do the same.
    """
    for number in range(first, first + count):
        rng = Random(number)
        clustered = number % 4 >= 2
        deals = tuple(clustered_deal(engine, rng) for _ in range(rounds)) if clustered else ()
        yield with_choices(engine, Line(number % 2, number, deals), rng, rounds)


def with_choices(engine: Engine, line: Line, rng: Random, rounds: int) -> Line:
    """The line with random choices for so many rounds."""
    return evolve(line, choices=_choices(engine, line, rng, rounds))


def clustered_deal(engine: Engine, rng: Random) -> str:
    """A deal with hands of few letters."""
    row = engine.variant.row
    rank = {letter: rng.random() for letter in row.letters}
    return "".join(sorted(row.deck, key=lambda letter: rank[letter] + 0.3 * rng.random()))


def _choices(engine: Engine, line: Line, rng: Random, rounds: int) -> tuple[int, ...]:
    chosen: list[int] = []
    try:
        state = line.start(engine)
        while state.round < line.round + rounds and len(chosen) < MOST_MOVES:
            moves = engine.legal_moves(state)
            if not moves:
                break
            if state.offer is not None and len(state.offer.picks) > MOST_ASKS:
                break
            chosen.append(_choose(moves, rng))
            state = engine.apply(state, moves[chosen[-1]])
    except Exception:
        # The line ends where the fault lies; walking it will meet the fault again.
        return (*chosen, 0)
    return tuple(chosen)


def _choose(moves: Sequence[Move], rng: Random) -> int:
    if isinstance(moves[0], Pick):
        return int(rng.random() * len(moves))
    plays = [(i, move) for i, move in enumerate(moves) if isinstance(move, Play)]
    markers = sorted({move.marker for _, move in plays})
    marker = markers[int(rng.random() * len(markers))]
    among = [i for i, move in plays if move.marker == marker]
    if rng.random() < 0.4:
        alike = [i for i, move in plays if move.marker == marker and _has_equal(move)]
        among = alike or among
    return among[int(rng.random() * len(among))]


def _has_equal(play: Play) -> bool:
    letters = "".join(map(str, play.piles))
    return len(set(letters)) < len(letters)
