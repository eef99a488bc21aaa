"""The notes of a variant: a read-only mapping, because variants share it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, final

__all__ = ["Notes", "as_notes"]


@final
class Notes(Mapping[str, str]):
    """A read-only mapping, equal to a dictionary with the same items.

    >>> notes = Notes({"X1": "No talking."})
    >>> notes, notes == {"X1": "No talking."}
    ({'X1': 'No talking.'}, True)
    >>> notes["X1"] = "Much talking."
    Traceback (most recent call last):
    TypeError: 'Notes' object does not support item assignment
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, str]) -> None:
        self._items = dict(items)

    def __getitem__(self, rule: str) -> str:
        return self._items[rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)


def as_notes(notes: Any) -> Any:
    """A read-only copy of a mapping. Anything else is returned unchanged and rejected later."""
    return Notes(notes) if isinstance(notes, Mapping) else notes
