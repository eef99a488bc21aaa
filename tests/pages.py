"""Follows a page of the docs: writes its files, makes its edits and runs its commands."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

from attrs import define, field, frozen

_BLOCK = re.compile(r"^```(?P<head>[^\n]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_CAPTION = re.compile(r"\A:caption: `(\S+)`\n\n")
_DONE = "-- done:"


@frozen
class Block:
    """A fenced block: its first line, language, text and file."""

    line: int
    language: str
    text: str
    file: str | None


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, from the top."""
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        language = match["head"].removeprefix("{code-block} ").strip()
        caption = _CAPTION.match(match["body"])
        yield Block(
            line=text.count("\n", 0, match.start()) + 1,
            language=language,
            text=match["body"][caption.end() if caption else 0 :],
            file=caption[1] if caption else None,
        )


@define
class Reader:
    """Follows a page in one terminal, which starts in `folder`."""

    folder: Path
    env: dict[str, str]
    _shell: subprocess.Popen[str] = field(init=False)

    def __enter__(self) -> Reader:
        self._shell = subprocess.Popen(
            ["sh"],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._shell.communicate()

    def follow(self, block: Block) -> None:
        """Follow a block. Raises `AssertionError` if the result is different."""
        if block.language == "console":
            self._type(block)
        elif block.language == "diff":
            self._edit(block)
        elif block.language == "toml":
            assert block.text in (self._here() / "pyproject.toml").read_text(encoding="utf-8")
        elif block.file is not None:
            path = self._here() / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        else:
            raise AssertionError(f"line {block.line}: this block cannot be followed")

    def _type(self, block: Block) -> None:
        """Run the commands of a console block and compare their output with the page."""
        commands = [part.partition("\n") for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]]
        for number, (command, _, shown) in enumerate(commands):
            got, status = self._run(command)
            where = f"line {block.line}: $ {command}\n"
            # A command may fail if the page then shows its exit status.
            following = commands[number + 1][0] if number + 1 < len(commands) else ""
            assert status == 0 or following == "echo $?", where + got
            if shown:
                flags = ELLIPSIS | NORMALIZE_WHITESPACE
                same = OutputChecker().check_output(shown, got, flags)
                assert same, f"{where}expected:\n{shown}\ngot:\n{got}"

    def _edit(self, block: Block) -> None:
        """Replace the lines marked ``-`` with those marked ``+``, at the only match."""
        assert block.file is not None
        lines = [line or " " for line in block.text.splitlines()]
        old = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
        new = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
        path = self._here() / block.file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"line {block.line}: it must match one place in {block.file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def _here(self) -> Path:
        return Path(self._run("pwd")[0].strip())

    def _run(self, command: str) -> tuple[str, int]:
        """The output and the exit status of a command; the next command has the status in `$?`."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f"(exit ${{status:-0}})\n{command} </dev/null\n")
        self._shell.stdin.write(f"status=$?; echo; echo {_DONE} $status\n")
        self._shell.stdin.flush()
        got: list[str] = []
        for line in self._shell.stdout:
            if line.startswith(_DONE):
                return "".join(got).removesuffix("\n"), int(line.removeprefix(_DONE))
            got.append(line)
        raise AssertionError(f"the terminal closed at: {command}\n{''.join(got)}")
