"""Components and setup: rules S1 to S5."""

from __future__ import annotations

import pytest

from hanamikoji_core import SetupError, available_variants, load_engine
from tests.positions import VARIANTS

each_variant = pytest.mark.parametrize("name", VARIANTS)


@each_variant
@pytest.mark.rule("S1")
def test_seven_geisha_stand_in_one_row_in_printed_order(name: str) -> None:
    row = available_variants()[name].row
    assert row.letters == "ABCDEFG"
    assert [geisha.charm for geisha in row] == [2, 2, 2, 3, 3, 4, 5]
    assert row.charm_total == 21


@each_variant
@pytest.mark.rule("S2")
def test_there_are_21_item_cards_as_many_for_each_geisha_as_her_charm(name: str) -> None:
    row = available_variants()[name].row
    assert [geisha.cards for geisha in row] == [2, 2, 2, 3, 3, 4, 5]
    assert str(row.deck) == "AABBCCDDDEEEFFFFGGGGG"
    assert len(row.deck) == 21


@each_variant
@pytest.mark.rule("S3")
def test_each_geisha_starts_with_her_victory_marker_in_the_centre(name: str) -> None:
    assert load_engine(name).start(seed=7).favor == (None,) * 7


@each_variant
@pytest.mark.rule("S4")
def test_each_player_has_four_action_markers_face_up(name: str) -> None:
    for markers in available_variants()[name].markers:
        assert [marker.number for marker in markers] == [1, 2, 3, 4]
    assert load_engine(name).start(seed=7).used == (frozenset(), frozenset())


@pytest.mark.rule("S4")
def test_the_base_markers_are_secret_trade_off_gift_and_competition() -> None:
    for markers in available_variants()["base"].markers:
        assert [marker.name for marker in markers] == [
            "Secret",
            "Trade-off",
            "Gift",
            "Competition",
        ]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.rule("S5")
def test_the_starting_player_can_be_chosen(player: int) -> None:
    state = load_engine("base").start(seed=7, first_player=player)
    assert (state.starting_player, state.to_move) == (player, player)


@pytest.mark.parametrize("nobody", [2, -1, None, "0", 0.0])
@pytest.mark.rule("S5")
def test_only_player_0_or_1_can_start(nobody: object) -> None:
    with pytest.raises(SetupError, match=r"first_player is .*; it must be 0 or 1"):
        load_engine("base").start(seed=7, first_player=nobody)  # type: ignore[arg-type]
