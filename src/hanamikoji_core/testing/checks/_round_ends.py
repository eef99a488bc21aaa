"""The ends of rounds: those that were played, and others that are made up for policies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from ...model.events import GameEnded, Scored
from ...model.row import Favor
from ...model.state import Outcome
from ...protocol.policies import RoundEnd
from .._lines import Line, Step
from .._rulings import Broken, broken_at
from .._subject import Subject
from .._words import favors as favors
from .._words import raised_at, text_of


def rounds_ended(subject: Subject, line: Line) -> Iterator[tuple[Step, Scored, Outcome | None]]:
    """The moves that ended a round, with the scoring event."""
    for step in subject.near(line):
        if step.before is None or step.move is None:
            continue
        if step.after.round == step.before.round and step.after.to_move is not None:
            continue
        events = subject.engine.narrate(step.before, step.move, None)
        scored = [event for event in events if isinstance(event, Scored)]
        if len(scored) != 1:
            raise Broken(
                expected="a round is scored once, at its end",
                happened=f"it was scored {len(scored)} times",
                path=step.path,
                move=step.move,
                state=step.before,
            )
        ended = [event.outcome for event in events if isinstance(event, GameEnded)]
        yield step, scored[0], ended[0] if ended else None


def many_favors(geisha: int, most: int) -> Iterator[Favor]:
    """Every favor position, or many: with all favors on one side, or none, first."""
    if 3**geisha <= most:
        yield from product((None, 0, 1), repeat=geisha)
        return
    yield from ((owner,) * geisha for owner in (None, 0, 1))
    rng = Random(geisha)
    for number in range(most - 3):
        # Later in a game few markers lie in the centre: half of the samples have none there.
        among = (None, 0, 1) if number % 2 else (0, 1)
        yield tuple([among[int(rng.random() * len(among))] for _ in range(geisha)])


def asked(name: str, policy: Any, end: RoundEnd) -> Any:
    """The answer of a policy to a made-up end of a round."""
    try:
        return policy(end)
    except Exception as error:
        raise lost(
            None,
            f"{name} answers for every way in which a round can end",
            f"{made_up(end)} it raised {type(error).__name__}: {text_of(error)}{raised_at(error)}",
        ) from error


def made_up(end: RoundEnd) -> str:
    """A made-up end of a round in words, so that the author can repeat the call."""
    return (
        f"asked about the end of round {end.round}, which player {end.starting_player} began, with "
        f"the sides {sides(end)} and before it the favor {favors(end.row, end.favor)}:"
    )


def sides(end: RoundEnd) -> str:
    return f"{end.placed[0] or '-'} and {end.placed[1] or '-'}"


def lost(step: Step | None, expected: str, happened: str, hint: str = "") -> Broken:
    if step is not None:
        return broken_at(step, expected, happened, hint)
    return Broken(expected=expected, happened=happened, hint=hint)
