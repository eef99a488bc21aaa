"""Where the code of a plug-in could keep something, beside its own attributes."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import tests.rogues.plain
from hanamikoji_core.testing._reach import reached
from tests.testing import said

LEDGER: list[str] = []
UNUSED: list[str] = []


class Kept:
    total = 0
    of = LEDGER

    @staticmethod
    def add(number: int, so_far: list[int] = []) -> None:  # noqa: B006
        so_far.append(number)


def _made(start: int) -> Callable[[], int]:
    held = [start]

    def more() -> int:
        held[0] += 1
        return held[0]

    return more


_more = _made(5)


def _remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    answers: dict[Any, Any] = {}

    @functools.wraps(function)
    def asked(*given: Any, note: str = "asked") -> Any:
        return answers.setdefault(given, function(*given))

    return asked


@_remembering
def _looked_up(number: int, *, table: tuple[int, ...] = (1, 2)) -> int:
    return table[number]


@functools.cache
def _cached(number: int) -> int:
    return number


class Part:
    """A marker or policy, as far as this test goes."""

    rule: Any = functools.partial(_looked_up, 1)

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer

    def plays(self) -> Any:
        LEDGER.append("asked")
        Kept.add(1)
        return _more(), _cached(1), random.random(), said.TEXT, tests.rogues.plain.PLAIN

    @property
    def often(self) -> int:
        return next(Kept.total for _ in (1,))


def _names(part: object) -> dict[str, object]:
    return dict(reached([part]))


def test_what_the_code_of_a_class_names_is_found() -> None:
    found = _names(Part())

    assert found[f"the global LEDGER of module {__name__}"] is LEDGER
    assert found["the class attribute Kept.total"] == 0
    assert found["the class attribute Kept.of"] is LEDGER
    assert found["the default of so_far in Kept.add"] == []
    assert found["held in the closure of _made.more"] == [5]
    assert found["the default of table in _looked_up"] == (1, 2)
    assert found["the global TEXT of module tests.testing.said"] == said.TEXT


def test_what_nobody_names_and_what_is_of_python_is_left_out() -> None:
    found = _names(Part())

    assert not any("UNUSED" in name for name in found)
    assert not any("random" in name or "functools" in name for name in found)


def test_answers_that_a_decorator_keeps_are_left_out() -> None:
    assert not any("answers" in name or "asked" in name for name in _names(Part()))


def test_a_function_that_is_held_is_followed() -> None:
    def answer(given: Any = LEDGER) -> Any:
        return given, not_yet

    found = _names(Part(answer))
    name = "test_a_function_that_is_held_is_followed.answer"

    assert found[f"the default of given in {name}"] is LEDGER
    assert found[f"not_yet in the closure of {name}"] is None
    not_yet = 1
    assert _names(Part(answer))[f"not_yet in the closure of {name}"] == 1


def test_a_function_can_be_a_part_itself() -> None:
    def scoring(end: Any) -> Any:
        return LEDGER

    scoring.text = "As usual."  # type: ignore[attr-defined]
    found = _names(scoring)

    assert found["the attribute test_a_function_can_be_a_part_itself.scoring.text"] == "As usual."
    assert found[f"the global LEDGER of module {__name__}"] is LEDGER


def test_a_value_of_python_itself_leads_nowhere() -> None:
    assert _names(5) == {}
