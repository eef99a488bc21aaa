"""The Sphinx domain: the objects that pages can link to, in this and in other projects."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from docutils.nodes import make_id
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

__all__ = ["HanamikojiDomain", "anchor_of", "domain_of", "leave_plain_text", "role"]

KINDS: Final = ("rule", "variant", "marker", "house-rule")

_logger = logging.getLogger(__name__)


def anchor_of(kind: str, name: str) -> str:
    """The anchor of an object. A rule keeps its ID unchanged: ``rule-M1.3``."""
    return f"rule-{name}" if kind == "rule" else make_id(f"{kind}-{name}")


class _Role(XRefRole):
    """A role that works without the name of the domain."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        refnode["refdomain"] = "hanamikoji"
        if refnode["reftype"] == "rule":
            refnode["refexplicit"] = True  # A link shows the ID, also from other projects.
        return title, " ".join(target.split())


def role(kind: str) -> XRefRole:
    """The role that links to objects of a kind. Sphinx warns if the object does not exist."""

    class Named(_Role):
        def create_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
            self.reftype = kind
            self.classes = ["xref", "hk-link", f"hk-link-{kind}"]
            return super().create_xref_node()

    return Named(innernodeclass=nodes.inline, warn_dangling=True)


def leave_plain_text(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: Element
) -> Element | None:
    """Leave a rule ID as plain text if a plug-in names it but no page describes it."""
    return contnode if node.get("optional") and node["refdomain"] == "hanamikoji" else None


def domain_of(env: BuildEnvironment) -> HanamikojiDomain:
    """The domain of a project."""
    domain = env.get_domain("hanamikoji")
    assert isinstance(domain, HanamikojiDomain)
    return domain


class HanamikojiDomain(Domain):
    """Rules, variants, markers (such as ``base/3``) and house rules, each on one page."""

    name = "hanamikoji"
    label = "Hanamikoji"
    # No anchor may start with the object type: the search would replace the rest by a title.
    object_types: ClassVar[dict[str, ObjType]] = {
        f"hk-{kind}": ObjType(kind.replace("-", " "), kind) for kind in KINDS
    }
    roles: ClassVar[dict[str, Any]] = {kind: role(kind) for kind in KINDS}
    initial_data: ClassVar[dict[str, Any]] = {
        "objects": {},
        "generated": set(),
        "readers": set(),
        "shown": None,
    }
    data_version = 3

    @property
    def objects(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Maps kind and name to page and title."""
        found: dict[tuple[str, str], tuple[str, str]] = self.data["objects"]
        return found

    @property
    def generated(self) -> Set[str]:
        """The pages that show plug-ins."""
        found: set[str] = self.data["generated"]
        return found

    @property
    def readers(self) -> Set[str]:
        """The pages that link to objects or list them."""
        found: set[str] = self.data["readers"]
        return found

    def note(self, kind: str, name: str, title: str, *, location: Any) -> None:
        """Record an object of the current page. Warns if it is described twice."""
        key, page = (kind, name), self.env.docname
        if key in self.objects:
            there = self.env.doc2path(self.objects[key][0])
            _logger.warning(
                "the %s %s is already described in %s; add :no-index: to one of the two",
                kind,
                name,
                there,
                location=location,
            )
        self.objects[key] = (page, title)

    def rename(self, kind: str, name: str, title: str) -> None:
        """Change the title of an object of the current page."""
        self.objects[kind, name] = (self.env.docname, title)

    def note_generated(self) -> None:
        """Record that the current page shows plug-ins."""
        self.data["generated"].add(self.env.docname)

    def note_reader(self, page: str) -> None:
        """Record that a page shows objects that other pages may describe."""
        self.data["readers"].add(page)

    def outdated_by(self, order: list[str]) -> list[str]:
        """The pages to write again: all readers, if an object or the order of pages has changed."""
        shown = (dict(self.objects), order)
        if self.data["shown"] == shown:
            return []
        self.data["shown"] = shown
        return sorted(self.readers)

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, (page, _) in self.objects.items() if page == docname]:
            del self.objects[key]
        self.data["generated"].discard(docname)
        self.data["readers"].discard(docname)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for key, value in otherdata["objects"].items():
            if value[0] in docnames:
                self.objects[key] = value
        for pages in ("generated", "readers"):
            self.data[pages] |= otherdata[pages] & set(docnames)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        found = self.objects.get((typ, target))
        if found is None:
            return None
        page, title = found
        if typ != "rule" and not node.get("refexplicit"):
            contnode = nodes.inline("", title, classes=contnode["classes"])
        return make_refnode(builder, fromdocname, page, anchor_of(typ, target), contnode, title)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = []
        for kind in KINDS:
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if link is not None:
                found.append((f"hanamikoji:{kind}", link))
        return found

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for (kind, name), (page, title) in self.objects.items():
            yield name, title, f"hk-{kind}", page, anchor_of(kind, name), 1
