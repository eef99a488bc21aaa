"""Print the lowest version that is declared for each dependency, as constraints for pip.

python lowest.py PYPROJECT EXTRA...

Prints those of the library itself and of the extras.
"""

import re
import sys
import tomllib
from pathlib import Path

BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+) *>= *(?P<version>[0-9.]+)")


def constraints(path: str, extras: list[str]) -> list[str]:
    """Return a line such as ``rich==14.3`` for each requirement."""
    project = tomllib.loads(Path(path).read_text(encoding="utf-8"))["project"]
    lines = []
    for needed in (project["dependencies"], *map(project["optional-dependencies"].get, extras)):
        for requirement in needed:
            bound = BOUND.fullmatch(requirement)
            if bound is None:
                sys.exit(f"{requirement!r} declares no lowest version, such as rich>=14.3")
            lines.append(f"{bound['name']}=={bound['version']}")
    return lines


if __name__ == "__main__":
    print(*constraints(sys.argv[1], sys.argv[2:]), sep="\n")
