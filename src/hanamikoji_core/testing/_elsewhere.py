"""Other processes in which the same questions are asked; see `_other_process` for what differs."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from ..protocol.variant import Variant
from . import _other_process
from ._other_process import WORLD, parts_of
from ._parcel import modules_of, packed
from ._words import text_of

__all__ = [
    "Answer",
    "Asked",
    "CannotAsk",
    "OnlyAsked",
    "Unanswered",
    "answers_elsewhere",
    "only_asked",
]

_NUMBERS: Final = (1, 2, 3)
"""The numbers of the processes, which are also their hash seeds."""
_ANSWERED_IN: Final = 10.0
"""How many seconds an answer may take; usually it takes less than a hundredth of one."""
_LOADED_IN: Final = 60.0
"""How many seconds a process may take to start and to import a plug-in."""
_SILENCE: Final = object()
# The rest of the library is not imported until a question needs it.
_START: Final = """
import importlib.util, sys
name, file, number, away = sys.argv[1:]
spec = importlib.util.spec_from_file_location(name, file)
module = sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.main(int(number), away)
"""

Asked: TypeAlias = tuple[object, str, tuple[Any, ...]]
"""A question: a part of the variant, the name of its method, and the arguments."""


class CannotAsk(Exception):
    """No other process can be asked, and why."""


class Unanswered(Exception):
    """A question that was not answered in time: its number, or ``None`` while loading."""

    def __init__(self, number: int | None, seconds: float) -> None:
        super().__init__(f"no answer in {seconds:g} seconds")
        self.number = number
        self.seconds = seconds


class OnlyAsked(BaseException):
    """Stops a script without ``if __name__ == "__main__":`` that would run the checks again."""


@frozen
class Answer:
    """What a part answered there, or the exception it `raised`, and how many bytes it `printed`."""

    value: object
    raised: str = ""
    printed: int = field(default=0, eq=False)

    @property
    def told(self) -> object:
        return f"{self.raised} raised" if self.raised else self.value


def only_asked() -> None:
    """Raises `OnlyAsked` in a process that was started to answer, not to examine."""
    if "HANAMIKOJI_ONLY_ASKED" in os.environ:
        raise OnlyAsked


def answers_elsewhere(
    variant: Variant,
    questions: Sequence[Asked],
    *,
    differs: Sequence[str] = WORLD,
    registered: bool = False,
) -> list[list[Answer]]:
    """The answers of each other process, in the order of the questions.

    Every process has its own hash seed and its own order of asking; `differs` names what else is
    different. If parts cannot be pickled, the process loads them by the name of the variant, if it
    is `registered`. Raises `CannotAsk` and `Unanswered`.
    """
    request, *others = _requests(variant, questions, differs, registered)
    for other in others:
        try:
            return _answers(request, len(questions))
        except CannotAsk:
            request = other
    return _answers(request, len(questions))


def _requests(
    variant: Variant, questions: Sequence[Asked], differs: Sequence[str], registered: bool
) -> list[dict[str, Any]]:
    """The ways to ask: with the parts in the pickle, or by the variant's name."""
    parts = parts_of(variant)
    at = {id(part): number for number, part in reversed(list(enumerate(parts)))}
    told = [(at[id(part)], method, arguments) for part, method, arguments in questions]
    common = {
        "path": [os.path.abspath(folder) for folder in sys.path],
        "modules": modules_of(parts),
        "differs": list(differs),
        "asking": {
            "environment": dict(os.environ),
            "folder": os.getcwd(),
            "process": os.getpid(),
        },
        "name": "",
        "parts": b"",
    }
    requests: list[dict[str, Any]] = []
    why = "it is not registered"
    try:
        common["questions"] = packed(told)
        requests.append({**common, "parts": packed(parts)})
    except Exception as error:
        why = f"{type(error).__name__}: {text_of(error)}"
    if registered and "questions" in common:
        requests.append({**common, "name": variant.name})
    if not requests:
        raise CannotAsk(why)
    return requests


def _answers(request: dict[str, Any], count: int) -> list[list[Answer]]:
    children = [_child(number) for number in _NUMBERS]
    if not all(child.knows(request["modules"]) for child in children):
        _start_anew(children)
        children = [_child(number) for number in _NUMBERS]
        for child in children:
            child.knows(request["modules"])
    try:
        for child in children:
            child.send({**request, "order": child.number})
        # Each is heard to the end, so that none answers the next request with what it had to say.
        heard = [child.answers(count) for child in children]
    except (Unanswered, OSError) as error:
        _start_anew(children)  # One that hangs, or is gone, is of no use any more.
        if isinstance(error, OSError):
            raise CannotAsk(f"{type(error).__name__}: {error}") from error
        raise
    for found in heard:
        if isinstance(found, str):
            raise CannotAsk(found)
    return [found for found in heard if not isinstance(found, str)]


def _start_anew(children: list[_Child]) -> None:
    _child.cache_clear()
    for child in children:
        child.end(0.0)


class _Child:
    """A process that answers, and a thread that listens to it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._modules: dict[str, tuple[str, int]] = {}
        self._away = TemporaryDirectory(prefix="elsewhere-", ignore_cleanup_errors=True)
        file, away = str(_other_process.__file__), self._away.name
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, _other_process.__name__, file, str(number), away],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": str(number), "HANAMIKOJI_ONLY_ASKED": "1"},
        )
        self._told: Queue[Any] = Queue()
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()
        atexit.register(self.end)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self._told.put(pickle.load(self._process.stdout))
        self._told.put(_SILENCE)

    def knows(self, modules: dict[str, str]) -> bool:
        """Whether it has imported none of these modules from another file or an older version."""
        now = {name: (file, _changed(file)) for name, file in modules.items()}
        known = all(self._modules.get(name, at) == at for name, at in now.items())
        self._modules |= now
        return known

    def send(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        pickle.dump(request, self._process.stdin)
        self._process.stdin.flush()

    def answers(self, count: int) -> list[Answer] | str:
        """Its answers, or the reason why it cannot answer."""
        why: str | None = self._next(_LOADED_IN, None)
        if why is not None:
            return why
        order = self._next(_ANSWERED_IN, None)
        found: list[Answer] = [Answer(None)] * count
        for number in order:
            _, answer, printed = self._next(_ANSWERED_IN, number)
            value, raised = pickle.loads(answer)
            found[number] = Answer(value, raised, printed)
        return found

    def _next(self, seconds: float, number: int | None) -> Any:
        try:
            told = self._told.get(timeout=seconds)
        except Empty:
            raise Unanswered(number, seconds) from None
        if told is _SILENCE:
            raise OSError("the other process has ended")
        return told

    def end(self, patience: float = 2.0) -> None:
        """End the process: close its input, and kill it if it does not stop in time."""
        atexit.unregister(self.end)
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._ear.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._away.cleanup()


def _changed(file: str) -> int:
    return Path(file).stat().st_mtime_ns if Path(file).exists() else 0


@cache
def _child(number: int) -> _Child:
    """Each process is started once and reused."""
    return _Child(number)
