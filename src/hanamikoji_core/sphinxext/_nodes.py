"""Two docutils nodes, a picture with a text alternative and a disclosure, and helpers for nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.docutils import SphinxDirective
    from sphinx.writers.html5 import HTML5Translator

__all__ = [
    "disclosure",
    "paragraph",
    "picture",
    "print_disclosure",
    "print_picture",
    "prose",
    "replace_pictures_by_text",
    "translatable",
    "translatable_inline",
]

_Text = TypeVar("_Text", bound=nodes.TextElement)


class picture(nodes.General, nodes.Element):
    """A picture, with its SVG in ``svg`` and its text alternative in ``text``."""


class disclosure(nodes.General, nodes.Element):
    """Details that open when the reader clicks the line ``summary``."""


def paragraph(*inside: nodes.Node | str, classes: Iterable[str] = ()) -> nodes.paragraph:
    """A paragraph of text and inline nodes."""
    made = nodes.paragraph(classes=list(classes))
    made += [nodes.Text(part) if isinstance(part, str) else part for part in inside]
    return made


def translatable(node: _Text, text: str, place: SphinxDirective) -> _Text:
    """Mark a node for the message catalogues of translators."""
    node.rawsource = text
    node["translatable"] = True
    place.set_source_info(node)
    return node


def translatable_inline(text: str, place: SphinxDirective) -> nodes.inline:
    """A translatable text inside a paragraph with other nodes."""
    # Sphinx moves a translated inline node to the end of its parent, so give it a parent.
    return nodes.inline("", "", translatable(nodes.inline("", text), text, place))


def prose(text: str) -> list[nodes.Node]:
    """Nodes for a text with names in single backticks, like a docstring."""
    parts = text.split("`")
    return [nodes.literal("", part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts)]


def print_picture(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write the picture into the page, so that it follows the theme of the page.

    Sphinx's search highlighting fails inside SVG, so exclude its texts.
    """
    svg = re.sub("<(title|desc)>", r'<\1 class="nohighlight">', node["svg"])
    svg = re.sub('(<text [^>]*class=")', r"\1nohighlight ", svg)
    translator.body.append(f'<div class="hk-picture">{svg}</div>\n')
    raise nodes.SkipNode


def _open(translator: HTML5Translator, node: nodes.Element) -> None:
    summary = translator.encode(node["summary"])
    translator.body.append(f'<details class="hk-details"><summary>{summary}</summary>\n')


def _close(translator: HTML5Translator, node: nodes.Element) -> None:
    translator.body.append("</details>\n")


print_disclosure = (_open, _close)


def replace_pictures_by_text(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace pictures by their texts, and show details, if the output is not HTML."""
    if app.builder.format == "html":
        return
    for node in list(doctree.findall(picture)):
        node.replace_self(paragraph(node["text"]))
    for details in list(doctree.findall(disclosure)):
        details.replace_self([paragraph(details["summary"]), *details.children])
