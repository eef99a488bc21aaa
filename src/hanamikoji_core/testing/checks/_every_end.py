"""Every possible end of a round for the policies, or an even sample if there are too many.

Policies are plain calls, so the kit can try every favor position, every count of cards and every
round. The simplest ends come first, so that a ruling shows a simple one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import TypeAlias

from attrs import frozen

from ...model.cards import Cards
from ...model.row import Favor, Row
from ...protocol.policies import RoundEnd
from .._subject import Subject
from ._round_ends import many_favors, rounds_ended

Sides: TypeAlias = tuple[Cards, Cards]

_ALL_ROUNDS = 12
"""Without a limit, every favor is tried in this many rounds, and a part of them in later ones."""
_LATEST = 40
_FAVORS = 3**8
_PER_LINE = 14_000
"""How many ends of rounds are tried for each line of play of the budget."""
_STRIDE = 97
_FILLINGS = 3


@frozen
class Ends:
    """Which ends of rounds are tried: all of them if `every` is 1, otherwise one in `every`."""

    rounds: tuple[int, ...]
    later: tuple[int, ...]
    favors: tuple[Favor, ...]
    whole: bool
    every: int

    @property
    def told(self) -> str:
        """A description of the sample, in one line; empty if nothing was left out."""
        last = self.rounds[-1]
        skips = last != len(self.rounds)
        if self.whole and self.every == 1 and not skips:
            return ""
        part = f"1 in {self.every} of " if self.every > 1 else ""
        which = "all" if self.whole else f"{len(self.favors):,} sampled"
        rounds = f"1 to {last}"
        if skips:
            rounds = f"1 to {_LATEST // 2} and {last - _ALL_ROUNDS + 1} to {last}"
        return f"asked about {part}{which} favor positions in each of the rounds {rounds}"


def ends_of(subject: Subject) -> Ends:
    """Which ends of rounds are tried with the policies of a variant."""
    geisha, limit = len(subject.variant.row), subject.variant.limit
    rounds = tuple(range(1, 1 + (_ALL_ROUNDS if limit is None else limit.rounds)))
    # Of a match of a hundred rounds, the first and the last ones.
    rounds = rounds if len(rounds) <= _LATEST else (*rounds[: _LATEST // 2], *rounds[-_ALL_ROUNDS:])
    favors = tuple(many_favors(geisha, _FAVORS))
    most = subject.budget.lines * _PER_LINE
    return Ends(
        rounds,
        () if limit is not None else tuple(range(_ALL_ROUNDS + 1, _LATEST + 1)),
        favors,
        3**geisha <= _FAVORS,
        max(1, -(-2 * len(favors) * len(rounds) // most)),
    )


def every_favor(subject: Subject) -> Iterator[RoundEnd]:
    """Ends of rounds with every favor position, in every round and for each starting player."""
    ends, row = ends_of(subject), subject.variant.row
    sides = some_sides(subject)
    for at, (number, starter) in enumerate(product(ends.rounds, (0, 1))):
        for index in range(at % ends.every, len(ends.favors), ends.every):
            placed = sides[(index + at) % len(sides)]
            yield RoundEnd(row, number, starter, placed, ends.favors[index])
    for at, (number, starter) in enumerate(product(ends.later, (0, 1))):
        for index in range(at % _STRIDE, len(ends.favors), _STRIDE):
            placed = sides[(index + at) % len(sides)]
            yield RoundEnd(row, number, starter, placed, ends.favors[index])


def each_favor(subject: Subject) -> Iterator[RoundEnd]:
    """Ends of rounds with every favor position once, in changing rounds and with both starters."""
    ends, row = ends_of(subject), subject.variant.row
    sides, rounds = some_sides(subject), (*ends.rounds, *ends.later)
    for index, favor in enumerate(ends.favors):
        number = rounds[index // 2 % len(rounds)]
        yield RoundEnd(row, number, index % 2, sides[index % len(sides)], favor)


def every_count(subject: Subject, starters: tuple[int, ...] = (0, 1)) -> Iterator[RoundEnd]:
    """Ends of rounds with every pair of counts for each geisha, under each of her owners.

    This is done for every round and each starting player; other geisha have any cards and favors.
    """
    ends, row, rng = ends_of(subject), subject.variant.row, Random(1)
    counts = subject.fact("counts", lambda: _counts(row, _sizes(subject)))
    most = subject.budget.lines * _PER_LINE
    when = list(product((*ends.rounds, *ends.later), starters))
    every = max(1, -(-3 * len(counts) * len(when) // most))
    if every > 1:
        subject.remark("scoring", f"asked about 1 in {every} pairs of counts in each round")
    for at, (number, starter) in enumerate(when):
        for index in range(at % every, len(counts), every):
            geisha, placed = counts[index]
            for owner in (None, 0, 1):
                favor = list(ends.favors[int(rng.random() * len(ends.favors))])
                favor[geisha] = owner
                yield RoundEnd(row, number, starter, placed[at % len(placed)], tuple(favor))


def some_sides(subject: Subject) -> list[Sides]:
    """Cards on both sides as a round can leave them, with every pair of counts of each geisha."""
    found = subject.fact("counts", lambda: _counts(subject.variant.row, _sizes(subject)))
    return [placed for _, several in found for placed in several]


def _sizes(subject: Subject) -> list[tuple[int, int]]:
    """How many cards lay on each side when a round of the subject's games was scored."""
    found: set[tuple[int, int]] = set()
    try:
        for line in subject.lines:
            for _, scored, _ in rounds_ended(subject, line):
                found.add((len(scored.placed[0]), len(scored.placed[1])))
    except Exception:
        pass  # What stops a game is told by the checks that play it.
    about = len(subject.variant.row.deck) * 2 // 5
    return sorted(found) or [(about, about)]


def _counts(row: Row, sizes: list[tuple[int, int]]) -> list[tuple[int, list[Sides]]]:
    """For each geisha and each possible pair of counts: some sides with these counts."""
    rng = Random(0)
    found: list[tuple[int, list[Sides]]] = []
    for at, geisha in enumerate(row):
        others = [letter for letter in row.deck if letter != geisha.letter]
        for mine in range(geisha.cards + 1):
            for theirs in range(geisha.cards - mine + 1):
                fitting = [
                    (first - mine, second - theirs)
                    for first, second in sizes
                    if first >= mine
                    and second >= theirs
                    and first - mine + second - theirs <= len(others)
                ]
                if fitting:
                    some = [
                        _filled(others, geisha.letter, (mine, theirs), room, rng)
                        for room in _some(fitting)
                    ]
                    found.append((at, some))
    return found


def _some(fitting: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for number in range(_FILLINGS):
        yield fitting[number * (len(fitting) - 1) // max(1, _FILLINGS - 1)]


def _filled(
    others: list[str], letter: str, counts: tuple[int, int], room: tuple[int, int], rng: Random
) -> Sides:
    deck = sorted(others, key=lambda _: rng.random())
    first, second = room
    return (
        Cards(letter * counts[0] + "".join(deck[:first])),
        Cards(letter * counts[1] + "".join(deck[first : first + second])),
    )
