"""Values, counts and exceptions as messages show them."""

from __future__ import annotations

import os
from typing import Final

_MOST = 40


_MOST_SAID: Final = 300


_LIBRARY: Final = os.path.dirname(__file__)


_STANDARD: Final = os.path.dirname(os.__file__)


def told(value: object) -> str:
    """A value from outside as an error message can show it: short, whatever it is."""
    try:
        text = repr(value)
    except Exception:
        return f"something of type {type(value).__name__}"
    return text if len(text) <= _MOST else f"{text[: _MOST - 3]}..."


def said(error: BaseException) -> str:
    """An exception that a plug-in raised while it was loaded: its text, and where it was raised.

    >>> said(KeyError("tea"))
    "KeyError: 'tea'"
    """
    try:
        text = str(error)[:_MOST_SAID]
    except (Exception, SystemExit):
        text = ""
    place = _raised_at(error)
    return f"{type(error).__name__}{text and f': {text}'}{place and f', in {place}'}"


def _raised_at(error: BaseException) -> str:
    """The last line of a plug-in that was reached, such as "tea_house/__init__.py, line 12"."""
    from traceback import walk_tb

    found = ""
    for frame, line in walk_tb(error.__traceback__):
        path = frame.f_code.co_filename
        standard = path.startswith(_STANDARD) and "-packages" not in path
        if not (standard or path.startswith((_LIBRARY, "<"))):
            found = f"{'/'.join(path.split(os.sep)[-2:])}, line {line}"
    return found


def number_of(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def kind(value: object) -> str:
    """A plug-in's answer as a message can show it: a number as it is, all else by its type.

    Anything more could name a card.
    """
    if type(value) is int and abs(value) < 10**9:
        return str(value)
    return f"something of type {type(value).__name__}"
