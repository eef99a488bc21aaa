"""Item cards as immutable multisets, the value that everything else is made of."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Final, final
from weakref import WeakValueDictionary

from ..errors import CardsError

__all__ = ["Cards"]

# A multiset is a number in base 64 with one digit a letter, so adding and taking away are one
# addition and one subtraction. The digits of a multiset stay below 32: a sum that is too large, and
# a difference that borrows because a card was not there, set a digit's highest bit.
_BITS: Final = 6
_MOST: Final = 31
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ONE: Final = {letter: 1 << (_BITS * i) for i, letter in enumerate(_LETTERS)}
_TOP: Final = sum(one << (_BITS - 1) for one in _ONE.values())

# There is exactly one object for each multiset, so equality and hash are those of identity. A deck
# has few multisets (the base deck 12,960); past the cap, others live only while they are in use.
_KEPT: Final[dict[int, Cards]] = {}
_KEPT_MOST: Final = 1 << 16
_OTHERS: Final[WeakValueDictionary[int, Cards]] = WeakValueDictionary()
_LOCK: Final = Lock()


@final
class Cards:
    """An immutable multiset of item cards, each named by its geisha's letter, A to Z.

    At most 31 cards of one letter. Equal multisets are one shared object.

    >>> hand = Cards.parse("GABA")
    >>> str(hand), len(hand), hand.count("A"), "B" in hand
    ('AABG', 4, 2, True)
    >>> hand - Cards.parse("AG") + Cards.parse("C")
    Cards('ABC')
    >>> Cards.parse("AG") <= hand
    True
    """

    __slots__ = ("__weakref__", "_code", "_combinations", "_counted", "_size", "_text")

    _code: int
    _size: int
    _text: str
    _counted: tuple[str, tuple[int, ...]]
    _combinations: dict[int, tuple[Cards, ...]] | None

    def __new__(cls, text: str = "") -> Cards:
        """Same as `parse`; what `repr` prints can be typed back."""
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """The cards that the letters of `text` name, in any order; ``""`` is no card.

        Raises `CardsError` for anything that is not a string of the letters A to Z.

        >>> Cards.parse("BAA")
        Cards('AAB')
        """
        if not isinstance(text, str):
            raise CardsError(f"cards are written as letters, not as {type(text).__name__}")
        try:
            code = sum([_ONE[letter] for letter in text])
        except KeyError as error:
            raise CardsError(
                f"{error.args[0]!r} is no card; cards are the letters A to Z"
            ) from None
        if len(text) > _MOST and any(text.count(letter) > _MOST for letter in set(text)):
            raise CardsError(f"more than {_MOST} cards of one letter")
        return _KEPT.get(code) or _shared(code)

    def __len__(self) -> int:
        return self._size

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Cards({self._text!r})"

    def __iter__(self) -> Iterator[str]:
        return iter(self._text)

    def __contains__(self, letter: object) -> bool:
        return isinstance(letter, str) and len(letter) == 1 and letter in self._text

    def __le__(self, other: Cards) -> bool:
        """Whether every card here is also in `other` (is part of)."""
        if other.__class__ is not Cards:
            return NotImplemented
        return all(self._text.count(letter) <= other._text.count(letter) for letter in self._text)

    def __lt__(self, other: Cards) -> bool:
        return self is not other and self <= other

    def __ge__(self, other: Cards) -> bool:
        if other.__class__ is not Cards:
            return NotImplemented
        return other <= self

    def __gt__(self, other: Cards) -> bool:
        return self is not other and self >= other

    # Both are also called by their names, on the way of every move: that is a plain Python call,
    # where the operator makes a detour through C.
    def __add__(self, other: Cards) -> Cards:
        try:
            return _KEPT[self._code + other._code]
        except (KeyError, AttributeError):
            return _added(self, other)

    def __sub__(self, other: Cards) -> Cards:
        try:
            return _KEPT[self._code - other._code]
        except (KeyError, AttributeError):
            return _without(self, other)

    def __and__(self, other: Cards) -> Cards:
        """The cards that both have: the smaller count of each letter."""
        if other.__class__ is not Cards:
            return NotImplemented
        return Cards.parse(
            "".join(letter * min(self.count(letter), other.count(letter)) for letter in set(self))
        )

    def __reduce__(self) -> tuple[type[Cards], tuple[str]]:
        return Cards, (self._text,)

    def count(self, letter: str) -> int:
        """How many cards of this letter there are, 0 or more.

        >>> Cards.parse("AAB").count("A"), Cards.parse("AAB").count("G")
        (2, 0)
        """
        return self._text.count(letter) if len(letter) == 1 else 0

    def counts(self, letters: str) -> tuple[int, ...]:
        """How many cards there are of each of these letters, in their order.

        >>> Cards.parse("AABG").counts("ABCDEFG")
        (2, 1, 0, 0, 0, 0, 1)
        """
        known, counts = self._counted
        if known != letters:
            counts = tuple(map(self._text.count, letters))
            self._counted = (letters, counts)  # in one go, for threads with different rows
        return counts

    def combinations(self, k: int) -> tuple[Cards, ...]:
        """Every distinct choice of `k` of these cards, in alphabetical order.

        Empty where there are fewer than `k` cards or `k` is negative.

        >>> [str(c) for c in Cards.parse("AAB").combinations(2)]
        ['AA', 'AB']
        """
        known = self._combinations
        if known is None:
            known = self._combinations = {}
        found = known.get(k)
        if found is None:
            found = tuple(_shared(code) for code in _choices(self._text, k)) if k >= 0 else ()
            known[k] = found
        return found


def _added(cards: Cards, other: Cards) -> Cards:
    """A sum that was not met before, or is none."""
    if other.__class__ is not Cards:
        return NotImplemented
    code = cards._code + other._code
    if code & _TOP:
        raise CardsError(f"more than {_MOST} cards of one letter")
    return _shared(code)


def _without(cards: Cards, other: Cards) -> Cards:
    """A difference that was not met before, or is none."""
    if other.__class__ is not Cards:
        return NotImplemented
    code = cards._code - other._code
    if code < 0 or code & _TOP:
        missing = other - (cards & other)
        raise CardsError(f"cannot take {missing} out of {cards or 'no cards'}")
    return _shared(code)


def _shared(code: int) -> Cards:
    """The one object for a valid code, made now if it has not been met before."""
    with _LOCK:
        found = _KEPT.get(code)
        if found is None:
            found = _OTHERS.get(code)
        if found is None:
            found = object.__new__(Cards)
            found._code = code
            found._text = "".join(
                letter * ((code >> (_BITS * i)) & _MOST) for i, letter in enumerate(_LETTERS)
            )
            found._size = len(found._text)
            found._counted = ("", ())
            found._combinations = None
            if len(_KEPT) < _KEPT_MOST:
                _KEPT[code] = found
            else:
                _OTHERS[code] = found
        return found


def _choices(text: str, k: int) -> Iterator[int]:
    """The codes of the distinct k-card choices from sorted letters, in alphabetical order."""
    if k == 0:
        yield 0
        return
    before = ""
    for i in range(len(text) - k + 1):
        letter = text[i]
        if letter != before:
            for rest in _choices(text[i + 1 :], k - 1):
                yield _ONE[letter] + rest
            before = letter
