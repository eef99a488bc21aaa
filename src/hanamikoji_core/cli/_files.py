"""Saved games on disk: JSON or the one-line transcript."""

from __future__ import annotations

import codecs
import os
import re
import secrets
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from ..errors import DecodeError, HanamikojiError
from ..play.game import Game
from ..play.saves import parse_json, parse_transcript
from ..wording import number_of, told

__all__ = ["Saved", "check_target", "read_game", "write_game"]

_MOST_BYTES = 1 << 22
_QUOTED = re.compile(r"^(?:E\s+)?(?:  (?:other )?game|game:) *(hanamikoji .*)$", re.MULTILINE)
"""The transcript in a ruling or in a failing example of the kit."""
_TRIED = re.compile(r"^(?:E\s+)?  (?:other )?move +(\S+)$", re.MULTILINE)
"""In a ruling, the move that was examined."""
_RULING = re.compile(r"^(?:E\s+)?  happened +\S", re.MULTILINE)
"""A line of every ruling."""
_WORD = re.compile(r":|[a-z]+=\S+|[1-9][0-9]*[A-Z-]*|/[0-9,]+")
"""A word of a transcript that is wrapped over several lines."""
_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What some programs write in front of a text, and how the text is then to be read."""


@frozen
class Saved:
    """The game in a file, the move that a ruling examined after it, and what was not read."""

    game: Game
    tried: str = ""
    note: str = ""


def read_game(name: str) -> Saved:
    """The game in a file; ``-`` is standard input. Raises `DecodeError` or `OSError`."""
    text = _text(name)
    try:
        return _found(text)
    except DecodeError as error:
        raise DecodeError(f"{name}: {error}") from error


def _found(text: str) -> Saved:
    quoted = _QUOTED.search(text)
    if quoted is not None:
        tried = _TRIED.search(text)
        return Saved(Game.from_transcript(quoted[1]), tried[1] if tried is not None else "")
    if _RULING.search(text) is not None:
        raise DecodeError("this ruling is about the variant itself, so there is no game in it")
    line, before = _joined(text)
    if not line:
        return Saved(Game.from_json(text))
    count = number_of(before, "line")
    note = f"{count} before the transcript {'was' if before == 1 else 'were'} not read"
    return Saved(Game.from_transcript(line), note=note if before else "")


def _joined(text: str) -> tuple[str, int]:
    """The transcript in a text in one line, if there is one, and how many lines precede it.

    Raises `DecodeError` if anything follows that is not part of it.
    """
    lines = [line.strip() for line in text.splitlines()]
    start = next((n for n, line in enumerate(lines) if line.startswith("hanamikoji ")), None)
    if start is None:
        return "", 0
    for number, line in enumerate(lines[start + 1 :], start + 2):
        if line.startswith("hanamikoji "):
            raise DecodeError(
                f"a second game begins in line {number}; put each game in a separate file"
            )
        odd = next((word for word in line.split() if _WORD.fullmatch(word) is None), None)
        if odd is not None:
            raise DecodeError(
                f"line {number} does not continue the transcript: {told(odd)} is no part of one"
            )
    return " ".join(filter(None, lines[start:])), sum(map(bool, lines[:start]))


def _text(name: str) -> str:
    if name != "-":
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    elif sys.stdin is None:
        raise DecodeError("standard input is closed, so there is no game to read")
    else:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise DecodeError(f"{name} is no saved game: it is too long")
    encoding = next((codec for mark, codec in _ENCODINGS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DecodeError(
            f"{name} is no saved game: it is no {error.encoding} text ({error.reason})"
        ) from error


def check_target(name: str, *, force: bool = False) -> None:
    """Refuse to save over something that is no saved game, unless it is a file and `force` is set.

    Raises `HanamikojiError` or `OSError`.
    """
    path = Path(name)
    if not path.exists():
        return
    if not path.is_file():
        raise HanamikojiError(f"{name} is no ordinary file; name another one to save in")
    if not force and not _is_saved_game(name):
        raise HanamikojiError(
            f"{name} is there already and is no saved game, so it is left as it is; "
            "name another file, or add --force"
        )


def _is_saved_game(name: str) -> bool:
    """Whether a file holds a saved game and nothing else, or nothing at all."""
    try:
        text = _text(name)
        line, before = _joined(text)
        if line:
            parse_transcript(line)
        elif text.strip():
            parse_json(text)
    except DecodeError:
        return False
    return not before


def write_game(game: Game, name: str) -> None:
    """Save as JSON if the name ends so, otherwise as a transcript. Raises `OSError`.

    The file is complete at every moment: the game is written into a new one, which then takes its
    place.
    """
    text = game.to_json() if name.lower().endswith(".json") else game.to_transcript()
    target = Path(os.path.realpath(name))
    new = target.with_name(f".hanamikoji-{secrets.token_hex(8)}")
    try:
        with new.open("x", encoding="utf-8") as file:
            file.write(f"{text}\n")
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, new)
        new.replace(target)
    except BaseException as error:
        with suppress(OSError):
            new.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, name) from error
        raise
