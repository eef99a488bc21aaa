"""Outputs that a person has looked at and found right, kept as files beside their tests.

They hold what no list of facts can: that nothing is crooked, cut off or of the wrong colour. After
a change that is meant, run the tests with ``APPROVE=1``, and look at what ``git diff`` shows.
"""

from __future__ import annotations

import os
import re
from difflib import unified_diff
from importlib.metadata import version
from pathlib import Path

import pytest


def assert_approved(file: Path, output: str) -> None:
    """The output is what the file holds, to the letter."""
    if os.environ.get("APPROVE"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output.encode())
    # Bytes: line ends and what moves the cursor are part of it.
    approved = file.read_bytes().decode() if file.exists() else ""
    if output != approved:
        lines = unified_diff(
            approved.splitlines(), output.splitlines(), "approved", "now", n=1, lineterm=""
        )
        pytest.fail("\n".join([f"Not as approved in {file.name}:", *lines]), pytrace=False)


def assert_ruling_approved(folder: Path, name: str, ruling: object) -> None:
    """All of a ruling, but for line numbers of tests and the order of a set in this process."""
    text = f"{ruling}\n".replace(version("hanamikoji"), "VERSION")
    text = re.sub(r", line \d+", ", line N", text)
    text = re.sub(r"[A-G](, [A-G]){5}", "six letters", text)
    text = re.sub(r"\d\.\d\d\d seconds", "SOME seconds", text)
    text = re.sub(r"(?s)in \d+ calls, and.*?(?=\n  \S)", "in SOME calls", text)
    text = re.sub(
        r"(?s)  happened    asked .*? in a\s+process\s+with .*?(?=\n  \S)", _elsewhere, text
    )
    assert_approved(folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())[:100]}.txt", text)


def _elsewhere(happened: re.Match[str]) -> str:
    """Which question was the first with another answer depends on the hashes and the day."""
    text = " ".join(happened[0].split())
    return "  " + re.sub(r"asked .*? in a process", "asked one thing, it answered another", text)
