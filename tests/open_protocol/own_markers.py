"""Different markers for each player: four for player 0 and three for player 1."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import Variant, hookimpl

from .plain import gift, reveal, secret

VARIANT = Variant(
    name="own-markers",
    title="Own markers",
    summary="Four for player 0, three for player 1.",
    sources=("Made up for this test",),
    symmetric=False,
    markers=(
        (secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
        (gift(1, 2), gift(2, 3), secret(7, 4)),
    ),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
