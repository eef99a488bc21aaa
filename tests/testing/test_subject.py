"""What checks are given of a variant: positions near a line, moves from them, and what is what."""

from __future__ import annotations

from attrs import evolve

from hanamikoji_core import Engine, Move, Pick, State, load_engine
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._subject import Subject, named
from tests.rogues.ends import AsksAgainAndAgain
from tests.rogues.plain import PLAIN, SMALL, plain, variant

from .said import TEXT, Counts

BASE = load_engine("base").variant
LINE = Line(seed=7, choices=(0, 0, 5, 1, 9))


def test_as_many_moves_as_are_tried_are_all_tried_in_their_order() -> None:
    state = LINE.start(load_engine("base"))
    legal = list(load_engine("base").legal_moves(state))

    assert Subject(BASE, evolve(SMALL, moves=len(legal))).moves(state) == legal
    assert len(Subject(BASE, evolve(SMALL, moves=len(legal) - 1)).moves(state)) < len(legal)


def test_of_more_moves_than_are_tried_every_marker_has_its_share() -> None:
    state = LINE.start(load_engine("base"))

    def tried(most: int) -> str:
        return " ".join(map(str, Subject(BASE, evolve(SMALL, moves=most)).moves(state)))

    assert tried(3) == tried(7) == "1G 2FG 3D-F-G 4DF-DG"
    # A play with equal piles is among them, where there is one.
    assert tried(8) == "1C 1G 2BF 2FG 3D-D-G 3B-C-F 3D-F-G 4AG-BD 4DF-DG"


def test_picks_are_spread_over_all_that_can_be_picked() -> None:
    subject = Subject(BASE, evolve(SMALL, moves=2))
    state = subject.engine.start(seed=1)
    shown = next(m for m in subject.engine.legal_moves(state) if str(m)[0] == "3")
    offered = subject.engine.apply(state, shown)

    assert subject.moves(offered) == [Pick((1,)), Pick((2,))]


def test_steps_beside_a_line_go_from_its_positions() -> None:
    subject = Subject(BASE, SMALL)
    engine = subject.engine
    course = walk(engine, LINE)

    beside = list(subject.beside(LINE))

    for step in beside:
        assert step.move is not None
        assert step.before is not None
        assert engine.apply(step.before, step.move) == step.after
        state = LINE.start(engine)
        for move in step.path:
            state = engine.apply(state, move)
        assert state == step.before
        opened = step.before.offer is None
        assert (step.opened == step.before) == opened
    near = [step.moves for step in subject.near(LINE)]
    assert near == [step.moves for step in [*course.steps, *beside]]


def test_answers_are_followed_as_long_as_three_more_are_asked_for() -> None:
    subject = Subject(variant(AsksAgainAndAgain(3, "Shown", TEXT)), SMALL)

    asked = [len(step.after.offer.picks) for step in subject.beside(Line()) if step.after.offer]

    assert set(asked) == {0, 1, 2, 3}


def test_what_lies_beside_a_line_of_the_subject_is_explored_once() -> None:
    subject = Subject(BASE, SMALL, Counts)
    line = subject.lines[0]
    engine = subject.engine
    assert isinstance(engine, Counts)
    steps = list(subject.near(line))
    made = engine.moves

    assert all(one is two for one, two in zip(subject.near(line), steps, strict=True))
    assert engine.moves == made
    # Of other lines there are too many to be kept.
    list(subject.near(LINE))
    made = engine.moves
    list(subject.near(LINE))
    assert engine.moves > made


def test_a_marker_of_both_players_is_named_once() -> None:
    assert [called for called, _ in Subject(PLAIN, SMALL).markers()] == [
        "marker 1 (Secret)",
        "marker 2 (Burn)",
        "marker 3 (Gift)",
        "marker 4 (Pairs)",
    ]
    other = tuple(evolve(plain(number), name="Own") for number in (1, 2))
    mine = PLAIN.markers[0]
    each = evolve(PLAIN, markers=(mine, (*other, *mine[2:])), symmetric=False)
    assert [called for called, _ in Subject(each, SMALL).markers()] == [
        "marker 1 (Secret) of player 0",
        "marker 2 (Burn) of player 0",
        "marker 3 (Gift) of player 0",
        "marker 4 (Pairs) of player 0",
        "marker 1 (Own) of player 1",
        "marker 2 (Own) of player 1",
    ]


def test_variants_are_named_one_after_the_other() -> None:
    assert [v.name for v in named("base", ["mini-expansion-1", PLAIN], ["base"])] == [
        "base",
        "mini-expansion-1",
        "under-suspicion",
        "base",
    ]


def test_a_move_that_fails_beside_the_line_is_met_there() -> None:
    class Stumbles(Engine):
        """Fails at the second of the moves that are tried from a position."""

        moves = 0

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if str(move).startswith("2"):
                raise ZeroDivisionError
            return super().apply(state, move, player=player)

        def legal_moves(self, state: State) -> tuple[Move, ...]:
            if len(state.used[0]) == 1 and state.offer is None:
                raise KeyError
            return super().legal_moves(state)

    subject = Subject(BASE, SMALL, Stumbles)
    found: list[LineStep] = []
    state = subject.engine.start(seed=7)

    met = subject._explore(LineStep((), state, None, None, state), found, 3)

    assert met is not None
    assert (met.path, met.state, str(met.move)[0]) == ((), state, "2")
    after = found[-1]
    assert after.move is not None
    met = subject._explore(after, [], 3)
    assert met is not None
    assert (met.path, met.state, met.move) == (after.moves, after.after, None)
