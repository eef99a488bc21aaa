"""Hints for the engine's complaints about a plug-in: how to correct each."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["hint_for"]

_COUNT: Final = (
    "set cost, gives and draws to the numbers of cards that every play of the marker moves; a "
    "card that returns to the hand reduces the cost"
)

_HINTS: Final = (
    (
        r"no play is possible with",
        "list at least one play for every hand of that size; if the hand has the wrong size, "
        "correct the cost, gives or draws of a marker",
    ),
    (r"declares \w+=-?\d+, but|leaves .* in (hand|the deck)", _COUNT),
    (
        r"places \d+ piles?, but the action has",
        "name one destination in Place.to for each of action.piles, even if two piles are equal",
    ),
    (r"listed the same play twice", "list each layout once; combinations yields equal cards once"),
    (
        r"listed a play with a card that is not in",
        "list only cards of view.hand, or of the places in origins",
    ),
    (r"listed a play of \d+ piles?, but has", "give origins one entry for each pile of a play"),
    (r"in origins; use a Take", "take cards from the deck or from another hand with Take, in step"),
    (
        r"asks about the same pile twice",
        "name each pile once in among",
    ),
    (
        r"asks about piles that do not exist",
        "use indexes of action.piles in among, starting at 0",
    ),
    (r"asks for .* of \d+ piles?", "set pick to at least 1, and at most the number of piles"),
    (r"from step, not an Ask", "return an Ask, a Take or a Place on every path through step"),
    (r"without finishing it", "return Place from step once enough cards were taken"),
    (r"did not answer", "look for an endless loop, or for work that takes too long"),
    (
        r"puts a pile of \d+ cards into the deck",
        "lay out the cards for the deck as piles of one card",
    ),
    (r"the round limit of .* returned None", "return Outcome(None, reason) for a draw"),
    (
        r"the (victory|round limit) of .* returned",
        "return an Outcome, or None to play on",
    ),
    (r"the scoring of .* returned", "return a tuple with 0, 1 or None for each geisha of end.row"),
)
"""A pattern in the error's text, and the hint; the first match counts."""


def hint_for(text: str) -> str:
    """The hint for this complaint of the engine; empty if its text is enough.

    >>> hint_for("marker 3 (Gift) of 'mine' asks about the same pile twice")
    'name each pile once in among'
    """
    return next((hint for pattern, hint in _HINTS if re.search(pattern, text)), "")
