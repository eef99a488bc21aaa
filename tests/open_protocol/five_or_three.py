"""Rounds with five markers or with three."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import Variant, hookimpl

from .plain import gift, reveal, secret

FIVE = Variant(
    name="five-markers",
    title="Five markers",
    summary="A round with five markers.",
    sources=("Made up for this test",),
    hand_size=5,
    markers=(secret(1, 1), reveal(2, 1), gift(3, 2), gift(4, 3), gift(5, 3)),
)
THREE = Variant(
    name="three-markers",
    title="Three markers",
    summary="A round with three markers.",
    sources=("Made up for this test",),
    markers=(secret(1, 2), gift(2, 3), gift(3, 4)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [FIVE, THREE]
