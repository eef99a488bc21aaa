"""The deal phase of the base game: rules D1 to D3."""

from __future__ import annotations

from math import factorial
from random import Random

import pytest

from hanamikoji_core import Cards, Row, load_engine
from hanamikoji_core.engine.chance import shuffle_number, shuffle_number_from, shuffled
from tests.positions import TIED, facedown, game_from, hands, rounds_of

DEAL = "G AABBCC DDDEEE FFFFGGGG"


@pytest.mark.rule("D1")
def test_one_card_is_removed_unseen_by_both_players() -> None:
    game = game_from("base", deal=DEAL)
    assert [lot.cards for lot in game.state.facedown] == [Cards("G")]
    assert facedown(game, 0) == facedown(game, 1) == facedown(game, None) == ["?"]


@pytest.mark.rule("D1")
def test_the_removed_card_scores_for_nobody() -> None:
    (lot,) = game_from("base", deal=DEAL).state.facedown
    assert (lot.player, lot.marker, lot.scores_for) == (None, None, None)


@pytest.mark.rule("D1")
def test_the_card_is_removed_for_this_round_only() -> None:
    tied = rounds_of("base", TIED)
    assert tied.state.round == 2
    (box,) = tied.state.facedown
    cards = [box.cards, *tied.state.hands, Cards(tied.state.deck)]
    assert sum(cards, Cards()) == Cards("AABBCCDDDEEEFFFFGGGGG")


@pytest.mark.rule("D1")
def test_any_card_can_be_anywhere_after_the_shuffle() -> None:
    starts = [load_engine("base").start(seed=seed) for seed in range(200)]
    assert {str(state.facedown[0].cards) for state in starts} == set("ABCDEFG")
    for place in range(7):
        assert {state.deck[place] for state in starts} == set("ABCDEFG")
    for player in (0, 1):
        assert set().union(*(state.hands[player] for state in starts)) == set("ABCDEFG")


@pytest.mark.rule("D1")
def test_the_same_seed_gives_the_same_shuffle_and_another_seed_does_not() -> None:
    engine = load_engine("base")
    assert engine.start(seed=1) == engine.start(seed=1)
    assert engine.start(seed=1) != engine.start(seed=2)


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.rule("D2")
def test_six_cards_are_dealt_to_each_player_the_starting_player_first(starter: int) -> None:
    game = game_from("base", deal=DEAL, first_player=starter)
    # The starting player has drawn a card, F, and is about to act.
    assert hands(game)[starter] == "AABBCC" + "F"
    assert hands(game)[1 - starter] == "DDDEEE"


@pytest.mark.rule("D2")
def test_hands_are_secret() -> None:
    game = game_from("base", deal=DEAL)
    for viewer, own in ((0, "AABBCCF"), (1, "DDDEEE"), (None, "")):
        view = game.observe(viewer)
        assert str(view.hand) == own
        assert view.hand_sizes == (7, 6)


@pytest.mark.rule("D3")
def test_the_remaining_eight_cards_form_the_deck() -> None:
    game = game_from("base", deal=DEAL)
    # Eight cards, but the starting player has drawn the first, F.
    assert game.state.deck == "FFFGGGG"
    assert game.state.deck_size == 7


@pytest.mark.rule("D3")
def test_the_deck_lies_face_down() -> None:
    game = game_from("base", deal=DEAL)
    for viewer in (0, 1, None):
        view = game.observe(viewer)
        assert view.deck_size == 7
        assert view.deck == ()


class CountsBits(Random):
    """Returns the number of bits that it was asked for."""

    def getrandbits(self, bits: int, /) -> int:
        return bits


@pytest.mark.rule("D1")
@pytest.mark.parametrize("cards", [0, 1, 21, 57, 58, 115, 116, 26 * 31])
def test_all_orders_of_a_deck_of_any_size_are_equally_likely(cards: int) -> None:
    """There are more than 2**128 numbers for each order, so none is noticeably more likely."""
    bits = shuffle_number_from(CountsBits(), cards)
    assert 2**bits >= factorial(cards) << 128
    assert bits - 64 < shuffle_number(7, 1, 0, cards).bit_length() <= bits


@pytest.mark.rule("D1")
def test_the_largest_deck_is_shuffled_completely() -> None:
    deck = str(Row.of(*[1] * 26, cards=[31] * 26).deck)
    order = shuffled(deck, shuffle_number(7, 1, 0, len(deck)))
    assert sorted(order) == list(deck)
    assert order != deck
    assert shuffled(deck, 0) == deck
    assert shuffled("", 7) == ""


def test_the_number_of_random_bits_for_a_deck_never_changes() -> None:
    """Determinization uses them, and the same generator must give the same arrangement."""
    assert [shuffle_number_from(CountsBits(), cards) for cards in (21, 57, 58, 116)] == [
        512,
        512,
        1024,
        1536,
    ]
