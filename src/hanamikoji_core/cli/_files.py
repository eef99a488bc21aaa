"""Saved games on disk: JSON or the one-line transcript."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ..errors import DecodeError
from ..game import Game

__all__ = ["read_game", "write_game"]

_MOST_BYTES = 1 << 22
_LINE = re.compile(r"^(?:  game)? *(hanamikoji .*)$", re.MULTILINE)
"""A transcript: the only line, or the one of a ruling of the conformance kit."""


def read_game(name: str) -> Game:
    """The game in a file; ``-`` is standard input. Raises `DecodeError` or `OSError`."""
    if name == "-":
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise DecodeError(f"{name} is no saved game: it is too long")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DecodeError(
            f"{name} is no saved game: it is no UTF-8 text ({error.reason})"
        ) from error
    try:
        found = _LINE.search(text)
        return Game.from_json(text) if found is None else Game.from_transcript(found[1])
    except DecodeError as error:
        raise DecodeError(f"{name}: {error}") from error


def write_game(game: Game, name: str) -> None:
    """Save as JSON where the name ends so, otherwise as a transcript. Raises `OSError`."""
    text = game.to_json() if name.lower().endswith(".json") else game.to_transcript()
    Path(name).write_text(text + "\n", encoding="utf-8")
