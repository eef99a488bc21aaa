"""The game behind a position in which two hidden cards changed places."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from hanamikoji_core import Marker, Pick, available_variants
from hanamikoji_core.cli._files import read_game
from hanamikoji_core.testing import CHECKS, Examination, Subject
from hanamikoji_core.testing._rulings import Broken, Other
from hanamikoji_core.testing._telling import told_ruling
from hanamikoji_core.testing._twin_games import twin_game
from hanamikoji_core.testing.checks._hidden import twins
from tests.rogues.ends import NeverTheFirst, ServesPlayerZero
from tests.rogues.leaks import AsksAboutTheBest, GoesByTheCards
from tests.rogues.plain import PLAIN, SMALL, variant

from .said import HARDLY_SHRUNK, TEXT, registered


@pytest.mark.parametrize("name", ["base", "mini-expansion-2"])
def test_a_twin_of_a_position_is_reached_by_a_game_of_its_own(name: str) -> None:
    subject = Subject(available_variants()[name], SMALL)
    engine, found = subject.engine, 0
    for line in subject.lines[:2]:
        for step in subject.positions(line):
            for twin, _ in twins(step.after, 0, Random(1), 1):
                game = twin_game(engine, line, step.moves, twin)
                if game is not None:
                    found += 1
                    state = game[0].start(engine)
                    for move in game[1]:
                        state = engine.apply(state, move)
                    assert evolve(state, setup=twin.setup, memory=twin.memory) == twin
    assert found >= 6


def test_a_position_that_no_game_leads_to_has_none() -> None:
    subject = Subject(PLAIN, SMALL)
    line = subject.lines[0]
    twin, _ = next(twins(line.start(subject.engine), 0, Random(1), 1))

    assert twin_game(subject.engine, line, (), evolve(twin, round=2)) is None

    broken = Broken(
        expected="", happened="", state=twin, other=Other(evolve(twin, round=2), (Pick((0,)),))
    )
    ruling = told_ruling(subject, CHECKS["secrecy"], line, broken)
    assert (ruling.other_game, ruling.other_move) == ("", "/0")


@pytest.mark.parametrize(
    ("check", "marker"),
    [
        ("seat-symmetry", ServesPlayerZero(1, "Up", TEXT)),
        ("relabelling", NeverTheFirst(1, "Up", TEXT)),
        ("destinations", GoesByTheCards(3, "Shown", TEXT)),
        ("secrecy", AsksAboutTheBest(3, "Blind", TEXT)),
    ],
)
def test_both_games_of_a_ruling_that_compares_two_can_be_replayed(
    check: str, marker: Marker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    faulty = variant(marker)
    registered(monkeypatch, faulty)
    ruling = Examination(faulty, HARDLY_SHRUNK).result(check).ruling
    assert ruling is not None
    whole, rest = tmp_path / "whole", tmp_path / "rest"
    whole.write_text(str(ruling), encoding="utf-8")
    lines = str(ruling).splitlines()
    rest.write_text("\n".join(line for line in lines if line.startswith("  other")))

    one, other = read_game(str(whole)), read_game(str(rest))

    assert (one.game.to_transcript(), one.tried) == (ruling.transcript, ruling.move)
    assert (other.game.to_transcript(), other.tried) == (ruling.other_game, ruling.other_move)
    assert one.game.state != other.game.state
