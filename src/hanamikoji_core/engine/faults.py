"""What a plug-in does wrong in play becomes a `PluginError` that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import PluginError


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
