"""Both seats are alike, and so are letters of equal charm."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    FirstTo,
    Observation,
    Outcome,
    Place,
    RoundEnd,
    RoundLimit,
    Row,
    Step,
    To,
    Variant,
    load_engine,
    parse_move,
)
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._symmetries import _apply, _same_policies, _took_at_random
from tests.rogues.plain import PLAIN, SMALL, OneUp, plain, variant

from .said import TEXT, Ruling, kept
from .test_false_alarms import Peeks, PeeksAgain, TurnsOneUp
from .test_rulings_on_scoring import DividesByAll, LooksForTheDearest


def test_equal_seats_have_equal_markers(ruling: Ruling) -> None:
    markers = tuple(map(plain, (1, 2, 3, 4)))
    others = (evolve(plain(1), name="Other secret"), *markers[1:])
    uneven = evolve(PLAIN, markers=(markers, others))

    assert "both players have the same markers" in ruling(uneven, "seat-symmetry")
    result = Examination(evolve(uneven, symmetric=False), SMALL).result("seat-symmetry")
    assert result.told.startswith("not claimed: the variant has symmetric=False")


def test_who_has_the_same_markers_in_another_order_has_the_same() -> None:
    markers = tuple(map(plain, (1, 2, 3, 4)))

    assert kept(evolve(PLAIN, markers=(markers, markers[::-1])), "seat-symmetry")


class TheFirstInHand(OneUp):
    """The card of the first letter in hand: as many plays as with exchanged letters, but others."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return [(view.hand.combinations(1)[0],)]


def test_a_move_that_is_legal_stays_legal_with_the_letters_exchanged(ruling: Ruling) -> None:
    told = ruling(variant(TheFirstInHand(1, "Up", TEXT)), "relabelling")

    assert "is legal here, so" in told
    assert "the same game with" in told
    assert "go by charm, not by the letter" in told
    assert "it was refused: " in told


def test_the_last_moves_of_a_round_are_compared_up_to_the_next_deal() -> None:
    closely = evolve(SMALL, positions=60)

    assert Examination("base", closely).result("relabelling").status == "passed"


class LowFirst(OneUp):
    """A card of A and B must go before any other; the letters are said to make no difference."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        plays = list(super().plays(view))
        return [(cards,) for (cards,) in plays if str(cards) in "AB"] or plays


def test_of_different_numbers_of_moves_one_that_is_not_legal_there_is_told(ruling: Ruling) -> None:
    told = ruling(variant(LowFirst(1, "Low", TEXT)), "relabelling")

    assert re.search(r"1[AB] is legal here, so 1[BC] is legal there", told)
    assert "the same game with" in told


@frozen
class FavorsASeat:
    text: str = "Four geisha win, or three for player 0."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        for player, needed in enumerate((3, 4)):
            if end.favor.count(player) >= needed:
                return Outcome(player, f"{needed} geisha")
        return None


def test_a_victory_that_favors_a_seat_is_named_and_no_marker_blamed(ruling: Ruling) -> None:
    told = ruling(variant(victory=FavorsASeat()), "seat-symmetry")

    assert "victory of a round with exchanged seats is " in told
    assert "treat both alike: go by charm" in told
    assert "view.viewer" not in told


@frozen
class ServesOneSeat:
    text: str = "The first player wins."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(0, "the first player")


def test_what_decides_at_the_limit_is_named_if_it_favors_a_seat(ruling: Ruling) -> None:
    told = ruling(variant(limit=RoundLimit(1, ServesOneSeat())), "seat-symmetry")

    assert "limit.decide of a round with exchanged seats is " in told


def test_a_check_that_is_not_claimed_says_so_under_its_name() -> None:
    result = Examination(evolve(PLAIN, relabelling=False), SMALL).result("relabelling")

    assert (result.check, result.status) == ("relabelling", "not claimed")
    assert 0 <= result.seconds < 60


def test_where_no_two_geisha_are_alike_nothing_is_claimed() -> None:
    row = Row.of(1, 2, 3, 4, 5, 6, 7, cards=(3, 3, 3, 3, 3, 3, 3))

    result = Examination(variant(row=row, victory=FirstTo(20, 4)), SMALL).result("relabelling")

    assert result.told == "not claimed: no two geisha have equal charm and as many cards"


class GoesByTheLetter(OneUp):
    """An A goes aside."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if str(action.piles[0].known) == "A" else To.OWN_SIDE,))


def test_another_position_is_told_with_the_letters_that_were_exchanged(ruling: Ruling) -> None:
    told = ruling(variant(GoesByTheLetter(1, "Up", TEXT)), "relabelling")

    assert re.search(
        r"the same game with exchanged letters .A becomes C, B becomes A, C becomes B", told
    )
    assert "in the other game placed[0] is BEG, and should be ABEG" in told


@pytest.mark.parametrize("claim", ["relabelling", "seat-symmetry"])
@pytest.mark.parametrize(
    ("faulty", "says"),
    [
        (variant(scoring=DividesByAll()), "scoring answers for every way in which a round"),
        (variant(victory=LooksForTheDearest(11, 4)), "victory answers for every way in which"),
        (
            variant(limit=RoundLimit(3, cast(Any, LooksForTheDearest(11, 4)))),
            "limit.decide answers for every way in which a round can end",
        ),
    ],
    ids=["scoring", "victory", "the limit"],
)
def test_a_policy_that_does_not_answer_is_named(faulty: Variant, claim: str, says: str) -> None:
    subject = Subject(faulty, SMALL)

    broken = CHECKS[claim].fails(subject, subject.lines[0])

    assert broken is not None
    assert broken.expected.startswith(says)


def test_a_move_that_is_refused_there_is_told_with_the_moves_before_it() -> None:
    engine = load_engine("base")
    (*_, last) = walk(engine, Line(choices=(0, 0))).steps
    assert last.before is not None
    for state, path in ((last.before, last.path), (last.after, last.moves)):
        with pytest.raises(Broken) as caught:
            _apply(
                Subject(engine.variant, SMALL),
                last,
                state,
                evolve(last.after, to_move=None),
                parse_move("1A"),
                lambda move: parse_move("1B"),
                {},
            )
        assert caught.value.path == path
        assert caught.value.state == state
        assert "1A is legal here, so 1B is legal there" in caught.value.expected


class FewWithoutAnA(OneUp):
    """Who has no A in hand has no choice."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return list(super().plays(view))[: None if "A" in view.hand else 1]


def test_more_moves_in_the_other_game_are_counted() -> None:
    subject = Subject(variant(FewWithoutAnA(1, "Up", TEXT)), evolve(SMALL, lines=8))

    told = [CHECKS["relabelling"].fails(subject, line) for line in subject.lines]

    counted = [each for each in told if each and "legal moves here and" in each.happened]
    assert counted
    assert all(each.expected.startswith("the same game with") for each in counted)


class Keeps:
    """Nobody wins, or it is a draw; the rounds that it was asked about are kept."""

    text = "Nobody wins."
    rules: tuple[str, ...] = ()

    def __init__(self, found: Outcome | None) -> None:
        self.found = found
        self.rounds: set[int] = set()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        self.rounds.add(end.round)
        return self.found


def test_what_decides_at_the_limit_is_asked_about_the_limit_and_victory_about_all_rounds() -> None:
    victory, decide = Keeps(None), Keeps(Outcome(None, "a draw"))
    limited = variant(victory=victory, limit=RoundLimit(3, cast(Any, decide)))

    _same_policies(Subject(limited, SMALL), (1, 0), [{}])

    assert victory.rounds == {1, 2, 3}
    assert decide.rounds == {3}


def test_only_a_card_of_a_hand_is_taken_at_random() -> None:
    row = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))
    peeks = variant(Peeks(1, "Up", TEXT), PeeksAgain(2, "Two", TEXT))
    turns = variant(TurnsOneUp(1, "Up", TEXT), row=row)
    for faulty, at_random in ((peeks, True), (turns, False), (PLAIN, False)):
        subject = Subject(faulty, SMALL)
        state = subject.engine.start(seed=1)
        move = subject.engine.legal_moves(state)[0]
        assert _took_at_random(subject, state, move) is at_random


class StumblesOverOneSide(FirstTo):
    """Fails where player 1 has all of the favor."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        assert set(end.favor) != {1}
        return super().__call__(end)


def test_a_policy_that_does_not_answer_of_the_other_seat_is_named_too() -> None:
    subject = Subject(variant(victory=StumblesOverOneSide(11, 4)), SMALL)

    broken = CHECKS["seat-symmetry"].fails(subject, subject.lines[0])

    assert broken is not None
    assert broken.expected.startswith("victory answers for every way")


def test_a_move_that_is_not_legal_there_is_told_before_any_is_made() -> None:
    subject = Subject(variant(LowFirst(1, "Low", TEXT)), SMALL)
    line = Line(deals=("CCDDEEAABBFFDEFFGGGGG",))  # With the letters exchanged, A or B is at hand.

    broken = CHECKS["relabelling"].fails(subject, line)

    assert broken is not None
    assert broken.expected.startswith("the same game with ")
    assert (broken.path, broken.state) == ((), line.start(subject.engine))
    assert str(broken.move) == "1D"
