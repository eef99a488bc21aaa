"""Are the parts of the variant plain values, which play does not change?"""

from __future__ import annotations

import copy
from itertools import combinations

from ...engine.engine import Engine
from ...plugins import available_house_rules, available_variants
from .._lines import Line, walk
from .._rulings import Broken
from .._snapshots import changes, snapshot
from .._subject import Subject
from .._words import raised_at, text_of
from ._frozen import changeable


def values(subject: Subject, line: Line) -> None:
    """Markers and policies are values: they hash, equal their copies, and play leaves no trace.

    They are frozen, and so are the values that they hold: a tuple, not a list. Play must not change
    their attributes, the attributes of their classes and functions, default arguments, closures,
    the globals of their modules or the environment. Answers may be cached with ``functools.cache``;
    anything else that one game leaves behind can affect the next game and the other player.
    """
    parts = [*subject.markers(), *subject.policies()]
    for called, part in parts:
        _is_value(called, part)
        _is_frozen(called, part)
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
                hint="answer from the arguments alone; cache costly answers with functools.cache",
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
        raise Broken(expected=right, happened=f"{called} compares equal to anything", hint=hint)


def _is_frozen(called: str, part: object) -> None:
    for happened, hint in changeable(called, part):
        raise Broken(
            expected=f"{called} is a frozen value, and so is all that it holds",
            happened=happened,
            hint=hint,
        )


def _how_to_be_a_value(part: object) -> str:
    """The hint for a class whose values are not equal or do not hash as they should."""
    cls = type(part)
    own = " and ".join(name for name in ("__eq__", "__hash__") if name in vars(cls))
    if not hasattr(cls, "__attrs_attrs__") or vars(cls).get("__hash__", own) is None:
        hint = "decorate its class with attrs.frozen"
        return f"{hint}, and remove {own} from it" if own else hint
    if "__attrs_attrs__" not in vars(cls) and own:
        return f"remove {own} from its class"
    return (
        "leave == and the hash to attrs.frozen: define no __eq__ or __hash__, no eq=False, "
        "and in its fields only values that compare and hash, such as tuples and strings"
    )


def _equal_are_alike(subject: Subject) -> None:
    """Equal markers have equal fields, because the engine uses one for the other."""
    for (called, one), (also, two) in combinations(subject.markers(), 2):
        if one == two:
            for name, was, now in changes(snapshot([("its", one)]), snapshot([("its", two)])):
                raise Broken(
                    expected="markers that are equal do the same, since one stands for the other",
                    happened=f"{called} equals {also}, but {name} is {was} and {now}",
                    hint="include every field that the rule reads in ==",
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
