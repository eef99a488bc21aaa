"""The questions that the engine asks in a game: those of a line, and of branches from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from attrs import evolve, frozen

from ...engine.engine import Engine
from ...model.cards import Cards
from ...protocol.policies import RoundEnd
from ...protocol.variant import Variant
from .._lines import Course, Line, walk
from .._subject import Subject
from .._words import in_words
from ._spies import Question, asked, spied

__all__ = ["asked_beside", "asked_in", "name_of", "told"]

_OF_EACH = 40
"""How many questions of each method of each part are repeated for each line."""
_LATEST = 6
"""The last round for which ends are made up."""
_LISTINGS = 24
"""How many positions are listed in the branches of a line."""


@frozen(eq=False)
class Asked:
    """A line as it was played in a fresh engine, and every question that the engine asked."""

    course: Course
    log: list[Question]
    engine: Engine


def asked_in(subject: Subject, line: Line) -> Asked:
    """The line in a fresh engine, with every question that the engine asked."""

    def find() -> Asked:
        log: list[Question] = []
        engine = Engine(spied(subject.variant, subject.called, log))
        course = walk(engine, line)
        return Asked(course, list(log), engine)

    return subject.fact(("asked in", line), find) if line in subject.lines else find()


def asked_beside(subject: Subject, line: Line) -> list[Question]:
    """The questions of the line and of its branches: other moves, and other ends of rounds.

    For each method of each part, only as many as can be repeated often.
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
    """The answers of the policies to other ends of rounds, with as many cards on each side."""
    ends = [q.arguments[0] for q in log if q.method == "__call__"]
    if not ends:
        return
    found: list[Question] = []
    for end in _ends_like(ends[-1], len(line.choices), _rounds_of(subject.variant)):
        for called, policy in subject.policies():
            with suppress(Exception):
                asked(policy, called, found, "__call__", (end,))
    yield from found


def _ends_like(end: RoundEnd, seed: int, rounds: int) -> Iterator[RoundEnd]:
    """Other round ends with as many cards on each side, in other rounds and with other favors.

    In some of them, no player has a card of one geisha.
    """
    rng = Random(seed)
    first, second = (len(cards) for cards in end.placed)
    owners = [(None,), (0,), (1,), *[(None, 0, 1)] * 17]
    letters = [*end.row.letters, *[""] * len(owners)]
    for number, among in enumerate(owners):
        deck = sorted(end.row.deck, key=lambda _: rng.random())
        deck.sort(key=lambda letter: letter == letters[number])
        placed = (Cards("".join(deck[:first])), Cards("".join(deck[first : first + second])))
        favor = tuple([among[int(rng.random() * len(among))] for _ in end.favor])
        yield evolve(
            end,
            round=1 + number % rounds,
            starting_player=int(rng.random() * 2),
            placed=placed,
            favor=favor,
        )


def _rounds_of(variant: Variant) -> int:
    """The number of rounds for which ends are made up."""
    return _LATEST if variant.limit is None else min(_LATEST, variant.limit.rounds)


def shuffled(questions: list[Question], seed: int) -> list[Question]:
    """The questions in another order, the same one each time."""
    rng = Random(seed)
    return sorted(questions, key=lambda _: rng.random())


def name_of(question: Question) -> str:
    """The part and method that answered."""
    if question.method == "__call__":
        return question.called
    return f"{question.method} of {question.called}"


def told(question: Question) -> str:
    """The question in words."""
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
