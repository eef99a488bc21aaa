"""Do markers and policies answer quickly, and without printing anything?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from statistics import mean, median
from time import perf_counter, thread_time

from ...engine.engine import Engine
from ...wording import number_of
from .._elsewhere import CannotAsk, Unanswered, answers_elsewhere
from .._lines import Line
from .._rulings import Broken
from .._subject import Subject
from ._questions import asked_in, name_of, told
from ._spies import Question, Stopwatch, measured, spied

_A_CALL = 0.02
"""Seconds that a call may take on average; the built-in markers take a hundredth of that."""
_A_PLAY = 0.0005
"""Seconds that a call may take in addition for each play that it lists."""
_ONCE = 0.25
"""Seconds that even the slowest call may take."""
_ENOUGH = 1.0
"""Stop asking after this many seconds of slow calls."""
_MOST_MOVES = 60
_ELSEWHERE = 2
"""How many lines are also asked about in another process."""
_FEW = 4
"""How many calls are repeated, to see whether the call itself was slow."""
_TRIES = 5
_SAMPLE = 0.005
"""The least processor time for which other work is timed, to see how long it waits."""


def quick_and_quiet(subject: Subject, line: Line) -> None:
    """Markers and policies answer quickly, in 0.02 seconds a call at most, and print nothing.

    A game calls them hundreds of times, a computer player many thousands of times. Cache costly
    answers with ``functools.cache``, and write messages for the author to a logger. Until a variant
    answers quickly and quietly, nothing else is examined, because that would take hours or fill the
    screen.
    """
    _examined(_first_game(subject))
    for number, other in enumerate(subject.lines):
        log = asked_in(subject, other).log
        _examined(log)
        if number < _ELSEWHERE:
            _is_quiet_elsewhere(subject, log)


def _first_game(subject: Subject) -> list[Question]:
    """The questions of one random game, which is broken off once its calls prove slow."""
    log: list[Question] = []
    engine = Engine(spied(subject.variant, subject.called, log))
    rng, begun = Random(1), perf_counter()
    with suppress(Exception):  # Other checks report what is wrong in it.
        state = engine.start(seed=1)
        for _ in range(_MOST_MOVES):
            legal = engine.legal_moves(state)
            if not legal or perf_counter() - begun > _ENOUGH:
                break
            state = engine.apply(state, legal[int(rng.random() * len(legal))])
    return log


def _examined(log: Sequence[Question]) -> None:
    groups: dict[tuple[int, str], list[Question]] = {}
    for question in log:
        groups.setdefault((id(question.asked), question.method), []).append(question)
    for group in groups.values():
        _is_quiet(group)
        _is_quick(group)


def _is_quiet(group: list[Question]) -> None:
    loud = [question for question in group if question.printed]
    if loud:
        first = loud[0].printed
        raise Broken(
            expected=f"{name_of(loud[0])} prints nothing",
            happened=f"asked {told(loud[0])}, it printed {first[:60]!r}"
            f"{'...' * (len(first) > 60)}; it did so in {len(loud)} of {len(group)} calls",
            hint="remove the print, or use a logger from the logging module",
        )


def _is_quiet_elsewhere(subject: Subject, log: list[Question]) -> None:
    """In another process, output that bypasses Python's streams is noticed too."""
    asked = [(q.asked, q.method, q.arguments) for q in log]
    try:
        found = answers_elsewhere(subject.variant, asked, registered=subject.registered)
    except (CannotAsk, Unanswered):
        return  # Told by the check that compares the answers.
    for question, answer in zip(log, found[0], strict=True):
        if answer.printed:
            raise Broken(
                expected=f"{name_of(question)} prints nothing",
                happened=f"asked {told(question)}, it wrote "
                f"{number_of(answer.printed, 'byte')} to the standard output or the standard error",
                hint="remove the output, or use a logger from the logging module",
            )


def _is_quick(group: list[Question]) -> None:
    """Report a call only if it takes long every time: once, the machine may have been busy."""
    slowest = sorted(group, key=_excess, reverse=True)[:_FEW]
    if _excess(slowest[0]) <= 0 or not _may_be_slow(group):
        return
    again = {id(q): _again(q) for q in slowest if _excess(q) > 0}
    seconds = [again.get(id(q), _took(q)) for q in group]
    allowed = mean(_allowed(q) for q in group)
    worst = max(again.values())
    usual = max(mean(seconds), _first_times(group))
    if usual > allowed or worst > max(_ONCE, _allowed(slowest[0])):
        raise Broken(
            expected=f"{name_of(group[0])} answers in {_A_CALL:g} seconds on average, "
            f"and in {_ONCE:g} seconds at most",
            happened=f"it took {usual:.3f} seconds on average in "
            f"{number_of(len(group), 'call')}, "
            f"and {worst:.3f} seconds when asked {told(slowest[0])}",
            hint="do less in each call: no sleep, no file, no search that starts anew each time; "
            "cache costly answers with functools.cache",
        )


def _first_times(group: list[Question]) -> float:
    """How long a call usually took the first time; a cached answer is quick when asked again."""
    if len(group) < _FEW:
        return 0.0
    return _without_delay(median(q.seconds for q in group), median(map(_took, group)))


def _may_be_slow(group: list[Question]) -> bool:
    allowed = mean(_allowed(q) for q in group)
    return mean(_took(q) for q in group) > allowed or max(map(_took, group)) > _ONCE


def _took(question: Question) -> float:
    return question.seconds + question.waited


def _excess(question: Question) -> float:
    return _took(question) - _allowed(question)


def _allowed(question: Question) -> float:
    answer = question.answer
    return _A_CALL + _A_PLAY * (len(answer) if isinstance(answer, tuple) else 0)


def _again(question: Question) -> float:
    """The quickest of a few tries: a busy machine delays some of them, a slow part all."""
    worked, took = question.seconds, _took(question)
    spent = took
    for _ in range(_TRIES):
        if took <= _A_CALL or spent > _ENOUGH:
            break
        try:
            _, cost = measured(question.asked, question.method, question.arguments)
        except Exception:
            return 0.0
        worked = min(worked, cost.seconds)
        took = min(took, cost.seconds + cost.waited)
        spent += cost.seconds + cost.waited
    return _without_delay(worked, took)


def _without_delay(worked: float, took: float) -> float:
    """The time that a call took, unless it waited only as other work waits on a busy machine."""
    if took <= worked + _A_CALL:
        return took
    watch = Stopwatch()
    until = thread_time() + min(max(worked, _SAMPLE), 10 * _SAMPLE)
    while thread_time() < until:
        pass
    sample, waited = watch.read()
    explained = worked * (1 + 2 * waited / sample)
    return took if took > explained + _A_CALL else worked
