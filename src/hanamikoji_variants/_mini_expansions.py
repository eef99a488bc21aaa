"""What the mini expansions share: rules X1 to X3, and the source of the provisional ones."""

from __future__ import annotations

from typing import Final

SHARED_RULES: Final = {
    "X1": "No card is removed in the deal: the deck holds nine cards, eight are drawn in a round, "
    "and one is left undrawn. Nobody has seen it.",
    "X2": "Each player takes one action card; both are alike, with four actions numbered 1 to 4. "
    "The base game's markers go into the box. Action N uses N cards.",
    "X3": "Everything else is as in the base game, except that one card is left in the deck when "
    "the round ends.",
}

PREVIEW: Final = "Review of a preview copy, whatsericplaying.com, early 2022"
