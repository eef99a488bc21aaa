"""Mini expansion 7, "Wealth and Fortune": rules M7.1 to M7.4."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards
from hanamikoji_core.model.events import Scored
from tests.positions import facedown, favor_of, game_from, hands, legal, offered, rounds_of, sides

NAME = "mini-expansion-7"
DEAL = "AABBCC DDDEEE FFFFGGGGG"


@pytest.mark.rule("M7.1")
def test_secret_places_one_hand_card_face_down_for_its_owners_eyes() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("A", 0, 0)
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["A"], ["?"], ["?"]]


@pytest.mark.rule("M7.1")
def test_secret_is_revealed_in_scoring_and_counts_on_its_owners_side() -> None:
    game = rounds_of(NAME, ("1G 2A-B/0 3CDE 4FF-GG/0", "1F 2A-B/0 3CDE 4DE-FG/0"))
    (scored,) = [event for event in game.events(None) if isinstance(event, Scored)]
    # The secret; the rest of the gift and the competition; cards taken from the other player.
    assert scored.placed == (
        Cards("G" + "B" + "GG" + "A" + "DE"),
        Cards("F" + "B" + "FG" + "A" + "FF"),
    )
    assert favor_of(game) == "---0010"


@pytest.mark.parametrize(("pick", "owner", "opponent"), [("/0", "F", "A"), ("/1", "A", "F")])
@pytest.mark.rule("M7.2")
def test_gift_gives_one_of_two_cards_to_the_opponent_and_one_to_its_owner(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves="2A-F")
    for viewer in (0, 1, None):
        assert offered(game, viewer) == ["A", "F"]
    assert sides(game_from(NAME, deal=DEAL, moves=f"2A-F {pick}")) == (owner, opponent)


@pytest.mark.rule("M7.3")
def test_discard_places_three_hand_cards_face_down_that_do_not_score() -> None:
    game = game_from(NAME, deal=DEAL, moves="3ABF")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("ABF", 0, None)
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["ABF"], ["???"], ["???"]]
    assert hands(game)[0] == "ABCC"


@pytest.mark.parametrize(("pick", "owner", "opponent"), [("/0", "CF", "AB"), ("/1", "AB", "CF")])
@pytest.mark.rule("M7.4")
def test_competition_shows_two_pairs_of_which_the_opponent_takes_one(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves="4AB-CF")
    assert (offered(game, 1), legal(game)) == (["AB", "CF"], ["/0", "/1"])
    assert sides(game_from(NAME, deal=DEAL, moves=f"4AB-CF {pick}")) == (owner, opponent)
