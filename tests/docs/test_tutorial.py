"""The tutorial for authors, followed literally, from an empty folder to the built expansion."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages import Reader, blocks
from tests.wheelhouse import fill_wheelhouse, variables

PAGE = Path(__file__).parents[2] / "docs" / "expansion" / "tutorial.md"


@pytest.mark.slow
def test_the_tutorial_can_be_followed_literally(tmp_path: Path) -> None:
    wheelhouse, folder = tmp_path / "wheels", tmp_path / "empty"
    wheelhouse.mkdir()
    folder.mkdir()
    fill_wheelhouse(wheelhouse, "cli", "sphinx", "testing")
    with Reader(folder, variables(wheelhouse)) as reader:
        for block in blocks(PAGE):
            reader.follow(block)
    assert (folder / "tea-house" / "docs" / "_build" / "index.html").is_file()
