"""What the mini expansions share: rules X1 to X3, and the source of the provisional ones."""

from __future__ import annotations

from typing import Final

SHARED_RULES: Final = {
    "X1": "No card is removed in the deal: the deck holds nine cards, eight are drawn in a round, "
    "and one stays undrawn and unseen.",
    "X2": "Both players use the same action card, with four actions numbered 1 to 4; the base "
    "markers are put away. Action N uses N cards.",
    "X3": "Everything else is as in the base game.",
}

PREVIEW: Final = "Review of a preview copy, whatsericplaying.com, early 2022"
