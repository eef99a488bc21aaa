"""Item cards as multisets, against `collections.Counter`."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
from collections import Counter
from operator import add, and_, ge, gt, le, lt, sub
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanamikoji_core.model.cards
from hanamikoji_core import Cards, CardsError, HanamikojiError

#: Few letters, so that cards often coincide, and the last of the alphabet.
texts = st.text("ABCGZ", max_size=12)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def counter(cards: Cards) -> Counter[str]:
    return Counter(iter(cards))


@given(texts)
def test_cards_are_the_letters_of_their_text_in_order(text: str) -> None:
    cards = Cards.parse(text)
    assert str(cards) == "".join(sorted(text))
    assert list(cards) == sorted(text)
    assert len(cards) == len(text)
    assert counter(cards) == Counter(text)
    assert bool(cards) == bool(text)
    assert repr(cards) == f"Cards({str(cards)!r})"
    assert eval(repr(cards), {"Cards": Cards}) is cards


@given(texts, st.randoms(use_true_random=False))
def test_the_order_of_the_letters_does_not_matter(text: str, random: Any) -> None:
    letters = list(text)
    random.shuffle(letters)
    assert Cards("".join(letters)) == Cards(text)
    assert hash(Cards("".join(letters))) == hash(Cards(text))


@given(texts, texts)
def test_cards_are_equal_if_they_have_the_same_letters(a: str, b: str) -> None:
    assert (Cards(a) == Cards(b)) == (Counter(a) == Counter(b))
    assert (Cards(a) != Cards(b)) == (Counter(a) != Counter(b))


@given(texts)
def test_count_and_contains(text: str) -> None:
    cards = Cards(text)
    for letter in LETTERS:
        assert cards.count(letter) == text.count(letter)
        assert (letter in cards) == (letter in text)


@given(texts, st.permutations("ABCGZ"))
def test_counts_has_one_number_for_each_letter_in_order(text: str, letters: list[str]) -> None:
    cards = Cards(text)
    for asked in ("".join(letters), "".join(letters[:2]), "XA"):
        assert cards.counts(asked) == tuple(map(text.count, asked))


@given(texts, texts)
def test_addition(a: str, b: str) -> None:
    assert counter(Cards(a) + Cards(b)) == Counter(a) + Counter(b)


@given(texts, texts)
def test_subtraction_removes_cards_or_names_the_missing_ones(a: str, b: str) -> None:
    missing = Counter(b) - Counter(a)
    if missing:
        with pytest.raises(CardsError) as caught:
            Cards(a) - Cards(b)
        named = "".join(sorted(missing.elements()))
        assert (
            str(caught.value)
            == f"cannot take {named} out of {str(Cards(a)) or 'an empty multiset'}"
        )
    else:
        assert counter(Cards(a) - Cards(b)) == Counter(a) - Counter(b)


@given(texts, texts)
def test_comparison_means_containment(a: str, b: str) -> None:
    part, proper = Counter(a) <= Counter(b), Counter(a) < Counter(b)
    assert (Cards(a) <= Cards(b)) == part
    assert (Cards(a) < Cards(b)) == proper
    assert (Cards(b) >= Cards(a)) == part
    assert (Cards(b) > Cards(a)) == proper


@given(texts, texts)
def test_intersection(a: str, b: str) -> None:
    assert counter(Cards(a) & Cards(b)) == Counter(a) & Counter(b)


@given(texts, st.integers(-2, 14))
def test_combinations_are_the_distinct_choices_in_alphabetical_order(text: str, k: int) -> None:
    wanted = set(itertools.combinations(sorted(text), k)) if k >= 0 else set()
    found = ["".join(cards) for cards in Cards(text).combinations(k)]
    assert found == sorted("".join(choice) for choice in wanted)
    assert Cards(text).combinations(k) == Cards(text).combinations(k)


@given(texts)
def test_cards_survive_pickling_and_copying(text: str) -> None:
    cards = Cards(text)
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert copy.copy(cards) == copy.deepcopy(cards) == cards


@pytest.mark.parametrize("text", ["a", "A B", "AÄ", "A-B", "1", "A\n", "Ａ"])
def test_only_the_letters_a_to_z_are_cards(text: str) -> None:
    with pytest.raises(CardsError, match="is not a card; cards are the letters A to Z"):
        Cards.parse(text)


@pytest.mark.parametrize("text", [None, 1, b"A", ["A"], ("A",), Cards("A")])
def test_cards_are_parsed_from_a_string_only(text: Any) -> None:
    with pytest.raises(CardsError, match=r"^cards must be a string of letters, not \w+$"):
        Cards.parse(text)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_multiset_has_at_most_31_cards_of_a_letter(letter: str) -> None:
    most = Cards(letter * 31)
    assert most.count(letter) == len(most) == 31
    with pytest.raises(CardsError, match="there can be at most 31 cards of one letter"):
        most + Cards(letter)
    for many in (32, 33, 63, 64, 65, 4096):
        with pytest.raises(CardsError, match="there can be at most 31 cards of one letter"):
            Cards(letter * many)


def test_the_largest_multiset() -> None:
    everything = Cards("".join(letter * 31 for letter in LETTERS))
    assert len(everything) == 26 * 31
    assert everything - everything == Cards()
    for letter in LETTERS:
        assert (everything - Cards(letter)).count(letter) == 30
        assert Cards(letter) <= everything


@pytest.mark.parametrize("other", ["A", None, 1, ("A",), Counter("A")])
def test_cards_do_not_mix_with_anything_else(other: Any) -> None:
    cards = Cards("AB")
    assert cards != other
    for act in (add, sub, and_, le, lt, ge, gt):
        with pytest.raises(TypeError):
            act(cards, other)


@pytest.mark.parametrize("nothing", ["", "AB", None, 1, ["A"]])
def test_only_a_letter_can_be_contained(nothing: object) -> None:
    assert nothing not in Cards("AB")


@pytest.mark.parametrize("nothing", ["", "AB"])
def test_only_a_letter_can_be_counted(nothing: str) -> None:
    assert Cards("AABB").count(nothing) == 0


def test_cards_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Cards("A").owner = 0  # type: ignore[attr-defined]


def test_a_card_error_is_a_value_error_of_this_library() -> None:
    assert issubclass(CardsError, ValueError)
    assert issubclass(CardsError, HanamikojiError)


def test_equal_cards_are_one_object() -> None:
    assert Cards("GAB") is Cards.parse("BAG")
    assert Cards("A") + Cards("B") is Cards("AB")
    assert Cards("AB") - Cards("B") is Cards("A")


def test_cards_above_the_cap_are_still_equal_and_are_garbage_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = hanamikoji_core.model.cards._KEPT
    monkeypatch.setattr(hanamikoji_core.model.cards, "_KEPT_MAX", len(shared))
    before = len(shared)
    rare = "QQQQRRRRRSSSTTUUVWXYZ"
    cards = Cards(rare)
    assert Cards(rare[::-1]) == cards
    assert Cards(rare[:10]) + Cards(rare[10:]) == cards
    assert hash(Cards(rare)) == hash(cards)
    assert cards - Cards(rare[:10]) == Cards(rare[10:])
    assert Cards(rare[:10]) <= cards
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert len(cards.combinations(2)) == 5 + 10 * 9 // 2
    assert len(shared) == before
    del cards
    gc.collect()
    assert rare not in map(str, hanamikoji_core.model.cards._OTHERS.values())
