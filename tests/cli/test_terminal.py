"""The command line in a terminal of 80 columns, driven as a person would drive it."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanamikoji_core import Game, parse_move

from .conftest import Scripted

pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of POSIX")

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A process on a pseudo-terminal."""

    def __init__(self, *words: str, **more: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "", **more}
            for name in ("COLUMNS", "LINES", "NO_COLOR"):
                env.pop(name, None)
            # A test run in the background may have been told to ignore Ctrl-C; a person has not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            program = () if words[0] == "-c" else ("-m", "hanamikoji_core")
            os.execve(sys.executable, [sys.executable, *program, *words], env)
        self.resize(80)
        self.raw = ""
        self.seen = 0

    def resize(self, columns: int) -> None:
        import fcntl
        import termios

        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self) -> bool:
        """Take in what has been printed; false at the end."""
        ready, _, _ = select.select([self.fd], [], [], 30)
        assert ready, f"nothing printed for 30 s after: {self.raw[-500:]!r}"
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # How Linux says that the other end is closed.
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def until(self, text: str) -> str:
        """Wait for `text`; what was printed since the last call, without colour."""
        while text not in _CODES.sub("", self.raw[self.seen :]):
            assert self.read(), f"ended without {text!r}: {self.raw[self.seen :]!r}"
        told = _CODES.sub("", self.raw[self.seen :])
        self.seen = len(self.raw)
        return told

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def interrupted(self) -> int:
        """Press Ctrl-C until it ends; the exit status.

        Once is not always enough: a signal that comes just before Python's line editor waits for
        a key is acted on with the next one.
        """
        for _ in range(30):
            self.type("\x03")
            while select.select([self.fd], [], [], 1)[0]:
                if not self.read():
                    return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        raise AssertionError("Ctrl-C does not end it")

    def end(self) -> int:
        """Read to the end; the exit status."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def terminal() -> Iterator[type[Terminal]]:
    started: list[Terminal] = []

    class Started(Terminal):
        def __init__(self, *words: str, **more: str) -> None:
            super().__init__(*words, **more)
            started.append(self)

    yield Started
    for each in started:
        os.close(each.fd)
        try:
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


def test_a_person_plays_the_computer(terminal: type[Terminal], scripted: Scripted) -> None:
    game = terminal("play", "--resume", scripted("base"))
    assert "You       hand       C D D E E E G" in game.until("You> ")
    game.type("1A\n")
    assert "You> " in game.until("You> "), "an illegal move is told, and asked for again"
    game.type("1\n")
    assert "1 C   2 D   3 E   4 G" in game.until("You> ")
    game.type("1\n")
    told = game.until("You> ")
    assert "1 Secret       C              → you, face down" in told
    assert "Round 1 · 5 cards in the deck" in told
    game.type("undo\n")
    assert "2 moves taken back." in game.until("You> ")
    game.type("quit\n")
    assert game.end() == 0


def test_cards_are_letters_on_a_colour_of_their_own(
    terminal: type[Terminal], scripted: Scripted
) -> None:
    game = terminal("play", "--resume", scripted("base"))
    game.until("You> ")
    grounds = {
        letter: code
        for code, letter in re.findall(r"\x1b\[1;3[07];48;5;(\d+)m ?([A-G]) \d ?\x1b", game.raw)
    }
    assert sorted(grounds) == list("ABCDEFG")
    assert len(set(grounds.values())) == 7
    game.type("\x04")
    assert game.end() == 0


def test_two_people_the_screen_is_wiped_at_every_hand_over(
    terminal: type[Terminal], scripted: Scripted
) -> None:
    game = terminal("play", "--two", "--resume", scripted("base"))
    assert "C D D" not in game.until("Player 0, press Enter when Player 1 is not looking. ")
    game.type("\n")
    game.until("Player 0> ")
    game.type("1C\n")
    game.until("Press Enter to cover your cards, then call Player 1; or type undo. ")
    game.type("\n")
    game.until("Player 1, press Enter when Player 0 is not looking. ")
    wiped = game.raw.rindex("\x1b[3J")
    assert "Player 0>" not in game.raw[wiped:]
    game.type("\n")
    assert "C D D" not in game.until("Player 1> ")
    game.type("\x04")
    assert game.end() == 0


def test_ctrl_c_at_the_prompt_ends_without_a_traceback(
    terminal: type[Terminal], scripted: Scripted
) -> None:
    game = terminal("play", "--resume", scripted("base"))
    game.until("You> ")
    assert game.interrupted() == 130
    assert "Traceback" not in game.raw
    told = _CODES.sub("", game.raw)
    assert "\r\nThe game is not saved.\r\nhanamikoji: interrupted\r\n" in told


def test_ctrl_c_says_where_the_game_is_kept(
    terminal: type[Terminal], scripted: Scripted, tmp_path: Path
) -> None:
    file = tmp_path / "game"
    game = terminal("play", "--resume", scripted("base"), "--save", str(file))
    game.until("You> ")
    game.type("1C\n")
    game.until("You> ")
    assert game.interrupted() == 130
    assert f"Saved in {file}." in game.raw
    assert Game.from_transcript(file.read_text()).history[0] == parse_move("1C")


def seat_player_0(game: Terminal) -> None:
    game.until("Player 0, press Enter when Player 1 is not looking. ")
    game.type("\n")
    game.until("Player 0> ")


def test_before_anything_was_shown_a_player_takes_back_their_own_move(
    terminal: type[Terminal], scripted: Scripted
) -> None:
    game = terminal("play", "--two", "--resume", scripted("base"))
    seat_player_0(game)
    game.type("1C\n")
    game.until("then call Player 1; or type undo. ")
    game.type("undo\n")
    told = game.until("Player 0> ")
    assert "1 move taken back." in told
    assert "hand       C D D E E E G" in told
    game.type("\x04")
    assert game.end() == 0


def test_the_other_player_cannot_bring_back_what_was_typed(
    terminal: type[Terminal], scripted: Scripted
) -> None:
    game = terminal("play", "--two", "--resume", scripted("base"))
    seat_player_0(game)
    game.type("1C\n")
    game.until("or type undo. ")
    game.type("\n")
    game.until("Player 1, press Enter when Player 0 is not looking. ")
    game.type("\n")
    game.until("Player 1> ")
    game.type("\x1b[A\x1b[A\nquit\n")
    assert "1C" not in game.until("The game is left unfinished.")
    assert game.end() == 0


@pytest.mark.parametrize(
    ("answer", "told", "left"),
    [
        ("yes", "2 moves taken back.", "Round 1 · 7 cards in the deck"),
        ("no", "Player 1 does not agree: nothing was taken back.", "Round 1 · 5 cards in the deck"),
    ],
)
def test_after_the_other_has_played_they_must_agree_and_see_no_card(
    terminal: type[Terminal], scripted: Scripted, answer: str, told: str, left: str
) -> None:
    game = terminal("play", "--two", "--resume", scripted("base"))
    seat_player_0(game)
    game.type("1C\n")
    game.until("or type undo. ")
    game.type("\n")
    game.until("Player 1, press Enter when Player 0 is not looking. ")
    game.type("\n")
    game.until("Player 1> ")
    game.type("1\n1\n")
    game.until("or type undo. ")
    game.type("\n")
    seat_player_0(game)
    game.type("undo\n")
    assert "Cards have been shown since, so Player 1 must agree." in game.until(
        "Press Enter to cover your cards, then call Player 1. "
    )
    game.type("\n")
    asked = "Player 1, Player 0 wants to take back 2 moves. Do you agree (yes or no)? "
    game.until(asked)
    assert "hand" not in game.raw[game.raw.rindex("\x1b[3J") :]
    game.type(f"{answer}\n")
    assert told in game.until("Player 0, press Enter when Player 1 is not looking. ")
    game.type("\n")
    assert left in game.until("Player 0> ")
    game.type("\x04")
    assert game.end() == 0


@pytest.mark.parametrize("more", [{"TERM": "dumb"}, {"TTY_COMPATIBLE": "0"}])
def test_two_people_need_a_terminal_that_can_be_cleared(
    terminal: type[Terminal], scripted: Scripted, more: dict[str, str]
) -> None:
    game = terminal("play", "--two", "--resume", scripted("base"), **more)
    assert game.end() == 2
    assert "hand " not in game.raw
    assert "two people need a terminal that can be cleared" in game.raw


def test_two_people_whose_screen_goes_into_a_file_are_not_shown_their_cards(
    terminal: type[Terminal], scripted: Scripted, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    code = (
        "import sys; sys.stdout = open(sys.argv.pop(), 'w')\n"
        "from hanamikoji_core.cli import main; main()"
    )
    game = terminal("-c", code, "play", "--two", "--resume", scripted("base"), str(log))
    assert game.end() == 2
    assert log.read_text() == ""


@pytest.mark.parametrize(
    "module",
    ["typer", "hanamikoji_core.errors", "hanamikoji_core.engine.engine", "attrs", "rich.console"],
)
def test_ctrl_c_ends_in_one_line_whatever_is_being_loaded(
    terminal: type[Terminal], module: str
) -> None:
    code = (
        "import os, signal, sys, time\n"
        "class Slow:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: print('loading', flush=True); time.sleep(60)\n"
        "from hanamikoji_core.cli import main\n"
        "sys.meta_path.insert(0, Slow()); main()"
    )
    run = terminal("-c", code, "variants")
    run.until("loading")
    assert run.interrupted() == 130
    assert "Traceback" not in run.raw
    assert run.raw.endswith("hanamikoji: interrupted\r\n")


def test_simulate_shows_its_progress(terminal: type[Terminal]) -> None:
    run = terminal("simulate", "base", "--games", "100", "--seed", "1")
    told = run.until("a second")
    assert "/100" in told
    assert run.end() == 0
