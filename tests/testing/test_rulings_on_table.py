"""Cards, markers and turns: each thing that may go wrong on the table is told by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Cards,
    Engine,
    From,
    Move,
    Observation,
    Outcome,
    Place,
    Play,
    Row,
    State,
    Step,
    Take,
    To,
    Variant,
    Viewer,
    load_engine,
)
from hanamikoji_core.model.events import Event
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line, Met
from hanamikoji_core.testing._subject import Subject
from tests.rogues.ends import AsksAgainAndAgain
from tests.rogues.plain import PLAIN, SMALL, OneUp, plain, variant

from .said import TEXT, kept

BASE = load_engine("base").variant
LINE = Line(seed=7, choices=(0,) * 30)

Change: TypeAlias = Callable[[State, State], dict[str, Any]]


def tampered(change: Change) -> Callable[[Variant], Engine]:
    """An engine whose positions are changed where `change` says so, by what was before."""

    class Tampered(Engine):
        def start(self, **given: Any) -> State:
            state = super().start(**given)
            return evolve(state, **change(state, state))

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            return evolve(after, **change(state, after))

    return Tampered


def told(check: str, make: Callable[[Variant], Engine]) -> str:
    broken = CHECKS[check].fails(Subject(BASE, SMALL, make), LINE)
    assert broken is not None
    return f"{broken.expected}; {broken.happened}"


def _begins(before: State, after: State) -> bool:
    return before is after


def _goes_on(before: State, after: State) -> bool:
    return not _begins(before, after) and after.round == before.round and after.offer is None


def _next_round(before: State, after: State) -> bool:
    return after.round > before.round


def _asks(before: State, after: State) -> bool:
    return after.offer is not None


@pytest.mark.parametrize(
    ("when", "change", "says"),
    [
        (_begins, lambda s: {"to_move": 1}, "who begins: 0; who begins: 1"),
        (
            _begins,
            lambda s: {"starting_player": 1},
            "who started the round: 0; who started the round: 1",
        ),
        (_asks, lambda s: {"to_move": s.offer.player}, "who is to move: 1; who is to move: 0"),
        (_goes_on, lambda s: {"to_move": 1 - s.to_move}, "who is to move: 1; who is to move: 0"),
        (
            _goes_on,
            lambda s: {"starting_player": 1},
            "who started the round: 0; who started the round: 1",
        ),
        (
            _next_round,
            lambda s: {"round": 3},
            "the number of the next round: 2; the number of the next round: 3",
        ),
        (
            _next_round,
            lambda s: {"to_move": 0},
            "who starts the next round: 1; who starts the next round: 0",
        ),
        (
            _next_round,
            lambda s: {"starting_player": 0},
            "who started the round: 1; who started the round: 0",
        ),
        (
            _next_round,
            lambda s: {"hands": (s.hands[0], s.hands[1] - Cards(str(s.hands[1])[0]))},
            "the hands dealt, after one draw: [6, 7]; the hands dealt, after one draw: [6, 6]",
        ),
    ],
    ids=[
        *("who begins", "who is told to have begun", "who is asked", "who comes next"),
        *("who is told to have begun, later", "the next round", "who begins it"),
        *("who is told to have begun it", "the hands dealt"),
    ],
)
def test_whose_turn_it_is_is_told_by_what_is_wrong_with_it(
    when: Callable[[State, State], bool], change: Any, says: str
) -> None:
    make = tampered(lambda before, after: change(after) if when(before, after) else {})

    assert told("turn-order", make) == says


@pytest.mark.parametrize(
    ("when", "used", "says"),
    [
        (_begins, (frozenset({1}), frozenset()), "are [] and []; the position says [1] and []"),
        (_goes_on, (frozenset(), frozenset()), "are [1] and []; the position says [] and []"),
        (_asks, (frozenset(), frozenset()), "; the position says [] and []"),
        (_next_round, (frozenset({4}),) * 2, "are [] and []; the position says [4] and [4]"),
    ],
    ids=["at first", "after an action", "while an offer waits", "in the next round"],
)
def test_markers_are_used_as_they_are_played(
    when: Callable[[State, State], bool], used: Any, says: str
) -> None:
    make = tampered(lambda before, after: {"used": used} if when(before, after) else {})

    assert told("markers-once", make).endswith(says)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda s: {"deck": s.deck + "A"}, "there are 22 cards: A too many"),
        (lambda s: {"deck": s.deck[:-1]}, "there are 20 cards: E missing"),
        (lambda s: {"deck": "A" + s.deck[:-1]}, "there are 21 cards: E missing and A too many"),
    ],
    ids=["too many", "missing", "both"],
)
def test_cards_that_are_missing_and_cards_too_many_are_named(change: Any, says: str) -> None:
    make = tampered(lambda before, after: change(after) if _begins(before, after) else {})

    assert told("conservation", make).endswith(says)


def test_another_engine_that_remembers_games_is_told_with_the_move() -> None:
    made: list[Engine] = []

    class Turns(Engine):
        """Every engine but the first turns the deck round."""

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            return after if self is made[0] else evolve(after, deck=after.deck[::-1])

    def make(variant: Variant) -> Engine:
        made.append(Turns(variant))
        return made[-1]

    assert told("purity", make) == (
        "the same moves lead to the same position in every engine; "
        "a fresh engine made 1A and reached another position"
    )


class Steals(OneUp):
    """A card is taken from the other hand, which so comes to its end."""

    gives = -1

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND)
        return Place((To.OWN_SIDE, To.OWN_SIDE))


def test_the_last_action_may_take_the_last_card_of_the_other_hand() -> None:
    many = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))

    assert kept(variant(Steals(1, "Steal", TEXT), row=many, hand_size=7), "hand-accounting")


@pytest.mark.parametrize("check", ["turn-order", "hand-accounting", "markers-once"])
def test_who_has_more_markers_acts_twice_in_a_row_at_the_end(check: str) -> None:
    fewer = tuple(map(plain, (2, 3, 4)))
    uneven = evolve(PLAIN, markers=(PLAIN.markers[0], fewer), symmetric=False)
    subject = Subject(uneven, SMALL)
    twice = [
        step
        for line in subject.lines
        for step in subject.course(line)
        if step.before is not None
        and step.after.offer is None
        and step.after.round == step.before.round
        and step.opened.to_move == step.after.to_move == 0
    ]

    assert twice
    assert kept(uneven, check)


def test_a_move_that_is_another_one_the_second_time_is_told_where_it_was_made() -> None:
    class DoubtsLater(Engine):
        """Once somebody has acted, a play of pairs counts how often it was tried."""

        tried = 0

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            if not state.used[0] or not isinstance(move, Play) or move.marker != 4:
                return after
            self.tried += 1
            return evolve(after, round=self.tried)

    line = Line(seed=7, choices=(0, 0))
    subject = Subject(BASE, SMALL, DoubtsLater)

    broken = CHECKS["purity"].fails(subject, line)

    assert broken is not None
    assert broken.happened == "the same move led to two different positions"
    step = subject.course(line).steps[1]
    assert (broken.path, broken.state) == (step.moves, step.after)
    assert str(broken.move).startswith("4")


@pytest.mark.parametrize("method", ["observe", "narrate"])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_to_look_changes_nothing(method: str, viewer: Viewer) -> None:
    class LeavesATrace(Engine):
        def observe(self, state: State, player: Viewer) -> Observation:
            view = super().observe(state, player)
            if method == "observe" and player == viewer:
                object.__setattr__(state, "round", state.round + 1)
            return view

        def narrate(self, state: State, move: Move, to: Viewer) -> tuple[Event, ...]:
            events = super().narrate(state, move, to)
            if method == "narrate" and to == viewer:
                object.__setattr__(state, "round", state.round + 1)
            return events

    broken = CHECKS["purity"].fails(Subject(BASE, SMALL, LeavesATrace), Line(seed=7))

    assert broken is not None
    assert broken.happened == "the position that the move was applied to has changed"


def test_the_markers_of_both_players_are_named() -> None:
    class EndsEarly(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            if after.offer is None and after.used[1]:
                return evolve(after, to_move=None, outcome=Outcome(0, "it is late"))
            return after

    fewer = tuple(map(plain, (2, 3, 4)))
    uneven = evolve(PLAIN, markers=(PLAIN.markers[0], fewer), symmetric=False)

    broken = CHECKS["markers-once"].fails(Subject(uneven, SMALL, EndsEarly), LINE)

    assert broken is not None
    assert broken.expected == "by the end of the round both used [1, 2, 3, 4] and [2, 3, 4]"


def test_a_marker_that_asks_for_ever_is_named_where_it_does() -> None:
    subject = Subject(variant(AsksAgainAndAgain(3, "Shown", TEXT)), SMALL)
    play = next(
        at
        for at, move in enumerate(subject.engine.legal_moves(subject.engine.start(seed=7)))
        if str(move).startswith("3")
    )
    line = Line(seed=7, choices=(play, *[0] * 60))

    broken = CHECKS["termination"].fails(subject, line)

    assert broken is not None
    assert broken.happened.startswith("marker 3 asks more than 50 times")
    assert broken.state is not None
    assert broken.state.offer is not None
    # It was met on the line, before a game was played on at random.
    assert len(broken.path) == len(broken.state.offer.picks) + 1


def test_what_fails_in_random_play_is_met_with_its_move() -> None:
    class Stumbles(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if len(state.used[0]) == 2:
                raise ZeroDivisionError
            return super().apply(state, move, player=player)

    with pytest.raises(Met) as caught:
        CHECKS["termination"].fails(Subject(BASE, SMALL, Stumbles), Line(seed=7))

    assert caught.value.state is not None
    assert len(caught.value.state.used[0]) == 2
    assert caught.value.move is not None
