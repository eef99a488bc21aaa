"""Mini expansion 7, "Wealth and Fortune": rules X1 to X3 and M7.1 to M7.4. Provisional.

The printed rules were not at hand; these come from public reviews of a preview copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from .base import COMPETITION, SECRET

GIFT = PileMarker(
    2,
    "Gift",
    piles=(1, 1),
    pick=1,
    text="Show two hand cards. Your opponent takes one; you keep the other.",
    rules=("M7.2",),
)
DISCARD = PileMarker(
    3,
    "Discard",
    piles=(3,),
    rest=To.ASIDE,
    text="Place three hand cards face down; they do not score.",
    rules=("M7.3",),
)

MINI_EXPANSION_7 = Variant(
    name="mini-expansion-7",
    title="Mini expansion 7: Wealth and Fortune",
    summary="A small gift and a large discard.",
    removed=0,
    markers=(
        evolve(SECRET, rules=("M7.1", "A1")),
        GIFT,
        DISCARD,
        evolve(COMPETITION, rules=("M7.4", "A4")),
    ),
    provisional=True,
    notes={
        "X1": "No card is removed in the deal: the deck holds nine cards, eight are drawn in a "
        "round, and one stays undrawn and unseen.",
        "X2": "Both players use the same action card, with four actions numbered 1 to 4; the "
        "base markers are put away. Action N uses N cards.",
        "X3": "Everything else is as in the base game.",
    },
    sources=("Review of a preview copy, whatsericplaying.com, early 2022",),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 7."""
    return [MINI_EXPANSION_7]
