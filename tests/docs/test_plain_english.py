"""The phrases that we avoid in everything people read, and what to write instead.

Pages, the README, the changelog, docstrings and messages are read, code and comments are not. If
a phrase is right in some place, make its pattern more precise; there is no way to switch it off.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if "_build" not in p.parts),
    *sorted((ROOT / "src").rglob("*.txt")),  # the templates of `hanamikoji new`
]
SOURCES = sorted((ROOT / "src").rglob("*.py"))

THINGS = (
    "(?:class|declaration|field|hook|marker|method|module|plug-in|promise|scoring|value|variant)s?"
    "|polic(?:y|ies)"
)
START = r"(?:^|(?<=\.) )"
# A pattern of whole words, and what to write instead. A space stands for any white space. Patterns
# without a capital letter fit capitals too.
HABITS = {
    r"(?<=,) as (?=[`\"'“(]+[^`\"'”)]*[`\"'”)]+(?:\s*[.,;:|)]|\s*$))": "such as, or for example",
    r"any more(?=\s*[.,;:)]|$)": "no longer",
    r"as ever": "as always, or nothing",
    r"at hand": "available, or current",
    r"be it": "whether",
    r"beside(?! her\b| (?:\w+ ){0,2}geisha)": "next to, or besides",
    r"but for (?:the|who)": "except for, or apart from",
    r"comes? upon": "finds",
    r"for ever": "forever, or without end",
    r"goes? on with": "continues",
    r"(?:is|are) of no (?:account|use)": "does not matter, or is useless",
    r"(?:is|are) the business of": "say who does it: the kit checks this",
    r"(?:is|are|was|were) (?:asked (?:about|for)|looked at)": "the active voice: say who does it",
    r"in turn(?! order)": "one after the other, or alternately",
    r"of (?:its|their) own": "separate, or its, or their",
    r"(?:say|says|saying|said) so": "write what is stated",
    r"ships? here": "built-in",
    r"so far as": "if, or as far as",
    r"strangers?": "third party",
    r"takes? it that": "assumes",
    r"the rooms?(?: of the core| of the library)?": "the layer, package or module",
    r"the very(?! first| last| same)": "the same, or nothing",
    rf"(?:{THINGS}) (?:says?|tells?)": "states, lists, returns, describes, shows",
    r"where (?:fewer|none|nobody|nothing|there (?:are|is) (?:no|none|one))": "if",
    rf"{START}Who \w+(?:s|ed)\b[^.?]*\b(?:can|gets|knows|may|must|needs?)": "anyone who",
    rf"{START}What (?:cannot|does not|fits|is left|rests|ships|stands)\b[^.?]*\b(?:are|is|must)": (
        "name the thing: the rest of the cards, the other fields"
    ),
}
WORDS = [
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)".replace(" ", r"\s+"), re.MULTILINE), instead)
    for pattern, instead in HABITS.items()
]
FENCED = re.compile(r"^ *(`{3,})[^`\n]*\n.*?^ *\1 *$", re.MULTILINE | re.DOTALL)
DOCTEST = re.compile(r"^ *(?:>>>|\.\.\.) .*(?:\n(?! *\n| *>>>).+)*", re.MULTILINE)


@frozen
class Phrase:
    """A phrase to be changed, and where it is."""

    line: int
    text: str
    instead: str

    def __str__(self) -> str:
        return f"{self.line}: {self.text!r}; write instead: {self.instead}"


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text without what fits the pattern; every line keeps its number."""
    return pattern.sub(lambda found: "\n" * found[0].count("\n"), text)


def phrases(text: str, first_line: int = 1) -> Iterator[Phrase]:
    """The phrases to be changed in some prose."""
    lower = text.lower()
    for pattern, instead in WORDS:
        for found in pattern.finditer(lower if pattern.pattern.islower() else text):
            words = text[found.start() : found.end()]
            line = first_line + lower.count("\n", 0, found.end() - len(words.lstrip()))
            yield Phrase(line, " ".join(words.split()), instead)


def in_markdown(text: str) -> Iterator[Phrase]:
    return phrases(blanked(FENCED, text))


def in_python(source: str) -> Iterator[Phrase]:
    """The phrases in docstrings and messages; a message is a string with a space in it."""
    for node, text in strings(ast.parse(source)):
        if " " in text:
            yield from phrases(blanked(DOCTEST, text), node.lineno)


def strings(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every string literal; one with expressions in it has three dots in their place."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else "..." for p in node.values]
            yield node, "".join(map(str, parts))
            waiting += [p for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value
        else:
            waiting.extend(ast.iter_child_nodes(node))


def test_pages_are_in_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{phrase}"
        for path in PAGES
        for phrase in in_markdown(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_docstrings_and_messages_are_in_plain_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{phrase}"
        for path in SOURCES
        for phrase in in_python(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


PLANTED = [
    ('Words joined by hyphens, as "tea-house".', "as"),
    ("No move is legal any more.", "any more"),
    ("The printed rules were not at hand.", "at hand"),
    ("Install it beside hanamikoji.", "beside"),
    ("Complete but for the packaging.", "but for the"),
    ("It stays for ever.", "for ever"),
    ("Goals are looked at in scoring.", "are looked at"),
    ("Both players start in turn.", "in turn"),
    ("Each is a test of its own.", "of its own"),
    ("A scoring of another kind says so.", "says so"),
    ("As a stranger would build it.", "stranger"),
    ("The kit takes it that majorities win.", "takes it that"),
    ("The rooms of the core are folders.", "The rooms of the core"),
    ("Drawn from the very values that are played.", "the very"),
    ("It is what the plug-in says.", "plug-in says"),
    ("Zero where there is none.", "where there is none"),
    ("Who installs it can play.", "Who installs it can"),
    ("It is so. What ships with it is loaded first.", "What ships with it is"),
]


@pytest.mark.parametrize(("sentence", "phrase"), PLANTED)
def test_a_planted_phrase_is_found(sentence: str, phrase: str) -> None:
    assert [found.text for found in in_markdown(sentence)] == [phrase]
    assert [found.text for found in in_python(f"raise Error({sentence!r})")] == [phrase]


def test_a_phrase_is_reported_with_its_line_and_what_to_write() -> None:
    page = "# Tea\n\nIt stays here for\never.\n"
    assert [str(found) for found in in_markdown(page)] == [
        "3: 'for ever'; write instead: forever, or without end"
    ]
    module = 'def tea() -> None:\n    """Tea.\n\n    It stays for ever.\n    """\n'
    assert [found.line for found in in_python(module)] == [4]


@pytest.mark.parametrize(
    "text",
    [
        "Cards lie face up beside a geisha, or beside her.",
        "The check `turn-order` compares the players in turn order.",
        "Who moves next?",
        "What a viewer sees of a position.",
        "The very first round.",
        "The events so far, as `viewer` sees them.",
        "Knowledge of\nwho has seen what can be wrong.",
        "Are there any more cards?",
        "```text\nIt stays for ever.\n```",
    ],
)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert not list(in_markdown(text))


def test_examples_and_code_are_not_prose() -> None:
    module = '"""Tea.\n\n>>> tea("x")\n\'for ever\'\n\nMore.\n"""\nKEY = "stranger"\n'
    assert not list(in_python(module))
