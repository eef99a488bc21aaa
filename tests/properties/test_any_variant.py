"""Any variant is either rejected with a reason, or it can be played to the end."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanamikoji_core import (
    ActionMarker,
    Engine,
    IllegalMoveError,
    Pick,
    Play,
    PluginError,
    State,
    Variant,
    VariantError,
)
from hanamikoji_core.protocol.shortages import lays, takes
from tests.properties.variants import is_reliable, variants
from tests.properties.walks import all_cards

MOST_MOVES = 60
FEW = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def nonsense(state: State, rng: Random) -> Play | Pick:
    """A move that may be legal: any cards for any marker, or any pick."""
    if rng.random() < 0.3:
        return Pick(tuple(rng.choices(range(-1, 4), k=rng.randrange(3))))
    hand = state.hands[state.to_move or 0]
    piles = [rng.choice(hand.combinations(k) or [hand]) for k in rng.choices(range(3), k=2)]
    return Play(rng.randrange(6), tuple(piles[: rng.randrange(3)]))


def play(engine: Engine, seed: int) -> None:
    """Play a random game to its end, and also try random moves."""
    rng = Random(seed)
    state, deck = engine.start(seed=seed), str(engine.variant.row.deck)
    for _ in range(MOST_MOVES):
        assert all_cards(state) == deck
        for viewer in (0, 1, None):
            view = engine.observe(state, viewer)
            assert engine.observe(engine.determinize(view, rng), viewer) == view
        moves = engine.legal_moves(state)
        if not moves:
            assert state.outcome is not None
            return
        with suppress(IllegalMoveError):
            engine.apply(state, nonsense(state, rng))
        move = rng.choice(moves)
        engine.narrate(state, move, None)
        state = engine.apply(state, move)


def error_of(engine: Engine, seed: int) -> str:
    """The `PluginError` in a random game; empty if there is none."""
    try:
        play(engine, seed)
    except PluginError as error:
        return str(error)
    return ""


@given(variants(), st.integers(0, 2**32))
@FEW
def test_a_variant_is_rejected_with_a_reason_or_can_be_played(variant: Variant, seed: int) -> None:
    problems = variant.problems()
    if problems:
        with pytest.raises(VariantError) as refused:
            Engine(variant)
        assert all(problem in str(refused.value) for problem in problems)
        return
    every = {marker for markers in variant.markers for marker in markers}
    unreliable = [marker for marker in every if not is_reliable(marker)]
    error = error_of(Engine(variant), seed)
    if error:
        # Only a marker that does not do what it declares may fail, and it is named.
        names = [
            f"marker {marker.number} ({marker.name}) of 'any', plug-in any 1.0"
            for marker in unreliable
        ]
        assert any(name in error for name in names)


def short(variant: Variant, used: tuple[frozenset[ActionMarker], ...], player: int) -> bool:
    """Whether hands or deck can run short in some order of the remaining markers."""
    left = [[m for m in variant.markers[p] if m not in used[p]] for p in (0, 1)]
    if not left[0] and not left[1]:
        return False
    player = player if left[player] else 1 - player
    hands = [
        variant.hand_size - sum(m.cost - 1 for m in used[p]) + sum(m.gives for m in used[1 - p])
        for p in (0, 1)
    ]
    deck = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
    deck -= sum(1 + m.draws for markers in used for m in markers)
    usable = [m for m in left[player] if lays(m) <= hands[player] + 1]
    if deck < 1 or not usable:
        return True
    for marker in usable:
        if deck - 1 < takes(marker) or hands[1 - player] + marker.gives < 0:
            return True
        after = [used[0], used[1]]
        after[player] |= {marker}
        if short(variant, tuple(after), 1 - player):
            return True
    return False


@given(variants())
@FEW
def test_a_variant_is_rejected_if_some_order_of_markers_runs_short(
    variant: Variant,
) -> None:
    """This test tries every order; `Variant.problems` must have the same result without that."""
    problems = variant.problems()
    if any("the markers use" in p or "the deck is too small" in p for p in problems):
        return
    if not all(variant.markers):
        return
    none = (frozenset[ActionMarker](), frozenset[ActionMarker]())
    runs_short = any(short(variant, none, starter) for starter in (0, 1))
    if not problems:
        assert not runs_short
    markers = [*variant.markers[0], *variant.markers[1]]
    if all(m.gives == 0 and lays(m) == max(m.cost, 0) for m in markers):
        assert bool(problems) == runs_short
