"""Comparing what moves lead to."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from attrs import evolve

from ...engine import Engine
from ...events import Event, Offered, Picked, Placed, Played, Took
from ...moves import Move, Pick
from ...state import Offer, State

_MOST_ORDERS = 24


def same_effect(engine: Engine, one: State, two: State, depth: int = 3) -> bool:
    """Whether two positions are the same but for the order in which piles lie in an open offer."""
    if one == two:
        return True
    if one.offer is None or two.offer is None or not depth:
        return False
    if evolve(one, offer=None) != evolve(two, offer=None):
        return False
    return any(
        _same_answers(engine, one, two, order, depth)
        for order in _orders(one.offer, two.offer)
    )


def _orders(one: Offer, two: Offer) -> list[tuple[int, ...]]:
    """The ways to find the piles of one offer in the other."""
    piles = range(len(one.piles))
    if len(two.piles) != len(one.piles):
        return []
    fitting = [
        order
        for order in permutations(piles)
        if all(
            (one.piles[i], one.seen_by[i], one.shown[i])
            == (two.piles[order[i]], two.seen_by[order[i]], two.shown[order[i]])
            for i in piles
        )
    ]
    return fitting[:_MOST_ORDERS]


def _same_answers(
    engine: Engine, one: State, two: State, order: tuple[int, ...], depth: int
) -> bool:
    first, second = one.offer, two.offer
    assert first is not None and second is not None
    if (first.chooser, first.pick) != (second.chooser, second.pick):
        return False
    if sorted(order[i] for i in first.among) != sorted(second.among):
        return False
    for pick in engine.legal_moves(one):
        assert isinstance(pick, Pick)
        same = Pick(tuple(order[i] for i in pick.piles))
        after, other = engine.apply(one, pick), engine.apply(two, same)
        if not same_effect(engine, after, other, depth - 1):
            return False
    return True


def course_of(engine: Engine, state: State, moves: tuple[Move, ...]) -> tuple[Any, ...]:
    """What an action does, without a word on which cards: who chooses, and how many go where."""
    told: list[Any] = []
    for move in moves:
        for event in engine.narrate(state, move, None):
            told += _skeleton(event)
        state = engine.apply(state, move)
    return tuple(told)


def _skeleton(event: Event) -> list[Any]:
    if isinstance(event, Played):
        return [("lays out piles of", tuple(map(len, event.piles)))]
    if isinstance(event, Offered):
        return [("asks", event.chooser, "to pick", event.pick, "of", len(event.piles))]
    if isinstance(event, Picked):
        return [("picked", event.piles)]
    if isinstance(event, Took):
        return [("takes", len(event.cards), "from", event.source.value)]
    if isinstance(event, Placed):
        return [("places", len(event.cards), event.to.value)]
    return []
