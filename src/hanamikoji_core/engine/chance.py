"""Chance: every shuffle is a function of the match's seed and of when it happens.

BLAKE2b is specified to the bit, so a seed means the same game on every Python and platform, and
in any other language. A position needs to carry no generator, only its seed.

A shuffle is one large number. What it leaves when divided by how many cards are left says which of
them comes next, and the quotient says how it goes on. No order is likelier than another by
as much as one part in 2**128.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

_BITS = 512
_CARDS = 58
"""How many more cards ask for another 512 bits."""

_orders = cache(factorial)


def chance(seed: int, round_number: int, moment: int, cards: int) -> int:
    """A random number to shuffle this many cards at this moment of a match."""
    text = f"hanamikoji {seed} {round_number} {moment}"
    digest = blake2b(text.encode()).digest()
    for block in range(1, 1 + cards // _CARDS):
        digest += blake2b(f"{text} {block}".encode()).digest()
    return int.from_bytes(digest, "big")


def drawn(rng: Random, cards: int) -> int:
    """The same from a generator of the caller's."""
    return rng.getrandbits(_BITS * (1 + cards // _CARDS))


def shuffled(cards: str, number: int) -> str:
    """The cards in the order that the number stands for."""
    number %= _orders(len(cards))  # Changes nothing, but small numbers are quick to divide.
    take = list(cards).pop
    order = []
    for left in range(len(cards), 0, -1):
        order.append(take(number % left))
        number //= left
    return "".join(order)
