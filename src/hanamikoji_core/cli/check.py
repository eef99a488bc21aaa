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
) -> None:
    """Check that a variant keeps the promises of the framework.

    Each promise is one check. For one that is broken, the shortest game found that shows it is
    told, and the exit status is 1.
    """
    from ..testing import CHECKS, PROFILES, run_checks, thorough
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    budget = thorough(seconds) if seconds is not None else PROFILES[profile.value]
    names = list(dict.fromkeys(only)) if only else list(CHECKS)
    with _telling(screen, names) as tell:
        report = run_checks(name, budget, only=names, tell=tell)
    _sum_up(screen, report)
    if not report.ok:
        raise typer.Exit(_FAILED)


@contextmanager
def _telling(screen: Screen, names: list[str]) -> Iterator[Callable[[Result], None]]:
    """A table that fills as results come; without a terminal, a line for each.

    There, what is blocked is left to the end: it may be much, and is no news.
    """
    if not screen.out.is_terminal:
        from rich.text import Text

        def tell_in_lines(result: Result) -> None:
            if result.status != "blocked":
                screen.print(Text(f"{result.check:<18}{result.told}"), wrap=False)

        yield tell_in_lines
        return
    from rich.live import Live

    results: dict[str, Result] = {}
    with Live(
        _table(names, results), console=screen.out, auto_refresh=False, vertical_overflow="visible"
    ) as live:

        def tell(result: Result) -> None:
            results[result.check] = result
            live.update(_table(names, results), refresh=True)

        yield tell


def _table(names: list[str], results: dict[str, Result]) -> RenderableType:
    from rich.text import Text

    from ..testing import CHECKS
    from ._screen import table

    shown = table("bold")
    shown.add_column("check", no_wrap=True)
    shown.add_column("", no_wrap=True, min_width=11)
    shown.add_column("promise", style="dim")
    under_way = next((name for name in names if name not in results), "")
    for name in names:
        result = results.get(name)
        waiting = "examining" if name == under_way else ""
        status = waiting if result is None else result.status
        promise = CHECKS[name].promise if name in CHECKS else ""
        told = result.reason if result is not None and result.reason else promise
        shown.add_row(Text(name), Text(status, _STYLES.get(status, "")), Text(told))
    return shown


def _sum_up(screen: Screen, report: Report) -> None:
    """The rulings, what could not be examined, and how many checks came to what."""
    from rich.text import Text

    for result in report.results:
        if result.ruling is not None:
            screen.print()
            screen.print(Text(str(result.ruling)), wrap=False)
    if report.blocked and not screen.out.is_terminal:
        screen.print()
        screen.print(Text("\n".join(report.blocked)))
    for note in dict.fromkeys(report.notes):
        screen.print(Text(f"note: {note}", "dim"))
    screen.print()
    screen.print(Text(report.summary, "bold"))
