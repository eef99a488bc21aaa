"""The commands put together, and how errors end them: one line, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Annotated, Any, Final, ParamSpec

import typer
from typer.core import TyperGroup

from .._version import __version__
from ..errors import HanamikojiError
from . import interrupted
from ._texts import ABOUT, COMMANDS
from .check import check
from .new import new
from .play import play
from .replay import replay
from .rules import rules
from .simulate import simulate
from .variants import variants

__all__ = ["app"]

_TESTING = ("hypothesis", "pytest")
"""What `check` needs, and the command line without it does not."""
_ERROR = 2
_P = ParamSpec("_P")


class _Commands(TyperGroup):
    """The group of all commands; ends every one of them in the same way."""

    def invoke(self, ctx: Any) -> Any:  # Where its class lives differs between releases of Typer.
        """Run a command; Ctrl-C ends it in one line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(interrupted()) from None

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run, and exit with the status that says how it went."""
        extra["standalone_mode"] = False
        try:
            _ran.clear()
            status = super().main(args, *rest, **extra)
            sys.stdout.flush()
            if (
                not status
                and not _ran
                and _asks_for_command(sys.argv[1:] if args is None else args)
            ):
                status = _fail(
                    "the command did not run, because the installed releases of typer and click "
                    "do not fit each other: pip install --upgrade typer click"
                )
        except BrokenPipeError:
            _leave_pipe()
            status = 1
        except (KeyboardInterrupt, typer.Abort):
            status = interrupted()
        except (HanamikojiError, OSError, UnicodeError) as error:
            status = _fail(_told(error))
        except ModuleNotFoundError as error:
            if error.name not in _TESTING:
                raise
            status = _fail(f"this needs {error.name}: pip install 'hanamikoji[testing]'")
        except Exception as error:
            # Wrong words on the command line: the class has moved between releases of Typer.
            if not hasattr(error, "format_message"):
                raise
            context = getattr(error, "ctx", None)
            path = context.command_path if context is not None else "hanamikoji"
            said = error.format_message().rstrip(".")
            if getattr(error, "option_name", "") == "--no-plugins":
                said = "--no-plugins goes before the command, as in hanamikoji --no-plugins rules"
            status = _fail(f"{said}; see {path} --help")
        raise SystemExit(status if isinstance(status, int) else 0)


def _asks_for_command(words: Sequence[str]) -> bool:
    """Whether these words ask for more than help or the version."""
    asked = set(words)
    return any(word[:1] != "-" for word in words) and not asked & {"-h", "--help", "--version"}


def _told(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnicodeError):
        return f"the text cannot be read or shown: {error}"
    # What was skipped has been told before, each plug-in in a line of its own.
    return str(error).partition(". Skipped: ")[0]


def _fail(text: str) -> int:
    """Say what went wrong, in one line that holds nothing a terminal would obey."""
    line = " ".join(text.split())
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    encoding = sys.stderr.encoding or "ascii"
    print(
        f"hanamikoji: {line.encode(encoding, 'backslashreplace').decode(encoding)}",
        file=sys.stderr,
    )
    return _ERROR


def _leave_pipe() -> None:
    """The reader has gone: write nothing, not even at exit."""
    with suppress(OSError, ValueError):  # Standard output may be no real file.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted is True:  # Not some sentinel of another release of Click.
        print(f"hanamikoji {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, help=ABOUT)
def _common(
    context: typer.Context,
    no_plugins: Annotated[
        bool, typer.Option("--no-plugins", help="Load only the variants that ship with hanamikoji.")
    ] = False,
    _: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """What comes before a command, or stands alone."""
    if no_plugins:
        from ..plugins import without_plugins

        context.with_resource(without_plugins())
    if context.invoked_subcommand is None:
        print(context.get_help())


_ran: Final[list[str]] = []
"""The command that was run, so that none can seem to have succeeded without being run."""


def _noted(command: Callable[_P, None]) -> Callable[_P, None]:
    @wraps(command)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> None:
        _ran.append(command.__name__)
        command(*args, **kwargs)

    return run


_COMMANDS = (variants, rules, play, simulate, replay, check, new)
for _command in _COMMANDS:
    app.command(help=COMMANDS[_command.__name__])(_noted(_command))
