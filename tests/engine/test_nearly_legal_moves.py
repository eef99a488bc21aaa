"""Nearly legal moves in any reachable position are rejected, or accepted if they are legal."""

from __future__ import annotations

import copy
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamikoji_core import Cards, Engine, IllegalMoveError, Move, Pick, Play, State, load_engine
from tests.positions import VARIANTS


def reached(engine: Engine, seed: int, choices: list[int]) -> State:
    """The position after these choices; each number selects one of the legal moves."""
    state = engine.start(seed=seed)
    for number in choices:
        moves = engine.legal_moves(state)
        if moves:
            state = engine.apply(state, moves[number % len(moves)])
    return state


def all_legal(engine: Engine, state: State) -> set[Move]:
    """The listed moves, with every order of interchangeable piles and every pick of equal piles."""
    found: set[Move] = set()
    for move in engine.legal_moves(state):
        if isinstance(move, Play):
            sizes = [len(pile) for pile in move.piles]
            found.update(
                Play(move.marker, piles)
                for piles in permutations(move.piles)
                if [len(pile) for pile in piles] == sizes
            )
    if state.offer is not None:
        found.update(Pick(chosen) for chosen in combinations(state.offer.among, state.offer.pick))
    return found


piles_of_cards = st.lists(
    st.text("ABCDEFGHZ", max_size=5).map(Cards), max_size=5
).map(tuple)  # fmt: skip
any_play = st.builds(Play, st.integers(-1, 6), piles_of_cards)
any_pick = st.builds(Pick, st.lists(st.integers(-2, 5), max_size=5).map(tuple))


@st.composite
def near_misses(draw: st.DrawFn, moves: tuple[Move, ...]) -> Move:
    """A legal move with one change, or any well-formed move."""
    if not moves or draw(st.integers(0, 4)) == 0:
        return draw(any_play | any_pick)
    move = draw(st.sampled_from(moves))
    if isinstance(move, Pick):
        index = draw(st.integers(0, len(move.piles)))
        return Pick((*move.piles[:index], draw(st.integers(-2, 5)), *move.piles[index + 1 :]))
    match draw(st.integers(0, 3)):
        case 0:
            return Play(draw(st.integers(0, 5)), move.piles)
        case 1:
            return Play(move.marker, (*move.piles, Cards(draw(st.text("AG", max_size=2)))))
        case 2:
            return Play(move.marker, move.piles[1:])
        case _:
            piles = list(move.piles)
            at = draw(st.integers(0, len(piles) - 1))
            piles[at] = Cards(draw(st.text("ABCDEFG", min_size=1, max_size=3)))
            return Play(move.marker, tuple(piles))


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=40)
@given(data=st.data())
def test_nearly_legal_moves_are_rejected_and_leave_no_trace(name: str, data: st.DataObject) -> None:
    engine = load_engine(name)
    choices = data.draw(st.lists(st.integers(0, 10**6), max_size=40))
    state = reached(engine, data.draw(st.integers(0, 99)), choices)
    before, moves = copy.deepcopy(state), engine.legal_moves(state)
    move = data.draw(near_misses(moves))
    if move in all_legal(engine, state):
        engine.apply(state, move)
    else:
        with pytest.raises(IllegalMoveError) as caught:
            engine.apply(state, move)
        _check_text(str(caught.value), state)
    assert state == before
    assert engine.legal_moves(state) == moves
    if moves:
        # A new engine, which has seen no illegal move, gives the same result.
        assert Engine(engine.variant).apply(before, moves[-1]) == engine.apply(state, moves[-1])


def _check_text(text: str, state: State) -> None:
    """The reason states what is allowed: the piles to pick, or the markers and their piles."""
    if state.to_move is None:
        assert text.startswith("the game is over")
    elif state.offer is not None:
        assert f"{state.offer.among[0]}, {state.offer.among[1]}" in text
    else:
        assert any(
            word in text
            for word in (
                "the unused markers are ",
                "takes piles of ",
                "use cards from ",
                "one of the markers ",
            )
        ), text
