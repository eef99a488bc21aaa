"""Check a folder with one wheel and one source distribution: metadata and contents.

python check_dist.py FOLDER
"""

import sys
import tarfile
import zipfile
from pathlib import Path

from packaging.metadata import Metadata

PACKAGES = ("hanamikoji_core", "hanamikoji_variants")


def main(folder: str) -> None:
    (wheel_path,) = Path(folder).glob("*.whl")
    (sdist_path,) = Path(folder).glob("*.tar.gz")
    with zipfile.ZipFile(wheel_path) as wheel:
        names = set(wheel.namelist())
        info = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = check_metadata(wheel_path, wheel.read(info))
        entry_points = wheel.read(info.replace("METADATA", "entry_points.txt")).decode()
    with tarfile.open(sdist_path) as sdist:
        inner = {name.partition("/")[2]: name for name in sdist.getnames()}
        pkg_info = sdist.extractfile(inner["PKG-INFO"])
        assert pkg_info is not None
        require(
            check_metadata(sdist_path, pkg_info.read()).version == metadata.version,
            "the two distributions have different versions",
        )
        changelog = sdist.extractfile(inner["CHANGELOG.md"])
        assert changelog is not None
        text = changelog.read().decode()

    version = metadata.version
    require(f"## [{version}]" in text, f"CHANGELOG.md has no heading for {version}")
    tops = {name.partition("/")[0] for name in names}
    require(tops == {*PACKAGES, info.partition("/")[0]}, f"the wheel holds {sorted(tops)}")
    for package in PACKAGES:
        require(f"{package}/py.typed" in names, f"the wheel lacks {package}/py.typed")
        sources = {name.removeprefix("src/") for name in inner if name.endswith(".py")}
        missing = {n for n in names if n.startswith(package) and n.endswith(".py")} - sources
        require(not missing, f"the source distribution lacks {sorted(missing)}")
    for name in ("LICENSE", "README.md", "pyproject.toml", "tests", "docs"):
        there = any(path == name or path.startswith(f"{name}/") for path in inner)
        require(there, f"the source distribution lacks {name}")
    require("[hanamikoji]" in entry_points, "the wheel lists no variants")
    require("hanamikoji = hanamikoji_core.cli:main" in entry_points, "the wheel has no command")
    print(f"{wheel_path.name}: {len(names)} files; {sdist_path.name}: {len(inner)} entries")


def check_metadata(path: Path, raw: bytes) -> Metadata:
    """Return the metadata; raises if a package index would reject it."""
    metadata = Metadata.from_email(raw, validate=True)
    require(bool(metadata.description), f"{path.name} has no description")
    require(metadata.description_content_type == "text/markdown", f"{path.name}: not Markdown")
    require(metadata.license_expression == "MIT", f"{path.name} does not name its licence")
    return metadata


def require(fact: bool, complaint: str) -> None:
    if not fact:
        sys.exit(complaint)


if __name__ == "__main__":
    main(*sys.argv[1:])
