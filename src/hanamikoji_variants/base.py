"""The base game: the four action markers, and how a round is dealt, scored and won.

Covers the rules S, D, T, A, P, V and U.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import FirstTo, Majority, PileMarker, Row, To, Variant, hookimpl

__all__ = ["BASE", "COMPETITION", "GIFT", "SECRET", "TRADE_OFF"]

SECRET = PileMarker(
    1, "Secret", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN, rules=("A1",),
    text="Place one card from your hand face down. It is revealed in scoring and then counts on "
    "your side. You may look at it at any time; your opponent may not.",
)  # fmt: skip
TRADE_OFF = PileMarker(
    2, "Trade-off", piles=(2,), rest=To.ASIDE, rules=("A2",),
    text="Place two cards from your hand face down. They do not score this round. "
    "You may look at them at any time; your opponent may not.",
)  # fmt: skip
GIFT = PileMarker(
    3, "Gift", piles=(1, 1, 1), pick=1, rules=("A3", "A5"),
    text="Show three cards from your hand. Your opponent chooses one, which goes to their side. "
    "The other two go to your side.",
)  # fmt: skip
COMPETITION = PileMarker(
    4, "Competition", piles=(2, 2), pick=1, rules=("A4", "A5"),
    text="Show four cards from your hand, divided into two pairs. Your opponent chooses one pair, "
    "which goes to their side. The other pair goes to your side.",
)  # fmt: skip

BASE = Variant(
    name="base",
    title="Hanamikoji",
    summary="Win the favor of four geisha, or of geisha worth 11 charm points in all.",
    row=Row.of(2, 2, 2, 3, 3, 4, 5),
    removed=1,
    hand_size=6,
    markers=(SECRET, TRADE_OFF, GIFT, COMPETITION),
    scoring=Majority(),
    victory=FirstTo(charm=11, geisha=4),
    sources=("Hanamikoji, official rulebook (EmperorS4), English edition",),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """The base game."""
    return [BASE]
