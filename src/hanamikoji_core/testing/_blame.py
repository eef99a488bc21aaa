"""Which promise an engine's `PluginError` breaks, so that the right check speaks of it."""

from __future__ import annotations

import re
from typing import Final

from .._faults import Fault
from ..errors import PluginError

__all__ = ["BLAMED", "broken_promise"]

BLAMED: Final = (
    (r"places \d+ piles, but \d+", "conservation"),
    (r"declares \w+ -?\d+, but", "hand-accounting"),
    (r"leaves (player \d with )?\d+ cards in", "hand-accounting"),
    (r"listed the same play twice", "completeness"),
    (r"listed a play with a card that is not there", "legality"),
    (r"asks about the same pile twice", "legality"),
    (r"did not come to an end|did not answer|no play is possible with", "termination"),
    (r"the scoring of .* answered ", "scoring"),
    (r"the (victory|round limit) of .* (answered|must say)", "outcome"),
    (r"", "protocol"),
)
"""In this order: what the text of the error holds, and the check whose promise that breaks."""


def broken_promise(error: Exception) -> str | None:
    """The ID of the check that speaks of this error; ``None`` for an error of the engine's own.

    >>> broken_promise(PluginError("marker 1 (Gift) of 'mine' declares cost 1, but …"))
    'hand-accounting'
    """
    if not isinstance(error, (PluginError, Fault)):
        return None
    text = str(error)
    return next(check for pattern, check in BLAMED if re.search(pattern, text))
