"""A play is legal if its marker lists it in this position, whatever the engine has cached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Cards,
    Engine,
    From,
    IllegalMoveError,
    Layout,
    Marker,
    Observation,
    PileMarker,
    Place,
    Play,
    PluginError,
    Step,
    To,
    Variant,
    available_variants,
    parse_move,
)

BASE = available_variants()["base"]


class Shy(Marker):
    """Declares `any_cards`, but lists no play for a hand with a pair."""

    hand_only = True
    any_cards = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        if any(view.hand.count(letter) > 1 for letter in view.hand):
            return []
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,))


def base_with(marker: Any) -> Variant:
    return evolve(BASE, name="other", markers=(marker, *BASE.markers[0][1:]))


@pytest.mark.parametrize("hand_only", [True, False])
@pytest.mark.parametrize("cached", [True, False])
def test_a_play_listed_for_another_hand_is_rejected(hand_only: bool, cached: bool) -> None:
    shy = type("Shy", (Shy,), {"hand_only": hand_only})(1, "Shy", "No pair, or not at all.")
    engine = Engine(base_with(shy))
    without_pair = engine.start(deals=["A" + "BCDEFG" + "BCDDEE" + "AFFFGGGG"])
    listed = next(move for move in engine.legal_moves(without_pair) if str(move) == "1A")
    with_pair = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    if cached:
        engine.apply(without_pair, listed)
    for move in (listed, Play(1, (Cards("A"),))):
        with pytest.raises(IllegalMoveError, match="cannot be used now"):
            engine.apply(with_pair, move)


def test_a_play_from_a_side_is_checked_against_the_current_side() -> None:
    swap = PileMarker(
        1,
        "Exchange",
        piles=(1, 1),
        origins=(From.HAND, From.OWN_SIDE),
        rest=(To.OWN_SIDE, To.OWN_HAND),
        text="Exchange a hand card for one on your side.",
    )
    engine = Engine(evolve(base_with(swap), hand_size=5))
    state = engine.start(deals=["GAABBC" + "DDDEE" + "CEFFFFGGGG"])
    for text in ("3A-B-C", "/0", "2DD"):
        later = state = engine.apply(state, parse_move(text))
    listed = next(move for move in engine.legal_moves(later) if str(move).startswith("1A-"))
    start = engine.start(deals=["GAABBC" + "DDDEE" + "CEFFFFGGGG"])
    assert isinstance(listed, Play)
    for move in (listed, Play(1, listed.piles)):
        with pytest.raises(IllegalMoveError) as refused:
            engine.apply(start, move)
        assert str(refused.value) == (
            f"marker 1 (Exchange) cannot be used with {move}: some of these cards are not there; "
            "use cards from the player's hand, then the player's side"
        )


class ThreeAndOne(Marker):
    """Lays out one card and three cards, in either order."""

    cost = 4
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        for one in view.hand.combinations(1):
            for three in (view.hand - one).combinations(3):
                yield one, three

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=len))

    def step(self, view: Observation, action: Action) -> Step:
        return Place(tuple(To.ASIDE if pile.size == 3 else To.OWN_SIDE for pile in action.piles))


class OneOrderOnly(ThreeAndOne):
    def canonical(self, layout: Layout) -> Layout:
        return layout


class Forgetful(ThreeAndOne):
    def canonical(self, layout: Layout) -> Layout:
        raise ValueError("A")


def four(kind: type[Marker]) -> Engine:
    markers = (*BASE.markers[0][:3], kind(4, "Four", "One card up, three aside."))
    return Engine(evolve(BASE, name="four", markers=markers))


def apply(engine: Engine, text: str) -> Any:
    return engine.apply(engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"]), parse_move(text))


@pytest.mark.parametrize("text", ["4F-BBC", "4BBC-F"])
def test_every_order_with_the_same_canonical_layout_is_legal(text: str) -> None:
    assert str(apply(four(ThreeAndOne), text).placed[0]) == "F"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4BBC-F", "takes piles of 1+3 cards in this order, not of 3+1"),
        ("4BB-CF", "takes piles of 1+3 cards, not of 2+2"),
    ],
)
def test_the_reason_shows_the_right_order(text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        apply(four(OneOrderOnly), text)
    assert str(refused.value) == f"marker 4 (Four) {reason}"


def test_a_marker_whose_canonical_fails_is_named() -> None:
    apply(four(Forgetful), "4F-BBC")  # `canonical` is not needed for a listed play.
    with pytest.raises(PluginError, match=r"^marker 4 \(Four\) of 'four'.* raised ValueError$"):
        apply(four(Forgetful), "4BBC-F")
    with pytest.raises(IllegalMoveError):  # Nor if no order of the piles is legal.
        apply(four(Forgetful), "4GGG-F")


class Ordered(Marker):
    """Two cards, the lower first."""

    cost = 2
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(Cards(str(two)[0]), Cards(str(two)[1])) for two in view.hand.combinations(2)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.ASIDE))


class Nothing(Marker):
    """Lays out no card."""

    cost = 0
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [()]

    def step(self, view: Observation, action: Action) -> Step:
        return Place(())


@pytest.mark.parametrize(
    ("marker", "move", "reason"),
    [
        (Ordered(2, "Two", ""), "2B-A", "requires these piles in another order"),
        (Ordered(2, "Two", ""), "2A", "takes piles of 1+1 cards, not of 1"),
        (Nothing(2, "Draft", ""), "2A", "takes no cards, but the play has piles of 1"),
    ],
)
def test_the_reason_states_what_is_allowed(marker: Marker, move: str, reason: str) -> None:
    markers = (BASE.markers[0][0], marker, *BASE.markers[0][2:])
    hand_size = sum(m.cost for m in markers) - 4
    engine = Engine(evolve(BASE, name="other", markers=markers, hand_size=hand_size))
    with pytest.raises(IllegalMoveError) as refused:
        engine.apply(engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"]), parse_move(move))
    assert reason in str(refused.value)
