"""A third-party plug-in, documented in its own project, with links to the rules of another one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sphinxext.test_directives import Project

MODULE = """
from attrs import evolve
from hanamikoji_core import HouseRule, MoreCharm, PileMarker, RoundLimit, To, Variant, hookimpl

def marker(number, name, **fields):
    return PileMarker(number, name, text=f"What {name} does.", rules=("A3", f"Z{number}"), **fields)

ONE = marker(1, "Lantern", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN)
TWO = marker(2, "Bridge", piles=(2,), rest=To.ASIDE)
THREE = marker(3, "Rain", piles=(1, 1, 1), pick=1)
FOUR = marker(4, "Market", piles=(2, 2), pick=1)
RIVER = Variant(
    name="river",
    title="River",
    markers=((ONE, TWO, THREE, FOUR), (FOUR, THREE, TWO, ONE)),
    sources=("Invented here",),
)
DIKE = HouseRule(
    name="dike", title="Dike", text="One round.",
    change=lambda variant: evolve(variant, limit=RoundLimit(1, MoreCharm())),
)

@hookimpl
def hanamikoji_variants():
    return [RIVER]

@hookimpl
def hanamikoji_house_rules():
    return [DIKE]
"""
PAGE = """
River
=====

.. hanamikoji-variant:: river
   :compare: base

.. hanamikoji-house-rule:: dike
   :of: river

.. rule:: Z1 Lantern

   As :rule:`A3`, but one card.

.. hanamikoji-position:: It plays.
   :viewer: 0

   hanamikoji river first=0 seed=7 deals=AABBCCDDDEEEFFFFGGGGG : 1A
"""
THEIRS = "Rules\n=====\n\n.. rule:: A3 Gift\n\n   Show three cards.\n"
CONF = """
project = "river"
html_theme = "basic"
extensions = ["hanamikoji_core.sphinxext", "sphinx.ext.intersphinx"]
intersphinx_mapping = {mapping}
"""


def sphinx(folder: Path, out: Path, plugin: Path | None = None) -> str:
    """Build strictly in a new process. Returns the error output."""
    env = dict(os.environ)
    env.pop("HANAMIKOJI_DISABLE_PLUGINS", None)
    if plugin is not None:
        env["PYTHONPATH"] = str(plugin)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-n", "-q", str(folder), str(out)],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stderr if done.returncode else ""


def install(folder: Path) -> Path:
    """The plug-in as an installed distribution."""
    folder.mkdir()
    (folder / "river.py").write_text(MODULE, encoding="utf-8")
    info = folder / "hanamikoji_river-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hanamikoji-river\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[hanamikoji]\nriver = river\n")
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the plug-in. Both projects build without a warning."""
    root = tmp_path_factory.mktemp("projects")
    plugin = install(root / "plugin")
    ours, river = root / "ours", root / "river"
    theirs = Project(ours)
    theirs.build(THEIRS)
    assert theirs.warnings == ""
    river.mkdir()
    mapping = {"hanamikoji": ("https://rules.example/", str(ours / "out" / "objects.inv"))}
    (river / "conf.py").write_text(CONF.format(mapping=mapping), encoding="utf-8")
    (river / "index.rst").write_text(PAGE, encoding="utf-8")
    assert sphinx(river, root / "r", plugin) == ""
    return (root / "r" / "index.html").read_text(encoding="utf-8")


def test_the_variant_appears_with_its_plugin_and_sources(page: str) -> None:
    assert "(plug-in: hanamikoji-river 1.2)" in page
    assert "Source: Invented here." in page
    assert "What Rain does." in page


def test_its_markers_are_drawn(page: str) -> None:
    assert page.count("<svg") == 9  # four markers of each player, and a position
    assert "Lantern: one card of your hand is laid down." in page


def test_different_markers_of_the_players_are_told_apart(page: str) -> None:
    assert "The action markers of player 1" in page
    assert 'id="marker-river-1-3"' in page


def test_differences_are_listed(page: str) -> None:
    assert "Marker 1 of player 0 is Lantern in place of Secret." in page
    assert "none removed; the deck holds nine." in page


def test_its_house_rule_appears(page: str) -> None:
    assert "river+dike" in page
    assert "At most one round is played." in page


def test_rules_of_another_project_are_linked_through_intersphinx(page: str) -> None:
    assert 'href="https://rules.example/index.html#rule-A3"' in page


def test_own_rules_are_linked_in_the_page(page: str) -> None:
    assert 'href="#rule-Z1"' in page
