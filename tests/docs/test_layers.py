"""The layers of the core: no import cycle between them, and a picture that shows them."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def layers() -> ModuleType:
    """The Sphinx extension that draws the layers."""
    spec = importlib.util.spec_from_file_location("layers", ROOT / "docs" / "_ext" / "layers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_layer_imports_only_from_layers_below_it(layers: ModuleType) -> None:
    order = _contract()
    for upper, lower in layers.layer_imports():
        assert order.index(upper) < order.index(lower), f"{upper} imports {lower}"


def test_an_import_inside_a_function_counts(layers: ModuleType) -> None:
    # The command line imports the conformance kit only inside the check command.
    assert ("cli", "testing") in layers.layer_imports()


def test_a_cycle_between_layers_is_an_error(layers: ModuleType) -> None:
    with pytest.raises(ValueError, match="model, svg import each other in a cycle"):
        layers.in_order({("svg", "model"), ("model", "svg"), ("cli", "svg")})


def test_the_picture_shows_every_layer_with_its_modules_and_imports(layers: ModuleType) -> None:
    imports = layers.layer_imports()
    picture = layers.drawing(imports)
    for layer in _contract():
        assert f">{layer}<" in picture
    assert "<code>legality</code>" in picture
    assert picture.count('class="dot"') == len(imports)


def _contract() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [c for c in contracts if c["type"] == "layers"]
    return list(layers["layers"])
