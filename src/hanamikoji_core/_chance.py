"""Chance: every shuffle is a function of the match's seed and of when it happens.

SHAKE-256 is specified to the bit, so a seed means the same game on every Python and platform, and
in any other language. A position needs to carry no generator, only its seed.

To shuffle, each card gets a 64-bit key of its own, and the cards are put in the order of their
keys. In a deck of 21, two keys are equal less than once in 10**16 shuffles.
"""

from __future__ import annotations

from hashlib import shake_256
from struct import unpack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


def chance(seed: int, round_number: int, moment: int, cards: int) -> bytes:
    """Random bytes to shuffle this many cards at this moment of a match."""
    text = f"hanamikoji {seed} {round_number} {moment}"
    return shake_256(text.encode()).digest(8 * cards)


def drawn(rng: Random, cards: int) -> bytes:
    """The same from a generator of the caller's."""
    return rng.getrandbits(64 * cards).to_bytes(8 * cards, "big") if cards else b""


def shuffled(cards: str, keys: bytes) -> str:
    """The cards in the order of their keys, of which there is one for each card."""
    key = unpack(f">{len(cards)}Q", keys)
    return "".join([cards[i] for i in sorted(range(len(cards)), key=key.__getitem__)])
