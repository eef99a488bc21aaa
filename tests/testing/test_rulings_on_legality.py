"""What is listed is legal, what is legal is listed, and near misses are none."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    From,
    IllegalMoveError,
    Layout,
    Move,
    Observation,
    Pick,
    PileMarker,
    Place,
    Play,
    Row,
    State,
    Step,
    To,
    Variant,
    Who,
    load_engine,
)
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._here_and_now import judged_alike
from hanamikoji_core.testing.checks._legality import (
    _complete_picks,
    _look,
    _missing,
    _near_misses,
    _none_twice,
    _there,
    _unanswered,
    _wrong_picks,
    _wrong_plays,
)
from tests.rogues.counts import ShyAndSaysSo
from tests.rogues.ends import AsksAgainAndAgain
from tests.rogues.plain import PLAIN, SMALL, TwoUp, variant

from .broken_engines import ListsHalf
from .said import TEXT, Counts, Ruling, kept


def test_where_every_card_is_at_hand_each_other_card_may_be_played_too() -> None:
    subject = Subject(load_engine("base").variant, SMALL)
    state = Line(deals=("DABCDEFABCDEEGFFFGGGG",)).start(subject.engine)
    assert str(state.hands[0]) == "ABCDEFG"

    one = [why for _, _, why in _wrong_plays(subject, state, Play(1, (Cards("A"),)))]
    two = [why for _, _, why in _wrong_plays(subject, state, Play(2, (Cards("AB"),)))]

    assert not any(why.startswith("not all cards of") for why in one)
    assert "not all cards of BB are there" in two
    assert CHECKS["legality"].fails(subject, Line(deals=state.setup.deals)) is None


def test_where_every_pile_is_to_be_picked_no_pick_is_one_too_many() -> None:
    engine = load_engine(PLAIN)
    state = engine.apply(engine.start(seed=1), next(m for m in _plays(engine) if m.marker == 3))
    assert state.offer is not None
    reasons = [
        {why for _, _, why in _wrong_picks(evolve(offer, pick=pick))}
        for offer, pick in ((state.offer, 1), (state.offer, 3))
    ]

    assert reasons[0] - reasons[1] == {"it picks one pile too many"}


def test_a_pile_that_may_not_be_picked_is_tried_with_the_others() -> None:
    engine = load_engine(PLAIN)
    state = engine.apply(engine.start(seed=1), next(m for m in _plays(engine) if m.marker == 3))
    assert state.offer is not None
    four = evolve(state.offer, piles=(*state.offer.piles, Cards("A")), among=(0, 1, 3), pick=2)

    assert [(str(pick), why) for pick, _, why in _wrong_picks(four)] == [
        ("/1,4", "there is no such pile"),
        ("/-1,1", "there is no such pile"),
        ("/1", "it picks one pile too few"),
        ("/0,0,1", "it picks one pile twice"),
        ("/0,1,3", "it picks one pile too many"),
        ("/1,2", "that pile is not among those to be picked"),
    ]


def _plays(engine: Engine) -> list[Play]:
    moves = engine.legal_moves(engine.start(seed=1))
    return [move for move in moves if isinstance(move, Play)]


def test_a_deck_with_every_letter_has_no_card_that_it_lacks() -> None:
    wide = evolve(PLAIN, row=Row.of(*[1] * 26))
    subject = Subject(wide, SMALL)
    state = subject.engine.start(seed=1)

    told = {why for _, _, why in _near_misses(subject, state)}

    assert "there is no such marker" in told
    assert not any(why.startswith("the deck has no card") for why in told)
    assert any(
        why == "the deck has no card Z"
        for _, _, why in _near_misses(Subject(PLAIN, SMALL), load_engine(PLAIN).start(seed=1))
    )


def test_where_the_cards_are_there_it_is_no_near_miss() -> None:
    subject = Subject(PLAIN, SMALL)
    state = subject.engine.start(deals=["AABBCCDDDEEEFFFFGGGGG"])

    assert _there(subject, state, 2, (Cards("AB"),))
    assert not _there(subject, state, 2, (Cards("AG"),))
    assert not _there(subject, state, 3, (Cards("A"), Cards("A"), Cards("A")))
    # Of the marker's own sides; and of the player whose turn it is.
    other = evolve(state, to_move=1)
    assert _there(subject, other, 1, (Cards("E"),))
    assert not _there(subject, other, 1, (Cards("A"),))


def test_where_cards_come_from_is_looked_up_at_the_marker_of_the_player() -> None:
    back = PileMarker(
        1, "Back", piles=(1,), rest=To.ASIDE, origins=(From.OWN_SIDE,), text="A card goes."
    )
    each = evolve(PLAIN, markers=(PLAIN.markers[0], variant(back).markers[0]), symmetric=False)
    subject = Subject(each, SMALL, lambda _: Engine(PLAIN))
    state = evolve(
        Engine(PLAIN).start(deals=["AABBCCDDDEEEFFFFGGGGG"]),
        placed=(Cards("F"), Cards("G")),
        to_move=1,
    )

    assert _there(subject, state, 1, (Cards("G"),))
    assert not _there(subject, state, 1, (Cards("E"),))
    assert _there(subject, evolve(state, to_move=0), 1, (Cards("A"),))


class AsksWhomItLikes(TwoUp):
    """Lists both orders, and they differ: the first order asks the opponent, the other oneself."""

    def plays(self, view: Observation) -> Any:
        layouts = list(super().plays(view))
        return dict.fromkeys([*layouts, *(layout[::-1] for layout in layouts)])

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            first, second = (str(pile.known) for pile in action.piles)
            return Ask(who=Who.OPPONENT if first <= second else Who.ACTOR)
        taken = action.picks[0].piles
        return Place(tuple(To.THEIR_SIDE if i in taken else To.OWN_SIDE for i in range(2)))


def test_orders_that_ask_different_players_are_different_plays() -> None:
    assert kept(variant(AsksWhomItLikes(2, "Two", TEXT)), "completeness")


class TakesOneOrderOnly(TwoUp):
    """It lists one order of two piles that are alike, and calls no other order the same."""

    def canonical(self, layout: Layout) -> Layout:
        return layout


def test_an_order_that_canonical_does_not_know_is_set_against_the_one_that_is_listed(
    ruling: Ruling,
) -> None:
    told = ruling(variant(TakesOneOrderOnly(2, "Two", TEXT)), "completeness")

    assert re.search(r"([A-G])-([A-G]) is listed, \2-\1 is not, and canonical does not turn", told)
    assert "sort them in canonical as plays does; if not, list both" in told


class ForgetsTheAnswer(TwoUp):
    """The opponent is asked to pick one of two piles, and nobody looks at the answer."""

    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask()


class AsksTwice(TwoUp):
    """The first answer alone decides nothing, nor does the second: both together do."""

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.picks) < 2:
            return Ask()
        same = action.picks[0] == action.picks[1]
        return Place((To.OWN_SIDE, To.THEIR_SIDE) if same else (To.THEIR_SIDE, To.OWN_SIDE))


def test_a_question_of_two_piles_whose_answer_is_not_looked_at_is_no_choice(
    ruling: Ruling,
) -> None:
    told = ruling(variant(ForgetsTheAnswer(2, "Two", TEXT)), "choices")

    assert "/0, /1 all lead to the same position" in told


def test_two_answers_may_decide_together() -> None:
    assert kept(variant(AsksTwice(2, "Two", TEXT)), "choices")


def test_whether_answers_matter_is_not_looked_for_without_an_end() -> None:
    few = evolve(SMALL, lines=1, positions=1, moves=2)

    assert kept(variant(AsksAgainAndAgain(3, "Shown", TEXT)), "choices", few)


def test_of_two_offers_that_differ_in_what_was_answered_before_the_rest_is_compared() -> None:
    engine = load_engine(PLAIN)
    state = engine.apply(engine.start(seed=1), next(m for m in _plays(engine) if m.marker == 3))
    assert state.offer is not None
    answered = evolve(state, offer=evolve(state.offer, picks=(Pick((0,)),)))

    assert _unanswered(answered) == _unanswered(state) == state
    assert _unanswered(engine.start(seed=1)) == engine.start(seed=1)


def test_plays_of_other_cards_are_not_compared() -> None:
    subject = Subject(PLAIN, SMALL, Counts)
    state = subject.engine.start(seed=1)
    pairs = [move for move in _plays(subject.engine) if move.marker == 4]

    _none_twice(subject, LineStep((), state, None, None, state), PLAIN.markers[0][3], pairs)

    assert len(pairs) > 20
    assert isinstance(subject.engine, Counts)
    assert subject.engine.moves == 0


def test_picks_on_the_line_itself_are_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = Subject(load_engine("base").variant, SMALL, ListsHalf)
    assert CHECKS["completeness"].fails(subject, subject.lines[0]) is not None

    monkeypatch.setattr(Subject, "beside", lambda self, line: iter(()))

    assert any(CHECKS["completeness"].fails(subject, line) for line in subject.lines)


class ForgetsAllAnswers(TwoUp):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if len(action.picks) > 2 else Ask()


class AsksWhomTheFirstAnswerNames(TwoUp):
    """The first answer decides who gives the second, which alone counts."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        first = action.picks[0].piles[0]
        if len(action.picks) == 1:
            return Ask(who=(Who.OPPONENT, Who.ACTOR)[first])
        taken = action.picks[1].piles
        return Place(tuple(To.THEIR_SIDE if i in taken else To.OWN_SIDE for i in range(2)))


def test_where_no_answer_is_looked_at_however_many_there_are_nothing_is_decided(
    ruling: Ruling,
) -> None:
    told = ruling(variant(ForgetsAllAnswers(2, "Two", TEXT)), "choices")

    assert "what is picked decides what happens to the piles" in told


def test_an_answer_may_decide_who_answers_next() -> None:
    assert kept(variant(AsksWhomTheFirstAnswerNames(2, "Two", TEXT)), "choices")


class PicksBoth(TwoUp):
    """Who must pick all has no choice."""

    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(2)


def test_a_question_with_one_answer_need_not_decide_anything() -> None:
    assert kept(variant(PicksBoth(2, "Two", TEXT)), "choices")


def test_the_plays_of_each_player_are_looked_at_with_their_own_marker(ruling: Ruling) -> None:
    faulty = variant(TakesOneOrderOnly(2, "Two", TEXT)).markers[0]
    each = evolve(PLAIN, markers=(faulty, PLAIN.markers[1]), symmetric=False)

    assert "marker 2 (Two)" in ruling(each, "completeness")


def test_what_is_missing_and_what_is_listed_twice_is_told_with_the_moves_before() -> None:
    subject = Subject(variant(TakesOneOrderOnly(2, "Two", TEXT)), SMALL)
    state = subject.engine.start(deals=["AABBCCDDDEEEFFFFGGGGG"])
    step = LineStep((Play(1, (Cards("G"),)),), state, None, None, state)
    marker = subject.variant.marker(0, 2)
    one, two = (Cards("A"), Cards("B")), (Cards("B"), Cards("A"))

    others: list[set[Layout]] = [{two}, {(Cards("A"), Cards("C"))}]
    for listed in others:
        broken = _missing(subject, step, marker, one, listed)
        assert (broken.path, broken.state) == (step.path, state)
        assert broken.move == Play(2, one)
    with pytest.raises(Broken) as caught:
        _none_twice(
            Subject(variant(TwoUp(2, "Two", TEXT)), SMALL),
            step,
            marker,
            [Play(2, one), Play(2, two)],
        )
    assert (caught.value.path, caught.value.move) == (step.path, Play(2, two))


@pytest.mark.parametrize("listed", [(0, 2), (0,)])
def test_after_a_pick_that_is_like_another_the_others_are_looked_at_too(
    listed: tuple[int, ...],
) -> None:
    class ListsFew(Engine):
        def legal_moves(self, state: State) -> tuple[Move, ...]:
            if state.offer is None:
                return super().legal_moves(state)
            return tuple(Pick((at,)) for at in listed)

    subject = Subject(PLAIN, SMALL, ListsFew)
    start = subject.engine.start(deals=["AABBCCDDDEEEFFFFGGGGG"])
    state = subject.engine.apply(start, Play(3, (Cards("A"), Cards("A"), Cards("B"))))
    assert state.offer is not None
    step = LineStep((), start, None, None, state)

    if listed == (0, 2):
        _complete_picks(subject, step, state.offer)  # /1 is like /0.
    else:
        with pytest.raises(Broken, match="/2 is not listed, and none that is looks the same"):
            _complete_picks(subject, step, state.offer)


def test_a_covered_pile_is_known_by_its_place() -> None:
    engine = load_engine(PLAIN)
    state = engine.apply(engine.start(seed=1), next(m for m in _plays(engine) if m.marker == 3))
    assert state.offer is not None
    covered = evolve(state.offer, seen_by=(frozenset({0}), *state.offer.seen_by[1:]))

    assert _look(covered, (0,)) == ("pile 0",)
    assert _look(covered, (2,)) == (str(covered.piles[2]),)


class Remembers(Engine):
    """Whatever it has listed once, it accepts for ever, and the move changes nothing."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.listed: set[int] = set()
        self.kept: list[Move] = []

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = super().legal_moves(state)
        self.kept += moves
        self.listed.update(map(id, moves))
        return moves

    def remembers(self, move: Move) -> bool:
        return id(move) in self.listed

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError:
            if self.remembers(move):
                return state
            raise


class RemembersEqualOnes(Remembers):
    def remembers(self, move: Move) -> bool:
        return move in self.kept


def _lists_by_the_hand(subject: Subject, line: Line) -> bool:
    """Whether a player had a pair in hand, and later one of its cards and no pair."""
    try:
        judged_alike(subject, line)
    except Broken:
        return True
    return False


@pytest.mark.parametrize("make", [Remembers, RemembersEqualOnes])
def test_a_play_that_another_position_lists_is_not_legal_here(
    make: type[Engine],
) -> None:
    subject = Subject(variant(ShyAndSaysSo(1, "Shy", TEXT)), SMALL, make)

    shy = next(line for line in subject.lines if _lists_by_the_hand(subject, line))

    with pytest.raises(Broken) as caught:
        judged_alike(subject, shy)

    broken = caught.value
    assert "not legal here, since plays of marker 1 (Shy) does not list it" in broken.expected
    assert broken.happened.startswith("the play object that was listed after ")
    assert broken.happened.endswith("was accepted")


class KnowsItsOwnOnly(Remembers):
    """Only the very objects that it has listed are legal."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Play) and not self.remembers(move):
            raise IllegalMoveError("I have not listed this one")
        return super(Remembers, self).apply(state, move, player=player)


class KnowsEqualsBadly(KnowsItsOwnOnly):
    """What is typed in ends the game."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super(Remembers, self).apply(state, move, player=player)
        if isinstance(move, Play) and not self.remembers(move):
            return evolve(after, round=after.round + 1)
        return after


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (KnowsItsOwnOnly, "is refused: I have not listed this one"),
        (KnowsEqualsBadly, "leads to another position"),
    ],
)
def test_a_play_that_was_typed_in_is_judged_as_the_listed_one(
    make: type[Engine], says: str
) -> None:
    subject = Subject(PLAIN, SMALL, make)

    told = [CHECKS["legality"].fails(subject, line) for line in subject.lines]

    (broken, *_) = [each for each in told if each is not None]
    assert broken.happened.startswith("a new, equal play ")
    assert broken.happened.endswith(says)
