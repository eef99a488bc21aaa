"""Two picks in one action: the opponent takes a card, then the actor sets one aside."""

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
    To,
    Variant,
    Who,
    hookimpl,
)

from .plain import gift, reveal, secret


class GiveAndBurn(Marker):
    cost = 3
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        for three in view.hand.combinations(3):
            for one in three.combinations(1):
                for two in (three - one).combinations(1):
                    if str(one) <= str(two):
                        last = three - one - two
                        if str(two) <= str(last):
                            yield one, two, last

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=str))

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        (taken,) = action.picks[0].piles
        if len(action.picks) == 1:
            return Ask(among=tuple(i for i in range(3) if i != taken), who=Who.ACTOR)
        (burnt,) = action.picks[1].piles
        to = {taken: To.THEIR_SIDE, burnt: To.ASIDE}
        return Place(tuple(to.get(i, To.OWN_SIDE) for i in range(3)))


VARIANT = Variant(
    name="two-picks",
    title="Two picks",
    summary="The opponent takes a card, then the actor sets one aside.",
    sources=("Made up for this test",),
    markers=(secret(1, 1), reveal(2, 2), GiveAndBurn(3, "Give and burn", "Two."), gift(4, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
