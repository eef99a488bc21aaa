"""The row of geisha between the players, and its deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import field, frozen

from ..errors import CardsError, VariantError
from ..wording import number_of
from .cards import Cards

__all__ = ["Favor", "Geisha", "Row"]

Favor: TypeAlias = tuple[int | None, ...]
"""The player who has the favor of each geisha, from left to right: 0, 1 or ``None``."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@frozen
class Geisha:
    """One geisha: her letter, her charm points and the number of her item cards.

    >>> Geisha("G", charm=5, cards=5)
    Geisha(letter='G', charm=5, cards=5)
    """

    letter: str
    charm: int
    cards: int


@frozen
class Row:
    """The geisha from left to right, lettered A, B, C … (rules S1, S2).

    >>> row = Row.of(2, 2, 2, 3, 3, 4, 5)
    >>> row.letters, row.charm_total, str(row.deck)
    ('ABCDEFG', 21, 'AABBCCDDDEEEFFFFGGGGG')
    """

    geisha: tuple[Geisha, ...]
    letters: str = field(init=False, repr=False, eq=False)
    deck: Cards = field(init=False, repr=False, eq=False)
    _charm: tuple[int, ...] = field(init=False, repr=False, eq=False)

    @classmethod
    def of(cls, *charm: int, cards: Sequence[int] | None = None) -> Row:
        """A row with these charm points. By default each geisha has as many cards as charm points.

        Raises `VariantError` unless there are 1 to 26 geisha, each with 0 or more charm points and
        1 to 31 cards.

        >>> str(Row.of(1, 1, 6, cards=(3, 3, 2)).deck)
        'AAABBBCC'
        """
        counts = charm if cards is None else tuple(cards)
        if len(counts) != len(charm) or len(charm) > len(_LETTERS):
            raise VariantError("a row must have 1 to 26 geisha and one number of cards for each")
        columns = zip(_LETTERS, charm, counts, strict=False)
        return cls(tuple(Geisha(letter, value, count) for letter, value, count in columns))

    def __attrs_post_init__(self) -> None:
        _check(self.geisha)
        # Computed once, because every deal and every scoring needs them.
        object.__setattr__(self, "letters", "".join(g.letter for g in self.geisha))
        text = "".join(g.letter * g.cards for g in self.geisha)
        object.__setattr__(self, "deck", Cards.parse(text))
        object.__setattr__(self, "_charm", tuple(g.charm for g in self.geisha))

    def __len__(self) -> int:
        return len(self.geisha)

    def __iter__(self) -> Iterator[Geisha]:
        return iter(self.geisha)

    @property
    def charm_total(self) -> int:
        """The sum of all charm points in the row.

        >>> Row.of(2, 3, 4).charm_total
        9
        """
        return sum(g.charm for g in self.geisha)

    @property
    def no_favor(self) -> Favor:
        """The favors at the start: nobody has any (S3).

        >>> Row.of(2, 3).no_favor
        (None, None)
        """
        return (None,) * len(self.geisha)

    def charm_of(self, favor: Favor, player: int) -> int:
        """The charm points of the geisha whose favor `player` (0 or 1) has (P4).

        >>> Row.of(2, 3, 5).charm_of((0, 1, 0), 0)
        7
        """
        return self.charms(favor)[player]

    def charms(self, favor: Favor) -> tuple[int, int]:
        """The charm points of both players (P4).

        >>> Row.of(2, 3, 5).charms((0, 1, 0))
        (7, 3)
        """
        first = second = 0
        for charm, owner in zip(self._charm, favor, strict=True):
            if owner == 0:
                first += charm
            elif owner == 1:
                second += charm
        return first, second

    def parse(self, text: str) -> Cards:
        """Cards from the deck of this row. Raises `CardsError` if the deck does not contain them.

        >>> Row.of(2, 3).parse("BAB")
        Cards('ABB')
        """
        for letter in set(text):
            have = self.deck.count(letter)
            if text.count(letter) > have:
                there = number_of(have, "card")
                raise CardsError(f"the deck has {there} of {letter!r}, not {text.count(letter)}")
        return Cards.parse(text)


def _check(geisha: object) -> None:
    """Raise `VariantError` unless this is a valid row."""
    if not isinstance(geisha, tuple) or not 1 <= len(geisha) <= len(_LETTERS):
        raise VariantError("a row must have 1 to 26 geisha")
    for letter, one in zip(_LETTERS, geisha, strict=False):
        if not isinstance(one, Geisha) or one.letter != letter:
            raise VariantError("the geisha of a row must be lettered A, B, C … from left to right")
        if type(one.charm) is not int or one.charm < 0:
            raise VariantError(f"geisha {letter} must have 0 or more charm points")
        if type(one.cards) is not int or not 1 <= one.cards <= 31:
            raise VariantError(f"geisha {letter} must have 1 to 31 item cards")
