"""What a plug-in does wrong in play becomes a `PluginError` that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import PluginError

_MOST = 40


class Fault(Exception):
    """A broken promise, before the one who broke it has been named."""


class LastCall(SystemExit):
    """A `Fault` for a plug-in that catches every `Exception` and goes on."""


def blame(who: str, error: BaseException) -> PluginError:
    """The error to raise when a call of a plug-in went wrong.

    An exception of the plug-in's own is named by its type only, and chained by the caller: its
    text could hold cards that the person who reads the error may not know.
    """
    if isinstance(error, (Fault, LastCall)):
        return PluginError(f"{who} {error}")
    return PluginError(f"{who} raised {type(error).__name__}")


@contextmanager
def blamed(who: str) -> Iterator[None]:
    """Whatever goes wrong inside is the fault of `who`; only calls of a plug-in belong inside."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise blame(who, error) from error


def told(value: object) -> str:
    """A value from outside as an error message can show it: short, whatever it is."""
    try:
        text = repr(value)
    except Exception:
        return f"something of type {type(value).__name__}"
    return text if len(text) <= _MOST else f"{text[: _MOST - 3]}..."


def said(error: BaseException) -> str:
    """An exception of somebody else's in a few words, even one whose text cannot be made."""
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


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
