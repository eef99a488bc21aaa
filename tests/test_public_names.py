"""The names that `hanamikoji_core` exports, some of which are loaded on first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hanamikoji_core
from hanamikoji_core import _public
from hanamikoji_core.play import players, simulation


@pytest.mark.parametrize("name", ["GreedyPlayer", "Player", "RandomPlayer", "Summary", "simulate"])
def test_a_name_is_loaded_on_first_use(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delitem(vars(hanamikoji_core), name, raising=False)
    thing = getattr(players, name, None) or getattr(simulation, name)
    assert getattr(hanamikoji_core, name) is thing
    assert vars(hanamikoji_core)[name] is thing, "it is not cached"


def test_dir_lists_names_that_are_not_loaded_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(vars(hanamikoji_core), "simulate", raising=False)
    assert {*hanamikoji_core.__all__, "__doc__"} <= set(dir(hanamikoji_core))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'hanamikoji_core' has no attribute 'Deck'$"):
        hanamikoji_core.Deck  # noqa: B018


def test_every_name_has_one_source() -> None:
    assert sorted({*_public.__all__, *hanamikoji_core._LATER}) == sorted(hanamikoji_core.__all__)
    assert not {*_public.__all__} & {*hanamikoji_core._LATER}


def test_importing_the_command_line_loads_nothing_else() -> None:
    """Everything else is loaded where the command line handles Ctrl-C."""
    code = (
        "import sys; before = {*sys.modules}; from hanamikoji_core.cli import main\n"
        "import importlib.metadata\n"
        "print(*sorted({name.partition('.')[0] for name in {*sys.modules} - before}"
        " - {*sys.stdlib_module_names}))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('hanamikoji')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "hanamikoji_core\nhanamikoji_core hanamikoji_core.cli\n"
