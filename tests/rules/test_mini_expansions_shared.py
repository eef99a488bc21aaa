"""The rules that all mini expansions share: X1 to X3."""

from __future__ import annotations

import pytest
from attrs import evolve

from hanamikoji_core import Cards, MoreCharm, RoundLimit, available_variants
from tests.positions import MINI_EXPANSIONS, facedown, game_from, hands, legal

DEAL = "AABBCC DDDEEE FFFFGGGGG"

each_mini_expansion = pytest.mark.parametrize("name", MINI_EXPANSIONS)


@each_mini_expansion
@pytest.mark.rule("X1")
def test_no_card_is_removed_in_the_deal(name: str) -> None:
    game = game_from(name, deal=DEAL)
    assert facedown(game, 0) == []
    assert hands(game) == ("AABBCC" + "F", "DDDEEE")
    # Nine cards, but the starting player has drawn the first.
    assert game.state.deck == "FFFGGGGG"


@each_mini_expansion
@pytest.mark.rule("X1")
def test_nobody_has_seen_the_card_left_in_the_deck_unless_they_put_it_there(
    name: str,
) -> None:
    game = game_from(name, deal=DEAL)
    turns = 0
    while game.state.round == 1 and game.outcome is None:
        last = game.state
        turns += last.offer is None
        game.play(game.legal_moves()[-1])
    assert (turns, last.deck_size) == (8, 1)
    knowing = [viewer for viewer in (0, 1, None) if game.engine.observe(last, viewer).deck]
    # With Referral, player 0 has put it there.
    assert knowing == ([0] if name == "mini-expansion-4" else [])
    said = available_variants()[name].notes["X1"]
    assert said.endswith(
        "Nobody has seen it, unless an action put it under the deck."
        if name == "mini-expansion-4"
        else "Nobody has seen it."
    )


@each_mini_expansion
@pytest.mark.rule("T4")
@pytest.mark.rule("X3")
def test_after_four_turns_each_the_hands_are_empty_and_one_card_is_left_in_the_deck(
    name: str,
) -> None:
    one_round = evolve(available_variants()[name], limit=RoundLimit(1, MoreCharm()))
    game = game_from(one_round, deal=DEAL)
    while game.outcome is None:
        game.play(game.legal_moves()[0])
    assert (game.state.hands, game.state.deck_size) == ((Cards(), Cards()), 1)
    assert "one card is left in the deck" in available_variants()[name].notes["X3"]


@each_mini_expansion
@pytest.mark.rule("X2")
def test_both_players_use_the_same_card_with_four_actions(name: str) -> None:
    first, second = available_variants()[name].markers
    assert first == second
    assert [marker.number for marker in first] == [1, 2, 3, 4]


@each_mini_expansion
@pytest.mark.rule("X2")
def test_action_n_uses_n_cards(name: str) -> None:
    for move in legal(game_from(name, deal=DEAL)):
        number, cards = int(move[0]), move[1:].replace("-", "")
        assert len(cards) == number


@each_mini_expansion
@pytest.mark.rule("X3")
def test_everything_else_is_as_in_the_base_game(name: str) -> None:
    base, expansion = available_variants()["base"], available_variants()[name]
    for same in ("row", "hand_size", "scoring", "victory", "limit", "symmetric", "relabelling"):
        assert getattr(expansion, same) == getattr(base, same)


@each_mini_expansion
@pytest.mark.rule("X3")
def test_rounds_go_on_as_in_the_base_game(name: str) -> None:
    game = game_from(name, deal=DEAL, first_player=1)
    while game.state.round == 1 and game.outcome is None:
        game.play(game.legal_moves()[0])
    if game.outcome is None:
        assert (game.state.starting_player, game.to_move) == (0, 0)
        assert game.state.used == (frozenset(), frozenset())
        dealt = sum((*game.state.hands, Cards(game.state.deck)), Cards())
        assert str(dealt) == "AABBCCDDDEEEFFFFGGGGG"
