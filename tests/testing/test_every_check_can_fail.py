"""What no plug-in can break, because the engine does it, is held by checks that can fail too."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    Game,
    MoreCharm,
    Move,
    Outcome,
    RoundLimit,
    State,
    Variant,
    load_engine,
)
from hanamikoji_core.model.knowledge import Viewer
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line, Met, Step, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing._words import who
from hanamikoji_core.testing.checks._knowledge import _play_on
from hanamikoji_core.testing.checks._saves import _read
from hanamikoji_core.testing.checks._table import _expect_used
from hanamikoji_core.testing.checks._termination import _endless
from tests.rogues.plain import SMALL, OneCheck, OneUp, variant
from tests.rogues.test_rogues import GALLERY

from .broken_engines import BEHIND, ENGINES, BrokenEngine
from .said import HARDLY_SHRUNK, assert_hides_nothing


@pytest.mark.parametrize("broken", ENGINES, ids=lambda broken: broken.fault)
def test_a_fault_of_the_engine_is_noticed(broken: BrokenEngine) -> None:
    # Under another name, so that saved games are not read with the engine that is all right.
    variant = evolve(load_engine("mini-expansion-1").variant, name="under-suspicion", removed=1)
    variant = variant if broken.fault != "the last card is dealt" else evolve(variant, removed=0)
    examination = OneCheck(variant, HARDLY_SHRUNK, broken.make)

    result = examination.result(broken.check)

    assert result.status == "failed", str(result)
    assert broken.says in " ".join(str(result).split()), str(result)
    assert_hides_nothing(result.ruling)


@pytest.mark.parametrize("broken", BEHIND, ids=lambda broken: f"{broken.check}: {broken.fault}")
def test_a_fault_is_noticed_also_where_a_more_basic_check_would_speak(broken: BrokenEngine) -> None:
    base = load_engine("base").variant
    variant = evolve(base, name="under-suspicion", limit=RoundLimit(1, MoreCharm()))
    subject = Subject(variant, SMALL, broken.make)

    told = [CHECKS[broken.check].fails(subject, line) for line in subject.lines]

    (said, *_) = [ruling for ruling in told if ruling is not None]
    assert broken.says in f"{said.expected}: {said.happened}"


def test_the_last_action_of_a_round_leaves_nobody_with_a_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Dearer(OneUp):
        cost = 2

    right = variant(OneUp(1, "Up", "One."), limit=RoundLimit(1, MoreCharm()))
    subject = Subject(
        evolve(right, markers=(Dearer(1, "Up", "One."), *right.markers[0][1:])),
        SMALL,
        lambda _: Engine(right),
    )
    # Only the end, where it is that marker's turn.
    monkeypatch.setattr(
        Subject,
        "near",
        lambda self, line: [s for s in self.course(line).steps if s.after.to_move is None],
    )

    told = [CHECKS["hand-accounting"].fails(subject, line) for line in subject.lines]

    (broken, *_) = [each for each in told if each is not None]
    assert broken.expected.startswith("cards left in the hands of the actor and the opponent")


def test_the_markers_of_each_player_are_told_apart() -> None:
    class EndsEarly(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            if after.offer is None and len(after.used[0]) == 2:
                return evolve(after, to_move=None, outcome=Outcome(0, "it is late"))
            return after

    subject = Subject(load_engine("base").variant, SMALL, EndsEarly)

    told = [CHECKS["markers-once"].fails(subject, line) for line in subject.lines]

    (broken, *_) = [each for each in told if each is not None]
    assert broken.expected.endswith("both used [1, 2, 3, 4] and [1, 2, 3, 4]")
    used = re.fullmatch(r"they used (\[\d, \d\]) and (\[\d\])", broken.happened)
    assert used is not None


def test_markers_that_the_position_calls_used_are_told_of_each_player() -> None:
    state = evolve(load_engine("base").start(), used=(frozenset({1}), frozenset({2, 3})))

    with pytest.raises(Broken) as caught:
        _expect_used(Step((), state, None, None, state), ([4], [3, 2]))

    assert caught.value.expected == "the markers used so far in the round are [4] and [2, 3]"
    assert caught.value.happened == "the position says [1] and [2, 3]"


def test_a_game_without_an_end_is_told_with_its_moves() -> None:
    subject = Subject(load_engine("base").variant, SMALL)
    last = subject.course(subject.lines[0]).steps[-1]

    assert _endless(last, "it goes on").path == last.moves != ()


def test_of_a_long_text_the_beginning_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(text: str) -> Game:
        raise ZeroDivisionError

    monkeypatch.setattr(Game, "from_json", stumbles)
    state = load_engine("base").start()

    for length, shown in ((300, "x" * 300), (301, "x" * 297 + "...")):
        with pytest.raises(Broken) as caught:
            _read(Step((), state, None, None, state), "x" * length)
        assert caught.value.happened.endswith(f"the text was {shown}")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_guess_that_cannot_be_played_is_told_with_its_hands(viewer: Viewer) -> None:
    engine = load_engine("base")
    state = engine.start(seed=1)
    step = Step((), state, None, None, state)
    guess = evolve(state, hands=(Cards(), Cards()))

    with pytest.raises(Broken) as caught:
        _play_on(Subject(engine.variant, SMALL), step, guess, viewer, Random(0))

    assert "came to a stop with the hands - and -: " in caught.value.happened
    assert caught.value.viewer == who(viewer)
    assert caught.value.state == state


def test_a_deal_that_fails_is_met_by_every_check_that_plays() -> None:
    class Stumbles(Engine):
        def start(self, **given: Any) -> State:
            raise ZeroDivisionError

    subject = Subject(load_engine("base").variant, SMALL, Stumbles)

    met = walk(subject.engine, Line(choices=(0,))).met
    assert met is not None
    assert (met.path, met.state, met.move) == ((), None, None)
    for name in ("purity", "conservation", "turn-order"):
        with pytest.raises(Met):
            CHECKS[name].fails(subject, Line())
    with pytest.raises(ZeroDivisionError):
        CHECKS["relabelling"].fails(subject, Line())


def test_a_move_that_fails_is_met_where_it_was_made() -> None:
    class Stumbles(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if len(state.used[0]) == 1:
                raise ZeroDivisionError
            return super().apply(state, move, player=player)

    engine = Stumbles(load_engine("base").variant)

    course = walk(engine, Line(seed=7, choices=(0, 0, 3)))

    (*_, last) = course.steps
    assert len(course.steps) == 2
    assert course.met is not None
    assert (course.met.path, course.met.state) == (last.moves, last.after)
    assert course.met.move == engine.legal_moves(last.after)[0]


def test_an_error_that_only_another_engine_makes_is_met_too() -> None:
    made: list[Engine] = []

    class FirstOnly(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if self is not made[0]:
                raise ZeroDivisionError
            return super().apply(state, move, player=player)

    def make(variant: Variant) -> Engine:
        made.append(FirstOnly(variant))
        return made[-1]

    subject = Subject(load_engine("base").variant, SMALL, make)

    with pytest.raises(Met):
        CHECKS["purity"].fails(subject, subject.lines[0])


def test_every_check_is_seen_to_fail() -> None:
    seen = {rogue.check for rogue in GALLERY} | {broken.check for broken in ENGINES}

    assert seen == set(CHECKS)
