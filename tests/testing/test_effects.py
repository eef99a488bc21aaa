"""Whether two moves do the same, but for the order of what lies side by side."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    From,
    Game,
    Glimpse,
    Memory,
    Move,
    Offer,
    Pick,
    Sighting,
    State,
    Variant,
    load_engine,
    parse_move,
)
from hanamikoji_core.model.events import Drew, Event, Played, Revealed, Took
from hanamikoji_core.testing.checks._effects import _question, difference
from hanamikoji_core.testing.checks._hidden import named_in

BASE = load_engine("base")


def _after(*moves: str) -> State:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    for move in moves:
        game.play(parse_move(move))
    return game.state


def _with_offer(state: State, **changes: Any) -> State:
    assert state.offer is not None
    return evolve(state, offer=evolve(state.offer, **changes))


def _reversed(offer: Offer | None) -> dict[str, Any]:
    assert offer is not None
    return {name: getattr(offer, name)[::-1] for name in ("piles", "seen_by", "shown")}


def test_an_offer_with_its_piles_in_another_order_is_the_same() -> None:
    state = _after("3A-B-C")

    assert not difference(BASE, state, _with_offer(state, **_reversed(state.offer)))


def test_offers_of_other_cards_are_not_the_same() -> None:
    assert difference(BASE, _after("3A-B-C"), _after("3A-B-F"))


def test_an_offer_that_lacks_a_pile_is_not_the_same() -> None:
    state = _after("3A-B-C")
    assert state.offer is not None
    fewer = {name: getattr(state.offer, name)[:2] for name in ("piles", "seen_by", "shown")}

    told = difference(BASE, state, _with_offer(state, **fewer))
    assert told.startswith("offer.piles: A-B-C, and A-B")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"chooser": 0}, "offer.chooser: 1, and 0"),
        ({"pick": 2}, "offer.pick: 1, and 2"),
        ({"among": (0, 1)}, "offer.among: (0, 1, 2), and (0, 1), by the places in the second"),
    ],
)
def test_another_question_about_the_same_piles_is_not_the_same(
    change: dict[str, Any], told: str
) -> None:
    state = _after("3A-B-C")

    assert difference(BASE, state, _with_offer(state, **change)) == told


def test_an_offer_is_not_the_same_as_none() -> None:
    state = _after("3A-B-C")

    assert difference(BASE, state, evolve(state, offer=None))


def test_what_was_followed_as_far_as_it_was_asked_for_is_the_same() -> None:
    state = _after("3A-B-C")
    other = _with_offer(state, pick=2)

    assert difference(BASE, state, other)
    assert not difference(BASE, state, other, depth=0)
    assert difference(BASE, state, other, depth=0, unfollowed="unknown") == "unknown"


@pytest.mark.parametrize(
    ("event", "named"),
    [
        (Drew(0, Glimpse(Cards("A"), 1)), ["A"]),
        (Drew(0, Glimpse(Cards(), 1)), []),
        (Played(0, 3, (Glimpse(Cards("A"), 1), Glimpse(Cards("B"), 2))), ["A", "B"]),
        (Took(0, From.DECK_TOP, Glimpse(Cards("G"), 1)), ["G"]),
        (Revealed(1, Cards("GG")), ["G", "G"]),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_every_card_that_an_event_names_is_counted(event: Event, named: list[str]) -> None:
    assert named_in(event) == named


def test_of_piles_that_can_be_found_in_two_ways_the_first_is_told() -> None:
    engine = load_engine("base")
    state = _with_offer(_after("4AA-BB"), piles=(Cards("A"), Cards("A"), Cards("B")), among=(0,))
    assert state.offer is not None
    three = {"seen_by": state.offer.seen_by[:1] * 3, "shown": (Cards(),) * 3}
    state = _with_offer(state, **three)
    other = _with_offer(state, among=(2,))

    told = difference(engine, state, other)

    assert told == "offer.among: (0,), and (2,), by the places in the second"


def test_answers_that_do_not_do_the_same_are_told_with_the_picks() -> None:
    class ServesB(Engine):
        """Whoever picks the B gets nothing."""

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            after = super().apply(state, move, player=player)
            assert isinstance(move, Pick)
            assert state.offer is not None
            if state.offer.piles[move.piles[0]] == Cards("B") != state.offer.piles[1]:
                return evolve(after, round=9)
            return after

    state = _after("3A-B-C")
    assert state.offer is not None
    moved = {
        name: tuple(getattr(state.offer, name)[i] for i in (1, 0, 2))
        for name in ("piles", "seen_by", "shown")
    }
    other, engine = _with_offer(state, **moved), ServesB(BASE.variant)

    assert difference(engine, state, other) == "after /1 and /0, round: 1, and 9"
    assert difference(engine, other, state) == "after /0 and /1, round: 9, and 1"
    everybody = _with_offer(state, piles=(Cards("C"), Cards("A"), Cards("B")))
    assert difference(engine, everybody, _with_offer(everybody, pick=2)) == "offer.pick: 1, and 2"


def test_what_lies_face_down_is_compared_in_any_order() -> None:
    state = _after("1A")
    box, secret = state.facedown
    other = evolve(secret, cards=Cards("B"))

    assert not difference(BASE, state, evolve(state, facedown=(secret, box)))
    told = difference(BASE, state, evolve(state, facedown=(box, other)))
    assert re.fullmatch(r"facedown\[[01]\]\.cards: A, and B", told)


class Doubts(Engine):
    """After a sighting, an answer is followed by another question, or by another round."""

    def __init__(self, variant: Variant, **then: Any) -> None:
        super().__init__(variant)
        self.then = then

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if not state.memory.sightings:
            return after if "pick" not in self.then else state
        if "pick" in self.then:
            return _with_offer(state, **self.then)
        return evolve(after, **self.then)


def test_equal_picks_are_told_once() -> None:
    state = _after("3A-B-C")
    seen = evolve(state, memory=Memory((Sighting(0, Cards("G"), frozenset({-2})),)))

    assert difference(Doubts(BASE.variant, round=9), state, seen) == "after /0, round: 1, and 9"


def test_answers_are_followed_by_further_answers() -> None:
    state = _after("3A-B-C")
    seen = evolve(state, memory=Memory((Sighting(0, Cards("G"), frozenset({-2})),)))

    assert difference(Doubts(BASE.variant, pick=2), state, seen) == (
        "after /0, offer.pick: 1, and 2"
    )


def test_a_question_is_told_by_who_is_asked_and_of_which_piles() -> None:
    offer = _after("3A-B-C").offer
    assert offer is not None

    assert _question(offer) == ("asks", "player 1 to pick 1 of 3 piles, 3 of them seen")
    for among, which in (((1,), "the pile 1"), ((0, 2), "the piles 0, 2")):
        covered = evolve(offer, among=among, seen_by=(frozenset({0}), *offer.seen_by[1:]))
        assert _question(covered) == ("asks", f"player 1 to pick 1 of {which}, 2 of them seen")
