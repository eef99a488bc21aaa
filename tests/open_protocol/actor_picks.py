"""A pick by the acting player, who shows three cards and sets one of them aside."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import PileMarker, To, Variant, Who, hookimpl

from .plain import gift, reveal, secret

SECOND_THOUGHTS = PileMarker(
    3,
    "Second thoughts",
    piles=(1, 1, 1),
    pick=1,
    who=Who.ACTOR,
    picked=To.ASIDE,
    text="Show three cards, then set one of them aside.",
)
VARIANT = Variant(
    name="actor-picks",
    title="The actor picks",
    summary="The acting player shows three cards and sets one of them aside.",
    sources=("Made up for this test",),
    markers=(secret(1, 1), reveal(2, 2), SECOND_THOUGHTS, gift(4, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
