"""What the checks say of small faults, one after the other; large ones hang in the gallery."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import pytest
from attrs import evolve, field, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    FaceDown,
    Favor,
    FirstTo,
    From,
    Glimpse,
    HouseRule,
    Layout,
    Majority,
    MoreCharm,
    Observation,
    Outcome,
    PileMarker,
    Place,
    Play,
    PluginError,
    PluginWarning,
    RoundEnd,
    RoundLimit,
    Row,
    State,
    Step,
    Take,
    To,
    Variant,
    VariantError,
    Who,
    load_engine,
    plugins,
)
from hanamikoji_core.events import Revealed
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._blame import listed_twice
from hanamikoji_core.testing._lines import Line, Met, walk
from hanamikoji_core.testing._lines import Step as LineStep
from hanamikoji_core.testing._rulings import described
from hanamikoji_core.testing._subject import Subject, named
from hanamikoji_core.testing.checks._effects import course_of
from hanamikoji_core.testing.checks._flow import _Way, _with_others_taken
from hanamikoji_core.testing.checks._knowledge import _play_on
from hanamikoji_core.testing.checks._legality import (
    _ends_round,
    _near_misses,
    _there,
    _wrong_picks,
    _wrong_plays,
)
from hanamikoji_core.testing.checks._outcome import more_charm
from hanamikoji_core.testing.checks._round_ends import many_favors
from hanamikoji_core.testing.checks._secrecy import _new_in
from hanamikoji_core.testing.checks._spies import Question, ask, spied
from tests.rogues.ends import AsksAgainAndAgain
from tests.rogues.plain import PLAIN, OneUp, ThreeShown, TwoUp, plain, variant
from tests.rogues.test_rogues import SMALL

from .broken_engines import DealsTheLastCard
from .conftest import Hear

_TEXT = "A rule for the tests."
_SHORT = RoundLimit(1, MoreCharm())


Ruling: TypeAlias = Callable[[Variant, str], str]


@pytest.fixture
def ruling(hear: Hear) -> Ruling:
    """``ruling(variant, check)``: what the check says, in one line; it must fail."""

    def told(variant: Variant, check: str) -> str:
        result = Examination(variant, SMALL).result(check)
        assert result.status == "failed", str(result)
        hear(result.ruling)
        return " ".join(str(result).split())

    return told


def kept(variant: Variant, check: str) -> bool:
    return Examination(variant, SMALL).result(check).status == "passed"


def registered(monkeypatch: pytest.MonkeyPatch, variant: Variant, *rules: HouseRule) -> None:
    """Let the variant be known by its name."""
    found = plugins.Registry({variant.name: variant}, {rule.name: rule for rule in rules})
    monkeypatch.setattr(plugins, "_loaded", {False: found})


# metadata: the reference can be printed


@frozen
class Worded(Majority):
    text: str = ""


@frozen
class Undecided:
    """Nobody wins, and it is told in these words."""

    text: str
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(None, "nobody decides")


def _burn(**changes: Any) -> Variant:
    return variant(evolve(plain(2), **changes))


@pytest.mark.parametrize(
    ("faulty", "says"),
    [
        (variant(title=7), "title is int, not a text"),
        (variant(title=""), "title is empty"),
        (variant(title="Two\nlines"), "title is not on one line and without control characters"),
        (_burn(text="Two \x1b[31mcards."), "is not without control characters"),
        (
            evolve(_burn(rules=("B2",)), notes={"B2": "Two cards."}),
            "notes['B2'] has the ID of a rule of marker 2 (Burn)",
        ),
        (variant(summary=" Long. "), "summary begins or ends with white space: ' Long. '"),
        (variant(sources=()), "sources is empty"),
        (variant(sources=7), "sources is int, not a tuple of strings"),
        (variant(sources=("",)), "an entry of sources is empty"),
        (variant(notes={"X1": ""}), "notes['X1'] is empty"),
        (variant(notes={"X 1": "A rule."}), "notes holds 'X 1', which is no ID"),
        (_burn(name=""), "the name of marker 2 () is empty"),
        (_burn(text="Two cards"), "marker 2 (Burn) does not end like a sentence: 'Two cards'"),
        (_burn(rules="A2"), "rules of marker 2 (Burn) is one string, 'A2'; a comma is missing"),
        (_burn(rules=("A 2",)), "rules of marker 2 (Burn) holds 'A 2', which is no ID"),
        (_burn(rules=(2,)), "an entry of rules of marker 2 (Burn) is int, not a text"),
        (variant(scoring=Worded()), "the text of scoring is empty"),
        (variant(victory=FirstTo(11, 4, cast(Any, 7))), "rules of victory is int, not a tuple"),
        (
            variant(limit=RoundLimit(1, Undecided("A draw"))),
            "the text of limit.decide does not end like a sentence: 'A draw'",
        ),
    ],
)
def test_what_readers_need_is_asked_for(ruling: Ruling, faulty: Variant, says: str) -> None:
    assert says in ruling(faulty, "metadata")


def test_a_house_rule_has_a_text_for_readers_as_well(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(variant: Variant) -> Variant:
        return evolve(variant, limit=_SHORT)

    right = HouseRule(
        name="one-round",
        title="One round",
        text="One round decides.",
        change=short,
        rules=("H1",),
        sources=("Here",),
    )
    layered = right(PLAIN)
    for rule, says in (
        (evolve(right, text=""), "the text of house rule one-round is empty"),
        (
            evolve(right, sources=cast(Any, "Here")),
            "sources of house rule one-round is one string, 'Here'",
        ),
        (evolve(right, rules=("H 1",)), "rules of house rule one-round holds 'H 1'"),
    ):
        registered(monkeypatch, PLAIN, rule)
        assert says in ruling(layered, "metadata")

    registered(monkeypatch, PLAIN, right)
    assert kept(layered, "metadata")
    registered(monkeypatch, PLAIN)  # A house rule that is not known here has no text to ask for.
    assert kept(layered, "metadata")


# values, repeatable, hand-only: the parts answer the same whenever they are asked


@frozen(hash=False, eq=True, unsafe_hash=False)
class Unhashable(Majority):
    log: list[str] = field(factory=list)
    __hash__ = None  # type: ignore[assignment]


class EqualsEverything(OneUp):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def test_a_part_that_cannot_be_hashed_is_no_value(ruling: Ruling) -> None:
    told = ruling(variant(scoring=Unhashable()), "values")

    assert "scoring: TypeError was raised: unhashable type: 'Unhashable'" in told
    assert "to mend it decorate its class with attrs.frozen" in told


def test_a_part_that_equals_anything_is_no_value(ruling: Ruling) -> None:
    assert "marker 1 (Up) is equal to anything" in ruling(
        variant(EqualsEverything(1, "Up", _TEXT)), "values"
    )


def test_a_house_rule_gives_the_same_variant_each_time(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = iter(range(1, 99))

    def counting(variant: Variant) -> Variant:
        return evolve(variant, limit=RoundLimit(next(limits), MoreCharm()))

    def steady(variant: Variant) -> Variant:
        return evolve(variant, limit=_SHORT)

    wrong, right = (
        HouseRule(name="short", title="Short", text=_TEXT, change=change)
        for change in (counting, steady)
    )
    registered(monkeypatch, PLAIN, wrong)
    layered = load_engine("under-suspicion+short").variant
    assert "house rule 'short' changes a variant in the same way every time" in ruling(
        layered, "values"
    )

    registered(monkeypatch, PLAIN, right)
    assert kept(load_engine("under-suspicion+short").variant, "values")


class RefusesToBeAskedAgain(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        if any(action is before for before in _ASKED):
            raise RuntimeError("asked before")
        _ASKED.append(action)
        return super().step(view, action)


_ASKED: list[Action] = []


@frozen
class FlipsACoin(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        return tuple(random.choice((0, 1)) for _ in Majority.__call__(self, end))


@frozen
class TakesTurns(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        _TURNS.append(end.round)
        return (len(_TURNS) % 2, *Majority.__call__(self, end)[1:])


_TURNS: list[int] = []


def test_an_answer_that_comes_once_only_is_no_answer(ruling: Ruling) -> None:
    told = ruling(variant(RefusesToBeAskedAgain(1, "Up", _TEXT)), "repeatable")

    assert "step of marker 1 (Up) answers the same question in the same way every time" in told
    assert "asked again, RuntimeError raised" in told


def test_policies_are_asked_again_like_markers(ruling: Ruling) -> None:
    drew = ruling(variant(scoring=FlipsACoin()), "repeatable")
    assert "scoring drew from Python's global random generator" in drew

    changed = ruling(variant(scoring=TakesTurns()), "repeatable")
    assert "scoring answers the same question in the same way every time" in changed
    assert "asked about RoundEnd(" in changed


class NeedsAnEmptyTable(OneUp):
    hand_only = True

    def plays(self, view: Observation) -> Any:
        if view.placed[0] or view.placed[1]:
            raise KeyError("table")
        return super().plays(view)


def test_a_marker_that_fails_at_a_real_table_is_not_hand_only(ruling: Ruling) -> None:
    told = ruling(variant(NeedsAnEmptyTable(1, "Up", _TEXT)), "hand-only")

    assert (
        "plays answers at this table otherwise than at an empty one: KeyError raised, and" in told
    )


# protocol, canonical: one play has one name


class ListsNothing(OneUp):
    def plays(self, view: Observation) -> Any:
        return None


def test_a_list_of_plays_that_is_none_breaks_the_protocol(ruling: Ruling) -> None:
    faulty = variant(ListsNothing(1, "Up", _TEXT))

    assert "marker 1 (Up) of 'under-suspicion' listed its plays as NoneType" in ruling(
        faulty, "protocol"
    )
    assert Examination(faulty, SMALL).result("hand-only").by == "protocol"


class KeepsTurning(ThreeShown):
    """The listed order stays as it is; any other is turned by one, and so never settles."""

    def canonical(self, layout: Layout) -> Layout:
        ordered = tuple(sorted(layout, key=str))
        return layout if layout == ordered else (*layout[1:], layout[0])


class AnswersAList(TwoUp):
    def canonical(self, layout: Layout) -> Any:
        return sorted(layout, key=str) if str(layout[0]) > str(layout[1]) else layout


class LosesAPile(TwoUp):
    def canonical(self, layout: Layout) -> Layout:
        return layout[:1] if str(layout[0]) > str(layout[1]) else layout


def test_a_name_is_its_own_name(ruling: Ruling) -> None:
    told = ruling(variant(KeepsTurning(3, "Shown", _TEXT)), "canonical")

    assert "canonical of marker 3 (Shown) gives its own answer back" in told
    assert "and something else of that" in told


@pytest.mark.parametrize("kind", [AnswersAList, LosesAPile])
def test_a_name_holds_the_piles_and_nothing_else(ruling: Ruling, kind: type[TwoUp]) -> None:
    told = ruling(variant(kind(2, "Two", _TEXT)), "canonical")

    assert "takes the piles of a listed play in any order, and only reorders them" in told
    assert "it makes " in told


# legality


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


# declaration, destinations


class SetsThePairsAside(PileMarker):
    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        return Place((To.ASIDE, To.ASIDE)) if isinstance(answer, Place) else answer


def test_other_places_than_declared_are_told_in_words(ruling: Ruling) -> None:
    pairs = SetsThePairsAside(4, "Pairs", piles=(2, 2), pick=1, text=_TEXT)

    told = ruling(variant(pairs), "declaration")

    assert "marker 4 (Pairs) declares where the piles go: " in told
    assert "opponent's side, face up, own side, face up" in told
    assert "it makes it aside, face down, not scored, aside, face down, not scored" in told


class DrawsForTheBest(OneUp):
    """With a card of the last geisha, a card is drawn and put back; with any other, not."""

    def step(self, view: Observation, action: Action) -> Step:
        if action.taken:
            return Place((To.OWN_SIDE, To.DECK_TOP))
        best = str(action.piles[0].known) == view.row.letters[-1]
        return Take(1) if best else Place((To.OWN_SIDE,))


def test_what_is_done_with_some_cards_only_is_told_by_what_is_done(ruling: Ruling) -> None:
    told = ruling(variant(DrawsForTheBest(1, "Up", _TEXT)), "destinations")

    assert "it takes 1 from" in told
    assert "it places pile 0 of 1 (1 card): own side, face up" in told


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
    assert kept(variant(AsksWhomItLikes(2, "Two", _TEXT)), "completeness")


# scoring, outcome


@frozen
class RefusesFavor(Majority):
    """Answers as long as the second player does not hold the favor of the first geisha."""

    answer: Any = KeyError

    def __call__(self, end: RoundEnd) -> Any:
        found = Majority.__call__(self, end)
        if end.favor[0] != 1:
            return found
        if self.answer is KeyError:
            raise KeyError(end.favor)
        return (self.answer, *found[1:])


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (KeyError, ": it raised KeyError: "),
        (2, "for A it answered 2"),
        (True, "for A it answered True"),
    ],
)
def test_scoring_is_asked_about_rounds_that_came_out_otherwise(
    ruling: Ruling, answer: Any, says: str
) -> None:
    assert says in ruling(variant(scoring=RefusesFavor(answer=answer)), "scoring")


@frozen
class Minority(Majority):
    """Whoever has fewer cards wins the favor."""

    majority: bool = False

    def __call__(self, end: RoundEnd) -> Any:
        return Majority.__call__(self, evolve(end, placed=end.placed[::-1]))


def test_scoring_that_does_not_go_by_the_majority_says_so(ruling: Ruling) -> None:
    assert kept(variant(scoring=Minority()), "scoring")
    assert "whoever has more of her cards wins her favor" in ruling(
        variant(scoring=Minority(majority=True)), "scoring"
    )


@frozen
class AnswersYesOrNo(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(bool(found.winner), found.reason)


@frozen
class StumblesOverOne(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        if end.favor == (0, 0, 1, 0, 1, 0, 0):
            raise KeyError(None)
        return FirstTo.__call__(self, end)


def test_a_winner_is_a_number_of_a_seat(ruling: Ruling) -> None:
    assert "a winner is 0, 1 or None" in ruling(variant(victory=AnswersYesOrNo(11, 4)), "outcome")


def test_victory_answers_for_every_favor(ruling: Ruling) -> None:
    told = ruling(variant(victory=StumblesOverOne(11, 4)), "outcome")

    assert "victory answers for every distribution of the favor" in told
    assert "it raised KeyError for A0 B0 C1 D0 E1 F0 G0" in told


@frozen
class OverlooksOne(FirstTo):
    """One distribution of the favor is not seen to be won."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None if end.favor == (0, 1, 0, 0) else FirstTo.__call__(self, end)


def test_of_a_short_row_every_favor_is_looked_at(ruling: Ruling) -> None:
    row = Row.of(5, 5, 5, 6)
    assert kept(variant(row=row, victory=FirstTo(11, 3)), "outcome")
    assert "A0 B1 C0 D0" in ruling(variant(row=row, victory=OverlooksOne(11, 3)), "outcome")


@frozen
class StarterLoses:
    text: str = "Who started loses."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(1 - end.starting_player, "the other one started")


def test_who_decides_otherwise_at_the_limit_is_held_to_no_goal() -> None:
    assert kept(variant(limit=RoundLimit(1, StarterLoses())), "outcome")


# spies, guesses


def test_a_spy_answers_as_its_marker_does_and_writes_down_what_was_asked() -> None:
    log: list[Question] = []
    ((spy, *_), _) = spied(PLAIN, lambda marker, player: f"{marker.name} of {player}", log).markers
    marker = PLAIN.markers[0][0]
    view = load_engine(PLAIN).observe(load_engine(PLAIN).start(seed=1), 0)
    pile = view.hand.combinations(1)[0]
    action = Action((Glimpse(pile, 1),), 1)

    assert list(spy.plays(view)) == list(marker.plays(view))
    assert spy.canonical((pile,)) == marker.canonical((pile,))
    assert spy.step(view, action) == marker.step(view, action)

    assert [(q.called, q.method) for q in log] == [
        ("Secret of 0", method) for method in ("plays", "canonical", "step")
    ]
    assert all(ask(q.asked, q.method, q.arguments) == q.answer for q in log)


def test_a_round_that_does_not_end_is_left_to_another_check() -> None:
    endless = variant(AsksAgainAndAgain(3, "Shown", _TEXT))
    subject = Subject(endless, SMALL)
    state = subject.engine.start(seed=1)
    shown = next(m for m in subject.engine.legal_moves(state) if str(m).startswith("3"))
    state = subject.engine.apply(state, shown)

    # No error is raised, and it comes back.
    _play_on(subject, LineStep((), state, None, None, state), state, None, random.Random(1))


# seat-symmetry, relabelling


def test_equal_seats_have_equal_markers(ruling: Ruling) -> None:
    markers = tuple(map(plain, (1, 2, 3, 4)))
    others = (evolve(plain(1), name="Other secret"), *markers[1:])
    uneven = evolve(PLAIN, markers=(markers, others))

    assert "both players have the same markers" in ruling(uneven, "seat-symmetry")
    result = Examination(evolve(uneven, symmetric=False), SMALL).result("seat-symmetry")
    assert result.status == "not claimed"


class TheFirstInHand(OneUp):
    """The card of the first letter in hand: as many plays as with exchanged letters, but others."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return [(view.hand.combinations(1)[0],)]


def test_a_move_that_is_legal_stays_legal_with_the_letters_exchanged(ruling: Ruling) -> None:
    told = ruling(variant(TheFirstInHand(1, "Up", _TEXT)), "relabelling")

    assert "is legal here, so" in told
    assert "the same game with" in told
    assert "go by charm, not by the letter" in told
    assert "it was refused: " in told


def test_the_last_moves_of_a_round_are_compared_up_to_the_next_deal() -> None:
    closely = evolve(SMALL, positions=60)

    assert Examination("base", closely).result("relabelling").status == "passed"


# rulings


def test_a_position_after_the_end_tells_the_outcome() -> None:
    engine = load_engine("base")
    state = engine.start(seed=7)
    while state.outcome is None:
        state = engine.apply(state, engine.legal_moves(state)[0])

    first, *_, last = described(state).splitlines()

    assert ", the game is over;" in first
    assert last == f"outcome: {state.outcome.winner}, {state.outcome.reason}"


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

    assert "victory of a round with the seats exchanged is the exchanged one" in told
    assert "treat both alike; or set symmetric=False" in told
    assert "view.viewer" not in told


class TakesOneOrderOnly(TwoUp):
    """It lists one order of two piles that are alike, and calls no other order the same."""

    def canonical(self, layout: Layout) -> Layout:
        return layout


def test_an_order_that_canonical_does_not_know_is_set_against_the_one_that_is_listed(
    ruling: Ruling,
) -> None:
    told = ruling(variant(TakesOneOrderOnly(2, "Two", _TEXT)), "completeness")

    assert re.search(r"([A-G])-([A-G]) is listed, \2-\1 is not, and canonical does not make", told)
    assert "let canonical sort them as plays does; else list both" in told


def test_a_variant_with_house_rules_names_all_plug_ins_that_it_is_of(
    ruling: Ruling,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = HouseRule(
        name="short",
        title="Short",
        text="One round.",
        change=lambda variant: evolve(variant, summary=""),
        plugin="tea 2",
    )
    registered(monkeypatch, evolve(PLAIN, plugin="mine 1"), short)

    told = ruling(load_engine("under-suspicion+short").variant, "metadata")

    assert "(plug-in mine 1, tea 2)" in told


def test_what_is_expected_is_not_said_twice(ruling: Ruling) -> None:
    told = ruling(variant(ListsNothing(1, "Up", _TEXT)), "protocol")

    assert told.startswith(f"protocol: {CHECKS['protocol'].promise}")
    assert "expected" not in told


class ReadsTheRestOfTheHand(OneUp):
    """Where the card goes depends on what is left in hand, and `hand_only` is claimed."""

    hand_only = True

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE if "G" in view.hand else To.OWN_SIDE,))


def test_what_a_step_answers_at_a_real_table_is_told_with_its_question(ruling: Ruling) -> None:
    told = ruling(variant(ReadsTheRestOfTheHand(1, "Up", _TEXT)), "hand-only")

    assert "claims hand_only, so step answers from the action alone" in told
    assert re.search(r"asked about the piles [A-G] and the picks \[\], step answers at", told)
    assert "otherwise than at an empty one: to[0]: To.ASIDE, and To.OWN_SIDE" in told


@frozen
class ServesOneSeat:
    text: str = "The first player wins."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(0, "the first player")


def test_what_decides_at_the_limit_is_named_if_it_favors_a_seat(ruling: Ruling) -> None:
    told = ruling(variant(limit=RoundLimit(1, ServesOneSeat())), "seat-symmetry")

    assert "limit.decide of a round with the seats exchanged is the exchanged one" in told


@pytest.mark.parametrize("notes", [["T1: No talking."], None])
def test_notes_are_a_dictionary(ruling: Ruling, notes: Any) -> None:
    told = ruling(variant(notes=notes), "metadata")

    assert f"notes is {type(notes).__name__}, not a dictionary" in told


@frozen
class AnswersInWords(FirstTo):
    """Of one distribution of the favor, it says who wins in words."""

    def __call__(self, end: RoundEnd) -> Any:
        return "player 0" if end.favor == (0,) * 7 else FirstTo.__call__(self, end)


def test_victory_answers_an_outcome(ruling: Ruling) -> None:
    told = ruling(variant(victory=AnswersInWords(11, 4)), "outcome")

    assert "victory answers an Outcome or None" in told
    assert "for A0 B0 C0 D0 E0 F0 G0 it answered 'player 0'" in told


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
    told = ruling(variant(AsksIfItIsHigh(1, "Up", _TEXT), row=row), "secrecy")

    assert "yet the viewer can tell which it was: the events differ in events[2]: " in told


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
        assert view.hand_sizes[view.viewer or 0] >= 0
        assert all(len(pick.piles) == self.pick for pick in action.picks)
        return super().step(view, action)


_MANY = Row.of(2, 2, 3, 3, 4, 4, 5, 5, 6)
_MORE = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))
_UP_AND_DOWN = PileMarker(
    2, "Two", piles=(1, 1), rest=(To.OWN_SIDE, To.OWN_SIDE_FACE_DOWN), text=_TEXT
)


@pytest.mark.parametrize(
    ("correct", "check"),
    [
        (variant(PileMarker(3, "One and two", piles=(1, 2), text=_TEXT)), "secrecy"),
        (variant(TurnsOneUp(1, "Up", _TEXT), row=_MORE), "secrecy"),
        (variant(_UP_AND_DOWN), "completeness"),
        (variant(markers=(_UP_AND_DOWN,), hand_size=1), "completeness"),
        (variant(AsksForEverInEitherOrder(2, "Two", _TEXT)), "completeness"),
        (variant(OneOnTop(2, "Two", _TEXT), row=_MANY, victory=FirstTo(18, 5)), "determinize"),
        (variant(Peeks(1, "Up", _TEXT), PeeksAgain(2, "Two", _TEXT)), "destinations"),
        (variant(IsParticular(3, "Three", piles=(1, 1, 1), pick=2, text=_TEXT)), "declaration"),
    ],
    ids=[
        "the same cards are turned up in another order",
        "a card is turned up, and it might have been played",
        "two places are alike once the round is over",
        "every second action ends a round",
        "what asks for ever is not followed for ever",
        "too many arrangements fit to be counted",
        "a card that was seen before is somewhere in that hand",
        "a declarative marker of its own class looks at all that it is given",
    ],
)
def test_no_false_alarm(correct: Variant, check: str) -> None:
    closely = evolve(SMALL, lines=6, positions=14)
    result = Examination(correct, closely).result(check)

    assert result.status == "passed", str(result)


def test_what_asks_for_ever_does_not_end_the_round() -> None:
    subject = Subject(variant(AsksForEverInEitherOrder(2, "Two", _TEXT)), SMALL)
    state = subject.engine.start(seed=1)
    play = next(m for m in subject.engine.legal_moves(state) if str(m).startswith("2"))

    assert not _ends_round(subject, state, play)


def test_a_play_that_is_listed_twice_is_looked_for_where_the_error_came_from() -> None:
    def fails(state: State) -> None:
        raise PluginError("listed the same play twice")

    subject = Subject(PLAIN, SMALL)
    with pytest.raises(PluginError) as caught:
        fails(subject.engine.start(seed=1))

    # Nothing is listed twice there, nor where nothing was asked.
    assert listed_twice(subject, caught.value) == ""
    assert listed_twice(subject, PluginError("listed the same play twice")) == ""


class Leaves(Engine):
    def narrate(self, *_: object) -> Any:
        raise SystemExit("it is late")


class Interrupts(Engine):
    def narrate(self, *_: object) -> Any:
        raise KeyboardInterrupt


def test_who_leaves_is_told_of_and_who_interrupts_is_obeyed() -> None:
    left = Examination(PLAIN, SMALL, Leaves).result("memory")
    assert "SystemExit was raised: it is late (test_rulings.py, line " in " ".join(
        str(left).split()
    )

    with pytest.raises(KeyboardInterrupt):
        Examination(PLAIN, SMALL, Interrupts).result("memory")


def test_a_card_that_was_seen_stays_where_it_can_be_when_others_change_places() -> None:
    subject = Subject(variant(Peeks(1, "Up", _TEXT), PeeksAgain(2, "Two", _TEXT)), SMALL)
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


class KeepsOnTies(Majority):
    """It says that ties put the marker back, and leaves it where it is."""

    def __call__(self, end: RoundEnd) -> Any:
        return Majority()(end)


class ResetsOnTies(Majority):
    """It says nothing, and puts the marker back."""

    def __call__(self, end: RoundEnd) -> Any:
        return Majority(tie_resets=True)(end)


def test_a_tie_is_held_to_what_the_scoring_says_of_it(ruling: Ruling) -> None:
    keeps = ruling(variant(scoring=KeepsOnTies(tie_resets=True)), "scoring")
    assert "on a tie the victory marker goes back to the centre" in keeps

    resets = ruling(variant(scoring=ResetsOnTies()), "scoring")
    assert "on a tie the victory marker does not move" in resets

    assert kept(variant(scoring=Majority(tie_resets=True)), "scoring")


class GivesNoReason(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = super().__call__(end)
        return found and evolve(found, reason=" ")


def test_a_reason_is_in_words(ruling: Ruling) -> None:
    told = ruling(variant(victory=GivesNoReason(11, 4)), "outcome")

    assert "an outcome gives its reason in words" in told
    assert "it gives ' '" in told


def test_a_marker_of_one_player_is_told_with_the_player() -> None:
    base = load_engine("base").variant
    one, two = base.markers[0], base.markers[0][::-1]

    for markers, called in (((one, one), ""), ((one, two), " of player 1")):
        subject = Subject(evolve(base, markers=markers), SMALL)
        assert subject.called(one[0], 1) == f"marker 1 (Secret){called}"
        assert subject.called(one[0]) == "marker 1 (Secret)"


def test_the_marker_that_only_one_player_has_is_named_with_the_player(ruling: Ruling) -> None:
    faulty = variant(ReadsTheRestOfTheHand(1, "Up", _TEXT))
    each = evolve(PLAIN, markers=(PLAIN.markers[0], faulty.markers[0]), symmetric=False)

    assert "marker 1 (Up) of player 1 claims hand_only" in ruling(each, "hand-only")


def test_what_a_marker_of_one_player_declares_is_told_with_the_player(hear: Hear) -> None:
    named = tuple(evolve(plain(number), name="My own") for number in (1, 2, 3, 4))
    each = evolve(PLAIN, markers=(PLAIN.markers[0], named), symmetric=False)

    result = Examination(each, SMALL, DealsTheLastCard).result("hand-accounting")

    hear(result.ruling)
    assert re.search(r"as marker \d \([\w ]+\) of player \d declares", str(result.ruling))


def test_what_is_registered_can_be_replayed_at_once(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = variant(ReadsTheRestOfTheHand(1, "Up", _TEXT))
    registered(monkeypatch, faulty)

    told = ruling(faulty, "hand-only")

    assert "to see it save this text in a file and run: hanamikoji replay --open FILE" in told


class GoesByWhatItStole(OneUp):
    """The own card goes where the letter of one of the other hand says."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND, seen=True)
        low = str(action.piles[1].known) in "ABC"
        return Place((To.OWN_SIDE if low else To.ASIDE, To.THEIR_HAND))


def test_a_card_of_the_other_hand_may_be_any_card(ruling: Ruling) -> None:
    told = ruling(variant(GoesByWhatItStole(1, "Up", _TEXT)), "destinations")

    assert "of player 1's hand" in told


@pytest.mark.parametrize(
    ("favor", "compare", "winner"),
    [
        ((0, 0, 1, None), True, 0),
        ((1, 1, None, 0), True, 0),
        ((0, 0, None, 1), True, 1),
        ((1, 1, None, 0), False, None),
        ((1, 0, 0, 1), True, 1),
        ((None, None, None, None), True, None),
    ],
)
def test_equal_charm_is_decided_by_the_dearest_favor_that_one_player_has_alone(
    favor: Favor, compare: bool, winner: int | None
) -> None:
    row = Row.of(1, 2, 2, 3)
    end = RoundEnd(row, 3, 0, (Cards(), Cards()), favor)

    assert more_charm(end, compare) == winner
    found = MoreCharm(compare_favors=compare)(end)
    assert found.winner == winner


def test_an_error_that_was_met_has_the_text_of_the_error() -> None:
    assert str(Met(KeyError("A"), (), None, None)) == "'A'"


def test_a_course_begins_where_the_game_does() -> None:
    engine = load_engine("base")
    start = Line().start(engine)

    (step,) = walk(engine, Line()).steps
    assert (step.path, step.opened, step.before, step.move) == ((), start, None, None)
    assert step.after == start


class DecidesByChance:
    text = "A coin is flipped."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        return Outcome(int(random.random() * 2), "the coin")


def test_what_decides_at_the_limit_is_named_where_it_answers_otherwise(ruling: Ruling) -> None:
    told = ruling(variant(limit=RoundLimit(1, DecidesByChance())), "repeatable")

    assert "limit.decide drew from Python's global random generator" in told


def test_lots_are_described_with_who_saw_them() -> None:
    state = load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    lots = [
        FaceDown(Cards("AB"), 0, 2, None, frozenset()),
        FaceDown(Cards("C"), 1, 1, 1, frozenset({None, 1})),
    ]

    told = described(evolve(state, facedown=tuple(lots), favor=(0, 1, *[None] * 5)))

    assert "face down: AB before player 0, by marker 2, not scored, seen by nobody" in told
    assert "face down: C before player 1, by marker 1, scores for 1, seen by 1, spectators" in told
    assert "favor: A 0 B 1 C - D - E - F - G -" in told


class OfOtherSizes(PileMarker):
    """It declares one card and a pair, and lists the pair first."""

    def plays(self, view: Observation) -> Any:
        return [layout[::-1] for layout in super().plays(view)]

    def canonical(self, layout: Layout) -> Layout:
        return layout


def test_piles_are_of_the_sizes_that_are_declared(ruling: Ruling) -> None:
    faulty = OfOtherSizes(3, "Three", piles=(1, 2), rest=(To.ASIDE, To.ASIDE), text=_TEXT)

    assert "declares piles of: (1, 2)" in ruling(variant(faulty), "declaration")


class WithoutFields:
    """A scoring that says nothing of ties, which stay."""

    text = "More cards win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        return Majority()(end)


class NobodyWins(WithoutFields):
    majority = False

    def __call__(self, end: RoundEnd) -> Any:
        return (None,) * len(end.row)


def test_what_a_scoring_does_not_say_is_as_usual() -> None:
    assert kept(variant(scoring=WithoutFields()), "scoring")
    assert kept(variant(scoring=NobodyWins()), "scoring")


def test_favors_are_all_tried_where_they_are_few() -> None:
    assert len(list(many_favors(2, 9))) == len(set(many_favors(2, 9))) == 9
    assert len(list(many_favors(2, 8))) == 8
    assert list(many_favors(7, 3)) == [(None,) * 7, (0,) * 7, (1,) * 7]
    assert len(list(many_favors(7, 40))) == 40


def test_cards_that_were_named_before_are_not_new() -> None:
    event = Revealed(0, Cards("AAAB"))

    assert _new_in(event, Counter("AA")) == ["A", "B"]
    assert _new_in(event, Counter()) == ["A", "A", "A", "B"]
    assert _new_in(None, Counter("A")) == []


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


class LowFirst(OneUp):
    """A card of A and B must go before any other; the letters are said to make no difference."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        plays = list(super().plays(view))
        return [(cards,) for (cards,) in plays if str(cards) in "AB"] or plays


def test_of_different_numbers_of_moves_one_that_is_not_legal_there_is_told(
    ruling: Ruling,
) -> None:
    told = ruling(variant(LowFirst(1, "Low", _TEXT)), "relabelling")

    assert re.search(r"1[AB] is legal here, so 1[BC] is legal there", told)


def test_a_check_that_is_not_claimed_says_so_under_its_name() -> None:
    result = Examination(evolve(PLAIN, relabelling=False), SMALL).result("relabelling")

    assert (result.check, result.status) == ("relabelling", "not claimed")
    assert 0 <= result.seconds < 60


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
        (AsksOrNot, "it asks player 1 to pick 1 of 3 piles, 3 of them seen; with"),
        (LetsTwoBePicked, "it asks player 1 to pick 2 of 3 piles, 3 of them seen"),
        (KeepsPairs, "it asks player 1 to pick 1 of the pile 2, 3 of them seen"),
    ],
)
def test_what_is_asked_depends_on_no_card_either(
    kind: type[ThreeShown], says: str, ruling: Ruling
) -> None:
    told = ruling(variant(kind(3, "Shown", _TEXT)), "destinations")

    assert says in told


@frozen
class Tray(ThreeShown):
    """So many cards are picked; and the number does not count when it is compared."""

    picked: int = field(default=1, eq=False, kw_only=True)

    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(self.picked)


def test_markers_that_are_equal_are_alike(ruling: Ruling) -> None:
    trays = [Tray(3, "Tray", _TEXT, picked=picked) for picked in (1, 2)]
    sides = tuple((plain(1), plain(2), tray, plain(4)) for tray in trays)

    told = ruling(evolve(PLAIN, markers=sides, symmetric=False), "values")

    assert "equals marker 3 (Tray), but its.picked is 1 and 2" in told


def test_who_has_the_same_markers_in_another_order_has_the_same() -> None:
    markers = tuple(map(plain, (1, 2, 3, 4)))

    assert kept(evolve(PLAIN, markers=(markers, markers[::-1])), "seat-symmetry")


class AsksFromTheSecondRoundOn(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks or view.round >= 2:
            return Ask()
        return super().step(view, action)


def test_what_asks_for_ever_is_told_where_it_does(ruling: Ruling) -> None:
    told = ruling(variant(AsksFromTheSecondRoundOn(3, "Shown", _TEXT)), "termination")

    assert "position round 2" in told
    assert "asks again and again" in told


class DividesByAll(Majority):
    """Fails where nobody has a G."""

    def __call__(self, end: RoundEnd) -> Any:
        one, two = (cards.count("G") for cards in end.placed)
        assert 0 <= one / (one + two) <= 1
        return super().__call__(end)


class LooksForTheDearest(FirstTo):
    """Fails where no favor was won."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        assert max(at for at, owner in enumerate(end.favor) if owner is not None) >= 0
        return super().__call__(end)


class ServesLate(Majority):
    """From the third round on, a tie in the centre goes to player 0."""

    def __call__(self, end: RoundEnd) -> Any:
        favor = super().__call__(end)
        if end.round < 3:
            return favor
        return tuple(0 if owner is None else owner for owner in favor)


@frozen
class CountsTheSides:
    """More charm, then dearer cards; of equal ones, player 0."""

    text: str = "More charm, then more cards."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome:
        worth = [len(cards) for cards in end.placed]
        charm = end.row.charms(end.favor)
        return Outcome(0 if (charm[0], worth[0]) >= (charm[1], worth[1]) else 1, "more")


@pytest.mark.parametrize(
    ("faulty", "check"),
    [
        (variant(scoring=DividesByAll()), "scoring"),
        (variant(victory=LooksForTheDearest(11, 4)), "outcome"),
        (variant(scoring=ServesLate(tie_resets=None)), "seat-symmetry"),  # type: ignore[arg-type]
        (variant(limit=RoundLimit(1, CountsTheSides())), "seat-symmetry"),
    ],
    ids=["nobody has one", "no favor yet", "late rounds", "sides"],
)
def test_policies_are_asked_about_every_kind_of_end(
    faulty: Variant, check: str, ruling: Ruling
) -> None:
    assert "end of round" in ruling(faulty, check) or check == "outcome"


class Ripens(OneUp):
    """From the fifth round on, only the first card may be played."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        return super().plays(view)[: 1 if view.round > 4 else None]


def test_the_hand_alone_decides_in_late_rounds_too(ruling: Ruling) -> None:
    assert "claims hand_only" in ruling(variant(Ripens(1, "Up", _TEXT)), "hand-only")


def test_a_house_rule_that_does_not_fit_is_left_out_of_a_pattern(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rule(name: str, **changes: Any) -> HouseRule:
        return HouseRule(name=name, title=name, text="", change=lambda v: evolve(v, **changes))

    longer, larger = rule("longer", limit=RoundLimit(9, MoreCharm())), rule("larger", hand_size=20)
    registered(monkeypatch, PLAIN, longer, larger)

    with pytest.warns(PluginWarning, match="left out under-suspicion[+]larger of .*too small"):
        found = named("under-suspicion+*")
    assert [each.name for each in found] == ["under-suspicion+longer"]

    registered(monkeypatch, PLAIN, larger)
    with (
        pytest.warns(PluginWarning),
        pytest.raises(VariantError, match="no registered variant fits"),
    ):
        named("under-suspicion+*")
