"""Immutable multisets of item cards."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Final, final
from weakref import WeakValueDictionary

from ..errors import CardsError

__all__ = ["Cards"]

# A multiset is a number in base 64 with one digit for each letter, so `+` and `-` of multisets are
# one addition or subtraction. Each digit of a valid multiset is below 32. If a sum is too large, or
# if a difference borrows because a card is missing, the highest bit of a digit is set.
_BITS: Final = 6
_MAX_COUNT: Final = 31
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ONE: Final = {letter: 1 << (_BITS * i) for i, letter in enumerate(_LETTERS)}
_TOO_MANY: Final = f"there can be at most {_MAX_COUNT} cards of one letter"
_TOP: Final = sum(one << (_BITS - 1) for one in _ONE.values())

# There is exactly one object for each multiset, so objects are compared and hashed by identity. A
# deck has few multisets (12,960 for the base deck). Above the cap, they are kept only while in use.
_KEPT: Final[dict[int, Cards]] = {}
_KEPT_MAX: Final = 1 << 16
_OTHERS: Final[WeakValueDictionary[int, Cards]] = WeakValueDictionary()
_LOCK: Final = Lock()


@final
class Cards:
    """An immutable multiset of item cards, each named by its geisha's letter, A to Z.

    It holds at most 31 cards of one letter. Equal multisets are the same object.

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
        """The same as `parse`, so that `repr` prints valid code."""
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """The cards named by the letters of `text`, in any order; ``""`` is the empty multiset.

        Raises `CardsError` for anything that is not a string of the letters A to Z.

        >>> Cards.parse("BAA")
        Cards('AAB')
        """
        if not isinstance(text, str):
            raise CardsError(f"cards must be a string of letters, not {type(text).__name__}")
        try:
            code = sum([_ONE[letter] for letter in text])
        except KeyError as error:
            raise CardsError(
                f"{error.args[0]!r} is not a card; cards are the letters A to Z"
            ) from None
        if len(text) > _MAX_COUNT and any(text.count(letter) > _MAX_COUNT for letter in set(text)):
            raise CardsError(_TOO_MANY)
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
        """Whether every card here is also in `other`."""
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

    # The engine calls these methods by name for every move: that is a plain Python call, which is
    # faster than an operator that goes through C.
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
        """The cards in both: the smaller count of each letter."""
        if other.__class__ is not Cards:
            return NotImplemented
        return Cards.parse(
            "".join(letter * min(self.count(letter), other.count(letter)) for letter in set(self))
        )

    def __reduce__(self) -> tuple[type[Cards], tuple[str]]:
        return Cards, (self._text,)

    def count(self, letter: str) -> int:
        """The number of cards of this letter.

        >>> Cards.parse("AAB").count("A"), Cards.parse("AAB").count("G")
        (2, 0)
        """
        return self._text.count(letter) if len(letter) == 1 else 0

    def counts(self, letters: str) -> tuple[int, ...]:
        """The number of cards of each of these letters, in this order.

        >>> Cards.parse("AABG").counts("ABCDEFG")
        (2, 1, 0, 0, 0, 0, 1)
        """
        known, counts = self._counted
        if known != letters:
            counts = tuple(map(self._text.count, letters))
            self._counted = (letters, counts)  # one assignment, so it is thread-safe
        return counts

    def combinations(self, k: int) -> tuple[Cards, ...]:
        """Every distinct choice of `k` of these cards, in alphabetical order.

        Empty if there are fewer than `k` cards or if `k` is negative.

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
    """A sum that is not in the table yet or is invalid."""
    if other.__class__ is not Cards:
        return NotImplemented
    code = cards._code + other._code
    if code & _TOP:
        raise CardsError(_TOO_MANY)
    return _shared(code)


def _without(cards: Cards, other: Cards) -> Cards:
    """A difference that is not in the table yet or is invalid."""
    if other.__class__ is not Cards:
        return NotImplemented
    code = cards._code - other._code
    if code < 0 or code & _TOP:
        missing = other - (cards & other)
        raise CardsError(f"cannot take {missing} out of {cards or 'an empty multiset'}")
    return _shared(code)


def _shared(code: int) -> Cards:
    """The only object for a valid code, created if it does not exist yet."""
    with _LOCK:
        found = _KEPT.get(code)
        if found is None:
            found = _OTHERS.get(code)
        if found is None:
            found = object.__new__(Cards)
            found._code = code
            found._text = "".join(
                letter * ((code >> (_BITS * i)) & _MAX_COUNT) for i, letter in enumerate(_LETTERS)
            )
            found._size = len(found._text)
            found._counted = ("", ())
            found._combinations = None
            if len(_KEPT) < _KEPT_MAX:
                _KEPT[code] = found
            else:
                _OTHERS[code] = found
        return found


def _choices(text: str, k: int) -> Iterator[int]:
    """The codes of the distinct choices of `k` sorted letters, in alphabetical order."""
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
