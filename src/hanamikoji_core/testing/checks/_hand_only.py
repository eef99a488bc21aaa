"""Does a marker that claims `hand_only` use nothing but the hand?"""

from __future__ import annotations

from attrs import evolve

from ...model.observation import Observation
from ...model.row import Favor
from .._lines import Line, Step
from .._rulings import Broken
from .._subject import Subject
from .._words import differing
from ._questions import asked_in, told
from ._spies import Question, ask


def hand_only(subject: Subject, line: Line) -> None:
    """A marker that claims ``hand_only`` answers from the hand and the action alone.

    The engine shows such a marker nothing else and caches its answers. This check also calls it
    with the actor's whole view: the answers must be the same.
    """
    found = asked_in(subject, line)
    course, log = found.course, found.log
    plays = {(id(q.asked), q.arguments[0].hand): q for q in reversed(log) if q.method == "plays"}
    for step in subject.sample(course.steps, 4 * subject.budget.positions):
        state = step.after
        if state.to_move is None or state.offer is not None:
            continue
        view = evolve(subject.engine.observe(state, state.to_move), legal_moves=())
        for marker in subject.variant.markers[state.to_move]:
            if not marker.hand_only or marker.number in state.used[state.to_move]:
                continue
            called = subject.called(marker, state.to_move)
            asked = [q for q in log if q.asked is marker and q.method == "step"]
            listing = plays.get((id(marker), view.hand))
            for question in [*([listing] if listing else ()), *subject.sample(asked, 4)]:
                _compare(called, question, view, step)
                # Of a later round, in which everybody has won something.
                later = evolve(view, round=view.round + 5, favor=_shared_out(len(view.favor)))
                _compare(called, question, later, step)
    if course.met is not None:
        raise course.met


def _shared_out(geisha: int) -> Favor:
    return tuple(at % 2 for at in range(geisha))


def _compare(called: str, question: Question, view: Observation, step: Step) -> None:
    try:
        answer = ask(question.asked, question.method, (view, *question.arguments[1:]))
    except Exception as error:
        answer = f"{type(error).__name__} raised"
    if answer != question.answer:
        alone = "the hand" if question.method == "plays" else "the action"
        raise Broken(
            expected=f"{called} claims hand_only, so {question.method} answers from {alone} alone",
            happened=f"asked {told(question)}, {question.method} gives one answer at this "
            f"table and another at an empty one: {differing(answer, question.answer)}",
            path=step.moves,
            state=step.after,
            hint="look at view.hand alone, or set hand_only = False if the rule needs more",
        )
