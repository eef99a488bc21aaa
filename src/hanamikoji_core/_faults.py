"""What a plug-in does wrong in play becomes a `PluginError` that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .errors import PluginError
from .markers import ActionMarker


class Fault(Exception):
    """A broken promise, before the one who broke it has been named."""


@contextmanager
def blamed(who: str) -> Iterator[None]:
    """Whatever goes wrong inside is the fault of `who`.

    An exception of the plug-in's own is named by its type only and chained: its text could hold
    cards that the person who reads the error may not know.
    """
    try:
        yield
    except Fault as fault:
        raise PluginError(f"{who} {fault}") from fault.__cause__
    except PluginError:
        raise
    except Exception as error:
        raise PluginError(f"{who} raised {type(error).__name__}") from error


Namer = Callable[[ActionMarker], str]
"""Gives the name by which a marker is blamed."""
