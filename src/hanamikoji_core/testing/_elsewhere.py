"""Other processes to ask the same questions in, whose strings hash differently."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from functools import cache
from typing import Any, Final

__all__ = ["answers_elsewhere"]

_SEEDS: Final = ("1", "2")

# The answers go through a copy of standard output, so that a plug-in may print what it likes.
_CHILD: Final = """
import os, pickle, sys
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
while True:
    try:
        path, load = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    sys.path[:] = path
    found = []
    try:
        for thing, method, arguments in pickle.loads(load):
            answer = getattr(thing, method)(*arguments)
            found.append(tuple(answer) if method == "plays" else answer)
        told = pickle.dumps(found)
    except Exception as error:
        told = pickle.dumps(f"{type(error).__name__}: {error}")
    pickle.dump(told, answers)
    answers.flush()
"""


def answers_elsewhere(questions: list[tuple[Any, str, tuple[Any, ...]]]) -> list[list[Any]] | str:
    """The answers of each other process; or, in words, why they could not be asked.

    A question is an object, the name of a method and its arguments. Each process is started once
    and asked whatever comes.
    """
    try:
        load = pickle.dumps((sys.path, pickle.dumps(questions)))
        children = [_child(seed) for seed in _SEEDS]
        for child in children:
            assert child.stdin is not None
            child.stdin.write(load)
            child.stdin.flush()
        found = [_answers(child) for child in children]
    except Exception as error:
        _child.cache_clear()
        return f"{type(error).__name__}: {error}"
    reasons = [answer for answer in found if isinstance(answer, str)]
    return reasons[0] if reasons else [answer for answer in found if isinstance(answer, list)]


@cache
def _child(seed: str) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    atexit.register(_end, child)
    return child


def _answers(child: subprocess.Popen[bytes]) -> list[Any] | str:
    assert child.stdout is not None
    found: list[Any] | str = pickle.loads(pickle.load(child.stdout))
    return found


def _end(child: subprocess.Popen[bytes]) -> None:
    """Without anybody to ask, the process comes to its end."""
    child.communicate(timeout=5)
