"""A play whose legality depends on the table: match a card that lies face up."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import Action, Layout, Marker, Observation, Place, Step, To, Variant, hookimpl

from .plain import gift, reveal


class Follow(Marker):
    def plays(self, view: Observation) -> Iterable[Layout]:
        ones = view.hand.combinations(1)
        seen = view.placed[0] + view.placed[1]
        following = [card for card in ones if card <= seen]
        return [(card,) for card in following or ones]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,))


VARIANT = Variant(
    name="follow",
    title="Follow",
    summary="If possible, match a card that lies face up.",
    sources=("Made up for this test",),
    markers=(Follow(1, "Follow", "Match a placed card."), reveal(2, 2), gift(3, 3), gift(4, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
