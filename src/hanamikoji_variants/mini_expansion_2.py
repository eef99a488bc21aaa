"""Mini expansion 2, "Health": rules X1 to X3 and M2.1 to M2.4. Provisional.

The printed rules were not at hand; these come from public reviews of a preview copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from ._mini_expansions import PREVIEW, SHARED_RULES

__all__ = ["GIFT", "GIVEAWAY", "INTERCEPT", "MINI_EXPANSION_2", "REVEAL"]

GIVEAWAY = PileMarker(
    1, "Giveaway", piles=(1,), rest=To.THEIR_SIDE_FACE_DOWN, rules=("M2.1",),
    text="Give one hand card to your opponent face down. It is revealed after the round and "
    "counts on your opponent's side. You know it; your opponent does not look at it before "
    "scoring.",
)  # fmt: skip
REVEAL = PileMarker(
    2, "Reveal", piles=(2,), rules=("M2.2",),
    text="Place two hand cards face up on your own side.",
)  # fmt: skip
GIFT = PileMarker(
    3, "Gift", piles=(1, 1, 1), pick=2, rules=("M2.3",),
    text="Show three hand cards. Your opponent takes two to their side; one stays on yours.",
)  # fmt: skip
INTERCEPT = PileMarker(
    4, "Intercept", piles=(1, 1, 1, 1), pick=2, picked=To.ASIDE, rules=("M2.4",),
    text="Show four hand cards. Your opponent chooses two, which are discarded face down and do "
    "not score; you place the other two on your side. Both of you know which were discarded.",
)  # fmt: skip

MINI_EXPANSION_2 = Variant(
    name="mini-expansion-2",
    title="Mini expansion 2: Health",
    summary="A secret for the other side, and an offer that destroys cards.",
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
