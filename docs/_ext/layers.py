"""``{layers}``: the layers of the core and their imports, drawn from the import graph."""

from __future__ import annotations

import ast
import re
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
CODE = re.compile(r"(`+)(.+?)\1")


def layer_of(module: str) -> str:
    """The layer of a module: the second part of its name, or "" for a private top-level module."""
    layer = module.split(".")[1] if "." in module else ""
    return "" if layer.startswith("_") else layer


def layer_imports() -> set[tuple[str, str]]:
    """Each layer with each other layer that it imports, including imports inside functions."""
    graph = grimp.build_graph(CORE, cache_dir=None)
    pairs = {
        (layer_of(module), layer_of(target))
        for module in graph.modules
        for target in graph.find_modules_directly_imported_by(module)
    }
    return {(a, b) for a, b in pairs if a and b and a != b}


def in_order(imports: set[tuple[str, str]]) -> list[str]:
    """The layers from top to bottom, each below all that import it.

    Raises `ValueError` if they import each other in a cycle.
    """
    remaining = {layer for pair in imports for layer in pair}
    order: list[str] = []
    while remaining:
        free = {r for r in remaining if not any(b == r and a in remaining for a, b in imports)}
        if not free:
            raise ValueError(
                f"the layers {', '.join(sorted(remaining))} import each other in a cycle"
            )
        # If several are free, the one with the most imports goes first.
        order.append(min(free, key=lambda r: (-sum(a == r for a, _ in imports), r)))
        remaining.remove(order[-1])
    return order


def described(layer: str) -> tuple[str, list[str]]:
    """The first sentence of a layer's docstring, and the names of its modules and folders."""
    folder = HOME / layer
    source = folder / "__init__.py" if folder.is_dir() else HOME / f"{layer}.py"
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    modules = sorted(p.stem for p in folder.glob("*.py") if p.stem != "__init__")
    folders = sorted(f"{p.parent.name}/" for p in folder.glob("*/__init__.py"))
    return " ".join(text.split("\n\n")[0].split()), folders + modules


def with_code(text: str) -> str:
    """A sentence of a docstring as HTML."""
    return CODE.sub(r"<code>\2</code>", escape(text))


def drawing(imports: set[tuple[str, str]]) -> str:
    """The layers as cards from top to bottom, with a line from each to those that it imports.

    The line of the top layer is the outermost one, so no line crosses the start of another.
    """
    order = in_order(imports)
    items = []
    for row, layer in enumerate(order):
        sentence, modules = described(layer)
        below = [other for other in order if (layer, other) in imports]
        names = " ".join(f"<code>{escape(name)}</code>" for name in modules)
        spoken = f"Imports {', '.join(below)}." if below else "Imports no other layer."
        items.append(
            f'<li style="--row: {row}"><div class="card"><strong>{layer}</strong>'
            f'<p>{with_code(sentence)}</p><p class="modules">{names}</p>'
            f'<p class="spoken">{spoken}</p></div>'
            f'<div class="lines" aria-hidden="true">{lines_beside(row, order, imports)}</div></li>'
        )
    count = 1 + max(order.index(high) for high, _ in imports)
    return f'<ol class="layers" style="--lines: {count}">{"".join(items)}</ol>'


def lines_beside(row: int, order: list[str], imports: set[tuple[str, str]]) -> str:
    """The lines to the right of one layer: those that end here, that pass, and its own."""
    layer = order[row]
    importers = [n for n in range(row) if (order[n], layer) in imports]
    parts = []
    if importers:
        parts.append(f'<i class="in" style="--line: {importers[0]}"></i>')
    for n in range(row):
        lowest = max((order.index(low) for high, low in imports if high == order[n]), default=-1)
        if row <= lowest:
            kind = "end" if row == lowest else "pass"
            parts.append(f'<i class="{kind}" style="--line: {n}"></i>')
    parts += [f'<i class="dot" style="--line: {n}"></i>' for n in importers]
    if any(high == layer for high, _ in imports):
        parts.append(f'<i class="out" style="--line: {row}"></i>')
    return "".join(parts)


class Layers(SphinxDirective):
    """The picture of the layers."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        for path in HOME.rglob("*.py"):
            self.env.note_dependency(str(path))
        return [nodes.raw("", drawing(layer_imports()), format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("layers", Layers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
