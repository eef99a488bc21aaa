"""Chance: every shuffle is a function of the match's seed and of when it happens.

SHAKE-256 is specified to the bit, so a seed means the same game on every Python and platform, and in
any other language. A position needs to carry no generator, only its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from random import Random
from typing import TypeVar

_Item = TypeVar("_Item")


def chance(seed: int, round_number: int, moment: int, cards: int) -> int:
    """A number with enough random bits to shuffle this many cards without a measurable bias."""
    text = f"hanamikoji {seed} {round_number} {moment}"
    return int.from_bytes(shake_256(text.encode()).digest(cards + 16), "big")


def drawn(rng: Random, cards: int) -> int:
    """The same from a generator of the caller's."""
    return rng.getrandbits(8 * (cards + 16))


def shuffled(items: Sequence[_Item], number: int) -> list[_Item]:
    """The items in the order that `number` names, all orders being equally likely."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        number, at = divmod(number, last + 1)
        pile[last], pile[at] = pile[at], pile[last]
    return pile
