"""Short descriptions of values, counts and exceptions, for messages."""

from __future__ import annotations

import os
from typing import Final

_MAX_VALUE: Final = 40
_MAX_ERROR: Final = 300
_LIBRARY: Final = os.path.dirname(__file__)
_STANDARD_LIBRARY: Final = os.path.dirname(os.__file__)


def short_repr(value: object) -> str:
    """The `repr` of any value that a caller passed, shortened for an error message."""
    try:
        text = repr(value)
    except Exception:
        return _type_of(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 3]}..."


def describe_error(error: BaseException) -> str:
    """The type and message of an exception, and the plug-in's line that raised it.

    >>> describe_error(KeyError("tea"))
    "KeyError: 'tea'"
    """
    try:
        text = str(error)[:_MAX_ERROR]
    except (Exception, SystemExit):
        text = ""
    place = _raised_at(error)
    return f"{type(error).__name__}{text and f': {text}'}{place and f', in {place}'}"


def _raised_at(error: BaseException) -> str:
    """The last line that ran in a plug-in, for example "tea_house/__init__.py, line 12"."""
    from traceback import walk_tb

    found = ""
    for frame, line in walk_tb(error.__traceback__):
        path = frame.f_code.co_filename
        standard = path.startswith(_STANDARD_LIBRARY) and "-packages" not in path
        if not (standard or path.startswith((_LIBRARY, "<"))):
            found = f"{'/'.join(path.split(os.sep)[-2:])}, line {line}"
    return found


def number_of(number: int, noun: str) -> str:
    """A number with its noun, for example "1 card" or "2 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def safe_repr(value: object) -> str:
    """A value that a plug-in returned: a number itself, anything else by its type only.

    The rest of the value could name a hidden card.
    """
    if type(value) is int and abs(value) < 10**9:
        return str(value)
    return _type_of(value)


def _type_of(value: object) -> str:
    return f"a value of type {type(value).__name__}"


# Earlier names, until every layer uses the new ones.
told, said = short_repr, describe_error
