"""Complete games: the file, the engine and an independent count agree after every move."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards, Game, parse_move
from hanamikoji_core.model.events import Scored
from tests.games.recount import Recount, in_order
from tests.games.transcript import FILES, Round, Step, Transcript, read
from tests.positions import charm_of, favor_of, game_from, hands, sides

DECK = "AABBCCDDDEEEFFFFGGGGG"

each_game = pytest.mark.parametrize("name", FILES)


def recounted(told: Transcript, *, ties_stay: bool = True) -> Recount:
    """The whole game, scored without the engine."""
    count = Recount(told.variant, ties_stay)
    for number, played in enumerate(told.rounds):
        count.deal(played.deal, (told.first + number) % 2)
        for step in played.steps:
            count.move(step.player, step.move)
        count.score()
    return count


def replayed(told: Transcript) -> Game:
    """The whole game, played by the engine."""
    return game_from(
        told.variant,
        deal=[played.deal for played in told.rounds],
        moves=" ".join(told.moves),
        first_player=told.first,
    )


@each_game
def test_the_engine_plays_the_game_as_described(name: str) -> None:
    told = read(name)
    deals = [played.deal for played in told.rounds]
    game = game_from(told.variant, deal=deals, first_player=told.first)
    for number, played in enumerate(told.rounds, 1):
        assert game.state.round == number
        assert game.state.starting_player == (told.first + number - 1) % 2
        for step in played.steps:
            assert game.outcome is None
            _play_step(game, step)
        _check_scoring(game, played)
    assert game.outcome is not None
    assert game.outcome.winner == told.winner


def _play_step(game: Game, step: Step) -> None:
    assert game.to_move == step.player, step
    game.play(parse_move(step.move), player=step.player)
    if step.hands is not None:
        assert (hands(game), sides(game)) == (step.hands, step.sides), step


def _check_scoring(game: Game, played: Round) -> None:
    scored = [event for event in game.events(None) if isinstance(event, Scored)][-1]
    assert scored.placed == (Cards(played.scored[0]), Cards(played.scored[1]))
    assert favor_of(game) == played.favor
    assert charm_of(game) == played.charm
    assert (game.state.favor.count(0), game.state.favor.count(1)) == played.geisha


@each_game
def test_an_independent_count_agrees_with_the_file(name: str) -> None:
    told = read(name)
    count = Recount(told.variant)
    for number, played in enumerate(told.rounds):
        count.deal(played.deal, (told.first + number) % 2)
        for step in played.steps:
            count.move(step.player, step.move)
            assert count.all_cards() == DECK
            if step.hands is not None:
                assert tuple(map(in_order, count.hands)) == step.hands, step
                assert tuple(map(in_order, count.sides)) == step.sides, step
        assert count.winner() is None
        count.score()
        assert tuple(map(in_order, count.sides)) == played.scored
        assert count.favor == played.favor
        assert (count.charm(0), count.charm(1)) == played.charm
        assert (count.geisha(0), count.geisha(1)) == played.geisha
    assert count.winner() == told.winner


@each_game
def test_every_step_of_a_round_has_its_position(name: str) -> None:
    for played in read(name).rounds:
        assert sum(not step.move.startswith("/") for step in played.steps) == 8
        *steps, last = played.steps
        assert all(step.hands is not None for step in steps)
        assert last.hands is None


@each_game
def test_the_game_can_be_loaded_from_its_transcript_and_from_json(name: str) -> None:
    game = replayed(read(name))
    assert Game.from_transcript(game.to_transcript()).state == game.state
    assert Game.from_json(game.to_json()).state == game.state


@pytest.mark.rule("V2")
def test_eleven_charm_points_over_four_geisha_decide_a_game() -> None:
    count = recounted(read("eleven_over_four"))
    assert (count.geisha(0), count.charm(1)) == (4, 11)
    assert count.winner() == 1


@pytest.mark.rule("P3")
def test_a_favor_kept_by_a_tie_decides_a_game() -> None:
    told = read("tie_keeps_favor")
    first, second = told.rounds
    assert first.favor[6] == "0"
    assert [side.count("G") for side in second.scored] == [2, 2]
    assert recounted(told).winner() == 0
    # If a tie sent the marker back, nobody would have won.
    without = recounted(told, ties_stay=False)
    assert (without.charm(0), without.charm(1), without.winner()) == (6, 8, None)


@pytest.mark.rule("U1")
@pytest.mark.rule("U2")
@pytest.mark.rule("U3")
@pytest.mark.rule("U4")
def test_favors_carry_over_three_rounds() -> None:
    told = read("three_rounds")
    assert [played.favor for played in told.rounds] == ["-----01", "000--11", "0000-11"]
    assert [played.steps[0].player for played in told.rounds] == [1, 0, 1]


@pytest.mark.rule("M1.3")
def test_a_blind_pick_decides_a_game() -> None:
    leaves_g, leaves_a = read("blind_pick_leaves_g"), read("blind_pick_leaves_a")
    assert leaves_g.rounds[0].deal == leaves_a.rounds[0].deal
    *moves, pick = leaves_g.moves
    *same, other_pick = leaves_a.moves
    assert (moves == same, pick, other_pick) == (True, "/0,2", "/0,1")
    assert (leaves_g.winner, leaves_a.winner) == (0, 1)


@pytest.mark.rule("M1.3")
def test_nothing_reveals_which_blind_pick_is_better() -> None:
    told = read("blind_pick_leaves_g")
    views = []
    for laid in ("3F-G-A", "3A-F-G", "3G-A-F"):
        moves = " ".join([*told.moves[:-2], laid])
        game = game_from(told.variant, deal=told.rounds[0].deal, moves=moves, first_player=1)
        assert game.to_move == 1
        views.append(game.observe(1))
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize(
    ("name", "charm", "geisha", "winner"),
    [
        ("worked_example_8_against_11", (8, 11), (3, 3), 1),
        ("worked_example_5_4_2", (5 + 4 + 2, 5), (3, 2), 0),
        ("worked_example_four_geisha", (2 + 2 + 2 + 3, 9), (4, 2), 0),
    ],
)
@pytest.mark.rule("V4")
def test_the_worked_examples_of_rule_v4(
    name: str, charm: tuple[int, int], geisha: tuple[int, int], winner: int
) -> None:
    game = replayed(read(name))
    assert charm_of(game) == charm
    assert (game.state.favor.count(0), game.state.favor.count(1)) == geisha
    assert game.outcome is not None
    assert game.outcome.winner == winner
