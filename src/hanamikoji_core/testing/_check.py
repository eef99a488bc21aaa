"""A check: one promise, and the function that examines whether it is kept."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import TypeAlias

from attrs import field, frozen

from ._lines import Line
from ._rulings import Broken
from ._subject import Subject

__all__ = ["Check", "Examine"]

Examine: TypeAlias = Callable[[Subject, Line], None]
"""Examines one line of play of a subject; raises `Broken`, `NotClaimed` or an error that it met."""


@frozen
class Check:
    """One promise of the framework, and how to examine it.

    * `id`: its name, such as ``conservation``. `promise`: one sentence.
    * `examine`: examines one line of play and raises `Broken`. It must give the same result for the
      same line each time, so that a failing game can be made simpler.
    * `requires`: checks that come first; if one of them fails, this one is blocked.
    * `alone`: it examines only the variant, not games.
    * `gate`: until it passes, no check on games is run.

    >>> check = Check(
    ...     "at-most-three", "A game has at most three rounds.", lambda subject, line: None
    ... )
    >>> check.id
    'at-most-three'
    """

    id: str
    promise: str
    examine: Examine = field(repr=False)
    requires: tuple[str, ...] = ()
    alone: bool = False
    gate: bool = False

    @property
    def details(self) -> str:
        """The docstring of the check, for the reference.

        >>> from hanamikoji_core.testing import CHECKS
        >>> CHECKS["conservation"].details.splitlines()[0]
        'Each card is in exactly one place, always.'
        """
        return getdoc(self.examine) or self.promise

    def fails(self, subject: Subject, line: Line) -> Broken | None:
        """How the line breaks the promise, or ``None``.

        Raises `Met` if the line cannot be played for another reason.
        """
        try:
            self.examine(subject, line)
        except Broken as broken:
            return broken
        return None

    def fails_like_this(self, subject: Subject, line: Line) -> Broken | None:
        """The same for a simpler line; another kind of fault does not count."""
        try:
            return self.fails(subject, line)
        except (Exception, SystemExit):
            return None
