"""What `hanamikoji_core` offers: names that are there at once, and others when first asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hanamikoji_core
from hanamikoji_core import _public as _names
from hanamikoji_core.play import players, simulation


@pytest.mark.parametrize("name", ["GreedyPlayer", "Player", "RandomPlayer", "Summary", "simulate"])
def test_what_is_loaded_later_is_there_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delitem(vars(hanamikoji_core), name, raising=False)
    thing = getattr(players, name, None) or getattr(simulation, name)
    assert getattr(hanamikoji_core, name) is thing
    assert vars(hanamikoji_core)[name] is thing, "the next time it is found at once"


def test_every_name_is_listed_whether_it_has_been_loaded_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(vars(hanamikoji_core), "simulate", raising=False)
    assert {*hanamikoji_core.__all__, "__doc__"} <= set(dir(hanamikoji_core))


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match=r"'hanamikoji_core' has no attribute 'Deck'$"):
        hanamikoji_core.Deck  # noqa: B018


def test_every_name_has_one_place_that_it_comes_from() -> None:
    assert sorted({*_names.__all__, *hanamikoji_core._LATER}) == sorted(hanamikoji_core.__all__)
    assert not {*_names.__all__} & {*hanamikoji_core._LATER}


def test_with_the_package_alone_nothing_of_it_is_loaded() -> None:
    """Whatever can take time is loaded where the command line can end it in one line."""
    code = (
        "import sys; before = {*sys.modules}; from hanamikoji_core.cli import main\n"
        "import importlib.metadata\n"
        "print(*sorted({name.partition('.')[0] for name in {*sys.modules} - before}"
        " - {*sys.stdlib_module_names}))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('hanamikoji')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "hanamikoji_core\nhanamikoji_core hanamikoji_core.cli\n"
