"""``hanamikoji new``: a project that works before the first edit, and nothing overwritten."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hanamikoji_core import API_VERSION, HanamikojiError
from hanamikoji_core.cli.new import _names, new, write_project
from tests.wheelhouse import run

LONGEST = "a" + "-b" * 31


@pytest.fixture(scope="module", params=["tea-house", LONGEST], ids=["usual", "longest"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(request.param, tmp_path_factory.mktemp("new"))


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_project_has_everything_that_a_plug_in_needs(tmp_path: Path) -> None:
    project = write_project("tea-house", tmp_path)
    assert project == tmp_path / "tea-house"
    assert list(contents(project)) == [
        ".gitignore",
        "CHANGELOG.md",
        "README.md",
        "pyproject.toml",
        "src/hanamikoji_tea_house/__init__.py",
        "src/hanamikoji_tea_house/py.typed",
        "tests/test_conformance.py",
        "tests/test_rules.py",
    ]


def test_no_placeholder_is_left(project: Path) -> None:
    for name, text in contents(project).items():
        assert "${" not in text, name
        assert not [line for line in text.splitlines() if "$" in line and line[:2] != "$ "], name


@pytest.mark.slow
def test_its_own_tests_pass_before_the_first_edit_and_before_it_is_installed(
    tmp_path: Path,
) -> None:
    project = write_project("tea-house", tmp_path)
    # The whole conformance kit is run by the tests of the installed wheel.
    some = "rules or metadata or conservation or legality"
    shown = run(project, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", some)
    assert " passed, 1 skipped" in shown


def needs(tool: str) -> None:
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"{tool} comes with the extra 'dev' only")


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_its_style_is_clean(project: Path, command: str) -> None:
    needs("ruff")
    run(project, sys.executable, "-m", "ruff", *command.split(), "--no-cache", ".")


@pytest.mark.slow
def test_its_types_are_clean(tmp_path: Path) -> None:
    needs("mypy")
    run(write_project("tea-house", tmp_path), sys.executable, "-m", "mypy")


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        *(
            (name, "it must begin with a lower-case letter")
            for name in ("", "Tea", "-tea", "../tea")
        ),
        ("21-flowers", "it must begin with a lower-case letter"),
        ("tea_house", "use lower-case letters, digits and single hyphens between them"),
        ("tea--house", "use lower-case letters, digits and single hyphens between them"),
        ("tea/house", "use lower-case letters, digits and single hyphens between them"),
        ("tea-Z", "use lower-case letters, digits and single hyphens between them"),
        ("a" * 65, "it has 65 characters, and 64 are the most"),
    ],
)
def test_for_a_name_that_cannot_name_a_variant_the_rule_that_it_breaks_is_told(
    tmp_path: Path, name: str, rule: str
) -> None:
    with pytest.raises(HanamikojiError, match=rf"cannot name a variant: {rule}"):
        write_project(name, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("base", r"there is a variant 'base' already \(plug-in hanamikoji .*\)"),
        ("three-rounds", r"there is a house rule 'three-rounds' already"),
        ("core", r"module would be 'hanamikoji_core', and there is such a module already"),
    ],
)
def test_a_name_that_is_taken_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(HanamikojiError, match=why + ".*; choose another name"):
        write_project(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_name_with_the_prefix_does_not_get_it_twice(tmp_path: Path) -> None:
    project = write_project("hanamikoji-tea", tmp_path)
    assert 'name = "hanamikoji-tea"' in (project / "pyproject.toml").read_text(encoding="utf-8")
    assert (project / "src" / "hanamikoji_tea" / "__init__.py").is_file()


def make_file(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")


def make_link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


@pytest.mark.parametrize("make", [Path.mkdir, make_file, make_link_to_nowhere])
def test_nothing_that_exists_is_overwritten(tmp_path: Path, make: object) -> None:
    assert callable(make)
    make(tmp_path / "tea-house")
    before = contents(tmp_path)
    with pytest.raises(
        HanamikojiError, match=r"tea-house' exists already and is left as it is; choose"
    ):
        write_project("tea-house", tmp_path)
    assert contents(tmp_path) == before
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("into", ["nowhere", "file"])
def test_a_folder_that_is_none_is_refused(tmp_path: Path, into: str) -> None:
    make_file(tmp_path / "file")
    with pytest.raises(HanamikojiError, match=rf"{into}' is no folder; make it, or name another"):
        write_project("tea-house", tmp_path / into)
    assert contents(tmp_path) == {"file": "mine"}


def test_a_project_that_cannot_be_written_whole_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(
        HanamikojiError, match=r"cannot write .*tea-house': No space left on device"
    ):
        write_project("tea-house", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_project_that_cannot_be_written_nor_removed_is_told_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", denied)
    monkeypatch.setattr("os.rmdir", denied)
    with pytest.raises(HanamikojiError, match=r"cannot write .*: Permission denied"):
        write_project("tea-house", tmp_path)


def test_a_folder_that_may_not_be_written_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", denied)
    with pytest.raises(HanamikojiError, match=r"cannot make .*tea-house': Permission denied"):
        write_project("tea-house", tmp_path)


def test_the_command_says_what_comes_next(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(new)
    shown = CliRunner().invoke(app, ["tea-house", "--into", str(tmp_path)])
    assert shown.exit_code == 0
    project = tmp_path / "tea-house"
    assert shown.output.startswith(f"A plug-in with the variant 'tea-house' is in {project}. Next:")
    assert [line.strip() for line in shown.output.splitlines() if line.startswith("  ")] == [
        f"cd {tmp_path / 'tea-house'}",
        "python -m pip install -e '.[test]'",
        "python -m pytest",
    ]


def test_the_templates_are_filled_with_what_the_name_says(tmp_path: Path) -> None:
    assert _names("tea-house") == {
        "api": str(API_VERSION),
        "distribution": "hanamikoji-tea-house",
        "module": "hanamikoji_tea_house",
        "name": "tea-house",
        "prefix": "TH",
        "title": "Tea house",
        "version": version("hanamikoji"),
    }
    project = write_project("tea-house", tmp_path)
    assert (project / "src" / "hanamikoji_tea_house" / "py.typed").read_text() == ""
