"""House rules: H1 to H3."""

from __future__ import annotations

from itertools import combinations

import pytest

from hanamikoji_core import Outcome, VariantError, load_engine
from tests.positions import (
    ABCD_AND_FG,
    G_AND_AD,
    G_AND_F,
    MINI_EXPANSIONS,
    TIED,
    charm_of,
    favor_of,
    game_from,
    rounds_of,
)

H1, H2, H3 = "base+three-rounds", "base+three-rounds-plain", "base+three-rounds-draw"

both_rules = pytest.mark.parametrize("name", [H1, H2])
every_rule = pytest.mark.parametrize("name", [H1, H2, H3])
each_variant = pytest.mark.parametrize("variant", ["base", *MINI_EXPANSIONS])


@every_rule
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
def test_at_most_three_rounds_are_played(name: str) -> None:
    assert rounds_of(name, G_AND_F, TIED).outcome is None
    game = rounds_of(name, G_AND_F, TIED, TIED)
    assert (game.state.round, game.to_move) == (3, None)
    assert game.outcome is not None


@both_rules
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
def test_after_the_third_round_more_charm_points_win(name: str) -> None:
    game = rounds_of(name, G_AND_F, TIED, TIED)
    assert charm_of(game) == (5, 4)
    assert game.outcome == Outcome(0, "5 charm points to 4")
    game = rounds_of(name, G_AND_F, TIED, TIED, first_player=1)
    assert game.outcome == Outcome(1, "5 charm points to 4")


@every_rule
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
def test_a_goal_reached_earlier_still_wins_at_once(name: str) -> None:
    game = rounds_of(name, ABCD_AND_FG)
    assert (game.state.round, game.outcome) == (1, Outcome(0, "4 geisha"))


@every_rule
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
def test_a_goal_reached_in_the_third_round_wins(name: str) -> None:
    # Charm points are equal, and G decides for player 0.
    game = rounds_of(name, TIED, TIED, ABCD_AND_FG)
    assert charm_of(game) == (9, 9)
    assert game.outcome == Outcome(0, "4 geisha")


@pytest.mark.rule("H1")
def test_equal_charm_points_are_decided_by_the_highest_charm_that_only_one_player_has() -> None:
    game = rounds_of(H1, G_AND_AD, TIED, TIED)
    assert (favor_of(game), charm_of(game)) == ("1--1--0", (5, 5))
    assert game.outcome == Outcome(0, "equal charm points, the only favor worth 5")
    # The same with the seats exchanged.
    game = rounds_of(H1, G_AND_AD, TIED, TIED, first_player=1)
    assert game.outcome == Outcome(1, "equal charm points, the only favor worth 5")


@pytest.mark.rule("H1")
def test_equal_charm_points_and_equal_favors_are_a_draw() -> None:
    game = rounds_of(H1, TIED, TIED, TIED)
    assert favor_of(game) == "-------"
    assert game.outcome == Outcome(None, "equal charm points and favors")


@pytest.mark.rule("H2")
def test_equal_charm_points_are_a_draw_in_the_plain_rule() -> None:
    for rounds in ([G_AND_AD, TIED, TIED], [TIED, TIED, TIED]):
        game = rounds_of(H2, *rounds)
        assert game.outcome == Outcome(None, "equal charm points")


@each_variant
@every_rule
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
def test_house_rules_combine_with_any_variant(variant: str, name: str) -> None:
    name = name.replace("base", variant)
    plain = load_engine(variant).variant
    ruled = load_engine(name).variant
    assert (ruled.name, ruled.markers, ruled.victory) == (name, plain.markers, plain.victory)
    game = game_from(name)
    while game.outcome is None:
        game.play(game.legal_moves()[0])
    assert game.state.round <= 3


@pytest.mark.rule("H3")
def test_without_a_goal_in_three_rounds_the_game_is_a_draw_whatever_the_charm_points() -> None:
    for rounds in ([G_AND_F, TIED, TIED], [G_AND_AD, TIED, TIED], [TIED, TIED, TIED]):
        game = rounds_of(H3, *rounds)
        assert game.outcome == Outcome(None, "no goal reached")
    assert rounds_of(H3, G_AND_F, TIED).outcome is None


@pytest.mark.parametrize(
    "others", [*combinations(["three-rounds", "three-rounds-plain", "three-rounds-draw"], 2)]
)
@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
def test_two_of_the_house_rules_exclude_each_other(others: tuple[str, str]) -> None:
    one, other = others
    with pytest.raises(VariantError) as caught:
        load_engine(f"base+{one}+{other}")
    assert str(caught.value) == (
        f"the house rules {one!r} and {other!r} both set 'limit'; use only one of them"
    )
