"""What the mini expansions share: rules X1 to X3, and the source of the provisional ones."""

from __future__ import annotations

from typing import Final

SHARED_RULES: Final = {
    "X1": "Do not remove a card in the deal. The deck holds nine cards: eight are drawn during the "
    "round, and one is left over. Nobody has seen it.",
    "X2": "Each player takes one action card. Both cards show the same four actions, numbered 1 to "
    "4. Put the base game's markers back in the box. Action N uses N cards.",
    "X3": "Everything else is as in the base game, except that one card is left in the deck at the "
    "end of the round.",
}

PREVIEW: Final = "Review of a preview copy, whatsericplaying.com, early 2022"
