"""A Sphinx extension that generates documentation from the same rules that the engine plays.

Add ``"hanamikoji_core.sphinxext"`` to ``extensions`` in ``conf.py``. It provides these directives:

* ``hanamikoji-variant``, ``hanamikoji-marker`` and ``hanamikoji-house-rule`` describe a variant,
  marker or house rule, including those of third-party plug-ins.
* ``hanamikoji-position`` replays a transcript at build time and draws the final position.
* ``hanamikoji-checks`` lists the conformance checks with their promises.
* ``rule`` states one numbered rule, and ``hanamikoji-rules`` lists all of them.

The roles ``:rule:``, ``:variant:``, ``:marker:`` and ``:house-rule:`` link to them, also from other
projects through intersphinx. The setting ``hanamikoji_rule_tests`` is a dictionary from rule IDs to
names of tests. Each rule lists the tests that check it.

Rule titles, captions and the texts of plug-ins go into the message catalogues that
``sphinx-build -b gettext`` writes for translators.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import svg
from .._version import __version__
from ._checks import ChecksDirective
from ._domain import HanamikojiDomain, domain_of, leave_plain_text, role
from ._nodes import disclosure, picture, print_disclosure, print_picture, replace_pictures_by_text
from ._position import PositionDirective
from ._rules import (
    RuleDirective,
    RuleListDirective,
    list_rules,
    note_readers,
    note_titles,
    outdated_readers,
)
from ._variants import HouseRuleDirective, MarkerDirective, VariantDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

__all__ = ["setup"]

_LAYOUT = Path(__file__).with_name("layout.css")


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx. Registers the domain, the directives, the roles and the style sheet."""
    app.add_config_value("hanamikoji_rule_tests", {}, "env")
    app.add_domain(HanamikojiDomain)
    app.add_node(picture, html=(print_picture, None))
    app.add_node(disclosure, html=print_disclosure)
    for name, directive in (
        ("hanamikoji-variant", VariantDirective),
        ("hanamikoji-marker", MarkerDirective),
        ("hanamikoji-house-rule", HouseRuleDirective),
        ("hanamikoji-position", PositionDirective),
        ("hanamikoji-checks", ChecksDirective),
        ("hanamikoji-rules", RuleListDirective),
        ("rule", RuleDirective),
    ):
        app.add_directive(name, directive)
    for name in ("rule", "variant", "marker", "house-rule"):
        app.add_role(name, role(name))
    app.connect("builder-inited", _write_style)
    app.connect("env-get-outdated", _generated_pages)
    app.connect("doctree-read", note_titles)
    app.connect("doctree-read", note_readers)
    app.connect("env-updated", outdated_readers)
    app.connect("doctree-resolved", list_rules)
    app.connect("doctree-resolved", replace_pictures_by_text)
    app.connect("missing-reference", leave_plain_text, priority=900)  # after intersphinx
    app.add_css_file("hanamikoji.css")
    return {
        "version": __version__,
        "parallel_read_safe": True,
    }


def _write_style(app: Sphinx) -> None:
    """Write one style sheet for all pages."""
    if app.builder.format != "html":
        return
    folder = Path(app.doctreedir) / "hanamikoji"
    folder.mkdir(exist_ok=True)
    text = f"{svg.STYLE}\n{_LAYOUT.read_text(encoding='utf-8')}"
    (folder / "hanamikoji.css").write_text(text, encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def _generated_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The pages to read at every build, because their plug-ins may have changed."""
    return sorted(domain_of(env).generated - removed)
