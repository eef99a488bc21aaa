"""The processes of ``hanamikoji simulate --jobs``: they work, and they end when they should."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import warnings
from concurrent.futures import BrokenExecutor, Future, wait
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from hanamikoji_core import PluginWarning
from hanamikoji_core.cli._workers import Workers, _end_with_parent, serve
from hanamikoji_core.cli.simulate import _workers

from .conftest import Run


def ends_at_once(_: object) -> None:
    """A worker that takes no task."""


def test_what_is_asked_for_is_done_in_as_many_processes() -> None:
    with Workers(2) as workers:
        futures = [workers.submit(divmod, n, 3) for n in range(5)]
        processes = {workers.submit(os.getpid).result(20) for _ in range(20)}
        assert [future.result(20) for future in futures] == [divmod(n, 3) for n in range(5)]
        named = workers.submit(int, "ff", base=16)
        assert named.result(20) == 255
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= 2


def test_an_error_comes_back_and_the_next_task_is_done() -> None:
    with Workers(1) as workers:
        failed, done = workers.submit(divmod, 1, 0), workers.submit(divmod, 1, 1)
        with pytest.raises(ZeroDivisionError):
            failed.result(20)
        assert done.result(20) == (1, 0)


def test_what_was_cancelled_is_left_out() -> None:
    with Workers(1) as workers:
        workers.submit(sleep, 0.2)
        never = workers.submit(os._exit, 1)
        assert never.cancel()
        assert workers.submit(divmod, 1, 1).result(20) == (1, 0)


def test_a_process_that_ends_before_its_work_is_told() -> None:
    with Workers(1) as workers, pytest.raises(BrokenExecutor, match="ended before its work"):
        workers.submit(os._exit, 1).result(20)


def test_stopping_does_not_wait_for_what_is_under_way() -> None:
    began = monotonic()
    with Workers(2) as workers:
        working = [workers.submit(sleep, 60) for _ in range(4)]
        while not any(future.running() for future in working):
            sleep(0.01)
        workers.stop()
        done, _ = wait(working[:1], timeout=20)
        assert isinstance(done.pop().exception(), BrokenExecutor)
        for future in working:
            future.cancel()
    assert monotonic() - began < 30


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_error_stops_the_workers(error: type[BaseException]) -> None:
    futures: list[Future[None]] = []

    def fails() -> None:
        with _workers(2) as pool:
            assert pool is not None
            futures.extend(pool.submit(sleep, 60) for _ in range(4))
            for future in futures[1:]:
                future.cancel()
            raise error

    began = monotonic()
    with pytest.raises(error):
        fails()
    assert monotonic() - began < 30


def test_a_worker_that_dies_is_told_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.cli._workers.serve", ends_at_once)
    result = run("simulate", "base", "--games", "4", "--jobs", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "hanamikoji: a process that played games ended before its work\n"


def test_a_worker_tells_no_fault_again_and_leaves_ctrl_c_to_its_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_for: list[object] = []
    monkeypatch.setattr("signal.signal", lambda *words: set_for.append(words))
    tasks: list[Any] = [
        (divmod, (7, 2), {}),
        (warnings.warn, ("skipped plug-in tea-house", PluginWarning), {}),
        (warnings.warn, ("something else", UserWarning), {}),
        (divmod, (1, 0), {}),
    ]
    parent = Parent(tasks)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        serve(parent)  # type: ignore[arg-type]
    assert parent.answers[0] == ((3, 1), None)
    assert isinstance(parent.answers[3][1], ZeroDivisionError)
    assert [str(warning.message) for warning in heard] == ["something else"]
    assert set_for == [(signal.SIGINT, signal.SIG_IGN)]


class Parent:
    """The parent's end of the line: it asks for these, and then it is gone."""

    def __init__(self, tasks: list[Any]) -> None:
        self.tasks = tasks
        self.answers: list[Any] = []

    def recv(self) -> Any:
        if not self.tasks:
            raise EOFError
        return self.tasks.pop(0)

    def send(self, answer: Any) -> None:
        self.answers.append(answer)


def test_a_worker_ends_when_its_parent_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[object] = []

    class Started:
        def join(self) -> None:
            order.append("the parent has ended")

    monkeypatch.setattr("hanamikoji_core.cli._workers.parent_process", Started)
    monkeypatch.setattr("os._exit", order.append)
    _end_with_parent()
    assert order == ["the parent has ended", 1]
    monkeypatch.setattr("hanamikoji_core.cli._workers.parent_process", lambda: None)
    _end_with_parent()
    assert len(order) == 2, "who has no parent goes on"


def group(leader: int) -> list[int]:
    """The processes of this group that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue  # It ended just now.
        if int(its_group) == leader and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")
@pytest.mark.parametrize(
    ("number", "everybody", "status"),
    [
        pytest.param(signal.SIGINT, True, 130, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, False, 143, id="SIGTERM"),
        pytest.param(signal.SIGKILL, False, -9, id="SIGKILL"),
    ],
)
def test_nothing_remains_of_a_simulation_that_is_stopped(
    number: signal.Signals, everybody: bool, status: int
) -> None:
    """Greedy players think for longer than anybody would wait; Ctrl-C is sent to all processes."""
    words = ["simulate", "--games", "1000000", "--jobs", "2"]
    greedy = ["--player-0", "greedy", "--player-1", "greedy"]
    command = subprocess.Popen(
        [sys.executable, "-m", "hanamikoji_core", *words, *greedy],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        began = monotonic()
        while len(group(command.pid)) < 3 and monotonic() - began < 60:
            sleep(0.05)
        sleep(0.5)
        (os.killpg if everybody else os.kill)(command.pid, number)
        stopped = monotonic()
        _, told = command.communicate(timeout=60)
        while group(command.pid) and monotonic() - stopped < 10:
            sleep(0.05)
        took = monotonic() - stopped
        assert (command.returncode, group(command.pid)) == (status, [])
        assert took < 5, "a second, on a machine that does nothing else"
        if status > 0:
            assert re.fullmatch(r"hanamikoji: stopped after [\d,]+ of 1,000,000 games\n", told)
    finally:
        for process in group(command.pid):
            os.kill(process, signal.SIGKILL)
