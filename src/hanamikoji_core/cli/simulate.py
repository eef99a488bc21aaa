"""``hanamikoji simulate``: many games by computer players, in as many processes as wanted."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from types import FrameType

    from ..play.summary import Summary
    from ._screen import Screen

__all__ = ["simulate"]


_INTERRUPTED = 130
_TERMINATED = 143
"""The exit statuses that shells expect after SIGINT and SIGTERM."""
_WIDE = 60
"""From so many columns on, there is room for bars, and for the numbers of all tables in line."""


class Level(StrEnum):
    """The computer players that can be named on the command line."""

    RANDOM = "random"
    GREEDY = "greedy"


def simulate(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A variant, with house rules after +.")
    ] = "base",
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The same seed gives the same games.")
    ] = 0,
    jobs: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many processes share the work.")
    ] = 1,
    player_0: Annotated[Level, typer.Option(help="Who plays in seat 0.")] = Level.RANDOM,
    player_1: Annotated[Level, typer.Option(help="Who plays in seat 1.")] = Level.RANDOM,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let the computer play many games, and count.

    Tells who won, how games ended, and how many rounds they took.
    """
    import json
    from time import perf_counter

    from ..play.saves import to_plain
    from ..play.simulation import simulate as run
    from ..play.summary import SimulationError
    from ..plugins import load_engine
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    load_engine(name)  # A wrong name is told before any process is started.
    began = perf_counter()
    so_far: Summary | None = None

    def count(summary: Summary) -> None:
        nonlocal so_far
        so_far = summary
        show(summary.games)

    try:
        with _stoppable(), _workers(min(jobs, games)) as executor, _progress(screen, games) as show:
            run(
                name,
                games,
                seed=seed,
                players=(player_0.value, player_1.value),
                executor=executor,
                progress=count,
            )
    except SimulationError as error:
        so_far = error.summary
        print(f"hanamikoji: the game that failed: {error.transcript}", file=sys.stderr)
        raise
    except KeyboardInterrupt as stop:
        done = so_far.games if so_far is not None else 0
        print(f"hanamikoji: stopped after {done:,} of {games:,} games", file=sys.stderr)
        raise typer.Exit(_TERMINATED if isinstance(stop, _Terminated) else _INTERRUPTED) from stop
    finally:
        if so_far is not None and as_json:
            print(json.dumps(to_plain(so_far), indent=2))
        elif so_far is not None:
            _print_tables(screen, so_far, perf_counter() - began)


class _Terminated(KeyboardInterrupt):
    """The system asked the command to end; like Ctrl-C, no plug-in can catch it by accident."""


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise _Terminated


@contextmanager
def _stoppable() -> Iterator[None]:
    """Within it, a signal to end is an exception, so that everything is tidied up."""
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """So many processes, none if the work is done here; they end with the block in any case."""
    if jobs == 1:
        yield None
        return
    from concurrent.futures import BrokenExecutor

    from ..errors import HanamikojiError
    from ._workers import Workers

    with Workers(jobs) as workers:
        try:
            yield workers
        except BaseException as error:
            workers.stop()  # A part of the games may take minutes: do not wait for it.
            if isinstance(error, BrokenExecutor):
                raise HanamikojiError(str(error)) from error
            raise


@contextmanager
def _progress(screen: Screen, games: int) -> Iterator[Callable[[int], object]]:
    """Shows how many games are done: a bar on standard error, if that is a terminal."""
    if not screen.err.is_terminal:
        yield lambda done: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen.err,
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _print_tables(screen: Screen, summary: Summary, seconds: float) -> None:
    from rich.text import Text

    who = " against ".join(summary.players)
    screen.print(Text(f"{summary.variant}: {summary.games:,} games, {who}", "bold"))
    screen.print()
    total = summary.games
    mine, theirs = summary.wins
    starter, second = summary.wins_by_start
    _table(
        screen,
        "Who won",
        {
            f"player 0 ({summary.players[0]})": mine,
            f"player 1 ({summary.players[1]})": theirs,
            "nobody: a draw": summary.draws,
            "nobody: given up unfinished": summary.unfinished,
        },
        total,
    )
    _table(screen, "Who started", {"the starter won": starter, "the other won": second}, total)
    kinds = dict(sorted(summary.endings.items(), key=lambda item: -item[1]))
    _table(screen, "How it ended", kinds, total)
    _table(
        screen,
        f"Rounds, {summary.mean_rounds:.2f} on average",
        {f"{n} {'round' if n == 1 else 'rounds'}": count for n, count in summary.rounds.items()},
        total,
    )
    rate = f"{summary.decisions:,} decisions, {summary.decisions / seconds:,.0f} a second"
    screen.print(Text(rate, "dim"))


def _table(screen: Screen, title: str, counts: dict[str, int], total: int) -> None:
    """Counts, shares and bars; what never happened is left out."""
    from rich.text import Text

    from ._screen import table

    shown = table("bold")
    wide = screen.out.width >= _WIDE
    shown.add_column(title, min_width=30 if wide else None)
    shown.add_column("games", justify="right", min_width=9, header_style="dim")
    shown.add_column("share", justify="right", min_width=7, header_style="dim")
    if wide:
        shown.add_column("")
    bar = "#" if screen.out.options.ascii_only else "█"
    for label, count in counts.items():
        if count:
            share = count / total
            bars = [Text(bar * round(20 * share), "#56b4e9")] if wide else []
            shown.add_row(label, f"{count:,}", f"{share:.1%}", *bars)
    screen.print(shown, indent=2)
    screen.print()
