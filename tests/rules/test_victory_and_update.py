"""The end of the game and the update: rules V1 to V4 and U1 to U5."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards, FirstTo, Outcome, RoundEnd, load_engine
from tests.positions import (
    ABCD_AND_FG,
    ABDE_AND_CFG,
    ABF_AND_DEG,
    AFG_AND_BD,
    G_AND_F,
    TIED,
    charm_of,
    facedown,
    favor_of,
    hands,
    legal,
    refused,
    rounds_of,
)


def won(favor: str) -> Outcome | None:
    """The result in the base game for these favors, for example ``"01--0-1"`` from A to G."""
    victory = load_engine("base").variant.victory
    row = load_engine("base").variant.row
    owners = tuple(None if c == "-" else int(c) for c in favor)
    return victory(RoundEnd(row, 1, 0, (Cards(), Cards()), owners))


@pytest.mark.rule("V1")
def test_eleven_charm_points_reach_the_goal() -> None:
    assert won("0----00") == Outcome(0, "11 charm points")
    assert won("1----11") == Outcome(1, "11 charm points")
    assert won("---0-00") == Outcome(0, "12 charm points")


@pytest.mark.rule("V1")
def test_four_geisha_reach_the_goal() -> None:
    assert won("0000---") == Outcome(0, "4 geisha")
    assert won("111--1-") == Outcome(1, "4 geisha")


@pytest.mark.rule("V1")
def test_ten_charm_points_with_three_geisha_do_not_reach_a_goal() -> None:
    assert won("---00-1") is None  # 6 and 5.
    assert won("---000-") is None  # 3 + 3 + 4.
    assert won("-------") is None


@pytest.mark.rule("V2")
def test_if_only_one_player_reaches_a_goal_they_win() -> None:
    assert won("0000-11") == Outcome(0, "4 geisha")  # 9 and 9 charm points.
    assert won("-0-1-11") == Outcome(1, "12 charm points")  # Three geisha.
    assert won("00011-0") == Outcome(0, "11 charm points")  # Four geisha as well.


@pytest.mark.rule("V2")
def test_eleven_charm_points_beat_four_geisha() -> None:
    game = rounds_of("base", ABDE_AND_CFG)
    assert favor_of(game) == "0010011"
    assert game.outcome == Outcome(1, "11 charm points")
    game = rounds_of("base", ABDE_AND_CFG, first_player=1)
    assert favor_of(game) == "1101100"
    assert game.outcome == Outcome(0, "11 charm points")


@pytest.mark.rule("V2")
def test_both_cannot_reach_eleven_and_both_cannot_have_four_geisha() -> None:
    row = load_engine("base").variant.row
    assert row.charm_total < 2 * 11
    assert len(row) < 2 * 4


@pytest.mark.rule("V3")
def test_goals_are_checked_only_in_scoring() -> None:
    # Player 0 has A, F and G for certain, and still plays on until the round is scored.
    game = rounds_of("base", AFG_AND_BD, leave_out=1)
    assert (game.outcome, game.to_move) == (None, 0)
    assert favor_of(game) == "-------"


@pytest.mark.rule("V3")
def test_the_game_ends_at_once_when_a_goal_is_reached() -> None:
    game = rounds_of("base", AFG_AND_BD)
    assert game.outcome == Outcome(0, "11 charm points")
    assert (game.state.round, game.to_move, legal(game), hands(game)) == (1, None, [], ("", ""))
    assert refused(game, "1A") == (
        "the game is over (player 0 won: 11 charm points), so no move is legal"
    )


@pytest.mark.rule("V4")
def test_three_geisha_worth_11_win_against_three_geisha_worth_8() -> None:
    game = rounds_of("base", ABF_AND_DEG)
    assert favor_of(game) == "00-1101"
    assert charm_of(game) == (2 + 2 + 4, 3 + 3 + 5)
    assert game.outcome == Outcome(1, "11 charm points")


@pytest.mark.rule("V4")
def test_5_and_4_and_2_make_11_and_win_with_three_geisha() -> None:
    game = rounds_of("base", AFG_AND_BD)
    assert favor_of(game) == "01-1-00"
    assert charm_of(game) == (5 + 4 + 2, 2 + 3)
    assert game.outcome == Outcome(0, "11 charm points")


@pytest.mark.rule("V4")
def test_four_geisha_worth_9_win_if_the_other_has_fewer_than_11() -> None:
    game = rounds_of("base", ABCD_AND_FG)
    assert favor_of(game) == "0000-11"
    assert charm_of(game) == (2 + 2 + 2 + 3, 4 + 5)
    assert game.outcome == Outcome(0, "4 geisha")
    # With E, the other player would have 12.
    assert won("0000111") == Outcome(1, "12 charm points")


@pytest.mark.rule("U1")
def test_all_21_item_cards_are_shuffled_for_the_next_round() -> None:
    game = rounds_of("base", TIED)
    (box,) = game.state.facedown
    dealt = sum((*game.state.hands, box.cards, Cards(game.state.deck)), Cards())
    assert str(dealt) == "AABBCCDDDEEEFFFFGGGGG"
    assert game.state.placed == (Cards(), Cards())


@pytest.mark.rule("U1")
def test_knowledge_of_cards_ends_with_the_round() -> None:
    game = rounds_of("base", TIED)
    for viewer in (0, 1, None):
        assert facedown(game, viewer) == ["?"]
        assert game.observe(viewer).sightings == ()


@pytest.mark.rule("U2")
def test_victory_markers_stay_where_they_are() -> None:
    assert favor_of(rounds_of("base", G_AND_F)) == "-----10"
    half_way = rounds_of("base", G_AND_F, G_AND_F, leave_out=6)
    assert (half_way.state.round, favor_of(half_way)) == (2, "-----10")


@pytest.mark.rule("U3")
def test_all_action_markers_are_turned_face_up() -> None:
    assert rounds_of("base", TIED).state.used == (frozenset(), frozenset())


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.rule("U4")
def test_the_second_player_of_a_round_starts_the_next_one(first: int) -> None:
    starters = [
        rounds_of("base", *[TIED] * rounds, first_player=first).state.starting_player
        for rounds in range(4)
    ]
    assert starters == [first, 1 - first, first, 1 - first]


@pytest.mark.rule("U4")
def test_the_new_starting_player_is_dealt_first_and_draws_first() -> None:
    game = rounds_of("base", TIED, G_AND_F, leave_out=12)
    assert game.to_move == 1
    # The starting player's six cards and the first card of the deck, B.
    assert hands(game) == ("ADEEFG", "ABDEFGG")


@pytest.mark.rule("U5")
def test_the_official_game_has_no_round_limit() -> None:
    assert load_engine("base").variant.limit is None
    game = rounds_of("base", *[TIED] * 30)
    assert (game.state.round, game.outcome) == (31, None)


@pytest.mark.rule("V1")
def test_the_goals_are_11_charm_points_and_four_geisha() -> None:
    assert load_engine("base").variant.victory == FirstTo(charm=11, geisha=4)
