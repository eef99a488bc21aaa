"""The directive that lists the conformance checks with their promises."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from docutils import nodes
from docutils.nodes import make_id
from sphinx.util.docutils import SphinxDirective

from ._domain import domain_of
from ._nodes import paragraph, prose

__all__ = ["ChecksDirective"]


class ChecksDirective(SphinxDirective):
    """``.. hanamikoji-checks::`` lists every check with its promise."""

    def run(self) -> list[nodes.Node]:
        """The checks as a list. Each has the anchor ``check-ID``."""
        domain_of(self.env).note_generated()
        made = nodes.definition_list(classes=["hk-checks"])
        for check in self._checks():
            term = nodes.term("", "", nodes.literal("", check.id))
            term["ids"].append(make_id(f"check-{check.id}"))
            self.state.document.note_explicit_target(term)
            body = nodes.definition("", paragraph(*prose(check.promise)))
            made += nodes.definition_list_item("", term, body)
        return [made]

    def _checks(self) -> Iterable[Any]:
        try:
            # Imported only here, because the kit needs an extra that few projects install.
            found: Iterable[Any] = import_module("hanamikoji_core.testing").CHECKS.values()
        except (ImportError, AttributeError) as error:
            raise self.error(f"to list the checks, install hanamikoji[testing]: {error}") from error
        return found
