"""Markers that see the round or the favor are tried late in a match, with favors of every shape."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import Action, MoreCharm, Observation, Place, RoundLimit, Step, To, load_engine
from hanamikoji_core.testing import PROFILES, Examination, Line, Subject
from hanamikoji_core.testing._late import late_lines
from hanamikoji_core.testing._shrink import _sooner
from tests.rogues.plain import PLAIN, SMALL, OneUp, variant

from .said import TEXT

SEES = variant(OneUp(1, "Up", TEXT))


def test_markers_that_go_by_the_hand_alone_need_no_late_rounds() -> None:
    assert all(not line.late for line in Subject(PLAIN, SMALL).lines)
    assert len([line for line in Subject(SEES, SMALL).lines if line.late]) == 2
    assert len([line for line in Subject(SEES, PROFILES["quick"]).lines if line.late]) == 4


def test_no_round_after_the_limit_is_begun() -> None:
    for limit, rounds in ((1, set()), (2, {2}), (3, {2, 3})):
        short = evolve(SEES, limit=RoundLimit(limit, MoreCharm()))
        lines = late_lines(load_engine(short), 0, 6)
        assert {line.round for line in lines} == rounds


def test_a_line_that_begins_late_is_begun_there_with_its_deal() -> None:
    deal = "GAABBCCDDDEEEFFFFGGGG"
    line = Line(1, 7, (deal,), (), 9, (0, 1, None, None, 1, 1, 0))

    state = line.start(load_engine("base"))

    assert (state.round, state.starting_player, state.to_move) == (9, 1, 1)
    assert state.favor == line.favor
    assert str(state.hands[1]) == "AABBCCF"
    assert state.setup.deals[8] == deal


class OnceInAWhile(OneUp):
    """In the fifteenth round, and if player 1 has all but one geisha, it goes elsewhere."""

    def rare(self, view: Observation) -> bool:
        return view.round == 15 or view.favor.count(1) > 6

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if self.rare(view) else To.OWN_SIDE,))


class StumblesOnceInAWhile(OnceInAWhile):
    def plays(self, view: Observation) -> Any:
        if view.round == 15:
            raise ZeroDivisionError
        return super().plays(view)


@pytest.mark.parametrize("kind", [OnceInAWhile, StumblesOnceInAWhile])
def test_rounds_in_which_a_marker_does_something_else_are_begun(kind: type[OneUp]) -> None:
    lines = list(late_lines(load_engine(variant(kind(1, "Up", TEXT))), 0, 4))

    assert any(line.round == 15 or line.favor.count(1) > 6 for line in lines[:2])


class NeverPlayable(OneUp):
    def plays(self, view: Observation) -> Any:
        raise ZeroDivisionError


def test_what_stumbles_at_once_is_told_by_the_first_rounds() -> None:
    lines = list(late_lines(load_engine(variant(NeverPlayable(1, "Up", TEXT))), 0, 4))

    assert len(lines) == 4


def test_a_late_line_is_made_simpler_by_beginning_sooner_and_with_fewer_favors() -> None:
    line = Line(0, 7, (), (), 8, (0, None, 1))

    simpler = [(other.round, other.favor) for other in _sooner(line)]

    assert simpler == [
        (1, ()),
        (2, line.favor),
        (4, line.favor),
        (7, line.favor),
        (8, ()),
        (8, (None, None, 1)),
        (8, (0, None, None)),
    ]
    assert list(_sooner(Line())) == []


class FailsLate(OneUp):
    """From the fifth round on, it says that the seats differ."""

    def step(self, view: Observation, action: Action) -> Step:
        other = view.round > 4 and view.viewer == 1
        return Place((To.ASIDE if other else To.OWN_SIDE,))


def test_a_late_fault_of_one_seat_is_told_with_how_to_begin_that_round() -> None:
    ruling = Examination(variant(FailsLate(1, "Up", TEXT)), SMALL).result("seat-symmetry").ruling

    assert ruling is not None
    assert ruling.transcript == ruling.other_game == ""
    assert ruling.at.startswith("begun by evolve(engine.start(seed=")
    assert ", round=5)" in ruling.at.splitlines()[0]
    assert "hanamikoji replay" not in str(ruling)
