"""A whole number may be of any type, such as numpy's; it is kept as a plain one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import frozen

from hanamikoji_core import Cards, Engine, IllegalMoveError, Pick, Play, SetupError, load_engine

DEAL = "GAABBCCDDDEEEFFFFGGGG"


@frozen
class Int64:
    """A number as numpy makes them: equal to an int, usable as an index, and no int."""

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
def test_a_match_is_set_up_with_any_whole_number(kind: Any) -> None:
    engine = load_engine("base")
    state = engine.start(seed=kind(1), first_player=kind(1))
    assert state == engine.start(seed=1, first_player=1)
    assert repr((state.setup.seed, state.starting_player, state.to_move)) == "(1, 1, 1)"


@KINDS
def test_players_and_viewers_may_be_any_whole_number(kind: Any) -> None:
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
@pytest.mark.parametrize("met_before", [True, False])
def test_markers_and_picks_may_be_any_whole_number(kind: Any, met_before: bool) -> None:
    engine = Engine(load_engine("base").variant)
    start = engine.start(deals=[DEAL])
    if met_before:
        engine.apply(start, Play(1, (Cards("A"),)))
    played = engine.apply(start, Play(kind(1), (Cards("A"),)))
    assert repr(played) == repr(engine.apply(start, Play(1, (Cards("A"),))))
    offered = engine.apply(start, Play(3, (Cards("A"), Cards("B"), Cards("F"))))
    picked = engine.apply(offered, Pick((kind(1),)))
    assert repr(picked) == repr(engine.apply(offered, Pick((1,))))


@pytest.mark.parametrize(
    "number", [1.0, "1", None, Broken(), Int64(2)], ids=lambda n: type(n).__name__
)
def test_what_is_no_whole_number_or_no_player_is_refused(number: Any) -> None:
    engine = load_engine("base")
    with pytest.raises(SetupError, match=r"^first_player is .*; it must be 0 or 1$"):
        engine.start(seed=1, first_player=number)
    if number is not None:
        with pytest.raises(SetupError, match=r"^the viewer is .*; it must be 0, 1 or None$"):
            engine.observe(engine.start(seed=1), number)


@pytest.mark.parametrize("seed", [1.0, "1", Broken(), Int64(-1), Int64(2**64)])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(SetupError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1$"):
        load_engine("base").start(seed=seed)


class Text(str):
    """Some class of texts."""


def test_scripted_deals_come_from_anything_that_can_be_gone_through() -> None:
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
        (DEAL, "deals is one string; write deals=[...], a string for each scripted round"),
        (7, "deals is 7, not strings, one for each scripted round"),
        (None, "deals is None, not strings, one for each scripted round"),
        ([7], f"scripted deal 1 must hold the 21 cards {DEAL[1:]}G, each once"),
    ],
)
def test_what_are_no_deals_is_told_what_they_are(deals: Any, reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        load_engine("base").start(seed=1, deals=deals)
    assert str(refused.value) == reason
