"""What the commands show in a terminal of 80 columns with colours, as somebody has seen it.

``cat tests/cli/approved/*`` shows them again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from textwrap import dedent

import pytest

from hanamikoji_core.cli._app import app
from hanamikoji_core.plugins import Registry
from hanamikoji_core.testing import Report, Result, Ruling
from tests.approved import assert_approved
from tests.golden.games import file_of
from tests.rogues import counts, ends

from .conftest import Run, Scripted

APPROVED = Path(__file__).with_name("approved")
TYPED = {
    f"a game of {name}": file_of(variant).read_text().splitlines()[0]
    for name, variant in (
        ("base, played again", "base"),
        ("mini-expansion-4, open", "mini-expansion-4"),
    )
}
LAST_OFFER = str(Path(__file__).with_name("last_offer.txt"))
UNFINISHED = str(Path(__file__).with_name("unfinished.txt"))


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """A terminal of five lines with colours, a clock that ticks when read, only our plug-ins."""
    ours = Registry.installed(own_only=True)
    rogues = {
        name: rogue.rogue
        for rogue in (*counts.ROGUES, *ends.ROGUES)
        for fault, name in (
            ("what was picked is forgotten", "forgetful"),
            ("the favor is True or False", "yes-or-no"),
        )
        if rogue.fault == fault
    }
    shown = Registry(variants={**ours.variants, **rogues}, house_rules=ours.house_rules)
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: shown)
    monkeypatch.setattr("time.perf_counter", count(1, 2).__next__)
    for name, value in {
        "FORCE_COLOR": "1",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LINES": "5",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("variants", ["variants"]),
        ("rules of base", ["rules", "base"]),
        ("rules of mini-expansion-4 with a house rule", ["rules", "mini-expansion-4+three-rounds"]),
        ("a game of base, played again", ["replay", "-"]),
        ("a game of mini-expansion-4, open", ["replay", "--open", "-"]),
        ("a game that goes on, open", ["replay", "--open", UNFINISHED]),
        ("the last offer of a round", ["replay", "--open", LAST_OFFER]),
        ("simulated games", ["simulate", "base", "--games", "60", "--seed", "5"]),
        ("promises kept", ["check", "base", "--profile", "smoke", "--only", "metadata"]),
    ],
)
def test_a_screen_looks_as_it_was_approved(name: str, words: list[str], run: Run) -> None:
    result = run(*words, input=TYPED.get(name, ""))

    assert (result.exit_code, result.exception) == (0, None)
    assert_approved(APPROVED / f"{name}.ansi", result.stdout)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("variants, narrow", ["variants"]),
        ("rules of mini-expansion-1, narrow", ["rules", "mini-expansion-1+three-rounds"]),
        ("a game that goes on, narrow", ["replay", UNFINISHED]),
        ("simulated games, narrow", ["simulate", "base", "--games", "60", "--seed", "5"]),
        ("promises kept, narrow", ["check", "base", "--profile", "smoke", "--only", "metadata"]),
    ],
)
def test_a_narrow_screen_looks_as_it_was_approved(
    name: str, words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "36")

    result = run(*words)

    assert (result.exit_code, result.exception) == (0, None)
    assert_approved(APPROVED / f"{name}.ansi", result.stdout)


def test_a_ruling_played_again_looks_as_it_was_approved(run: Run) -> None:
    game = Path(UNFINISHED).read_text(encoding="utf-8").strip()
    asked = game.removesuffix(" /0")
    ruling = Ruling("demo", "A promise.", "base", "", "this", "that", asked, "round 1", "/1")

    for options in ([], ["--open"]):
        result = run("replay", *options, "-", input=str(ruling))
        assert_approved(APPROVED / f"{' '.join(['a ruling', *options])}.ansi", result.stdout)


def test_two_with_moves_from_a_file_look_as_it_was_approved(
    run: Run, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(scripted("base"))
    monkeypatch.chdir(file.parent)

    result = run("play", "--two", "--resume", file.name, input="1C\n1\n2\n3D-E-G\nquit\n")

    assert result.exit_code == 0
    assert_approved(APPROVED / "two, from a file.ansi", result.stdout)


@pytest.mark.parametrize(
    ("name", "rogue", "checks"),
    [
        ("a promise broken", "forgetful", ["choices", "values"]),
        ("checks that are blocked", "yes-or-no", ["scoring", "outcome"]),
    ],
)
def test_a_ruling_looks_as_it_was_approved(
    name: str, rogue: str, checks: list[str], run: Run
) -> None:
    only = [word for check in checks for word in ("--only", check)]

    result = run("check", rogue, "--profile", "smoke", *only)

    assert result.exit_code == 1
    assert_approved(APPROVED / f"{name}.ansi", _timeless(result.stdout))


def test_what_was_not_examined_and_remarks_look_as_they_were_approved(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = (
        Result("values", "passed", remarks=("slow: 52 ms a call",)),
        Result("repeatable", "not examined", "a lock cannot be sent to another process"),
        Result("relabelling", "not claimed", "the variant says relabelling=False"),
    )

    def run_checks(*_: object, tell: Callable[[Result], None], **__: object) -> Report:
        for result in results:
            tell(result)
        return Report("base", "quick", results)

    monkeypatch.setattr("hanamikoji_core.testing.run_checks", run_checks)
    only = [word for result in results for word in ("--only", result.check)]

    result = run("check", "base", *only)

    assert result.exit_code == 0
    assert_approved(APPROVED / "not examined.ansi", _timeless(result.stdout))


def _timeless(screen: str) -> str:
    """The screen as if every check had taken no time."""
    return re.sub(r" *\d+\.\d s", lambda time: f"{'0.0 s':>{len(time[0])}}", screen)


class Keyboard:
    """Somebody at a terminal, which shows what they type."""

    def __init__(self, typed: str) -> None:
        self.lines = iter(typed.splitlines(keepends=True))

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        line = next(self.lines, "")
        sys.stdout.write(line)
        return line


@pytest.mark.parametrize(
    ("name", "words", "typed"),
    [
        (
            "against the computer",
            [],
            """?
            rules
            1A
            1
            9
            back
            3
            1
            show
            undo
            undo
            4C-D
            4CD-DE
            save
            save game
            pass
            quit""",
        ),
        (
            "two at one keyboard",
            ["--two"],
            """
            1C
            undo
            1C


            2
            1


            undo

            no

            4
            be
            2


            0


            """,
        ),
    ],
)
def test_a_game_at_the_keyboard_looks_as_it_was_approved(
    name: str,
    words: list[str],
    typed: str,
    scripted: Scripted,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", Keyboard(dedent(f"            {typed}")))

    with pytest.raises(SystemExit, match="0"):
        app(["play", *words, "--resume", Path(scripted("base")).name])

    assert_approved(APPROVED / f"{name}.ansi", capsys.readouterr().out)


def test_a_game_of_two_computer_players_looks_as_it_was_approved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    result = run("play", "mini-expansion-1", "--auto", "--seed", "7", "--save", "game")

    assert result.exit_code == 0
    assert_approved(APPROVED / "two computer players.ansi", result.stdout)


@pytest.mark.parametrize("words", [[], ["--two"]])
def test_a_python_without_readline_plays_too(
    scripted: Scripted,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("sys.stdin", Keyboard("\nquit"))

    with pytest.raises(SystemExit, match="0"):
        app(["play", *words, "--resume", scripted("base")])

    assert "The game is left unfinished." in capsys.readouterr().out
