"""Piles go where the marker says, whatever cards they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, field, frozen

from hanamikoji_core import (
    Action,
    Ask,
    From,
    Layout,
    Observation,
    PileMarker,
    Place,
    Row,
    Step,
    Take,
    To,
    Who,
)
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._lines import Line
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._effects import course_of
from hanamikoji_core.testing.checks._flow import _said, _Way, _with_others_taken
from tests.rogues.plain import PLAIN, SMALL, OneUp, ThreeShown, TwoUp, plain, variant

from .broken_engines import DealsTheLastCard
from .said import TEXT, Ruling, kept


class SetsThePairsAside(PileMarker):
    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        return Place((To.ASIDE, To.ASIDE)) if isinstance(answer, Place) else answer


def test_other_places_than_declared_are_told_in_words(ruling: Ruling) -> None:
    pairs = SetsThePairsAside(4, "Pairs", piles=(2, 2), pick=1, text=TEXT)

    told = ruling(variant(pairs), "declaration")

    assert "marker 4 (Pairs) declares where the piles go: " in told
    assert "opponent's side, face up, own side, face up" in told
    assert "in the action it is: aside, face down, not scored, aside, face down, not scored" in told


class OfOtherSizes(PileMarker):
    """It declares one card and a pair, and lists the pair first."""

    def plays(self, view: Observation) -> Any:
        return [layout[::-1] for layout in super().plays(view)]

    def canonical(self, layout: Layout) -> Layout:
        return layout


def test_piles_are_of_the_sizes_that_are_declared(ruling: Ruling) -> None:
    faulty = OfOtherSizes(3, "Three", piles=(1, 2), rest=(To.ASIDE, To.ASIDE), text=TEXT)

    assert "declares piles of: (1, 2)" in ruling(variant(faulty), "declaration")


class DrawsForTheBest(OneUp):
    """With a card of the last geisha, a card is drawn and put back; with any other, not."""

    takes = 1

    def step(self, view: Observation, action: Action) -> Step:
        if action.taken:
            return Place((To.OWN_SIDE, To.DECK_TOP))
        best = str(action.piles[0].known) == view.row.letters[-1]
        return Take(1) if best else Place((To.OWN_SIDE,))


def test_what_is_done_with_some_cards_only_is_told_by_what_is_done(ruling: Ruling) -> None:
    told = ruling(variant(DrawsForTheBest(1, "Up", TEXT)), "destinations")

    assert "it takes 1 from" in told
    assert "it places pile 0 of 1 (1 card): own side, face up" in told


class GoesByWhatItStole(OneUp):
    """The own card goes where the letter of one of the other hand says."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND, seen=True)
        low = str(action.piles[1].known) in "ABC"
        return Place((To.OWN_SIDE if low else To.ASIDE, To.THEIR_HAND))


def test_a_card_of_the_other_hand_may_be_any_card(ruling: Ruling) -> None:
    told = ruling(variant(GoesByWhatItStole(1, "Up", TEXT)), "destinations")

    assert "of player 1's hand" in told


class GoesByTheSecond(OneUp):
    """The own card goes where the second card from the top of the deck says."""

    takes = 2

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.taken) < 2:
            return Take(1, seen=True)
        low = str(action.taken[1].known) in "ABC"
        return Place((To.OWN_SIDE if low else To.ASIDE, To.DECK_TOP, To.DECK_TOP))


def test_every_card_that_is_drawn_may_be_any_card(ruling: Ruling) -> None:
    two_left = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(2, 2, 2, 3, 3, 4, 6))
    told = ruling(variant(GoesByTheSecond(1, "Up", TEXT), row=two_left), "destinations")

    assert "of place 1 of the deck" in told


def test_the_other_hand_is_that_of_the_other_player(ruling: Ruling) -> None:
    steals = variant(GoesByWhatItStole(1, "Up", TEXT)).markers[1]
    told = ruling(
        evolve(PLAIN, markers=(PLAIN.markers[0], steals), symmetric=False), "destinations"
    )

    assert "of player 0's hand" in told


class OffersTwoOfThem(PileMarker):
    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        return evolve(answer, among=(0, 1)) if isinstance(answer, Ask) else answer


def test_that_one_pile_is_not_to_be_had_is_declared_nowhere(ruling: Ruling) -> None:
    marker = OffersTwoOfThem(3, "Three", piles=(1, 1, 1), pick=1, text=TEXT)

    told = ruling(variant(marker), "declaration")

    assert "marker 3 (Three) declares among which piles: None" in told
    assert "in the action it is: (0, 1)" in told


class AsksOrNot(ThreeShown):
    """A pair among the three is not offered at all."""

    def step(self, view: Observation, action: Action) -> Step:
        if len({str(pile.known) for pile in action.piles}) < 3:
            return Place((To.OWN_SIDE,) * 3)
        return super().step(view, action)


class LetsTwoBePicked(ThreeShown):
    """Of a pair and another card, two are picked."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(2 if len({str(pile.known) for pile in action.piles}) < 3 else 1)
        return super().step(view, action)


class KeepsPairs(ThreeShown):
    """A pair may not be broken."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            letters = [str(pile.known) for pile in action.piles]
            among = tuple(i for i in range(3) if letters.count(letters[i]) == 1)
            return Ask(among=among or None)
        return super().step(view, action)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (AsksOrNot, "it asks player 1 to pick 1 of 3 piles, 3 of them seen"),
        (LetsTwoBePicked, "it asks player 1 to pick 2 of 3 piles, 3 of them seen"),
        (KeepsPairs, "it asks player 1 to pick 1 of the pile 2, 3 of them seen"),
    ],
)
def test_what_is_asked_depends_on_no_card_either(
    kind: type[ThreeShown], says: str, ruling: Ruling
) -> None:
    told = ruling(variant(kind(3, "Shown", TEXT)), "destinations")

    assert says in told


def test_what_a_marker_of_one_player_declares_is_told_with_the_player() -> None:
    named = tuple(evolve(plain(number), name="My own") for number in (1, 2, 3, 4))
    each = evolve(PLAIN, markers=(PLAIN.markers[0], named), symmetric=False)

    result = Examination(each, SMALL, DealsTheLastCard).result("hand-accounting")

    assert re.search(r"as marker \d \([\w ]+\) of player \d declares", str(result.ruling))


@frozen
class Otherwise(PileMarker):
    """What it answers is changed."""

    change: Callable[[Any], Step] = field(kw_only=True, eq=False)

    def step(self, view: Observation, action: Action) -> Step:
        return self.change(super().step(view, action))


def _asks_so(**changes: Any) -> Callable[[Any], Step]:
    return lambda answer: evolve(answer, **changes) if isinstance(answer, Ask) else answer


@pytest.mark.parametrize(
    ("change", "declares", "makes"),
    [
        (lambda answer: Place((To.ASIDE,) * 3), "that somebody picks: Ask", "Place"),
        (_asks_so(who=Who.ACTOR), "who picks: Who.OPPONENT", "Who.ACTOR"),
        (_asks_so(pick=2), "how many piles are picked: 1", "2"),
        (_asks_so(shown=False), "whether the piles are shown before the choice: yes", "no"),
        (_asks_so(among=(0, 2)), "among which piles: None", "(0, 2)"),
        (lambda answer: Ask(), "that the piles are placed: Place", "Ask"),
    ],
    ids=["asks nobody", "asks oneself", "two", "covered", "two of three", "asks again"],
)
def test_whatever_a_declared_marker_does_otherwise_is_told(
    change: Any, declares: str, makes: str
) -> None:
    three = Otherwise(3, "Three", piles=(1, 1, 1), pick=1, text=TEXT, change=change)
    subject = Subject(variant(three), evolve(SMALL, positions=1))

    broken = CHECKS["declaration"].fails(subject, Line(choices=(0, 0)))

    assert broken is not None
    assert broken.expected == f"marker 3 (Three) declares {declares}"
    assert broken.happened == f"in the action it is: {makes}"
    (*_, last) = subject.course(Line(choices=(0, 0))).steps
    assert (broken.path, broken.state) == (last.moves, last.after)
    assert str(broken.move).startswith("3")


class MayBeParticular(OneUp):
    """It goes by its card, and says so."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if str(action.piles[0].known) in "AB" else To.OWN_SIDE,))


def test_a_marker_that_may_go_by_its_cards_does_not_excuse_the_others(ruling: Ruling) -> None:
    both = variant(MayBeParticular(1, "Up", TEXT), AsksOrNot(3, "Shown", TEXT))

    assert "marker 3 (Shown) treats all cards alike" in ruling(both, "destinations")


class OneOrTwo(TwoUp):
    """Two cards, in one pile or in two."""

    def plays(self, view: Observation) -> Any:
        return [*super().plays(view), *((two,) for two in view.hand.combinations(2))]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,) * len(action.piles))


def test_plays_of_other_shapes_may_do_something_else() -> None:
    assert kept(variant(OneOrTwo(2, "Two", TEXT)), "destinations")


class OffersByWhatItDrew(OneUp):
    """Of a card and the one that was drawn, the opponent must pick what the latter says."""

    takes = 1

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, seen=True)
        if not action.picks:
            return Ask(among=(int(str(action.taken[0].known) in "ABC"),))
        return Place((To.OWN_SIDE, To.DECK_TOP))


def test_an_answer_that_other_cards_would_not_allow_is_told(ruling: Ruling) -> None:
    told = ruling(variant(OffersByWhatItDrew(1, "Up", TEXT)), "destinations")

    assert "it cannot be answered in the same way" in told
    assert re.search(r"and the answer /[01] it", told)


def test_where_nothing_is_taken_no_other_card_could_have_been() -> None:
    subject = Subject(PLAIN, SMALL)
    state = subject.engine.start(seed=1)
    move = subject.engine.legal_moves(state)[0]
    step = LineStep((), state, state, move, subject.engine.apply(state, move))
    way = _Way(step, str(move), course_of(subject.engine, state, (move,)))

    assert list(_with_others_taken(subject, way, (move,))) == []


def test_where_a_pile_goes_is_told_by_its_number() -> None:
    course = (
        ("lays out piles of", (1, 2)),
        ("places", 1, "own side"),
        ("asks", "player 1"),
        ("places", 2, "aside"),
    )

    assert _said(course, 0) == "lays out piles of (1, 2)"
    assert _said(course, 1) == "places pile 0 of 2 (1 card): own side"
    assert _said(course, 2) == "asks player 1"
    assert _said(course, 3) == "places pile 1 of 2 (2 cards): aside"


class KeepsTheDear(ThreeShown):
    """What is not taken goes aside if a G was among it."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        taken = action.picks[0].piles
        dear = any(str(pile.known) == "G" for pile in action.piles)
        rest = To.ASIDE if dear else To.OWN_SIDE
        return Place(tuple(To.THEIR_SIDE if i in taken else rest for i in range(3)))


def test_what_happens_after_an_answer_is_told_with_the_answer(ruling: Ruling) -> None:
    told = ruling(variant(KeepsTheDear(3, "Shown", TEXT)), "destinations")

    assert re.search(r"with 3[A-G]-[A-G]-[A-G] and the answer /\d it places pile", told)
