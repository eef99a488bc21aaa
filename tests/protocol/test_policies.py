"""The ready-made policies of scoring, victory and round limit."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from hanamikoji_core import (
    Cards,
    Favor,
    FirstTo,
    Majority,
    MoreCharm,
    Outcome,
    RoundEnd,
    RoundLimit,
    Row,
    Scoring,
    Variant,
    Victory,
    available_variants,
    load_engine,
)
from tests.positions import G_AND_F, TIED, favor_of, rounds_of

ROW = Row.of(2, 2, 2, 3, 3, 4, 5)


def owners(text: str) -> Favor:
    return tuple(None if c == "-" else int(c) for c in text)


def end(favor: str, first: str = "", second: str = "", row: Row = ROW) -> RoundEnd:
    return RoundEnd(row, 1, 0, (Cards(first), Cards(second)), owners(favor))


@pytest.mark.parametrize(
    ("before", "after"), [("-------", "01-----"), ("1111111", "0111111"), ("0000000", "0100000")]
)
@pytest.mark.rule("P2")
@pytest.mark.rule("P3")
def test_majority_moves_the_marker_to_the_player_with_more_cards_and_leaves_it_on_a_tie(
    before: str, after: str
) -> None:
    # A two to one, B none to one, C one to one, D to G none to none.
    assert Majority()(end(before, "AAC", "ABC")) == owners(after)


def test_majority_can_reset_the_marker_on_a_tie() -> None:
    for before in ("-------", "1111111", "0000000"):
        assert Majority(tie_resets=True)(end(before, "AAC", "ABC")) == owners("01-----")


def test_a_variant_can_reset_ties() -> None:
    base = available_variants()["base"]
    resets = Variant(
        name="ties-reset",
        title="Ties reset",
        markers=base.markers,
        removed=base.removed,
        scoring=Majority(tie_resets=True),
    )
    assert favor_of(rounds_of(resets, G_AND_F)) == "-----10"
    assert favor_of(rounds_of(resets, G_AND_F, TIED)) == "-------"


favors = st.text("01-", min_size=7, max_size=7)


@given(favors)
@pytest.mark.rule("V1")
@pytest.mark.rule("V2")
def test_first_to_eleven_charm_or_else_four_geisha(favor: str) -> None:
    charm = [sum(c for c, o in zip((2, 2, 2, 3, 3, 4, 5), favor, strict=True) if o == p)
             for p in "01"]  # fmt: skip
    geisha = [favor.count(p) for p in "01"]
    outcome = FirstTo(11, 4)(end(favor))
    if max(charm) >= 11:
        winner = charm.index(max(charm))
        assert outcome == Outcome(winner, f"{charm[winner]} charm points")
    elif max(geisha) >= 4:
        winner = geisha.index(max(geisha))
        assert outcome == Outcome(winner, f"{geisha[winner]} geisha")
    else:
        assert outcome is None


@given(favors)
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
def test_more_charm_treats_both_seats_alike(favor: str) -> None:
    exchanged = favor.translate(str.maketrans("01", "10"))
    for policy in (MoreCharm(), MoreCharm(compare_favors=False)):
        here, there = policy(end(favor)), policy(end(exchanged))
        assert here.reason == there.reason
        assert (here.winner, there.winner) in {(0, 1), (1, 0), (None, None)}


@pytest.mark.parametrize(
    ("favor", "outcome"),
    [
        ("------0", Outcome(0, "5 charm points to 0")),
        ("1----00", Outcome(0, "9 charm points to 2")),
        ("1--1--0", Outcome(0, "equal charm points, the only favor worth 5")),
        ("00---1-", Outcome(1, "equal charm points, the only favor worth 4")),
        ("0001---", Outcome(0, "6 charm points to 3")),
        ("000-11-", Outcome(1, "7 charm points to 6")),
        ("1110-0-", Outcome(0, "7 charm points to 6")),
        ("00-0-10", Outcome(0, "12 charm points to 4")),
        ("---01--", Outcome(None, "equal charm points and favors")),
        ("01-----", Outcome(None, "equal charm points and favors")),
        ("01-01--", Outcome(None, "equal charm points and favors")),
        ("-------", Outcome(None, "equal charm points and favors")),
    ],
)
@pytest.mark.rule("H1")
def test_more_charm_wins_or_else_the_highest_favor_that_only_one_player_has(
    favor: str, outcome: Outcome
) -> None:
    assert MoreCharm()(end(favor)) == outcome


@pytest.mark.rule("H1")
def test_a_level_at_which_both_players_have_a_favor_is_skipped() -> None:
    row = Row.of(3, 3, 2, 1, 1)
    # 3 + 2 against 3 + 1 + 1: both have a 3, and only player 0 a 2.
    assert MoreCharm()(end("01011", row=row)) == Outcome(
        0, "equal charm points, the only favor worth 2"
    )


@pytest.mark.rule("H2")
def test_equal_charm_is_a_draw_if_favors_are_not_compared() -> None:
    plain = MoreCharm(compare_favors=False)
    assert plain(end("1--1--0")) == Outcome(None, "equal charm points")
    assert plain(end("1----00")) == Outcome(0, "9 charm points to 2")


def test_the_texts_of_the_policies() -> None:
    assert Majority().text.endswith("on a tie her victory marker does not move.")
    assert Majority(tie_resets=True).text.endswith("goes back to the centre.")
    assert FirstTo(11, 4).text == (
        "You win with 11 or more charm points, or with the favor of 4 or more geisha. "
        "If each player reaches one goal, charm points win."
    )
    assert MoreCharm().text.endswith("If there is none, the game is a draw.")
    assert MoreCharm(compare_favors=False).text.endswith("If they are equal, the game is a draw.")


def test_the_policies_implement_their_protocols() -> None:
    assert isinstance(Majority(), Scoring)
    assert isinstance(FirstTo(11, 4), Victory)
    assert isinstance(MoreCharm(), Victory)


def test_a_round_limit_of_one_ends_the_game_after_the_first_round() -> None:
    base = load_engine("base").variant
    short = Variant(
        name="one-round",
        title="One round",
        markers=base.markers,
        removed=1,
        limit=RoundLimit(1, MoreCharm()),
    )
    assert rounds_of(short, G_AND_F).outcome == Outcome(0, "5 charm points to 4")


def test_policies_receive_the_end_of_the_round() -> None:
    """Scoring receives the favors before it; victory and round limit receive those after it."""
    seen: list[tuple[str, RoundEnd]] = []

    class Listening:
        text, rules = "As in the base game.", ()

        def __init__(self, what: str, policy: object) -> None:
            self.what, self.policy = what, policy

        def __call__(self, end: RoundEnd) -> object:
            seen.append((self.what, end))
            return self.policy(end)  # type: ignore[operator]

    base = available_variants()["base"]
    scoring: Any = Listening("scoring", Majority())
    victory: Any = Listening("victory", base.victory)
    decide: Any = Listening("limit", MoreCharm())
    variant = evolve(base, scoring=scoring, victory=victory, limit=RoundLimit(2, decide))
    rounds_of(variant, G_AND_F, TIED, first_player=1)
    # The other player starts the second round.
    assert [(what, e.round, e.starting_player) for what, e in seen] == [
        ("scoring", 1, 1),
        ("victory", 1, 1),
        ("scoring", 2, 0),
        ("victory", 2, 0),
        ("limit", 2, 0),
    ]
    assert [e.favor for _, e in seen] == [
        owners("-------"),
        *[owners("-----01")] * 4,
    ]
    first = (Cards("ABCDEFFG"), Cards("ABCDEFGG"))
    tied = (Cards("ABCDEFFG"), Cards("ABCDEFFG"))
    assert [e.placed for _, e in seen] == [first, first, tied, tied, tied]
    assert {e.row for _, e in seen} == {base.row}


def test_the_policies_of_the_printed_game_name_its_rules() -> None:
    assert " ".join(Majority().rules) == "P1 P2 P3 P4"
    assert " ".join(Majority(tie_resets=False).rules) == "P1 P2 P3 P4"
    assert " ".join(FirstTo(charm=11, geisha=4).rules) == "V1 V2 V3"
    assert MoreCharm().rules == ()


@pytest.mark.parametrize("resets", [Majority(tie_resets=True), evolve(Majority(), tie_resets=True)])
def test_a_majority_that_resets_ties_does_not_name_the_rule_for_ties(resets: Majority) -> None:
    assert " ".join(resets.rules) == "P1 P2 P4"
    assert evolve(resets, tie_resets=False) == Majority()


def test_a_majority_has_the_rules_that_it_is_given() -> None:
    assert Majority(rules=("Z1",)).rules == Majority(True, ("Z1",)).rules == ("Z1",)
    assert Majority(rules=()).rules == ()
