"""How to mend what the engine refuses: a hint for each of its complaints about a plug-in."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["hint_for"]

_COUNT: Final = (
    "let cost, gives and draws be the numbers that every play of the marker moves; a card that "
    "comes back into the hand makes the cost smaller"
)

_HINTS: Final = (
    (
        r"no play is possible with",
        "let plays list something for every hand of that size; or, if the hand has another size "
        "than it should, correct the cost, gives or draws that a marker declares",
    ),
    (r"declares \w+ -?\d+, but|leaves .* in (hand|the deck)", _COUNT),
    (
        r"places \d+ piles? with \d+",
        "let Place.to name one destination for each of action.piles, also if two piles are equal",
    ),
    (r"listed the same play twice", "list each layout once; combinations gives equal cards once"),
    (
        r"listed a play with a card that is not there",
        "list only cards of view.hand, or of the places that origins names",
    ),
    (r"listed a play of \d+ piles?, but has", "give origins one entry for each pile of a play"),
    (r"plays cards from", "take cards from the deck or from another hand with Take, in step"),
    (
        r"asks about the same pile twice",
        "let among name each pile once",
    ),
    (
        r"asks about piles that are not among",
        "let among hold indexes of action.piles, which begin with 0",
    ),
    (r"asks for .* of \d+ piles?", "let pick be at least 1, and at most the number of piles asked"),
    (r"answered step with", "let step return an Ask, a Take or a Place on every path through it"),
    (r"did not come to an end", "let step answer Place once enough cards were taken"),
    (r"did not answer", "look for a loop without an end, or for work that takes too long"),
    (r"into the deck as one pile", "lay out the cards for the deck one to a pile"),
    (r"the round limit of .* answered None", "answer Outcome(None, reason) for a draw"),
    (
        r"the (victory|round limit) of .* answered",
        "return an Outcome, or None to play on",
    ),
    (r"the scoring of .* answered", "return a tuple with 0, 1 or None for each geisha of end.row"),
)
"""In this order: what the text of the error holds, and what to do."""


def hint_for(text: str) -> str:
    """What to do about this complaint of the engine; empty if its text says it all.

    >>> hint_for("marker 3 (Gift) of 'mine' asks about the same pile twice")
    'let among name each pile once'
    """
    return next((hint for pattern, hint in _HINTS if re.search(pattern, text)), "")
