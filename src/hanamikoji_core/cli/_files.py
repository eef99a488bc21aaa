"""Saved games on disk: JSON or the one-line transcript."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ..errors import DecodeError
from ..game import Game

__all__ = ["read_game", "read_ruling", "write_game"]

_MOST_BYTES = 1 << 22
_LINE = re.compile(r"^(?:E\s+)?(?:  (?:other )?game|game:)? *(hanamikoji .*)$", re.MULTILINE)
"""A transcript: the only line, or the first of a ruling or of a failing example of the kit."""
_TRIED = re.compile(r"^(?:E\s+)?  (?:other )?move +(\S+)$", re.MULTILINE)
"""In a ruling, the move that was examined."""
_RULING = re.compile(r"^(?:E\s+)?  happened +\S", re.MULTILINE)
"""A line of every ruling."""


def read_game(name: str) -> Game:
    """The game in a file; ``-`` is standard input. Raises `DecodeError` or `OSError`."""
    return _game(name, _text(name))


def read_ruling(name: str) -> tuple[Game, str]:
    """The game in a file and, if it is a ruling, the move that was examined after it."""
    text = _text(name)
    tried = _TRIED.search(text)
    return _game(name, text), tried[1] if tried is not None else ""


def _text(name: str) -> str:
    if name == "-":
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise DecodeError(f"{name} is no saved game: it is too long")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DecodeError(
            f"{name} is no saved game: it is no UTF-8 text ({error.reason})"
        ) from error


def _game(name: str, text: str) -> Game:
    try:
        found = _LINE.search(text)
        if found is None and _RULING.search(text) is not None:
            raise DecodeError("this ruling is about the variant itself, so there is no game in it")
        return Game.from_json(text) if found is None else Game.from_transcript(found[1])
    except DecodeError as error:
        raise DecodeError(f"{name}: {error}") from error


def write_game(game: Game, name: str) -> None:
    """Save as JSON where the name ends so, otherwise as a transcript. Raises `OSError`."""
    text = game.to_json() if name.lower().endswith(".json") else game.to_transcript()
    Path(name).write_text(text + "\n", encoding="utf-8")
