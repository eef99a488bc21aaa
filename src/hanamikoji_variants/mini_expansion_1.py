"""Mini expansion 1: the opponent picks blind in action 3, and action 4 has no pairs.

Rules X1 to X3 and M1.1 to M1.4; read it beside the printed rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import PileMarker, To, Variant, hookimpl

from ._mini_expansions import SHARED_RULES

__all__ = ["ACTION_1", "ACTION_2", "ACTION_3", "ACTION_4", "MINI_EXPANSION_1"]

ACTION_1 = PileMarker(
    1, "Action 1", piles=(1,), rest=To.ASIDE, rules=("M1.1",),
    text="Place one hand card face down. You may look at it. It does not take part in this round.",
)  # fmt: skip
ACTION_2 = PileMarker(
    2, "Action 2", piles=(2,), rest=To.OWN_SIDE_FACE_DOWN, rules=("M1.2",),
    text="Place two hand cards face down. You may look at them. They are revealed at the end of "
    "the round and score on your side.",
)  # fmt: skip
ACTION_3 = PileMarker(
    3, "Action 3", piles=(1, 1, 1), shown=False, pick=2,
    picked=To.ASIDE, rest=To.OWN_SIDE_FACE_DOWN, rules=("M1.3",),
    text="Place three hand cards face down in a row. Your opponent, without looking, points to "
    "two of them; these are set aside face down and do not take part in this round. The "
    "remaining card stays face down before you; you may look at it. It is revealed at the end "
    "of the round and scores on your side.",
)  # fmt: skip
ACTION_4 = PileMarker(
    4, "Action 4", piles=(1, 1, 1, 1), pick=2, rules=("M1.4",),
    text="Show four hand cards in one row, not in pairs. Your opponent takes any two to their "
    "side; the other two go to your side.",
)  # fmt: skip

MINI_EXPANSION_1 = Variant(
    name="mini-expansion-1",
    title="Mini expansion 1",
    summary="No card is removed; action 3 is picked blind, action 4 has no pairs.",
    removed=0,
    markers=(ACTION_1, ACTION_2, ACTION_3, ACTION_4),
    notes=SHARED_RULES,
    sources=("Hanamikoji: Mini Expansion #1, official rulebook",),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 1."""
    return [MINI_EXPANSION_1]
