"""Who wins, when, and for what reason."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Favor,
    FirstTo,
    MoreCharm,
    Observation,
    Outcome,
    RoundEnd,
    RoundLimit,
    Row,
    Step,
    load_engine,
)
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._outcome import (
    _all_goals,
    _declared,
    _held_to_goals,
    more_charm,
)
from hanamikoji_core.testing.checks._round_ends import many_favors
from tests.rogues.plain import PLAIN, SMALL, ThreeShown, variant

from .said import SHORT, TEXT, Ruling, kept


@frozen
class AnswersYesOrNo(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(bool(found.winner), found.reason)


@frozen
class StumblesOverOne(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        if end.favor == (0, 0, 1, 0, 1, 0, 0):
            raise KeyError(None)
        return FirstTo.__call__(self, end)


def test_a_winner_is_a_number_of_a_seat(ruling: Ruling) -> None:
    assert "a winner is 0, 1 or None" in ruling(variant(victory=AnswersYesOrNo(11, 4)), "outcome")


def test_victory_answers_for_every_favor(ruling: Ruling) -> None:
    told = ruling(variant(victory=StumblesOverOne(11, 4)), "outcome")

    assert "victory answers for every distribution of the favor" in told
    assert "the favor A0 B0 C1 D0 E1 F0 G0: it raised KeyError" in told


@frozen
class OverlooksOne(FirstTo):
    """One distribution of the favor is not seen to be won."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None if end.favor == (0, 1, 0, 0) else FirstTo.__call__(self, end)


def test_of_a_short_row_every_favor_is_looked_at(ruling: Ruling) -> None:
    row = Row.of(5, 5, 5, 6)
    assert kept(variant(row=row, victory=FirstTo(11, 3)), "outcome")
    for limit in (None, SHORT):
        overlooks = variant(row=row, victory=OverlooksOne(11, 3), limit=limit)
        assert "A0 B1 C0 D0" in ruling(overlooks, "outcome")


@frozen
class StarterLoses:
    text: str = "Who started loses."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(1 - end.starting_player, "the other one started")


def test_who_decides_otherwise_at_the_limit_is_held_to_no_goal() -> None:
    assert kept(variant(limit=RoundLimit(1, StarterLoses())), "outcome")


@frozen
class AnswersInWords(FirstTo):
    """Of one distribution of the favor, it says who wins in words."""

    def __call__(self, end: RoundEnd) -> Any:
        return "player 0" if end.favor == (0,) * 7 else FirstTo.__call__(self, end)


def test_victory_answers_an_outcome(ruling: Ruling) -> None:
    told = ruling(variant(victory=AnswersInWords(11, 4)), "outcome")

    assert "victory answers an Outcome or None" in told
    assert "the favor A0 B0 C0 D0 E0 F0 G0: it answered 'player 0'" in told


class GivesNoReason(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = super().__call__(end)
        return found and evolve(found, reason=" ")


def test_a_reason_is_in_words(ruling: Ruling) -> None:
    told = ruling(variant(victory=GivesNoReason(11, 4)), "outcome")

    assert "an outcome gives its reason in words" in told
    assert "it gives ' '" in told


@pytest.mark.parametrize(
    ("favor", "compare", "winner"),
    [
        ((0, 0, 1, None), True, 0),
        ((1, 1, None, 0), True, 0),
        ((0, 0, None, 1), True, 1),
        ((1, 1, None, 0), False, None),
        ((1, 0, 0, 1), True, 1),
        ((None, None, None, None), True, None),
    ],
)
def test_equal_charm_is_decided_by_the_dearest_favor_that_one_player_has_alone(
    favor: Favor, compare: bool, winner: int | None
) -> None:
    row = Row.of(1, 2, 2, 3)
    end = RoundEnd(row, 3, 0, (Cards(), Cards()), favor)

    assert more_charm(end, compare) == winner
    found = MoreCharm(compare_favors=compare)(end)
    assert found.winner == winner


def test_favors_are_all_tried_where_they_are_few() -> None:
    assert len(list(many_favors(2, 9))) == len(set(many_favors(2, 9))) == 9
    assert len(list(many_favors(2, 8))) == 8
    assert list(many_favors(7, 3)) == [(None,) * 7, (0,) * 7, (1,) * 7]
    assert len(list(many_favors(7, 40))) == 40


class AsksFromTheSecondRoundOn(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks or view.round >= 2:
            return Ask()
        return super().step(view, action)


def test_what_asks_for_ever_is_told_where_it_does(ruling: Ruling) -> None:
    told = ruling(variant(AsksFromTheSecondRoundOn(3, "Shown", TEXT)), "termination")

    assert "position round 2" in told
    assert "asks more than 50 times in one action" in told


@pytest.mark.parametrize(
    ("goals", "both"),
    [((11, 3), "both have 3 geisha with"), ((10, 4), "both have 10 charm points with")],
)
def test_a_goal_that_both_can_reach_at_once_is_none(
    goals: tuple[int, int], both: str, ruling: Ruling
) -> None:
    told = ruling(variant(victory=FirstTo(*goals)), "outcome")

    assert "at most one player can reach a goal at a time" in told
    assert both in told


class Remembers:
    """Nobody wins; the rounds that it was asked about are kept."""

    text = "Nobody wins."
    rules: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.rounds: set[int] = set()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        self.rounds.add(end.round)
        return None


@pytest.mark.parametrize(
    ("limit", "rounds"),
    [(None, set(range(1, 41))), (3, {1, 2, 3}), (1, {1}), (19, set(range(1, 20)))],
)
def test_victory_is_asked_about_every_round_up_to_the_limit(
    limit: int | None, rounds: set[int]
) -> None:
    victory = Remembers()
    ends = RoundLimit(limit, MoreCharm()) if limit else None

    _all_goals(Subject(variant(victory=victory, limit=ends), SMALL))

    assert victory.rounds == rounds


class StumblesLate(FirstTo):
    """In the third round, a favor that nobody holds is too much."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        if end.round == 3 and None in end.favor:
            raise KeyError(None)
        return super().__call__(end)


def test_victory_is_asked_at_the_limit_too(ruling: Ruling) -> None:
    late = variant(victory=StumblesLate(11, 4), limit=RoundLimit(3, MoreCharm()))

    assert "victory answers for every distribution of the favor" in ruling(late, "outcome")


def _a_step() -> tuple[LineStep, RoundEnd]:
    engine = load_engine(PLAIN)
    (*_, last) = walk(engine, Line(choices=(0, 0))).steps
    end = RoundEnd(PLAIN.row, 1, 0, (Cards(), Cards()), PLAIN.row.no_favor)
    return last, end


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (Outcome(cast(Any, 2), "x"), "it is 2"),
        (Outcome(0, ""), "it gives ''"),
        (Outcome(0, "by mistake"), "player 0 wins (by mistake)"),
    ],
)
def test_an_outcome_that_came_in_play_is_told_with_the_move(found: Outcome, says: str) -> None:
    step, end = _a_step()

    with pytest.raises(Broken) as caught:
        _held_to_goals(Subject(PLAIN, SMALL), end, found, step)

    assert caught.value.happened == says
    assert caught.value.path == step.path != ()
    assert caught.value.move == step.move


def test_goals_are_two_numbers() -> None:
    assert _declared(FirstTo(11, 4)) == (11, 4)
    assert _declared(FirstTo(cast(Any, "11"), 4)) is None
    assert _declared(FirstTo(11, cast(Any, None))) is None
    assert _declared(StarterLoses()) is None


def _decides(found: Outcome | None) -> Any:
    @frozen
    class Decides:
        text: str = "It is decided."
        rules: tuple[str, ...] = ()

        def __call__(self, end: RoundEnd) -> Outcome | None:
            assert found is None or end.favor != end.row.no_favor
            return found

    return Decides()


def test_at_the_limit_somebody_decides_and_answers_for_every_favor() -> None:
    for decide, expected, happened in (
        (
            _decides(None),
            "at the round limit the game ends: Outcome(None, why) is a draw",
            "with the favor A- B- C- D- E- F- G- the answer was None",
        ),
        (
            _decides(Outcome(0, "it is late")),
            "what decides at the round limit answers for every distribution of the favor",
            "asked about the end of round 2, which player 0 began, with the sides CDDEFGGG and "
            "BBCDEFFG and the favor A- B- C- D- E- F- G-: it raised AssertionError: ",
        ),
    ):
        subject = Subject(variant(limit=RoundLimit(2, decide)), SMALL)
        with pytest.raises(Broken) as caught:
            _all_goals(subject)
        assert caught.value.expected == expected
        assert caught.value.happened.startswith(happened)


def test_more_charm_at_the_limit_is_told_with_its_text() -> None:
    step, end = _a_step()
    limit = RoundLimit(1, MoreCharm())
    end = evolve(end, favor=(0, *[None] * 6))

    with pytest.raises(Broken) as caught:
        _held_to_goals(Subject(variant(limit=limit), SMALL), end, Outcome(1, "by mistake"), step)

    assert caught.value.expected == (
        f"at the limit, with the favor A0 B- C- D- E- F- G-: {limit.decide.text} So player 0 wins"
    )
    assert caught.value.happened == "player 1 wins (by mistake)"
    assert (caught.value.path, caught.value.move) == (step.path, step.move)
