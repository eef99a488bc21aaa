"""Comparing the results of moves."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from attrs import evolve

from ...engine.engine import Engine
from ...model.events import Event, Placed, Played, Took
from ...model.memory import Memory
from ...model.moves import Move, Pick
from ...model.state import Offer, State
from ...wording import number_of
from .._words import differing

_MOST_ORDERS = 24


def difference(engine: Engine, one: State, two: State, depth: int = 3, unfollowed: str = "") -> str:
    """The difference between two positions, ignoring the order of piles and of face-down cards.

    The result is empty if there is none, and `unfollowed` if the answers to offers go on for longer
    than `depth`.
    """
    if one == two:
        return ""
    here, there = _on_table(one), _on_table(two)
    if here != there:
        return differing(here, there)
    if one.offer is None or two.offer is None:
        return "" if one.offer is two.offer else "only one of them asks a player to pick"
    if not depth:
        return unfollowed
    found = differing(one.offer, two.offer, "offer")
    for number, order in enumerate(_orders(one.offer, two.offer)):
        why = _in_answers(engine, one, two, order, depth, unfollowed)
        if not why:
            return ""
        found = found if number else why
    return found


def _on_table(state: State) -> State:
    """The position without its offer, and with the face-down cards in one order."""
    lots = tuple(sorted(state.facedown, key=repr))
    return evolve(state, offer=None, facedown=lots, memory=Memory())


def _orders(one: Offer, two: Offer) -> list[tuple[int, ...]]:
    """The ways to match the piles of one offer to those of the other."""
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


def _in_answers(
    engine: Engine, one: State, two: State, order: tuple[int, ...], depth: int, unfollowed: str
) -> str:
    """The difference once the offers are answered alike, with the piles matched in this order."""
    first, second = one.offer, two.offer
    assert first is not None
    assert second is not None
    for what in ("chooser", "pick"):
        if getattr(first, what) != getattr(second, what):
            return differing(getattr(first, what), getattr(second, what), f"offer.{what}")
    among = tuple(sorted(order[i] for i in first.among))
    if among != tuple(sorted(second.among)):
        return f"offer.among: {among}, and {second.among}, by the places in the second"
    for pick in engine.legal_moves(one):
        assert isinstance(pick, Pick)
        same = Pick(tuple(order[i] for i in pick.piles))
        after, other = engine.apply(one, pick), engine.apply(two, same)
        if why := difference(engine, after, other, depth - 1, unfollowed):
            return f"after {pick}{'' if same == pick else f' and {same}'}, {why}"
    return ""


def course_of(engine: Engine, state: State, moves: tuple[Move, ...]) -> tuple[Any, ...]:
    """The course of an action without its cards: who chooses, and how many cards go where."""
    told: list[Any] = []
    for move in moves:
        for event in engine.narrate(state, move, None):
            told += _skeleton(event)
        state = engine.apply(state, move)
        if state.offer is not None:
            told.append(_question(state.offer))
    return tuple(told)


def _question(offer: Offer) -> tuple[Any, ...]:
    """Who is asked to pick how many of which piles, and how many of them are visible."""
    among = offer.among
    if among == tuple(range(len(offer.piles))):
        which = number_of(len(among), "pile")
    else:
        which = f"the {'piles' if len(among) > 1 else 'pile'} {', '.join(map(str, among))}"
    seen = sum(offer.chooser in viewers for viewers in offer.seen_by)
    return ("asks", f"player {offer.chooser} to pick {offer.pick} of {which}, {seen} of them seen")


def _skeleton(event: Event) -> list[Any]:
    if isinstance(event, Played):
        return [("lays out piles of", tuple(map(len, event.piles)))]
    if isinstance(event, Took):
        return [("takes", len(event.cards), "from", event.source.value)]
    if isinstance(event, Placed):
        return [("places", len(event.cards), event.to.value)]
    return []
