"""A marker answers what it is asked, and one play has one name."""

from __future__ import annotations

from typing import Any

import pytest

from hanamikoji_core import Cards, Layout, Observation, Play, load_engine
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing.checks._protocol import _broken
from tests.rogues.plain import PLAIN, OneUp, ThreeShown, TwoUp, variant
from tests.rogues.test_rogues import SMALL

from .said import TEXT, Ruling


class ListsNothing(OneUp):
    def plays(self, view: Observation) -> Any:
        return None


def test_a_list_of_plays_that_is_none_breaks_the_protocol(ruling: Ruling) -> None:
    faulty = variant(ListsNothing(1, "Up", TEXT))

    assert "marker 1 (Up) of 'under-suspicion' listed its plays as NoneType" in ruling(
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

    assert "canonical of marker 3 (Shown) gives its own answer back" in told
    assert "and something else of that" in told


@pytest.mark.parametrize("kind", [AnswersAList, LosesAPile])
def test_a_name_holds_the_piles_and_nothing_else(ruling: Ruling, kind: type[TwoUp]) -> None:
    told = ruling(variant(kind(2, "Two", TEXT)), "canonical")

    assert "takes the piles of a listed play in any order, and only reorders them" in told
    assert "it makes " in told


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
