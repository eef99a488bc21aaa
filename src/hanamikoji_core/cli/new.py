"""``hanamikoji new NAME``: a complete plug-in project, whose tests pass before the first edit."""

from __future__ import annotations

import shlex
import shutil
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated, Final

import typer

from .._version import __version__
from ..errors import HanamikojiError
from ..plugins import available_house_rules, available_variants
from ..protocol.hookspecs import API_VERSION
from ..protocol.variant import is_name

__all__ = ["new", "write_project"]

_LONGEST: Final = 64
"""Characters that the name of a variant may have, see `is_name`."""

# Each file of a project and the template that it is made from; ``{module}`` is the import package.
_FILES: Final = {
    ".gitignore": "gitignore.txt",
    "CHANGELOG.md": "CHANGELOG.md.txt",
    "README.md": "README.md.txt",
    "pyproject.toml": "pyproject.toml.txt",
    "src/{module}/__init__.py": "module.py.txt",
    "src/{module}/py.typed": "",
    "tests/test_conformance.py": "test_conformance.py.txt",
    "tests/test_rules.py": "test_rules.py.txt",
}


def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="The variant's name, such as tea-house.", show_default=False
        ),
    ],
    into: Annotated[
        Path, typer.Option(help="The folder that the project's folder goes into.")
    ] = Path(),
) -> None:
    """Write a plug-in project with a working variant to edit."""
    from ._screen import open_screen

    open_screen().report_faults()
    project = write_project(name, into)
    typer.echo(f"A plug-in with the variant {name!r} is in {project}. Next:\n")
    for command in (
        f"cd {shlex.quote(str(project))}",
        "python -m pip install -e '.[test]'",
        "python -m pytest",
    ):
        typer.echo(f"  {command}")


def write_project(name: str, into: Path) -> Path:
    """Write the project for a variant `name` into the new folder ``into/name``, and return that.

    Raises `HanamikojiError` where the name cannot be used, or where something is in the way;
    nothing that exists is ever changed.
    """
    names = _names(name)
    if not into.is_dir():
        raise HanamikojiError(f"{str(into)!r} is no folder; make it, or name another with --into")
    project = into / name
    try:
        project.mkdir()
    except FileExistsError:
        raise HanamikojiError(
            f"{str(project)!r} exists already and is left as it is; "
            "choose another name, or name another folder with --into"
        ) from None
    except OSError as error:
        raise HanamikojiError(f"cannot make {str(project)!r}: {error.strerror}") from error
    try:
        _fill(project, names)
    except OSError as error:
        shutil.rmtree(project, ignore_errors=True)
        raise HanamikojiError(f"cannot write {str(project)!r}: {error.strerror}") from error
    return project


def _names(name: str) -> dict[str, str]:
    """What the templates call things, for a name that can be used."""
    if not is_name(name):
        raise HanamikojiError(f"{name!r} cannot name a variant: {_wrong_with(name)}")
    for what, known in (("variant", available_variants()), ("house rule", available_house_rules())):
        if name in known:
            raise HanamikojiError(
                f"there is a {what} {name!r} already (plug-in {known[name].plugin}); "
                "choose another name"
            )
    distribution = name if name.startswith("hanamikoji-") else f"hanamikoji-{name}"
    module = distribution.replace("-", "_")
    if find_spec(module) is not None:
        raise HanamikojiError(
            f"the plug-in's module would be {module!r}, and there is such a module already; "
            "choose another name"
        )
    words = name.split("-")
    return {
        "api": str(API_VERSION),
        "distribution": distribution,
        "module": module,
        "name": name,
        "prefix": "".join(word[0] for word in words).upper(),
        "title": " ".join(words).capitalize(),
        "version": __version__,
    }


def _wrong_with(name: str) -> str:
    """Which rule a name breaks."""
    if not "a" <= name[:1] <= "z":
        return "it must begin with a lower-case letter, such as tea-house"
    if len(name) > _LONGEST:
        return f"it has {len(name)} characters, and {_LONGEST} are the most"
    return "use lower-case letters, digits and single hyphens between them, such as tea-house"


def _fill(project: Path, names: dict[str, str]) -> None:
    from importlib.resources import files

    templates = files(__package__) / "_template"
    for target, template in _FILES.items():
        path = project / target.format_map(names)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (templates / template).read_text(encoding="utf-8") if template else ""
        path.write_text(Template(text).substitute(names), encoding="utf-8", newline="\n")
