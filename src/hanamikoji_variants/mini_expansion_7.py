"""Mini expansion 7, "Wealth and Fortune": the rules X1 to X3 and M7.1 to M7.4. Provisional.

We have not seen the printed rules. These come from public reviews of a preview copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from . import base
from ._mini_expansions import PREVIEW, SHARED_RULES

__all__ = ["COMPETITION", "DISCARD", "GIFT", "MINI_EXPANSION_7", "SECRET"]

SECRET = evolve(base.SECRET, rules=("M7.1", "A1"))
GIFT = PileMarker(
    2, "Gift", piles=(1, 1), pick=1, rules=("M7.2",),
    text="Show two cards from your hand. Your opponent chooses one, which goes to their side. The "
    "other goes to your side.",
)  # fmt: skip
DISCARD = PileMarker(
    3, "Discard", piles=(3,), rest=To.ASIDE, rules=("M7.3",),
    text="Place three cards from your hand face down. They do not score.",
)  # fmt: skip
COMPETITION = evolve(base.COMPETITION, rules=("M7.4", "A4"))

MINI_EXPANSION_7 = Variant(
    name="mini-expansion-7",
    title="Mini expansion 7: Wealth and Fortune",
    summary="A small gift and a large discard.",
    removed=0,
    markers=(SECRET, GIFT, DISCARD, COMPETITION),
    provisional=True,
    notes=SHARED_RULES,
    sources=(PREVIEW,),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 7."""
    return [MINI_EXPANSION_7]
