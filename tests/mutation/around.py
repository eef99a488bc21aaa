"""Run the mutants of what lies around the functions: each is imported in a fresh fork, and tested.

What a module says when it is imported, as the declarations of a variant, the fields of a class and
constants, can be changed only before anything has imported it. So the process that forks has
imported what the tests need, and nothing of the library.
"""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import SourceFileLoader
from typing import Any

import pytest

from tests.mutation import kept
from tests.mutation.forks import go_on, in_forks
from tests.mutation.kept import KILLED, SURVIVED
from tests.mutation.mutants import FILES, Mutant
from tests.mutation.selection import PYTEST, around

# Slow to import, and the same for every mutant.
IMPORTED = (
    "attrs",
    "cattrs.preconf.json",
    "doctest",
    "hypothesis.strategies",
    "_hypothesis_pytestplugin",
    "importlib.metadata",
    "multiprocessing.pool",
    "pluggy",
    "rich.live",
    "rich.progress",
    "sphinx.builders.html",
    "typer.testing",
)


def run(modules: list[str], *, processes: int, survivors: bool, every: int) -> None:
    """Run the mutants of these modules that have no result yet, or those that survived."""
    for name in IMPORTED:
        importlib.import_module(name)
    assert not any(name.startswith("hanamikoji") for name in sys.modules)
    proven: set[frozenset[str]] = set()
    for module in modules:
        waiting = [
            mutant
            for mutant in kept.waiting(module, functions=False, survivors=survivors)
            if mutant.lot % every == 0
        ]
        if not waiting or not around(module):
            continue
        untouched = Mutant(module, "", 0, FILES[module].read_text(encoding="utf-8"), "")
        tests = frozenset(around(module))
        first = [] if tests in proven else [untouched]
        proven.add(tests)
        for mutant, (result, why) in in_forks([*first, *waiting], processes, _tried):
            if mutant is not untouched:
                kept.put(mutant, result, why)
            elif result != SURVIVED:
                sys.exit(f"{why} fails without any mutant of {module}")


class _Plugin:
    def __init__(self) -> None:
        self.why = "the tests cannot be collected"

    def pytest_runtest_logstart(self) -> None:
        go_on()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.why = report.nodeid


def _tried(mutant: Mutant) -> tuple[str, str]:
    path = str(FILES[mutant.module].resolve())
    loader: Any = SourceFileLoader
    original = loader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> Any:
        if self.get_filename(fullname) == path:
            return compile(mutant.code, path, "exec", dont_inherit=True)
        return original(self, fullname)

    loader.get_code = get_code
    plugin = _Plugin()
    code = pytest.main([*PYTEST, *around(mutant.module)], plugins=[plugin])
    return (KILLED, plugin.why) if code else (SURVIVED, "all tests")
