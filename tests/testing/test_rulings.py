"""How a ruling tells a position, a marker, a plug-in and an error."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    FaceDown,
    HouseRule,
    MoreCharm,
    Play,
    PluginError,
    PluginWarning,
    RoundLimit,
    State,
    VariantError,
    load_engine,
)
from hanamikoji_core.protocol.variant import found_in
from hanamikoji_core.testing import Examination, conformance
from hanamikoji_core.testing._blame import listed_twice
from hanamikoji_core.testing._lines import Line, Met, walk
from hanamikoji_core.testing._rulings import Broken, described
from hanamikoji_core.testing._subject import Subject, named
from tests.rogues.plain import PLAIN, SMALL

from .said import Ruling, registered


def test_a_position_after_the_end_tells_the_outcome() -> None:
    engine = load_engine("base")
    state = engine.start(seed=7)
    while state.outcome is None:
        state = engine.apply(state, engine.legal_moves(state)[0])

    first, *_, last = described(state).splitlines()

    assert ", the game is over;" in first
    assert last == f"outcome: {state.outcome.winner}, {state.outcome.reason}"


def test_lots_are_described_with_who_saw_them() -> None:
    state = load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    lots = [
        FaceDown(Cards("AB"), 0, 2, None, frozenset()),
        FaceDown(Cards("C"), 1, 1, 1, frozenset({None, 1})),
    ]

    told = described(evolve(state, facedown=tuple(lots), favor=(0, 1, *[None] * 5)))

    assert "face down: AB before player 0, by marker 2, not scored, seen by nobody" in told
    assert "face down: C before player 1, by marker 1, scores for 1, seen by 1, spectators" in told
    assert "favor: A 0 B 1 C - D - E - F - G -" in told


def test_a_pile_without_cards_is_described_too() -> None:
    engine = load_engine("base")
    state = engine.apply(
        engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"]), Play(3, tuple(map(Cards, "ABC")))
    )
    assert state.offer is not None
    offer = evolve(state.offer, piles=(Cards("AB"), Cards(), Cards("C")), among=(0, 2))

    told = described(evolve(state, offer=offer))

    assert "offer: player 0's marker 3, piles AB | - | C; player 1 picks 1 of 0, 2" in told


def test_a_variant_with_house_rules_names_all_plug_ins_that_it_is_of(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = HouseRule(
        name="short",
        title="Short",
        text="One round.",
        change=lambda variant: evolve(variant, summary=""),
    )
    registered(monkeypatch, found_in(PLAIN, "mine 1"), found_in(short, "tea 2"))

    told = ruling(load_engine("under-suspicion+short").variant, "metadata")

    assert "(plug-in mine 1 + tea 2)" in told


def test_a_marker_of_one_player_is_told_with_the_player() -> None:
    base = load_engine("base").variant
    one, two = base.markers[0], base.markers[0][::-1]

    for markers, called in (((one, one), ""), ((one, two), " of player 1")):
        subject = Subject(evolve(base, markers=markers), SMALL)
        assert subject.called(one[0], 1) == f"marker 1 (Secret){called}"
        assert subject.called(one[0]) == "marker 1 (Secret)"


def test_a_broken_promise_is_an_error_with_the_text_of_what_happened() -> None:
    assert str(Broken(expected="21 cards", happened="20 cards")) == "20 cards"


def test_an_error_that_was_met_has_the_text_of_the_error() -> None:
    assert str(Met(KeyError("A"), (), None, None)) == "'A'"


def test_a_play_that_is_listed_twice_is_looked_for_where_the_error_came_from() -> None:
    def fails(state: State) -> None:
        raise PluginError("listed the same play twice")

    subject = Subject(PLAIN, SMALL)
    with pytest.raises(PluginError) as caught:
        fails(subject.engine.start(seed=1))

    # Nothing is listed twice there, nor where nothing was asked.
    assert listed_twice(subject, caught.value) == ""
    assert listed_twice(subject, PluginError("listed the same play twice")) == ""


class Leaves(Engine):
    def narrate(self, *_: object) -> Any:
        raise SystemExit("it is late")


class Interrupts(Engine):
    def narrate(self, *_: object) -> Any:
        raise KeyboardInterrupt


def test_who_leaves_is_told_of_and_who_interrupts_is_obeyed() -> None:
    left = Examination(PLAIN, SMALL, Leaves).result("memory")
    assert "SystemExit was raised: it is late (test_rulings.py, line " in " ".join(
        str(left).split()
    )

    with pytest.raises(KeyboardInterrupt):
        Examination(PLAIN, SMALL, Interrupts).result("memory")


def test_a_course_begins_where_the_game_does() -> None:
    engine = load_engine("base")
    start = Line().start(engine)

    (step,) = walk(engine, Line()).steps
    assert (step.path, step.opened, step.before, step.move) == ((), start, None, None)
    assert step.after == start


def test_a_house_rule_that_does_not_fit_is_left_out_of_a_pattern(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rule(name: str, **changes: Any) -> HouseRule:
        return HouseRule(name=name, title=name, text="", change=lambda v: evolve(v, **changes))

    longer, larger = rule("longer", limit=RoundLimit(9, MoreCharm())), rule("larger", hand_size=20)
    registered(monkeypatch, PLAIN, longer, larger)

    text = "left out under-suspicion[+]larger of .*too small"
    with pytest.warns(PluginWarning, match=text) as told:
        found = named("under-suspicion+*")
    assert [each.name for each in found] == ["under-suspicion+longer"]
    with pytest.warns(PluginWarning, match=text) as again:
        conformance("under-suspicion+*", only=["values"])
    with pytest.warns(PluginWarning, match=text):
        exec("named('under-suspicion+*')", {"named": named})  # In a module without a name.
    # It points to the line that asked for them.
    assert [each.filename for each in (*told, *again)] == [__file__] * 2

    registered(monkeypatch, PLAIN, larger)
    with (
        pytest.warns(PluginWarning),
        pytest.raises(VariantError, match="no registered variant fits"),
    ):
        named("under-suspicion+*")
