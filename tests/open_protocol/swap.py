"""A random card: exchange a hand card for a random one of the opponent's."""

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
    Take,
    To,
    Variant,
    hookimpl,
)

from .plain import gift, reveal, secret


class Swap(Marker):
    cost = 0
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND)
        if not action.taken[0].size:
            return Place(
                (To.OWN_HAND, To.ASIDE)
            )  # The opponent's hand is empty, so the card comes back.
        return Place((To.THEIR_HAND, To.OWN_HAND))


SWAP = Swap(1, "Swap", "Exchange a card for a random one of your opponent's hand.")
VARIANT = Variant(
    name="swap",
    title="Swap",
    summary="Exchange a hand card for a random one of the opponent's.",
    sources=("Made up for this test",),
    hand_size=5,
    markers=(SWAP, secret(2, 2), gift(3, 3), reveal(4, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
