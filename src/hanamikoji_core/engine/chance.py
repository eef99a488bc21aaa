"""Chance: every shuffle is a function of the seed of the match and of the moment in it.

BLAKE2b is a published standard, so a seed gives the same game with every version of Python, on
every platform and in any other language. A position has no random generator, only the seed.

A shuffle is determined by one large number. Divide it by the number of cards left: the remainder
selects the next card, and the quotient determines the rest. The probabilities of two orders differ
by less than one part in 2**128.
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
"""The number of cards for which another 512 bits are needed."""

_orders = cache(factorial)


def shuffle_number(seed: int, round_number: int, moment: int, cards: int) -> int:
    """The number that shuffles this many cards at this moment of a match."""
    text = f"hanamikoji {seed} {round_number} {moment}"
    digest = blake2b(text.encode()).digest()
    for block in range(1, 1 + cards // _CARDS):
        digest += blake2b(f"{text} {block}".encode()).digest()
    return int.from_bytes(digest, "big")


def shuffle_number_from(rng: Random, cards: int) -> int:
    """A number that shuffles this many cards, from the caller's random generator."""
    return rng.getrandbits(_BITS * (1 + cards // _CARDS))


def shuffled(cards: str, number: int) -> str:
    """The cards in the order that the number determines."""
    number %= _orders(len(cards))  # The result is the same, and small numbers are faster.
    take = list(cards).pop
    order = []
    for left in range(len(cards), 0, -1):
        order.append(take(number % left))
        number //= left
    return "".join(order)
