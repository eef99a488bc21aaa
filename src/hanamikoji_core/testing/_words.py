"""Values in the words of a ruling: short, and only what differs from the usual."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from attrs import Attribute

from ..model.cards import Cards
from ..model.knowledge import Glimpse, Viewer
from ..model.moves import Pick, Play
from ..model.row import Favor, Row
from ..protocol.policies import RoundEnd

__all__ = [
    "difference_at",
    "differing",
    "favors",
    "in_words",
    "innermost",
    "printable",
    "raised_at",
    "text_of",
    "who",
]

_MOST: Final = 120
_LIBRARY: Final = str(Path(__file__).parents[1])


def in_words(value: object) -> str:
    """A value on one short line: cards by their letters, other values by what is not as usual.

    >>> from hanamikoji_core import Place, To
    >>> in_words(Place((To.OWN_SIDE, To.ASIDE)))
    'Place(to=(To.OWN_SIDE, To.ASIDE))'
    """
    if isinstance(value, RoundEnd):
        return _of_round_end(value)  # Whole, so that its author can ask again.
    text = _whole(value)
    return text if len(text) <= _MOST else f"{text[: _MOST - 3]}..."


def who(viewer: Viewer) -> str:
    """Whose view it is.

    >>> who(None), who(1)
    ('a spectator', 'player 1')
    """
    return "a spectator" if viewer is None else f"player {viewer}"


def differing(one: object, two: object, root: str = "") -> str:
    """Where two values differ, and what is there: in the first place found, as deep as it goes.

    `root` is what the values are called.

    >>> from hanamikoji_core import Ask
    >>> differing(Ask(among=(0, 1)), Ask(among=(0, 2)))
    'among[1]: 1, and 2'
    """
    where, first, second = difference_at(one, two, root)
    return f"{where + ': ' if where else ''}{in_words(first)}, and {in_words(second)}"


def difference_at(one: object, two: object, root: str = "") -> tuple[str, object, object]:
    """The place where two values differ, and what is there in each.

    >>> difference_at({"offer": (1, 2)}, {"offer": (1, 3)})
    ('offer[1]', 2, 3)
    """
    if type(one) is type(two) and not isinstance(one, (Cards, Glimpse, Play, Pick)):
        for name, first, second in _parts(one, two):
            if first != second:
                return difference_at(first, second, (root + name).removeprefix("."))
    return root, one, two


def text_of(error: BaseException) -> str:
    """The text of an exception, even of one whose text cannot be made.

    >>> text_of(KeyError("A"))
    "'A'"
    """
    try:
        return str(error)
    except Exception:
        return "no text"


def printable(text: str) -> str:
    r"""A text on one line, without control characters, which could move a cursor.

    >>> printable("two" + chr(10) + "lines" + chr(7))
    'two lines\\x07'
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.splitlines()))


def raised_at(error: BaseException) -> str:
    """The line of a plug-in that raised, for its author; not a line of the kit itself.

    >>> raised_at(KeyError("A"))
    ''
    """
    frames = [f for f in extract_tb(error.__traceback__) if not f.filename.startswith(_LIBRARY)]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def innermost(error: BaseException) -> str:
    """The line that raised, whoever wrote it.

    >>> innermost(KeyError("A"))
    'raised nowhere'
    """
    frames = extract_tb(error.__traceback__)
    return (
        f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        if frames
        else "raised nowhere"
    )


def _parts(one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict):
        if one.keys() == two.keys():
            yield from ((f".{name}", one[name], two[name]) for name in one)
        return
    if isinstance(one, (tuple, list)):
        if len(one) == len(two):
            pairs = enumerate(zip(one, two, strict=True))
            yield from ((f"[{at}]", here, there) for at, (here, there) in pairs)
        return
    for slot in _slots(one):
        yield f".{slot.name}", getattr(one, slot.name), getattr(two, slot.name)


def _slots(value: object) -> tuple[Attribute[Any], ...]:
    slots: tuple[Attribute[Any], ...] = getattr(type(value), "__attrs_attrs__", ())
    return slots


def _whole(value: object) -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (Cards, Glimpse)):
        return str(value) or "no cards"
    if isinstance(value, (Play, Pick)):
        return str(value)
    if isinstance(value, Row):
        return value.letters
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_whole, value)))}}}"
    if isinstance(value, tuple):
        return _of_tuple(value)
    if slots := _slots(value):
        told = [
            f"{s.name}={_whole(x)}" for s in slots if (x := getattr(value, s.name)) != s.default
        ]
        return f"{type(value).__name__}({', '.join(told)})"
    return str(value)


def _of_round_end(end: RoundEnd) -> str:
    one, two = (str(side) or "-" for side in end.placed)
    return (
        f"the end of round {end.round}, which player {end.starting_player} began, with the sides "
        f"{one} and {two} and the favor {favors(end.row, end.favor)}"
    )


def favors(row: Row, favor: Favor) -> str:
    """Who has the favor of whom, in short: ``A0`` for player 0, ``A-`` for nobody."""
    owners = zip(row.letters, favor, strict=True)
    return " ".join(f"{letter}{'-' if owner is None else owner}" for letter, owner in owners)


def _of_tuple(value: tuple[Any, ...]) -> str:
    if value and all(isinstance(item, Cards) for item in value):
        return "-".join(map(str, value))
    if value and all(isinstance(item, tuple) for item in value):
        return ", ".join(map(_whole, value))
    return f"({', '.join(map(_whole, value))}{',' * (len(value) == 1)})"
