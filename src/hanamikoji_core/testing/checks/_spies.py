"""Markers and policies that write down what they are asked and what they answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, frozen

from ...markers import Action, ActionMarker, From, Step
from ...moves import Layout
from ...observation import Observation
from ...policies import RoundEnd, RoundLimit, Scoring, Victory
from ...variant import Variant

__all__ = ["Question", "SpiedMarker", "ask", "spied"]


@frozen(eq=False)
class Question:
    """What was asked of whom, and the answer, lists of plays as tuples."""

    called: str
    asked: object
    method: str
    arguments: tuple[Any, ...]
    answer: object


def ask(thing: Any, method: str, arguments: tuple[Any, ...]) -> object:
    """The answer to a question, asked anew."""
    answer = getattr(thing, method)(*arguments)
    return tuple(answer) if method == "plays" else answer


class SpiedMarker:
    """Stands before a marker and writes down its answers."""

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
        answer = self._marker.plays(view)
        if not isinstance(answer, Iterable):
            return answer
        found = tuple(answer)
        self._write("plays", (view,), found)
        return found

    def canonical(self, layout: Layout) -> Layout:
        answer = self._marker.canonical(layout)
        self._write("canonical", (layout,), answer)
        return answer

    def step(self, view: Observation, action: Action) -> Step:
        answer = self._marker.step(view, action)
        self._write("step", (view, action), answer)
        return answer

    def _write(self, method: str, arguments: tuple[Any, ...], answer: object) -> None:
        self._log.append(Question(self._called, self._marker, method, arguments, answer))


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
        answer = self._policy(end)
        self._log.append(Question(self._called, self._policy, "__call__", (end,), answer))
        return answer


def spied(variant: Variant, called: Any, log: list[Question]) -> Variant:
    """The variant with a spy before every marker and policy."""
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
