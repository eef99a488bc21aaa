"""A viewer cannot tell positions apart that differ only in what the viewer cannot know."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hanamikoji_core import (
    Cards,
    Engine,
    IllegalMoveError,
    Move,
    Pick,
    Play,
    State,
    Viewer,
    load_engine,
)
from tests.properties.walks import SHORT, Walk, walk, walks

viewers = st.sampled_from([0, 1, None])
rngs = st.integers(0, 2**32).map(Random)

NONSENSE: list[object] = [
    Pick((0,)),
    Pick((7,)),
    Pick((0, 1, 2, 3, 4)),
    Pick("x"),  # type: ignore[arg-type]
    *(Play(n, (Cards(letter),)) for n in (0, 1, 2) for letter in "ABCDEFGZ"),
    *(Play(n, (Cards(letter * 2),)) for n in (1, 2) for letter in "ABCDEFG"),
    *(Play(n, (Cards("A"), Cards(x), Cards("G"))) for n in (3, 4) for x in "ABCDEFG"),
    Play(4, (Cards("AB"), Cards("CD"))),
    Play(True, (Cards("A"),)),
    Play(1, [Cards("A")]),  # type: ignore[arg-type]
    "1A",
    None,
]


def twin_of(engine: Engine, state: State, viewer: Viewer, rng: Random) -> State:
    """Another position that looks the same to the viewer, with the same future shuffles."""
    twin = engine.determinize(engine.observe(state, viewer), rng)
    return evolve(twin, setup=state.setup)


def error_of(engine: Engine, state: State, move: object, player: int) -> str:
    try:
        engine.apply(state, move, player=player)  # type: ignore[arg-type]
    except IllegalMoveError as error:
        return str(error)
    return "legal"


@given(walks(SHORT), viewers, rngs)
@settings(max_examples=80)
def test_determinize_gives_a_position_with_the_same_view(
    game: Walk, viewer: Viewer, rng: Random
) -> None:
    view = game.engine.observe(game.last, viewer)
    twin = game.engine.determinize(view, rng)
    again = game.engine.observe(twin, viewer)
    assert again == view
    assert repr(again) == repr(view)
    assert hash(again) == hash(view)


@given(walks(SHORT, length=40), st.sampled_from([0, 1]), rngs)
@settings(max_examples=40)
def test_the_same_moves_are_legal_with_the_same_errors_for_the_others(
    game: Walk, player: int, rng: Random
) -> None:
    engine, state = game.engine, game.last
    twin = twin_of(engine, state, player, rng)
    assert engine.observe(state, player).legal_moves == engine.observe(twin, player).legal_moves
    for move in NONSENSE:
        assert error_of(engine, state, move, player) == error_of(engine, twin, move, player)


@given(walks(SHORT, length=40), viewers, rngs)
@settings(max_examples=40)
def test_positions_look_the_same_after_the_same_events(
    game: Walk, viewer: Viewer, rng: Random
) -> None:
    """Events and observations reveal the same information."""
    engine, state = game.engine, game.last
    assume(state.outcome is None)
    twin = twin_of(engine, state, viewer, rng)
    after: dict[object, set[object]] = {}
    for position in (state, twin):
        legal = engine.legal_moves(position)
        for move in rng.sample(legal, min(12, len(legal))):
            events = engine.narrate(position, move, viewer)
            view = engine.observe(engine.apply(position, move), viewer)
            after.setdefault((_public(move), events), set()).add(view)
    for views in after.values():
        assert len(views) == 1


def _public(move: Move) -> object:
    return move if isinstance(move, Pick) else move.marker


@given(walks(SHORT, length=40), rngs)
@settings(max_examples=40)
def test_players_learn_nothing_about_hidden_cards_from_their_own_moves(
    game: Walk, rng: Random
) -> None:
    """Unless the player draws a card or a card is revealed."""
    engine, state = game.engine, game.last
    player = state.to_move
    assume(player is not None)
    twin = twin_of(engine, state, player, rng)
    for move in rng.sample(engine.legal_moves(state), min(10, len(engine.legal_moves(state)))):
        after, twins = engine.apply(state, move), engine.apply(twin, move)
        events = engine.narrate(state, move, player)
        kinds = {type(event).__name__ for event in events}
        if after.to_move != player and not kinds & {"Took", "Scored"}:
            assert engine.narrate(twin, move, player) == events
            assert engine.observe(twins, player) == engine.observe(after, player)


@pytest.mark.parametrize(
    ("name", "marker"),
    [
        ("base", 1),
        ("base", 2),
        ("mini-expansion-1", 1),
        ("mini-expansion-1", 2),
        ("mini-expansion-1", 3),
        ("mini-expansion-2", 1),
        ("mini-expansion-4", 1),
        ("mini-expansion-4", 2),
        ("mini-expansion-7", 1),
        ("mini-expansion-7", 3),
    ],
)
@pytest.mark.parametrize("length", [0, 5])
def test_face_down_plays_look_the_same_to_all_other_viewers(
    name: str, marker: int, length: int
) -> None:
    engine = load_engine(name)
    for seed in range(10):
        state = walk(engine, Random(seed), length).last
        player = state.to_move
        plays = [
            move
            for move in engine.legal_moves(state)
            if isinstance(move, Play) and move.marker == marker
        ]
        for viewer in {0, 1, None} - {player}:
            stories = {engine.narrate(state, play, viewer) for play in plays}
            views = {engine.observe(engine.apply(state, play), viewer) for play in plays}
            assert len(stories) == len(views) == bool(plays)
