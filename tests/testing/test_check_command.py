"""``hanamikoji check``: a line a promise, the ruling of what is broken, and the exit status."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from hanamikoji_core.cli.check import _row, check
from hanamikoji_core.plugins import Registry
from hanamikoji_core.testing import Report, Result
from tests.rogues import counts, ends
from tests.rogues.plain import OneUp, variant

APP = typer.Typer()
APP.command()(check)


def _check(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(APP, words)
    return result.exit_code, result.output


def test_every_promise_has_a_line_and_all_kept_is_status_0() -> None:
    status, output = _check("base", "--profile", "smoke", "--only", "metadata", "--only", "values")

    assert status == 0
    assert re.sub(r"[0-9.]+ s\n", "N s\n", output).splitlines() == [
        "1/2  metadata  passed          N s",
        "2/2  values    passed          N s",
        "",
        "base: 2 of 2 checks passed",
    ]


def test_a_broken_promise_is_told_with_its_game_and_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rogue = next(r.rogue for r in counts.ROGUES if r.fault == "what was picked is forgotten")
    registry = Registry(variants={rogue.name: rogue})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)

    status, output = _check(rogue.name, "--profile", "smoke", "--only", "choices")

    assert status == 1
    assert output.startswith("1/1  choices  failed  ")
    assert "game        hanamikoji under-suspicion first=0 seed=0 : 3" in output
    assert "run: hanamikoji replay --open FILE" in output
    assert output.endswith("under-suspicion: 0 of 1 checks passed, 1 failed\n")


def test_what_is_blocked_is_told_in_one_line_after_the_ruling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rogue = next(r.rogue for r in ends.ROGUES if r.fault == "the favor is True or False")
    registry = Registry(variants={rogue.name: rogue})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    names = ("scoring", "outcome", "saves")

    _, output = _check(rogue.name, "--profile", "smoke", *(w for n in names for w in ("--only", n)))

    *lines, blocked, _, last = output.splitlines()
    assert [line.split()[1:3] for line in lines[:3]] == [
        ["scoring", "failed"],
        ["outcome", "blocked"],
        ["saves", "blocked"],
    ]
    assert blocked == "blocked: outcome, saves (scoring failed; mend that first)"
    assert last == "under-suspicion: 0 of 3 checks passed, 1 failed, 2 blocked"


@pytest.mark.parametrize(("options", "expected"), [((), 0), (("--strict",), 1)])
def test_what_could_not_be_examined_is_told_and_fails_a_strict_run(
    options: tuple[str, ...], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unpicklable(OneUp):
        """Of a local class, so that another process cannot be asked about it."""

    registry = Registry(variants={"under-suspicion": variant(Unpicklable(1, "Up", "One card up."))})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    checks = ("--only", "values", "--only", "repeatable")

    status, output = _check("under-suspicion", "--profile", "smoke", *checks, *options)

    assert status == expected
    assert "not examined: repeatable (nothing could be asked in another process: " in output
    assert output.splitlines()[-1] == "under-suspicion: 1 of 2 checks passed, 1 not examined"


def test_a_run_that_examined_nothing_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = variant(relabelling=False)
    registry = Registry(variants={fixed.name: fixed})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)

    status, output = _check(fixed.name, "--profile", "smoke", "--only", "relabelling")

    assert status == 1
    told = "under-suspicion: 0 of 1 checks passed, 1 not claimed; nothing was examined"
    assert output.splitlines()[-1] == told


@pytest.mark.parametrize("terminal", [False, True])
def test_remarks_stand_below_their_check(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", "200")

    def run(*_: object, tell: Callable[[Result], None], **__: object) -> Report:
        tell(Result("scoring", "passed", remarks=("sampled 2,000 of 59,049 positions",)))
        return Report("base", "quick", ())

    monkeypatch.setattr("hanamikoji_core.testing.run_checks", run)
    _, output = _check("base", "--only", "scoring")

    plain = re.sub(r"\x1b\[[0-9?;]*[a-zA-Z]", "", output)
    assert re.search(r"scoring +passed +0.0 s.*\n +sampled 2,000 of 59,049 positions *\n", plain)


def test_what_is_blocked_by_different_checks_is_told_in_lines_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = tuple(
        Result(name, "blocked", f"{by} failed; mend that first", by=by)
        for name, by in (("outcome", "scoring"), ("saves", "purity"))
    )
    report = Report("base", "quick", results)
    monkeypatch.setattr("hanamikoji_core.testing.run_checks", lambda *_, **__: report)

    _, output = _check("base")

    assert output.splitlines() == [
        "",
        "blocked: outcome (scoring failed; mend that first)",
        "blocked: saves (purity failed; mend that first)",
        "",
        "base: 0 of 2 checks passed, 2 blocked",
    ]


def test_a_result_stays_one_line_however_narrow_the_output_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    fixed = variant(relabelling=False)
    registry = Registry(variants={fixed.name: fixed})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)

    _, output = _check(fixed.name, "--profile", "smoke", "--only", "relabelling")

    line = output.splitlines()[0]
    assert line.startswith("1/1  relabelling  not claimed  ")
    assert line.endswith("not examined whether geisha of equal charm are treated alike")


def test_without_a_terminal_it_is_told_once_when_more_games_are_examined() -> None:
    _, output = _check("base", "--only", "metadata", "--only", "turn-order", "--seconds", "1")

    assert [line.split()[1] for line in output.splitlines()[:2]] == ["metadata", "turn-order"]
    assert output.splitlines()[2] == "examining more games, 1 s in all"
    assert output.count("examining") == 1


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_each_result_has_one_row_with_what_is_under_way_below() -> None:
    """However small the terminal is, nothing that is done is drawn again."""
    _, output = _check("base", "--profile", "smoke", "--only", "values", "--only", "metadata")

    plain = re.sub(r"\x1b\[[0-9?;]*[a-zA-Z]", "", output)
    rows = re.findall(r"(metadata|values) +(\w+)", plain)
    assert [name for name, status in rows if status == "passed"] == ["values", "metadata"]
    assert [name for name, _ in groupby(rows)] == [
        ("values", "examining"),
        ("values", "passed"),
        ("values", "examining"),  # Until what is below is drawn again.
        ("metadata", "examining"),
        ("metadata", "passed"),
        ("metadata", "examining"),
    ]


@pytest.mark.parametrize(
    ("status", "colour"),
    [
        ("passed", "\x1b[32m"),
        ("failed", "\x1b[1;31m"),
        ("blocked", "\x1b[33m"),
        ("not examined", "\x1b[33m"),
        ("not claimed", "\x1b[2m"),
        ("examining", "\x1b[2m"),
    ],
)
def test_what_came_of_a_check_has_a_colour_of_its_own(status: str, colour: str) -> None:
    out = Console(force_terminal=True, color_system="standard", width=60)
    with out.capture() as shown:
        out.print(_row(8, "values", status, "Parts are values."))

    assert f"{colour}{status:<12}\x1b[0m" in shown.get()


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_a_thorough_examination_says_how_long_it_goes_on() -> None:
    status, output = _check("base", "--only", "metadata", "--seconds", "1")

    assert status == 0
    assert "\x1b[2mexamining more games, 1 s in all\x1b[0m" in output


def test_on_a_terminal_that_draws_nothing_again_only_results_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")

    _, output = _check("base", "--only", "metadata", "--seconds", "1")

    assert "passed" in output
    assert "examining" not in output
