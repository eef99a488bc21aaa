"""Item cards as immutable multisets, the value that everything else is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from .errors import CardsError

__all__ = ["Cards"]

# Six bits a letter: five count up to 31 cards, the sixth stays clear and catches a borrow,
# so that one subtraction answers "is this a part of that?" for all letters at once.
_BITS: Final = 6
_MOST: Final = 31
_GUARD: Final = sum(1 << (_BITS * i + _BITS - 1) for i in range(26))
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ONE: Final = {letter: 1 << (_BITS * i) for i, letter in enumerate(_LETTERS)}

# One shared object per multiset. Equality does not rest on it, so the cap costs only sharing.
_SHARED: Final[dict[int, Cards]] = {}
_SHARED_MOST: Final = 1 << 16


@final
class Cards:
    """An immutable multiset of item cards, each named by its geisha's letter, A to Z.

    At most 31 cards of one letter. Equal multisets are usually one shared object.

    >>> hand = Cards.parse("GABA")
    >>> str(hand), len(hand), hand.count("A"), "B" in hand
    ('AABG', 4, 2, True)
    >>> hand - Cards.parse("AG") + Cards.parse("C")
    Cards('ABC')
    >>> Cards.parse("AG") <= hand
    True
    """

    __slots__ = ("_code", "_combinations", "_text")

    _code: int
    _text: str
    _combinations: dict[int, tuple[Cards, ...]]

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
        code = 0
        for letter in text:
            if letter not in _ONE:
                raise CardsError(f"{letter!r} is no card; cards are the letters A to Z")
            code += _ONE[letter]
            if code & _GUARD:
                raise CardsError(f"more than {_MOST} cards of one letter")
        return _shared(code)

    def __len__(self) -> int:
        return len(self._text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Cards({self._text!r})"

    def __iter__(self) -> Iterator[str]:
        return iter(self._text)

    def __contains__(self, letter: object) -> bool:
        return isinstance(letter, str) and len(letter) == 1 and letter in self._text

    def __hash__(self) -> int:
        return hash(self._code)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Cards) and self._code == other._code)

    def __le__(self, other: Cards) -> bool:
        """Whether every card here is also in `other` (is part of)."""
        if other.__class__ is not Cards:
            return NotImplemented
        return ((other._code | _GUARD) - self._code) & _GUARD == _GUARD

    def __lt__(self, other: Cards) -> bool:
        return self <= other and self._code != other._code

    def __ge__(self, other: Cards) -> bool:
        if other.__class__ is not Cards:
            return NotImplemented
        return other <= self

    def __gt__(self, other: Cards) -> bool:
        return self >= other and self._code != other._code

    def __add__(self, other: Cards) -> Cards:
        if other.__class__ is not Cards:
            return NotImplemented
        code = self._code + other._code
        found = _SHARED.get(code)
        if found is not None:
            return found
        if code & _GUARD:
            raise CardsError(f"more than {_MOST} cards of one letter")
        return _shared(code)

    def __sub__(self, other: Cards) -> Cards:
        if other.__class__ is not Cards:
            return NotImplemented
        if ((self._code | _GUARD) - other._code) & _GUARD != _GUARD:
            missing = other - (self & other)
            raise CardsError(f"cannot take {missing} out of {self or 'no cards'}")
        code = self._code - other._code
        found = _SHARED.get(code)
        return found if found is not None else _shared(code)

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

    def combinations(self, k: int) -> tuple[Cards, ...]:
        """Every distinct choice of `k` of these cards, in alphabetical order.

        Empty where there are fewer than `k` cards or `k` is negative.

        >>> [str(c) for c in Cards.parse("AAB").combinations(2)]
        ['AA', 'AB']
        """
        found = self._combinations.get(k)
        if found is None:
            found = tuple(_shared(code) for code in _choices(self._text, k)) if k >= 0 else ()
            self._combinations[k] = found
        return found


def _shared(code: int) -> Cards:
    """The one object for a valid code, made now if it has not been met before."""
    found = _SHARED.get(code)
    if found is None:
        found = object.__new__(Cards)
        found._code = code
        found._text = "".join(
            letter * ((code >> (_BITS * i)) & _MOST) for i, letter in enumerate(_LETTERS)
        )
        found._combinations = {}
        if len(_SHARED) < _SHARED_MOST:
            found = _SHARED.setdefault(code, found)
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
