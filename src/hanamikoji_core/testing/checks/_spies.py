"""Wrappers of markers and policies that record questions and answers."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from time import perf_counter, thread_time
from typing import Any

from attrs import evolve, frozen

from ...model.moves import Layout
from ...model.observation import Observation
from ...model.places import From
from ...protocol.markers import Action, ActionMarker, Step
from ...protocol.policies import RoundEnd, RoundLimit, Scoring, Victory
from ...protocol.variant import Variant

try:
    from resource import RUSAGE_THREAD, getrusage
except ImportError:  # pragma: no cover (a system that does not count this for each thread)

    def _waits() -> float:
        """Another number each time: every call may have waited."""
        return perf_counter()

else:

    def _waits() -> float:
        """How often this thread has given up the processor in order to wait."""
        return getrusage(RUSAGE_THREAD).ru_nvcsw


__all__ = ["Cost", "Question", "SpiedMarker", "Stopwatch", "ask", "asked", "measured", "spied"]


@frozen(eq=False)
class Question:
    """A question to a part, with the answer (listed plays as a tuple).

    It also records the cost of the call: processor time, time spent waiting, and output.
    """

    called: str
    asked: object
    method: str
    arguments: tuple[Any, ...]
    answer: object
    seconds: float = 0.0
    waited: float = 0.0
    printed: str = ""


def ask(part: Any, method: str, arguments: tuple[Any, ...]) -> object:
    """The answer to a repeated question."""
    return measured(part, method, arguments)[0]


@frozen
class Cost:
    """The cost of a call: seconds of processor time, seconds spent waiting, and output.

    On a busy machine a call also waits for the processor.
    """

    seconds: float
    waited: float
    printed: str


def measured(part: Any, method: str, arguments: tuple[Any, ...]) -> tuple[Any, Cost]:
    """The answer of a part, with plays as a tuple, and what the call cost."""
    streams, page = (sys.stdout, sys.stderr), io.StringIO()
    sys.stdout = sys.stderr = page
    watch = Stopwatch()
    try:
        answer = getattr(part, method)(*arguments)
        if method == "plays" and isinstance(answer, Iterable):
            answer = tuple(answer)
        return answer, Cost(*watch.read(), page.getvalue())
    finally:
        sys.stdout, sys.stderr = streams


class Stopwatch:
    """Measures processor time and waiting time of this thread.

    Time in which the system gave the processor to others is not waiting, if the system counts that.
    """

    def __init__(self) -> None:
        self._waits = _waits()
        self._wall, self._worked = perf_counter(), thread_time()

    def read(self) -> tuple[float, float]:
        """Seconds of processor time, and seconds of waiting, since the start."""
        worked = thread_time() - self._worked
        waited = max(0.0, perf_counter() - self._wall - worked)
        return worked, waited if _waits() != self._waits else 0.0


class SpiedMarker:
    """Wraps a marker and records its answers."""

    def __init__(self, marker: ActionMarker, called: str, log: list[Question]) -> None:
        self._marker = marker
        self._called = called
        self._log = log

    def __hash__(self) -> int:
        return hash(self._marker)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpiedMarker) and self._marker == other._marker

    @property
    def number(self) -> int:
        return self._marker.number

    @property
    def name(self) -> str:
        return self._marker.name

    @property
    def text(self) -> str:
        return self._marker.text

    @property
    def rules(self) -> tuple[str, ...]:
        return self._marker.rules

    @property
    def cost(self) -> int:
        return self._marker.cost

    @property
    def gives(self) -> int:
        return self._marker.gives

    @property
    def draws(self) -> int:
        return self._marker.draws

    @property
    def takes(self) -> int:
        return self._marker.takes

    @property
    def lays(self) -> int:
        return self._marker.lays

    @property
    def origins(self) -> tuple[From, ...]:
        return self._marker.origins

    @property
    def hand_only(self) -> bool:
        return self._marker.hand_only

    @property
    def any_cards(self) -> bool:
        return self._marker.any_cards

    def plays(self, view: Observation) -> Iterable[Layout]:
        return self._asked("plays", view)  # type: ignore[no-any-return]

    def canonical(self, layout: Layout) -> Layout:
        return self._asked("canonical", layout)  # type: ignore[no-any-return]

    def step(self, view: Observation, action: Action) -> Step:
        return self._asked("step", view, action)  # type: ignore[no-any-return]

    def _asked(self, method: str, *arguments: Any) -> Any:
        return asked(self._marker, self._called, self._log, method, arguments)


def asked(
    part: object, called: str, log: list[Question], method: str, arguments: tuple[Any, ...]
) -> Any:
    """Ask, and record the question."""
    answer, cost = measured(part, method, arguments)
    log.append(
        Question(called, part, method, arguments, answer, cost.seconds, cost.waited, cost.printed)
    )
    return answer


class _SpiedPolicy:
    def __init__(self, policy: Scoring | Victory, called: str, log: list[Question]) -> None:
        self._policy = policy
        self._called = called
        self._log = log

    @property
    def text(self) -> str:
        return self._policy.text

    @property
    def rules(self) -> tuple[str, ...]:
        return self._policy.rules

    def __call__(self, end: RoundEnd) -> Any:
        return asked(self._policy, self._called, self._log, "__call__", (end,))


def spied(variant: Variant, called: Any, log: list[Question]) -> Variant:
    """The variant with every marker and policy wrapped."""
    first, second = (
        tuple(SpiedMarker(marker, called(marker, player), log) for marker in markers)
        for player, markers in enumerate(variant.markers)
    )
    limit = variant.limit
    return evolve(
        variant,
        markers=(first, second),
        scoring=_SpiedPolicy(variant.scoring, "scoring", log),
        victory=_SpiedPolicy(variant.victory, "victory", log),
        limit=limit and RoundLimit(limit.rounds, _SpiedPolicy(limit.decide, "limit.decide", log)),
    )
