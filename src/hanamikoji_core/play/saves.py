"""Saved games: JSON and transcripts in, out, and never anything that play could not reach.

A save holds how the match began and which moves were made, not the position: reading it plays the
game again, so a text that is accepted is a game that can be played.
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

__all__ = ["MOST_MOVES", "Save", "dump_json", "dump_line", "parse_json", "parse_line", "to_plain"]

FORMAT: Final = "hanamikoji-game"
VERSION: Final = 1
MOST_MOVES: Final = 5_000
"""Moves that one saved game may hold: far more than any real match, few enough to check at once."""

_MOST_TEXT: Final = 1 << 20
_KINDS: Final = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
}


@frozen
class Save:
    """What has to be kept of a game, in plain values; the fields of the JSON text."""

    format: str
    version: int
    variant: str
    seed: int
    first_player: int
    deals: list[str]
    moves: list[str]
    plugin: str = ""
    """Which plug-ins the variant came from; only told if the game cannot be read without them."""


def dump_json(save: Save) -> str:
    """The save as a JSON text."""
    import json

    return json.dumps(to_plain(save), separators=(",", ":"))


def parse_json(text: object) -> Save:
    """The save that a JSON text holds. Raises `DecodeError` with the place of what is wrong."""
    if not isinstance(text, str):
        raise DecodeError(f"not a saved game: it is {type(text).__name__}, not a text")
    _check_length(text)
    import json

    try:
        plain = json.loads(text)
    except RecursionError as error:
        raise DecodeError("not a saved game: the JSON is nested too deeply") from error
    except ValueError as error:
        raise DecodeError(f"not a saved game: no valid JSON ({error})") from error
    if not isinstance(plain, dict):
        raise DecodeError(
            f"not a saved game: the JSON holds {_KINDS.get(type(plain), 'nothing')}, not an object "
            "with the fields of a game"
        )
    try:
        save: Save = _converter().structure(plain, Save)
    except Exception as error:
        raise DecodeError(f"not a saved game: {_first_complaint(error)}") from error
    if save.format != FORMAT:
        raise DecodeError(f"not a saved game: format is not {FORMAT!r}")
    if save.version != VERSION:
        raise DecodeError(
            f"a saved game of version {save.version}; this library reads version {VERSION}"
        )
    return save


_HEAD: Final = re.compile(
    r"hanamikoji (?P<variant>\S+) first=(?P<first>[01]) seed=(?P<seed>[0-9]{1,20})"
    r"(?: deals=(?P<deals>[A-Z,]+))? :(?P<moves>.*)",
    re.ASCII,
)


def dump_line(save: Save) -> str:
    """The save as a transcript."""
    deals = f" deals={','.join(save.deals)}" if save.deals else ""
    head = f"hanamikoji {save.variant} first={save.first_player} seed={save.seed}{deals} :"
    return " ".join([head, *save.moves])


def parse_line(text: object) -> Save:
    """The save that a transcript holds. Raises `DecodeError`."""
    if not isinstance(text, str):
        raise DecodeError(f"not a transcript: it is {type(text).__name__}, not a text")
    _check_length(text)
    found = _HEAD.fullmatch(text.strip())
    if found is None:
        raise DecodeError(
            "not a transcript; it is one line: hanamikoji VARIANT first=0 seed=7 : MOVES"
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
    """Any value of this library as dicts, lists, strings and numbers, ready for JSON.

    Cards become their letters, moves their notation. For sending an `Observation` or the events
    of a game to a client; there is no way back, since a client sends moves and not positions.

    >>> to_plain(Pick((1,))), to_plain(Glimpse(Cards("A"), 3))
    ('/1', {'known': 'A', 'size': 3})
    >>> import json
    >>> json.loads(json.dumps(to_plain(Game.new("base", seed=7).observe(1))))["used"]
    [[], []]
    """
    return _converter().unstructure(value)


def _check_length(text: str) -> None:
    if len(text) > _MOST_TEXT:
        raise DecodeError(f"not a saved game: {len(text):,} characters are too many")


@cache
def _converter() -> Converter:
    # cattrs takes longer to import than the rest of the library, and play does without it.
    from cattrs import Converter

    from ..model.cards import Cards
    from ..model.moves import Move, Pick, Play

    def exactly(kind: type) -> Any:
        def check(value: Any, _: type) -> Any:
            if type(value) is not kind:
                raise ValueError  # cattrs says what was expected, and where.
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
    """A set as JSON can hold it: in one order, a spectator (``None``) last."""
    return sorted(members, key=lambda member: (member is None, member))


def _strings(value: Any, _: type) -> list[str]:
    if type(value) is not list or not all(type(item) is str for item in value):
        raise ValueError
    return value


def _first_complaint(error: BaseException) -> str:
    """The first thing that cattrs found, in one line."""
    from cattrs import transform_error

    return transform_error(error, path="game")[0]
