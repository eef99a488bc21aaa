"""Making a failing game simpler until nothing can be removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve

from ..engine.engine import Engine
from ..model.state import State
from ._lines import Course, Line, walk
from ._rulings import Broken

__all__ = ["begins", "deals_of", "dealt", "shrunk"]

Fails: TypeAlias = Callable[[Line], Broken | None]


def shrunk(
    engine: Engine, line: Line, broken: Broken, fails: Fails, most: int
) -> tuple[Line, Broken]:
    """The simplest line found in `most` probes that still breaks the promise."""
    best, why = line, broken
    # If the fault was found beside the line, the way there becomes the line.
    direct = _along(engine, line, broken)
    probes = 0
    if direct is not None:
        found = fails(direct)
        if found is not None:
            best, why = direct, found
    improved = True
    while improved and probes < most:
        improved = False
        for simpler in _simpler(engine, best):
            probes += 1
            if probes >= most:
                break
            found = fails(simpler)
            if found is not None:
                best, why, improved = _cut(simpler, found), found, True
                break
    return best, why


def _cut(line: Line, why: Broken) -> Line:
    """The line without the moves after the fault, except the move under examination."""
    if why.state is None:
        return evolve(line, choices=())
    return evolve(line, choices=line.choices[: len(why.path) + 1])


def _along(engine: Engine, line: Line, why: Broken) -> Line | None:
    """The line that makes exactly the moves on the way to the fault."""
    wanted = (*why.path, why.move)
    choices: list[int] = []
    try:
        state = line.start(engine)
        for move in wanted:
            moves = engine.legal_moves(state)
            if move not in moves:
                break
            choices.append(moves.index(move))
            state = engine.apply(state, moves[choices[-1]])
    except Exception:
        pass  # A fault of the plug-in: the line ends there.
    if len(choices) < len(why.path):
        return None
    return evolve(line, choices=tuple(choices))


def _simpler(engine: Engine, line: Line) -> Iterator[Line]:
    """Lines a little simpler than this one, the largest cuts first."""
    yield from _fewer_rounds(engine, line)
    yield from _sooner(line)
    count = len(line.choices)
    for left in sorted({0, count // 2, count * 3 // 4, count - 2, count - 1}):
        if 0 <= left < count:
            yield evolve(line, choices=line.choices[:left])
    if line.deals:
        yield evolve(line, deals=(), seed=0)
        if len(line.deals) > 1:
            yield evolve(line, deals=line.deals[:1])
        for at, deal in enumerate(line.deals):
            for simple in _simpler_deals(deal):
                yield evolve(line, deals=(*line.deals[:at], simple, *line.deals[at + 1 :]))
    if line.seed:
        yield evolve(line, seed=0)
    if line.first_player:
        yield evolve(line, first_player=0)
    for at in range(count - 1, -1, -1):
        choice = line.choices[at]
        for less in sorted({0, choice // 2, choice - 1}):
            if 0 <= less < choice:
                yield evolve(line, choices=(*line.choices[:at], less, *line.choices[at + 1 :]))
    for at in range(count):
        yield evolve(line, choices=line.choices[:at] + line.choices[at + 1 :])


def _fewer_rounds(engine: Engine, line: Line) -> Iterator[Line]:
    """The last rounds alone, with the deals they had."""
    course = walk(engine, line)
    rounds = [step.after.round for step in course.steps]
    last = rounds[-1] if rounds else line.round
    if last == line.round:
        return
    deals = deals_of(course)
    for first in range(last, line.round, -1):
        skipped = sum(1 for number in rounds[1:] if number < first) + 1
        yield Line(
            first_player=(line.first_player + first - line.round) % 2,
            seed=line.seed,
            deals=tuple(deals[first - line.round : last - line.round + 1]),
            choices=line.choices[skipped:],
        )


def _sooner(line: Line) -> Iterator[Line]:
    """A line that begins late, changed to begin earlier or with fewer favors."""
    if not line.late:
        return
    yield evolve(line, round=1, favor=())
    for number in sorted({2, line.round // 2, line.round - 1}):
        if 1 < number < line.round:
            yield evolve(line, round=number)
    if line.favor:
        yield evolve(line, favor=())
    for at, owner in enumerate(line.favor):
        if owner is not None:
            yield evolve(line, favor=(*line.favor[:at], None, *line.favor[at + 1 :]))


def deals_of(course: Course) -> list[str]:
    """The deals of the rounds that were begun, in the form that `Engine.start` takes."""
    return [dealt(step.after) for step in course.steps if begins(step.after)]


def begins(state: State) -> bool:
    """Whether a round has just begun."""
    return state.used == (frozenset(), frozenset()) and state.offer is None


def dealt(state: State) -> str:
    """The deal that a round began with; the order within a hand does not matter."""
    first, second = state.hands[state.starting_player], state.hands[1 - state.starting_player]
    removed = "".join(str(lot.cards) for lot in state.facedown)
    # One card of the starter's hand was drawn: any card will do, since the hand is one set.
    hand = str(first)
    return removed + hand[:-1] + str(second) + hand[-1:] + state.deck


def _simpler_deals(deal: str) -> Iterator[str]:
    half = len(deal) // 2
    first, second = ("".join(sorted(part)) for part in (deal[:half], deal[half:]))
    for ordered in ("".join(sorted(deal)), first + deal[half:], deal[:half] + second):
        if ordered != deal:  # The same again would be taken for progress, over and over.
            yield ordered
    for at in range(len(deal) - 1):
        if deal[at] > deal[at + 1]:
            yield deal[:at] + deal[at + 1] + deal[at] + deal[at + 2 :]
