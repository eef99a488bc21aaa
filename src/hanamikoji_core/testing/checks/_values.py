"""Are the parts of the variant plain values that answer the same whenever they are asked?"""

from __future__ import annotations

import copy
import random
from itertools import combinations
from typing import Any, Final

from attrs import evolve

from ...engine import Engine
from ...observation import Observation
from ...plugins import available_house_rules, available_variants
from ...row import Favor
from .._elsewhere import answers_elsewhere
from .._lines import Course, Line, Step, walk
from .._rulings import Broken, NotExamined
from .._snapshots import changes, snapshot
from .._subject import Subject
from .._words import differing, in_words, raised_at, text_of
from ._spies import Question, ask, spied

_MOST_QUESTIONS: Final = 400


def values(subject: Subject, line: Line) -> None:
    """Markers and policies are values: they hash, equal their copies, and play leaves no trace.

    What play must not change: their own attributes, the attributes of their classes, and the
    globals of their modules. Answers may be kept with ``functools.cache``; anything else that one
    game leaves behind can reach the next game, and the other player.
    """
    parts = [*subject.markers(), *subject.policies()]
    for called, part in parts:
        _is_value(called, part)
    _equal_are_alike(subject)
    before = snapshot(parts)
    course = walk(Engine(subject.variant), line)
    last = course.steps[-1] if course.steps else None
    olds = [(last, before)]
    if line == subject.lines[-1]:
        olds.append((None, subject.untouched))
    for when, old in olds:
        for name, was, now in changes(old, snapshot(parts)):
            raise Broken(
                expected="play changes nothing outside of the game",
                happened=f"{name} was {was} and is {now} after "
                + ("this game" if when else "a few games"),
                path=when.moves if when else (),
                state=when.after if when else None,
                hint="answer from the arguments alone; keep costly answers with functools.cache",
            )
    _house_rules(subject)


def _is_value(called: str, part: object) -> None:
    right = f"{called} is a frozen value with equality and a hash that never changes"
    hint = _how_to_be_a_value(part)
    try:
        hashes = {hash(part) for _ in range(3)}
        twin = copy.copy(part)
        hashes.add(hash(twin))
        equal = (part == part, part == twin, part == object())
    except Exception as error:
        raised = f"{type(error).__name__} was raised: {text_of(error)}{raised_at(error)}"
        raise Broken(expected=right, happened=f"{called}: {raised}", hint=hint) from error
    if not (equal[0] and equal[1]):
        raise Broken(expected=right, happened=f"{called} is not equal to its copy", hint=hint)
    if len(hashes) != 1:
        raise Broken(expected=right, happened=f"the hash of {called} changes", hint=hint)
    if equal[2]:
        raise Broken(expected=right, happened=f"{called} is equal to anything", hint=hint)


def _how_to_be_a_value(part: object) -> str:
    """What to change in a class whose values are not equal or hash otherwise than they should."""
    cls = type(part)
    own = " and ".join(name for name in ("__eq__", "__hash__") if name in vars(cls))
    if not hasattr(cls, "__attrs_attrs__") or vars(cls).get("__hash__", own) is None:
        hint = "decorate its class with attrs.frozen"
        return f"{hint}, and remove {own} from it" if own else hint
    if "__attrs_attrs__" not in vars(cls) and own:
        return f"remove {own} from its class"
    return (
        "leave == and the hash to attrs.frozen: no __eq__ and __hash__ of its own, no eq=False, "
        "and in its fields only values that compare and hash, such as tuples and strings"
    )


def _equal_are_alike(subject: Subject) -> None:
    """Markers that are equal have equal fields: what is known of the one is used for the other."""
    for (called, one), (also, two) in combinations(subject.markers(), 2):
        if one == two:
            for name, was, now in changes(snapshot([("its", one)]), snapshot([("its", two)])):
                raise Broken(
                    expected="markers that are equal do the same, since one stands for the other",
                    happened=f"{called} equals {also}, but {name} is {was} and {now}",
                    hint="let every field that the rule looks at count in ==",
                )


def _house_rules(subject: Subject) -> None:
    base, *rules = subject.variant.name.split("+")
    variant = available_variants().get(base)
    if variant is None or not subject.registered:
        return
    for name in rules:
        rule = available_house_rules()[name]
        if rule(variant) != rule(variant):
            raise Broken(
                expected=f"house rule {name!r} changes a variant in the same way every time",
                happened="two calls gave two different variants",
            )


def repeatable(subject: Subject, line: Line) -> None:
    """The same question gets the same answer: later, in another order, in another process.

    Every question that came up in the game is asked again, from the last to the first, under
    another seed of the global random generator, which must not be used, and in fresh processes
    whose strings hash differently (so that the order of a set does not decide).
    """
    _, log = _asked(subject, line)
    questions = subject.sample(log, _MOST_QUESTIONS)
    kept = random.getstate()
    try:
        for seed, question in enumerate(reversed(questions)):
            for _ in range(2):
                _ask_again(question, seed)
    finally:
        random.setstate(kept)
    _ask_elsewhere(subject, questions)


def _asked(subject: Subject, line: Line) -> tuple[Course, list[Question]]:
    """The line in a fresh engine, with every question that came up in it."""

    def find() -> tuple[Course, list[Question]]:
        log: list[Question] = []
        return walk(Engine(spied(subject.variant, subject.called, log)), line), log

    return subject.fact(("asked in", line), find) if line in subject.lines else find()


def _ask_again(question: Question, seed: int) -> None:
    random.seed(seed)
    state = random.getstate()
    try:
        answer = ask(question.asked, question.method, question.arguments)
    except Exception as error:
        answer = f"{type(error).__name__} raised"
    if random.getstate() != state:
        raise Broken(
            expected="the engine alone makes chance: use Take from a hand, and the deck's order",
            happened=f"{_named(question)} drew from Python's global random generator",
            hint="for cards that chance decides, let step answer Take from the deck or a hand",
        )
    if answer != question.answer:
        raise Broken(
            expected=f"{_named(question)} answers the same question in the same way every time",
            happened=f"asked {_told(question)}, it answered {in_words(question.answer)}; "
            f"asked again, {in_words(answer)}",
            hint="answer from the arguments alone: no counter, no memory of earlier calls, no time",
        )


def _ask_elsewhere(subject: Subject, questions: list[Question]) -> None:
    """Ask in processes with other hash seeds; the questions travel as a pickle."""
    things = (subject.variant.markers, *(policy for _, policy in subject.policies()))
    known = _ASKED.setdefault(subject.budget.name, [])
    if subject.batch or any(things == other for other in known) or not questions:
        return
    known.append(things)
    answers = answers_elsewhere([(q.asked, q.method, q.arguments) for q in questions])
    if isinstance(answers, str):
        known.remove(things)
        raise NotExamined(f"nothing could be asked in another process: {answers}")
    for number, question in enumerate(questions):
        for found in answers:
            if found[number] != question.answer:
                known.remove(things)
                raise Broken(
                    expected=f"{_named(question)} answers the same in every process",
                    happened=f"asked {_told(question)}, it answered {in_words(question.answer)} "
                    f"here and {in_words(found[number])} in a process with another hash seed",
                    hint="answer from the arguments alone: sort a set before you take its order, "
                    "and keep nothing of earlier calls in a class or a module",
                )


_ASKED: dict[str, list[Any]] = {}


def hand_only(subject: Subject, line: Line) -> None:
    """A marker that claims `hand_only` answers from the hand and the action alone.

    The engine shows such a marker nothing else and remembers its answers. Here it is asked with
    the actor's whole view too: the answers must be the same.
    """
    course, log = _asked(subject, line)
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
            happened=f"asked {_told(question)}, {question.method} gives one answer at this "
            f"table and another at an empty one: {differing(answer, question.answer)}",
            path=step.moves,
            state=step.after,
            hint="look at view.hand alone, or set hand_only = False if the rule needs more",
        )


def _named(question: Question) -> str:
    if question.method == "__call__":
        return question.called
    return f"{question.method} of {question.called}"


def _told(question: Question) -> str:
    first = question.arguments[0]
    if question.method == "plays":
        return f"with the hand {first.hand}"
    if question.method == "step":
        action = question.arguments[1]
        piles = " | ".join(map(str, action.piles))
        picks = ", ".join(map(str, action.picks))
        return f"about the piles {piles}" + (f" and the picks {picks}" if picks else "")
    return f"about {in_words(first)}"
