"""Whole numbers of any type are accepted, for example those of numpy, and stored as `int`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import frozen

from hanamikoji_core import Cards, Engine, IllegalMoveError, Pick, Play, SetupError, load_engine

DEAL = "GAABBCCDDDEEEFFFFGGGG"


@frozen
class Int64:
    """A number like those of numpy: equal to an `int` and usable as an index, but not an `int`."""

    value: int

    def __index__(self) -> int:
        return self.value

    def __int__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return self.value == other

    def __hash__(self) -> int:
        return hash(self.value)


class Broken:
    def __index__(self) -> int:
        raise ValueError("no number")


KINDS = pytest.mark.parametrize("kind", [Int64, bool], ids=["numpy", "bool"])


@KINDS
def test_seed_and_first_player_may_be_of_any_type(kind: Any) -> None:
    engine = load_engine("base")
    state = engine.start(seed=kind(1), first_player=kind(1))
    assert state == engine.start(seed=1, first_player=1)
    assert repr((state.setup.seed, state.starting_player, state.to_move)) == "(1, 1, 1)"


@KINDS
def test_players_and_viewers_may_be_of_any_type(kind: Any) -> None:
    engine = load_engine("base")
    state = engine.start(seed=7, first_player=1)
    view = engine.observe(state, kind(1))
    assert view == engine.observe(state, 1)
    assert repr(view.viewer) == "1"
    assert view.legal_moves
    move = engine.legal_moves(state)[0]
    assert engine.apply(state, move, player=kind(1)) == engine.apply(state, move, player=1)
    assert engine.narrate(state, move, kind(1)) == engine.narrate(state, move, 1)
    assert engine.narrate_start(state, kind(1)) == engine.narrate_start(state, 1)
    with pytest.raises(IllegalMoveError, match="it is player 1's turn"):
        engine.apply(state, move, player=kind(0))


@KINDS
@pytest.mark.parametrize("cached", [True, False])
def test_markers_and_picks_may_be_of_any_type(kind: Any, cached: bool) -> None:
    engine = Engine(load_engine("base").variant)
    start = engine.start(deals=[DEAL])
    if cached:
        engine.apply(start, Play(1, (Cards("A"),)))
    played = engine.apply(start, Play(kind(1), (Cards("A"),)))
    assert repr(played) == repr(engine.apply(start, Play(1, (Cards("A"),))))
    offered = engine.apply(start, Play(3, (Cards("A"), Cards("B"), Cards("F"))))
    picked = engine.apply(offered, Pick((kind(1),)))
    assert repr(picked) == repr(engine.apply(offered, Pick((1,))))


@pytest.mark.parametrize(
    "number", [1.0, "1", None, Broken(), Int64(2)], ids=lambda n: type(n).__name__
)
def test_an_invalid_player_or_viewer_is_rejected(number: Any) -> None:
    engine = load_engine("base")
    with pytest.raises(SetupError, match=r"^first_player is .*; it must be 0 or 1$"):
        engine.start(seed=1, first_player=number)
    if number is not None:
        with pytest.raises(SetupError, match=r"^the viewer is .*; it must be 0, 1 or None$"):
            engine.observe(engine.start(seed=1), number)


@pytest.mark.parametrize("seed", [1.0, "1", Broken(), Int64(-1), Int64(2**64)])
def test_an_invalid_seed_is_rejected(seed: Any) -> None:
    with pytest.raises(SetupError, match=r"it must be a whole number from 0 to 2\*\*64 - 1$"):
        load_engine("base").start(seed=seed)


class Text(str):
    """A subclass of `str`."""


def test_scripted_deals_may_be_any_iterable() -> None:
    engine, random = load_engine("base"), Random(1)
    deals = ["".join(random.sample(DEAL, 21)) for _ in range(3)]
    wanted = engine.start(seed=1, deals=deals)
    for given in (tuple(deals), iter(deals), (deal for deal in deals), map(Text, deals)):
        assert engine.start(seed=1, deals=given) == wanted
    given = engine.start(seed=1, deals=map(Text, deals)).setup.deals
    assert {type(deal) for deal in given} == {str}


@pytest.mark.parametrize(
    ("deals", "reason"),
    [
        (DEAL, "deals is a string; write deals=[...] with one string for each scripted round"),
        (7, "deals is 7; it must be a list with one string for each round"),
        (None, "deals is None; it must be a list with one string for each round"),
        ([7], f"scripted deal 1 must have exactly these 21 cards: {DEAL[1:]}G"),
    ],
)
def test_invalid_deals_are_rejected(deals: Any, reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        load_engine("base").start(seed=1, deals=deals)
    assert str(refused.value) == reason
