"""What readers need is asked for."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve, frozen

from hanamikoji_core import FirstTo, HouseRule, Majority, Outcome, RoundEnd, RoundLimit, Variant
from tests.rogues.plain import PLAIN, plain, variant

from .said import SHORT, Ruling, kept, registered


@frozen
class Worded(Majority):
    text: str = ""


@frozen
class Undecided:
    """Nobody wins, and it is told in these words."""

    text: str
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(None, "nobody decides")


def _burn(**changes: Any) -> Variant:
    return variant(evolve(plain(2), **changes))


@pytest.mark.parametrize(
    ("faulty", "says"),
    [
        (variant(title=7), "title is int, not a text"),
        (variant(title=""), "title is empty"),
        (variant(title="Two\nlines"), "title is not on one line and without control characters"),
        (_burn(text="Two \x1b[31mcards."), "is not without control characters"),
        (
            evolve(_burn(rules=("B2",)), notes={"B2": "Two cards."}),
            "notes['B2'] has the ID of a rule of marker 2 (Burn)",
        ),
        (variant(summary=" Long. "), "summary begins or ends with white space: ' Long. '"),
        (variant(sources=()), "sources is empty"),
        (variant(sources=7), "sources is int, not a tuple of strings"),
        (variant(sources=("",)), "an entry of sources is empty"),
        (variant(notes={"X1": ""}), "notes['X1'] is empty"),
        (variant(notes={"X 1": "A rule."}), "notes holds 'X 1', which is not a rule ID"),
        (_burn(name=""), "the name of marker 2 () is empty"),
        (_burn(text="Two cards"), "marker 2 (Burn) does not end like a sentence: 'Two cards'"),
        (_burn(text="Two of kind X"), "marker 2 (Burn) does not end like a sentence"),
        (_burn(rules="A2"), "rules of marker 2 (Burn) is one string, 'A2'; a comma is missing"),
        (_burn(rules=("A 2",)), "rules of marker 2 (Burn) holds 'A 2', which is not a rule ID"),
        (_burn(rules=(2,)), "an entry of rules of marker 2 (Burn) is int, not a text"),
        (variant(scoring=Worded()), "the text of scoring is empty"),
        (variant(victory=FirstTo(11, 4, cast(Any, 7))), "rules of victory is int, not a tuple"),
        (
            variant(limit=RoundLimit(1, Undecided("A draw"))),
            "the text of limit.decide does not end like a sentence: 'A draw'",
        ),
    ],
)
def test_what_readers_need_is_asked_for(ruling: Ruling, faulty: Variant, says: str) -> None:
    assert says in ruling(faulty, "metadata")


def test_a_rule_may_have_several_paragraphs() -> None:
    assert kept(_burn(text="Two cards.\n\nThey do not score."), "metadata")


def test_a_house_rule_has_a_text_for_readers_as_well(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(variant: Variant) -> Variant:
        return evolve(variant, limit=SHORT)

    right = HouseRule(
        name="one-round",
        title="One round",
        text="One round decides.",
        change=short,
        rules=("H1",),
        sources=("Here",),
    )
    layered = right(PLAIN)
    for rule, says in (
        (evolve(right, text=""), "the text of house rule one-round is empty"),
        (
            evolve(right, sources=cast(Any, "Here")),
            "sources of house rule one-round is one string, 'Here'",
        ),
        (evolve(right, rules=("H 1",)), "rules of house rule one-round holds 'H 1'"),
    ):
        registered(monkeypatch, PLAIN, rule)
        assert says in ruling(layered, "metadata")

    registered(monkeypatch, PLAIN, right)
    assert kept(layered, "metadata")
    registered(monkeypatch, PLAIN)  # A house rule that is not known here has no text to ask for.
    assert kept(layered, "metadata")


@pytest.mark.parametrize("notes", [["T1: No talking."], None])
def test_notes_are_a_dictionary(ruling: Ruling, notes: Any) -> None:
    told = ruling(variant(notes=notes), "metadata")

    assert f"notes is {type(notes).__name__}, not a dictionary" in told
