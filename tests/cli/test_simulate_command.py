"""``hanamikoji simulate``: the library's simulation on the command line."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from hanamikoji_core import SimulationError, Summary, simulate, to_plain
from hanamikoji_core.cli._app import app
from hanamikoji_core.cli._screen import Marks, Screen
from hanamikoji_core.cli.simulate import _progress, _terminate

from .conftest import Run

# The package exports the function under the name of its module.
simulation = sys.modules[simulate.__module__]


def test_json_is_the_summary(run: Run) -> None:
    result = run("simulate", "base+three-rounds", "--games", "30", "--seed", "5", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    summary = to_plain(simulate("base+three-rounds", 30, seed=5))
    assert result.stdout == json.dumps(summary, indent=2) + "\n"


def test_jobs_do_not_change_the_result(run: Run) -> None:
    words = ("simulate", "mini-expansion-1", "--games", "40", "--seed", "5", "--json")
    assert run(*words, "--jobs", "2").stdout == run(*words, "--jobs", "1").stdout


def test_the_table_tells_who_won_how_and_when(run: Run) -> None:
    result = run("simulate", "base", "--games", "60", "--seed", "5")
    summary = simulate("base", 60, seed=5)
    assert "base: 60 games, random against random\n" in result.stdout
    counted = [line.split() for line in result.stdout.splitlines() if "%" in line]
    rows = {" ".join(words[:-3]): words[-3] for words in counted if "█" in words[-1]}
    assert rows["player 0 (random)"] == str(summary.wins[0])
    assert rows["the starter won"] == str(summary.wins_by_start[0])
    assert rows["N charm points"] == str(summary.endings["N charm points"])
    assert rows["2 rounds"] == str(summary.rounds[2])
    assert f"Rounds, {summary.mean_rounds:.2f} on average" in result.stdout
    assert "draw" not in result.stdout


def test_a_player_can_be_named_for_each_seat(run: Run) -> None:
    words = ("--games", "4", "--player-0", "greedy", "--player-1", "random", "--json")
    plain = json.loads(run("simulate", "base", *words).stdout)
    assert plain["players"] == ["greedy", "random"]
    assert run("simulate", "base", "--player-0", "perfect").exit_code == 2


def test_help_says_what_is_done_where_nothing_is_said(run: Run) -> None:
    told = " ".join(run("simulate", "--help").stdout.split())
    for default in (
        "house rules after +. [default: base]",
        "How many games. [default: 1000; x>=1]",
        "The same seed gives the same games. [default: 0; x>=0]",
        "How many processes share the work. [default: 1; x>=1]",
        "Who plays in seat 0. [default: random]",
        "Who plays in seat 1. [default: random]",
    ):
        assert default in told


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many processes are asked for; the work is done in this one."""
    asked: list[int] = []

    @contextmanager
    def workers(jobs: int) -> Iterator[None]:
        asked.append(jobs)
        yield None

    monkeypatch.setattr("hanamikoji_core.cli.simulate._workers", workers)
    return asked


def test_where_nothing_is_said_it_is_a_thousand_games_in_this_process(
    run: Run, asked: list[int]
) -> None:
    assert json.loads(run("simulate", "--json").stdout) == json.loads(
        json.dumps(to_plain(simulate("base", 1000, seed=0)))
    )
    assert asked == [1]


def test_on_a_terminal_a_bar_tells_how_many_games_are_played() -> None:
    terminal = Console(file=StringIO(), force_terminal=True, width=80, color_system=None)
    with _progress(Screen(terminal, terminal, Marks()), 40) as progress:
        progress(10)
    assert isinstance(terminal.file, StringIO)
    told = terminal.file.getvalue()
    assert re.search(r"games ━+ +10/40 [-\d]:", told)
    assert told.endswith("\x1b[2K"), "it is gone at the end"


def test_without_a_terminal_there_is_no_bar() -> None:
    pipe = Console(file=StringIO())
    with _progress(Screen(pipe, pipe, Marks()), 40) as progress:
        progress(10)
    assert isinstance(pipe.file, StringIO)
    assert pipe.file.getvalue() == ""


def test_work_is_shared_by_as_many_processes_as_there_are_games(run: Run, asked: list[int]) -> None:
    run("simulate", "--jobs", "5", "--games", "2")
    run("simulate", "--jobs", "2", "--games", "5")
    assert asked == [2, 2]


def test_progress_is_told_as_games_are_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    @contextmanager
    def progress(_: Screen, games: int) -> Iterator[Callable[[int], object]]:
        assert games == 5
        yield told.append

    monkeypatch.setattr("hanamikoji_core.cli.simulate._progress", progress)
    assert run("simulate", "--games", "5").exit_code == 0
    assert told[-1] == 5


def test_the_most_frequent_ending_comes_first(run: Run) -> None:
    text = run("simulate", "base+three-rounds", "--games", "200", "--json").stdout
    endings = json.loads(text)["endings"]
    shown = run("simulate", "base+three-rounds", "--games", "200").stdout
    table = shown.partition("How it ended")[2].partition("Rounds")[0]
    counts = [int(number) for number in re.findall(r"(\d+) +[\d.]+%", table)]
    assert counts == sorted(endings.values(), reverse=True)
    assert len(counts) > 2


@pytest.mark.parametrize(("columns", "bars"), [(60, True), (59, False)])
def test_bars_are_drawn_where_there_is_room(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, bars: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert ("█" in run("simulate", "--games", "4").stdout) == bars


def test_where_there_is_only_ascii_bars_are_of_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ["simulate", "--games", "4", "--player-0", "greedy"]
    text = CliRunner(charset="ascii").invoke(app, words).stdout
    assert "#" in text
    assert not set("█X") & set(text)


def test_each_seat_has_its_player_in_the_table(run: Run) -> None:
    text = run("simulate", "--games", "3", "--seed", "1", "--player-1", "greedy").stdout
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["base:", "3", "games,", "random", "against", "greedy"]
    assert ["Who", "won", "games", "share"] in lines
    assert ["player", "0", "(random)", "1", "33.3%"] in [line[:5] for line in lines]
    assert ["player", "1", "(greedy)", "2", "66.7%"] in [line[:5] for line in lines]
    assert text.count("─" * 40) >= 4, "a line below each heading"


def run_until(
    monkeypatch: pytest.MonkeyPatch, games: int, error: Callable[[Summary], BaseException]
) -> None:
    """Let the simulation of the command end with this error once so many games are played."""

    def ends(name: str, wanted: int, **how: object) -> Summary:
        progress = how["progress"]
        assert callable(progress)
        summary = simulate(name, games, seed=5) if games else None
        if summary is not None:
            progress(summary)
        raise error(summary or Summary(variant=name, players=("random", "random")))

    monkeypatch.setattr(simulation, "simulate", ends)


def interrupted(_: Summary) -> BaseException:
    return KeyboardInterrupt()


def terminated(_: Summary) -> BaseException:
    with pytest.raises(KeyboardInterrupt) as caught:
        _terminate(signal.SIGTERM, None)
    return caught.value


@pytest.mark.parametrize(("error", "status"), [(interrupted, 130), (terminated, 143)])
def test_when_it_is_stopped_what_was_counted_is_printed(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    error: Callable[[Summary], BaseException],
    status: int,
) -> None:
    run_until(monkeypatch, 40, error)
    result = run("simulate", "base", "--games", "5000", "--json")
    assert (result.exit_code, result.stderr) == (
        status,
        "hanamikoji: stopped after 40 of 5,000 games\n",
    )
    assert json.loads(result.stdout) == json.loads(
        json.dumps(to_plain(simulate("base", 40, seed=5)))
    )
    shown = run("simulate", "base", "--games", "5000").stdout
    assert shown.startswith("base: 40 games, random against random\n")


def test_when_it_is_stopped_before_a_game_is_over_there_is_nothing_to_print(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_until(monkeypatch, 0, interrupted)
    result = run("simulate", "base", "--games", "1")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "hanamikoji: stopped after 0 of 1 games\n"


def test_the_system_s_signal_to_end_is_as_it_was_afterwards(run: Run) -> None:
    before = signal.getsignal(signal.SIGTERM)
    run("simulate", "base", "--games", "2")
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_game_that_fails_is_told_and_what_was_counted_before_is_printed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "hanamikoji base first=1 seed=9 : 1A"

    def failed(summary: Summary) -> BaseException:
        return SimulationError("game 40 failed", game=40, seed=9, transcript=line, summary=summary)

    run_until(monkeypatch, 40, failed)
    result = run("simulate", "base", "--games", "5000", "--json")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"hanamikoji: the game that failed: {line}",
        "hanamikoji: game 40 failed",
    ]
    assert json.loads(result.stdout)["games"] == 40
