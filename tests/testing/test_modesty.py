"""A promise that is not made: whether it would have been kept, or what was not examined."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import Favor, FirstTo, Majority, Observation, Outcome, RoundEnd, Variant
from hanamikoji_core.testing import Examination
from tests.rogues.ends import FiveOfHearts
from tests.rogues.leaks import HidesTheBest
from tests.rogues.plain import PLAIN, SMALL, OneUp, variant

from .said import TEXT


def remarks(variant: Variant, check: str) -> list[str]:
    return list(Examination(variant, SMALL).result(check).remarks)


class SaysTooLittle(OneUp):
    any_cards = False


class PairsOnly(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        ones = [(card,) for card in view.hand.combinations(1)]
        return [(card,) for (card,) in ones if view.hand.count(str(card)) > 1] or ones


class Stumbles(OneUp):
    any_cards = False

    def canonical(self, layout: Any) -> Any:
        raise ZeroDivisionError


def test_a_marker_that_lists_every_card_is_told_that_it_may_say_so() -> None:
    (told,) = remarks(variant(SaysTooLittle(1, "Up", TEXT)), "completeness")

    assert told == (
        "any_cards = False is not needed for marker 1 (Up): in every game tried it listed every "
        "choice of cards and treated all alike; with any_cards = True that is examined"
    )
    assert remarks(variant(OneUp(1, "Up", TEXT)), "completeness") == []


@pytest.mark.parametrize("kind", [PairsOnly, HidesTheBest])
def test_of_a_marker_that_goes_by_the_cards_it_is_told_what_was_not_examined(
    kind: type[OneUp],
) -> None:
    (told,) = remarks(variant(kind(1, "Up", TEXT)), "completeness")

    assert told == (
        "marker 1 (Up) has any_cards = False, so it was not examined whether it lists every "
        "choice of cards and treats all alike"
    )


def test_seats_and_letters_that_are_treated_alike_are_told_to_be() -> None:
    modest = evolve(PLAIN, symmetric=False, relabelling=False)

    for check, field in (("seat-symmetry", "symmetric"), ("relabelling", "relabelling")):
        result = Examination(modest, SMALL).result(check)
        assert result.status == "not claimed"
        assert result.remarks == (
            f"{field}=False is not needed: the promise was kept in every game tried; with "
            f"{field}=True it is examined",
        )


def test_seats_that_differ_without_a_reason_are_shown() -> None:
    modest = variant(victory=FiveOfHearts(), symmetric=False)
    result = Examination(modest, SMALL).result("seat-symmetry")

    (told,) = result.remarks
    assert told.startswith("the seats differ, although both players have the same markers. With ")
    assert "victory of a round with exchanged seats is a win of player" in told
    assert result.told == (
        "not claimed: the variant has symmetric=False, so it was not examined whether both seats "
        "are treated alike"
    )


def test_seats_with_different_markers_may_differ() -> None:
    first, second = PLAIN.markers
    other = evolve(PLAIN, markers=(first, (OneUp(1, "Up", TEXT), *second[1:])), symmetric=False)

    assert remarks(other, "seat-symmetry") == []


@frozen
class Fewest(Majority):
    """Fewer cards win; ties stay."""

    majority: bool = False

    def __call__(self, end: RoundEnd) -> Favor:
        first, second = end.placed
        return Majority.__call__(self, evolve(end, placed=(second, first)))


@frozen
class MostAfterAll(Majority):
    majority: bool = False


@frozen
class Ties(Majority):
    """Says nothing of ties, and does with them what `how` says."""

    tie_resets: Any = None
    how: Any = False

    def __call__(self, end: RoundEnd) -> Favor:
        if self.how is not None:
            return Majority(tie_resets=self.how)(end)
        return Majority(tie_resets=end.round % 2 == 0)(end)


@pytest.mark.parametrize(
    ("scoring", "told"),
    [
        (Majority(), []),
        (Fewest(), ["the scoring has majority = False, so it was not examined who wins a favor"]),
        (
            MostAfterAll(),
            ["majority = False is not needed: more cards of a geisha always won her favor"],
        ),
        (
            Ties(),
            ["tie_resets = None is not needed: a tie always left the marker where it was"],
        ),
        (
            Ties(how=True),
            ["tie_resets = True fits better than None: every tie put the marker in the centre"],
        ),
        (
            Ties(how=None),
            ["the scoring has tie_resets = None, so it was not examined what a tie does"],
        ),
    ],
)
def test_what_a_scoring_does_not_say_is_told(scoring: Majority, told: list[str]) -> None:
    assert remarks(variant(scoring=scoring), "scoring") == told


@frozen
class FourGeisha:
    text: str = "Four geisha win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return FirstTo(99, 4)(end)


def test_of_a_victory_without_goals_it_is_told_that_nobody_examined_who_ought_to_win() -> None:
    assert remarks(variant(victory=FourGeisha()), "outcome") == [
        "the victory has no fields charm and geisha, so it was not examined who should win"
    ]
