"""How a notebook draws a position: with whatever function the library has set."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["draw_with", "drawing_of"]

_drawer: list[Callable[[object], str]] = []


def draw_with(drawer: Callable[[object], str]) -> None:
    """Draw positions, observations and games with this function from now on."""
    _drawer[:] = [drawer]


def drawing_of(thing: object) -> str | None:
    """The SVG picture of a position, an observation or a game; ``None`` if nothing draws them."""
    return _drawer[0](thing) if _drawer else None
