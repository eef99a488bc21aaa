"""Mutation testing, with the mutants of mutmut. See docs/design/mutation.md.

    python -m tests.mutation run [MODULE ...]    # those that have no result yet
    python -m tests.mutation again [MODULE ...]  # those that survived, after writing a test
    python -m tests.mutation show [MODULE ...]   # what survived
    python -m tests.mutation table [MODULE ...]  # how many were killed
    python -m tests.mutation equivalent          # those that no test can tell, and why

A module is a pattern as ``hanamikoji_core.model.row`` or ``hanamikoji_variants.*``. Results are kept in
``.mutation/``; a mutant is run again when the code of its function has changed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

from tests.mutation import kept
from tests.mutation.equivalent import as_markdown
from tests.mutation.mutants import FILES
from tests.mutation.selection import CALLING, LEFT_OUT, room


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words = ("run", "again", "functions", "around", "show", "table", "equivalent")
    parser.add_argument("what", choices=words)
    parser.add_argument("modules", nargs="*", default=["*"])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each mutant")
    parser.add_argument("--every", type=int, default=1, help="a sample: one mutant of so many")
    parser.add_argument("--survivors", action="store_true", help="those that survived, again")
    given = parser.parse_args()
    modules = [
        name
        for pattern in given.modules
        for name in FILES
        if fnmatch(name, pattern) and not name.startswith(LEFT_OUT)
    ]
    match given.what:
        case "show":
            print("\n\n".join(kept.survivors(modules)))
        case "table":
            print(kept.table(modules))
        case "equivalent":
            print(as_markdown())
        case "functions":
            from tests.mutation import functions

            functions.run(
                modules,
                processes=given.processes,
                seconds=given.seconds,
                survivors=given.survivors,
                every=given.every,
            )
        case "around":
            from tests.mutation import around

            around.run(
                modules, processes=given.processes, survivors=given.survivors, every=given.every
            )
        case _:
            # Each in a process of its own: the second must begin before anything is imported.
            rest = [
                f"--every={given.every}",
                f"--processes={given.processes}",
                f"--seconds={given.seconds}",
            ]
            if given.what == "again":
                rest.append("--survivors")
            rooms = [[name for name in modules if room(name) == where] for where in CALLING]
            parts = [("functions", those) for those in rooms if those]
            for part, those in [*parts, ("around", modules)]:
                subprocess.run(
                    [sys.executable, "-m", "tests.mutation", part, *those, *rest], check=True
                )


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[2])
    # Without looking for smaller examples of a failure.
    os.environ["HYPOTHESIS_PROFILE"] = "mutation"
    main()
