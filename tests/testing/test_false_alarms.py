"""What looks faulty and is not."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    FirstTo,
    From,
    Layout,
    Observation,
    PileMarker,
    Place,
    Row,
    Step,
    Take,
    To,
    Variant,
)
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._effects import course_of
from hanamikoji_core.testing.checks._flow import _Way, _with_others_taken
from hanamikoji_core.testing.checks._legality import _ends_round
from tests.rogues.plain import SMALL, OneCheck, OneUp, TwoUp, variant

from .said import TEXT


class TurnsOneUp(OneUp):
    """The top card of the deck comes face up beside the card played."""

    draws = 1

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.OWN_SIDE)) if action.taken else Take(1, shown=True)


class OneOnTop(TwoUp):
    """One card goes on top of the deck, one aside; both orders are listed."""

    draws = -1

    def plays(self, view: Observation) -> Any:
        return [
            (one, two)
            for one in view.hand.combinations(1)
            for two in (view.hand - one).combinations(1)
        ]

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.DECK_TOP, To.ASIDE))


class Peeks(OneUp):
    """A look at a card of the opponent's hand, which goes back there."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND)
        return Place((To.OWN_SIDE, To.THEIR_HAND))


class PeeksAgain(TwoUp):
    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND)
        return Place((To.OWN_SIDE, To.OWN_SIDE, To.THEIR_HAND))


class AsksForEverInEitherOrder(OneOnTop):
    draws = 0

    def step(self, view: Observation, action: Action) -> Step:
        return Ask()


class IsParticular(PileMarker):
    """It looks at the view that it is given, and counts the picks."""

    def step(self, view: Observation, action: Action) -> Step:
        assert view.viewer is not None
        assert view.hand_sizes[view.viewer] >= 0
        assert [len(pile.known) for pile in action.piles] == list(self.piles)
        assert [pile.size for pile in action.piles] == list(self.piles)
        assert action.laid == len(action.piles) == len(self.piles)
        for pick in action.picks:
            assert len([action.piles[i] for i in pick.piles]) == self.pick
        return super().step(view, action)


class HigherGoes(TwoUp):
    """Both cards come face up at once; the one of higher charm goes to the opponent."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        charm = {geisha.letter: geisha.charm for geisha in view.row}
        first, second = (charm[str(pile.known)] for pile in action.piles)
        own, their = To.OWN_SIDE, To.THEIR_SIDE
        return Place((their, own) if first >= second else (own, their))


class HigherOfBothOrders(HigherGoes):
    """The same, and both orders are listed, since equal charm goes by the place."""

    def plays(self, view: Observation) -> Any:
        layouts = list(super().plays(view))
        return dict.fromkeys([*layouts, *(layout[::-1] for layout in layouts)])

    def canonical(self, layout: Layout) -> Layout:
        return layout


_MANY = Row.of(2, 2, 3, 3, 4, 4, 5, 5, 6)


_MORE = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))


_UP_AND_DOWN = PileMarker(
    2, "Two", piles=(1, 1), rest=(To.OWN_SIDE, To.OWN_SIDE_FACE_DOWN), text=TEXT
)


@pytest.mark.parametrize(
    ("correct", "check"),
    [
        (variant(PileMarker(3, "One and two", piles=(1, 2), text=TEXT)), "secrecy"),
        (variant(TurnsOneUp(1, "Up", TEXT), row=_MORE), "secrecy"),
        (variant(HigherGoes(2, "Two", TEXT), relabelling=False), "secrecy"),
        (variant(HigherOfBothOrders(2, "Two", TEXT), relabelling=False), "secrecy"),
        (variant(_UP_AND_DOWN), "completeness"),
        (variant(_UP_AND_DOWN), "declaration"),
        (variant(markers=(_UP_AND_DOWN,), hand_size=1), "completeness"),
        (variant(AsksForEverInEitherOrder(2, "Two", TEXT)), "completeness"),
        (variant(OneOnTop(2, "Two", TEXT), row=_MANY, victory=FirstTo(18, 5)), "determinize"),
        (variant(Peeks(1, "Up", TEXT), PeeksAgain(2, "Two", TEXT)), "destinations"),
        (variant(IsParticular(3, "Three", piles=(1, 1, 1), pick=2, text=TEXT)), "declaration"),
    ],
    ids=[
        "the same cards are turned up in another order",
        "a card is turned up, and it might have been played",
        "what goes where depends on cards that come face up at once",
        "the same, and the order of the piles is seen only then",
        "two places are alike once the round is over",
        "each pile goes to a place of its own",
        "every second action ends a round",
        "what asks for ever is not followed for ever",
        "too many arrangements fit to be counted",
        "a card that was seen before is somewhere in that hand",
        "a declarative marker of its own class looks at all that it is given",
    ],
)
def test_no_false_alarm(correct: Variant, check: str) -> None:
    closely = evolve(SMALL, lines=3, positions=14)
    result = OneCheck(correct, closely).result(check)

    assert result.status == "passed", str(result)


def test_what_asks_for_ever_does_not_end_the_round() -> None:
    subject = Subject(variant(AsksForEverInEitherOrder(2, "Two", TEXT)), SMALL)
    state = subject.engine.start(seed=1)
    play = next(m for m in subject.engine.legal_moves(state) if str(m).startswith("2"))

    assert not _ends_round(subject, state, play)


def test_a_card_that_was_seen_stays_where_it_can_be_when_others_change_places() -> None:
    subject = Subject(variant(Peeks(1, "Up", TEXT), PeeksAgain(2, "Two", TEXT)), SMALL)
    engine = subject.engine
    state, path = engine.start(seed=6), []
    for marker in ("1", "1", "2"):
        before, move = state, next(m for m in engine.legal_moves(state) if str(m)[0] == marker)
        state = engine.apply(before, move)
        path.append(move)
    step = LineStep(tuple(path[:-1]), before, before, move, state)
    way = _Way(step, str(move), course_of(engine, before, (move,)))
    (sighting,) = [s for s in before.memory.sightings if s.viewer == 0]
    assert before.hands[1].count(str(sighting.cards)) == 1

    told = [other.play for other in _with_others_taken(subject, way, (move,))]

    assert told
    assert not any(f"{sighting.cards} of player 1's hand" in play for play in told)
