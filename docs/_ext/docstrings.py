"""Docstrings of this library: links for names in single backticks, and texts for type aliases."""

from __future__ import annotations

import re
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import attrs
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

import hanamikoji_core

PACKAGE = "hanamikoji_core"
# Names imported only for type checkers appear in annotations without their module.
FULL_NAMES = {
    line.split()[0].rpartition(".")[2]: line.split()[0]
    for line in Path(__file__).with_name("python.inv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
}
KEPT = re.compile(r"attr_dict\['(\w+)'\]\.default")
logger = logging.getLogger(__name__)


class Either(SphinxRole):
    """A link if the name is public, otherwise code, for example for an argument."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        code = nodes.literal(self.text, self.text, classes=["py"])
        name, _, member = self.text.removesuffix("()").partition(".")
        if name not in hanamikoji_core.__all__:
            return [code], []
        if member and not has_member(getattr(hanamikoji_core, name), member):
            logger.warning("%s has no %s", name, member, location=self.get_location())
        link = pending_xref(
            "",
            code,
            refdomain="py",
            reftype="obj",
            reftarget=f"{PACKAGE}.{self.text}",
            refdoc=self.env.docname,
            refwarn=True,
            either=True,
        )
        self.set_source_info(link)
        return [link], []


def has_member(owner: Any, member: str) -> bool:
    names = {field.name for field in attrs.fields(owner)} if attrs.has(owner) else set()
    return hasattr(owner, member) or member in names


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Link an annotation to the public name of a class, not to the module that defines it."""
    if node.get("refdomain") != "py":
        return None
    if node.get("either"):
        return contnode  # A field, which the text of its class describes.
    name = node["reftarget"].rpartition(".")[2]
    node["reftarget"] = FULL_NAMES.get(node["reftarget"], node["reftarget"])
    target, domain = f"{PACKAGE}.{name}", env.domains.python_domain
    if name not in hanamikoji_core.__all__ or target not in domain.objects:
        return None
    here = node["refdoc"]
    return domain.resolve_xref(env, here, app.builder, "obj", target, node, contnode)


def describe_alias(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Take the text of an alias from the module that defines it, not the one that exports it."""
    package, _, alias = name.rpartition(".")
    if what == "data" and package == PACKAGE:
        lines[:] = ALIASES.get(alias) or lines


def name_defaults(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str, returns: str
) -> tuple[str, str] | None:
    """Show the defaults of fields as their class defines them, not as attrs stores them."""
    if not signature or not attrs.has(obj):
        return None
    fields = attrs.fields_dict(obj)
    return KEPT.sub(lambda found: default_of(fields[found[1]]), signature), returns


def default_of(field: Any) -> str:
    value = field.default
    if isinstance(value, attrs.Factory):  # type: ignore[arg-type]
        return repr(value.factory())
    return str(value) if isinstance(value, Enum) else repr(value)


def alias_texts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for module in walk_packages(import_module(PACKAGE).__path__, f"{PACKAGE}."):
        last = module.name.rpartition(".")[2]
        # A hook of PyInstaller has a name with a hyphen, and nobody else can import it.
        if not module.ispkg and last != "__main__" and last.isidentifier():
            texts = ModuleAnalyzer.for_module(module.name).find_attr_docs()
            found |= {alias: text for (owner, alias), text in texts.items() if not owner}
    return found


ALIASES = alias_texts()


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_role("either", Either())
    app.connect("missing-reference", resolve, priority=400)  # before intersphinx
    app.connect("autodoc-process-docstring", describe_alias)
    app.connect("autodoc-process-signature", name_defaults)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
