"""The rooms are layers: the import graph has no cycle between folders, and the picture shows it."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def rooms() -> ModuleType:
    """The Sphinx extension that draws the rooms."""
    spec = importlib.util.spec_from_file_location("rooms", ROOT / "docs" / "_ext" / "rooms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_room_imports_only_from_rooms_below_it(rooms: ModuleType) -> None:
    layers = _layers()
    for upper, lower in rooms.room_imports():
        assert layers.index(upper) < layers.index(lower), f"{upper} imports {lower}"


def test_an_import_inside_a_function_counts(rooms: ModuleType) -> None:
    # The command line opens its commands only when they are called.
    assert ("cli", "testing") in rooms.room_imports()


def test_a_cycle_between_rooms_is_refused(rooms: ModuleType) -> None:
    with pytest.raises(ValueError, match="model, svg import each other in a cycle"):
        rooms.in_layers({("svg", "model"): 3, ("model", "svg"): 1, ("cli", "svg"): 1})


def test_the_picture_shows_every_room_with_its_modules(rooms: ModuleType) -> None:
    picture = rooms.drawing(rooms.room_imports())
    for room in _layers():
        assert f">{room}<" in picture
    assert "legality" in picture


def _layers() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [c for c in contracts if c["type"] == "layers"]
    return list(layers["layers"])
