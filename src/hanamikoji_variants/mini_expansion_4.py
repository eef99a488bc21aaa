"""Mini expansion 4, "Serendipity": the rules X1 to X3 and M4.1 to M4.4. Provisional.

We have not seen the printed rules. These come from public reviews of a preview copy.
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
    """Puts a hand card under the deck, and the deck's top card face down on the owner's side.

    The owner sees the card that is drawn.
    """

    hand_only = True
    any_cards = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        """One play for each different card in the hand."""
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        """Takes the top card of the deck, then places both cards."""
        if not action.taken:
            return Take(1, or_fewer=True)
        if not action.taken[0].size:  # The deck is empty, so the hand card is its top card.
            return Place((To.OWN_SIDE_FACE_DOWN, To.ASIDE))
        return Place((To.DECK_BOTTOM, To.OWN_SIDE_FACE_DOWN))


REFERRAL = Referral(
    1,
    "Referral",
    "Put one card from your hand at the bottom of the deck. Then draw the top card of the deck and "
    "place it face down on your side. At the end of the round it is revealed and scores. You may "
    "look at the card you drew; your opponent sees neither card.",
    rules=("M4.1",),
)
DISCARD = PileMarker(
    2, "Discard", piles=(2,), rest=To.ASIDE, rules=("M4.2",),
    text="Place two cards from your hand face down. They do not score.",
)  # fmt: skip
COMPETITION = PileMarker(
    3, "Competition", piles=(1, 2), pick=1, rules=("M4.3",),
    text="Show three cards from your hand, divided into a set of one and a set of two. Your "
    "opponent chooses one set, which goes to their side. The other set goes to your side.",
)  # fmt: skip
GIFT = PileMarker(
    4, "Gift", piles=(1, 1, 1, 1), pick=1, rules=("M4.4",),
    text="Show four cards from your hand. Your opponent chooses one, which goes to their side. The "
    "other three go to your side.",
)  # fmt: skip

# The last card in the deck may be one that a player put there.
LAST_CARD = SHARED_RULES["X1"].removesuffix(".") + ", unless an action put it under the deck."

MINI_EXPANSION_4 = Variant(
    name="mini-expansion-4",
    title="Mini expansion 4: Serendipity",
    summary="A secret left to chance, and an offer of uneven sets.",
    removed=0,
    markers=(REFERRAL, DISCARD, COMPETITION, GIFT),
    provisional=True,
    notes={**SHARED_RULES, "X1": LAST_CARD},
    sources=(PREVIEW,),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    """Mini expansion 4."""
    return [MINI_EXPANSION_4]
