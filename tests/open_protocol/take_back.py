"""Taking back a placed card: exchange a hand card for one on the own side."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import (
    Action,
    From,
    Layout,
    Marker,
    Observation,
    Place,
    Step,
    To,
    Variant,
    hookimpl,
)

from .plain import gift, reveal, secret


class TakeBack(Marker):
    """Cannot be used before a card lies on the own side, so another marker must come first."""

    cost = 0
    origins = (From.OWN_SIDE, From.HAND)

    def plays(self, view: Observation) -> Iterable[Layout]:
        side = view.placed[view.viewer or 0]
        return [(back, on) for back in side.combinations(1) for on in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_HAND, To.OWN_SIDE))


TAKE_BACK = TakeBack(1, "Take back", "Exchange a card of your side for one of your hand.")
VARIANT = Variant(
    name="take-back",
    title="Take back",
    summary="Exchange a hand card for one on the own side.",
    sources=("Made up for this test",),
    hand_size=5,
    markers=(TAKE_BACK, secret(2, 2), gift(3, 3), reveal(4, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
