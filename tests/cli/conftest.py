"""Runs the command line in this process, or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from typer.testing import CliRunner

from hanamikoji_core import available_variants
from hanamikoji_core.cli._app import app

Run: TypeAlias = Callable[..., Any]


Scripted: TypeAlias = Callable[..., str]
_DEALS = {0: "CDDEEGABDFFGEABCFFGGG", 1: "GCDDEEGABDFFGEABCFFGG"}


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    """``scripted("base")``: a file to resume, in which the starting player has drawn to CDDEEEG."""

    def write(name: str, *, first: int = 0) -> str:
        deal = _DEALS[available_variants()[name].removed]
        file = tmp_path / "scripted"
        file.write_text(f"hanamikoji {name} first={first} seed=7 deals={deal} :")
        return str(file)

    return write


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("play", "base", input="1A")``: what came of it, with exit_code, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "HANAMIKOJI_DISABLE_PLUGINS"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*words: str, input: str | bytes = "") -> Any:
        return CliRunner().invoke(app, list(words), input=input, prog_name="hanamikoji")

    return invoke


@pytest.fixture
def command() -> Run:
    """``command("variants")``: a finished process of ``python -m hanamikoji_core``, no terminal."""

    def start(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "COLUMNS": "80", **options.pop("env", {})}
        return subprocess.run(
            [sys.executable, "-m", "hanamikoji_core", *words],
            **{"capture_output": True, "text": True, "timeout": 60, "input": "", **options},
            env=env,
        )

    return start
