"""Mini expansion 2, "Health": rules M2.1 to M2.4."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards
from hanamikoji_core.model.events import Scored
from tests.positions import facedown, favor_of, game_from, hands, legal, offered, rounds_of, sides

NAME = "mini-expansion-2"
DEAL = "AABBCC DDDEEE FFFFGGGGG"


@pytest.mark.rule("M2.1")
def test_giveaway_gives_one_hand_card_to_the_opponents_side_face_down() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("A", 1, 1)
    assert hands(game) == ("ABBCCF", "DDDEEE" + "F")


@pytest.mark.rule("M2.1")
def test_giveaway_is_known_to_the_giver_and_not_looked_at_by_the_receiver() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["A"], ["?"], ["?"]]


@pytest.mark.rule("M2.1")
def test_giveaway_counts_on_the_opponents_side_after_the_round() -> None:
    game = rounds_of(NAME, ("1G 2AB 3C-D-E/0,1 4F-F-G-G/0,1", "1F 2AB 3C-D-E/0,1 4D-E-F-G/0,3"))
    (scored,) = [event for event in game.events(None) if isinstance(event, Scored)]
    # AB revealed; E left from the gift; the cards not intercepted; CD taken; F and G given away.
    assert scored.placed == (
        Cards("AB" + "E" + "GG" + "CD" + "F"),
        Cards("AB" + "E" + "EF" + "CD" + "G"),
    )
    assert favor_of(game) == "----1-0"


@pytest.mark.rule("M2.2")
def test_reveal_places_two_hand_cards_face_up_on_ones_own_side() -> None:
    game = game_from(NAME, deal=DEAL, moves="2AF")
    assert sides(game) == ("AF", "")
    assert game.to_move == 1


@pytest.mark.parametrize(
    ("pick", "owner", "opponent"), [("/0,1", "F", "AB"), ("/0,2", "B", "AF"), ("/1,2", "A", "BF")]
)
@pytest.mark.rule("M2.3")
def test_gift_lets_the_opponent_take_two_of_three_cards(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves="3A-B-F")
    assert offered(game, 1) == ["A", "B", "F"]
    assert pick in legal(game)
    assert sides(game_from(NAME, deal=DEAL, moves=f"3A-B-F {pick}")) == (owner, opponent)


@pytest.mark.rule("M2.4")
def test_intercept_discards_the_two_of_four_cards_that_the_opponent_chooses() -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F")
    assert offered(game, 1) == ["A", "B", "C", "F"]
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F /0,3")
    assert sides(game) == ("BC", "")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.scores_for) == ("AF", None)


@pytest.mark.rule("M2.4")
def test_intercept_leaves_both_players_knowing_what_was_discarded() -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F /0,3 1D")
    assert facedown(game, 0)[0] == facedown(game, 1)[0] == "AF"
