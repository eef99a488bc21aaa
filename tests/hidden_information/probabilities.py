"""Every result that an engine can draw from a random generator, with its exact probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random
from typing import Literal, SupportsIndex, TypeVar

from attrs import define, field

T = TypeVar("T", bound=Hashable)


@define
class _Script:
    """The choices of one run, as digits, and the number of options for each choice."""

    digits: list[int]
    moduli: list[int] = field(factory=list)

    def choose(self, among: int) -> int:
        at = len(self.moduli)
        if at == len(self.digits):
            self.digits.append(0)
        self.moduli.append(among)
        return self.digits[at]


class _Number(int):
    """Random bits that are used for a choice (``% n``) or as sort keys (`to_bytes`)."""

    script: _Script

    def __mod__(self, n: int) -> int:
        return self.script.choose(n)

    def to_bytes(
        self,
        length: SupportsIndex = 1,
        byteorder: Literal["little", "big"] = "big",
        *,
        signed: bool = False,
    ) -> bytes:
        keys = list(range(length.__index__() // 8))
        order = [keys.pop(self.script.choose(len(keys))) for _ in range(len(keys))]
        return b"".join(key.to_bytes(8, byteorder) for key in order)


class _Scripted(Random):
    def __init__(self, script: _Script) -> None:
        super().__init__(0)
        self.script = script

    def random(self) -> float:
        raise AssertionError("only getrandbits gives the same numbers on every Python")

    def getrandbits(self, k: int, /) -> int:
        number = _Number(0)
        number.script = self.script
        return number


def distribution(draw: Callable[[Random], T]) -> dict[T, Fraction]:
    """Every value that `draw` can return, with its probability, found by trying every choice."""
    found: dict[T, Fraction] = {}
    digits: list[int] = []
    while True:
        script = _Script(digits)
        value = draw(_Scripted(script))
        likely = Fraction(1)
        for among in script.moduli:
            likely /= among
        found[value] = found.get(value, Fraction(0)) + likely
        while digits and digits[-1] == script.moduli[len(digits) - 1] - 1:
            digits.pop()
        if not digits:
            assert sum(found.values()) == 1
            return found
        digits[-1] += 1
