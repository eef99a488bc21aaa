"""Faults of saving and reading, which no plug-in can make, are told in the ruling."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    DecodeError,
    Engine,
    Game,
    Glimpse,
    Move,
    Observation,
    PluginError,
    State,
    Viewer,
    load_engine,
    parse_move,
)
from hanamikoji_core.model.events import Drew, Event
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line, Met, Step
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._saves import _mutated, _scrambled, _try
from tests.rogues.plain import SMALL

from .conftest import Hear

BASE = load_engine("base").variant
REAL = {name: getattr(Game, name) for name in ("from_json", "from_transcript", "to_json", "undo")}


Said: TypeAlias = Callable[[str], str]


@pytest.fixture
def said() -> Said:
    """``said(check)``: what it says of the first line that breaks its promise."""

    def told(check: str) -> str:
        subject = Subject(BASE, SMALL)
        found: list[Broken | None] = [CHECKS[check].fails(subject, line) for line in subject.lines]
        broken = next(each for each in found if each is not None)
        return f"{broken.expected}: {broken.happened}"

    return told


def _one_move_less(text: str) -> Game:
    game: Game = REAL["from_json"](text)
    if game.history:
        game.undo()
    return game


def _another_position(text: str) -> Any:
    return SimpleNamespace(history=REAL["from_json"](text).history, state=None)


def _refuse(text: str) -> Game:
    raise DecodeError("nothing is read today")


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (_one_move_less, "the JSON gives the same game back: it does not: {"),
        (_another_position, "the JSON gives the same game back: it does not: {"),
        (_refuse, "the JSON can be read: nothing is read today ({"),
    ],
)
def test_a_save_that_does_not_come_back_is_told_with_its_text(
    said: Said, monkeypatch: pytest.MonkeyPatch, read: Any, says: str
) -> None:
    monkeypatch.setattr(Game, "from_json", read)

    assert says in said("saves")


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (_another_position, "the transcript gives the same game back: it does not: hanamikoji"),
        (_refuse, "the transcript can be read: nothing is read today (hanamikoji base"),
    ],
    ids=["another position", "not read"],
)
def test_a_transcript_that_does_not_come_back_is_told_with_its_text(
    said: Said, monkeypatch: pytest.MonkeyPatch, read: Any, says: str
) -> None:
    def from_transcript(text: str) -> Any:
        return read(REAL["from_transcript"](text).to_json())

    monkeypatch.setattr(Game, "from_transcript", from_transcript)

    assert says in said("saves")


def test_a_save_that_holds_other_moves_is_told(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "to_json", lambda game: '{"moves": ["1A"]}')

    assert said("saves") == "a save holds the moves that were made: it holds others"


def test_a_position_that_comes_back_as_another_one_is_told(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamikoji_core.testing.checks._saves.pickle.loads", lambda data: None)

    assert said("saves") == "a position pickles and hashes: it comes back as a different one"


def test_a_view_that_cannot_be_written_as_json_is_told(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamikoji_core.testing.checks._saves.to_plain", lambda views: {*()})

    assert said("saves") == (
        "what a viewer sees and is told can be written as JSON: "
        "TypeError: Object of type set is not JSON serializable"
    )


def test_undo_that_stops_short_is_told(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "undo", lambda game: game.history[-1])

    assert said("saves") == "undo goes back to the position before: it does not"


class Careless:
    """Raises, or reads each text as another game."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.read = 0

    def __call__(self, text: str) -> Game:
        assert text
        self.read += 1
        if self.error is not None:
            raise self.error
        return Game.new("base", seed=self.read)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (None, "it was read as a game that changes when it is saved and read again; the text was "),
        (KeyError("moves"), "KeyError: 'moves'; the text was "),
        (DecodeError(""), "DecodeError has no text; the text was "),
    ],
)
def test_whatever_a_hostile_text_does_is_told_with_the_text(
    said: Said, monkeypatch: pytest.MonkeyPatch, error: Exception | None, says: str
) -> None:
    monkeypatch.setattr(Game, "from_json", Careless(error))

    told = said("hostile-saves")

    assert told.startswith("a game that play can reach, or DecodeError: ")
    assert says in told
    assert len(told) < 500


def test_reading_that_takes_long_is_told(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.testing.checks._saves._SLOW", -1.0)

    assert "reading took more than -1.0 s" in said("hostile-saves")


def test_a_plug_in_that_raises_while_a_text_is_read_is_blamed_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault = PluginError("marker 1 (Secret) of 'base' raised KeyError")

    def read(text: str) -> Game:
        raise DecodeError(str(fault)) from fault

    monkeypatch.setattr(Game, "from_json", read)
    subject = Subject(BASE, SMALL)

    line = subject.lines[0]
    with pytest.raises(Met) as caught:
        CHECKS["hostile-saves"].fails(subject, line)
    assert caught.value.error is fault
    assert (caught.value.path, caught.value.move) == ((), None)
    assert caught.value.state == line.start(subject.engine)


def test_a_variant_that_is_not_registered_is_held_to_its_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Game, "from_json", _refuse)
    subject = Subject(evolve(BASE, name="unknown"), SMALL)

    assert [CHECKS["saves"].fails(subject, line) for line in subject.lines] == [None] * 4


def test_hostile_texts_are_of_every_kind(hear: Hear) -> None:
    saved = Game.from_transcript("hanamikoji base first=0 seed=0 : 1A 1C 3B-E-G /1").to_json()
    rng = Random(7)

    for _ in range(120):
        hear(_mutated(saved, rng))
    for text in ("1A", "3B-E-G", "/0,1", ""):
        hear([_scrambled(text, rng) for _ in range(30)])
    hear(_mutated(Game.new("base", seed=1).to_json(), Random(1)))


class Unwritable(Engine):
    """What one viewer sees holds a number that JSON does not know."""

    reader: Viewer = 0

    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        return evolve(view, round=1j) if player == self.reader and state.used[0] else view  # type: ignore[arg-type]


class Unspeakable(Engine):
    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, Drew(1j, Glimpse(Cards(), 1))) if viewer is None else events  # type: ignore[arg-type]


class UnwritableFor1(Unwritable):
    reader = 1


class UnwritableForAll(Unwritable):
    reader = None


class UnspeakableTo0(Engine):
    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, Drew(1j, Glimpse(Cards(), 1))) if viewer == 0 else events  # type: ignore[arg-type]


class UnspeakableDeal(Engine):
    def narrate_start(self, state: State, viewer: Viewer) -> tuple[Event, ...]:
        return (*super().narrate_start(state, viewer), Drew(1j, Glimpse(Cards(), 1)))  # type: ignore[arg-type]


def test_what_is_told_of_the_deal_can_be_written() -> None:
    broken = CHECKS["saves"].fails(Subject(BASE, SMALL, UnspeakableDeal), Line())

    assert "Object of type complex is not JSON serializable" in str(broken)


@pytest.mark.parametrize(
    "make", [Unwritable, UnwritableFor1, UnwritableForAll, Unspeakable, UnspeakableTo0]
)
def test_what_any_viewer_sees_and_is_told_can_be_written(make: type[Engine]) -> None:
    subject = Subject(BASE, evolve(SMALL, positions=2), make)

    told = [CHECKS["saves"].fails(subject, line) for line in subject.lines]

    assert all(broken is not None for broken in told)
    assert "Object of type complex is not JSON serializable" in str(told[0])


def test_a_game_without_a_move_is_saved_too() -> None:
    subject = Subject(BASE, SMALL)

    assert CHECKS["saves"].fails(subject, Line()) is None
    assert CHECKS["hostile-saves"].fails(subject, Line()) is None


@pytest.mark.parametrize(
    ("text", "accepted"),
    [("4DF-DG", "listed"), ("4DG-DF", "listed"), ("4DD-FG", "listed"), ("4AB-CD", "not listed")],
)
def test_a_move_that_is_accepted_is_one_of_those_listed(text: str, accepted: str) -> None:
    class ListsFewer(Engine):
        def legal_moves(self, state: State) -> tuple[Move, ...]:
            return tuple(m for m in super().legal_moves(state) if str(m) != "4AB-CD")

    subject = Subject(BASE, SMALL, ListsFewer)
    state = subject.engine.start(seed=7)
    before = (parse_move("1A"),)
    step = Step(before, state, None, None, state)
    assert str(state.hands[0]) == "ABCDDFG"

    if accepted == "listed":
        _try(subject, step, text)
    else:
        with pytest.raises(Broken) as caught:
            _try(subject, step, text)
        assert caught.value.happened == "'4AB-CD' was accepted"
        assert (caught.value.path, caught.value.state) == (before, state)
