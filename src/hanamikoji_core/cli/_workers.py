"""Processes that play games for ``hanamikoji simulate`` and can be stopped at any moment.

The executor of the standard library waits until its processes finish their work, which may take
minutes, and they keep running if this process is killed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import get_context, parent_process
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Workers"]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Task: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class Workers(Executor):
    """So many processes. All are started at once, each as a fresh program with one thread."""

    def __init__(self, jobs: int) -> None:
        # Never a copy of this process: with other threads under way, such a copy may hang.
        context = get_context("spawn")
        self._tasks: SimpleQueue[tuple[Future[Any], _Task] | None] = SimpleQueue()
        self._processes, self._threads = [], []
        # What is ignored now is ignored by the new processes, from their first moment.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            for _ in range(jobs):
                here, there = context.Pipe()
                process = context.Process(target=serve, args=(there,), daemon=True)
                process.start()
                there.close()
                self._processes.append(process)
                self._threads.append(Thread(target=self._feed, args=(here,), daemon=True))
        finally:
            signal.signal(signal.SIGINT, before)
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have this called in one of the processes."""
        future: Future[_T] = Future()
        self._tasks.put((future, (fn, args, kwargs)))
        return future

    def stop(self) -> None:
        """End the processes now, whatever they are doing."""
        for process in self._processes:
            process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when everything is done that was not cancelled; waits for it."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        for process in self._processes:
            process.join()

    def _feed(self, connection: Connection) -> None:
        """Hand one task after the other to one process."""
        with connection:
            while (item := self._tasks.get()) is not None:
                future, task = item
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    connection.send(task)
                    result, error = connection.recv()
                except Exception:
                    future.set_exception(
                        BrokenExecutor("a process that played games ended before its work")
                    )
                    return
                if error is not None:
                    future.set_exception(error)
                else:
                    future.set_result(result)


def serve(connection: Connection) -> None:
    """What a process does: one task after the other, until there is nobody to ask for more.

    It tells no fault of a plug-in that its parent has told, leaves Ctrl-C to the parent, and does
    not outlive it.
    """
    import warnings

    from ..errors import PluginWarning

    warnings.simplefilter("ignore", PluginWarning)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            function, args, kwargs = connection.recv()
        except EOFError:
            return
        answer: tuple[object, Exception | None]
        try:
            answer = function(*args, **kwargs), None
        except Exception as error:
            answer = None, error
        connection.send(answer)


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, in whatever way."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
