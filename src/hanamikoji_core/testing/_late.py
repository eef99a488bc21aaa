"""Lines that begin far into a match, for markers that can see the round or the favor.

Random games end in the first rounds, and in most favor positions somebody has won. A marker that
depends on the round or the favor may behave differently in any of them, so these rounds are set up
directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import TypeAlias

from attrs import evolve

from ..engine.engine import Engine
from ..model.moves import Move, Play
from ..model.row import Favor
from ..model.state import State
from ._lines import Line, clustered_deal, with_choices

__all__ = ["late_lines"]

Start: TypeAlias = tuple[int, Favor, int]
"""A round, the favor with which it begins, and who starts it."""

_LATEST = 24
_ASKED = 64
_MOVES = 6
_SEED = 1_000


def late_lines(engine: Engine, batch: int, count: int) -> Iterator[Line]:
    """Lines of one round each, which begin late, with favors of every shape.

    Half of them begin where some marker behaves differently than in the first round. There are none
    if all markers depend on the hand alone.
    """
    markers = [marker for own in engine.variant.markers for marker in own]
    starts = list(_starts(engine, batch))
    if not starts or all(marker.hand_only for marker in markers):
        return
    telling = _telling(engine, starts, (count + 1) // 2)
    others = [starts[at * len(starts) // count] for at in range(count)]
    for number, (late, favor, starter) in enumerate([*telling, *others][:count]):
        seed = _SEED + batch * count + number
        rng = Random(seed)
        deals = (clustered_deal(engine, rng),) if number % 2 else ()
        yield with_choices(engine, Line(starter, seed, deals, (), late, favor), rng, 1)


def _starts(engine: Engine, batch: int) -> Iterator[Start]:
    """Rounds after the first, up to the limit, with favors of every shape; the early ones first."""
    limit, geisha = engine.variant.limit, len(engine.variant.row)
    last = _LATEST if limit is None else min(_LATEST, limit.rounds)
    if last < 2:
        return
    rng = Random(batch)
    shapes: Iterator[tuple[int | None, ...]] = cycle(
        [(0, 1), (None, 0, 1), (0,), (1,), (None, None, 0, 1), (0, 0, 0, 1), (1, 1, 1, 0), (None,)]
    )
    for number in range(_ASKED):
        among = next(shapes)
        favor = tuple([among[int(rng.random() * len(among))] for _ in range(geisha)])
        yield 2 + number * (last - 1) // _ASKED, favor, number % 2


def _telling(engine: Engine, starts: list[Start], most: int) -> list[Start]:
    """Starts at which some marker behaves in a new way."""
    try:
        bases = [engine.start(seed=seed, first_player=seed) for seed in (0, 1)]
        met = {_answers(engine, base) for base in bases}
    except Exception:
        return []  # Whatever stops play in the first round is told by the other lines.
    found: list[Start] = []
    for start in starts:
        late, favor, starter = start
        try:
            answers = _answers(engine, evolve(bases[starter], round=late, favor=favor))
        except Exception:
            return [start, *found][:most]
        if answers not in met:
            met.add(answers)
            found.append(start)
    # The first ones, and the last: what comes late comes last.
    return found if len(found) <= most else [*found[: most - 1], found[-1]]


def _answers(engine: Engine, state: State) -> tuple[object, ...]:
    """The results of some moves, without the round and the favor."""
    moves = engine.legal_moves(state)
    seen = [move for move in moves if isinstance(move, Play) and not _by_hand(engine, move)]
    told: list[object] = [moves]
    for move in seen[:: max(1, len(seen) // _MOVES)]:
        told += _led_to(engine, state, move)
    return tuple(told)


def _by_hand(engine: Engine, play: Play) -> bool:
    return all(
        marker.hand_only
        for own in engine.variant.markers
        for marker in own
        if marker.number == play.marker
    )


def _led_to(engine: Engine, state: State, move: Move) -> Iterator[object]:
    after = engine.apply(state, move)
    yield after.hands, after.placed, after.facedown, after.deck, after.offer
    if after.offer is not None and len(after.offer.picks) < _MOVES:
        *_, last = engine.legal_moves(after)
        yield from _led_to(engine, after, last)
