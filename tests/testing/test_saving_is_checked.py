"""Faults of saving and reading, which no plug-in can make, are told in the ruling."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from hanamikoji_core import DecodeError, Game, PluginError, load_engine
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Met
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._saves import _mutated, _scrambled
from tests.approved import in_full
from tests.rogues.test_rogues import SMALL

from .conftest import Hear

BASE = load_engine("base").variant
REAL = {name: getattr(Game, name) for name in ("from_json", "from_transcript", "to_json", "undo")}


Said: TypeAlias = Callable[[str], str]


@pytest.fixture
def said(hear: Hear) -> Said:
    """``said(check)``: what it says of the first line that breaks its promise."""

    def told(check: str) -> str:
        subject = Subject(BASE, SMALL)
        found: list[Broken | None] = [CHECKS[check].fails(subject, line) for line in subject.lines]
        broken = next(each for each in found if each is not None)
        hear(in_full(broken))
        return f"{broken.expected}: {broken.happened}"

    return told


def _one_move_less(text: str) -> Game:
    game: Game = REAL["from_json"](text)
    if game.history:
        game.undo()
    return game


def _refuse(text: str) -> Game:
    raise DecodeError("nothing is read today")


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (_one_move_less, "the JSON gives the same game back: it does not: {"),
        (_refuse, "the JSON can be read: nothing is read today ({"),
    ],
)
def test_a_save_that_does_not_come_back_is_told_with_its_text(
    said: Said, monkeypatch: pytest.MonkeyPatch, read: Any, says: str
) -> None:
    monkeypatch.setattr(Game, "from_json", read)

    assert says in said("saves")


def test_a_save_that_holds_other_moves_is_told(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "to_json", lambda game: '{"moves": ["1A"]}')

    assert said("saves") == "a save holds the moves that were made: it holds others"


def test_a_position_that_comes_back_as_another_one_is_told(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamikoji_core.testing.checks._saves.pickle.loads", lambda data: None)

    assert said("saves") == "a position pickles and hashes: it comes back as another one"


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
        (None, "it was read as a game that comes back as another one; the text was "),
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

    with pytest.raises(Met) as caught:
        CHECKS["hostile-saves"].fails(subject, subject.lines[0])
    assert caught.value.error is fault


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
