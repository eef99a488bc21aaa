"""The command line ``hanamikoji``; needs the extra ``hanamikoji[cli]``."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

__all__ = ["main"]

_ERROR = 2
_INTERRUPTED = 130


def main() -> None:
    """Run the command line with the words of ``sys.argv``, and exit.

    Exit status 0: all is well; 1: a plug-in check failed; 2: an error, told in one line on standard
    error; 130: interrupted.
    """
    try:
        _run()
    except KeyboardInterrupt:  # Before any command has begun.
        raise SystemExit(interrupted()) from None


def interrupted() -> int:
    """Say that Ctrl-C was pressed; the exit status that shells expect."""
    _say("interrupted")
    return _INTERRUPTED


def _run() -> None:
    if sys.stderr is None:  # It is closed: what would be told there goes nowhere.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        _say("standard output is closed, so nothing can be shown")
        raise SystemExit(_ERROR)
    if find_spec("typer") is None or find_spec("rich") is None:
        _say("the command line needs two more packages: pip install 'hanamikoji[cli]'")
        raise SystemExit(_ERROR)
    from ._app import app

    app(prog_name="hanamikoji")


def _say(text: str) -> None:
    print(f"hanamikoji: {text}", file=sys.stderr)
