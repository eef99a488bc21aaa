"""Two nodes of our own: a picture with its words, and details that open on request."""

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
    "authored",
    "disclosure",
    "paragraph",
    "phrase",
    "picture",
    "print_disclosure",
    "print_picture",
    "prose",
    "put_in_words",
]

_Text = TypeVar("_Text", bound=nodes.TextElement)


class picture(nodes.General, nodes.Element):
    """An SVG picture, ``svg``, and the same in words, ``text``."""


class disclosure(nodes.General, nodes.Element):
    """Its children are shown when the reader opens the line ``summary``."""


def paragraph(*inside: nodes.Node | str, classes: Iterable[str] = ()) -> nodes.paragraph:
    """A paragraph of text and inline nodes."""
    made = nodes.paragraph(classes=list(classes))
    made += [nodes.Text(part) if isinstance(part, str) else part for part in inside]
    return made


def authored(node: _Text, text: str, place: SphinxDirective) -> _Text:
    """The node with a text that somebody wrote, for the message catalogues of translators."""
    node.rawsource = text
    node["translatable"] = True
    place.set_source_info(node)
    return node


def phrase(text: str, place: SphinxDirective) -> nodes.inline:
    """A text that somebody wrote, to stand in a paragraph with other things."""
    # Sphinx moves an inline node that is to be translated to the end of its parent.
    return nodes.inline("", "", authored(nodes.inline("", text), text, place))


def prose(text: str) -> list[nodes.Node]:
    """A text with names in single backticks, as docstrings have them."""
    parts = text.split("`")
    return [nodes.literal("", part) if i % 2 else nodes.Text(part) for i, part in enumerate(parts)]


def print_picture(translator: HTML5Translator, node: nodes.Element) -> None:
    """The picture stands in the page itself, so that it follows the page's theme.

    Its words are not for the script that highlights what was searched for: it stops at a title.
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


def put_in_words(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Where pages are not HTML, pictures become their words, and details lie open."""
    if app.builder.format == "html":
        return
    for node in list(doctree.findall(picture)):
        node.replace_self(paragraph(node["text"]))
    for details in list(doctree.findall(disclosure)):
        details.replace_self([paragraph(details["summary"]), *details.children])
