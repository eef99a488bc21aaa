"""Mini expansion 2, "Health": the rules X1 to X3 and M2.1 to M2.4. Provisional.

We have not seen the printed rules. These come from public reviews of a preview copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from ._mini_expansions import PREVIEW, SHARED_RULES

__all__ = ["GIFT", "GIVEAWAY", "INTERCEPT", "MINI_EXPANSION_2", "REVEAL"]

GIVEAWAY = PileMarker(
    1, "Giveaway", piles=(1,), rest=To.THEIR_SIDE_FACE_DOWN, rules=("M2.1",),
    text="Give one card from your hand to your opponent face down. After the round it is revealed "
    "and counts on your opponent's side. You know the card; your opponent may not look at it "
    "before scoring.",
)  # fmt: skip
REVEAL = PileMarker(
    2, "Reveal", piles=(2,), rules=("M2.2",),
    text="Place two cards from your hand face up on your own side.",
)  # fmt: skip
GIFT = PileMarker(
    3, "Gift", piles=(1, 1, 1), pick=2, rules=("M2.3",),
    text="Show three cards from your hand. Your opponent chooses two, which go to their side. The "
    "third goes to your side.",
)  # fmt: skip
INTERCEPT = PileMarker(
    4, "Intercept", piles=(1, 1, 1, 1), pick=2, picked=To.ASIDE, rules=("M2.4",),
    text="Show four cards from your hand. Your opponent chooses two, which are discarded face down "
    "and do not score. Place the other two on your side. Both players know which cards were "
    "discarded.",
)  # fmt: skip

MINI_EXPANSION_2 = Variant(
    name="mini-expansion-2",
    title="Mini expansion 2: Health",
    summary="A secret that scores for your opponent, and an offer that discards cards.",
    removed=0,
    markers=(GIVEAWAY, REVEAL, GIFT, INTERCEPT),
    provisional=True,
    notes=SHARED_RULES,
    sources=(PREVIEW,),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 2."""
    return [MINI_EXPANSION_2]
