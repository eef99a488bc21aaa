"""Which promise a `PluginError` of the engine breaks, so that the right check reports it."""

from __future__ import annotations

import re
from pathlib import Path
from traceback import walk_tb
from typing import Final, Literal

from attrs import evolve

from ..engine.engine import Engine
from ..engine.faults import Fault
from ..errors import PluginError
from ..model.moves import Layout, Play
from ..model.state import State
from ._subject import Subject

__all__ = ["BLAMED", "broken_promise", "crashed_in", "listed_twice"]

_KIT: Final = str(Path(__file__).parent)
_LIBRARY: Final = str(Path(__file__).parents[1])
_PYTHON: Final = str(Path(re.__file__).parents[1])
_SITE: Final = "site-packages"

BLAMED: Final = (
    (r"places \d+ piles?, but the action has", "conservation"),
    (r"declares \w+=-?\d+, but", "hand-accounting"),
    (r"leaves (player \d with )?\d+ cards? in", "hand-accounting"),
    (r"listed the same play twice", "completeness"),
    (r"listed a play with a card that is not in", "legality"),
    (r"asks about the same pile twice", "legality"),
    (r"without finishing it|did not answer|no play is possible with", "termination"),
    (r"the scoring of .* returned ", "scoring"),
    (r"the (victory|round limit) of .* returned", "outcome"),
    (r"", "protocol"),
)
"""A pattern in the error's text, and the check whose promise is broken; the first match counts."""


def broken_promise(error: BaseException) -> str | None:
    """The ID of the check that reports this error; ``None`` if the check itself is wrong.

    Errors that the engine raises about a plug-in are recognized by their texts. A crash is blamed
    on the code in which it happened: on the plug-in, which must not raise, or on the engine.

    >>> broken_promise(PluginError("marker 1 (Gift) of 'mine' declares cost=1, but …"))
    'hand-accounting'
    """
    if isinstance(error, (PluginError, Fault)):
        text = str(error)
        return next(check for pattern, check in BLAMED if re.search(pattern, text))
    return {"plug-in": "protocol", "engine": "termination", "kit": None}[crashed_in(error)]


def crashed_in(error: BaseException) -> Literal["plug-in", "engine", "kit"]:
    """Whose code raised an error that nobody expected, or called what raised it."""
    found: Literal["plug-in", "engine", "kit"] = "kit"
    for frame, _ in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if file.startswith(_KIT):
            found = "kit"
        elif file.startswith(_LIBRARY) or isinstance(frame.f_locals.get("self"), Engine):
            found = "plug-in" if found == "plug-in" else "engine"
        elif not file.startswith(("<", _PYTHON)) or _SITE in file:
            found = "plug-in"
    return found


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
