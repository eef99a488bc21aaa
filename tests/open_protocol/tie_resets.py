"""A tie that moves the victory marker back to the centre."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import Majority, Variant, hookimpl

from .plain import gift, reveal, secret

VARIANT = Variant(
    name="tie-resets",
    title="Ties reset",
    summary="On a tie, the victory marker goes back to the centre.",
    sources=("Made up for this test",),
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
    scoring=Majority(tie_resets=True),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
