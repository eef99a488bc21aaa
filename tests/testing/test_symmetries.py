"""A position, and the end of a round, as it would be with the seats or the letters exchanged."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from hanamikoji_core import Cards, Game, Memory, RoundEnd, Row, Sighting, State, parse_move
from hanamikoji_core.knowledge import EVERYBODY, DeckMark
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._symmetries import _exchange, _picture, _translated
from tests.rogues.plain import PLAIN
from tests.rogues.test_rogues import SMALL

SWAPPED = (1, 0)
LETTERS = {"A": "B", "B": "A"}


def _state(*moves: str) -> State:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    for move in moves:
        game.play(parse_move(move))
    return game.state


def test_hands_sides_and_who_moves_change_places() -> None:
    here, there = (_picture(_state("1A"), seats, {}) for seats in ((0, 1), SWAPPED))

    assert here["hands"] == there["hands"][::-1]
    assert here["used"] == there["used"][::-1]
    assert (here["to_move"], there["to_move"]) == (1, 0)
    assert (here["starting_player"], there["starting_player"]) == (0, 1)
    assert [lot.player for lot in there["facedown"]] == [None, 1]
    assert [lot.scores_for for lot in there["facedown"]] == [None, 1]
    assert [lot.seen_by for lot in there["facedown"]] == [frozenset(), {1}]


def test_an_offer_changes_places_with_who_made_it() -> None:
    offer = _picture(_state("3A-B-C"), SWAPPED, LETTERS)["offer"]

    assert (offer.player, offer.chooser) == (1, 0)
    assert offer.piles == (Cards("B"), Cards("A"), Cards("C"))
    assert offer.seen_by == (EVERYBODY,) * 3


def test_what_was_seen_is_of_the_other_player_and_lies_in_the_other_hand() -> None:
    seen = Sighting(0, Cards("AC"), frozenset({-1, 3}))
    mark = DeckMark(5, frozenset({0}))
    state = evolve(_state(), memory=Memory((seen,), (mark, *[None] * 6)))

    picture = _picture(state, SWAPPED, LETTERS)

    assert picture["memory.sightings"] == Counter([(1, Cards("BC"), frozenset({-2, 3}))])
    assert picture["memory.deck"] == [(5, {1}), *[None] * 6]


def test_the_end_of_a_round_changes_places_in_all_of_its_parts() -> None:
    end = RoundEnd(Row.of(2, 2, 3), 4, 0, (Cards("AAC"), Cards("B")), (0, None, 1))

    assert _translated(end, SWAPPED, {}) == evolve(
        end, starting_player=1, placed=end.placed[::-1], favor=(1, None, 0)
    )
    assert _translated(end, (0, 1), LETTERS) == evolve(
        end, placed=(Cards("BBC"), Cards("A")), favor=(None, 0, 1)
    )


class Fixed:
    """Chance that always gives the same number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def test_geisha_of_equal_charm_are_turned_round_among_themselves() -> None:
    subject = Subject(PLAIN, SMALL)

    assert "".join(_exchange(subject, Fixed(0.0)).values()) == "BCAEDFG"  # type: ignore[arg-type]
    assert "".join(_exchange(subject, Fixed(0.9)).values()) == "CABEDFG"  # type: ignore[arg-type]
