"""The questions that come up in games: those of a line, and many more beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from attrs import frozen

from ...engine import Engine
from .._lines import Course, Line, walk
from .._subject import Subject
from .._words import in_words
from ._round_ends import ends_like, rounds_of
from ._spies import Question, asked, spied

__all__ = ["asked_beside", "asked_in", "name_of", "told"]

_OF_EACH = 40
"""How many questions are asked again of each method of each part, a line."""
_LISTINGS = 24
"""Beside a line, how many positions are listed."""


@frozen(eq=False)
class Asked:
    """A line as it was played in a fresh engine, and every question that came up in it."""

    course: Course
    log: list[Question]
    engine: Engine


def asked_in(subject: Subject, line: Line) -> Asked:
    """The line in a fresh engine, with every question that came up in it."""

    def find() -> Asked:
        log: list[Question] = []
        engine = Engine(spied(subject.variant, subject.called, log))
        course = walk(engine, line)
        return Asked(course, list(log), engine)

    return subject.fact(("asked in", line), find) if line in subject.lines else find()


def asked_beside(subject: Subject, line: Line) -> list[Question]:
    """The questions of the line and of what is beside it: other moves, and other ends of rounds.

    Of each method of each part as many as can be asked again often.
    """
    log: list[Question] = []
    engine = Engine(spied(subject.variant, subject.called, log))
    walk(engine, line)
    if line in subject.lines:
        # What is wrong there is told by the checks that look for it.
        with suppress(Exception):
            steps = list(subject.beside(line))
            for step in steps:
                if step.before is not None and step.move is not None:
                    engine.apply(step.before, step.move)
            for step in subject.sample(steps, _LISTINGS):
                engine.legal_moves(step.after)
    log += list(_made_up(subject, line, log))
    by_method: dict[tuple[int, str], list[Question]] = {}
    for question in log:
        by_method.setdefault((id(question.asked), question.method), []).append(question)
    return [q for group in by_method.values() for q in subject.sample(group, _OF_EACH)]


def _made_up(subject: Subject, line: Line, log: list[Question]) -> Iterator[Question]:
    """What the policies say of other ends of rounds, with as many cards on each side."""
    ends = [q.arguments[0] for q in log if q.method == "__call__"]
    if not ends:
        return
    found: list[Question] = []
    for end in ends_like(ends[-1], len(line.choices), rounds_of(subject.variant)):
        for called, policy in subject.policies():
            with suppress(Exception):
                asked(policy, called, found, "__call__", (end,))
    yield from found


def shuffled(questions: list[Question], seed: int) -> list[Question]:
    """The questions in another order, the same one each time."""
    rng = Random(seed)
    return sorted(questions, key=lambda _: rng.random())


def name_of(question: Question) -> str:
    """Whose answer it is, and to what."""
    if question.method == "__call__":
        return question.called
    return f"{question.method} of {question.called}"


def told(question: Question) -> str:
    """The question as a person would ask it."""
    first = question.arguments[0]
    match question.method:
        case "plays":
            return f"with the hand {first.hand}"
        case "step":
            action = question.arguments[1]
            piles = " | ".join(map(str, action.piles))
            picks = ", ".join(map(str, action.picks))
            return f"about the piles {piles}" + (f" and the picks {picks}" if picks else "")
        case "canonical":
            return f"about the layout {'-'.join(map(str, first))}"
    return f"about {in_words(first)}"
