"""Values in rulings are short, and a difference is told where it lies."""

from __future__ import annotations

import pytest

from hanamikoji_core import (
    Ask,
    Cards,
    From,
    Glimpse,
    Outcome,
    Pick,
    Place,
    Play,
    RoundEnd,
    Take,
    To,
    load_engine,
)
from hanamikoji_core.testing import Ruling
from hanamikoji_core.testing._words import (
    difference_at,
    differing,
    in_words,
    printable,
    text_of,
    who,
)

A, AB = Cards("A"), Cards("AB")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (To.ASIDE, "To.ASIDE"),
        (AB, "AB"),
        (Cards(), "no cards"),
        (Glimpse(A, 3), "A??"),
        (Play(4, (A, AB)), "4A-AB"),
        (Pick((1,)), "/1"),
        (Ask(), "Ask()"),
        (Ask(2, shown=False), "Ask(pick=2, shown=False)"),
        (Take(1, From.THEIR_HAND), "Take(count=1, source=From.THEIR_HAND)"),
        (Place((To.OWN_SIDE,)), "Place(to=(To.OWN_SIDE,))"),
        (frozenset({1, 0, None}), "{0, 1, None}"),
        (((A, AB), (AB, A)), "A-AB, AB-A"),
        ((), "()"),
        (None, "None"),
    ],
)
def test_a_value_is_told_by_what_is_not_as_usual(value: object, words: str) -> None:
    assert in_words(value) == words


def test_the_end_of_a_round_is_told_whole_so_that_a_policy_can_be_asked_again() -> None:
    row = load_engine("base").variant.row
    end = RoundEnd(row, 12, 1, (Cards("AABBCCDDEE"), Cards()), (None, 0, 1, None, None, 0, 1))

    assert in_words(end) == (
        "the end of round 12, which player 1 began, with the sides AABBCCDDEE and - and the favor "
        "A- B0 C1 D- E- F0 G1"
    )
    assert in_words(row) == "ABCDEFG"


def test_what_could_move_a_cursor_is_told_and_not_done() -> None:
    assert printable("a\x1b[2Jb\nc\u2028d\x00") == "a\\x1b[2Jb c d\\x00"
    ruling = Ruling("fair", "Play is fair.", "base", "", "", "he \x1b[31mwon\rlost")
    assert "he \\x1b[31mwon" in str(ruling)
    assert "\x1b" not in str(ruling)


def test_what_is_long_is_cut() -> None:
    assert in_words("x" * 120) == "x" * 120
    assert in_words("x" * 121) == "x" * 117 + "..."


def test_a_difference_is_followed_to_where_it_lies() -> None:
    state = load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    one, two = (load_engine("base").observe(state, viewer) for viewer in (0, 1))

    assert differing(one, two) == "viewer: 0, and 1"
    assert differing(one.facedown, two.facedown + one.facedown, "lots").startswith("lots: (")
    assert differing((A, AB), (A, A), "piles") == "piles[1]: AB, and A"
    assert differing(Outcome(0, "x"), Pick((0,))) == "Outcome(winner=0, reason=x), and /0"
    assert (
        differing(Place((To.ASIDE,)), Place((To.OWN_SIDE,))) == "to[0]: To.ASIDE, and To.OWN_SIDE"
    )
    assert differing((A, AB), (A,)) == "A-AB, and A"
    assert differing({"round": 1}, {"round": 2}) == "round: 1, and 2"
    assert differing({"A": 1}, {"B": 1}) == "{'A': 1}, and {'B': 1}"


def test_where_two_values_differ_is_told_from_what_they_are_called() -> None:
    assert difference_at(1, 2) == ("", 1, 2)
    assert difference_at((1, (2, 3)), (1, (2, 4))) == ("[1][1]", 3, 4)
    assert difference_at({"offer": (1, 2)}, {"offer": (1, 3)}, "it") == ("it.offer[1]", 2, 3)


class Speechless(Exception):
    def __str__(self) -> str:
        raise AttributeError("no words")


def test_an_exception_without_a_text_has_one_here() -> None:
    assert text_of(Speechless()) == "no text"
    assert text_of(KeyError("A")) == "'A'"


def test_a_viewer_is_a_player_or_a_spectator() -> None:
    assert [who(viewer) for viewer in (0, 1, None)] == ["player 0", "player 1", "a spectator"]
