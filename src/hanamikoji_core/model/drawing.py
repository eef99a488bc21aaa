"""The function that draws positions in notebooks; the `svg` layer sets it."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["draw_with", "drawing_of"]

_drawer: list[Callable[[object], str]] = []


def draw_with(drawer: Callable[[object], str]) -> None:
    """From now on, draw positions, observations and games with this function."""
    _drawer[:] = [drawer]


def drawing_of(thing: object) -> str | None:
    """The SVG picture of a position, observation or game; ``None`` if no function is set."""
    return _drawer[0](thing) if _drawer else None
