"""Another victory condition, which can be a draw: three adjacent geisha."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from hanamikoji_core import Outcome, RoundEnd, Variant, hookimpl

from .plain import gift, reveal, secret


@frozen
class Neighbours:
    text: str = "Three adjacent geisha win. If both players have them, the game is a draw."
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
    summary="Three adjacent geisha win.",
    sources=("Made up for this test",),
    relabelling=False,  # The rule depends on the position of a geisha, not only on her charm.
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), gift(4, 4)),
    victory=Neighbours(),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
