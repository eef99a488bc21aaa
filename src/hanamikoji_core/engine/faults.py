"""Turns the mistakes of a plug-in into a `PluginError` that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import PluginError


class Fault(Exception):
    """A mistake of a plug-in. The message continues the name of the plug-in: "returned ..."."""


class UncatchableFault(SystemExit):
    """A `Fault` for a plug-in that catches every `Exception`."""


def plugin_error(who: str, error: BaseException) -> PluginError:
    """The error to raise if a call of a plug-in fails.

    For an exception of the plug-in, the message has only its type, because its text could name
    hidden cards. The caller chains the exception.
    """
    if isinstance(error, (Fault, UncatchableFault)):
        return PluginError(f"{who} {error}")
    return PluginError(f"{who} raised {type(error).__name__}")


@contextmanager
def blamed(who: str) -> Iterator[None]:
    """Blame `who` for every exception raised inside. Use it only around calls of a plug-in."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise plugin_error(who, error) from error
