"""``hanamikoji check``: hold a variant to the promises of the framework."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..testing import Report, Result
    from ._screen import Screen

__all__ = ["check"]

_STYLES = {
    "passed": "green",
    "failed": "bold red",
    "blocked": "yellow",
    "not examined": "yellow",
    "not claimed": "dim",
    "examining": "dim",
}
_FAILED = 1


class Profile(StrEnum):
    """How closely a variant is examined."""

    SMOKE = "smoke"
    QUICK = "quick"
    THOROUGH = "thorough"


def check(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A variant, with house rules after +.")
    ],
    profile: Annotated[
        Profile, typer.Option(help="How closely: seconds for quick, a minute for thorough.")
    ] = Profile.QUICK,
    only: Annotated[
        list[str] | None, typer.Option(metavar="CHECK", help="Only this check; may be repeated.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=1, metavar="N", help="How long a thorough examination goes on."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if a promise could not be examined.")
    ] = False,
) -> None:
    """Check that a variant keeps the promises of the framework.

    Each promise is one check. For one that is broken, the shortest game found that shows it is
    printed. The exit status is 1 if a promise is broken or nothing was examined; with --strict,
    also if one promise could not be examined.
    """
    from ..testing import CHECKS, PROFILES, run_checks, thorough
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    budget = thorough(seconds) if seconds is not None else PROFILES[profile.value]
    names = list(dict.fromkeys(only)) if only else list(CHECKS)
    with _telling(screen, names, budget.seconds) as tell:
        report = run_checks(name, budget, only=names, strict=strict, tell=tell)
    _sum_up(screen, report)
    if not report.ok:
        raise typer.Exit(_FAILED)


@contextmanager
def _telling(
    screen: Screen, names: list[str], seconds: float | None
) -> Iterator[Callable[[Result], None]]:
    """What to do with each result as it comes; on a terminal, what is under way stands below."""
    from rich.text import Text

    from ..testing import CHECKS

    more = f"examining more games, {seconds:g} s in all" if seconds else ""
    if not screen.out.is_terminal:
        waiting = set(names)

        def tell_in_lines(result: Result) -> None:
            screen.print(Text(_line(names, result)), wrap=False)
            waiting.discard(result.check if result.ok else "")
            if more and not waiting:
                waiting.add("")  # Told once.
                screen.print(Text(more))
            screen.out.file.flush()  # Into a pipe too, so that whoever waits sees progress.

        yield tell_in_lines
        return
    from rich.live import Live

    told: set[str] = set()
    width = max(map(len, names))

    def under_way() -> RenderableType:
        for name in names:
            if name not in told and name in CHECKS:
                return _row(width, name, "examining", CHECKS[name].promise)
        return Text(more, "dim")

    # Rows that are done stand above what is redrawn, so that the table may be taller than a screen.
    with Live(under_way(), console=screen.out, auto_refresh=False, transient=True) as live:

        def tell(result: Result) -> None:
            told.add(result.check)
            said = "\n".join([result.reason or CHECKS[result.check].promise, *result.remarks])
            screen.print(_row(width, result.check, result.status, said, result.seconds))
            live.update(under_way(), refresh=True)

        yield tell


def _line(names: list[str], result: Result) -> str:
    """A result on a separate line, with its remarks below."""
    width = max(map(len, names))
    at = f"{names.index(result.check) + 1:>{len(str(len(names)))}}/{len(names)}"
    head = f"{at}  {result.check:<{width}}  {result.status:<12}  {result.seconds:5.1f} s"
    below = " " * (len(at) + 2)
    return "\n".join(
        [f"{head}  {result.reason}".rstrip(), *(f"{below}{text}" for text in result.remarks)]
    )


def _row(
    width: int, check: str, status: str, said: str, seconds: float | None = None
) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    row = Table.grid(padding=(0, 2))
    row.add_column(min_width=width)
    row.add_column(min_width=len("not examined"))
    row.add_column(min_width=len("100.0 s"), justify="right")
    row.add_column()
    time = "" if seconds is None else f"{seconds:.1f} s"
    row.add_row(Text(check), Text(status, _STYLES[status]), Text(time, "dim"), Text(said, "dim"))
    return row


def _sum_up(screen: Screen, report: Report) -> None:
    """The rulings, what was not decided and why, and how many checks came to what."""
    from rich.text import Text

    for result in report.results:
        if result.ruling is not None:
            screen.print()
            screen.print(Text(str(result.ruling)), wrap=False)
    if report.undecided:
        screen.print()
        screen.print(Text("\n".join(report.undecided)), wrap=screen.out.is_terminal)
    screen.print()
    screen.print(Text(report.summary, "bold"))
