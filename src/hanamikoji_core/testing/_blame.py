"""Which promise an engine's `PluginError` breaks, so that the right check speaks of it."""

from __future__ import annotations

import re
from traceback import walk_tb
from typing import Final

from attrs import evolve

from .._faults import Fault
from ..errors import PluginError
from ..moves import Layout, Play
from ..state import State
from ._subject import Subject

__all__ = ["BLAMED", "broken_promise", "listed_twice"]

BLAMED: Final = (
    (r"places \d+ piles? with \d+", "conservation"),
    (r"declares \w+ -?\d+, but", "hand-accounting"),
    (r"leaves (player \d with )?\d+ cards? in", "hand-accounting"),
    (r"listed the same play twice", "completeness"),
    (r"listed a play with a card that is not there", "legality"),
    (r"asks about the same pile twice", "legality"),
    (r"did not come to an end|did not answer|no play is possible with", "termination"),
    (r"the scoring of .* answered ", "scoring"),
    (r"the (victory|round limit) of .* (answered|must say)", "outcome"),
    (r"", "protocol"),
)
"""In this order: what the text of the error holds, and the check whose promise that breaks."""


def broken_promise(error: BaseException) -> str | None:
    """The ID of the check that speaks of this error; ``None`` for an error of the engine's own.

    >>> broken_promise(PluginError("marker 1 (Gift) of 'mine' declares cost 1, but …"))
    'hand-accounting'
    """
    if not isinstance(error, (PluginError, Fault)):
        return None
    text = str(error)
    return next(check for pattern, check in BLAMED if re.search(pattern, text))


def listed_twice(subject: Subject, error: BaseException) -> str:
    """Which play is listed twice, and with which hand: the engine's error names no cards."""
    for frame, _ in walk_tb(error.__traceback__):
        state = frame.f_locals.get("state")
        if isinstance(state, State) and state.to_move is not None:
            found = _twice(subject, state, state.to_move)
            if found:
                return f": {found} with the hand {state.hands[state.to_move]}"
    return ""


def _twice(subject: Subject, state: State, player: int) -> str:
    view = subject.engine.observe(evolve(state, to_move=None), player)
    for marker in subject.variant.markers[player]:
        seen: set[Layout] = set()
        for layout in marker.plays(view):
            if layout in seen:
                return str(Play(marker.number, layout))
            seen.add(layout)
    return ""
