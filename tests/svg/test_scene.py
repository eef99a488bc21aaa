"""What of a position is drawn: the cards that a viewer knows, and the piles that lie open."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from hanamikoji_core import Cards, Game, Glimpse, Sighting, Viewer, load_engine, parse_move
from hanamikoji_core.svg._position import _offer
from hanamikoji_core.svg._scene import Offered, _known_hand, _offered, scene_of

ENGINE = load_engine("base")
HAND_1 = -2


@pytest.mark.parametrize(("viewer", "known"), [(0, "ABC"), (None, "BC")])
def test_of_the_other_hand_what_was_seen_going_there_is_known(viewer: Viewer, known: str) -> None:
    view = evolve(
        ENGINE.observe(ENGINE.start(seed=1), viewer),
        sightings=(
            Sighting(0, Cards("A"), frozenset({HAND_1})),
            Sighting(None, Cards("BC"), frozenset({HAND_1})),
            Sighting(0, Cards("D"), frozenset({HAND_1, 3})),
            Sighting(1, Cards("E"), frozenset({HAND_1})),
            Sighting(0, Cards("F"), frozenset({3})),
        ),
    )

    assert _known_hand(view, 1) == Cards(known)


def test_a_pile_lies_open_if_everybody_sees_it_or_a_part_of_it() -> None:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    game.play(parse_move("3A-B-C"))
    offer = game.observe(1).offer
    assert offer is not None
    covered = evolve(
        offer,
        seen_by=(frozenset({0}), frozenset({0}), frozenset({0, 1, None})),
        shown=(Cards("A"), Cards(), Cards()),
    )

    drawn = _offered(covered, None)

    assert drawn is not None
    assert drawn.open == (True, False, True)


@pytest.mark.parametrize("piles", [2, 3, 4])
def test_wide_piles_on_offer_stay_inside_of_their_panel(piles: int) -> None:
    scene = scene_of(ENGINE.start(seed=1), None, None, covered=True)
    width, gap = 200.0, 16
    wide = (Glimpse(Cards("ABCDEFG"), 7),) * piles
    offer = Offered(0, 1, 1, wide, (True,) * piles, tuple(range(piles)))

    drawn = _offer(scene, offer, width)

    names = re.findall(r'<text x="([\d.]+)" y="98"[^>]* class="hk-ink"[^>]*>/\d</text>', drawn)
    middles = [float(x) for x in names]
    assert len(middles) == piles
    step = middles[1] - middles[0]
    assert middles[-1] + (step - gap) / 2 == pytest.approx(width - 10, abs=0.1)
