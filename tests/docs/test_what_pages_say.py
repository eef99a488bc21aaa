"""What a page says by hand agrees with what can be measured or played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hanamikoji_core import Game
from hanamikoji_core.model.events import Scored

ROOT = Path(__file__).parents[2]
SCORED = re.compile(
    r"^:::\{hanamikoji-position\} (?P<caption>.*)\n(?::.*\n)*?:scored:\n(?::.*\n)*"
    r"(?P<moves>[^:][^`]*?)\n:::$",
    re.MULTILINE,
)
TIED = {
    (page.name, found["caption"]): found["moves"]
    for page in sorted((ROOT / "docs" / "rules").glob("*.md"))
    for found in SCORED.finditer(page.read_text(encoding="utf-8"))
    if "tied" in found["caption"]
}


def test_the_speed_in_the_readme_is_the_measured_one() -> None:
    measured = json.loads((ROOT / "docs/design/speed.json").read_text(encoding="utf-8"))["play"]
    ours, hanabi, oh_hell = (
        f"{measured[name]:.1f}"
        for name in (
            "base",
            "OpenSpiel hanabi, random.choices",
            "OpenSpiel oh_hell, random.choices",
        )
    )
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    said = f"{ours} microseconds a decision, {hanabi} in `hanabi` and {oh_hell} in `oh_hell`."
    assert said in readme


def test_no_other_page_says_how_fast_play_is() -> None:
    """They would grow old: the design page draws its numbers from what was measured."""
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    speeds = re.compile("microseconds|µs")
    said = {page.name for page in pages if speeds.search(page.read_text(encoding="utf-8"))}
    assert said == {"README.md", "performance.md"}


@pytest.mark.parametrize(("page", "caption"), TIED)
def test_a_caption_names_all_that_are_tied(page: str, caption: str) -> None:
    game = Game.from_transcript(" ".join(TIED[page, caption].split()))
    *_, last = (event for event in game.events(None) if isinstance(event, Scored))
    one, other = last.placed
    tied = [letter for letter in "ABCDEFG" if one.count(letter) == other.count(letter)]
    named, _, _ = caption.partition(" tied")
    assert re.findall(r"\b[A-G]\b", named.rpartition(".")[2]) == tied


def test_captions_of_ties_are_found() -> None:
    assert {page for page, _ in TIED} == {"base.md", "questions.md"}
