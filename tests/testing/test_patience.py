"""A plug-in that never answers is caught too: nobody waits for it for ever."""

from __future__ import annotations

import signal
import time
from contextlib import suppress
from typing import Any

import pytest

from hanamikoji_core import Action, Observation, Step
from hanamikoji_core.testing import Budget, run_checks
from tests.rogues.plain import OneUp, variant

SMALL = Budget("small", lines=2, rounds=1, positions=2, moves=4, probes=15)

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="only where a timer can interrupt a call"
)


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.testing._patience._TICK", 0.2)
    monkeypatch.setattr("hanamikoji_core.testing._patience._MOST", 1)


class LoopsInStep(OneUp):
    """With these cards it looks for an end that is not there."""

    def step(self, view: Observation, action: Action) -> Step:
        while str(action.piles[0].known) in "ABCD":
            pass
        return super().step(view, action)


class LoopsInPlays(OneUp):
    def plays(self, view: Observation) -> Any:
        while view.hand.count("A") == 2:
            view.hand.combinations(1)  # The engine's own code is not to blame.
        return super().plays(view)


class LoopsAndCatches(OneUp):
    """It catches whatever comes, once."""

    def step(self, view: Observation, action: Action) -> Step:
        try:
            while str(action.piles[0].known) in "ABCD":
                pass
        except Exception:
            while True:
                pass
        return super().step(view, action)


class LoopsAndCatchesAll(OneUp):
    """It catches whatever comes, again and again."""

    def step(self, view: Observation, action: Action) -> Step:
        while str(action.piles[0].known) in "ABCD":
            with suppress(Exception):
                while True:
                    pass
        return super().step(view, action)


@pytest.mark.parametrize(
    ("marker", "where"),
    [
        (LoopsInStep(1, "Up", "One hand card."), "step"),
        (LoopsInPlays(1, "Up", "One hand card."), "plays"),
        (LoopsAndCatches(1, "Up", "One hand card."), "step"),
        (LoopsAndCatchesAll(1, "Up", "One hand card."), "step"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_call_without_end_is_a_broken_promise_of_termination(marker: OneUp, where: str) -> None:
    report = run_checks(variant(marker), SMALL, only=["legality", "termination"])

    by_name = {result.check: result for result in report.results}
    assert by_name["termination"].status == "failed", str(report)
    assert by_name["legality"].status == "blocked", str(report)
    text = " ".join(str(by_name["termination"]).split())
    assert "marker 1 (Up)" in text
    assert f"did not answer in time, in {where}" in text


def test_the_clock_is_put_back_as_it_was() -> None:
    before = signal.getsignal(signal.SIGALRM)
    run_checks("base", SMALL, only=["termination"])
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_timer_of_somebody_else_is_left_alone() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        run_checks("base", SMALL, only=["metadata"])
        time.sleep(0.05)
        assert rung == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
