"""Comparing what moves lead to."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from attrs import evolve

from ...engine import Engine
from ...events import Event, Offered, Picked, Placed, Played, Took
from ...knowledge import Memory
from ...moves import Move, Pick
from ...state import Offer, State

_MOST_ORDERS = 24


def same_effect(engine: Engine, one: State, two: State, depth: int = 3) -> bool:
    """Whether two positions are the same but for the order of what lies side by side.

    That is the piles of an open offer, and face-down cards.
    """
    if one == two:
        return True
    if _on_table(one) != _on_table(two):
        return False
    if one.offer is None or two.offer is None:
        return one.offer is two.offer
    if not depth:
        return True  # The same as far as it was followed.
    return any(
        _same_answers(engine, one, two, order, depth) for order in _orders(one.offer, two.offer)
    )


def _on_table(state: State) -> State:
    """The position without its offer, and with the face-down cards in one order."""
    lots = tuple(sorted(state.facedown, key=repr))
    return evolve(state, offer=None, facedown=lots, memory=Memory())


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
    assert first is not None
    assert second is not None
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
