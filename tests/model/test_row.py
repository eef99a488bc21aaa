"""The row of geisha."""

from __future__ import annotations

from typing import Any

import pytest

from hanamikoji_core import Cards, CardsError, Geisha, Row, VariantError

ROW = Row.of(2, 2, 2, 3, 3, 4, 5)


def test_geisha_are_lettered_from_left_to_right() -> None:
    row = Row.of(5, 1, 3)
    assert list(row) == [Geisha("A", 5, 5), Geisha("B", 1, 1), Geisha("C", 3, 3)]
    assert (len(row), row.letters, str(row.deck), row.charm_total) == (3, "ABC", "AAAAABCCC", 9)


def test_the_number_of_cards_may_differ_from_the_charm() -> None:
    row = Row.of(0, 10, cards=(3, 1))
    assert list(row) == [Geisha("A", 0, 3), Geisha("B", 10, 1)]
    assert str(row.deck) == "AAAB"


def test_a_row_may_have_26_geisha_and_31_cards_of_each() -> None:
    row = Row.of(*[1] * 26, cards=[31] * 26)
    assert row.letters == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert len(row.deck) == 26 * 31


COLUMNS = "a row must have 1 to 26 geisha and one number of cards for each"
CHARM = "geisha A must have 0 or more charm points"
CARDS = "geisha A must have 1 to 31 item cards"


@pytest.mark.parametrize(
    ("charm", "cards", "reason"),
    [
        ((1,) * 27, None, COLUMNS),
        ((1, 2), (1,), COLUMNS),
        ((1,), (1, 2), COLUMNS),
        ((-1,), (1,), CHARM),
        ((1.5,), (1,), CHARM),
        (("1",), (1,), CHARM),
        ((True,), (1,), CHARM),
        ((None,), (1,), CHARM),
        ((0,), None, CARDS),
        ((32,), None, CARDS),
        ((1,), (0,), CARDS),
        ((1,), (32,), CARDS),
        ((1,), (-1,), CARDS),
        ((1,), (1.5,), CARDS),
        ((1,), (True,), CARDS),
    ],
)
def test_an_invalid_row_is_rejected(charm: Any, cards: Any, reason: str) -> None:
    with pytest.raises(VariantError) as caught:
        Row.of(*charm, cards=cards)
    assert str(caught.value) == reason


LETTERS = "the geisha of a row must be lettered A, B, C … from left to right"


@pytest.mark.parametrize(
    ("geisha", "reason"),
    [
        ((), "a row must have 1 to 26 geisha"),
        ([Geisha("A", 1, 1)], "a row must have 1 to 26 geisha"),
        (("A",), LETTERS),
        ((Geisha("B", 1, 1),), LETTERS),
        ((Geisha("A", 1, 1), Geisha("A", 1, 1)), LETTERS),
        ((Geisha("A", 1, 1), Geisha("C", 1, 1)), LETTERS),
        ((Geisha("AB", 1, 1),), LETTERS),
        ((Geisha("a", 1, 1),), LETTERS),
        ((Geisha("A", -1, 1),), CHARM),
        ((Geisha("A", 1, 0),), CARDS),
        ((Geisha("A", float("nan"), 1),), CHARM),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_a_row_from_geisha_is_checked_too(geisha: Any, reason: str) -> None:
    with pytest.raises(VariantError) as caught:
        Row(geisha)
    assert str(caught.value) == reason


@pytest.mark.rule("S3")
def test_at_the_start_nobody_has_a_favor() -> None:
    assert ROW.no_favor == (None,) * 7


@pytest.mark.rule("P4")
def test_a_player_has_the_charm_points_of_the_geisha_whose_favor_they_have() -> None:
    favor = (0, 1, None, 0, 1, None, 0)
    assert ROW.charm_of(favor, 0) == 2 + 3 + 5
    assert ROW.charm_of(favor, 1) == 2 + 3
    assert ROW.charm_of(ROW.no_favor, 0) == ROW.charm_of(ROW.no_favor, 1) == 0
    assert ROW.charm_of((1,) * 7, 1) == ROW.charm_total


@pytest.mark.parametrize("favor", [(), (0,) * 6, (0,) * 8])
def test_favors_must_have_one_entry_for_each_geisha(favor: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"zip|favor"):
        ROW.charm_of(favor, 0)


def test_parse_returns_cards_of_the_deck() -> None:
    assert ROW.parse("GAG") == Cards("AGG")
    assert ROW.parse("") == Cards()
    assert ROW.parse("GGGGGFFFFEEEDDDCCBBAA") == ROW.deck


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AAA", "the deck has 2 cards of 'A', not 3"),
        ("H", "the deck has 0 cards of 'H', not 1"),
        ("a", "the deck has 0 cards of 'a', not 1"),
        ("A A", "the deck has 0 cards of ' ', not 1"),
    ],
)
def test_parse_rejects_cards_that_the_deck_does_not_have(text: str, reason: str) -> None:
    with pytest.raises(CardsError) as caught:
        ROW.parse(text)
    assert str(caught.value) == reason


def test_rows_are_values() -> None:
    assert Row.of(2, 2, 2, 3, 3, 4, 5) == ROW
    assert hash(Row.of(2, 2, 2, 3, 3, 4, 5)) == hash(ROW)
    assert Row.of(2, 2, 2, 3, 3, 5, 4) != ROW


def test_the_repr_of_a_row_has_its_geisha_only() -> None:
    row = Row.of(2, 3, cards=(1, 4))
    assert eval(repr(row), {"Row": Row, "Geisha": Geisha}) == row
    for derived in ("letters", "deck", "charm"):
        with pytest.raises(TypeError):
            Row(row.geisha, **{derived: None})
