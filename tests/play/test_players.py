"""Computer players: what they choose, and what they do not reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    FaceDown,
    Game,
    GreedyPlayer,
    IllegalMoveError,
    Layout,
    Marker,
    Observation,
    Outcome,
    Pick,
    Place,
    Player,
    RandomPlayer,
    Row,
    SetupError,
    State,
    Step,
    To,
    Who,
    available_variants,
    load_engine,
    parse_move,
    simulate,
)
from hanamikoji_core.model.knowledge import ONLY
from hanamikoji_core.play.players import _rating
from tests.open_protocol import two_picks

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
    summary = simulate(name, 2, seed=3, players=(player, player))
    assert summary.games == 2
    assert summary.unfinished == 0


@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_both_players_follow_the_player_protocol(make: Any) -> None:
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
    """An equally strong player wins 12 or more of 16 games about once in 25 times."""
    summary = simulate(name, 16, seed=1, players=("greedy", "random"))
    assert summary.wins[0] >= 12


#: A round between two greedy players, including their random choices.
ROUNDS = {
    "base": "1G 1F 3A-B-D /2 3A-B-G /0 2FG 2CD 4FF-GG /1 4CD-EE /1",
    "mini-expansion-1": "2DF 2FG 3G-A-B /0,2 1C 1E 3A-E-E /1,2 4B-D-F-G /1,3 4C-F-G-G /2,3",
    "mini-expansion-2": "2DF 2AG 4A-B-B-G /0,3 4C-C-F-G /2,3 1G 1F 3D-E-F /0,1 3E-E-G /0,1",
}


@pytest.mark.parametrize("name", ROUNDS)
def test_greedy_plays_the_same_round_on_every_platform(name: str) -> None:
    game = Game.new(name, seed=11)
    players = [GreedyPlayer(game.engine, Random(seat)) for seat in (0, 1)]
    while game.state.round == 1 and game.to_move is not None:
        game.play(players[game.to_move].choose(game.observe(game.to_move)))
    assert " ".join(map(str, game.history)) == ROUNDS[name]


EMPTY = evolve(
    load_engine("base").start(seed=1), hands=(Cards(), Cards()), placed=(Cards(), Cards())
)
G = Cards("G")  # Worth 5 charm points. Greedy values her favor at 6.5.
FAVORED = (None,) * 6 + (0,)


@pytest.mark.parametrize(
    ("fields", "worth"),
    [
        ({}, 0.0),
        ({"placed": (G, Cards())}, 6.5 * 1 / 2),
        ({"placed": (G + G, Cards())}, 6.5 * 2 / 3),
        ({"placed": (G + G, G)}, 6.5 * 1 / 2),
        ({"placed": (Cards("A"), Cards())}, (2 + 1.5) * 1 / 2),
        ({"facedown": (FaceDown(G, 0, 1, 0, ONLY[0]),)}, 6.5 * 1 / 2),
        ({"facedown": (FaceDown(G, 0, 1, 1, ONLY[0]),)}, -6.5 * 1 / 2),
        ({"facedown": (FaceDown(G, 0, 1, None, ONLY[0]),)}, 0.0),
        ({"hands": (G, Cards())}, 6.5 * 0.5 / 1.5),
        ({"hands": (G, Cards("GG"))}, -6.5 * 0.5 / 1.5),
        ({"favor": FAVORED}, 6.5 * 0.4 / 1.4),
        ({"favor": FAVORED, "placed": (Cards(), G)}, -6.5 * 0.6 / 1.6),
        # In a new round only the favors remain.
        ({"round": 2, "hands": (G, Cards()), "placed": (G, Cards())}, 0.0),
        ({"round": 2, "favor": FAVORED}, 6.5 * 1 / 2),
        ({"outcome": Outcome(0, "4 geisha"), "placed": (Cards(), G)}, 1000.0),
        ({"outcome": Outcome(None, "equal"), "placed": (G, Cards())}, 0.0),
    ],
    ids=str,
)
def test_greedy_weights_expected_favors_by_charm(fields: dict[str, Any], worth: float) -> None:
    state = evolve(EMPTY, **fields)
    assert _rating(state, 0, EMPTY) == pytest.approx(worth)
    assert _rating(state, 1, EMPTY) == pytest.approx(-worth)


def test_greedy_expects_the_opponent_to_pick_the_best_pile() -> None:
    engine = load_engine("base")
    before = after(engine, "BABCDEGADDEFFGCEFFGGG")
    offered = engine.apply(before, parse_move("3A-D-G"))
    greedy = GreedyPlayer(engine, Random(1))
    taken = [_rating(engine.apply(offered, Pick((i,))), 0, before) for i in range(3)]
    assert greedy._value(offered, 0, before, 1) == min(taken) == taken[2]
    assert greedy._value(offered, 1, before, 1) == -min(taken)
    assert greedy._value(offered, 0, before, 0) == _rating(offered, 0, before)


def test_greedy_follows_the_given_number_of_picks() -> None:
    """Two picks: the opponent takes a card, then the actor sets one aside."""
    engine = Engine(two_picks.VARIANT)
    before = after(engine, "AABBCFDDDEEECFFFGGGGG")
    offered = engine.apply(before, parse_move("3A-B-F"))
    asked = [engine.apply(offered, pick) for pick in engine.legal_moves(offered)]
    ends = [[engine.apply(state, pick) for pick in engine.legal_moves(state)] for state in asked]
    greedy = GreedyPlayer(engine, Random(1))
    one = min(_rating(state, 0, before) for state in asked)
    two = min(max(_rating(end, 0, before) for end in each) for each in ends)
    assert [greedy._value(offered, 0, before, n) for n in (1, 2, 3)] == [one, two, two]
    assert one != two


class AsksFiveTimes(Marker):
    """Asks its owner five times. `seen` records the numbers of answers."""

    seen: set[int] = set()  # noqa: RUF012 (the test reads it)

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        self.seen.add(len(action.picks))
        return Place((To.OWN_SIDE,)) if len(action.picks) == 5 else Ask(who=Who.ACTOR)


def test_greedy_follows_three_picks_of_an_action() -> None:
    base = available_variants()["base"]
    marker = AsksFiveTimes(1, "Five", "")
    engine = Engine(evolve(base, markers=(marker, *base.markers[0][1:])))
    view = engine.observe(engine.start(seed=1), 0)
    AsksFiveTimes.seen.clear()
    GreedyPlayer(engine, Random(1), samples=1).choose(view)
    assert AsksFiveTimes.seen == {0, 1, 2, 3}


def test_a_new_round_with_26_geisha_can_be_rated() -> None:
    row = Row.of(*[1] * 26)
    state = Engine(evolve(available_variants()["base"], row=row)).start(seed=1)
    assert _rating(evolve(state, round=2), 0, state) == 0.0


@pytest.mark.rule("M1.3")
def test_greedy_expects_every_blind_pick_with_equal_probability() -> None:
    engine = load_engine("mini-expansion-1")
    before = after(engine, "AABBCCDDDEEEFFFFGGGGG")
    offered = engine.apply(before, parse_move("3A-B-F"))
    picks = [Pick((0, 1)), Pick((0, 2)), Pick((1, 2))]
    taken = [_rating(engine.apply(offered, pick), 0, before) for pick in picks]
    assert len(set(taken)) > 1
    worth = GreedyPlayer(engine, Random(1))._value(offered, 0, before, 1)
    assert worth == pytest.approx(sum(taken) / 3)


def test_greedy_picks_the_gift_with_the_most_charm() -> None:
    engine = load_engine("base")
    state = after(engine, "BABCDEGADDEFFGCEFFGGG", "3A-D-G")
    view = engine.observe(state, 1)
    assert GreedyPlayer(engine, Random(1)).choose(view) == Pick((2,))


def test_greedy_makes_a_winning_pick() -> None:
    """Whenever a known pick wins the game, greedy picks it."""
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


def test_greedy_uses_only_what_it_sees() -> None:
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
@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_blind_picks_are_random(make: Any) -> None:
    engine, state = blind_offer()
    view = engine.observe(state, 1)
    picks = Counter(make(engine, Random(n)).choose(view) for n in range(300))
    assert set(picks) == {Pick((0, 1)), Pick((0, 2)), Pick((1, 2))}
    assert min(picks.values()) > 70, "each of the 3 picks about 100 times"


@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_picks_of_equal_piles_are_random(make: Any) -> None:
    engine = load_engine("base")
    view = engine.observe(after(engine, "FAGGBCCDDDEEEBFFFGGGA", "3A-G-G"), 1)
    assert view.legal_moves == (Pick((0,)), Pick((1,)))
    picks = Counter(make(engine, Random(n)).choose(view) for n in range(40))
    assert min(picks[Pick((1,))], picks[Pick((2,))]) > 5


@pytest.mark.parametrize(("viewer", "alike"), [(0, {0, 1}), (1, {0, 1, 2})])
def test_equal_piles_are_those_that_look_equal_to_the_chooser(viewer: int, alike: set[int]) -> None:
    """Player 0 has laid F, F and G, and player 1 does not see them."""
    engine = load_engine("mini-expansion-1")
    offer = after(engine, "AABFFGCDDDEEECBFFGGGG", "3F-F-G").offer
    assert offer is not None
    offer = evolve(offer, pick=1)
    chosen = {
        RandomPlayer(engine, Random(n)).choose_from([Pick((0,))], offer, viewer) for n in range(40)
    }
    assert chosen == {Pick((i,)) for i in alike}


def test_picks_of_piles_that_are_not_interchangeable_stay_unchanged() -> None:
    engine, state = blind_offer()
    assert state.offer is not None
    offer = evolve(state.offer, interchangeable=False)
    players = [RandomPlayer(engine, Random(n)) for n in range(9)]
    picked = {player.choose_from([Pick((0, 1))], offer, 1) for player in players}
    assert picked == {Pick((0, 1))}


def test_random_chooses_every_legal_move_with_equal_probability() -> None:
    engine = load_engine("base")
    view = engine.observe(after(engine, "GAABBCCDDDEEEFFFFGGGG"), 0)
    rng, moves = Random(4), view.legal_moves
    chosen = Counter(RandomPlayer(engine, rng).choose(view) for _ in range(100 * len(moves)))
    assert set(chosen) == set(moves)
    assert min(chosen.values()) > 60


def test_random_chooses_the_same_move_without_an_observation() -> None:
    """Simulations skip the observation."""
    engine, state = blind_offer()
    view = engine.observe(state, 1)
    for n in range(20):
        player = RandomPlayer(engine, Random(n))
        short = player.choose_from(engine.legal_moves(state), state.offer, 1)
        assert short == RandomPlayer(engine, Random(n)).choose(view)


def test_a_player_refuses_to_choose_out_of_turn() -> None:
    engine = load_engine("base")
    view = engine.observe(engine.start(seed=1), 1)
    for player in (RandomPlayer(engine, Random(1)), GreedyPlayer(engine, Random(1))):
        with pytest.raises(IllegalMoveError, match="viewer 1 has nothing to choose"):
            player.choose(view)


def test_the_arguments_of_players_are_checked() -> None:
    game: Any = Game.new("base", seed=1)
    for make in (RandomPlayer, GreedyPlayer):
        with pytest.raises(
            SetupError, match=r"needs an Engine, such as game\.engine, not <Game of"
        ):
            make(game, Random(1))
    with pytest.raises(SetupError, match="samples is 0; it must be a whole number of at least 1"):
        GreedyPlayer(game.engine, Random(1), samples=0)
    assert GreedyPlayer(game.engine, Random(1), samples=1).samples == 1
