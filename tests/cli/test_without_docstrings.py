"""``python -OO`` takes docstrings away; what users read is still there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hanamikoji_core.cli._app import _COMMANDS
from hanamikoji_core.cli._texts import ABOUT, COMMANDS
from hanamikoji_core.testing import CHECKS


def optimised(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-OO", *words], capture_output=True, text=True, timeout=120, check=True
    )
    return " ".join(done.stdout.split())


def test_the_help_says_what_every_command_does() -> None:
    text = optimised("-m", "hanamikoji_core", "--help")
    assert ABOUT in text
    for name, about in COMMANDS.items():
        assert f" {name} {about.split('. ')[0].split(chr(10))[0].rstrip('.')}" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    assert " ".join(COMMANDS[name].split()) in optimised("-m", "hanamikoji_core", name, "--help")


def test_there_is_a_text_for_every_command_and_for_nothing_else() -> None:
    assert [command.__name__ for command in _COMMANDS] == list(COMMANDS)


def test_every_check_still_says_what_it_promises() -> None:
    code = "from hanamikoji_core.testing import CHECKS\nfor c in CHECKS.values(): print(c.promise)"
    text = optimised("-c", code)
    assert text == " ".join(" ".join(check.promise for check in CHECKS.values()).split())
    assert all(check.promise for check in CHECKS.values())
