"""Scoring and its ties, and the ends that policies are asked about."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Cards,
    Engine,
    FirstTo,
    Majority,
    Outcome,
    RoundEnd,
    RoundLimit,
    Variant,
    load_engine,
)
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._round_ends import sides
from hanamikoji_core.testing.checks._scoring import _scored_right
from tests.rogues.plain import SMALL, variant

from .broken_engines import MovesFavorAfterScoring, StopsMidRound, TellsTheScoreTwice
from .said import Ruling, kept


@frozen
class RefusesFavor(Majority):
    """Answers as long as the second player does not hold the favor of the first geisha."""

    answer: Any = KeyError

    def __call__(self, end: RoundEnd) -> Any:
        found = Majority.__call__(self, end)
        if end.favor[0] != 1:
            return found
        if self.answer is KeyError:
            raise KeyError(end.favor)
        return (self.answer, *found[1:])


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (KeyError, ": it raised KeyError: "),
        (2, "for A it answered 2"),
        (True, "for A it answered True"),
    ],
)
def test_scoring_is_asked_about_rounds_that_came_out_otherwise(
    ruling: Ruling, answer: Any, says: str
) -> None:
    assert says in ruling(variant(scoring=RefusesFavor(answer=answer)), "scoring")


@frozen
class Minority(Majority):
    """Whoever has fewer cards wins the favor."""

    majority: bool = False

    def __call__(self, end: RoundEnd) -> Any:
        return Majority.__call__(self, evolve(end, placed=end.placed[::-1]))


def test_scoring_that_does_not_go_by_the_majority_says_so(ruling: Ruling) -> None:
    assert kept(variant(scoring=Minority()), "scoring")
    assert "whoever has more of her cards wins her favor" in ruling(
        variant(scoring=Minority(majority=True)), "scoring"
    )


class KeepsOnTies(Majority):
    """It says that ties put the marker back, and leaves it where it is."""

    def __call__(self, end: RoundEnd) -> Any:
        return Majority()(end)


class ResetsOnTies(Majority):
    """It says nothing, and puts the marker back."""

    def __call__(self, end: RoundEnd) -> Any:
        return Majority(tie_resets=True)(end)


def test_a_tie_is_held_to_what_the_scoring_says_of_it(ruling: Ruling) -> None:
    keeps = ruling(variant(scoring=KeepsOnTies(tie_resets=True)), "scoring")
    assert "on a tie the victory marker goes back to the centre" in keeps

    resets = ruling(variant(scoring=ResetsOnTies()), "scoring")
    assert "on a tie the victory marker does not move" in resets

    assert kept(variant(scoring=Majority(tie_resets=True)), "scoring")


class WithoutFields:
    """A scoring that says nothing of ties, which stay."""

    text = "More cards win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        return Majority()(end)


class NobodyWins(WithoutFields):
    majority = False

    def __call__(self, end: RoundEnd) -> Any:
        return (None,) * len(end.row)


@frozen
class ResetsUnsaid(WithoutFields):
    def __call__(self, end: RoundEnd) -> Any:
        return Majority(tie_resets=True)(end)


def test_what_a_scoring_does_not_say_is_as_usual(ruling: Ruling) -> None:
    assert kept(variant(scoring=WithoutFields()), "scoring")
    assert kept(variant(scoring=NobodyWins()), "scoring")
    resets = ruling(variant(scoring=ResetsUnsaid()), "scoring")
    assert "on a tie the victory marker does not move" in resets


def test_a_tie_of_another_kind_does_not_excuse_the_other_geisha() -> None:
    other = variant(scoring=Majority(tie_resets=cast(Any, None)))
    row, ties = other.row, (0,) * 4
    end = RoundEnd(row, 1, 0, (Cards("AB"), Cards("ACC")), row.no_favor)

    _scored_right(Subject(other, SMALL), end, (1, 0, 1, *ties), None)
    with pytest.raises(Broken, match="the favor of C, whose cards are 0 to 2"):
        _scored_right(Subject(other, SMALL), end, (1, 0, 0, *ties), None)


@pytest.mark.parametrize(
    ("make", "expected", "happened"),
    [
        (StopsMidRound, "victory markers move in scoring only", "one has moved"),
        (MovesFavorAfterScoring, "markers stay where scoring put them", "they moved again"),
        (TellsTheScoreTwice, "a round is scored once, at its end", "it was scored 2 times"),
    ],
)
def test_a_round_is_scored_once_and_at_its_end(
    make: type[Engine], expected: str, happened: str
) -> None:
    subject = Subject(load_engine("base").variant, evolve(SMALL, rounds=2), make)

    told = [CHECKS["scoring"].fails(subject, line) for line in subject.lines]

    broken = next(each for each in told if each is not None)
    assert (broken.expected, broken.happened) == (expected, happened)
    assert broken.path
    assert broken.move
    assert broken.state is not None


class DividesByAll(Majority):
    """Fails where nobody has a G."""

    def __call__(self, end: RoundEnd) -> Any:
        one, two = (cards.count("G") for cards in end.placed)
        assert 0 <= one / (one + two) <= 1
        return super().__call__(end)


class LooksForTheDearest(FirstTo):
    """Fails where no favor was won."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        assert max(at for at, owner in enumerate(end.favor) if owner is not None) >= 0
        return super().__call__(end)


class ServesLate(Majority):
    """From the third round on, a tie in the centre goes to player 0."""

    def __call__(self, end: RoundEnd) -> Any:
        favor = super().__call__(end)
        if end.round < 3:
            return favor
        return tuple(0 if owner is None else owner for owner in favor)


@frozen
class CountsTheSides:
    """More charm, then dearer cards; of equal ones, player 0."""

    text: str = "More charm, then more cards."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        worth = [len(cards) for cards in end.placed]
        charm = end.row.charms(end.favor)
        return Outcome(0 if (charm[0], worth[0]) >= (charm[1], worth[1]) else 1, "more")


@pytest.mark.parametrize(
    ("faulty", "check"),
    [
        (variant(scoring=DividesByAll()), "scoring"),
        (variant(victory=LooksForTheDearest(11, 4)), "outcome"),
        (variant(scoring=ServesLate(tie_resets=None)), "seat-symmetry"),  # type: ignore[arg-type]
        (variant(limit=RoundLimit(1, CountsTheSides())), "seat-symmetry"),
    ],
    ids=["nobody has one", "no favor yet", "late rounds", "sides"],
)
def test_policies_are_asked_about_every_kind_of_end(
    faulty: Variant, check: str, ruling: Ruling
) -> None:
    assert "end of round" in ruling(faulty, check) or check == "outcome"


def test_an_answer_that_is_no_seat_is_told_with_the_move_or_with_the_end() -> None:
    plain = variant(scoring=Minority())
    subject = Subject(plain, SMALL)
    end = RoundEnd(plain.row, 1, 0, (Cards("B"), Cards()), plain.row.no_favor)
    (*_, step) = walk(subject.engine, Line(choices=(0, 0))).steps
    right: list[Any] = [None, 0, None, None, None, None]

    with pytest.raises(Broken, match="for G it answered True") as caught:
        _scored_right(subject, end, (*right, cast(Any, True)), step)

    assert (caught.value.path, caught.value.move) == (step.path, step.move)
    assert sides(end) == "B and -"
    assert sides(evolve(end, placed=(Cards(), Cards("AC")))) == "- and AC"
