"""``{rooms}``: the rooms of the core and who imports whom, drawn from the import graph."""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import grimp
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import hanamikoji_core

CORE = "hanamikoji_core"
HOME = Path(hanamikoji_core.__file__).parent
LEFT, WIDTH, GAP, ARCS = 8, 520, 14, 200
LINE, HEAD = 16, 44


def room_of(module: str) -> str:
    """The room that a module is in: the part of its name after the package's."""
    return module.split(".")[1] if "." in module else ""


def room_imports() -> dict[tuple[str, str], int]:
    """How often each room imports each other room, imports inside functions included."""
    graph = grimp.build_graph(CORE, cache_dir=None)
    found: dict[tuple[str, str], int] = {}
    for module in graph.modules:
        for target in graph.find_modules_directly_imported_by(module):
            pair = room_of(module), room_of(target)
            if all(pair) and pair[0] != pair[1] and pair[0] != "__main__":
                found[pair] = found.get(pair, 0) + 1
    return found


def in_layers(imports: dict[tuple[str, str], int]) -> list[str]:
    """The rooms from the top down: each below all that import it. Fails if rooms form a cycle."""
    waiting = {room for pair in imports for room in pair}
    order: list[str] = []
    while waiting:
        free = {r for r in waiting if not any(b == r and a in waiting for a, b in imports)}
        if not free:
            raise ValueError(f"the rooms {', '.join(sorted(waiting))} import each other in a cycle")
        # Of several, first the one with the highest own floor, so that the picture stays compact.
        pick = min(free, key=lambda r: (-sum(a == r for a, _ in imports), r))
        order.append(pick)
        waiting.remove(pick)
    return order


def described(room: str) -> tuple[str, list[str]]:
    """The first sentence of a room's docstring, and the modules in it."""
    folder = HOME / room
    source = folder / "__init__.py" if folder.is_dir() else HOME / f"{room}.py"
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    names = sorted(p.stem for p in folder.glob("*.py") if p.stem != "__init__")
    return text.split("\n\n")[0].replace("\n", " "), names


def wrapped(words: list[str], width: int) -> list[str]:
    """Words joined to lines of at most so many characters."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) + 2 > width:
            lines.append("")
        lines[-1] += f"  {word}" if lines[-1] else word
    return [line for line in lines if line]


def drawing(imports: dict[tuple[str, str], int]) -> str:
    """The rooms as boxes from the top layer down, and an arc for each room that imports another."""
    parts: list[str] = []
    middle: dict[str, float] = {}
    y = 8.0
    for room in in_layers(imports):
        sentence, modules = described(room)
        lines = wrapped(modules, 74)
        height = HEAD + LINE * len(lines)
        middle[room] = y + height / 2
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{WIDTH}" height="{height}" rx="6" fill="none" '
            'stroke="currentColor"/>'
            f'<text x="{LEFT + 12}" y="{y + 18}" font-weight="bold">{escape(room)}</text>'
            f'<text x="{LEFT + 12}" y="{y + 35}">{escape(sentence)}</text>'
        )
        parts += [
            f'<text x="{LEFT + 12}" y="{y + HEAD + 8 + LINE * n}" class="modules" '
            f'opacity=".75" font-family="monospace" font-size="11">{escape(line)}</text>'
            for n, line in enumerate(lines)
        ]
        y += height + GAP
    edge = LEFT + WIDTH
    for (upper, lower), times in sorted(imports.items()):
        a, b = middle[upper], middle[lower]
        bow = 20 + (ARCS - 30) * abs(b - a) / y
        parts.append(
            f'<path d="M{edge} {a} C{edge + bow} {a} {edge + bow} {b} {edge + 4} {b}" fill="none" '
            f'stroke="currentColor" opacity=".45" stroke-width="{1 + min(times, 30) / 12:.1f}"/>'
            f'<path d="M{edge + 1} {b}l7 -3.5v7z" fill="currentColor"/>'
        )
    label = "The rooms of hanamikoji_core, top layer first; each imports only from rooms below it."
    return (
        f'<svg viewBox="0 0 {edge + ARCS} {y}" role="img" aria-label="{label}" '
        'style="max-width: 100%; height: auto; font-size: 13px; '
        f'color: var(--color-foreground-primary)" fill="currentColor">{"".join(parts)}</svg>'
    )


class Rooms(SphinxDirective):
    """The picture of the rooms."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        for path in HOME.rglob("*.py"):
            self.env.note_dependency(str(path))
        return [nodes.raw("", drawing(room_imports()), format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("rooms", Rooms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
