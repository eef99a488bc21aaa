"""Reads and writes saved games, as JSON and as transcripts.

A saved game contains the setup and the moves, but no position. Loading it replays the moves, so
only games that can really be played are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ..errors import DecodeError

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = [
    "MOST_MOVES",
    "Save",
    "dump_json",
    "dump_transcript",
    "parse_json",
    "parse_transcript",
    "to_plain",
]

FORMAT: Final = "hanamikoji-game"
VERSION: Final = 1
MOST_MOVES: Final = 5_000
"""The limit for a saved game: far more than any real match, and still quick to replay."""

_MAX_LENGTH: Final = 1 << 20
_JSON_TYPES: Final = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
}


@frozen
class Save:
    """A saved game in plain values: the fields of the JSON object."""

    format: str
    version: int
    variant: str
    seed: int
    first_player: int
    deals: list[str]
    moves: list[str]
    plugin: str = ""
    """The plug-ins of the variant. Used only in an error message if the game cannot be loaded."""


def dump_json(save: Save) -> str:
    """Write a saved game as JSON."""
    import json

    return json.dumps(to_plain(save), separators=(",", ":"))


def parse_json(text: object) -> Save:
    """Read a saved game from JSON. Raises `DecodeError` with the place of the error."""
    if not isinstance(text, str):
        raise DecodeError(f"not a saved game: expected a string, got {type(text).__name__}")
    _check_length(text)
    import json

    try:
        plain = json.loads(text)
    except RecursionError as error:
        raise DecodeError("not a saved game: the JSON is nested too deeply") from error
    except ValueError as error:
        raise DecodeError(f"not a saved game: invalid JSON ({error})") from error
    if not isinstance(plain, dict):
        raise DecodeError(
            f"not a saved game: the JSON holds {_JSON_TYPES.get(type(plain), 'nothing')}, not an "
            "object with the fields of a game"
        )
    try:
        save: Save = _converter().structure(plain, Save)
    except Exception as error:
        raise DecodeError(f"not a saved game: {_first_error(error)}") from error
    if save.format != FORMAT:
        raise DecodeError(f"not a saved game: format is not {FORMAT!r}")
    if save.version != VERSION:
        raise DecodeError(
            f"this saved game has version {save.version}; this library reads version {VERSION}"
        )
    return save


_TRANSCRIPT: Final = re.compile(
    r"hanamikoji (?P<variant>\S+) first=(?P<first>[01]) seed=(?P<seed>[0-9]{1,20})"
    r"(?: deals=(?P<deals>[A-Z,]+))? :(?P<moves>.*)",
    re.ASCII,
)


def dump_transcript(save: Save) -> str:
    """Write a saved game as a transcript."""
    deals = f" deals={','.join(save.deals)}" if save.deals else ""
    head = f"hanamikoji {save.variant} first={save.first_player} seed={save.seed}{deals} :"
    return " ".join([head, *save.moves])


def parse_transcript(text: object) -> Save:
    """Read a saved game from a transcript. Raises `DecodeError`."""
    if not isinstance(text, str):
        raise DecodeError(f"not a transcript: expected a string, got {type(text).__name__}")
    _check_length(text)
    found = _TRANSCRIPT.fullmatch(text.strip())
    if found is None:
        raise DecodeError(
            "not a transcript; expected one line like: hanamikoji VARIANT first=0 seed=7 : MOVES"
        )
    return Save(
        FORMAT,
        VERSION,
        found["variant"],
        int(found["seed"]),
        int(found["first"]),
        found["deals"].split(",") if found["deals"] else [],
        found["moves"].split(),
    )


def to_plain(value: Any) -> Any:
    """Convert any value of this library to dicts, lists, strings and numbers, ready for JSON.

    Cards become letters, and moves become their notation. Use it to send an `Observation` or events
    to a client. There is no inverse, because a client sends moves and not positions.

    >>> to_plain(Pick((1,))), to_plain(Glimpse(Cards("A"), 3))
    ('/1', {'known': 'A', 'size': 3})
    >>> import json
    >>> json.loads(json.dumps(to_plain(Game.new("base", seed=7).observe(1))))["used"]
    [[], []]
    """
    return _converter().unstructure(value)


def _check_length(text: str) -> None:
    if len(text) > _MAX_LENGTH:
        raise DecodeError(f"not a saved game: {len(text):,} characters is too long")


@cache
def _converter() -> Converter:
    # cattrs takes longer to import than the rest of the library, and play does not need it.
    from cattrs import Converter

    from ..model.cards import Cards
    from ..model.moves import Move, Pick, Play

    def exactly(kind: type) -> Any:
        def check(value: Any, _: type) -> Any:
            if type(value) is not kind:
                raise ValueError  # cattrs adds the expected type and the place.
            return value

        return check

    converter = Converter(
        forbid_extra_keys=True, unstruct_collection_overrides={frozenset: _sorted}
    )
    for kind in (int, str):
        converter.register_structure_hook(kind, exactly(kind))
    converter.register_structure_hook_func(lambda kind: kind == list[str], _strings)
    for text in (Cards, Play, Pick, Move):
        converter.register_unstructure_hook(text, str)
    return converter


def _sorted(members: Iterable[int | None]) -> list[int | None]:
    """A set as a sorted list, with a spectator (``None``) last."""
    return sorted(members, key=lambda member: (member is None, member))


def _strings(value: Any, _: type) -> list[str]:
    if type(value) is not list or not all(type(item) is str for item in value):
        raise ValueError
    return value


def _first_error(error: BaseException) -> str:
    """The first error that cattrs found, in one line."""
    from cattrs import transform_error

    return transform_error(error, path="game")[0]
