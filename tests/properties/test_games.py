"""Properties of every game of every rule set."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamikoji_core import Cards, Engine, Favor, Offer, Pick, Play, State
from tests.properties.walks import ENGINES, SHORT, Walk, all_cards, walk, walks

one_of_each = pytest.mark.parametrize("name", sorted(SHORT))


@one_of_each
def test_every_card_is_always_in_exactly_one_place(name: str) -> None:
    engine = SHORT[name]
    for seed in range(3):
        for state in walk(engine, Random(f"{name} {seed}")).states:
            assert all_cards(state) == str(engine.variant.row.deck)


@one_of_each
def test_a_round_ends_once_each_player_has_used_each_marker_once(name: str) -> None:
    engine = SHORT[name]
    game = walk(engine, Random(name))
    used: Counter[tuple[int, int, int]] = Counter(
        (before.round, before.to_move or 0, move.marker)
        for before, move, _ in game.steps
        if isinstance(move, Play)
    )
    rounds = game.last.round
    assert game.last.outcome is not None
    assert used == Counter(
        (number, player, marker.number)
        for number in range(1, rounds + 1)
        for player in (0, 1)
        for marker in engine.variant.markers[player]
    )


@pytest.mark.parametrize("name", ["base", *(f"mini-expansion-{n}" for n in (1, 2, 4, 7))])
@pytest.mark.rule("T1")
@pytest.mark.rule("T4")
def test_the_players_alternate_for_eight_turns_and_then_have_no_cards(name: str) -> None:
    for seed in range(20):
        game = walk(SHORT[name], Random(seed))
        turns = [
            (before.round, before.to_move) for before, m, _ in game.steps if isinstance(m, Play)
        ]
        first = game.states[0].starting_player
        expected = [(1, first ^ turn % 2) for turn in range(8)]
        if game.last.round == 2:
            expected += [(2, 1 - first ^ turn % 2) for turn in range(8)]
        assert turns == expected
        assert game.last.hands == (Cards(), Cards())
        assert game.last.deck_size == (0 if name == "base" else 1)


@given(walks(SHORT, length=40))
@settings(max_examples=40)
def test_no_call_of_the_engine_changes_a_position(game: Walk) -> None:
    engine, state = game.engine, game.last
    twin, before = copy.deepcopy(state), (hash(state), repr(state), pickle.dumps(state))
    for move in engine.legal_moves(state)[:20]:
        engine.apply(state, move)
        engine.narrate(state, move, None)
    for viewer in (0, 1, None):
        engine.determinize(engine.observe(state, viewer), Random(1))
    assert state == twin
    assert (hash(state), repr(state), pickle.dumps(state)) == before


@given(walks(SHORT))
@settings(max_examples=40)
def test_a_new_engine_gives_the_same_positions_and_legal_moves(game: Walk) -> None:
    engine = Engine(game.engine.variant)
    state = engine.start(seed=game.last.setup.seed, first_player=game.states[0].starting_player)
    for move, known in zip((*game.moves, None), game.states, strict=True):
        assert state == known
        assert engine.legal_moves(state) == game.engine.legal_moves(known)
        if move is not None:
            state = engine.apply(state, move)


@given(walks(SHORT, length=40))
@settings(max_examples=40)
def test_legal_moves_are_different_and_can_be_applied(game: Walk) -> None:
    engine, state = game.engine, game.last
    moves = engine.legal_moves(state)
    assert len(set(moves)) == len(moves)
    assert len({str(move) for move in moves}) == len(moves)
    assert bool(moves) == (state.outcome is None)
    for move in moves:
        assert engine.apply(state, move).setup == state.setup


@given(walks(SHORT, length=40))
@settings(max_examples=40)
def test_picks_that_look_the_same_to_the_chooser_are_listed_once(game: Walk) -> None:
    for state in game.states:
        offer = state.offer
        if offer is not None and all(offer.chooser in seen for seen in offer.seen_by):
            moves = [m for m in game.engine.legal_moves(state) if isinstance(m, Pick)]
            taken = [tuple(sorted(str(offer.piles[i]) for i in move.piles)) for move in moves]
            assert len(set(taken)) == len(taken)


@given(walks(SHORT, length=40))
@settings(max_examples=40)
def test_the_order_of_interchangeable_piles_matters_only_in_an_open_offer(game: Walk) -> None:
    for before, move, after in game.steps:
        if isinstance(move, Play) and after.offer is None:
            marker = game.engine.variant.marker(before.to_move or 0, move.marker)
            listed = Play(move.marker, marker.canonical(move.piles))
            assert listed in game.engine.legal_moves(before)
            assert game.engine.apply(before, listed) == after


@given(walks(SHORT, length=40))
@settings(max_examples=40)
def test_a_position_can_be_copied_and_pickled(game: Walk) -> None:
    for twin in (pickle.loads(pickle.dumps(game.last)), copy.deepcopy(game.last)):
        assert twin == game.last
        assert hash(twin) == hash(game.last)
        assert game.engine.legal_moves(twin) == game.engine.legal_moves(game.last)


def _other(player: int | None) -> int | None:
    return None if player is None else 1 - player


def mirrored(state: State) -> State:
    """The same position with the players exchanged."""
    offer: Offer | None = state.offer
    if offer is not None:
        offer = evolve(
            offer,
            player=1 - offer.player,
            chooser=1 - offer.chooser,
            seen_by=tuple(frozenset(map(_other, seen)) for seen in offer.seen_by),
        )
    favor: Favor = tuple(map(_other, state.favor))
    return evolve(
        state,
        starting_player=1 - state.starting_player,
        to_move=_other(state.to_move),
        favor=favor,
        hands=state.hands[::-1],
        placed=state.placed[::-1],
        used=state.used[::-1],
        facedown=tuple(
            evolve(
                lot,
                player=_other(lot.player),
                scores_for=_other(lot.scores_for),
                seen_by=frozenset(map(_other, lot.seen_by)),
            )
            for lot in state.facedown
        ),
        offer=offer,
        outcome=state.outcome and evolve(state.outcome, winner=_other(state.outcome.winner)),
    )


def remembered(state: State, *, exchanged: bool) -> object:
    """The contents of `State.memory` in no order, with the players exchanged or not."""
    hands = {-1: -2, -2: -1} if exchanged else {}

    def name(player: int | None) -> int | None:
        return _other(player) if exchanged else player

    return (
        {
            (name(s.viewer), s.cards, frozenset(hands.get(place, place) for place in s.places))
            for s in state.memory.sightings
        },
        [mark and (mark.serial, set(map(name, mark.seen_by))) for mark in state.memory.deck],
    )


@pytest.mark.parametrize("name", sorted(n for n, e in ENGINES.items() if e.variant.symmetric))
def test_the_seats_are_equal(name: str) -> None:
    """If the other player starts, the same moves lead to the mirrored positions."""
    engine = SHORT[name]
    game = walk(engine, Random(name))
    start = game.states[0]
    state = engine.start(seed=start.setup.seed, first_player=1 - start.starting_player)
    for known, move in zip(game.states, (*game.moves, None), strict=True):
        assert evolve(state, memory=known.memory) == mirrored(known)
        assert remembered(state, exchanged=False) == remembered(known, exchanged=True)
        assert engine.legal_moves(state) == game.engine.legal_moves(known)
        if move is not None:
            state = engine.apply(state, move)


def relabelled(text: str, names: dict[str, str]) -> str:
    return "".join(names[letter] for letter in text)


@given(st.integers(0, 2**32), st.permutations("ABC"), st.permutations("DE"))
@settings(max_examples=40)
def test_geisha_of_equal_charm_are_equal(seed: int, small: list[str], middle: list[str]) -> None:
    """If their letters are exchanged in deal and moves, the same players win their favors."""
    names = dict(zip("ABCDEFG", [*small, *middle, "F", "G"], strict=True))
    engine, rng = SHORT["base"], Random(seed)
    order = "".join(rng.sample(str(engine.variant.row.deck), 21))
    state = engine.start(seed=0, deals=[order])
    twin = engine.start(seed=0, deals=[relabelled(order, names)])
    while state.round == 1 and state.outcome is None:
        move = rng.choice(engine.legal_moves(state))
        state = engine.apply(state, move)
        if isinstance(move, Pick):
            twin = engine.apply(twin, move)
        else:
            piles = tuple(Cards(relabelled(str(pile), names)) for pile in move.piles)
            twin = engine.apply(twin, Play(move.marker, piles))
    where = {letter: at for at, letter in enumerate("ABCDEFG")}
    assert twin.outcome == state.outcome
    assert [twin.favor[where[names[letter]]] for letter in "ABCDEFG"] == list(state.favor)
