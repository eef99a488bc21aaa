"""Interrupts calls of a plug-in that hang."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

from ..engine.faults import Fault, UncatchableFault

__all__ = ["Patience"]

_LIBRARY: Final = str(Path(__file__).parents[1])
_PYTHON: Final = str(Path(signal.__file__).parent)
_TICK: Final = 1.0
"""Seconds between two looks at the running call."""
_MOST: Final = 10
"""How many ticks one call may last; usually it takes less than a hundredth of a second."""


class Patience:
    """Watches the calls of a plug-in: one that takes too long gets a `Fault` raised inside it.

    A call that catches even that, and goes on, gets an `UncatchableFault`.

    `lost` is true once that happened; from then on the clock, which ticks every second, ticks
    faster. This needs the main thread and a system with ``signal.setitimer``. Elsewhere, or if the
    timer is already in use, nothing is watched.
    """

    def __init__(self) -> None:
        self.lost = False
        self._home: FrameType | None = None
        self._call: FrameType | None = None
        self._told: FrameType | None = None
        self._ticks = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While inside, calls of a plug-in are watched."""
        free = (
            self._home is None
            and hasattr(signal, "setitimer")
            and current_thread() is main_thread()
            and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        )
        if not free:
            yield
            return
        before = signal.signal(signal.SIGALRM, self._tick)
        self._home = sys._getframe(2)  # whose with statement this is
        self._wind_up()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            self._home = self._call = self._told = None

    def _wind_up(self) -> None:
        interval = _TICK / 10 if self.lost else _TICK
        signal.setitimer(signal.ITIMER_REAL, interval, interval)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        call = self._under_way(frame)
        self._ticks = self._ticks + 1 if call is self._call else 0
        self._call = call
        if call is not None and self._ticks >= (1 if self.lost else _MOST):
            self._ticks, self.lost = 0, True
            self._wind_up()
            last, self._told = call is self._told, call
            raise (UncatchableFault if last else Fault)(
                f"did not answer in time, in {call.f_code.co_name}"
            )

    def _under_way(self, frame: FrameType | None) -> FrameType | None:
        """The outermost running call from the library into other code, if there is one."""
        found, inner = None, None
        while frame is not None and frame is not self._home:
            if inner is not None and _of_library(frame) and not _of_library(inner):
                found = inner
            inner, frame = frame, frame.f_back
        return found


def _of_library(frame: FrameType) -> bool:
    """Whether this is code of the library, or of Python called by it."""
    file = frame.f_code.co_filename
    return file.startswith(_LIBRARY) or (
        file.startswith(_PYTHON) and "site-packages" not in file[len(_PYTHON) :]
    )
