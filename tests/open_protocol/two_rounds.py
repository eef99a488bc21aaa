"""A round limit after which the game may be a draw."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import MoreCharm, RoundLimit, Variant, hookimpl

from .plain import gift, reveal, secret

VARIANT = Variant(
    name="two-rounds",
    title="Two rounds",
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
    limit=RoundLimit(2, MoreCharm(compare_favors=False)),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
