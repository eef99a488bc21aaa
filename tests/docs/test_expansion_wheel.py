"""A third-party plug-in, installed from its wheel, works like a built-in one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest

from hanamikoji_core.cli.new import write_project
from tests.wheelhouse import build_wheel, fill_wheelhouse, make_environment, run, variables

pytestmark = pytest.mark.slow

NAME = "tea-house"

Runs = Callable[..., str]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Runs a program of an environment with only the two wheels and their dependencies."""
    folder = tmp_path_factory.mktemp("third-party")
    wheelhouse, away = folder / "wheels", folder / "away"
    wheelhouse.mkdir()
    project = write_project(NAME, folder)
    fill_wheelhouse(wheelhouse, "cli", "testing")
    build_wheel(project, wheelhouse)
    programs = make_environment(folder / "empty", wheelhouse, f"hanamikoji-{NAME}[test]")
    # Copy its tests but not its source, so that they import the installed package.
    shutil.copytree(project / "tests", away / "tests")
    env = variables(wheelhouse, programs)

    def run_there(program: str, *words: str) -> str:
        return run(away, str(programs / program), *words, env=env)

    return run_there


def test_only_the_wheels_are_installed(runs: Runs) -> None:
    found = json.loads(runs("python", "-c", "import json, sys; print(json.dumps(sys.path))"))
    assert not [path for path in found if path and "third-party" not in path and "site" in path]


def test_variants_lists_it(runs: Runs) -> None:
    assert NAME in runs("hanamikoji", "variants")


def test_rules_shows_its_texts(runs: Runs) -> None:
    shown = " ".join(runs("hanamikoji", "rules", NAME).split())
    assert "Envelopes" in shown
    assert "one card and a set of three" in shown


def test_play_plays_it_to_the_end(runs: Runs) -> None:
    shown = runs("hanamikoji", "play", NAME, "--auto")
    assert "Envelopes" in shown
    assert "Treasure" in shown


def test_simulate_plays_it_many_times(runs: Runs) -> None:
    shown = runs("hanamikoji", "simulate", NAME, "--games", "40", "--seed", "1", "--json")
    assert json.loads(shown)["games"] == 40


def test_house_rules_combine_with_it(runs: Runs) -> None:
    assert runs("hanamikoji", "play", f"{NAME}+three-rounds", "--auto")


def test_check_passes_it(runs: Runs) -> None:
    shown = runs("hanamikoji", "check", NAME, "--profile", "smoke")
    assert "conservation" in shown


def test_its_own_tests_pass(runs: Runs) -> None:
    shown = runs("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert " passed in " in shown
    assert "skipped" not in shown
