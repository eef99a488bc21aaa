"""Strategies and the state machine, as an author's tests use them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest
from attrs import evolve
from hypothesis import Phase, find, given, settings
from hypothesis.errors import NoSuchExample
from hypothesis.stateful import invariant, run_state_machine_as_test
from hypothesis.strategies import DataObject, SearchStrategy, data

from hanamikoji_core import (
    Cards,
    Engine,
    Game,
    MoreCharm,
    Move,
    Observation,
    RoundLimit,
    Row,
    State,
    Viewer,
    load_engine,
)
from hanamikoji_core.testing import GameMachine, cards, games, hands, states

ENGINE = load_engine("mini-expansion-1")
ROW = Row.of(1, 1, 6, cards=(3, 3, 2))


T = TypeVar("T")


def first(strategy: SearchStrategy[T], wanted: Callable[[T], bool]) -> T:
    """An example that is wanted, as it comes, without a search for the simplest."""
    generated = settings(phases=[Phase.generate], database=None, derandomize=True)
    return find(strategy, wanted, settings=generated)


@given(cards(ROW, min_size=1, max_size=4))
def test_cards_are_part_of_the_deck(some: Cards) -> None:
    assert some <= ROW.deck
    assert 1 <= len(some) <= 4


@given(cards(min_size=21))
def test_without_a_row_cards_are_those_of_the_base_game(whole: Cards) -> None:
    assert whole == ENGINE.variant.row.deck


@given(hands(7))
def test_hands_have_the_size_asked_for(hand: Cards) -> None:
    assert len(hand) == 7


def test_every_card_of_the_deck_is_drawn_once() -> None:
    assert first(cards(ROW), lambda some: not some) == Cards()
    assert first(cards(ROW, min_size=8), lambda some: True) == ROW.deck
    assert first(hands(8, ROW), lambda hand: True) == ROW.deck


def test_games_have_at_most_as_many_moves_as_asked_for() -> None:
    assert len(first(games(max_moves=3), lambda game: len(game.history) == 3).history) == 3
    with pytest.raises(NoSuchExample):
        first(games(max_moves=3), lambda game: len(game.history) > 3)


def test_any_move_may_be_made_and_either_player_may_start() -> None:
    late = first(
        games(max_moves=1),
        lambda game: bool(game.history) and _first_choice(game) > 40,
    )
    assert len(late.history) == 1
    for player in (0, 1):
        assert first(states(max_moves=0), partial(_is_started_by, player)).to_move == player


def _is_started_by(player: int, state: State) -> bool:
    return state.starting_player == player


def _first_choice(game: Game) -> int:
    """Which of the legal moves came first."""
    setup = game.state.setup
    start = game.engine.start(
        seed=setup.seed, first_player=game.state.starting_player, deals=setup.deals
    )
    return game.engine.legal_moves(start).index(game.history[0])


def test_states_are_those_of_games_of_as_many_moves() -> None:
    with pytest.raises(NoSuchExample):
        first(states(max_moves=1), lambda state: bool(state.used[0] and state.used[1]))
    assert first(states(ENGINE, max_moves=0), lambda state: True).facedown == ()


def test_games_are_those_of_the_engine_that_is_given() -> None:
    assert first(games(ENGINE, max_moves=0), lambda game: True).engine is ENGINE


def test_games_with_a_deal_of_their_own_are_among_the_games() -> None:
    game = first(games(max_moves=0), lambda game: bool(game.state.setup.deals))

    assert len(game.state.setup.deals) == 1


@given(states(ENGINE))
def test_states_can_be_played_on(state: State) -> None:
    assert bool(ENGINE.legal_moves(state)) == (state.to_move is not None)


@settings(max_examples=20)
@given(games("base", finished=True))
def test_finished_games_are_finished(game: Game) -> None:
    assert game.outcome is not None


@given(data())
def test_cards_and_hands_are_of_the_sizes_asked_for(data: DataObject) -> None:
    some = data.draw(cards(ROW, min_size=2, max_size=3))
    assert some <= ROW.deck
    assert 2 <= len(some) <= 3
    assert len(data.draw(cards(ROW, min_size=8))) == 8
    assert len(data.draw(hands(4, ROW))) == 4


def simplest(strategy: SearchStrategy[T], wanted: Callable[[T], bool]) -> T:
    return find(strategy, wanted, settings=settings(phases=list(Phase), derandomize=True))


def test_games_shrink_to_the_least_that_shows_it() -> None:
    game = simplest(games("base"), lambda game: game.state.offer is not None)

    assert len(game.history) == 1


def test_games_shrink_to_the_first_moves_of_the_first_deal() -> None:
    game = simplest(games(), lambda game: len(game.history) == 2)

    plainest = Game.new("base", seed=0)
    for _ in range(2):
        plainest.play(plainest.legal_moves()[0])
    assert game.to_json() == plainest.to_json()


def test_cards_shrink_to_few_and_to_the_first_letters() -> None:
    assert simplest(cards(ROW), lambda some: len(some) > 1) == Cards("AA")


def test_without_a_name_it_is_the_base_game() -> None:
    assert first(states(), lambda state: True).row == load_engine("base").variant.row
    assert first(games(max_moves=0), lambda game: True).engine is load_engine("base")


def test_ended_games_are_among_the_games() -> None:
    short = evolve(ENGINE.variant, limit=RoundLimit(1, MoreCharm()))

    game = first(games(short), lambda game: game.outcome is not None)

    assert (game.state.round, game.legal_moves()) == (1, ())


def test_games_asked_to_be_finished_are_played_to_their_end() -> None:
    game = first(games(ENGINE, finished=True), lambda game: len(game.history) > 20)

    assert game.outcome is not None
    assert game.state.round > 1


def test_open_offers_and_later_rounds_are_among_the_states() -> None:
    assert first(states(ENGINE), lambda state: state.offer is not None).offer is not None
    assert first(states(ENGINE), lambda state: state.round > 1).round > 1


def test_a_failing_example_tells_its_game_as_a_transcript() -> None:
    few = settings(max_examples=20, database=None, phases=[Phase.generate])

    @few
    @given(states(ENGINE))
    def nobody_ever_places_a_card(state: State) -> None:
        assert not any(state.placed)

    class Watched(GameMachine):
        variant = ENGINE

        @invariant()
        def nobody_ever_places_a_card(self) -> None:
            assert not any(self.game.state.placed)

    def watched() -> None:
        run_state_machine_as_test(Watched, settings=few)

    for failing in (nobody_ever_places_a_card, watched):
        with pytest.raises(AssertionError) as caught:
            failing()
        (told,) = [n for n in caught.value.__notes__ if n.startswith("game: ")]
        assert any(Game.from_transcript(told.removeprefix("game: ")).state.placed)


class First:
    """Stands for what Hypothesis draws: always the first legal move."""

    def __init__(self, machine: GameMachine) -> None:
        self.machine = machine

    def draw(self, strategy: object, label: str) -> Move:
        assert label == "move"
        return self.machine.game.legal_moves()[0]


@pytest.mark.parametrize("variant", ["mini-expansion-1", ENGINE])
def test_the_machine_can_be_driven_by_hand_through_a_whole_game(variant: str | Engine) -> None:
    machine = type("Machine", (GameMachine,), {"variant": variant})()
    machine.begin(seed=7, first_player=1)
    game = machine.game
    assert game.engine.variant == ENGINE.variant
    assert game.state.starting_player == 1
    moves = 0
    while game.outcome is None:
        machine.play(First(machine))
        machine.undo()
        machine.observe()
        machine.the_game_is_in_order()
        moves += 1
        assert len(game.history) == moves


@pytest.mark.parametrize("blind", [0, 1, None])
def test_the_machine_looks_with_the_eyes_of_everybody(blind: Viewer) -> None:
    class Blind(Engine):
        def observe(self, state: State, player: Viewer) -> Observation:
            view = super().observe(state, player)
            return evolve(view, hand_sizes=(0, 0)) if player == blind else view

    machine = type("Machine", (GameMachine,), {"variant": Blind(ENGINE.variant)})()
    machine.begin(seed=7, first_player=1)

    with pytest.raises(AssertionError):
        machine.observe()


def test_a_machine_that_has_not_begun_has_no_game_to_tell() -> None:
    GameMachine().teardown()


@pytest.mark.slow
def test_the_machine_plays_any_variant_and_keeps_watch() -> None:
    class Watched(GameMachine):
        variant = ENGINE

        @invariant()
        def the_deck_is_never_empty(self) -> None:
            assert self.game.state.deck_size > 0

    class Suspicious(GameMachine):
        variant = "mini-expansion-4"

        @invariant()
        def nobody_ever_places_a_card(self) -> None:
            assert not any(self.game.state.placed)

    few = settings(max_examples=8, stateful_step_count=12, database=None, phases=[Phase.generate])
    run_state_machine_as_test(Watched, settings=few)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Suspicious, settings=few)
