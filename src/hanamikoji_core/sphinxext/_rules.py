"""The directives for one numbered rule and for the list of all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from ..protocol.variant import is_rule_id
from ._domain import anchor_of, domain_of
from ._nodes import disclosure, paragraph, translatable, translatable_inline

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

__all__ = [
    "RuleDirective",
    "RuleListDirective",
    "list_rules",
    "note_readers",
    "note_titles",
    "outdated_readers",
]


class RuleDirective(SphinxDirective):
    """``.. rule:: A3 Gift`` states a rule with its ID, its text and the tests that check it."""

    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {"provisional": directives.unchanged, "no-index": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The rule as a block with an anchor."""
        name, *rest = self.arguments
        title = rest[0] if rest else ""
        if not is_rule_id(name):
            raise self.error(f"{name!r} is not a rule ID; use a form such as A3 or M1.3")
        if not self.content:
            raise self.error(f"the rule {name} has no text")
        anchor = anchor_of("rule", name)
        block = nodes.container(ids=[anchor], classes=["hk-rule"])
        self.set_source_info(block)
        if "no-index" in self.options:
            block["ids"] = []
        else:
            full = f"{name} {title}".strip()
            domain_of(self.env).note("rule", name, full, location=self.get_location())
            self.state.document.note_explicit_target(block)
        badge = nodes.reference("", name, internal=True, refid=anchor, classes=["hk-rule-id"])
        head = paragraph(badge, classes=["hk-rule-head"])
        if title:
            titled = "" if "no-index" in self.options else name
            strong = nodes.strong("", title, titles_rule=titled)
            head += [nodes.Text(" "), translatable(strong, title, self)]
        if "provisional" in self.options:
            head += [nodes.Text(" "), nodes.inline("", "provisional", classes=["hk-status"])]
        block += head
        block += self.parse_content_to_nodes()
        origin = self.options.get("provisional")
        if origin:
            where = translatable_inline(origin, self)
            block += paragraph("Provisional. Source: ", where, ".", classes=["hk-origin"])
        block += self._tests(name)
        return [block]

    def _tests(self, name: str) -> list[nodes.Node]:
        tests = self.config.hanamikoji_rule_tests.get(name)
        if not tests:
            return []
        items = [nodes.list_item("", paragraph(nodes.literal("", t))) for t in tests]
        number = f"{len(tests)} tests" if len(tests) > 1 else "one test"
        inside = nodes.bullet_list("", *items)
        return [disclosure("", inside, summary=f"Checked by {number}")]


class _rule_list(nodes.General, nodes.Element):
    """A placeholder for the list, until all pages have been read."""


class RuleListDirective(SphinxDirective):
    """``.. hanamikoji-rules::`` links to every rule of the project."""

    def run(self) -> list[nodes.Node]:
        """A placeholder for the list."""
        return [_rule_list()]


def note_titles(app: Sphinx, doctree: nodes.document) -> None:
    """Use the titles that the page shows, which may be translated, in lists and in the search."""
    for title in doctree.findall(nodes.strong):
        name = title.get("titles_rule")
        if name:
            domain_of(app.env).rename("rule", name, f"{name} {title.astext()}")


def note_readers(app: Sphinx, doctree: nodes.document) -> None:
    """Record a page that lists rules or links to objects of the domain."""
    links = (x for x in doctree.findall(pending_xref) if x.get("refdomain") == "hanamikoji")
    if next(doctree.findall(_rule_list), None) or next(links, None):
        domain_of(app.env).note_reader(app.env.docname)


def outdated_readers(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """The pages that show something that has changed on another page."""
    return domain_of(env).outdated_by(_reading_order(env))


def list_rules(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace each placeholder by the list of all rules."""
    for place in list(doctree.findall(_rule_list)):
        rules = [
            (there, name, title)
            for (kind, name), (there, title) in domain_of(app.env).objects.items()
            if kind == "rule"
        ]
        order = {name: at for at, name in enumerate(_reading_order(app.env))}
        rules.sort(key=lambda rule: order.get(rule[0], len(order)))
        items = [nodes.list_item("", paragraph(_link(app, page, *rule))) for rule in rules]
        place.replace_self(nodes.bullet_list("", *items, classes=["hk-rules"]) if items else [])


def _reading_order(env: BuildEnvironment) -> list[str]:
    """The pages in the order of the tables of contents."""
    found: list[str] = []
    waiting = [env.config.root_doc]
    while waiting:
        page = waiting.pop(0)
        if page not in found:
            found.append(page)
            waiting = [*env.toctree_includes.get(page, ()), *waiting]
    return found


def _link(app: Sphinx, page: str, there: str, name: str, title: str) -> nodes.reference:
    label: Any = nodes.inline("", title)
    return make_refnode(app.builder, page, there, anchor_of("rule", name), label)
