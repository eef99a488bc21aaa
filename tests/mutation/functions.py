"""Run the mutants of functions: the function's code is exchanged in a fork, and its tests are run.

Tests are collected once. Each is first run in a fork of its own, where nothing has been played, to
see which functions it calls; so no cache hides a call. Then each mutant gets a fork in which the
tests of its function are run until one fails: first those that found other mutants, then those
that are aimed at the module, and among them those that call little else.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import signal
import sys
import time
from collections import Counter
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from hanamikoji_core import plugins
from tests.mutation import kept
from tests.mutation.forks import go_on, in_forks
from tests.mutation.kept import KILLED, SURVIVED
from tests.mutation.mutants import FILES, Mutant
from tests.mutation.selection import CALLING, PYTEST, STRONG, aimed, room

SOURCE = str(Path("src").resolve())
CALLS = kept.FOLDER / "calls.json"
_Cache = type(lru_cache(str))


def run(modules: list[str], *, processes: int, seconds: float, survivors: bool, every: int) -> None:
    """Run the mutants of these modules' functions that have no result yet, or that survived."""
    plugin = _Plugin(modules, processes, seconds, survivors, every)
    tests = dict.fromkeys(test for module in modules for test in CALLING[room(module)])
    if code := pytest.main([*PYTEST, *tests], plugins=[plugin]):
        sys.exit(f"pytest ended with {code}")


class _Plugin:
    def __init__(
        self, modules: list[str], processes: int, seconds: float, survivors: bool, every: int
    ) -> None:
        self.every = every
        self.modules, self.processes, self.seconds, self.survivors = (
            modules,
            processes,
            seconds,
            survivors,
        )
        self.items: dict[str, pytest.Item] = {}
        self.live: dict[str, list[FunctionType]] = {}
        self.caches: list[Any] = []
        self.tests: dict[str, list[tuple[float, float, str]]] = {}
        self.killers: dict[str, Counter[str]] = {}
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for module in self.modules:
            importlib.import_module(module)
        self.live = _functions()
        self.caches = [
            thing
            for thing in gc.get_objects()
            if isinstance(thing, _Cache) and thing.__module__.startswith("hanamikoji")
        ]
        gc.freeze()
        self.tests = self._calls()
        waiting = (
            mutant
            for module in self.modules
            for mutant in kept.waiting(module, functions=True, survivors=self.survivors)
            if mutant.lot % self.every == 0
        )
        for mutant, (result, why) in in_forks(waiting, self.processes, self._tried):
            kept.put(mutant, result, why)
            if result == KILLED:
                for what in (_key(mutant), mutant.module):
                    self.killers.setdefault(what, Counter())[why] += 1
        return True

    def _calls(self) -> dict[str, list[tuple[float, float, str]]]:
        """For each function and module, the tests that call it, in the order in which to run them.

        First those that are quick and call little else, and so are likely to be about it.
        """
        known = json.loads(CALLS.read_text(encoding="utf-8")) if CALLS.exists() else {}
        missing = [
            name
            for name in self.items
            if name not in known or known[name][2] != _stamp(name, known[name][1])
        ]
        kept.FOLDER.mkdir(exist_ok=True)
        try:
            for name, (seconds, called) in in_forks(missing, self.processes, self._traced):
                known[name] = [seconds, called, _stamp(name, called)]
        finally:  # What was found out takes minutes.
            CALLS.write_text(json.dumps(known, indent=0), encoding="utf-8")
        tests: dict[str, list[tuple[float, float, str]]] = {}
        for name in self.items:
            seconds, called, _ = known[name]
            for what in {*called, *(function.partition(":")[0] for function in called)}:
                tests.setdefault(what, []).append((seconds * len(called), seconds, name))
        return {function: sorted(found) for function, found in tests.items()}

    def _traced(self, name: str) -> tuple[float, list[str]]:
        codes: set[CodeType] = set()

        def see(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                codes.add(frame.f_code)

        began = time.process_time()
        self._forget()
        sys.setprofile(see)
        self._run(name)
        sys.setprofile(None)
        assert not self.failed, f"{name} fails without any mutant"
        called = {
            f"{_module(code)}:{code.co_qualname.split('.<')[0]}"
            for code in codes
            if code.co_filename.startswith(SOURCE)
        }
        return time.process_time() - began, sorted(called)

    def _run(self, name: str) -> None:
        item = self.items[name]
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)

    def _forget(self) -> None:
        """Drop what was played while the tests were collected."""
        plugins._loaded.clear()
        for played in self.caches:
            played.cache_clear()

    def _killers(self, what: str, most: int) -> list[str]:
        """The tests that found most mutants of a function or a module."""
        return [name for name, _ in self.killers.get(what, Counter()).most_common(most)]

    def _tried(self, mutant: Mutant) -> tuple[str, str]:
        # A function that is newer than what is known of the tests is tried with its module's.
        tests = self.tests.get(_key(mutant)) or self.tests.get(mutant.module, [])
        if not tests:
            return SURVIVED, "no test calls it"
        about = aimed(mutant.module)
        tests = sorted(tests, key=lambda test: test[2].partition("::")[0] not in about)
        seconds = {name: took for _, took, name in tests}
        first = [
            *self._killers(_key(mutant), 3),
            *list(seconds)[:10],
            *self._killers(mutant.module, 8),
            *STRONG,
        ]
        _exchange(self.live.get(_key(mutant), []), mutant)
        self._forget()
        began = time.process_time()
        for name in dict.fromkeys([*(name for name in first if name in seconds), *seconds]):
            if time.process_time() - began > self.seconds:
                return SURVIVED, f"{self.seconds} seconds"
            # A mutant that takes ten times as long as the code is taken for one without an end.
            signal.setitimer(signal.ITIMER_PROF, 10 * seconds[name] + 2)
            go_on()
            self._run(name)
            if self.failed:
                return KILLED, name
        return SURVIVED, f"{len(seconds)} tests"


def _stamp(name: str, called: list[str]) -> str:
    """What the calls of a test depend on: its file, and the modules that it calls."""
    modules = sorted({function.partition(":")[0] for function in called})
    files = [Path(name.partition("::")[0]), *(FILES[module] for module in modules)]
    return " ".join(map(_digest, files))


@cache
def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:8]


def _key(mutant: Mutant) -> str:
    return f"{mutant.module}:{mutant.where}"


def _module(code: CodeType) -> str:
    path = Path(code.co_filename).relative_to(SOURCE).with_suffix("")
    return ".".join(path.parts).removesuffix(".__init__")


def _functions() -> dict[str, list[FunctionType]]:
    """Every function of the packages by module and name."""
    found: dict[str, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            code = thing.__code__
            if code.co_filename.startswith(SOURCE):
                found.setdefault(f"{_module(code)}:{code.co_qualname}", []).append(thing)
    return found


def _exchange(functions: list[FunctionType], mutant: Mutant) -> None:
    """Give the functions the mutant's code and defaults."""
    assert functions, f"{mutant.name} is nowhere"
    whole: Any = ast.parse(mutant.code)
    tree, names = whole, mutant.where.split(".")
    for name in names:
        tree = next(n for n in tree.body if getattr(n, "name", None) == name)
    if any("__class__" in function.__code__.co_freevars for function in functions):
        # It still closes over its class where the mutant calls `super` no more.
        tree.body[:0] = ast.parse("if 0: super()").body
    filename = str(FILES[mutant.module].resolve())
    code = compile(whole, filename, "exec", dont_inherit=True)
    for name in names:
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    for function in functions:
        function.__code__ = code
        if function.__defaults__:
            pairs = zip(function.__defaults__, tree.args.defaults, strict=True)
            function.__defaults__ = tuple(_default(*pair) for pair in pairs)
        if function.__kwdefaults__:
            nodes = zip(tree.args.kwonlyargs, tree.args.kw_defaults, strict=True)
            function.__kwdefaults__ = {
                argument.arg: _default(function.__kwdefaults__[argument.arg], node)
                for argument, node in nodes
                if node is not None
            }


def _default(old: object, node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else old
