"""Drawing and returning cards in an action: one of two drawn cards goes under the deck."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import (
    Action,
    Ask,
    Layout,
    Marker,
    Observation,
    Place,
    Step,
    Take,
    To,
    Variant,
    Who,
    hookimpl,
)

from .plain import gift, reveal, secret


class Browse(Marker):
    cost = 0
    draws = 1
    takes = 2
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.taken) < 2:
            return Take(1)
        if not action.picks:
            return Ask(among=(1, 2), who=Who.ACTOR, shown=False)
        kept = action.picks[0].piles[0]
        to = (To.OWN_HAND, To.DECK_BOTTOM)
        return Place((To.OWN_SIDE, *(to if kept == 1 else reversed(to))))


BROWSE = Browse(1, "Browse", "Draw two cards, keep one, put the other under the deck.")
VARIANT = Variant(
    name="draw-and-return",
    title="Draw and return",
    summary="One of two drawn cards goes under the deck.",
    sources=("Made up for this test",),
    hand_size=5,
    markers=(
        BROWSE,
        secret(2, 2),
        gift(3, 3),
        reveal(4, 4),
    ),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
