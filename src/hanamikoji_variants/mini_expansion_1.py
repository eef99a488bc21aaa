"""Mini expansion 1: the opponent chooses blind in action 3, and action 4 has no pairs.

Covers the rules X1 to X3 and M1.1 to M1.4.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from ._mini_expansions import SHARED_RULES

__all__ = ["ACTION_1", "ACTION_2", "ACTION_3", "ACTION_4", "MINI_EXPANSION_1"]

ACTION_1 = PileMarker(
    1, "Action 1", piles=(1,), rest=To.ASIDE, rules=("M1.1",),
    text="Place one card from your hand face down. You may look at it. It takes no part in this "
    "round.",
)  # fmt: skip
ACTION_2 = PileMarker(
    2, "Action 2", piles=(2,), rest=To.OWN_SIDE_FACE_DOWN, rules=("M1.2",),
    text="Place two cards from your hand face down. You may look at them. At the end of the round "
    "they are revealed and score on your side.",
)  # fmt: skip
ACTION_3 = PileMarker(
    3, "Action 3", piles=(1, 1, 1), shown=False, pick=2,
    picked=To.ASIDE, rest=To.OWN_SIDE_FACE_DOWN, rules=("M1.3",),
    text="Place three cards from your hand face down in a row. Without looking, your opponent "
    "points to two of them. These are set aside face down and take no part in this round. The "
    "third card stays face down in front of you, and you may look at it. At the end of the round "
    "it is revealed and scores on your side.",
)  # fmt: skip
ACTION_4 = PileMarker(
    4, "Action 4", piles=(1, 1, 1, 1), pick=2, rules=("M1.4",),
    text="Show four cards from your hand in one row, not in pairs. Your opponent chooses any two, "
    "which go to their side. The other two go to your side.",
)  # fmt: skip

MINI_EXPANSION_1 = Variant(
    name="mini-expansion-1",
    title="Mini expansion 1",
    summary="In action 3 your opponent chooses blind, and action 4 has no pairs.",
    removed=0,
    markers=(ACTION_1, ACTION_2, ACTION_3, ACTION_4),
    notes=SHARED_RULES,
    sources=("Hanamikoji: Mini Expansion #1, official rulebook",),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 1."""
    return [MINI_EXPANSION_1]
