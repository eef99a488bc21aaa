"""Parts answer the same whenever they are asked, and by the hand alone if they say so."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    Cards,
    Glimpse,
    Majority,
    Observation,
    Outcome,
    Pick,
    Place,
    RoundEnd,
    RoundLimit,
    Step,
    To,
    load_engine,
)
from hanamikoji_core.testing import Examination
from hanamikoji_core.testing._lines import Line
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._hand_only import _shared_out
from hanamikoji_core.testing.checks._questions import asked_in
from hanamikoji_core.testing.checks._questions import told as told_of
from hanamikoji_core.testing.checks._spies import Question, SpiedMarker, ask, spied
from tests.rogues.plain import PLAIN, SMALL, OneUp, TwoUp, plain, variant

from .said import SHORT, TEXT, Ruling, kept, registered


class RefusesToBeAskedAgain(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        if any(action is before for before in _ASKED):
            raise RuntimeError("asked before")
        _ASKED.append(action)
        return super().step(view, action)


_ASKED: list[Action] = []


@frozen
class FlipsACoin(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        return tuple(random.choice((0, 1)) for _ in Majority.__call__(self, end))


@frozen
class TakesTurns(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        _TURNS.append(end.round)
        return (len(_TURNS) % 2, *Majority.__call__(self, end)[1:])


_TURNS: list[int] = []


def test_an_answer_that_comes_once_only_is_no_answer(ruling: Ruling) -> None:
    told = ruling(variant(RefusesToBeAskedAgain(1, "Up", TEXT)), "repeatable")

    assert "step of marker 1 (Up) answers the same question in the same way every time" in told
    assert "asked again, RuntimeError raised" in told


def test_policies_are_asked_again_like_markers(ruling: Ruling) -> None:
    drew = ruling(variant(scoring=FlipsACoin()), "repeatable")
    assert "scoring drew from Python's global random generator" in drew

    changed = ruling(variant(scoring=TakesTurns()), "repeatable")
    assert "scoring answers the same question in the same way every time" in changed
    assert "asked about the end of round" in changed


class DecidesByChance:
    text = "A coin is flipped."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(int(random.random() * 2), "the coin")


def test_what_decides_at_the_limit_is_named_where_it_answers_otherwise(ruling: Ruling) -> None:
    told = ruling(variant(limit=RoundLimit(1, DecidesByChance())), "repeatable")

    assert "limit.decide drew from Python's global random generator" in told


class NeedsAnEmptyTable(OneUp):
    hand_only = True

    def plays(self, view: Observation) -> Any:
        if view.placed[0] or view.placed[1]:
            raise KeyError("table")
        return super().plays(view)


def test_a_marker_that_fails_at_a_real_table_is_not_hand_only(ruling: Ruling) -> None:
    told = ruling(variant(NeedsAnEmptyTable(1, "Up", TEXT)), "hand-only")

    assert (
        "plays gives one answer at this table and another at an empty one: KeyError raised, and"
        in told
    )


class ReadsTheRestOfTheHand(OneUp):
    """Where the card goes depends on what is left in hand, and `hand_only` is claimed."""

    hand_only = True

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if "G" in view.hand else To.OWN_SIDE,))


def test_what_a_step_answers_at_a_real_table_is_told_with_its_question(ruling: Ruling) -> None:
    told = ruling(variant(ReadsTheRestOfTheHand(1, "Up", TEXT)), "hand-only")

    assert "claims hand_only, so step answers from the action alone" in told
    assert re.search(r"asked about the piles [A-G], step gives one answer at this table", told)
    assert "another at an empty one: to[0]: To.ASIDE, and To.OWN_SIDE" in told


def test_the_marker_that_only_one_player_has_is_named_with_the_player(ruling: Ruling) -> None:
    faulty = variant(ReadsTheRestOfTheHand(1, "Up", TEXT))
    each = evolve(PLAIN, markers=(PLAIN.markers[0], faulty.markers[0]), symmetric=False)

    assert "marker 1 (Up) of player 1 claims hand_only" in ruling(each, "hand-only")


def test_what_is_registered_can_be_replayed_at_once(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = variant(ReadsTheRestOfTheHand(1, "Up", TEXT))
    registered(monkeypatch, faulty)

    told = ruling(faulty, "hand-only")

    assert "to see it save this text in a file and run: hanamikoji replay --open FILE" in told


class Ripens(OneUp):
    """From the fifth round on, only the first card may be played."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        return super().plays(view)[: 1 if view.round > 4 else None]


def test_the_hand_alone_decides_in_late_rounds_too(ruling: Ruling) -> None:
    assert "claims hand_only" in ruling(variant(Ripens(1, "Up", TEXT)), "hand-only")


def test_a_spy_answers_as_its_marker_does_and_writes_down_what_was_asked() -> None:
    log: list[Question] = []
    ((spy, *_), _) = spied(PLAIN, lambda marker, player: f"{marker.name} of {player}", log).markers
    marker = PLAIN.markers[0][0]
    view = load_engine(PLAIN).observe(load_engine(PLAIN).start(seed=1), 0)
    pile = view.hand.combinations(1)[0]
    action = Action((Glimpse(pile, 1),), 1)

    assert list(spy.plays(view)) == list(marker.plays(view))
    assert spy.canonical((pile,)) == marker.canonical((pile,))
    assert spy.step(view, action) == marker.step(view, action)

    assert [(q.called, q.method) for q in log] == [
        ("Secret of 0", method) for method in ("plays", "canonical", "step")
    ]
    assert all(ask(q.asked, q.method, q.arguments) == q.answer for q in log)


def test_a_spy_before_a_policy_has_its_text_and_writes_down_who_was_asked() -> None:
    log: list[Question] = []
    limited = evolve(PLAIN, limit=SHORT)
    watched = spied(limited, lambda marker, player: marker.name, log)
    assert watched.limit is not None
    end = RoundEnd(PLAIN.row, 1, 0, (Cards("A"), Cards()), PLAIN.row.no_favor)
    pairs: list[tuple[Any, Any, str]] = [
        (watched.scoring, limited.scoring, "scoring"),
        (watched.victory, limited.victory, "victory"),
        (watched.limit.decide, SHORT.decide, "limit.decide"),
    ]

    for spy, policy, called in pairs:
        assert (spy.text, spy.rules) == (policy.text, policy.rules)
        assert spy(end) == policy(end)
        asked = log.pop()
        assert (asked.called, asked.asked, asked.method) == (called, policy, "__call__")
        assert (asked.arguments, asked.answer) == ((end,), policy(end))
    assert watched.limit.rounds == SHORT.rounds


def test_who_looks_at_the_table_and_says_so_may_do_so() -> None:
    @frozen
    class LooksAtTheTable(NeedsAnEmptyTable):
        hand_only = False

        def plays(self, view: Observation) -> Any:
            return OneUp.plays(self, view) if view.placed[0] else OneUp.plays(self, view)[:1]

    assert kept(variant(LooksAtTheTable(1, "Up", TEXT)), "hand-only")


def test_what_was_asked_in_a_line_of_the_subject_is_found_out_once() -> None:
    subject = Subject(PLAIN, SMALL)
    one, two, *_ = subject.lines
    other = Line(seed=99, choices=(0, 0))

    assert asked_in(subject, one) is asked_in(subject, one)
    assert asked_in(subject, one).log != asked_in(subject, two).log
    assert asked_in(subject, other) is not asked_in(subject, other)


def test_a_part_that_cannot_travel_leaves_the_promise_unexamined() -> None:
    class Local(OneUp):
        pass

    result = Examination(variant(Local(1, "Up", TEXT)), SMALL).result("repeatable")

    assert result.status == "not examined"
    assert result.reason.startswith("nothing could be asked in another process: ")
    assert "Local" in result.reason


def test_late_rounds_are_those_in_which_both_have_won_something() -> None:
    assert _shared_out(5) == (0, 1, 0, 1, 0)


def test_spies_are_as_equal_as_their_markers() -> None:
    one, two, other = (SpiedMarker(marker, "it", []) for marker in (plain(1), plain(1), plain(2)))

    assert one == two != other
    assert hash(one) == hash(two) == hash(plain(1))
    assert one != plain(1)


class ReadsTheRestOfBoth(TwoUp):
    hand_only = True

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if "G" in view.hand else To.OWN_SIDE,) * 2)


class IsSated(OneUp):
    """Once all geisha favor somebody, only the first card may be played."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        sated = all(owner is not None for owner in view.favor)
        return super().plays(view)[: 1 if sated else None]


def test_a_marker_that_claims_nothing_does_not_excuse_the_others(ruling: Ruling) -> None:
    both = variant(OneUp(1, "Up", TEXT), ReadsTheRestOfBoth(2, "Two", TEXT))

    assert "marker 2 (Two) claims hand_only" in ruling(both, "hand-only")


def test_the_hand_alone_decides_whoever_has_the_favor(ruling: Ruling) -> None:
    assert "claims hand_only" in ruling(variant(IsSated(1, "Up", TEXT)), "hand-only")


class ExpectsNoMoves(OneUp):
    """Markers are asked what is legal; nobody has told them before."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        assert view.legal_moves == ()
        return super().plays(view)


def test_markers_are_shown_no_legal_moves() -> None:
    assert kept(variant(ExpectsNoMoves(1, "Up", TEXT)), "hand-only")


def test_a_question_is_told_with_its_piles_and_picks() -> None:
    view = load_engine(PLAIN).observe(load_engine(PLAIN).start(seed=1), 0)
    piles = (Glimpse(Cards("A"), 1), Glimpse(Cards(), 2))
    step = Question("it", None, "step", (view, Action(piles, 2, (Pick((1,)),))), None)

    assert told_of(step) == "about the piles A | ?? and the picks /1"
    assert told_of(Question("it", None, "plays", (view,), None)) == f"with the hand {view.hand}"
    assert (
        told_of(Question("it", None, "canonical", ((Cards("A"),),), None)) == "about the layout A"
    )
