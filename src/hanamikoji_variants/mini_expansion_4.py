"""Mini expansion 4, "Serendipity": rules X1 to X3 and M4.1 to M4.4. Provisional.

The printed rules were not at hand; these come from public reviews of a preview copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import (
    Action,
    Layout,
    Marker,
    Observation,
    PileMarker,
    Place,
    Step,
    Take,
    To,
    Variant,
    hookimpl,
)

from ._mini_expansions import PREVIEW, SHARED_RULES

__all__ = ["COMPETITION", "DISCARD", "GIFT", "MINI_EXPANSION_4", "REFERRAL", "Referral"]


class Referral(Marker):
    """One hand card goes under the deck; its top card, which the owner sees, is the secret."""

    hand_only = True
    any_cards = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        """Each hand card can be the one that goes under the deck."""
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        """Take the top card of the deck, then place both."""
        if not action.taken:
            return Take(1, or_fewer=True)
        if not action.taken[0].size:  # An empty deck: the card put under it is its top card.
            return Place((To.OWN_SIDE_FACE_DOWN, To.ASIDE))
        return Place((To.DECK_BOTTOM, To.OWN_SIDE_FACE_DOWN))


REFERRAL = Referral(
    1,
    "Referral",
    "Put one hand card under the deck. Then draw the top card of the deck and place it face down "
    "on your side; it is revealed and scored at the end of the round. You may look at the card "
    "drawn; your opponent sees neither card.",
    rules=("M4.1",),
)
DISCARD = PileMarker(
    2, "Discard", piles=(2,), rest=To.ASIDE, rules=("M4.2",),
    text="Place two hand cards face down; they do not score.",
)  # fmt: skip
COMPETITION = PileMarker(
    3, "Competition", piles=(1, 2), pick=1, rules=("M4.3",),
    text="Show three hand cards, divided by you into a set of one and a set of two. Your opponent "
    "takes one set; you keep the other.",
)  # fmt: skip
GIFT = PileMarker(
    4, "Gift", piles=(1, 1, 1, 1), pick=1, rules=("M4.4",),
    text="Show four hand cards. Your opponent takes one; you keep three.",
)  # fmt: skip

# The one card that is left may be one that a player has put under the deck.
NINTH_CARD = SHARED_RULES["X1"].removesuffix(".") + ", unless an action put it under the deck."

MINI_EXPANSION_4 = Variant(
    name="mini-expansion-4",
    title="Mini expansion 4: Serendipity",
    summary="A secret that is left to chance, and uneven sets.",
    removed=0,
    markers=(REFERRAL, DISCARD, COMPETITION, GIFT),
    provisional=True,
    notes={**SHARED_RULES, "X1": NINTH_CARD},
    sources=(PREVIEW,),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 4."""
    return [MINI_EXPANSION_4]
