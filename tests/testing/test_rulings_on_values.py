"""The parts of a variant are plain values."""

from __future__ import annotations

import re
from collections import UserDict
from random import Random
from types import MappingProxyType

import pytest
from attrs import evolve, field, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    HouseRule,
    Majority,
    MoreCharm,
    Observation,
    RoundLimit,
    Step,
    To,
    Variant,
    load_engine,
)
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import walk
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._frozen import changeable
from tests.rogues.plain import PLAIN, SMALL, OneUp, ThreeShown, plain, variant

from .said import SHORT, TEXT, Ruling, kept, registered


@frozen(hash=False, eq=True, unsafe_hash=False)
class Unhashable(Majority):
    log: list[str] = field(factory=list)
    __hash__ = None  # type: ignore[assignment]


class EqualsEverything(OneUp):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def test_a_part_that_cannot_be_hashed_is_no_value(ruling: Ruling) -> None:
    told = ruling(variant(scoring=Unhashable()), "values")

    assert "scoring: TypeError was raised: unhashable type: 'Unhashable'" in told
    assert "to mend it decorate its class with attrs.frozen, and remove __eq__" in told


def test_a_part_that_equals_anything_is_no_value(ruling: Ruling) -> None:
    assert "marker 1 (Up) compares equal to anything" in ruling(
        variant(EqualsEverything(1, "Up", TEXT)), "values"
    )


def test_a_house_rule_gives_the_same_variant_each_time(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = iter(range(1, 99))

    def counting(variant: Variant) -> Variant:
        return evolve(variant, limit=RoundLimit(next(limits), MoreCharm()))

    def steady(variant: Variant) -> Variant:
        return evolve(variant, limit=SHORT)

    wrong, right = (
        HouseRule(name="short", title="Short", text=TEXT, change=change)
        for change in (counting, steady)
    )
    registered(monkeypatch, PLAIN, wrong)
    layered = load_engine("under-suspicion+short").variant
    assert "house rule 'short' changes a variant in the same way every time" in ruling(
        layered, "values"
    )

    registered(monkeypatch, PLAIN, right)
    assert kept(load_engine("under-suspicion+short").variant, "values")


@frozen
class Tray(ThreeShown):
    """So many cards are picked; and the number does not count when it is compared."""

    picked: int = field(default=1, eq=False, kw_only=True)

    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(self.picked)


def test_markers_that_are_equal_are_alike(ruling: Ruling) -> None:
    trays = [Tray(3, "Tray", TEXT, picked=picked) for picked in (1, 2)]
    sides = tuple((plain(1), plain(2), tray, plain(4)) for tray in trays)

    told = ruling(evolve(PLAIN, markers=sides, symmetric=False), "values")

    assert "equals marker 3 (Tray), but its.picked is 1 and 2" in told


def test_a_variant_of_a_name_that_nobody_registered_has_no_house_rules_to_ask_for() -> None:
    assert kept(evolve(load_engine("base").variant, name="base+mine"), "values")


class Counts(OneUp):
    """How often it was asked is kept in the class."""

    asked = 0

    def step(self, view: Observation, action: Action) -> Step:
        type(self).asked += 1
        return super().step(view, action)


class Notes(OneUp):
    """That it was asked at all is kept in the class."""

    asked = False

    def step(self, view: Observation, action: Action) -> Step:
        type(self).asked = True
        return super().step(view, action)


def test_what_changes_in_a_game_is_told_with_the_game() -> None:
    subject = Subject(variant(Counts(1, "Up", TEXT)), SMALL)
    line = subject.lines[0]

    broken = CHECKS["values"].fails(subject, line)

    assert broken is not None
    assert broken.expected == "play changes nothing outside of the game"
    assert re.fullmatch(
        r"the class attribute Counts.asked was \d+ and is \d+ after this game", broken.happened
    )
    assert "cache costly answers with functools.cache" in broken.hint
    (*_, last) = walk(subject.engine, line).steps
    assert (broken.path, broken.state) == (last.moves, last.after)


def test_what_changed_before_is_told_after_the_last_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Notes, "asked", False)
    subject = Subject(variant(Notes(1, "Up", TEXT)), SMALL)

    told = [CHECKS["values"].fails(subject, line) for line in subject.lines]

    assert not any(told[:-1])
    assert told[-1] is not None
    assert told[-1].happened == (
        "the class attribute Notes.asked was False and is True after a few games"
    )
    assert (told[-1].path, told[-1].state) == ((), None)


class NotItself(OneUp):
    def __eq__(self, other: object) -> bool:
        return other is not self and type(other) is type(self)

    def __hash__(self) -> int:
        return 1


def test_a_part_that_is_not_equal_to_itself_is_no_value(ruling: Ruling) -> None:
    told = ruling(variant(NotItself(1, "Up", TEXT)), "values")

    assert "marker 1 (Up) is not equal to its copy" in told


@frozen
class Holds(OneUp):
    """Whatever it is told to, without a word on it in its hash."""

    held: object = field(default=None, eq=False, kw_only=True)


class Plain:
    def __init__(self) -> None:
        self.uses = 1


class Sealed:
    __slots__ = ("uses",)

    def __init__(self) -> None:
        object.__setattr__(self, "uses", 1)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)


class Uncopied:
    """A value of which there is one only."""

    def __init__(self) -> None:
        self.uses = 1

    def __copy__(self) -> Uncopied:
        raise TypeError("there is one only")


class Single(Uncopied):
    def __copy__(self) -> Single:
        return self


def _inside(depth: int, value: object) -> object:
    return value if not depth else (_inside(depth - 1, value),)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ([1], "held is of type list, which can be changed"),
        (({1},), "held[0] is of type set, which can be changed"),
        (MappingProxyType({"A": bytearray()}), "held['A'] is of type bytearray"),
        (UserDict({"A": 1}), "held is of type UserDict, which can be changed"),
        (Random(7), "held is of type Random, which can be changed"),
        (Plain(), "held.uses can be set"),
        (frozenset({(1, Plain)}), ""),
        (Sealed(), ""),
        (Uncopied(), ""),
        (Single(), ""),
        (len, ""),
        (_inside(9, []), ""),
        (To.ASIDE, ""),
        (Cards("A"), ""),
    ],
    ids=range(14),
)
def test_what_a_frozen_value_holds_is_frozen_too(held: object, told: str) -> None:
    found = [happened for happened, _ in changeable("it", Holds(1, "Up", TEXT, held=held))]

    assert [text.startswith(f"it.{told}") for text in found] == ([True] if told else [])


def test_a_function_is_no_value_that_could_be_frozen() -> None:
    assert list(changeable("scoring", lambda end: ())) == []
