"""The page for contributors: the files that it names exist, and a move travels as it describes."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import FrameType

import pytest

from hanamikoji_core import Engine, Game, available_variants, parse_move

ROOT = Path(__file__).parents[2]
CORE = ROOT / "src" / "hanamikoji_core"
PAGE = ROOT / "docs" / "contributing.md"
PAGES = [PAGE, *sorted((ROOT / "docs" / "design").glob("*.md"))]
FILE = re.compile(r"`([\w./-]+/[\w-]+\.(?:py|md|toml|html|txt)|[\w./]+/)`")
STEP = re.compile(r"^\| \d+ \| `([^`]+)`", re.MULTILINE)


def home_of(frame: FrameType) -> str | None:
    """The file of the core that a frame runs, such as "play/game.py"."""
    path = Path(frame.f_code.co_filename)
    return path.relative_to(CORE).as_posix() if path.is_relative_to(CORE) else None


class Trace:
    """The files of the core that a call enters and comes back to, in order."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.calls: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        here, caller = home_of(frame), frame.f_back and home_of(frame.f_back)
        if here and event == "call":
            self.files.append(here)
            if caller:
                self.calls.add((caller, here))
        elif caller and event == "return":
            self.files.append(caller)


@pytest.fixture(scope="module")
def trace() -> Trace:
    """The trace of the first Gift of a game, sent as text after the legal moves were listed."""
    game = Game.new(Engine(available_variants()["base"]), seed=7)
    move = parse_move(next(str(move) for move in game.legal_moves() if str(move)[0] == "3"))
    found = Trace()
    sys.setprofile(found)
    try:
        game.play(move, player=0, turn=0)
    finally:
        sys.setprofile(None)
    return found


def test_a_move_visits_the_files_in_the_order_of_the_page(trace: Trace) -> None:
    steps = STEP.findall(PAGE.read_text(encoding="utf-8"))
    assert len(steps) == 11
    left = iter(trace.files)
    for file in steps:
        assert file in left, f"the move does not get to {file} after the steps before"


def test_on_its_way_no_layer_calls_one_above_it(trace: Trace) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (order,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    for call in trace.calls:
        above, below = (order.index(re.split(r"[/.]", file)[0]) for file in call)
        assert above <= below, " calls ".join(call)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_the_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in FILE.findall(text):
        assert (ROOT / name).exists() or (CORE / name).exists(), name


def test_files_named_without_their_folder_exist() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in re.findall(r"`(\w+\.py)`", text):
        assert list(CORE.rglob(name)), name
