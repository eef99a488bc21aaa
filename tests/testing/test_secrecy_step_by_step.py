"""What gives a hidden card away, looked at for one viewer, one position and one move."""

from __future__ import annotations

import pytest
from attrs import evolve, field, fields, frozen

from hanamikoji_core import (
    Cards,
    Engine,
    Glimpse,
    IllegalMoveError,
    Move,
    Observation,
    State,
    To,
    Viewer,
    load_engine,
    parse_move,
)
from hanamikoji_core.model.events import Drew, Event, Picked, Placed, Revealed
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import Line, Step, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing._words import who
from hanamikoji_core.testing.checks._hidden import Pair, exchanged
from hanamikoji_core.testing.checks._secrecy import (
    _compare,
    _error,
    _first_told_apart,
    _look_alike,
    _named_unseen,
    _stay_alike,
    _turned_over,
)
from tests.rogues.plain import SMALL

BASE = load_engine("base")
#: The removed card and the last one of the deck.
PAIR: Pair = ((("facedown", 0), "G"), (("deck", 6), "F"))
STATE = BASE.start(deals=["GAABBCCDDDEEEFGGGGFFF"])
TWIN = exchanged(STATE, PAIR)
PLAY = parse_move("3A-B-C")


def at(state: State) -> Step:
    """The step that leads to the position, at the start of a game."""
    return Step((), state, None, None, state)


def subject(make: type[Engine]) -> Subject:
    return Subject(BASE.variant, SMALL, make)


def box(state: State) -> str:
    return str(state.facedown[0].cards)


@frozen
class Annotated(Observation):
    """It holds a note that does not count in ``==``."""

    note: str = field(default="", eq=False, kw_only=True)


class NotesTheBox(Engine):
    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        given = {a.name: getattr(view, a.name) for a in fields(Observation) if a.init}
        return Annotated(**given, note=box(state))


class CountsTheBox(Engine):
    """The number of the round is another one if the removed card is a G."""

    def observe(self, state: State, player: Viewer) -> Observation:
        return evolve(super().observe(state, player), round=1 + (box(state) == "G"))


class ListsByTheBox(Engine):
    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = super().legal_moves(state)
        return moves if box(state) == "G" else moves[::-1]


class RefusesByTheBox(Engine):
    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; the box holds {box(state)}") from error


def test_the_deals_differ_where_nobody_looks() -> None:
    assert STATE != TWIN
    assert (box(STATE), box(TWIN)) == ("G", "F")
    for viewer in (0, 1, None):
        assert BASE.observe(STATE, viewer) == BASE.observe(TWIN, viewer)
        _look_alike(subject(Engine), at(STATE), TWIN, viewer, PAIR)
        _stay_alike(subject(Engine), at(STATE), TWIN, viewer, PAIR)


@pytest.mark.parametrize(
    ("make", "viewer", "says"),
    [
        (NotesTheBox, 1, "the viewer's observation differs in its repr"),
        (CountsTheBox, None, "the viewer's observation differs in round: 2, and 1"),
        (ListsByTheBox, 0, "the viewer's legal moves differ, or their order does"),
        (RefusesByTheBox, 0, "the error for /0,1,2,3,4 has another text"),
    ],
)
def test_what_does_not_look_the_same_is_told_with_the_cards_that_changed_places(
    make: type[Engine], viewer: Viewer, says: str
) -> None:
    with pytest.raises(Broken) as caught:
        _look_alike(subject(make), at(STATE), TWIN, viewer, PAIR)

    changed = "G of face-down lot 0 and F of place 6 of the deck changed places"
    assert caught.value.happened == f"after {changed}, {says}"
    assert caught.value.viewer == who(viewer)
    assert caught.value.state == STATE
    assert str(caught.value.move) == ("/0,1,2,3,4" if make is RefusesByTheBox else "None")


class Winks(Engine):
    """Only player 1 is told by an event if the removed card is a G."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, Picked(0, ())) if viewer == 1 and box(state) == "G" else events


@pytest.mark.parametrize("asks", [False, True])
def test_moves_that_look_the_same_are_told_the_same_to_this_viewer(asks: bool) -> None:
    state, twin = STATE, TWIN
    if asks:  # Then it is the viewer who moves.
        state, twin = BASE.apply(STATE, PLAY), BASE.apply(TWIN, PLAY)

    _stay_alike(subject(Winks), at(state), twin, 0, PAIR)
    with pytest.raises(Broken, match="show the viewer the same cards, but") as caught:
        _stay_alike(subject(Winks), at(state), twin, 1, PAIR)

    assert caught.value.viewer == "player 1"
    assert "the events differ in events[" in caught.value.happened
    assert "changed places" in caught.value.happened


def test_positions_after_moves_that_look_the_same_look_the_same() -> None:
    with pytest.raises(Broken) as caught:
        _compare(subject(CountsTheBox), at(STATE), (STATE, PLAY), (TWIN, PLAY), 1, PAIR)

    assert caught.value.happened.endswith(
        "can tell them apart: the observation differs in round: 2, and 1"
    )
    assert caught.value.move == PLAY


class NamesItsHandTo1(Engine):
    """Player 1 is told how the hand of player 0 begins."""

    def narrate_start(self, state: State, viewer: Viewer) -> tuple[Event, ...]:
        return super().narrate_start(state, 0 if viewer == 1 else viewer)


class NamesTheBoxFirst(Engine):
    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (Drew(0, Glimpse(state.facedown[0].cards, 1)), *events)


def test_what_is_named_when_a_game_begins_is_seen_by_whoever_hears_it() -> None:
    for viewer in (0, None):
        _named_unseen(subject(NamesItsHandTo1), at(STATE), viewer)
    with pytest.raises(Broken) as caught:
        _named_unseen(subject(NamesItsHandTo1), at(STATE), 1)

    assert (caught.value.path, caught.value.move, caught.value.state) == ((), None, STATE)


def test_what_is_named_by_the_first_event_is_looked_at_too() -> None:
    (*_, step) = walk(BASE, Line(seed=7, choices=(0, 0))).steps

    with pytest.raises(Broken, match=r"Drew\(player=0, card=.\) names . too") as caught:
        _named_unseen(subject(NamesTheBoxFirst), step, None)

    assert (caught.value.path, caught.value.move) == (step.path, step.move)
    assert caught.value.state == step.before
    assert caught.value.viewer == "a spectator"


class NamesTheBoxTo1(Engine):
    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, Drew(0, Glimpse(state.facedown[0].cards, 1))) if viewer == 1 else events


def test_what_only_one_viewer_is_told_is_looked_at_for_that_viewer() -> None:
    (*_, step) = walk(BASE, Line(seed=7, choices=(0, 0))).steps

    for viewer in (0, None):
        _named_unseen(subject(NamesTheBoxTo1), step, viewer)
    with pytest.raises(Broken):
        _named_unseen(subject(NamesTheBoxTo1), step, 1)


def test_the_text_of_an_error_is_compared_and_none_is_nothing() -> None:
    assert _error(subject(Engine), STATE, PLAY) == ""
    assert "there is no offer" in _error(subject(Engine), STATE, parse_move("/0"))


def test_what_was_named_by_any_event_before_is_not_new() -> None:
    before = (Revealed(0, Cards("A")), Revealed(0, Cards("B")))
    again, picked = Revealed(0, Cards("AB")), Picked(0, (0,))

    assert _first_told_apart((*before, again), (*before, picked)).startswith(
        "the events differ in events[2]"
    )
    # A card that is new is a reason to tell them apart.
    assert _first_told_apart((*before, Revealed(0, Cards("C"))), (*before, picked)) == ""
    assert _first_told_apart((*before, picked), (*before, Revealed(0, Cards("C")))) == ""
    assert _first_told_apart((*before, again), (*before, Revealed(0, Cards("AC")))) == ""
    assert _first_told_apart(before, before) == ""


def test_what_is_placed_at_once_is_seen_at_once() -> None:
    """The first card goes elsewhere because of the second one, which everybody sees as well."""

    def placed(*cards: tuple[str, To]) -> tuple[Event, ...]:
        return tuple(Placed(0, Glimpse(Cards(card), 1), to) for card, to in cards)

    own, their = To.OWN_SIDE, To.THEIR_SIDE
    stays = placed(("A", own), ("D", their))
    assert _first_told_apart(stays, placed(("A", their), ("B", own))) == ""
    assert _first_told_apart(stays, placed(("D", their), ("A", own))) == ""
    # The very same cards go elsewhere: because of a card that nobody has shown.
    assert _first_told_apart(stays, placed(("A", their), ("D", own))) == (
        "the events differ in events[0].to: To.OWN_SIDE, and To.THEIR_SIDE"
    )
    # What is placed in two actions is not placed at once.
    later = (*placed(("A", own)), Picked(1, (0,)), *placed(("D", their)))
    sooner = (*placed(("A", their)), Picked(1, (0,)), *placed(("B", own)))
    assert _first_told_apart(later, sooner) != ""


def test_a_round_is_over_when_the_next_begins_or_nobody_is_to_move() -> None:
    assert not _turned_over(STATE, STATE)
    assert _turned_over(evolve(STATE, round=2), STATE)
    assert _turned_over(evolve(STATE, to_move=None), STATE)


class Hints(Engine):
    """Player 1 is told by an event after each move whether an A lies in the box."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, Picked(0, (ord(box(state)),))) if viewer == 1 else events


def test_the_check_looks_with_the_eyes_of_every_viewer() -> None:
    examined = subject(Hints)

    told = [CHECKS["secrecy"].fails(examined, line) for line in examined.lines]

    found = [broken for broken in told if broken is not None]
    assert found
    assert {broken.viewer for broken in found} == {"player 1"}
