"""Mini expansion 4, "Serendipity": rules M4.1 to M4.4."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from hanamikoji_core import Cards, available_variants, parse_move
from hanamikoji_core.model.events import Scored
from tests.positions import facedown, game_from, hands, legal, offered, sides

NAME = "mini-expansion-4"
DEAL = "AABBCC DDDEEE FGFFFGGGG"

# Both use Referral first. Then A, which player 0 put under the deck, is the eighth card drawn.
UNTIL_A_IS_DRAWN = "1A 1D 2BB 2DD 3C-AC /0 3F-EE /0 4F-F-G-G /0"


@pytest.mark.rule("M4.1")
def test_referral_puts_a_hand_card_under_the_deck_and_places_the_top_card_face_down() -> None:
    before = game_from(NAME, deal=DEAL)
    assert (hands(before)[0], before.state.deck) == ("AABBCCF", "GFFFGGGG")
    after = game_from(NAME, deal=DEAL, moves="1A")
    (lot,) = after.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("G", 0, 0)
    assert hands(after) == ("ABBCCF", "DDDEEE" + "F")  # Player 1 has drawn F.
    assert after.state.deck == "FFGGGG" + "A"


@pytest.mark.rule("M4.1")
def test_referral_shows_the_card_drawn_to_its_owner_only() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["G"], ["?"], ["?"]]


@pytest.mark.rule("M4.1")
def test_referral_leaves_only_its_owner_knowing_the_card_under_the_deck() -> None:
    game = game_from(NAME, deal=DEAL, moves="1A")
    assert game.observe(0).deck == ((6, "A"),)
    assert game.observe(1).deck == game.observe(None).deck == ()


@pytest.mark.rule("M4.1")
def test_referral_is_remembered_when_the_opponent_draws_the_card() -> None:
    game = game_from(NAME, deal=DEAL, moves=UNTIL_A_IS_DRAWN)
    assert hands(game) == ("", "AEGG")
    view = game.observe(0)
    assert all("A" in game.engine.determinize(view, Random(seed)).hands[1] for seed in range(40))
    # Of the other three cards, player 0 knows none for certain.
    others = [game.engine.determinize(view, Random(seed)).hands[1] for seed in range(40)]
    assert len(set(others)) > 1


@pytest.mark.rule("M4.1")
def test_referral_tells_the_drawer_nothing_but_the_card() -> None:
    game = game_from(NAME, deal=DEAL, moves=UNTIL_A_IS_DRAWN)
    # D, which player 1 put there, is the one card left.
    assert game.observe(1).deck == ((0, "D"),)
    assert game.observe(0).deck == game.observe(None).deck == ()


@pytest.mark.rule("M4.1")
def test_referral_may_take_the_last_card_which_its_owners_opponent_put_there() -> None:
    moves = "1A 2DD 2BB 4D-E-E-E /0 3C-AC /0 3F-FG /0 4F-F-G-G /0"
    game = game_from(NAME, deal=DEAL, moves=moves)
    # Player 1 has drawn the second-to-last card and now uses Referral.
    assert (len(game.state.hands[1]), game.state.deck) == (1, "A")
    game.play(game.legal_moves()[0])
    (scored,) = [event for event in game.events(None) if isinstance(event, Scored)]
    assert "A" in scored.placed[1]


@pytest.mark.rule("M4.1")
def test_referral_is_revealed_and_scored_at_the_end_of_the_round() -> None:
    game = game_from(NAME, deal=DEAL, moves=UNTIL_A_IS_DRAWN + " 4A-E-G-G /0")
    (scored,) = [event for event in game.events(None) if isinstance(event, Scored)]
    # Referral; the rest of the competition and the gift; cards taken from the other player.
    assert scored.placed == (
        Cards("G" + "AC" + "FGG" + "F" + "A"),
        Cards("F" + "EE" + "EGG" + "C" + "F"),
    )


@pytest.mark.rule("M4.2")
def test_discard_places_two_hand_cards_face_down_that_do_not_score() -> None:
    game = game_from(NAME, deal=DEAL, moves="2AF")
    (lot,) = game.state.facedown
    assert (str(lot.cards), lot.player, lot.scores_for) == ("AF", 0, None)
    assert [facedown(game, viewer) for viewer in (0, 1, None)] == [["AF"], ["??"], ["??"]]


@pytest.mark.rule("M4.3")
def test_competition_shows_a_set_of_one_and_a_set_of_two() -> None:
    game = game_from(NAME, deal=DEAL, moves="3A-BF")
    for viewer in (0, 1, None):
        assert offered(game, viewer) == ["A", "BF"]


@pytest.mark.parametrize(("pick", "owner", "opponent"), [("/0", "BF", "A"), ("/1", "A", "BF")])
@pytest.mark.rule("M4.3")
def test_competition_gives_one_set_to_the_opponent_and_one_to_its_owner(
    pick: str, owner: str, opponent: str
) -> None:
    assert sides(game_from(NAME, deal=DEAL, moves=f"3A-BF {pick}")) == (owner, opponent)


@pytest.mark.rule("M4.3")
def test_competition_is_divided_by_its_owner_in_any_way() -> None:
    divided = {m for m in legal(game_from(NAME, deal=DEAL)) if sorted(m) == sorted("3A-BF")}
    assert divided == {"3A-BF", "3B-AF", "3F-AB"}


@pytest.mark.parametrize(
    ("pick", "owner", "opponent"),
    [("/0", "BCF", "A"), ("/1", "ACF", "B"), ("/2", "ABF", "C"), ("/3", "ABC", "F")],
)
@pytest.mark.rule("M4.4")
def test_gift_gives_one_of_four_cards_to_the_opponent_and_three_to_its_owner(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from(NAME, deal=DEAL, moves="4A-B-C-F")
    assert offered(game, 1) == ["A", "B", "C", "F"]
    assert sides(game_from(NAME, deal=DEAL, moves=f"4A-B-C-F {pick}")) == (owner, opponent)


@pytest.mark.rule("M4.1")
def test_referral_with_an_empty_deck_draws_the_card_that_was_put_there() -> None:
    base = available_variants()["base"]
    mini = available_variants()["mini-expansion-4"]
    mix = evolve(base, name="short-deck", markers=(mini.markers[0][0], *base.markers[0][1:]))
    game = game_from(mix, deal="G AABBCC DDDEEE FFFFGGGG")
    while game.state.deck or game.state.offer:
        # Both keep Referral for their last turn.
        moves = game.legal_moves()
        game.play(next((m for m in moves if getattr(m, "marker", 0) != 1), moves[0]))
    (card,) = game.observe(1).hand
    game.play(parse_move(f"1{card}"))
    assert game.state.round == 2 or game.outcome is not None
    scored = next(e for e in game.events(0) if isinstance(e, Scored))
    assert card in scored.placed[1]
