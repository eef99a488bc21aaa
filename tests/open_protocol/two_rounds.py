"""A round limit after which the game can be a draw."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import FirstTo, MoreCharm, RoundLimit, Row, Variant, hookimpl

from .plain import gift, reveal, secret

VARIANT = Variant(
    name="two-rounds",
    title="Two rounds",
    summary="A round limit after which the game can be a draw.",
    sources=("Made up for this test",),
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
    row=Row.of(2, 2, 2, 3, 3, 4, 4, cards=(2, 2, 2, 3, 3, 4, 5)),
    victory=FirstTo(charm=11, geisha=5),
    limit=RoundLimit(2, MoreCharm(compare_favors=False)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
