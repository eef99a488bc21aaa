"""Moves and their notation."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamikoji_core import (
    Cards,
    DecodeError,
    IllegalMoveError,
    Pick,
    Play,
    load_engine,
    parse_move,
)

# A single empty pile is written like no pile, and no marker uses either.
piles = (
    st.lists(st.text("ABCDEFGZ", max_size=4).map(Cards), max_size=8)
    .map(tuple)
    .filter(lambda piles: piles != (Cards(),))
)
plays = st.builds(Play, st.integers(1, 999), piles)
picks = st.builds(Pick, st.lists(st.integers(0, 99), min_size=1, max_size=6).map(tuple))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1A", Play(1, (Cards("A"),))),
        ("2AB", Play(2, (Cards("AB"),))),
        ("3A-B-G", Play(3, (Cards("A"), Cards("B"), Cards("G")))),
        ("4AB-GG", Play(4, (Cards("AB"), Cards("GG")))),
        ("3A-BF", Play(3, (Cards("A"), Cards("BF")))),
        ("12A", Play(12, (Cards("A"),))),
        ("5", Play(5, ())),
        ("5-A", Play(5, (Cards(), Cards("A")))),
        ("5A--", Play(5, (Cards("A"), Cards(), Cards()))),
        ("/0", Pick((0,))),
        ("/0,2", Pick((0, 2))),
        ("/10,11", Pick((10, 11))),
    ],
)
def test_the_notation(text: str, move: Play | Pick) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@given(plays | picks)
def test_a_written_move_can_be_parsed(move: Play | Pick) -> None:
    assert parse_move(str(move)) == move
    assert eval(repr(move), {"Play": Play, "Pick": Pick, "Cards": Cards}) == move
    assert pickle.loads(pickle.dumps(move)) == move


@given(st.text("0123456789/-,ABZaz \n\0١Ａ", max_size=12))
def test_any_text_is_a_move_or_a_decode_error(text: str) -> None:
    with suppress(DecodeError):
        assert parse_move(str(parse_move(text))) == parse_move(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "A", "0A", "01A", "1a", "1A ", " 1A", "1A\n", "1000A", "-1A", "1A-1B", "1A/0", "١A"),
        *("/", "/,", "/0,", "/0/1", "/-1", "/100", "/٠", "1" + "A" * 32, "1A" * 150),
    ],
)
def test_text_that_is_not_a_move_is_rejected(text: str) -> None:
    with pytest.raises(DecodeError, match=r"is not a move|a move is a short string"):
        parse_move(text)


def test_a_move_has_at_most_200_characters() -> None:
    longest = "1" + "-".join(["A"] * 100)
    assert len(longest) == 200
    assert str(parse_move(longest)) == longest
    with pytest.raises(DecodeError, match="a move is a short string"):
        parse_move(longest + "-")


@pytest.mark.parametrize("value", [None, 1, b"1A", ["1A"], Play(1, (Cards("A"),))])
def test_a_move_is_parsed_from_a_string_only(value: Any) -> None:
    with pytest.raises(DecodeError, match="a move is a short string such as 3A-B-G or /0"):
        parse_move(value)


def test_a_pick_sorts_its_piles() -> None:
    assert Pick((2, 0)).piles == (0, 2)
    assert Pick((2, 0)) == Pick((0, 2))
    assert hash(Pick((2, 0))) == hash(Pick((0, 2)))


def test_a_play_keeps_the_order_of_its_piles() -> None:
    assert Play(3, (Cards("B"), Cards("A"))) != Play(3, (Cards("A"), Cards("B")))


def test_moves_are_frozen_values() -> None:
    play, pick = Play(1, (Cards("A"),)), Pick((0,))
    with pytest.raises(AttributeError):
        play.marker = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        pick.piles = (1,)  # type: ignore[misc]
    assert len({play, Play(1, (Cards("A"),)), pick, Pick((0,))}) == 2


def test_what_an_engine_caches_on_a_move_or_an_offer_is_not_part_of_its_value() -> None:
    engine = load_engine("base")
    state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    listed = next(play for play in engine.legal_moves(state) if str(play) == "3A-B-C")
    offer = engine.apply(state, listed).offer
    assert isinstance(listed, Play)
    assert offer is not None
    typed = Play(3, listed.piles)
    assert listed.compiled
    assert (listed == typed, hash(listed) == hash(typed), repr(listed) == repr(typed)) == (
        True,
    ) * 3
    for value in (listed, offer):
        assert "compiled" not in attrs.asdict(value)
        for copied in (copy.copy(value), copy.deepcopy(value), attrs.evolve(value)):
            assert copied == value
            assert not hasattr(copied, "compiled")
        assert pickle.loads(pickle.dumps(value)) == value
        assert b"Marker" not in pickle.dumps(value)


def test_each_engine_checks_a_move_that_another_engine_listed() -> None:
    base, other = load_engine("base"), load_engine("mini-expansion-7")
    deal = "GAABBCCDDDEEEFFFFGGGG"
    gift = next(m for m in base.legal_moves(base.start(deals=[deal])) if str(m) == "3A-B-C")
    state = other.start(deals=[deal])
    with pytest.raises(
        IllegalMoveError, match=r"\(Discard\) takes piles of 3 cards, not of 1\+1\+1"
    ):
        other.apply(state, gift)
    secret = next(m for m in base.legal_moves(base.start(deals=[deal])) if str(m) == "1A")
    assert other.apply(state, secret) == other.apply(state, Play(1, (Cards("A"),)))
