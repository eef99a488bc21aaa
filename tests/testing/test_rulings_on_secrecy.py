"""What was hidden is told to nobody, and what was shown is no secret."""

from __future__ import annotations

import random
from collections import Counter

from hanamikoji_core import Action, Ask, Cards, Observation, Place, Row, Step, Take, To
from hanamikoji_core.model.events import Revealed
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._knowledge import _play_on
from hanamikoji_core.testing.checks._secrecy import _new_in
from tests.rogues.ends import AsksAgainAndAgain
from tests.rogues.plain import SMALL, OneUp, variant

from .said import TEXT, Ruling


class AsksIfItIsHigh(OneUp):
    """A card is drawn for all to see; only with a high card covered, the opponent is asked."""

    draws = 1

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, shown=True)
        if not action.picks and str(action.piles[0].known) >= "F":
            return Ask(shown=(False, True))
        return Place((To.OWN_SIDE_FACE_DOWN, To.ASIDE))


def test_what_was_shown_before_is_no_reason_to_do_anything_else(ruling: Ruling) -> None:
    row = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))
    told = ruling(variant(AsksIfItIsHigh(1, "Up", TEXT), row=row), "secrecy")

    assert "but the viewer can tell them apart: the events differ in events[2]: " in told


def test_cards_that_were_named_before_are_not_new() -> None:
    event = Revealed(0, Cards("AAAB"))

    assert _new_in(event, Counter("AA")) == ["A", "B"]
    assert _new_in(event, Counter()) == ["A", "A", "A", "B"]
    assert _new_in(None, Counter("A")) == []


def test_a_round_that_does_not_end_is_left_to_another_check() -> None:
    endless = variant(AsksAgainAndAgain(3, "Shown", TEXT))
    subject = Subject(endless, SMALL)
    state = subject.engine.start(seed=1)
    shown = next(m for m in subject.engine.legal_moves(state) if str(m).startswith("3"))
    state = subject.engine.apply(state, shown)

    # No error is raised, and it comes back.
    _play_on(subject, LineStep((), state, None, None, state), state, None, random.Random(1))
