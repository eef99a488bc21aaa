"""Another victory condition, with a draw of its own: three geisha side by side."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from hanamikoji_core import Outcome, RoundEnd, Variant, hookimpl

from .plain import gift, reveal, secret


@frozen
class Neighbours:
    text: str = "Three geisha side by side win; if both players have them, it is a draw."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        threes = list(zip(end.favor, end.favor[1:], end.favor[2:], strict=False))
        winners = [player for player in (0, 1) if (player,) * 3 in threes]
        if len(winners) == 2:
            return Outcome(None, "three neighbours each")
        return Outcome(winners[0], "three neighbours") if winners else None


VARIANT = Variant(
    name="neighbours",
    title="Neighbours",
    summary="Three geisha side by side.",
    sources=("Made up for this test",),
    relabelling=False,  # Its rule goes by the place of a geisha, not by her charm.
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
    victory=Neighbours(),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
