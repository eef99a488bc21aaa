"""Facts that are written by hand on a page agree with the code and with measurements."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from hanamikoji_core import Game
from hanamikoji_core.model.events import Scored
from hanamikoji_variants import PLUGINS

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
    claim = f"{ours} microseconds a decision, {hanabi} in `hanabi` and {oh_hell} in `oh_hell`."
    assert claim in readme


def test_no_other_page_states_a_speed() -> None:
    """It would become outdated. The design page reads its numbers from the measurements."""
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    speeds = re.compile("microseconds|µs")
    found = {page.name for page in pages if speeds.search(page.read_text(encoding="utf-8"))}
    assert found == {"README.md", "performance.md"}


@pytest.mark.parametrize(("page", "caption"), TIED)
def test_a_caption_lists_every_tied_geisha(page: str, caption: str) -> None:
    game = Game.from_transcript(" ".join(TIED[page, caption].split()))
    *_, last = (event for event in game.events(None) if isinstance(event, Scored))
    one, other = last.placed
    tied = [letter for letter in "ABCDEFG" if one.count(letter) == other.count(letter)]
    named, _, _ = caption.partition(" tied")
    assert re.findall(r"\b[A-G]\b", named.rpartition(".")[2]) == tied


def test_captions_of_ties_are_found() -> None:
    assert {page for page, _ in TIED} == {"base.md", "questions.md"}


def test_the_api_reference_lists_every_name_of_the_built_in_rule_sets() -> None:
    page = (ROOT / "docs" / "api" / "variants.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(hanamikoji_variants\.\w+)` \|(.*)", page, flags=re.MULTILINE)
    assert len(rows) == len(PLUGINS)
    for name, cells in rows:
        module, listed = import_module(name), set(re.findall(r"`(\w+)`", cells))
        assert set(module.__all__) <= listed <= set(vars(module))
