"""Write the first fenced ``sh`` blocks of a Markdown file to files of the given names.

python readme_commands.py README.md FOLDER NAME...
"""

import re
import sys
from pathlib import Path

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}) *sh *\n(?P<body>.*?)^ *(?P=fence)[`~]* *$",
    re.MULTILINE | re.DOTALL,
)


def blocks(text: str) -> list[str]:
    """Return the bodies of the ``sh`` blocks, without the indentation of their fences."""
    return [
        re.sub(rf"^ {{0,{len(match['indent'])}}}", "", match["body"], flags=re.MULTILINE)
        for match in FENCE.finditer(text)
    ]


def main(source: str, folder: str, *names: str) -> None:
    found = blocks(Path(source).read_text(encoding="utf-8"))
    if len(found) < len(names):
        sys.exit(f"{source} has {len(found)} fenced sh blocks; expected at least {len(names)}")
    for name, body in zip(names, found, strict=False):
        Path(folder, f"{name}.sh").write_text(body, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
