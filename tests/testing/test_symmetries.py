"""A position, and the end of a round, as it would be with the seats or the letters exchanged."""

from __future__ import annotations

from collections import Counter

from attrs import evolve, fields

from hanamikoji_core import (
    Cards,
    FaceDown,
    Game,
    Memory,
    Outcome,
    RoundEnd,
    Row,
    Sighting,
    State,
    parse_move,
)
from hanamikoji_core.model.knowledge import EVERYBODY
from hanamikoji_core.model.memory import DeckMark
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._symmetries import _exchange, _picture, _translated
from tests.rogues.plain import PLAIN, SMALL

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


def test_every_field_of_a_position_is_compared_by_its_name() -> None:
    picture = _picture(_state(), SWAPPED, LETTERS)

    named = {a.name for a in fields(State)} - {"setup", "memory"}
    assert picture.keys() == named | {"memory.sightings", "memory.deck"}
    assert picture["deck"] == "FFFGGGG"
    assert _picture(evolve(_state(), deck="ABCA"), SWAPPED, LETTERS)["deck"] == "BACB"


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


def test_what_is_shown_of_covered_cards_changes_its_letters_too() -> None:
    state = _state("4AA-BB")
    assert state.offer is not None
    lot = FaceDown(Cards("AC"), 0, 2, None, frozenset({0}), shown=Cards("A"))
    offer = evolve(state.offer, shown=(Cards("A"), Cards("B")))

    picture = _picture(evolve(state, facedown=(lot,), offer=offer), SWAPPED, LETTERS)

    assert picture["facedown"] == [
        FaceDown(Cards("BC"), 1, 2, None, frozenset({1}), shown=Cards("B"))
    ]
    assert picture["offer"].shown == (Cards("B"), Cards("A"))


def test_what_lies_in_either_hand_changes_its_place() -> None:
    seen = [
        Sighting(None, Cards("A"), frozenset(places)) for places in ({-1}, {-2}, {2}, {-10, 1_000})
    ]
    state = evolve(_state(), memory=Memory(tuple(seen), ()))

    places = [p for _, _, p in _picture(state, SWAPPED, {})["memory.sightings"].elements()]

    assert places == [{-2}, {-1}, {2}, {-10, 1_000}]


def test_an_outcome_is_compared_by_its_winner() -> None:
    won = evolve(_state(), to_move=None, outcome=Outcome(0, "player 0 has 11 charm points"))

    assert _picture(won, SWAPPED, {})["outcome"] == Outcome(1, "")
