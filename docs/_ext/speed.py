"""``{speed} FILE``: a run of ``tests.benchmarks.compare`` as a chart and a table, from its JSON."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

LABELS = 250
WIDTH = 680
ROW = 26
OURS, OTHERS = "var(--color-brand-primary)", "var(--color-foreground-border)"


def chart(numbers: dict[str, float]) -> str:
    """A bar chart with one bar for each subject, as SVG in the colours of the page."""
    scale = (WIDTH - LABELS - 70) / max(numbers.values())
    rows = []
    for number, (name, value) in enumerate(numbers.items()):
        y, colour = ROW * number, OTHERS if name.startswith("OpenSpiel") else OURS
        rows.append(
            f'<text x="{LABELS - 10}" y="{y + 17}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{LABELS}" y="{y + 4}" width="{value * scale:.0f}" height="{ROW - 8}" '
            f'rx="3" fill="{colour}"/>'
            f'<text x="{LABELS + value * scale + 8:.0f}" y="{y + 17}">{value:.1f} µs</text>'
        )
    label = "Bar chart of microseconds a decision; the table below has the same numbers."
    return (
        f'<svg viewBox="0 0 {WIDTH} {ROW * len(numbers)}" role="img" aria-label="{label}" '
        'style="max-width: 100%; height: auto; font-size: 13px; '
        f'fill: var(--color-foreground-primary)">{"".join(rows)}</svg>'
    )


def table(numbers: dict[str, float], base: float) -> list[str]:
    """A Markdown table of microseconds, and of ratios to a decision in the base game."""
    return [
        "| | µs | of a decision in the base game |",
        "|---|---:|---:|",
        *(f"| {name} | {value:.4g} | {value / base:.2f} |" for name, value in numbers.items()),
    ]


class Speed(SphinxDirective):
    """The chart of random play, a table of all measurements, and the machine and versions used."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        run = json.loads(Path(path).read_text(encoding="utf-8"))
        play, calls = run["play"], run["calls"]
        text = [
            *table(play | calls, play["base"]),
            "",
            f"Measured on {run['machine']}, Python {run['python']}, best of {run['rounds']} slices "
            f"each. Importing the library takes {run['import']} times as long as importing attrs, "
            f"pluggy and cattrs. `simulate` with {run['cores']} processes on "
            f"{run['cores']} cores plays {run['scaling']} times as many games as with one.",
        ]
        picture = nodes.raw("", chart(play), format="html")
        return [picture, *self.parse_text_to_nodes("\n".join(text))]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("speed", Speed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
