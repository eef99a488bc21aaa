"""Computer players: what they choose, and that they give nothing away."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    Game,
    GreedyPlayer,
    IllegalMoveError,
    Pick,
    Play,
    Player,
    RandomPlayer,
    SetupError,
    State,
    available_variants,
    load_engine,
    parse_move,
    simulate,
)
from hanamikoji_core.players import laid_at_random

NAMES = sorted(available_variants())


def after(engine: Engine, deal: str, *moves: str) -> State:
    """The position after these moves from a scripted deal."""
    state = engine.start(seed=1, deals=[deal])
    for move in moves:
        state = engine.apply(state, parse_move(move))
    return state


def blind_offer() -> tuple[Engine, State]:
    """Mini expansion 1: player 0 has laid A, B and C face down for player 1 to point at."""
    engine = load_engine("mini-expansion-1")
    return engine, after(engine, "AABBCCDDDEEEFFFFGGGGG", "3A-B-C")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_every_move_is_legal_in_every_variant(name: str, player: str) -> None:
    summary = simulate(name, 4, seed=3, players=(player, player))
    assert summary.games == 4
    assert summary.unfinished == 0


@pytest.mark.parametrize("make", [lambda e, r: RandomPlayer(r), GreedyPlayer])
def test_players_keep_the_protocol(make: type[GreedyPlayer]) -> None:
    assert isinstance(make(load_engine("base"), Random(1)), Player)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_generator_gives_the_same_moves(name: str) -> None:
    engine = load_engine(name)
    view = engine.observe(engine.start(seed=5), 0)
    chosen = {GreedyPlayer(engine, Random(9)).choose(view) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    "name", ["base", *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES[1:])]
)
def test_greedy_beats_random(name: str) -> None:
    """Of 40 games, an equal player wins 27 or more about once in 50 times."""
    summary = simulate(name, 40, seed=1, players=("greedy", "random"))
    assert summary.wins[0] >= 27


def test_greedy_takes_the_gift_with_the_most_charm() -> None:
    engine = load_engine("base")
    state = after(engine, "BABCDEGADDEFFGCEFFGGG", "3A-D-G")
    view = engine.observe(state, 1)
    assert GreedyPlayer(engine, Random(1)).choose(view) == Pick((2,))


def test_greedy_wins_when_a_pick_wins() -> None:
    """At the last pick, G and F make 11 charm points with the A that lies there; D does not."""
    engine = load_engine("base")
    state = engine.start(seed=2)
    players = [GreedyPlayer(engine, Random(i)) for i in (0, 1)]
    while state.to_move is not None:
        winning = [
            move
            for move in engine.legal_moves(state)
            if isinstance(move, Pick)
            and (outcome := engine.apply(state, move).outcome)
            and outcome.winner == state.to_move
            and all(
                state.to_move in lot.seen_by for lot in state.facedown if lot.scores_for is not None
            )
        ]
        move = players[state.to_move].choose(engine.observe(state, state.to_move))
        if winning:
            assert move in winning
        state = engine.apply(state, move)


def test_greedy_knows_no_more_than_it_sees() -> None:
    """Two positions that look the same to a player get the same move."""
    engine = load_engine("base")
    view = engine.observe(engine.start(seed=5), 0)
    for number in range(5):
        other = engine.determinize(view, Random(number))
        same = engine.observe(other, 0)
        assert GreedyPlayer(engine, Random(2)).choose(same) == (
            GreedyPlayer(engine, Random(2)).choose(view)
        )


@pytest.mark.rule("M1.3")
def test_piles_that_the_chooser_must_not_see_are_laid_in_any_order() -> None:
    engine = load_engine("mini-expansion-1")
    view = engine.observe(after(engine, "AABBCCDDDEEEFFFFGGGGG"), 0)
    play = Play(3, (Cards("A"), Cards("B"), Cards("C")))
    laid = Counter(laid_at_random(engine, view, play, Random(n)).piles for n in range(600))
    assert set(laid) == set(permutations(play.piles))
    assert min(laid.values()) > 70, "each of the 6 orders about 100 times"


@pytest.mark.parametrize("text", ["1A", "2AB", "4A-B-C-D"])
def test_piles_that_hide_nothing_or_are_shown_stay_as_they_are(text: str) -> None:
    engine = load_engine("mini-expansion-1")
    view = engine.observe(after(engine, "AABBCDEFGDDEEFFFGGGGC"), 0)
    play = parse_move(text)
    assert isinstance(play, Play)
    assert all(laid_at_random(engine, view, play, Random(n)) == play for n in range(5))


@pytest.mark.rule("M1.3")
@pytest.mark.parametrize("make", [lambda e, r: RandomPlayer(r), GreedyPlayer])
def test_a_blind_pick_is_any_pick(make: type[GreedyPlayer]) -> None:
    engine, state = blind_offer()
    view = engine.observe(state, 1)
    picks = Counter(make(engine, Random(n)).choose(view) for n in range(300))
    assert set(picks) == {Pick((0, 1)), Pick((0, 2)), Pick((1, 2))}
    assert min(picks.values()) > 70, "each of the 3 picks about 100 times"


def test_picks_that_do_not_count_as_one_choice_are_left_alone() -> None:
    _, state = blind_offer()
    assert state.offer is not None
    offer = evolve(state.offer, interchangeable=False)
    picked = {RandomPlayer(Random(n)).choose_from([Pick((0, 1))], offer, 1) for n in range(9)}
    assert picked == {Pick((0, 1))}


def test_random_chooses_every_legal_move_alike() -> None:
    engine = load_engine("base")
    view = engine.observe(after(engine, "GAABBCCDDDEEEFFFFGGGG"), 0)
    rng, moves = Random(4), view.legal_moves
    chosen = Counter(RandomPlayer(rng).choose(view) for _ in range(100 * len(moves)))
    assert set(chosen) == set(moves)
    assert min(chosen.values()) > 60


def test_random_needs_no_observation() -> None:
    """The short way that simulations take gives the same moves."""
    engine, state = blind_offer()
    view = engine.observe(state, 1)
    for n in range(20):
        short = RandomPlayer(Random(n)).choose_from(engine.legal_moves(state), state.offer, 1)
        assert short == RandomPlayer(Random(n)).choose(view)


def test_a_player_is_asked_only_when_it_is_its_turn() -> None:
    engine = load_engine("base")
    view = engine.observe(engine.start(seed=1), 1)
    for player in (RandomPlayer(Random(1)), GreedyPlayer(engine, Random(1))):
        with pytest.raises(IllegalMoveError, match="nothing to choose for viewer 1"):
            player.choose(view)


def test_a_greedy_player_needs_an_engine_and_something_to_try() -> None:
    game: Any = Game.new("base", seed=1)
    with pytest.raises(SetupError, match=r"needs an Engine, as game\.engine, not <Game of"):
        GreedyPlayer(game, Random(1))
    with pytest.raises(SetupError, match="samples is 0; it is a whole number from 1"):
        GreedyPlayer(game.engine, Random(1), samples=0)
