"""Do the piles go where the marker declares, whatever cards they hold?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from ...errors import IllegalMoveError
from ...model.knowledge import Glimpse
from ...model.moves import Pick, Play
from ...model.observation import Observation
from ...model.places import From, To
from ...model.state import State
from ...protocol.markers import Action, ActionMarker
from ...protocol.pile_marker import PileMarker
from ...wording import number_of
from .._lines import Line, Step
from .._rulings import Broken, Other
from .._subject import Subject
from ._effects import course_of
from ._hidden import exchange_told, exchanged, fits_sightings, hidden


def declaration(subject: Subject, line: Line) -> None:
    """A declarative marker does what its fields describe, as the reference does.

    For classes that derive from `PileMarker`, this compares the fields with the action: the piles,
    who picks how many of them, what is shown before the choice, and where picked and other piles
    go.
    """
    for step in subject.positions(line):
        state = step.after
        if state.to_move is None or state.offer is not None:
            continue
        view = subject.engine.observe(state, state.to_move)
        legal = subject.engine.legal_moves(state)
        for marker in subject.variant.markers[state.to_move]:
            if isinstance(marker, PileMarker):
                plays = [m for m in legal if isinstance(m, Play) and m.marker == marker.number]
                for play in subject.sample(plays, subject.budget.moves):
                    _as_declared(subject, step, marker, play, view)


def _as_declared(
    subject: Subject, step: Step, marker: PileMarker, play: Play, view: Observation
) -> None:
    def expect(what: str, declared: object, real: object) -> None:
        if declared != real:
            raise Broken(
                expected=f"{subject.called(marker)} declares {what}: {_word(declared)}",
                happened=f"in the action it is: {_word(real)}",
                path=step.moves,
                move=play,
                state=step.after,
                hint="describe the action with the fields of the PileMarker; if they cannot "
                "describe it, derive from Marker instead",
            )

    expect("piles of", marker.piles, tuple(map(len, play.piles)))
    piles = tuple(Glimpse(pile, len(pile)) for pile in play.piles)
    action = Action(piles, len(piles))
    targets = marker.rest if isinstance(marker.rest, tuple) else (marker.rest,) * len(piles)
    answer: Any = marker.step(view, action)
    if not marker.pick:
        _expect_place(expect, answer, targets)
        return
    expect("that somebody picks", "Ask", type(answer).__name__)
    expect("who picks", marker.who, answer.who)
    expect("how many piles are picked", marker.pick, answer.pick)
    expect("whether the piles are shown before the choice", marker.shown, answer.shown)
    expect("among which piles", None, answer.among)
    for first in range(len(piles) - marker.pick + 1):
        chosen = tuple(range(first, first + marker.pick))
        answer = marker.step(view, Action(piles, len(piles), (Pick(chosen),)))
        wanted = tuple(marker.picked if i in chosen else to for i, to in enumerate(targets))
        _expect_place(expect, answer, wanted)


def _expect_place(
    expect: Callable[[str, object, object], None], answer: Any, wanted: tuple[To, ...]
) -> None:
    expect("that the piles are placed", "Place", type(answer).__name__)
    expect("where the piles go", wanted, answer.to)


def _word(value: object) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], To):
        return ", ".join(to.value for to in value)
    return ("no", "yes")[value] if type(value) is bool else str(value)


def destinations(subject: Subject, line: Line) -> None:
    """The picks decide where piles go, not the cards in the piles.

    Two plays of one marker with piles of the same sizes, answered alike, ask, take and place the
    same. So does one play if other cards are drawn or taken. If the rule of a marker depends on the
    cards, it must set ``any_cards = False``.
    """
    treats_alike(subject, line, lambda marker: marker.any_cards)


def treats_alike(subject: Subject, line: Line, examined: Callable[[ActionMarker], bool]) -> None:
    """Examine whether these markers treat all cards alike."""
    ways: dict[object, _Way] = {}
    for step in subject.near(line):
        if step.move is None or step.opened.to_move is None:
            continue
        moves = _action_of(step)
        play = moves[0]
        assert isinstance(play, Play)
        marker = subject.variant.marker(step.opened.to_move, play.marker)
        if not examined(marker):
            continue
        shape = tuple(len(pile) for pile in play.piles)
        picks = tuple(move.piles for move in moves[1:])
        key = (step.moves[: -len(moves)], play.marker, shape, picks)
        way = _Way(step, str(play), course_of(subject.engine, step.opened, moves))
        other = ways.setdefault(key, way)
        _same_course(subject, marker, way, other, picks)
        if step.after.offer is None:
            for changed in _with_others_taken(subject, way, moves):
                _same_course(subject, marker, way, changed, picks)


@frozen
class _Way:
    """The course of an action up to a step, with the play as a ruling shows it."""

    step: Step
    play: str
    course: tuple[Any, ...]
    twin: State | None = None

    @property
    def as_other(self) -> Other | None:
        """This course as the second one of a comparison."""
        moves = self.step.moves
        if self.twin is not None:
            return Other(self.twin, _action_of(self.step))
        state = self.step.before
        return None if state is None else Other(state, moves[-1:], moves[:-1])


def _action_of(step: Step) -> tuple[Any, ...]:
    """The moves of the action up to this step: a play and the picks that answered it."""
    moves = step.moves
    at = max(i for i, move in enumerate(moves) if isinstance(move, Play))
    return moves[at:]


def _with_others_taken(subject: Subject, way: _Way, moves: tuple[Any, ...]) -> Iterator[_Way]:
    """The same moves, with other cards in the places from which the action takes unseen ones."""
    state = way.step.opened
    player = state.to_move
    takes = [done for done in way.course if done[0] == "takes"]
    if player is None or not takes:
        return
    slots = hidden(state, player)
    drawn = sum(count for _, count, _, source in takes if source == From.DECK_TOP.value)
    taken = {("hand", 1 - player), *(("deck", at) for at in range(drawn))}
    for one in [slot for slot in dict.fromkeys(slots) if slot[0] in taken]:
        # One of each other letter, from as far away as there is.
        others = {slot[1]: slot for slot in slots if slot[1] != one[1] and slot[0] != one[0]}
        for two in others.values():
            twin = exchanged(state, (one, two))
            if fits_sightings(twin, player):
                try:
                    course = course_of(subject.engine, twin, moves)
                except IllegalMoveError:
                    course = (("cannot be answered in the same way",),)
                yield _Way(way.step, f"{way.play} after {exchange_told((one, two))},", course, twin)


def _same_course(
    subject: Subject, marker: ActionMarker, one: _Way, two: _Way, picks: tuple[Any, ...]
) -> None:
    if one.course == two.course:
        return
    if two.twin is None and _has_equal(two.step) > _has_equal(one.step):
        one, two = two, one  # Equal piles are what is mistaken: the ruling begins with them.
    # Neither is the beginning of the other: each ends where all of the piles are placed.
    pairs = zip(one.course, two.course, strict=False)
    at = next(i for i, (a, b) in enumerate(pairs) if a != b)
    answered = f" and the answer {', '.join(str(Pick(p)) for p in picks)}" if picks else ""
    raise Broken(
        expected=f"{subject.called(marker)} treats all cards alike, as any_cards = True claims",
        happened=f"with {one.play}{answered} it {_said(one.course, at)}; "
        f"with {two.play}{answered} it {_said(two.course, at)}",
        path=one.step.path,
        move=one.step.move,
        state=one.step.before,
        other=two.as_other,
        hint="go by the index of a pile, not by its cards; equal piles are different piles",
    )


def _has_equal(step: Step) -> bool:
    """Whether the play of this step has equal piles."""
    play = _action_of(step)[0]
    return len(set(play.piles)) < len(play.piles)


def _said(course: tuple[Any, ...], at: int) -> str:
    word, *rest = course[at]
    if word == "places":
        place = [item for item in course if item[0] == "places"]
        index = sum(1 for item in course[:at] if item[0] == "places")
        return f"places pile {index} of {len(place)} ({number_of(rest[0], 'card')}): {rest[1]}"
    return " ".join(map(str, (word, *rest)))
