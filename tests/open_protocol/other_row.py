"""Another row of geisha, in which charm points and numbers of cards differ."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import FirstTo, Row, Variant, hookimpl

from .plain import gift, secret

VARIANT = Variant(
    name="other-row",
    title="Another row",
    summary="Another row of geisha, in which charm points and numbers of cards differ.",
    sources=("Made up for this test",),
    row=Row.of(1, 1, 2, 3, 6, cards=(3, 2, 4, 5, 4)),
    hand_size=4,
    removed=2,
    markers=(secret(1, 2), gift(2, 2), gift(3, 3)),
    victory=FirstTo(charm=8, geisha=4),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
