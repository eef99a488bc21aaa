"""Positions worked out by hand: the blind pick, the buried card, and fair deals."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial, sqrt
from random import Random

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    Game,
    Pick,
    Row,
    SetupError,
    State,
    Variant,
    load_engine,
    parse_move,
)
from hanamikoji_core.model.knowledge import ONLY
from hanamikoji_core.model.memory import DeckMark, Sighting, deck_place, hand_place
from tests.hidden_information.small import SMALL
from tests.open_protocol import take_back
from tests.open_protocol.plain import gift, reveal, secret
from tests.properties.walks import walk

# Two hands of six cards, then the deck from the top.
BLIND = "AABCDE" + "BCDFGG" + "DEEFFFGGG"


def blind_offer() -> Game:
    """Player 0 holds AABCDED and lays out C, A, D face down."""
    game = Game.new("mini-expansion-1", deals=[BLIND])
    game.play(parse_move("3C-A-D"))
    return game


@pytest.mark.rule("M1.3")
def test_the_chooser_of_a_blind_pick_sees_no_cards() -> None:
    view = blind_offer().observe(1)
    assert view.offer is not None
    assert [str(pile) for pile in view.offer.piles] == ["?", "?", "?"]
    assert view.legal_moves == (Pick((0, 1)), Pick((0, 2)), Pick((1, 2)))


@pytest.mark.rule("M1.3")
def test_the_chooser_of_a_blind_pick_learns_nothing() -> None:
    """All sets of three cards in any order look the same, before and after the pick."""
    before, after = set(), set()
    for piles in sorted(set(permutations("AABCDDE", 3))):
        game = Game.new("mini-expansion-1", deals=[BLIND])
        game.play(parse_move("3" + "-".join(piles)))
        before.add(game.observe(1))
        game.play(Pick((0, 2)))
        after.add(game.observe(1))
    assert len(before) == len(after) == 1


@pytest.mark.rule("M1.3")
def test_the_actor_of_a_blind_pick_knows_the_picked_cards_and_the_rest() -> None:
    game = blind_offer()
    game.play(Pick((0, 2)))
    own = {lot.scores_for: lot.cards.known for lot in game.observe(0).facedown}
    assert own == {0: Cards("A"), None: Cards("CD")}
    others = {lot.scores_for: str(lot.cards) for lot in game.observe(1).facedown}
    assert others == {0: "?", None: "??"}


# Player 0 buries the only A. It is the last card of the deck, drawn in the eighth turn.
BURY = "ABCDEF" + "BCDEFG" + "GGGG" + "DEFF" + "A"


def buried() -> Game:
    game = Game.new("mini-expansion-4", deals=[BURY])
    game.play(parse_move("1A"))
    return game


@pytest.mark.rule("M4.1")
def test_only_the_acting_player_knows_the_buried_and_the_drawn_card() -> None:
    game = buried()
    mine, theirs, public = (game.observe(viewer) for viewer in (0, 1, None))
    assert mine.deck == ((len(game.state.deck) - 1, "A"),)
    assert theirs.deck == public.deck == ()
    assert [str(view.facedown[0].cards) for view in (mine, theirs, public)] == ["G", "?", "?"]


@pytest.mark.rule("M4.1")
def test_a_player_knows_that_the_opponent_drew_the_buried_card() -> None:
    """Both players bury a card. Player 1 draws the first one in the last turn."""
    game = buried()
    game.play(parse_move("1B"))
    for text in ("2BC", "2CD", "3D-EF", "/0", "3E-FG", "/0"):
        game.play(parse_move(text))
    assert game.state.deck_size == 2  # Player 1 draws the next card.
    assert game.observe(0).deck == ((0, "A"),)
    game.play(game.legal_moves()[0])
    game.play(Pick((0,)))
    assert game.to_move == 1
    assert "A" in game.state.hands[1]
    view = game.observe(0)
    assert [(str(s.cards), set(s.places)) for s in view.sightings] == [("A", {-2})]
    for seed in range(20):
        assert "A" in game.engine.determinize(view, Random(seed)).hands[1]
    assert game.observe(None).sightings == ()


TWICE = Variant(
    name="twice",
    title="Taken back twice",
    row=Row.of(1, 1, 1, cards=(1, 1, 12)),
    hand_size=1,
    markers=(
        reveal(1, 2),
        evolve(take_back.TAKE_BACK, number=2),
        secret(3, 1),
        evolve(take_back.TAKE_BACK, number=4),
        reveal(5, 2),
        secret(6, 2),
    ),
)


def test_the_only_card_of_a_hand_is_the_one_that_must_be_there() -> None:
    """Player 0 takes A back, lays it face down, takes B back, and shows all cards but one.

    Everyone saw B go to the hand, so its last card is B and the secret is A.
    """
    game = Game.new(TWICE, deals=["A" + "C" + "B" + "C" * 11])
    for text in ("1AB", "1CC", "2A-C", "2C-C", "3A", "3C", "4B-C", "4C-C", "5CC"):
        game.play(parse_move(text))
    for viewer in (1, None):
        for seed in range(30):
            twin = game.engine.determinize(game.observe(viewer), Random(seed))
            assert twin.hands[0] == Cards("B")
            assert twin.facedown[0].cards == Cards("A")


def test_an_emptied_hand_has_none_of_the_cards_seen_before() -> None:
    """Player 0 lays A and the only other card face down, and then draws."""
    game = Game.new(TWICE, deals=["A" + "C" + "B" + "C" * 11])
    for text in ("1AB", "1CC", "2A-C", "2C-C", "6AC", "3C"):
        game.play(parse_move(text))
    for viewer in (1, None):
        for seed in range(30):
            twin = game.engine.determinize(game.observe(viewer), Random(seed))
            assert twin.facedown[0].cards == Cards("AC")


SHOWN = Variant(
    name="shown",
    title="Shown after taking back",
    row=Row.of(1, 1, cards=(1, 9)),
    hand_size=1,
    markers=(
        reveal(1, 1),
        evolve(take_back.TAKE_BACK, number=2),
        gift(3, 2),
        secret(4, 2),
    ),
)


def test_a_card_cannot_be_among_cards_that_were_shown() -> None:
    """Player 0 takes A back and shows two other cards, so A is still in the hand.

    Then player 1 lays out two cards face down, in piles with the same numbers.
    """
    game = Game.new(SHOWN, deals=["B" + "B" + "A" + "B" * 7])
    for text in ("1A", "1B", "2A-B", "2B-B", "3B-B", "/0", "4BB"):
        game.play(parse_move(text))
    for viewer in (1, None):
        for seed in range(30):
            assert "A" in game.engine.determinize(game.observe(viewer), Random(seed)).hands[0]


def test_an_observation_with_the_wrong_number_of_cards_is_rejected() -> None:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    game.play(parse_move("3A-B-F"))
    view = game.observe(0)
    with pytest.raises(SetupError, match="the number of cards differs from that of the deck"):
        game.engine.determinize(evolve(view, deck_size=view.deck_size + 1), Random(1))


def test_too_many_sightings_are_rejected() -> None:
    view = Game.new("base", seed=7).observe(0)
    seen = tuple(Sighting(0, Cards("A"), frozenset({place})) for place in (-1, -2))
    with pytest.raises(SetupError, match="more sightings than places for them"):
        load_engine("base").determinize(evolve(view, sightings=seen), Random(1))


def test_each_determinized_position_has_a_different_seed() -> None:
    game = buried()
    view = game.observe(1)
    seeds = {game.engine.determinize(view, Random(n)).setup.seed for n in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) >= 2**60


def chi_squared(counts: Counter[object], shares: dict[object, float]) -> float:
    total = counts.total()
    assert set(counts) <= set(shares)
    return sum((counts[key] - total * p) ** 2 / (total * p) for key, p in shares.items())


def far_out(cells: int) -> float:
    """The value that chi-squared exceeds in one run of about 30,000 (four standard deviations)."""
    freedom = cells - 1
    return freedom * (1 - 2 / (9 * freedom) + 4 * sqrt(2 / (9 * freedom))) ** 3


def physical_shares(unseen: str, sizes: list[int]) -> dict[object, float]:
    """The probability of each distribution of the cards over places of these sizes."""
    counts: Counter[object] = Counter()
    for order in permutations(unseen):
        at, places = 0, []
        for size in sizes:
            places.append("".join(sorted(order[at : at + size])))
            at += size
        counts[tuple(places)] += 1
    return {key: n / factorial(len(unseen)) for key, n in counts.items()}


def sample(engine: Engine, state: State, viewer: int, times: int) -> Counter[object]:
    view, rng = engine.observe(state, viewer), Random(2024)
    counts: Counter[object] = Counter()
    for _ in range(times):
        deal = engine.determinize(view, rng)
        hidden = [str(lot.cards) for lot in deal.facedown if viewer not in lot.seen_by]
        counts[(str(deal.hands[1 - viewer]), *hidden, *deal.deck)] += 1
    return counts


@pytest.mark.parametrize("name", ["base-like", "bury", "blind-pick"])
def test_a_real_generator_gives_fair_deals(name: str) -> None:
    engine = SMALL[name]
    state = walk(engine, Random(3), 2).last
    view = engine.observe(state, 1)
    hidden = [lot.cards.hidden for lot in view.facedown if lot.cards.hidden]
    known = str(view.hand + view.placed[0] + view.placed[1])
    known += "".join(str(lot.cards.known) for lot in view.facedown)
    if view.offer is not None:
        known += "".join(str(pile.known) for pile in view.offer.piles)
    unseen = str(view.row.deck - Cards(known))
    shares = physical_shares(unseen, [view.hand_sizes[0], *hidden, *(1,) * view.deck_size])
    counts = sample(engine, state, 1, 20 * len(shares))
    assert chi_squared(counts, shares) < far_out(len(shares))


def test_the_chi_squared_test_finds_an_unfair_generator() -> None:
    """One deal in ten is sorted."""
    shares = physical_shares("AABC", [2, 1, 1])
    counts: Counter[object] = Counter()
    rng = Random(1)
    for _ in range(1_000):
        order = rng.sample("AABC", 4)
        if rng.random() < 0.1:
            order.sort()
        counts["".join(sorted(order[:2])), order[2], order[3]] += 1
    assert chi_squared(counts, shares) > far_out(len(shares))


def test_an_observation_does_not_have_the_seed() -> None:
    engine = load_engine("base")
    state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"], seed=1)
    other = evolve(state, setup=evolve(state.setup, seed=2))
    assert engine.observe(state, 0) == engine.observe(other, 0)


def test_a_card_that_may_be_in_the_deck_or_in_the_hand_is_dealt_to_either() -> None:
    """Player 0 saw an A go to player 1, who then put an unseen card under the deck."""
    engine = load_engine("mini-expansion-4")
    view = engine.observe(engine.start(deals=["BBCCDD" + "AEEEFF" + "DGGGGGFFA"]), 0)
    seen = Sighting(0, Cards("AA"), frozenset({hand_place(1), deck_place(0)}))
    marks = (None,) * (view.deck_size - 1) + (DeckMark(0, ONLY[1]),)
    view = evolve(view, sightings=(seen,), deck_marks=marks)
    where = set()
    for n in range(40):
        state = engine.determinize(view, Random(n))
        where.add((state.hands[1].count("A"), state.deck[-1] == "A"))
    assert where == {(2, False), (1, True)}
