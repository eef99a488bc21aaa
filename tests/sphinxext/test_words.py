"""What a variant is and how it differs, in sentences made from its fields."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from hanamikoji_core import (
    ActionMarker,
    FirstTo,
    Majority,
    Marker,
    MoreCharm,
    Outcome,
    PileMarker,
    RoundEnd,
    RoundLimit,
    Row,
    Variant,
    available_variants,
)
from hanamikoji_core.sphinxext._words import deal_of, differences, facts

BASE = available_variants()["base"]
SECRET, TRADE_OFF, GIFT, COMPETITION = BASE.markers[0]


def told(variant: Variant, heading: str) -> str:
    return {name: sentence for name, sentence, _ in facts(variant)}[heading]


def test_equal_variants_do_not_differ() -> None:
    assert differences(BASE, BASE) == []


def test_rule_ids_make_no_difference() -> None:
    relabelled = PileMarker(1, "Secret", piles=(1,), rest=SECRET.rest, text=SECRET.text)  # type: ignore[attr-defined]
    assert differences(evolve(BASE, markers=(relabelled, TRADE_OFF, GIFT, COMPETITION)), BASE) == []


def test_another_row() -> None:
    row = Row.of(1, 1, 6, cards=(3, 3, 2))
    (said, deal) = differences(evolve(BASE, row=row, hand_size=2, removed=0), BASE)
    assert said == (
        "The row is another: A and B worth 1 (three item cards each) and C worth 6 "
        "(two item cards): eight charm points in all."
    )
    assert deal.startswith(
        "Two cards to each player, none removed; the deck holds four. (Hanamikoji:"
    )


def test_a_deal_of_one_and_an_empty_deck() -> None:
    variant = evolve(BASE, row=Row.of(1, 1), hand_size=1, removed=0)
    assert deal_of(variant) == "One card to each player, none removed; the deck holds no cards."


def test_another_scoring_goal_and_limit() -> None:
    variant = evolve(
        BASE,
        scoring=Majority(tie_resets=True),
        victory=FirstTo(charm=9, geisha=3),
        limit=RoundLimit(1, MoreCharm(rules=("H1",))),
    )
    scoring, goal, limit = differences(variant, BASE)
    assert scoring.startswith("Scoring: ")
    assert "goes back to the centre. (Hanamikoji: more item cards" in scoring
    assert goal.startswith("Winning: You win with 9 or more charm points")
    assert limit.startswith("At most one round is played. Then: more charm points win")
    assert facts(variant)[-1] == ("Round limit", limit, ("H1",))
    assert differences(BASE, variant)[-1] == "There is no limit to the number of rounds."


def test_markers_that_are_new_or_missing() -> None:
    fifth = PileMarker(5, "Fifth", piles=(1,), text="Place one card.")
    said = differences(evolve(BASE, markers=(SECRET, TRADE_OFF, GIFT, fifth)), BASE)
    assert said == [
        "Marker 4, Competition, is not used.",
        "Marker 5 is new: Fifth. Place one card.",
        "Unchanged: markers 1 (Secret), 2 (Trade-off) and 3 (Gift).",
    ]


def test_markers_of_each_player() -> None:
    variant = evolve(BASE, markers=(BASE.markers[0], (SECRET, TRADE_OFF, GIFT)))
    assert told(variant, "Turns") == "Player 0 takes four turns, player 1 three turns."
    assert differences(variant, BASE) == [
        "Marker 4 of player 1, Competition, is not used.",
        "Unchanged of player 1: markers 1 (Secret), 2 (Trade-off) and 3 (Gift).",
    ]


def test_of_one_marker_that_is_kept_it_is_said_so() -> None:
    one, two, three = (PileMarker(n, f"New {n}", piles=(n,), text="New.") for n in (2, 3, 4))
    said = differences(evolve(BASE, markers=(SECRET, one, two, three)), BASE)
    assert said[-1] == "Unchanged: marker 1 (Secret)."


class Borrowed:
    """A marker that is no attrs class; it does what another one does."""

    name = "Borrowed"

    def __init__(self, lender: ActionMarker) -> None:
        self.lender = lender

    def __getattr__(self, name: str) -> object:
        return getattr(self.lender, name)


def test_a_marker_of_a_class_without_fields_is_another() -> None:
    borrowed: Any = Borrowed(SECRET)
    variant = evolve(BASE, markers=(borrowed, TRADE_OFF, GIFT, COMPETITION))
    assert differences(variant, BASE)[0] == "Marker 1 is Borrowed in place of Secret."
    assert differences(BASE, variant)[0] == "Marker 1 is Secret in place of Borrowed."


def test_a_marker_in_code_is_compared_as_a_value() -> None:
    one, same = Marker(1, "Secret", "x"), Marker(1, "Secret", "x", rules=("A1",))
    variants = [evolve(BASE, markers=(m, TRADE_OFF, GIFT, COMPETITION)) for m in (one, same)]
    assert differences(variants[0], variants[1]) == []
    assert differences(variants[0], BASE)[0] == "Marker 1, Secret, is another: x"


@frozen
class Never:
    """A goal without a text."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None


@frozen
class ByHighest:
    """Who has G wins, and the text begins with her letter."""

    text: str = "G decides."

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None


def test_a_letter_that_begins_a_sentence_stays_large_within_another() -> None:
    variant = evolve(BASE, limit=RoundLimit(2, ByHighest()))  # type: ignore[arg-type]
    assert told(variant, "Round limit") == "At most two rounds are played. Then: G decides."


def test_a_policy_without_a_text_is_called_by_its_name() -> None:
    assert told(evolve(BASE, victory=Never()), "Winning") == "Never"  # type: ignore[arg-type]
