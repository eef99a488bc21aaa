"""A marker answers what it is asked, and one play has one name."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hanamikoji_core import Cards, Layout, Observation, Play, load_engine
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._protocol import _broken
from tests.rogues.plain import PLAIN, SMALL, OneUp, ThreeShown, TwoUp, variant

from .broken_engines import TakesEveryOrder
from .said import TEXT, Ruling


class ListsNothing(OneUp):
    def plays(self, view: Observation) -> Any:
        return None


def test_a_list_of_plays_that_is_none_breaks_the_protocol(ruling: Ruling) -> None:
    faulty = variant(ListsNothing(1, "Up", TEXT))

    assert "marker 1 (Up) of 'under-suspicion' returned NoneType from plays" in ruling(
        faulty, "protocol"
    )
    assert Examination(faulty, SMALL).result("hand-only").by == "protocol"


def test_what_is_expected_is_not_said_twice(ruling: Ruling) -> None:
    told = ruling(variant(ListsNothing(1, "Up", TEXT)), "protocol")

    assert told.startswith(f"protocol: {CHECKS['protocol'].promise}")
    assert "expected" not in told


class KeepsTurning(ThreeShown):
    """The listed order stays as it is; any other is turned by one, and so never settles."""

    def canonical(self, layout: Layout) -> Layout:
        ordered = tuple(sorted(layout, key=str))
        return layout if layout == ordered else (*layout[1:], layout[0])


class AnswersAList(TwoUp):
    def canonical(self, layout: Layout) -> Any:
        return sorted(layout, key=str) if str(layout[0]) > str(layout[1]) else layout


class LosesAPile(TwoUp):
    def canonical(self, layout: Layout) -> Layout:
        return layout[:1] if str(layout[0]) > str(layout[1]) else layout


def test_a_name_is_its_own_name(ruling: Ruling) -> None:
    told = ruling(variant(KeepsTurning(3, "Shown", TEXT)), "canonical")

    assert "canonical of marker 3 (Shown) returns its own answer unchanged" in told
    assert "and that into something else" in told


@pytest.mark.parametrize("kind", [AnswersAList, LosesAPile])
def test_a_name_holds_the_piles_and_nothing_else(ruling: Ruling, kind: type[TwoUp]) -> None:
    told = ruling(variant(kind(2, "Two", TEXT)), "canonical")

    assert "takes the piles of a listed play in any order, and only reorders them" in told
    assert "it turns " in told


class RefusesItsListedName(TwoUp):
    """What plays lists, canonical does not take."""

    def canonical(self, layout: Layout) -> Layout:
        if str(layout[0]) <= str(layout[1]):
            raise KeyError(layout[0])
        return layout


class RefusesItsOwnAnswer(ThreeShown):
    """It gives every order that is not listed the name C-B-A, and does not know that name."""

    def canonical(self, layout: Layout) -> Layout:
        ordered = tuple(sorted(layout, key=str))
        if layout == ordered:
            return layout
        if layout == ordered[::-1]:
            raise KeyError(layout[0])
        return ordered[::-1]


@pytest.mark.parametrize(
    ("faulty", "called"),
    [
        (RefusesItsListedName(2, "Two", TEXT), "canonical of marker 2 (Two) takes the piles of"),
        (RefusesItsOwnAnswer(3, "Shown", TEXT), "canonical of marker 3 (Shown) takes the piles"),
    ],
    ids=["a listed layout", "its own answer"],
)
def test_a_name_is_taken_in_any_order(faulty: TwoUp, called: str, ruling: Ruling) -> None:
    told = ruling(variant(faulty), "canonical")

    assert called in told
    assert "it raised KeyError" in told


def test_a_name_that_is_none_is_told_with_the_moves_up_to_there() -> None:
    (*_, last) = walk(load_engine(PLAIN), Line(choices=(0, 0))).steps
    play = Play(1, (Cards("A"),))

    broken = _broken(last, play, "a name", "none")

    assert (broken.expected, broken.happened) == ("a name", "none")
    assert (broken.path, broken.move, broken.state) == (last.moves, play, last.after)


class TakesOneAndThree(TwoUp):
    """One card and three others, as two piles in either order: both mean the same."""

    cost = 4

    def plays(self, view: Observation) -> Any:
        return [
            (one, three)
            for one in view.hand.combinations(1)
            for three in (view.hand - one).combinations(3)
        ]

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=len))


class NamesNoOtherOrder(TakesOneAndThree):
    """The pile of three comes second, or `canonical` does not know the play."""

    def canonical(self, layout: Layout) -> Layout:
        one, _ = layout
        if len(one) > 1:
            raise KeyError(one)
        return layout


def test_piles_of_unequal_sizes_may_have_one_name_in_any_order(ruling: Ruling) -> None:
    kept = Examination(variant(TakesOneAndThree(4, "Split", TEXT)), SMALL)
    assert all(kept.result(name).ok for name in ("canonical", "legality", "completeness"))

    told = ruling(variant(NamesNoOtherOrder(4, "Split", TEXT)), "canonical")

    assert re.search(r"asked for \w\w\w-\w, it raised KeyError", told)


def test_an_order_that_canonical_does_not_name_is_refused() -> None:
    subject = Subject(load_engine("mini-expansion-4").variant, SMALL, TakesEveryOrder)

    told = [CHECKS["canonical"].fails(subject, line) for line in subject.lines]

    (broken, *_) = [each for each in told if each is not None]
    assert re.fullmatch(
        r"3(\w\w-\w) is not legal, since canonical of marker 3 \(Competition\) turns it into \1, "
        "which is not listed",
        broken.expected,
    )
    assert broken.happened == "it was accepted"
