"""The variant under examination, with its engine and the games played to examine it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import TypeVar

from attrs import define, field, frozen

from ..engine.engine import Engine
from ..errors import PluginWarning, VariantError
from ..model.moves import Move, Pick, Play
from ..model.state import State
from ..plugins import available_house_rules, available_variants, load_engine
from ..protocol.markers import ActionMarker
from ..protocol.policies import Scoring, Victory
from ..protocol.variant import Variant
from ._elsewhere import only_asked
from ._late import late_lines
from ._lines import Course, Line, Met, Step, generated, walk
from ._snapshots import snapshot
from ._words import printable

__all__ = ["PROFILES", "Budget", "Subject", "named", "thorough"]

T = TypeVar("T")


@frozen
class Budget:
    """How much a run examines, in counts, so that a run is the same on every machine.

    The kit examines `lines` of random play of at most `rounds` rounds (and a third as many that
    begin late in a match, if a marker can see that); on each of them, it examines `positions` more
    closely, with at most `moves` of their moves. `probes` bounds the search for a simpler failing
    game. With `seconds`, it examines new lines until that time is over.

    >>> PROFILES["quick"].name
    'quick'
    """

    name: str
    lines: int
    rounds: int
    positions: int
    moves: int
    probes: int
    seconds: float | None = None


PROFILES = {
    "smoke": Budget("smoke", lines=4, rounds=2, positions=4, moves=8, probes=80),
    "quick": Budget("quick", lines=12, rounds=3, positions=8, moves=16, probes=100),
    "thorough": Budget(
        "thorough", lines=16, rounds=4, positions=16, moves=60, probes=600, seconds=60.0
    ),
}
"""`smoke` for every test run, `quick` (the default) for CI, `thorough` before a release."""


def thorough(seconds: float) -> Budget:
    """The thorough profile, for this many seconds.

    >>> thorough(seconds=600).seconds
    600
    """
    base = PROFILES["thorough"]
    return Budget(
        base.name, base.lines, base.rounds, base.positions, base.moves, base.probes, seconds
    )


@define(eq=False)
class Subject:
    """A variant under examination. Checks get their games, positions and moves here.

    `make` creates the engine; the default is the variant's own.

    >>> subject = Subject(available_variants()["base"], PROFILES["smoke"])
    >>> subject.registered, len(subject.lines)
    (True, 4)
    """

    variant: Variant
    budget: Budget
    make: Callable[[Variant], Engine] = Engine
    batch: int = 0
    engine: Engine = field(init=False)
    remarks: dict[str, dict[str, None]] = field(factory=dict, init=False)
    _lines: tuple[Line, ...] | None = field(default=None, init=False)
    _courses: dict[Line, Course] = field(factory=dict, init=False)
    _branches: dict[Line, tuple[list[Step], Met | None]] = field(factory=dict, init=False)
    _facts: dict[Hashable, object] = field(factory=dict, init=False)

    untouched: dict[str, object] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        only_asked()
        self.engine = self.make(self.variant)
        # Before the first question is asked, so that whatever a question leaves behind shows.
        self.untouched = snapshot([*self.markers(), *self.policies()])

    @property
    def registered(self) -> bool:
        """Whether the variant's name loads this same variant, so that its games can be replayed."""
        return self.fact("registered", self._is_registered)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of play of this batch, the same ones each time."""
        if self._lines is None:
            budget = self.budget
            first = self.batch * budget.lines
            lines = generated(self.engine, first, budget.lines, budget.rounds)
            late = late_lines(self.engine, self.batch, max(2, budget.lines // 3))
            self._lines = (*lines, *late)
        return self._lines

    def course(self, line: Line) -> Course:
        """The line as it was played; iterating over it raises the error that stopped it, if any."""
        if line in self._courses:
            return self._courses[line]
        course = walk(self.engine, line)
        if line in self.lines:
            self._courses[line] = course
        return course

    def near(self, line: Line) -> Iterator[Step]:
        """The steps of the line, and many branches from it. Raises the errors that it meets.

        Branches are other moves from its positions, and the answers to their offers.
        """
        yield from self.course(line)
        yield from self.beside(line)

    def beside(self, line: Line) -> Iterator[Step]:
        """Only the branches of the line. Raises the errors that it meets."""
        found = self._branches.get(line)
        if found is None:
            found = self._branch(line)
            if line in self.lines:
                self._branches[line] = found
        yield from found[0]
        if found[1] is not None:
            raise found[1]

    def positions(self, line: Line) -> list[Step]:
        """Steps to examine closely: spread evenly over the line, including the last one."""
        return self.sample(self.course(line).steps, self.budget.positions)

    def sample(self, things: Sequence[T], most: int) -> list[T]:
        """At most `most` of the things, spread evenly, including the last one."""
        count = len(things)
        if count <= most:
            return list(things)
        return [things[count - 1 - (at * count) // most] for at in range(most)][::-1]

    def moves(self, state: State) -> list[Move]:
        """Legal moves to try from a position, each marker getting its share."""
        legal = self.engine.legal_moves(state)
        if len(legal) <= self.budget.moves or isinstance(legal[0], Pick):
            return self.sample(legal, self.budget.moves)
        markers = sorted({m.marker for m in legal if isinstance(m, Play)})
        share = max(1, self.budget.moves // len(markers))
        tried: list[Move] = []
        for number in markers:
            mine = [m for m in legal if isinstance(m, Play) and m.marker == number]
            # Plays with equal piles are where many faults hide: half of the share is theirs.
            equal = [m for m in mine if len(set(m.piles)) < len(m.piles)]
            tried += dict.fromkeys([*self.sample(equal, share // 2), *self.sample(mine, share)])
        return tried

    def markers(self) -> Iterator[tuple[str, ActionMarker]]:
        """Every marker once, with its name for rulings."""
        seen: list[ActionMarker] = []
        for player, markers in enumerate(self.variant.markers):
            for marker in markers:
                if not any(marker is other for other in seen):
                    seen.append(marker)
                    yield self.called(marker, player), marker

    def called(self, marker: ActionMarker, player: int | None = None) -> str:
        """The name of a marker for rulings."""
        same = self.variant.markers[0] == self.variant.markers[1]
        whose = "" if same or player is None else f" of player {player}"
        return f"marker {marker.number} ({marker.name}){whose}"

    def policies(self) -> Iterator[tuple[str, Scoring | Victory]]:
        """The scoring, the victory and the decision at the round limit."""
        yield "scoring", self.variant.scoring
        yield "victory", self.variant.victory
        if self.variant.limit is not None:
            yield "limit.decide", self.variant.limit.decide

    def fact(self, name: Hashable, find: Callable[[], T]) -> T:
        """A fact that is computed once for a subject and used often."""
        if name not in self._facts:
            self._facts[name] = find()
        return self._facts[name]  # type: ignore[return-value]

    def remark(self, check: str, text: str) -> None:
        """Attach a note of one line to the result of a check; the same text is kept once."""
        self.remarks.setdefault(check, {})[printable(text)] = None

    def _is_registered(self) -> bool:
        try:
            return load_engine(self.variant.name).variant == self.variant
        except VariantError:
            return False

    def _branch(self, line: Line) -> tuple[list[Step], Met | None]:
        found: list[Step] = []
        for step in self.positions(line):
            met = self._explore(step, found, depth=3)
            if met is not None:
                return found, met
        return found, None

    def _explore(self, at: Step, found: list[Step], depth: int) -> Met | None:
        """Every other move from a position, and every answer to what it offers."""
        state, move = at.after, None
        try:
            for move in self.moves(state):
                after = self.engine.apply(state, move)
                step = Step(at.moves, at.opens, state, move, after)
                found.append(step)
                if after.offer is not None and depth:
                    met = self._explore(step, found, depth - 1)
                    if met is not None:
                        return met
        except Exception as error:
            return Met(error, at.moves, state, move)
        return None


def named(*what: str | Variant | Iterable[str | Variant]) -> list[Variant]:
    """Variants by name, by pattern or as values.

    ``"*"`` stands for every registered variant and, after a ``+``, for every house rule:
    ``"my-variant+*"``, ``"*+my-house-rule"``. House rules that do not fit are left out of a
    pattern, with a `PluginWarning`. Raises `VariantError` for a name or a pattern without a match.

    >>> [variant.name for variant in named("base", "base+*")]
    ['base', 'base+three-rounds', 'base+three-rounds-plain', 'base+three-rounds-draw']
    """
    found: list[Variant] = []
    for thing in what:
        if isinstance(thing, Variant):
            found.append(thing)
        elif isinstance(thing, str):
            found += _loaded(thing)
        else:
            found += named(*thing)
    return found


def _loaded(pattern: str) -> list[Variant]:
    if "*" not in pattern:
        return [load_engine(pattern).variant]
    found: list[Variant] = []
    for name in _matching(pattern):
        try:
            found.append(load_engine(name).variant)
        except VariantError as error:
            text = f"left out {name} of {pattern}: {error}"
            warnings.warn(text, PluginWarning, stacklevel=_out_of_the_kit())
    if not found:
        raise VariantError(f"no registered variant fits {pattern!r}")
    return found


def _out_of_the_kit() -> int:
    """How many frames up from here the author's line is, for the location of a warning."""
    kit = __name__.rpartition(".")[0]
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(kit):
        level, frame = level + 1, frame.f_back
    return level


def _matching(name: str) -> list[str]:
    pattern, *rules = name.split("+")
    names = [known for known in available_variants() if fnmatchcase(known, pattern)]
    for rule in rules:
        house = [known for known in available_house_rules() if fnmatchcase(known, rule)]
        names = [f"{variant}+{known}" for variant in names for known in house]
    if not names:
        raise VariantError(f"no registered variant matches {name!r}")
    return names
