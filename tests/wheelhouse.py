"""Empty environments for tests, filled by pip from a folder of wheels instead of from an index.

The wheels are this project, built, and what it depends on, packed again from the environment that
runs the tests: so pip resolves and installs exactly as for a stranger, without a network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def build_wheel(project: Path, into: Path) -> Path:
    """Build the wheel of the project in this folder."""
    before = set(into.glob("*.whl"))
    run(project, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into))
    (wheel,) = set(into.glob("*.whl")) - before
    return wheel


def fill_wheelhouse(into: Path, *extras: str) -> None:
    """Put the wheel of this project there, with all that it needs with these extras."""
    build_wheel(ROOT, into)
    for needed in _needed(f"hanamikoji[{','.join(extras)}]", "hatchling", "editables"):
        _pack(needed, into)


def make_environment(folder: Path, wheelhouse: Path, requirement: str) -> Path:
    """Make an environment with what pip installs from these wheels and return its `bin`."""
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = sys.executable, "-m", "pip", "--python", str(scripts / "python")
    run(folder, *pip, "install", requirement, env=variables(wheelhouse))
    return scripts


def variables(wheelhouse: Path, *path: Path) -> dict[str, str]:
    """Environment variables with which pip finds only these wheels, and programs also in `path`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "PYTEST_", "PYTHON", "COV_", "HANAMIKOJI_", "VIRTUAL_ENV"))
    }
    return kept | {
        "PATH": os.pathsep.join([*map(str, path), os.environ["PATH"]]),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_FIND_LINKS": str(wheelhouse),
        "PIP_NO_COMPILE": "1",
        "PIP_NO_INDEX": "1",
        "PIP_QUIET": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
    }


def run(cwd: Path, *command: str, env: dict[str, str] | None = None) -> str:
    """What a command that succeeds prints; a command that fails fails the test."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", timeout=110
    )
    assert done.returncode == 0, f"$ {' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def _needed(*requirements: str) -> Iterator[Distribution]:
    """The installed distributions that these requirements lead to, without this project."""
    waiting, met = [Requirement(text) for text in requirements], set[tuple[str, str]]()
    given = {"hanamikoji"}
    while waiting:
        wanted = waiting.pop()
        name, found = canonicalize_name(wanted.name), distribution(wanted.name)
        if name not in given:
            given.add(name)
            yield found
        for extra in ("", *wanted.extras):
            if (name, extra) in met:
                continue
            met.add((name, extra))
            for text in found.requires or ():
                other = Requirement(text)
                if other.marker is None or other.marker.evaluate({"extra": extra}):
                    waiting.append(other)


def _pack(installed: Distribution, into: Path) -> None:
    """Turn an installed distribution into a wheel again: its own files, in a zip."""
    metadata = installed.read_text("WHEEL") or ""
    tags = [line[5:].split("-") for line in metadata.splitlines() if line.startswith("Tag: ")]
    tag = "-".join(".".join(dict.fromkeys(part)) for part in zip(*tags, strict=True))
    name = canonicalize_name(installed.name).replace("-", "_")
    files = [
        file
        for file in installed.files or ()
        if ".." not in file.parts and "__pycache__" not in file.parts
    ]
    with zipfile.ZipFile(into / f"{name}-{installed.version}-{tag}.whl", "w") as wheel:
        for file in files:
            if file.name not in ("INSTALLER", "REQUESTED", "direct_url.json"):
                wheel.write(file.locate(), str(file))
