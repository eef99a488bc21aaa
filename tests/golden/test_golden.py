"""Golden games and deals: a seed gives the same game on every Python, in every release.

If a test here fails, something changed what a seed or a list of legal moves means. Saved games and
published transcripts depend on both: do not pin anew because of a failure, find its cause.
"""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards, Game, Outcome, load_engine
from hanamikoji_core.plugins import Registry
from tests.golden.games import FOLDER, SEEDS, VARIANTS, file_of, order, played
from tests.positions import TIED, rounds_of

PINNED = {name: file_of(name).read_text(encoding="utf-8").splitlines() for name in VARIANTS}
HOUSE_RULED = (("base+three-rounds", 0), ("mini-expansion-4+three-rounds-plain", 1))
DEALS = [
    (int(seed), int(number), cards)
    for seed, number, cards in map(
        str.split, (FOLDER / "deals.txt").read_text(encoding="utf-8").splitlines()
    )
]


@pytest.mark.parametrize("at", range(len(SEEDS)))
@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_seed_and_choices_always_give_the_same_game(name: str, at: int) -> None:
    assert played(name, SEEDS[at]) == PINNED[name][at]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_golden_transcript_is_a_complete_game(name: str) -> None:
    for line in PINNED[name]:
        game = Game.from_transcript(line)
        assert game.outcome is not None
        assert game.to_transcript() == line


def test_there_are_three_golden_games_of_every_built_in_variant() -> None:
    assert set(Registry.installed(own_only=True).variants) <= set(VARIANTS)
    assert all(len(lines) == len(set(lines)) == 3 for lines in PINNED.values())


def test_the_golden_games_include_both_endings_of_the_house_rules() -> None:
    ended = {name: Game.from_transcript(PINNED[name][i]).outcome for name, i in HOUSE_RULED}
    assert ended == {
        "base+three-rounds": Outcome(1, "10 charm points to 9"),
        "mini-expansion-4+three-rounds-plain": Outcome(None, "equal charm points"),
    }


@pytest.mark.parametrize(("seed", "number", "cards"), DEALS)
@pytest.mark.rule("D1")
def test_a_seed_always_gives_the_same_deal(seed: int, number: int, cards: str) -> None:
    state = rounds_of("base", *[TIED] * (number - 1), seed=seed).state
    starter = state.starting_player
    assert state.round == number
    # The starting player has drawn the first card of the deck.
    assert state.facedown[0].cards == Cards(cards[0])
    assert state.hands[starter] == Cards(cards[1:7] + cards[13])
    assert state.hands[1 - starter] == Cards(cards[7:13])
    assert state.deck == cards[14:]


@pytest.mark.parametrize(("seed", "number", "cards"), DEALS)
def test_the_deal_can_be_computed_from_its_description(seed: int, number: int, cards: str) -> None:
    assert order(seed, number) == cards


def test_a_variant_that_removes_no_card_deals_in_the_same_order() -> None:
    (_, _, cards), *_ = [deal for deal in DEALS if deal[:2] == (7, 1)]
    state = load_engine("mini-expansion-1").start(seed=7)
    assert state.hands == (Cards(cards[:6] + cards[12]), Cards(cards[6:12]))
    assert state.deck == cards[13:]
