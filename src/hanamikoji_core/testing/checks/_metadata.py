"""Does the variant contain enough to print its rules?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...plugins import available_house_rules
from ...protocol.variant import is_rule_id
from .._lines import Line
from .._rulings import Broken
from .._subject import Subject


def metadata(subject: Subject, line: Line) -> None:
    """The reference can be printed from the variant: titles, texts, sources and rule IDs.

    A variant has a title, a summary and at least one source. Every marker has its own name and a
    full sentence; scoring, victory, round limit and every added house rule have a text. Rule IDs
    are optional; they are capital letters and numbers, such as ``A3`` or ``M1.3``. The check also
    finds a single string in the place of a tuple of strings (a forgotten comma).
    """
    for what, problem, right in _problems(subject):
        raise Broken(expected=right, happened=f"{what} {problem}")


def _problems(subject: Subject) -> Iterator[tuple[str, str, str]]:
    variant = subject.variant
    for name in ("title", "summary"):
        yield from _text(name, getattr(variant, name), f"a {name} for readers", sentence=False)
    yield from _texts(
        "sources", variant.sources, "at least one source, such as sources=('Rulebook',)"
    )
    if not variant.sources:
        yield "sources", "is empty", "at least one source, such as sources=('Rulebook',)"
    ruled = {
        rule: called
        for called, part in [*subject.markers(), *subject.policies()]
        if isinstance(rules := getattr(part, "rules", ()), (tuple, list))
        for rule in rules
        if isinstance(rule, str)
    }
    if not isinstance(variant.notes, Mapping):
        found = type(variant.notes).__name__
        yield (
            "notes",
            f"is {found}, not a dictionary",
            "rules by their ID, such as notes={'T1': '…'}",
        )
    else:
        for rule, text in variant.notes.items():
            yield from _text(f"notes[{rule!r}]", text, "the text of the rule")
            yield from _ids("notes", (rule,))
            if rule in ruled:
                right = "a separate ID for every note"
                yield f"notes[{rule!r}]", f"has the ID of a rule of {ruled[rule]}", right
    for called, marker in subject.markers():
        yield from _text(f"the name of {called}", marker.name, "a name", sentence=False)
        yield from _text(f"the text of {called}", marker.text, "the rule in full sentences")
        yield from _ids(f"rules of {called}", marker.rules)
    for player, markers in enumerate(variant.markers):
        names = [marker.name for marker in markers]
        for name in sorted({n for n in names if names.count(n) > 1}):
            yield (
                f"the name {name!r}",
                f"belongs to {names.count(name)} markers of player {player}",
                "a different name for every marker of a player",
            )
    for name, policy in subject.policies():
        yield from _text(f"the text of {name}", policy.text, "the rule in full sentences")
        yield from _ids(f"rules of {name}", policy.rules)
    for name in variant.name.split("+")[1:]:
        rule_ = available_house_rules().get(name)
        if rule_ is not None:
            yield from _text(f"the text of house rule {name}", rule_.text, "the rule in full")
            yield from _texts(f"sources of house rule {name}", rule_.sources, "a tuple of strings")
            yield from _ids(f"rules of house rule {name}", rule_.rules)


def _text(
    what: str, text: object, right: str, *, sentence: bool = True
) -> Iterator[tuple[str, str, str]]:
    if not isinstance(text, str):
        yield what, f"is {type(text).__name__}, not a text", right
    elif not text.strip():
        yield what, "is empty", right
    elif text != text.strip():
        yield what, f"begins or ends with white space: {text!r}", right
    elif not all(character.isprintable() or (sentence and character == "\n") for character in text):
        one = "" if sentence else "on one line and "
        yield what, f"is not {one}without control characters: {text!r}", right
    elif sentence and text[-1] not in ".!?…。！？)":
        yield what, f"does not end like a sentence: {text!r}", right


def _texts(what: str, texts: object, right: str) -> Iterator[tuple[str, str, str]]:
    if isinstance(texts, str):
        yield what, f"is one string, {texts!r}; a comma is missing after it", right
    elif not isinstance(texts, (tuple, list)):
        yield what, f"is {type(texts).__name__}, not a tuple of strings", right
    else:
        for text in texts:
            yield from _text(f"an entry of {what}", text, right, sentence=False)


def _ids(what: str, ids: object) -> Iterator[tuple[str, str, str]]:
    right = "a tuple of rule IDs such as A3 or M1.3, for example rules=('A3',)"
    yield from _texts(what, ids, right)
    for name in ids if isinstance(ids, (tuple, list)) else ():
        if isinstance(name, str) and name.strip() and not is_rule_id(name):
            yield what, f"holds {name!r}, which is not a rule ID", right
