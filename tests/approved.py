"""Compares output with approved files, which a person has checked.

The files are next to the tests. They show what a list of facts cannot: that nothing is misaligned,
cut off or in the wrong color. After an intended change, run the tests with ``APPROVE=1`` and check
the result of ``git diff``.
"""

from __future__ import annotations

import os
import re
from difflib import unified_diff
from importlib.metadata import version
from pathlib import Path

import pytest


def assert_approved(file: Path, output: str) -> None:
    """Fail unless the output is exactly the contents of the file."""
    if os.environ.get("APPROVE"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output.encode())
    # As bytes, because line ends and cursor movements must match too.
    approved = file.read_bytes().decode() if file.exists() else ""
    if output != approved:
        lines = unified_diff(
            approved.splitlines(), output.splitlines(), "approved", "now", n=1, lineterm=""
        )
        pytest.fail("\n".join([f"Not as approved in {file.name}:", *lines]), pytrace=False)


def assert_ruling_approved(folder: Path, name: str, ruling: object) -> None:
    """Compare a ruling, except for parts that differ between runs."""
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
    """Replace the first question with a different answer, which depends on hashes and the date."""
    text = " ".join(happened[0].split())
    return "  " + re.sub(r"asked .*? in a process", "asked one thing, it answered another", text)
