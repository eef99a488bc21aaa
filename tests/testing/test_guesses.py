"""Every arrangement of the hidden cards comes up, and what was seen is kept in mind."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    FaceDown,
    Game,
    Glimpse,
    Observation,
    Play,
    Row,
    Sighting,
    State,
    Viewer,
    load_engine,
    parse_move,
)
from hanamikoji_core.model.events import Dealt, Drew, RoundStarted
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._lines import Line, Step, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing._words import who
from hanamikoji_core.testing.checks._hidden import (
    Slot,
    contents,
    exchange_told,
    exchanged,
    fits,
    hidden,
    named_cards,
    plays_like,
    shape_of,
    twins,
)
from hanamikoji_core.testing.checks._knowledge import (
    _arranged,
    _arrangements,
    _covers_arrangements,
    _covers_places,
    _is_true,
    _named_to,
    _numbered,
    _uncovered,
    _unfit,
    _wrong,
)
from hanamikoji_core.testing.checks._secrecy import _compare
from tests.open_protocol.plain import gift, reveal
from tests.open_protocol.swap import SWAP
from tests.rogues.plain import SMALL, variant

from .broken_engines import GuessesOneWay

UNDER_THE_DECK = 1_000_000
REFERRAL: Any = load_engine("mini-expansion-4").variant.marker(0, 1)
# Cards are exchanged by chance, and then one of them may be put under the deck.
SEEN = evolve(
    variant(SWAP, evolve(REFERRAL, number=2), gift(3, 3), reveal(4, 4)),
    hand_size=4,
    row=Row.of(2, 2, 3, 4, 5),
)


class ForgetsWhatWasSeen(Engine):
    """A guess lays cards that were seen once anywhere at all."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        free = super().determinize(evolve(observation, sightings=()), rng)
        memory = evolve(free.memory, sightings=observation.sightings)
        return evolve(free, memory=memory)


class NeverGuessesTheAlphabet(Engine):
    """That the hidden cards lie in alphabetical order is thought too good to be true."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        while True:
            guess = super().determinize(observation, rng)
            letters = [letter for _, letter in sorted(hidden(guess, observation.viewer))]
            if letters != sorted(letters):
                return guess


def _four_hidden_cards() -> Step:
    """Player 0 does not know where A, B, C and D are: in the box, the deck or the other hand."""
    state = load_engine("base").start(seed=1)
    (box,) = state.facedown
    state = evolve(
        state,
        hands=(Cards("EFG"), Cards("AB")),
        placed=(Cards("ABCDDEE"), Cards("FFFGGGG")),
        deck="C",
        facedown=(evolve(box, cards=Cards("D")),),
        used=(frozenset({1, 2, 4}), frozenset({1, 2, 4})),
    )
    return Step((), state, None, None, state)


def test_every_arrangement_of_a_few_cards_is_looked_for() -> None:
    base = load_engine("base").variant
    step = _four_hidden_cards()
    assert _covers_arrangements(Subject(base, SMALL), step, 0)

    with pytest.raises(Broken) as caught:
        _covers_arrangements(Subject(base, SMALL, NeverGuessesTheAlphabet), step, 0)

    assert caught.value.happened.startswith("1 of 12 arrangements never came up in ")
    assert caught.value.viewer == "player 0"


def test_two_cards_that_may_have_changed_places_are_few_enough() -> None:
    state = _four_hidden_cards().after
    state = evolve(
        state,
        hands=(Cards("EFG"), Cards()),
        placed=(Cards("AABBCDDEE"), Cards("FFFGGGG")),
        used=(frozenset({1, 2, 4}), frozenset({2, 3, 4})),
    )
    step = Step((), state, None, None, state)

    assert len(_arrangements(state, 0)) == 2
    assert _covers_arrangements(Subject(load_engine("base").variant, SMALL), step, 0)


def _seen_card_may_lie_under_the_deck() -> State:
    """Player 0 gave an A to player 1, who then put a card under the deck."""
    game = Game.new(SEEN, deals=["AABB" + "CCCD" + "D" + "EDDE" + "EEE"])
    game.play(parse_move("1A"))
    game.play(parse_move("2C"))
    return game.state


def test_a_card_that_was_seen_may_lie_in_the_hand_or_under_the_deck() -> None:
    state = _seen_card_may_lie_under_the_deck()

    (seen,) = [s for s in state.memory.sightings if s.viewer == 0 and s.cards == Cards("A")]
    assert seen.places == {-2, UNDER_THE_DECK}
    assert contents(state, 0)[UNDER_THE_DECK] == "C"
    assert fits([seen], contents(state, 0))
    assert not fits([seen], {-2: "CCD", UNDER_THE_DECK: "C"})
    assert fits([seen], {-2: "CCD", UNDER_THE_DECK: "A"})


def test_an_arrangement_is_numbered_as_sightings_are() -> None:
    state = _seen_card_may_lie_under_the_deck()

    for viewer in (0, 1, None):
        assert _numbered(state, _arranged(state, viewer)) == contents(state, viewer)


def test_a_move_that_the_twin_refuses_is_not_compared() -> None:
    base = load_engine("base")
    state = base.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    step = Step((), state, None, None, state)
    legal, refused = parse_move("1A"), parse_move("1D")

    for one, two in ((legal, refused), (refused, legal)):
        _compare(Subject(base.variant, SMALL), step, (state, one), (state, two), 1)


def test_covered_piles_of_an_offer_are_numbered_too() -> None:
    game = Game.new("mini-expansion-1", deals=["AABBCCDDDEEEFFFFGGGGG"])
    game.play(parse_move("3A-B-C"))

    assert _numbered(game.state, _arranged(game.state, 1)) == contents(game.state, 1)
    assert {-10: "A", -11: "B", -12: "C"}.items() <= contents(game.state, 1).items()


def test_what_is_shown_of_a_pile_is_not_hidden() -> None:
    state = _four_hidden_cards().after
    lot = FaceDown(Cards("ABC"), 1, 2, None, frozenset({1}), shown=Cards("B"))

    lies = hidden(evolve(state, facedown=(lot,)), 0)

    assert [letter for slot, letter in lies if slot == ("facedown", 0)] == ["A", "C"]


def test_what_is_shown_of_a_pile_on_offer_is_not_hidden() -> None:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    game.play(parse_move("4AA-BC"))
    offer = game.state.offer
    assert offer is not None
    covered = evolve(offer, seen_by=(frozenset({0}),) * 2, shown=(Cards("A"), Cards()))

    lies = hidden(evolve(game.state, offer=covered), 1)

    assert [(at, letter) for (place, at), letter in lies if place == "offer"] == [
        (0, "A"),
        (1, "B"),
        (1, "C"),
    ]


def test_two_cards_of_one_place_do_not_change_places() -> None:
    found = list(twins(load_engine("base").start(seed=1), 0, Random(1), 200))

    assert len(found) == 200
    assert all(one[0] != two[0] for _, (one, two) in found)


def test_cards_that_were_seen_together_are_found_one_by_one() -> None:
    both = Sighting(0, Cards("AA"), frozenset({-2, 3}))

    assert fits([both], {-2: "AAB"})
    assert fits([both], {-2: "AB", 3: "A"})
    assert not fits([both], {-2: "AB"})
    assert not fits([Sighting(0, Cards("AX"), frozenset({-2}))], {-2: "A"})
    assert not fits([Sighting(0, Cards("X"), frozenset({3}))], {-2: "A"})
    assert not fits([both, Sighting(0, Cards("B"), frozenset({3}))], {-2: "AAB", 3: "C"})


def test_cards_of_an_offer_change_places_with_any_other() -> None:
    game = Game.new("mini-expansion-1", deals=["AABBCCDDDEEEFFFFGGGGG"])
    game.play(parse_move("3A-B-C"))

    twin = exchanged(game.state, ((("offer", 1), "B"), (("hand", 0), "F")))

    assert twin.offer is not None
    assert twin.offer.piles == (Cards("A"), Cards("F"), Cards("C"))
    assert twin.hands[0] == game.state.hands[0] - Cards("F") + Cards("B")


def test_an_arrangement_weighs_as_many_orders_as_it_has() -> None:
    state = _four_hidden_cards().after
    state = evolve(state, hands=(state.hands[0], Cards("AA")), deck="B", facedown=())

    weights = _arrangements(state, 0)

    assert {"".join(letters for _, letters in way): n for way, n in weights.items()} == {
        "BAA": 1,
        "AAB": 2,
    }


def test_no_twin_has_the_card_where_it_cannot_be() -> None:
    state = _seen_card_may_lie_under_the_deck()

    found = [twin for twin, _ in twins(state, 0, Random(1), 200)]

    assert found
    assert all("A" in str(twin.hands[1]) or twin.deck[-1] == "A" for twin in found)


def test_a_card_that_is_played_offered_and_placed_is_told_once() -> None:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    for move in ("3A-B-C", "/0"):
        game.play(parse_move(move))

    told = [event for event in game.events(None) if not isinstance(event, RoundStarted)]

    assert _named_to(tuple(told)) == Counter("ABC")
    assert _named_to((Drew(0, Glimpse(Cards("A"), 1)), *told)) == Counter("AABC")


def test_who_lays_all_that_is_left_can_lay_it_again() -> None:
    last = Play(1, (Cards("A"),))

    assert list(plays_like(last, Cards("A"), "B", "C")) == [last]
    assert list(plays_like(last, Cards("B"), "A", "B")) == [Play(1, (Cards("B"),))]
    assert list(plays_like(last, Cards("C"), "A", "B")) == []


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ((("hand", 1), ("deck", 0)), "A of player 1's hand and B of place 0 of the deck"),
        ((("offer", 2), ("facedown", 1)), "A of pile 2 and B of face-down lot 1"),
    ],
)
def test_what_changed_places_is_told(pair: tuple[Slot, Slot], told: str) -> None:
    assert exchange_told(((pair[0], "A"), (pair[1], "B"))) == f"{told} changed places"


def test_guesses_keep_what_was_seen() -> None:
    assert Examination(SEEN, SMALL).result("determinize").ok


def test_a_guess_that_forgets_what_was_seen_is_noticed() -> None:
    subject = Subject(SEEN, SMALL, ForgetsWhatWasSeen)

    told = [CHECKS["determinize"].fails(subject, line) for line in subject.lines]

    assert any(
        ruling and "arrangements came up that are impossible" in ruling.happened for ruling in told
    )


def test_a_card_under_the_deck_is_numbered_by_when_it_was_put_there() -> None:
    state = _seen_card_may_lie_under_the_deck()
    marks = [mark and evolve(mark, serial=3) for mark in state.memory.deck]
    later = evolve(state, memory=evolve(state.memory, deck=tuple(marks)))

    assert _numbered(later, _arranged(later, 0)) == contents(later, 0)
    assert contents(later, 0)[UNDER_THE_DECK + 3] == "C"


@pytest.mark.parametrize("viewer", [0, None])
def test_what_a_guess_lacks_is_told_with_the_moves_up_to_there(viewer: Viewer) -> None:
    (*_, last) = walk(load_engine("base"), Line(choices=(0, 0))).steps

    for broken in (_uncovered(last, viewer, "A is gone"), _unfit(last, viewer, "A is gone")):
        assert broken.happened == "A is gone"
        assert (broken.path, broken.move) == (last.moves, None)
        assert broken.state == last.after
        assert broken.viewer == who(viewer)


def test_every_viewer_guesses_alone() -> None:
    class GuessesOneWayFor1(GuessesOneWay):
        def determinize(self, observation: Observation, rng: Any) -> State:
            if observation.viewer == 1:
                return super().determinize(observation, rng)
            return Engine.determinize(self, observation, rng)

    subject = Subject(load_engine("base").variant, SMALL, GuessesOneWayFor1)
    state = subject.engine.start(seed=1)
    step = Step((), state, None, None, state)

    _covers_places(subject, step, 0)
    with pytest.raises(Broken, match="never came up in"):
        _covers_places(subject, step, 1)


@pytest.mark.parametrize("place", ["a lot", "the deck", "the hand", "a side", "a pile"])
def test_an_observation_names_nothing_that_is_not_there(place: str) -> None:
    game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    for move in ("1A", "1D", "3B-C-F"):
        game.play(parse_move(move))
    state, viewer = game.state, 0
    view = game.observe(viewer)
    assert view.offer is not None
    other: dict[str, dict[str, Any]] = {
        "a lot": {"facedown": (view.facedown[0], *[
            evolve(lot, cards=Glimpse(Cards("G"), 1)) for lot in view.facedown[1:]
        ])},
        "the deck": {"deck": ((0, "A"),)},
        "the hand": {"hand": Cards("A")},
        "a side": {"placed": (Cards("A"), Cards())},
        "a pile": {"offer": evolve(view.offer, piles=(Glimpse(Cards("A"), 1),) * 3)},
    }  # fmt: skip

    class Lies(Engine):
        lie: ClassVar[dict[str, Any]] = {}

        def observe(self, state: State, player: Viewer) -> Observation:
            return evolve(super().observe(state, player), **self.lie)

    subject = Subject(load_engine("base").variant, SMALL, Lies)
    step = Step((), state, None, None, state)
    _is_true(subject, step, viewer)

    Lies.lie = other[place]
    with pytest.raises(Broken, match="names cards that are not there"):
        _is_true(subject, step, viewer)


def test_cards_that_are_forgotten_or_known_too_early_are_named() -> None:
    (*_, last) = walk(load_engine("base"), Line(choices=(0, 0))).steps

    forgets = _wrong(last, 0, "what was seen stays known", Counter("BA"), "forgets")
    knows = _wrong(last, None, "new cards are known from events", Counter("CC"), "knows")

    assert forgets.happened == "the viewer forgets AB in this move"
    assert knows.happened == "the viewer knows CC without having been told"
    assert (forgets.path, forgets.move, forgets.state) == (last.path, last.move, last.before)
    assert (forgets.viewer, knows.viewer) == ("player 0", "a spectator")


def test_of_three_piles_one_holds_the_other_card() -> None:
    shown = Play(3, tuple(map(Cards, "ABC")))

    assert list(plays_like(shown, Cards("BCDE"), "A", "D")) == [
        Play(3, (Cards("D"), Cards("B"), Cards("C")))
    ]
    assert list(plays_like(shown, Cards("ACDE"), "B", "D")) == [
        Play(3, (Cards("A"), Cards("D"), Cards("C")))
    ]


def test_cards_that_were_sighted_are_named_too() -> None:
    view = load_engine("base").observe(load_engine("base").start(seed=1), 0)
    seen = (Sighting(0, Cards("AB"), frozenset({-2})), Sighting(0, Cards("A"), frozenset({-2})))

    assert named_cards(view)[-1] == Counter()
    assert named_cards(evolve(view, sightings=seen))[-1] == Counter("AAB")


def test_events_of_one_shape_are_of_one_kind() -> None:
    card = Glimpse(Cards("A"), 1)

    assert shape_of(Drew(0, card)) == shape_of(Drew(0, Glimpse(Cards("B"), 1)))
    assert shape_of(Drew(0, card)) != shape_of(Dealt(0, card))
    assert shape_of(Drew(0, card)) != shape_of(Drew(1, card))
    assert shape_of(Drew(0, card)) == (Drew, 0, 1)


def test_the_same_guesses_are_made_every_time() -> None:
    drawn: list[float] = []

    class Listens(Engine):
        def determinize(self, observation: Observation, rng: Any) -> State:
            drawn.append(rng.random())
            return super().determinize(observation, rng)

    subject = Subject(load_engine("base").variant, SMALL, Listens)
    for examine in (_covers_places, _covers_arrangements):
        drawn.clear()
        examine(subject, _four_hidden_cards(), 0)
        once = list(drawn)
        drawn.clear()
        examine(subject, _four_hidden_cards(), 0)
        assert once == drawn != []
