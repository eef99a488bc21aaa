"""Breaks code in tables after a dot or an underscore, so that tables fit on a phone."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
CODE = re.compile(r'(?<=<span class="pre">)[^<]+')
JOINT = re.compile(r"(?<=[._(=])(?=\w)")


def add_breaks(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    if "body" in context:
        context["body"] = TABLE.sub(
            lambda table: CODE.sub(lambda code: JOINT.sub("<wbr>", code[0]), table[0]),
            context["body"],
        )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", add_breaks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
