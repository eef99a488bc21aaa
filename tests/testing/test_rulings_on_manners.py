"""Parts answer quickly and quietly, and in any company."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import Action, Observation, Place, Step, To
from hanamikoji_core.testing import run_checks
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks import _prompt
from hanamikoji_core.testing.checks._mixing import _mixtures
from hanamikoji_core.testing.checks._prompt import _examined
from hanamikoji_core.testing.checks._spies import Cost, Question, Stopwatch
from hanamikoji_core.testing.checks._spies import measured as _measured
from tests.rogues.manners import Dawdles, Prints
from tests.rogues.plain import PLAIN, SMALL, OneUp, variant

from .said import TEXT, Ruling, kept


def test_until_a_variant_is_quick_and_quiet_nothing_else_is_examined() -> None:
    report = run_checks(variant(Prints(1, "Up", TEXT)), SMALL, only=["metadata", "secrecy"])

    assert [result.status for result in report.results] == ["passed", "blocked"]
    assert report.results[1].by == "quick-and-quiet"


def _taking(
    seconds: float, again: float, number: int = 1, *, waiting: bool = False
) -> list[Question]:
    """Calls that worked, or waited, so long; if asked again, another time."""
    part = _Again(0.0 if waiting else again, again if waiting else 0.0)
    worked, waited = (0.0, seconds) if waiting else (seconds, 0.0)
    view = _view()
    return [Question("it", part, "plays", (view,), ((),), worked, waited) for _ in range(number)]


def _view() -> Observation:
    subject = Subject(PLAIN, SMALL)
    return subject.engine.observe(subject.engine.start(seed=1), 0)


class _Again:
    def __init__(self, seconds: float, waited: float) -> None:
        self.seconds = seconds
        self.waited = waited

    def plays(self, view: Any) -> Any:
        if self.seconds < 0:
            raise ValueError
        return ()


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(part: Any, method: str, arguments: Any) -> Any:
        if isinstance(part, _Again):
            return getattr(part, method)(*arguments), Cost(part.seconds, part.waited, "")
        return _measured(part, method, arguments)

    monkeypatch.setattr(_prompt, "measured", measured)


@pytest.mark.parametrize("waiting", [False, True], ids=["works", "waits"])
@pytest.mark.parametrize(
    ("seconds", "again", "number"),
    [(0.03, 0.03, 1), (0.03, 0.03, 9), (0.3, 0.3, 1), (0.03, 0.0001, 9)],
    ids=["once", "always", "very", "the first time with each hand"],
)
def test_a_call_that_takes_long_is_slow(
    seconds: float, again: float, number: int, waiting: bool
) -> None:
    with pytest.raises(Broken, match="seconds on average in"):
        _examined(_taking(seconds, again, number, waiting=waiting))


def test_a_call_that_waits_as_long_as_other_work_does_is_not_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Stopwatch, "read", lambda _: (0.01, 0.05))
    part = _Again(0.015, 0.07)
    call = Question("it", part, "plays", (_view(),), ((),), part.seconds, part.waited)

    _examined([call] * 9)


def test_a_few_slow_calls_among_many_quick_ones_are_slow_if_they_take_very_long() -> None:
    (slow,) = _taking(0.3, 0.3)
    quick = [evolve(slow, seconds=0.001) for _ in range(99)]

    with pytest.raises(Broken, match=r"and 0\.300 seconds when asked with the hand"):
        _examined([*quick, slow])


@pytest.mark.parametrize(
    ("seconds", "again", "number"),
    [(0.01, 0.01, 9), (0.5, 0.001, 1), (0.03, 0.001, 3), (0.5, -1.0, 1)],
    ids=["quick", "a busy machine", "something made once", "it raises now"],
)
def test_a_call_that_is_quick_the_next_time_is_not_slow(
    seconds: float, again: float, number: int
) -> None:
    _examined(_taking(seconds, again, number))


def test_who_lists_many_plays_may_take_longer() -> None:
    (question,) = _taking(0.1, 0.1)

    _examined([evolve(question, answer=((),) * 200)])


def test_a_game_is_broken_off_once_it_takes_long() -> None:
    subject = Subject(variant(Dawdles(1, "Up", TEXT)), SMALL)

    assert 10 < len(_prompt._first_game(subject)) < 100


def test_what_cannot_be_asked_elsewhere_is_left_to_the_check_that_compares() -> None:
    class Local(OneUp):
        pass

    assert kept(variant(Local(1, "Up", TEXT)), "quick-and-quiet")


class StartsLate(OneUp):
    """Raises in the first position, which is told by the checks that look for it."""

    def plays(self, view: Observation) -> Any:
        raise LookupError


def test_what_is_wrong_otherwise_is_left_to_other_checks() -> None:
    assert kept(variant(StartsLate(1, "Up", TEXT)), "quick-and-quiet")


def test_a_marker_is_mixed_with_others_that_add_up() -> None:
    marker = OneUp(1, "Up", TEXT)

    found = dict(_mixtures(variant(marker), marker))

    assert {"cards that go aside", "cards that lie open", "markers of 'base'"} <= found.keys()
    for mixture in found.values():
        assert mixture.problems() == ()
        assert mixture.markers[0] == mixture.markers[1]
        assert mixture.markers[0][0] is marker
    assert {mixture.removed for mixture in found.values()} == {0, 1}


def test_a_marker_of_fields_alone_has_nothing_to_look_around_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hanamikoji_core.testing.checks._mixing._mixtures", lambda *_: 1 / 0)

    assert kept(PLAIN, "mixing")


class NeedsMany(OneUp):
    """It uses nearly all cards of the deck, so no company is small enough."""

    cost = 30


def test_where_no_mixture_adds_up_there_is_none() -> None:
    marker = NeedsMany(1, "Many", TEXT)

    assert list(_mixtures(PLAIN, marker)) == []


class LosesAPile(OneUp):
    """With somebody's face-up cards on the table it places two piles where there is one."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        far = any(number > 4 for number in view.used[0] | view.used[1])
        return Place((To.OWN_SIDE, To.OWN_SIDE) if far else (To.OWN_SIDE,))


def test_an_answer_that_does_not_fit_is_told_with_the_company(ruling: Ruling) -> None:
    told = ruling(variant(LosesAPile(1, "Up", TEXT)), "mixing")

    assert "marker 1 (Up) works next to cards that go aside" in told
    assert "with the markers 91 (Away), 92 (Far away), 93 (Farther away) next to it" in told
    assert "places 2 piles, but the action has 1" in told


class NeedsAnOpenCard(OneUp):
    """In its own variant something lies open by the time it must be used; elsewhere it may not."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return super().plays(view) if view.placed[0] or view.placed[1] else []


def test_whether_there_is_something_to_play_is_the_business_of_who_mixes() -> None:
    assert kept(variant(NeedsAnOpenCard(1, "Up", TEXT), removed=1), "mixing")
