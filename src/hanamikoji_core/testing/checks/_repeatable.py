"""Does the same question get the same answer, whenever and wherever it is asked?"""

from __future__ import annotations

import random

from .._elsewhere import Answer, CannotAsk, Unanswered, answers_elsewhere
from .._lines import Line
from .._other_process import WORLD
from .._rulings import Broken, NotExamined
from .._subject import Subject
from .._words import in_words
from ._questions import asked_beside, name_of, shuffled, told
from ._spies import Question, ask


def repeatable(subject: Subject, line: Line) -> None:
    """The same question gets the same answer: later, in another order, in another process.

    The kit repeats every question of the game and its branches. It repeats them from the last to
    the first and in shuffled orders, under other seeds of the global random generator, which must
    not be used. It also repeats them in processes in which strings hash differently (so that the
    order of a set does not decide), with another date, environment, locale, working folder and
    process ID.
    """
    questions = asked_beside(subject, line)
    kept = random.getstate()
    try:
        for seed, question in enumerate(reversed(questions)):
            for _ in range(2):
                _ask_again(question, seed)
        for seed, question in enumerate(shuffled(questions, len(questions))):
            _ask_again(question, seed)
    finally:
        random.setstate(kept)
    _ask_elsewhere(subject, questions)


_MANY_TIMES = 200


def _ask_again(question: Question, seed: int) -> None:
    random.seed(seed)
    state = random.getstate()
    answer = _answer(question)
    if random.getstate() != state:
        raise Broken(
            expected="only the engine uses chance: take cards from the deck or a hand with Take",
            happened=f"{name_of(question)} drew from Python's global random generator",
            hint="return Take from step for cards that are drawn at random",
        )
    if answer != question.answer:
        raise Broken(
            expected=f"{name_of(question)} answers the same question in the same way every time",
            happened=f"asked {told(question)}, it answered {in_words(question.answer)}; "
            f"asked again, {in_words(answer)}",
            hint="answer from the arguments alone: no counter, no memory of earlier calls, no time",
        )


def _answer(question: Question) -> object:
    try:
        return ask(question.asked, question.method, question.arguments)
    except Exception as error:
        return f"{type(error).__name__} raised"


def _ask_elsewhere(subject: Subject, questions: list[Question]) -> None:
    """Ask in other processes; if one answers differently, find out why."""
    try:
        found = _answers(subject, questions, WORLD)
    except CannotAsk as why:
        raise NotExamined(
            f"nothing could be asked in another process: {why}; define the classes of the "
            "plug-in in a module, or register the variant"
        ) from why
    except Unanswered as silence:
        raise _unanswered(questions, silence) from silence
    for answers in found:
        for question, answer in zip(questions, answers, strict=True):
            if answer.told != question.answer:
                raise _otherwise(subject, question, answer)


def _answers(
    subject: Subject, questions: list[Question], differs: tuple[str, ...]
) -> list[list[Answer]]:
    asked = [(q.asked, q.method, q.arguments) for q in questions]
    return answers_elsewhere(subject.variant, asked, differs=differs, registered=subject.registered)


def _otherwise(subject: Subject, question: Question, answer: Answer) -> Broken:
    where, hint = _BECAUSE[_what_matters(subject, question)]
    return Broken(
        expected=f"{name_of(question)} answers the same in every process",
        happened=f"asked {told(question)}, it answered {in_words(question.answer)} here and "
        f"{in_words(answer.told)} in a process with {where}",
        hint=f"answer from the arguments alone: {hint}",
    )


def _what_matters(subject: Subject, question: Question) -> str:
    """The one thing in the other process that makes the difference, if it is only one."""
    for differs in ((), *((what,) for what in WORLD)):
        # By then the other process has seen all seasons, and all values of a variable.
        often = [question] * (_MANY_TIMES if differs in (("date",), ("environment",)) else 1)
        try:
            found = _answers(subject, often, differs)
        except (CannotAsk, Unanswered):
            return ""
        if any(answer.told != question.answer for answers in found for answer in answers):
            return differs[0] if differs else "hash seed"
    return ""


_HINTS = {
    "hash seed": "sort a set before you take its order, and keep nothing of earlier calls in a "
    "class or a module",
    "date": "do not use the clock or the calendar",
    "environment": "make every setting a field of the marker or policy, not an environment "
    "variable",
    "locale": "compare and sort letters without the locale",
    "folder": "read no file whose path depends on the working folder",
    "process": "do not use the process ID",
}
_NAMES = {"folder": "working folder", "process": "process ID"}
_ANYTHING = "another hash seed, date, environment, locale, working folder and process ID"
_BECAUSE = {
    **{what: (f"another {_NAMES.get(what, what)}", hint) for what, hint in _HINTS.items()},
    "": (
        _ANYTHING,
        "nothing may depend on these, or on earlier questions",
    ),
}


def _unanswered(questions: list[Question], silence: Unanswered) -> Broken:
    """A part that hangs in the other process, perhaps while its module is imported."""
    where = _ANYTHING
    if silence.number is None:
        return Broken(
            expected="the plug-in can be loaded in every process",
            happened=f"in a process with {where} it was not loaded in {silence.seconds:g} seconds",
            hint="do nothing but define things when a module is imported",
        )
    question = questions[silence.number]
    return Broken(
        expected=f"{name_of(question)} answers the same in every process",
        happened=f"asked {told(question)}, it answered {in_words(question.answer)} here, and did "
        f"not answer in {silence.seconds:g} seconds in a process with {where}",
        hint="answer from the arguments alone, so that a loop ends everywhere if it ends here",
    )
