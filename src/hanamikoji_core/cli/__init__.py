"""The command line ``hanamikoji``; needs the extra ``hanamikoji[cli]``."""

from __future__ import annotations

import sys
from importlib.util import find_spec

__all__ = ["main"]


def main() -> None:
    """Run the command line with the words of ``sys.argv``, and exit.

    Exit status 0: all is well; 1: a plug-in check failed; 2: an error, told in one line on standard
    error; 130: interrupted.
    """
    if find_spec("typer") is None or find_spec("rich") is None:
        print(
            "hanamikoji: the command line needs two more packages: pip install 'hanamikoji[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(2)
    from ._app import app

    app(prog_name="hanamikoji")
