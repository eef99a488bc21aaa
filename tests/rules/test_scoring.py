"""Scoring: rules P1 to P4."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards
from hanamikoji_core.model.events import Revealed, Scored
from tests.positions import (
    ABCD_AND_FG,
    G_AND_AD,
    G_AND_F,
    TIED,
    charm_of,
    facedown,
    favor_of,
    rounds_of,
    sides,
)


@pytest.mark.rule("P1")
def test_scoring_waits_until_both_players_have_used_all_their_markers() -> None:
    game = rounds_of("base", G_AND_F, leave_out=1)
    assert favor_of(game) == "-------"
    assert rounds_of("base", G_AND_F).state.round == 2


@pytest.mark.rule("P1")
def test_both_players_reveal_their_secret_cards_on_their_own_side() -> None:
    before = rounds_of("base", G_AND_F, leave_out=1)
    # The box, the secrets of 0 and 1, the trade-offs of 0 and 1.
    assert facedown(before, None) == ["?", "?", "?", "??", "??"]
    assert sides(before) == ("ADEFG", "ABCEF")
    # The last answer gives B and C to player 0 and F and G to player 1; then the secrets G and D.
    events = rounds_of("base", G_AND_F).events(None)
    assert [event for event in events if isinstance(event, Revealed | Scored)] == [
        Revealed(0, Cards("G")),
        Revealed(1, Cards("D")),
        Scored(
            round=1,
            placed=(Cards("ADEFG" + "BC" + "G"), Cards("ABCEF" + "FG" + "D")),
            before=(None, None, None, None, None, None, None),
            favor=(None, None, None, None, None, 1, 0),
        ),
    ]


@pytest.mark.rule("P1")
def test_cards_set_aside_are_not_revealed() -> None:
    events = rounds_of("base", G_AND_F).events(None)
    revealed = [event.cards for event in events if isinstance(event, Revealed)]
    assert sum(map(len, revealed)) == 2


@pytest.mark.rule("P2")
def test_more_of_her_item_cards_win_a_geishas_favor() -> None:
    # G lies two to one, F one to two.
    assert favor_of(rounds_of("base", G_AND_F)) == "-----10"
    assert favor_of(rounds_of("base", G_AND_F, first_player=1)) == "-----01"


@pytest.mark.rule("P2")
def test_one_card_against_none_is_more() -> None:
    # A and B lie one to none, C one to none, D two to one.
    assert favor_of(rounds_of("base", ABCD_AND_FG))[:4] == "0000"


@pytest.mark.rule("P2")
def test_the_victory_marker_moves_from_the_other_side_too() -> None:
    # Player 1 starts the second round and wins G, which player 0 had won before.
    game = rounds_of("base", G_AND_F, G_AND_F)
    assert favor_of(game) == "-----01"


@pytest.mark.rule("P3")
def test_on_a_tie_the_victory_marker_does_not_move() -> None:
    assert favor_of(rounds_of("base", TIED)) == "-------"


@pytest.mark.rule("P3")
def test_on_a_tie_of_none_to_none_the_victory_marker_does_not_move() -> None:
    # If the second player sets both A aside, neither player has an A.
    no_a = ("1D 2GG 3B-E-F/0 4BC-FG/0", "1D 2AA 3C-E-F/0 4DE-GG/0")
    first_scored = rounds_of("base", G_AND_AD, no_a).events(None)
    scored = [event for event in first_scored if isinstance(event, Scored)]
    assert all("A" not in side for side in scored[1].placed)
    assert (scored[1].before[0], scored[1].favor[0]) == (1, 1)


@pytest.mark.rule("P3")
def test_on_a_tie_a_favor_won_earlier_stays() -> None:
    assert favor_of(rounds_of("base", G_AND_F, TIED)) == "-----10"
    assert favor_of(rounds_of("base", G_AND_F, TIED, TIED)) == "-----10"


@pytest.mark.rule("P4")
def test_placed_cards_count_one_each_whatever_the_charm() -> None:
    # DEFFFGGG has more charm in all than ABCDDEFG, but each geisha is decided separately.
    assert favor_of(rounds_of("base", ABCD_AND_FG)) == "0000-11"


@pytest.mark.rule("P4")
def test_charm_points_are_counted_from_the_victory_markers_not_from_the_cards() -> None:
    # G is worth 5 with two cards against one and with three against one.
    assert charm_of(rounds_of("base", G_AND_F)) == (5, 4)
    assert charm_of(rounds_of("base", G_AND_AD)) == (5, 2 + 3)
    # And still if she was not won again.
    assert charm_of(rounds_of("base", G_AND_F, TIED)) == (5, 4)
