"""Rules that the protocol must also support, each as a small plug-in."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanamikoji_core
from hanamikoji_core import (
    Action,
    Cards,
    Engine,
    Game,
    Glimpse,
    IllegalMoveError,
    Marker,
    Observation,
    Outcome,
    Pick,
    Place,
    RoundEnd,
    Row,
    To,
    Variant,
    parse_move,
)
from hanamikoji_core.plugins import Registry
from tests.open_protocol import (
    actor_picks,
    draw_and_return,
    five_or_three,
    follow,
    neighbours,
    other_row,
    own_markers,
    shown_in_part,
    swap,
    take_back,
    tie_resets,
    two_picks,
    two_rounds,
)
from tests.open_protocol.gallery import PLUGINS, VARIANTS
from tests.properties.walks import SHORT, all_cards, walk

# Two hands of six cards, or of five, then the deck from the top.
SIX = "AABBCC" + "DDDEEE" + "FFFFGGGGG"
FIVE = "AABBC" + "DDDEE" + "CEFFFFGGGGG"


def played(variant: Variant, deal: str, *moves: str) -> Game:
    game = Game.new(variant, deals=[deal])
    for text in moves:
        game.play(parse_move(text))
    return game


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda p: p.__name__.rpartition(".")[2])
def test_a_plugin_uses_public_names_only_and_loads(plugin: ModuleType) -> None:
    assert plugin.__file__ is not None
    for node in ast.walk(ast.parse(Path(plugin.__file__).read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= {"attrs"}
        if isinstance(node, ast.ImportFrom):
            assert node.module in (
                "__future__",
                "collections.abc",
                "attrs",
                "plain",
                "hanamikoji_core",
            )
            if node.module == "hanamikoji_core":
                assert {alias.name for alias in node.names} <= set(hanamikoji_core.__all__)
    registry = Registry()
    registry.add(plugin, "open-protocol 1.0")
    assert registry.faults == []
    assert registry.variants


def test_a_pile_shown_in_part() -> None:
    """Player 1 sees one card of each pair and knows it when the pairs lie face down."""
    game = played(shown_in_part.VARIANT, SIX, "4AF-BC")
    offer = game.observe(1).offer
    assert offer is not None
    assert offer.piles == (Glimpse(Cards("A"), 2), Glimpse(Cards("B"), 2))
    game.play(Pick((0,)))
    known = {lot.scores_for: str(lot.cards) for lot in game.observe(1).facedown}
    assert known == {None: "A?", 0: "B?"}
    assert {str(lot.cards) for lot in game.observe(0).facedown} == {"AF", "BC"}
    assert {str(lot.cards) for lot in game.observe(None).facedown} == {"A?", "B?"}


def test_a_pick_by_the_acting_player() -> None:
    game = played(actor_picks.VARIANT, SIX, "3A-B-F")
    assert game.to_move == 0
    assert game.observe(1).legal_moves == ()
    game.play(Pick((1,)))
    assert game.state.placed == (Cards("AF"), Cards())
    assert game.observe(1).facedown[0].cards == Glimpse(Cards("B"), 1)
    assert game.to_move == 1


def test_two_picks_in_one_action() -> None:
    game = played(two_picks.VARIANT, SIX, "3A-B-F", "/2")
    assert game.to_move == 0
    assert game.legal_moves() == (Pick((0,)), Pick((1,)))
    with pytest.raises(IllegalMoveError, match="no pile 2"):
        game.play(Pick((2,)))
    game.play(Pick((0,)))
    assert game.state.placed == (Cards("B"), Cards("F"))
    assert [lot.cards for lot in game.state.facedown] == [Cards("A")]


def test_a_play_whose_legality_depends_on_the_table() -> None:
    free = played(follow.VARIANT, SIX)
    assert [str(m) for m in free.legal_moves() if str(m)[0] == "1"] == ["1A", "1B", "1C", "1F"]
    bound = played(follow.VARIANT, SIX, "2AB", "2DD")
    assert [str(m) for m in bound.legal_moves() if str(m)[0] == "1"] == ["1A", "1B"]
    with pytest.raises(IllegalMoveError, match="Follow"):
        bound.play(parse_move("1C"))


def test_drawing_and_returning_cards_in_an_action() -> None:
    """Player 0 draws E and F, keeps E and puts F under the deck."""
    game = played(draw_and_return.VARIANT, FIVE, "1A")
    offer = game.observe(0).offer
    assert offer is not None
    assert [str(pile) for pile in offer.piles] == ["A", "E", "F"]
    assert game.observe(0).legal_moves == (Pick((1,)), Pick((2,)))
    hidden = game.observe(1).offer
    assert hidden is not None
    assert [str(pile) for pile in hidden.piles] == ["?", "?", "?"]
    game.play(Pick((1,)))
    assert game.state.hands[0] == Cards("ABBCCE")
    assert game.state.deck == "FFGGGGGF"
    assert game.observe(0).deck == ((7, "F"),)
    assert game.observe(1).deck == ()


def test_taking_a_random_card() -> None:
    """Each card of the hand is taken about equally often."""
    taken: Counter[str] = Counter()
    for seed in range(120):
        game = Game.new(swap.VARIANT, deals=["AABBC" + "DDEEF" + "CDEFFFGGGGG"], seed=seed)
        game.play(parse_move("1A"))
        (card,) = game.state.hands[0] - Cards("ABBCC")
        taken[card] += 1
    assert set(taken) == {"D", "E", "F"}
    assert 30 < taken["D"] < 66
    assert 30 < taken["E"] < 66
    assert 10 < taken["F"] < 42


def test_both_players_remember_swapped_cards() -> None:
    game = played(swap.VARIANT, FIVE, "1A")
    (card,) = game.state.hands[0] - Cards("ABBCC")
    for viewer, known, place in ((0, "A", -2), (1, card, -1)):
        own = [s for s in game.observe(viewer).sightings if s.viewer == viewer]
        assert [(str(s.cards), set(s.places)) for s in own] == [(known, {place})]
    assert game.observe(None).sightings == ()


def test_taking_back_a_placed_card() -> None:
    """Everyone saw the card and knows that it is in the hand until a card is laid face down."""
    game = played(take_back.VARIANT, FIVE, "4AABB", "4DDDE", "1A-C")
    assert game.state.placed[0] == Cards("ABBC")
    assert game.state.hands[0].count("A") == 1
    for viewer in (0, 1, None):  # The owner of the hand knows what the others know.
        found = {(s.viewer, str(s.cards), s.places) for s in game.observe(viewer).sightings}
        assert found >= {(None, "A", frozenset({-1}))}
    assert (1, "A", frozenset({-1})) in {
        (s.viewer, str(s.cards), s.places) for s in game.observe(0).sightings
    }
    for viewer in (1, None):
        for seed in range(10):
            twin = game.engine.determinize(game.observe(viewer), Random(seed))
            assert "A" in twin.hands[0]


def test_a_card_taken_back_may_be_among_the_next_face_down_cards() -> None:
    game = played(take_back.VARIANT, FIVE, "4AABB", "4DDDE", "1A-C", "1D-F", "2AF")
    hands, lots = set(), set()
    for seed in range(60):
        twin = game.engine.determinize(game.observe(1), Random(seed))
        hands.add("A" in twin.hands[0])
        lots.add("A" in twin.facedown[0].cards)
        assert "A" in twin.hands[0] + twin.facedown[0].cards
    assert hands == lots == {True, False}


def test_no_card_can_be_taken_back_from_an_empty_side() -> None:
    game = played(take_back.VARIANT, FIVE)
    assert {str(move)[0] for move in game.legal_moves()} == {"2", "3", "4"}


def test_different_markers_for_each_player() -> None:
    game = played(own_markers.VARIANT, SIX, "1A")
    assert {str(move)[0] for move in game.legal_moves()} == {"1", "2", "7"}
    rng, turns = Random(1), Counter([0])
    while game.state.round == 1:
        player = game.to_move
        move = rng.choice(game.legal_moves())
        turns[player or 0] += not isinstance(move, Pick)
        game.play(move)
    assert turns == {0: 4, 1: 3}


@pytest.mark.parametrize(("variant", "turns"), [(five_or_three.FIVE, 5), (five_or_three.THREE, 3)])
def test_five_markers_or_three(variant: Variant, turns: int) -> None:
    game = walk(Engine(variant), Random(2))
    plays = [m for before, m, _ in game.steps if before.round == 1 and not isinstance(m, Pick)]
    assert len(plays) == 2 * turns


def test_another_row_of_geisha() -> None:
    variant = other_row.VARIANT
    assert str(variant.row.deck) == "AAABBCCCCDDDDDEEEE"
    assert variant.row.charm_total == 13
    end = RoundEnd(variant.row, 1, 0, (Cards(), Cards()), (None, None, 0, None, 0))
    assert variant.victory(end) == Outcome(0, "8 charm points")


def test_a_tie_that_resets_the_marker() -> None:
    end = RoundEnd(Row.of(2, 3), 2, 0, (Cards("AB"), Cards("AB")), (0, 1))
    assert tie_resets.VARIANT.scoring(end) == (None, None)


def test_another_victory_condition() -> None:
    row = neighbours.VARIANT.row
    none = (Cards(), Cards())
    for favor, outcome in (
        ((0, 0, 1, 0, 1, 1, 0), None),
        ((1, 0, 0, 0, 1, None, 1), Outcome(0, "three neighbours")),
        ((0, 0, 0, None, 1, 1, 1), Outcome(None, "three neighbours each")),
    ):
        assert neighbours.VARIANT.victory(RoundEnd(row, 1, 0, none, favor)) == outcome


def test_the_victory_condition_of_a_plugin_ends_games() -> None:
    engine = Engine(neighbours.VARIANT)
    reasons = {walk(engine, Random(seed)).last.outcome for seed in range(40)}
    assert Outcome(0, "three neighbours") in reasons
    assert Outcome(None, "three neighbours each") in reasons


def test_a_round_limit_and_a_draw() -> None:
    engine = Engine(two_rounds.VARIANT)
    ends = [walk(engine, Random(seed)).last for seed in range(40)]
    assert {end.round for end in ends} == {1, 2}
    draws = [end for end in ends if end.outcome == Outcome(None, "equal charm points")]
    assert draws
    for end in draws:
        assert end.row.charm_of(end.favor, 0) == end.row.charm_of(end.favor, 1)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=80)
def test_random_play_keeps_all_cards_and_consistent_views(
    variant: Variant, seed: int, size: int
) -> None:
    engine, rng = SHORT[variant.name], Random(seed)
    state = walk(engine, rng, size).last
    assert all_cards(state) == str(variant.row.deck)
    for viewer in (0, 1, None):
        view = engine.observe(state, viewer)
        assert engine.observe(engine.determinize(view, rng), viewer) == view


def test_a_marker_says_which_of_its_methods_is_not_written() -> None:
    unwritten, view = Marker(1, "Unwritten", ""), Game.new("base", seed=7).observe(0)
    with pytest.raises(NotImplementedError, match=r"^Marker must override plays$"):
        unwritten.plays(view)
    with pytest.raises(NotImplementedError, match=r"^Marker must override step$"):
        unwritten.step(view, Action((), laid=0))


def test_a_marker_that_says_hand_only_is_shown_the_hand_and_nothing_else() -> None:
    seen: list[Observation] = []

    class Watching(Marker):
        hand_only = True

        def plays(self, view: Observation) -> list[tuple[Cards, ...]]:
            seen.append(view)
            return [(card,) for card in view.hand.combinations(1)]

        def step(self, view: Observation, action: Action) -> Place:
            seen.append(view)
            return Place((To.OWN_SIDE,))

    row = Row.of(1, 2, cards=(3, 3))
    markers = (Watching(1, "One", ""), Watching(2, "Two", ""))
    variant = Variant(name="watched", title="Watched", markers=markers, hand_size=0, row=row)
    played(variant, "ABABAB", "1A", "2B", "2A", "1B")
    assert {str(view.hand) for view in seen} == {"", "A", "B"}
    for view in seen:
        # The same for both players, because a marker is called once for both.
        assert (view.viewer, view.to_move, view.round, view.starting_player) == (0, 0, 1, 0)
        assert (view.row, view.favor, view.outcome) == (row, (None, None), None)
        assert (view.hand_sizes, view.placed) == ((len(view.hand), 0), (Cards(), Cards()))
        assert (view.used, view.facedown, view.offer) == ((frozenset(), frozenset()), (), None)
        assert (view.deck_size, view.deck, view.deck_marks, view.sightings) == (0, (), (), ())
        assert view.legal_moves == ()
