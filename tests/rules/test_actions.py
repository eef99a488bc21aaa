"""The action phase of the base game: turns (T1 to T4) and the four actions (A1 to A5)."""

from __future__ import annotations

from itertools import permutations

import pytest

from hanamikoji_core import Pick, Play
from tests.positions import (
    TIED,
    facedown,
    game_from,
    hands,
    legal,
    offered,
    refused,
    rounds_of,
    sides,
)

DEAL = "G AABBCC DDDEEE FFFFGGGG"


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.rule("T1")
def test_players_alternate_from_the_starting_player_until_each_has_taken_four_turns(
    starter: int,
) -> None:
    game = rounds_of("base", TIED, first_player=starter)
    replayed = game_from("base", deal=game.state.setup.deals[0], first_player=starter)
    turns = []
    for move in game.history:
        if isinstance(move, Play):
            assert replayed.to_move is not None
            turns.append(replayed.to_move)
        replayed.play(move)
    assert turns == [starter, 1 - starter] * 4


@pytest.mark.rule("T2")
def test_a_turn_begins_by_drawing_the_top_card_of_the_deck() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FGFFFGGG")
    assert hands(game) == ("AABBCC" + "F", "DDDEEE")
    game = game_from("base", deal="G AABBCC DDDEEE FGFFFGGG", moves="1A")
    assert hands(game) == ("ABBCCF", "DDDEEE" + "G")
    assert game.state.deck == "FFFGGG"


@pytest.mark.rule("T2")
def test_the_marker_is_flipped_after_its_action() -> None:
    game = game_from("base", deal=DEAL, moves="3A-B-C")
    assert game.state.used == (frozenset(), frozenset())  # The gift is not taken yet.
    game = game_from("base", deal=DEAL, moves="3A-B-C /0")
    assert game.state.used == (frozenset({3}), frozenset())


@pytest.mark.rule("T2")
def test_the_drawn_card_can_be_used_at_once() -> None:
    assert "1F" in legal(game_from("base", deal=DEAL))


@pytest.mark.rule("T2")
def test_only_ones_own_markers_can_be_used() -> None:
    game = game_from("base", deal=DEAL, moves="1A")
    # Player 0 has used marker 1; player 1 still has it.
    assert game.to_move == 1
    assert "1D" in legal(game)


@pytest.mark.parametrize("order", list(permutations("1234")), ids="".join)
@pytest.mark.rule("T3")
def test_the_markers_may_be_used_in_any_order(order: tuple[str, ...]) -> None:
    def in_order(plays: str) -> str:
        return " ".join(sorted(plays.split(), key=lambda play: order.index(play[0])))

    game = rounds_of("base", (in_order(TIED[0]), in_order(TIED[1])))
    assert game.state.round == 2


@pytest.mark.rule("T3")
def test_each_marker_is_used_once_in_a_round() -> None:
    game = game_from("base", deal=DEAL, moves="1A 1D")
    assert {move[0] for move in legal(game)} == {"2", "3", "4"}
    assert refused(game, "1B") == (
        "player 0 has already used marker 1 (Secret) in this round; the unused markers are 2, 3, 4"
    )


@pytest.mark.rule("T3")
def test_drawing_and_acting_are_compulsory_and_nothing_may_be_passed() -> None:
    complete = rounds_of("base", TIED)
    game = game_from("base", deal=complete.state.setup.deals[0])
    held = {
        1: 7,
        2: 7,
        3: 6,
        4: 4,
    }  # Six dealt and one drawn, minus the cards of markers 1, 2 and 3.
    for move in complete.history:
        if isinstance(move, Play):
            assert game.to_move is not None
            assert len(hands(game)[game.to_move]) == held[move.marker]
            assert all(isinstance(m, Play) and any(m.piles) for m in game.legal_moves())
        else:
            assert all(isinstance(m, Pick) and m.piles for m in game.legal_moves())
        game.play(move)


@pytest.mark.rule("T4")
def test_after_four_turns_each_both_hands_and_the_deck_are_empty() -> None:
    # Only the pick from the last competition is missing.
    game = rounds_of("base", TIED, leave_out=1)
    assert game.state.used == (frozenset({1, 2, 3, 4}), frozenset({1, 2, 3}))
    assert hands(game) == ("", "")
    assert game.state.deck_size == 0


@pytest.mark.rule("A1")
def test_secret_places_one_hand_card_face_down() -> None:
    game = game_from("base", deal=DEAL, moves="1A")
    assert hands(game)[0] == "ABBCCF"
    assert sides(game) == ("", "")
    assert [str(lot.cards) for lot in game.state.facedown] == ["G", "A"]


@pytest.mark.rule("A1")
def test_secret_may_be_looked_at_by_its_owner_at_any_time_but_not_by_the_opponent() -> None:
    for later in ("", " 1D", " 1D 2AB", " 1D 2AB 2DD 3B-C-C"):
        game = game_from("base", deal=DEAL, moves="1A" + later)
        assert facedown(game, 0)[1] == "A"
        assert facedown(game, 1)[1] == facedown(game, None)[1] == "?"


@pytest.mark.rule("A1")
def test_secret_counts_on_its_owners_side_in_scoring() -> None:
    (_, secret) = game_from("base", deal=DEAL, moves="1A").state.facedown
    assert (secret.player, secret.scores_for) == (0, 0)


@pytest.mark.rule("A1")
def test_secret_may_be_any_card_of_the_hand_and_nothing_else() -> None:
    game = game_from("base", deal=DEAL)
    assert [move for move in legal(game) if move[0] == "1"] == ["1A", "1B", "1C", "1F"]
    assert refused(game, "1D") == (
        "marker 1 (Secret) cannot be used with 1D: some of these cards are not there; "
        "use cards from the player's hand"
    )


@pytest.mark.rule("A2")
def test_trade_off_places_two_hand_cards_face_down_that_do_not_score() -> None:
    game = game_from("base", deal=DEAL, moves="2AC")
    assert hands(game)[0] == "ABBCF"
    assert sides(game) == ("", "")
    (_, trade_off) = game.state.facedown
    assert str(trade_off.cards) == "AC"
    assert trade_off.scores_for is None


@pytest.mark.rule("A2")
def test_trade_off_may_be_looked_at_by_its_owner_at_any_time_but_not_by_the_opponent() -> None:
    for later in ("", " 1D", " 1D 1A", " 1D 1A 2DD 3B-B-C"):
        game = game_from("base", deal=DEAL, moves="2AC" + later)
        assert facedown(game, 0)[1] == "AC"
        assert facedown(game, 1)[1] == facedown(game, None)[1] == "??"


@pytest.mark.rule("A3")
def test_gift_shows_three_hand_cards_face_up() -> None:
    game = game_from("base", deal=DEAL, moves="3A-B-F")
    assert hands(game)[0] == "ABCC"
    for viewer in (0, 1, None):
        assert offered(game, viewer) == ["A", "B", "F"]


@pytest.mark.parametrize(
    ("pick", "owner", "opponent"), [("/0", "BF", "A"), ("/1", "AF", "B"), ("/2", "AB", "F")]
)
@pytest.mark.rule("A3")
def test_gift_gives_one_card_to_the_opponent_and_two_to_its_owner(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from("base", deal=DEAL, moves=f"3A-B-F {pick}")
    assert sides(game) == (owner, opponent)


@pytest.mark.rule("A3")
def test_gift_may_hold_equal_cards_which_are_one_choice() -> None:
    game = game_from("base", deal=DEAL, moves="3A-B-B")
    assert legal(game) == ["/0", "/1"]
    for pick in ("/1", "/2"):
        assert sides(game_from("base", deal=DEAL, moves=f"3A-B-B {pick}")) == ("AB", "B")


@pytest.mark.rule("A4")
def test_competition_shows_four_hand_cards_in_two_pairs() -> None:
    game = game_from("base", deal=DEAL, moves="4AB-CF")
    assert hands(game)[0] == "ABC"
    for viewer in (0, 1, None):
        assert offered(game, viewer) == ["AB", "CF"]


@pytest.mark.parametrize(("pick", "owner", "opponent"), [("/0", "CF", "AB"), ("/1", "AB", "CF")])
@pytest.mark.rule("A4")
def test_competition_gives_one_pair_to_the_opponent_and_one_to_its_owner(
    pick: str, owner: str, opponent: str
) -> None:
    game = game_from("base", deal=DEAL, moves=f"4AB-CF {pick}")
    assert sides(game) == (owner, opponent)


@pytest.mark.rule("A4")
def test_competition_is_divided_by_its_owner_in_any_way() -> None:
    game = game_from("base", deal="G ABCDEF ABCDEE FDFFGGGG")
    divided = {move for move in legal(game) if set(move) >= set("4ABCD") and len(move) == 6}
    assert divided == {"4AB-CD", "4AC-BD", "4AD-BC"}


@pytest.mark.rule("A5")
def test_the_opponent_must_choose_before_anything_else_happens() -> None:
    game = game_from("base", deal=DEAL, moves="3A-B-C")
    assert game.to_move == 1
    assert legal(game) == ["/0", "/1", "/2"]
    assert refused(game, "1D") == (
        "there is an open offer: player 1 must pick 1 of the piles 0, 1, 2 first"
    )


@pytest.mark.parametrize("pick", ["/2", "/0,1", "/0,0"])
@pytest.mark.rule("A5")
def test_the_opponent_chooses_only_from_what_is_offered(pick: str) -> None:
    refused(game_from("base", deal=DEAL, moves="4AB-CF"), pick)


@pytest.mark.rule("A5")
def test_the_opponent_does_not_draw_for_choosing_and_flips_no_marker() -> None:
    before = game_from("base", deal=DEAL, moves="3A-B-C")
    assert hands(before)[1] == "DDDEEE"
    assert before.state.deck_size == 7
    after = game_from("base", deal=DEAL, moves="3A-B-C /0")
    # Now player 1 begins a turn of their own, and draws the one card of that turn.
    assert hands(after)[1] == "DDDEEE" + "F"
    assert after.state.deck_size == 6
    assert after.state.used[1] == frozenset()
