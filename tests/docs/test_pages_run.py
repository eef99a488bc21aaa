"""Every code block of the pages and of the README runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import frozen
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if "_build" not in p.parts)
FILES = [*PAGES, ROOT / "README.md"]
FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^ *(?P=fence) *$", re.M | re.S
)
# Its console blocks depend on each other and install packages, so it has a separate test.
TUTORIAL = DOCS / "expansion" / "tutorial.md"


@frozen
class Block:
    """A fenced block, with the line where it begins."""

    language: str
    text: str
    line: int


def blocks(path: Path) -> Iterator[Block]:
    text = path.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(found["info"].strip(), dedent(found["body"]), line)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=named)
def test_python_blocks_run(path: Path) -> None:
    document = Sybil([PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)]).parse(path)
    for example in document.examples():
        example.evaluate()


@pytest.mark.slow
@pytest.mark.parametrize("path", [f for f in FILES if f != TUTORIAL], ids=named)
def test_console_blocks_show_the_real_output(path: Path, tmp_path: Path) -> None:
    for block in blocks(path):
        if block.language == "console":
            for command, wanted in sessions(block.text):
                printed = run(command, tmp_path)
                fits = OutputChecker().check_output(
                    wanted, printed, ELLIPSIS | NORMALIZE_WHITESPACE
                )
                assert fits, f"{named(path)}:{block.line}: {command}\nprinted:\n{printed}"


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with the output below it.

    If a block shows no output, its commands and their options must exist: they run with --help.
    """
    found = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.M)[1:]]
    listed = not any(wanted.strip() for _, _, wanted in found)
    for command, _, wanted in found:
        if listed:
            yield f"{command.partition('#')[0]} --help", f"Usage: {command.split()[0]}...\n"
        else:
            yield command, wanted


def run(command: str, folder: Path) -> str:
    """The output and errors of a command in a terminal of 80 columns."""
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "PYTHONIOENCODING": "utf-8",
        "HANAMIKOJI_DISABLE_PLUGINS": "1",
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
        encoding="utf-8",
    )
    return done.stdout


@pytest.mark.parametrize("path", FILES, ids=named)
def test_data_blocks_are_well_formed(path: Path) -> None:
    for block in blocks(path):
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "json":
            json.loads(block.text)


RUN = {"python", "console", "toml", "json"}
# Other tests run these commands: they install packages or start the web app.
OTHERS = {"sh", "text"}


@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_block_has_a_language_that_some_test_runs(path: Path) -> None:
    for block in blocks(path):
        if not block.language.startswith("{"):  # a directive, which the build of the site runs
            assert block.language in RUN | OTHERS, f"{named(path)}:{block.line}"
