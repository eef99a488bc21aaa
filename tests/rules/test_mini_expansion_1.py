"""Mini expansion 1: rules M1.1 to M1.4."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards
from hanamikoji_core.model.events import Scored
from tests.positions import facedown, favor_of, game_from, hands, legal, offered, rounds_of, sides

NAME = "mini-expansion-1"
DEAL = "AABBCC DDDEEE FFFFGGGGG"

# The starting player's side: DD (picked from the other), GG, D, EF. The other's: FG (picked), EE,
# B, FG.
ROUND = ("1A 2GG 3B-C-D/0,1 4E-F-F-G/2,3", "1A 2EE 3B-C-F/1,2 4D-D-F-G/0,1")


@pytest.mark.rule("M1.1")
def test_action_1_places_one_hand_card_face_down_that_takes_no_part() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("A", 0, None)
    assert hands(game)[0] == "ABBCCF"


@pytest.mark.rule("M1.1")
def test_action_1_may_be_looked_at_by_its_owner_only() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["A"], ["?"], ["?"]]


@pytest.mark.rule("M1.2")
def test_action_2_places_two_hand_cards_face_down_that_score_on_the_owners_side() -> None:
    game = game_from(NAME, deal=DEAL, moves="2AF")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("AF", 0, 0)
    assert sides(game) == ("", "")


@pytest.mark.rule("M1.2")
def test_action_2_may_be_looked_at_by_its_owner_only() -> None:
    game = game_from(NAME, deal=DEAL, moves="2AF")
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["AF"], ["??"], ["??"]]


@pytest.mark.rule("M1.2")
@pytest.mark.rule("M1.3")
def test_actions_2_and_3_are_revealed_at_the_end_of_the_round() -> None:
    game = rounds_of(NAME, ROUND)
    (scored,) = [event for event in game.events(None) if isinstance(event, Scored)]
    assert scored.placed == (Cards("GG" + "D" + "EF" + "DD"), Cards("EE" + "B" + "FG" + "FG"))
    assert favor_of(game) == "-1-011-"


@pytest.mark.parametrize(
    ("pick", "aside", "remains"), [("/0,1", "AB", "F"), ("/0,2", "AF", "B"), ("/1,2", "BF", "A")]
)
@pytest.mark.rule("M1.3")
def test_action_3_sets_two_of_three_cards_aside_and_the_third_scores_for_its_owner(
    pick: str, aside: str, remains: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves=f"3A-B-F {pick}")
    lots = {lot.scores_for: str(lot.cards) for lot in game.state.facedown}
    assert lots == {None: aside, 0: remains}
    assert sides(game) == ("", "")


@pytest.mark.rule("M1.3")
def test_action_3_is_picked_without_looking() -> None:
    game = game_from(NAME, deal=DEAL, moves="3A-B-F")
    assert offered(game, 0) == ["A", "B", "F"]
    assert offered(game, 1) == offered(game, None) == ["?", "?", "?"]


@pytest.mark.parametrize("cards", ["3A-B-F", "3A-A-F", "3A-A-B"])
@pytest.mark.rule("M1.3")
def test_action_3_is_picked_by_position_whatever_the_cards(cards: str) -> None:
    game = game_from(NAME, deal=DEAL, moves=cards)
    assert (game.to_move, legal(game)) == (1, ["/0,1", "/0,2", "/1,2"])


@pytest.mark.parametrize("pick", ["", "/0,1", "/0,2", "/1,2"])
@pytest.mark.rule("M1.3")
def test_action_3_tells_the_opponent_nothing_about_what_remains_nor_what_was_set_aside(
    pick: str,
) -> None:
    # Player 0 may lay out any card of this hand, with G and A exchanged.
    views = [
        game_from(NAME, deal=DEAL, moves=f"{cards} {pick}").observe(1)
        for cards in ("3A-B-F", "3F-B-A", "3A-A-C", "3B-C-C")
    ]
    exchanged = "ABBCGG DDDEEE FFFFAGGGC"
    views.append(game_from(NAME, deal=exchanged, moves=f"3G-B-G {pick}").observe(1))
    assert all(view == views[0] for view in views)


@pytest.mark.rule("M1.3")
def test_action_3_leaves_its_owner_knowing_what_remains_and_what_was_set_aside() -> None:
    game = game_from(NAME, deal=DEAL, moves="3A-B-F /0,2")
    assert facedown(game, 0) == ["AF", "B"]
    assert facedown(game, 1) == facedown(game, None) == ["??", "?"]


@pytest.mark.rule("M1.4")
def test_action_4_shows_four_hand_cards_face_up_in_one_row() -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F")
    for viewer in (0, 1, None):
        assert offered(game, viewer) == ["A", "B", "C", "F"]


@pytest.mark.parametrize(
    ("pick", "owner", "opponent"),
    [
        ("/0,1", "CF", "AB"),
        ("/0,2", "BF", "AC"),
        ("/0,3", "BC", "AF"),
        ("/1,2", "AF", "BC"),
        ("/1,3", "AC", "BF"),
        ("/2,3", "AB", "CF"),
    ],
)
@pytest.mark.rule("M1.4")
def test_action_4_lets_the_opponent_take_any_two_not_pairs(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F")
    assert pick in legal(game)
    assert sides(game_from(NAME, deal=DEAL, moves=f"4A-B-C-F {pick}")) == (owner, opponent)


@pytest.mark.rule("M1.4")
def test_action_4_counts_equal_cards_as_one_choice() -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-A-B-B")
    assert legal(game) == ["/0,1", "/0,2", "/2,3"]  # AA, AB, BB.
