"""Events give one viewer everything that they see happen, in order and once."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamikoji_core import Cards, From, Game, Pick, To, Viewer, parse_move
from hanamikoji_core.model.events import (
    Dealt,
    Drew,
    Event,
    GameEnded,
    Offered,
    Picked,
    Placed,
    Played,
    Revealed,
    RoundStarted,
    Scored,
    Took,
)
from tests.open_protocol import draw_and_return, swap, take_back, two_picks
from tests.positions import game_from
from tests.properties.walks import SHORT

DEAL = "GAABBCCDDDEEEFFFFGGGG"  # Player 0 holds AABBCC and draws F; player 1 holds DDDEEE.


def texts(game: Game, viewer: Viewer, since: int) -> list[str]:
    """Events after the given number of moves, each with its cards as the viewer knows them."""
    told = []
    for event in game.events(viewer, since=since):
        piles = getattr(event, "piles", ())
        cards = getattr(event, "cards", getattr(event, "card", None))
        named = [str(x) for x in (piles or ([cards] if cards is not None else []))]
        told.append(f"{type(event).__name__} {' '.join(named)}".strip())
    return told


def test_each_viewer_gets_the_events_of_the_first_deal() -> None:
    game = Game.new("base", deals=[DEAL])
    assert texts(game, 0, 0) == ["RoundStarted", "Dealt AABBCC", "Dealt ??????", "Drew F"]
    assert texts(game, 1, 0) == ["RoundStarted", "Dealt ??????", "Dealt DDDEEE", "Drew ?"]
    assert texts(game, None, 0) == ["RoundStarted", "Dealt ??????", "Dealt ??????", "Drew ?"]
    assert game.events(0)[0] == RoundStarted(round=1, starting_player=0, removed=1)


@pytest.mark.rule("A1")
def test_only_the_owner_sees_a_secret() -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1F"))
    assert texts(game, 0, since=0)[4:] == ["Played F", "Placed F", "Drew ?"]
    assert texts(game, 1, since=0)[4:] == ["Played ?", "Placed ?", "Drew F"]
    assert texts(game, None, since=0)[4:] == ["Played ?", "Placed ?", "Drew ?"]


@pytest.mark.rule("A3")
def test_everyone_sees_a_gift_offered_picked_and_placed() -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("3A-B-F"))
    game.play(Pick((2,)))
    told = game.events(None)[4:]
    assert [type(event) for event in told] == [
        Played, Offered, Picked, Placed, Placed, Placed, Drew,
    ]  # fmt: skip
    placed = [event for event in told if isinstance(event, Placed)]
    assert [(str(event.cards), event.to) for event in placed] == [
        ("A", To.OWN_SIDE),
        ("B", To.OWN_SIDE),
        ("F", To.THEIR_SIDE),
    ]


@given(
    st.sampled_from(sorted(SHORT)),
    st.integers(0, 2**32),
    st.sampled_from([0, 1, None]),
    st.lists(st.integers(1, 8), max_size=8),
)
@settings(max_examples=30)
def test_events_since_a_move_are_those_not_returned_before(
    name: str, seed: int, viewer: Viewer, steps: list[int]
) -> None:
    rng, game = Random(seed), Game.new(SHORT[name], seed=seed)
    told: list[Event] = list(game.events(viewer))
    known = 0
    for step in steps:
        for _ in range(step):
            if game.outcome is None:
                game.play(rng.choice(game.legal_moves()))
        fresh = game.events(viewer, since=known) if known < len(game.history) else ()
        if known == 0 and fresh:
            fresh = fresh[len(told) :]
        told += fresh
        known = len(game.history)
    assert tuple(told) == game.events(viewer)


@given(st.sampled_from(sorted(SHORT)), st.integers(0, 2**32))
@settings(max_examples=30)
def test_events_add_up_to_the_position(name: str, seed: int) -> None:
    """A client can keep the score from the events alone."""
    rng, game = Random(seed), Game.new(SHORT[name], seed=seed)
    while game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    for viewer in (0, 1, None):
        events = game.events(viewer)
        assert sum(isinstance(event, RoundStarted) for event in events) == game.state.round
        scored = [event for event in events if isinstance(event, Scored)]
        assert [event.round for event in scored] == list(range(1, game.state.round + 1))
        assert scored[-1].favor == game.state.favor
        assert scored[-1].placed == game.state.placed
        for before, after in pairwise(scored):
            assert after.before == before.favor
        assert events[-1] == GameEnded(game.outcome)
        plays = [(event.player, event.marker) for event in events if isinstance(event, Played)]
        assert len(plays) == game.state.round * sum(map(len, game.engine.variant.markers))


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_the_scored_cards_are_those_that_were_placed_and_revealed(seed: int) -> None:
    rng, game = Random(seed), Game.new(SHORT["mini-expansion-2"], seed=seed)
    while game.state.round == 1 and game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    sides = [Cards(), Cards()]
    for event in game.events(None):
        if isinstance(event, Placed) and event.to in (To.OWN_SIDE, To.THEIR_SIDE):
            sides[event.player ^ (event.to is To.THEIR_SIDE)] += event.cards.known
        elif isinstance(event, Revealed):
            sides[event.player] += event.cards
        elif isinstance(event, Scored):
            assert tuple(sides) == event.placed
            return
    raise AssertionError("the round was not scored")


@given(st.sampled_from(sorted(SHORT)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_players_see_every_card_that_they_are_dealt_or_draw(name: str, seed: int) -> None:
    rng, game = Random(seed), Game.new(SHORT[name], seed=seed)
    while game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    for player in (0, 1):
        for event in game.events(player):
            if isinstance(event, Dealt) and event.player == player:
                assert event.cards.hidden == 0
            if isinstance(event, Drew) and event.player == player:
                assert event.card.hidden == 0


def test_a_take_has_the_taken_card_and_not_the_one_from_the_play() -> None:
    game = Game.new("mini-expansion-4", deals=["AABBCCDDDEEEFGFFFGGGG"])
    game.play(parse_move("1A"))
    told = [[e for e in game.events(viewer) if isinstance(e, Took)] for viewer in (0, 1)]
    assert [[(e.player, e.source, str(e.cards)) for e in events] for events in told] == [
        [(0, From.DECK_TOP, "G")],
        [(0, From.DECK_TOP, "?")],
    ]


def test_an_offer_has_the_chooser_and_the_piles_to_pick_from() -> None:
    game = Game.new(two_picks.VARIANT, deals=["AABBCCDDDEEEFFFFGGGGG"])
    game.play(parse_move("3A-B-C"))
    game.play(parse_move("/0"))
    offers = [event for event in game.events(None) if isinstance(event, Offered)]
    assert [(event.player, event.chooser, event.pick) for event in offers] == [(0, 1, 1), (0, 0, 1)]
    assert [event.among for event in offers] == [(0, 1, 2), (1, 2)]


@pytest.mark.parametrize("first", [0, 1])
def test_every_event_has_its_player_and_a_play_its_marker(first: int) -> None:
    deal = "G AABBCC DDDEEE FFFFGGGG"
    game = game_from("base", deal=deal, moves="1F 3D-E-F /2", first_player=first)
    told = [event for event in game.events(None) if not isinstance(event, RoundStarted)]
    starter, other = first, 1 - first
    assert [(type(event), getattr(event, "player", None)) for event in told] == [
        (Dealt, starter), (Dealt, other),
        (Drew, starter), (Played, starter), (Placed, starter),
        (Drew, other), (Played, other), (Offered, other),
        (Picked, starter), (Placed, other), (Placed, other), (Placed, other),
        (Drew, starter),
    ]  # fmt: skip
    assert [event.marker for event in told if isinstance(event, Played)] == [1, 3]


@pytest.mark.parametrize("player", [0, 1])
def test_only_the_players_see_the_cards_of_a_swap(player: int) -> None:
    """Each player sees the other's card when it comes to the hand."""
    deal = "AABBC DDDEE CEFFFFGGGGG"
    game = game_from(swap.VARIANT, deal=deal, moves="1A", first_player=player)

    def placed(viewer: Viewer) -> list[tuple[int, str, To]]:
        events = [event for event in game.events(viewer) if isinstance(event, Placed)]
        return [(event.player, str(event.cards), event.to) for event in events]

    (taken,) = game.state.hands[player] - Cards("ABBCC")
    for viewer in (0, 1):
        assert placed(viewer) == [(player, "A", To.THEIR_HAND), (player, taken, To.OWN_HAND)]
    assert placed(None) == [(player, "?", To.THEIR_HAND), (player, "?", To.OWN_HAND)]


def test_each_card_that_is_taken_has_an_event() -> None:
    game = game_from(draw_and_return.VARIANT, deal="AABBC DDDEE CEFFFFGGGGG", moves="1A")
    told = [[str(e.cards) for e in game.events(v) if isinstance(e, Took)] for v in (0, 1)]
    assert told == [["E", "F"], ["?", "?"]]


def test_only_the_acting_player_sees_a_face_down_offer() -> None:
    game = game_from(draw_and_return.VARIANT, deal="AABBC DDDEE CEFFFFGGGGG", moves="1A")
    for viewer, piles in ((0, ["A", "E", "F"]), (1, ["?"] * 3), (None, ["?"] * 3)):
        (offered,) = [event for event in game.events(viewer) if isinstance(event, Offered)]
        assert [str(pile) for pile in offered.piles] == piles


def test_a_pick_is_followed_by_events_for_piles_that_go_to_the_deck() -> None:
    game = game_from(draw_and_return.VARIANT, deal="AABBC DDDEE CEFFFFGGGGG", moves="1A /1")
    assert texts(game, 0, since=1)[-5:] == [
        "Picked 1", "Placed A", "Placed E", "Placed F", "Drew ?"
    ]  # fmt: skip


def test_everyone_sees_a_card_played_from_a_side() -> None:
    moves = "4AABB 4DDDE 1A-C"
    game = game_from(take_back.VARIANT, deal="AABBC DDDEE CEFFFFGGGGG", moves=moves)
    for viewer, piles in ((0, ["A", "C"]), (1, ["A", "?"]), (None, ["A", "?"])):
        *_, played = [event for event in game.events(viewer) if isinstance(event, Played)]
        assert [str(pile) for pile in played.piles] == piles
