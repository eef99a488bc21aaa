"""Work in forks, each of which may break what it likes."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeVar

from tests.mutation.kept import KILLED, TIMEOUT

_BROKEN = 99
_MEMORY = 3 << 30
_SECONDS = 300
_Thing = TypeVar("_Thing")


def in_forks(
    things: Iterable[_Thing], processes: int, work: Callable[[_Thing], object]
) -> Iterator[tuple[_Thing, Any]]:
    """What `work` gives for each thing, worked out in a fork of its own, so many at a time."""
    running: dict[int, tuple[_Thing, int]] = {}
    for thing in things:
        if len(running) >= processes:
            yield _next(running)
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            _child(writing, thing, work)
        os.close(writing)
        running[pid] = thing, reading
    while running:
        yield _next(running)


def go_on() -> None:
    """Allow this process some more minutes; each test gets as much, however busy the machine is."""
    signal.alarm(_SECONDS)


def _child(writing: int, thing: _Thing, work: Callable[[_Thing], object]) -> NoReturn:
    errors = os.dup(2)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        go_on()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.write(writing, json.dumps(work(thing)).encode())
    except BaseException:
        os.write(errors, traceback.format_exc().encode())
    finally:
        os._exit(_BROKEN)


def _next(running: dict[int, tuple[_Thing, int]]) -> tuple[_Thing, Any]:
    pid, status = os.wait()
    thing, reading = running.pop(pid)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    if text:
        return thing, json.loads(text)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _BROKEN:
        sys.exit(f"{thing} could not be run")
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM):
        return thing, (TIMEOUT, "")
    return thing, (KILLED, f"the process ended with {status}")
