"""Gives the captions of the sidebar a heading level, as ARIA requires."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


def add_levels(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = context["furo_navigation_tree"].replace(
            'role="heading"', 'role="heading" aria-level="2"'
        )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", add_levels, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}
