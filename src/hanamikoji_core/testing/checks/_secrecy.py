"""Does anything depend on cards that the one who sees it cannot know?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from ...errors import HanamikojiError
from ...knowledge import Viewer
from ...moves import Move, Pick, Play
from ...state import State
from .._lines import Line, Step
from .._rulings import Broken
from .._subject import Subject
from ._hidden import Slot, named_cards, named_in, plays_like, twins

_VIEWERS: tuple[Viewer, ...] = (0, 1, None)


def secrecy(subject: Subject, line: Line) -> None:
    """Nobody learns a hidden card: not from positions, legal moves, events, errors or texts.

    Two positions that differ only in cards that a viewer cannot know look the same to that viewer,
    in legal moves and error texts too. And after two moves that showed the viewer the same cards,
    everything else that the viewer sees is the same as well: who is asked to pick how many of
    which piles, how many cards are taken, and where face-down piles go.
    """
    for step in [*subject.positions(line), *_offers(subject, line)]:
        state = step.after
        rng = Random(len(step.moves))
        for viewer in _VIEWERS:
            for twin, one, two in twins(state, viewer, rng, 2):
                _look_alike(subject, step, twin, viewer, (one, two))
                _stay_alike(subject, step, twin, viewer, (one, two))
            if state.to_move is not None and viewer != state.to_move:
                _same_shape(subject, step, viewer, rng)


def _offers(subject: Subject, line: Line) -> list[Step]:
    offers = [step for step in subject.beside(line) if step.after.offer is not None]
    return subject.sample(offers, subject.budget.positions)


Pair = tuple[tuple[Slot, str], tuple[Slot, str]]


def _look_alike(subject: Subject, step: Step, twin: State, viewer: Viewer, pair: Pair) -> None:
    engine, state = subject.engine, step.after
    view, other = engine.observe(state, viewer), engine.observe(twin, viewer)
    if view.legal_moves != other.legal_moves:
        raise _leak(
            step, viewer, "the viewer's legal moves are other ones, or in another order", pair
        )
    if view != other or repr(view) != repr(other):
        names = [a.name for a in type(view).__attrs_attrs__]
        different = [name for name in names if getattr(view, name) != getattr(other, name)]
        what = f"the viewer's observation is another one in: {', '.join(different) or 'its repr'}"
        raise _leak(step, viewer, what, pair)
    if viewer is not None and viewer == state.to_move:
        for wrong in _illegal(state):
            if _error(subject, state, wrong) != _error(subject, twin, wrong):
                raise _leak(step, viewer, f"the error for {wrong} has another text", pair, wrong)


def _illegal(state: State) -> Iterator[Move]:
    yield Pick((0, 1, 2, 3, 4))
    yield Play(99, ())
    letters = state.row.letters
    for number in (1, 2, 3, 4):
        for letter in (letters[0], letters[-1]):
            yield Play(number, tuple([type(state.hands[0])(letter)] * number))


def _error(subject: Subject, state: State, move: Move) -> str:
    try:
        subject.engine.apply(state, move)
    except HanamikojiError as error:
        return str(error)
    return ""


def _stay_alike(subject: Subject, step: Step, twin: State, viewer: Viewer, pair: Pair) -> None:
    """Make moves in both positions that look the same, as far as the viewer can see them."""
    state = step.after
    player = state.to_move
    if player is None:
        return
    (_, one), (_, two) = pair
    for move in subject.sample(subject.moves(state), 6):
        if isinstance(move, Pick) or viewer == player:
            _compare(subject, step, (state, move), (twin, move), viewer)
        else:
            for other in plays_like(move, twin.hands[player], one, two):
                _compare(subject, step, (state, move), (twin, other), viewer)


def _same_shape(subject: Subject, step: Step, viewer: Viewer, rng: Random) -> None:
    """Two plays of one marker from one position, with piles of the same sizes."""
    state = step.after
    groups: dict[object, list[Play]] = {}
    for move in subject.moves(state):
        if isinstance(move, Play):
            shape = (move.marker, tuple(map(len, move.piles)))
            groups.setdefault(shape, []).append(move)
    for plays in groups.values():
        for one, two in pairwise(plays):
            _compare(subject, step, (state, one), (state, two), viewer)


def _compare(
    subject: Subject,
    step: Step,
    one: tuple[State, Move],
    two: tuple[State, Move],
    viewer: Viewer,
) -> None:
    """If both moves show the viewer the same cards, then all that they show is the same."""
    engine = subject.engine
    try:
        after, other = engine.apply(*one), engine.apply(*two)
    except HanamikojiError:
        return  # Not legal in the twin: there is nothing to compare.
    if _turned_over(after, step.after) or _turned_over(other, step.after):
        return
    view, seen = engine.observe(after, viewer), engine.observe(other, viewer)
    events, told = engine.narrate(*one, viewer), engine.narrate(*two, viewer)
    if named_cards(view) == named_cards(seen) and view != seen:
        names = [a.name for a in type(view).__attrs_attrs__]
        different = [name for name in names if getattr(view, name) != getattr(seen, name)]
        raise _told_apart(step, viewer, one[1], two, f"observation ({', '.join(different)})")
    if named_in(events) == named_in(told) and events != told:
        raise _told_apart(step, viewer, one[1], two, "events")


def _turned_over(after: State, before: State) -> bool:
    """Whether a round ended in between, in which much is revealed."""
    return after.round != before.round or after.to_move is None


def _leak(step: Step, viewer: Viewer, what: str, pair: Pair, move: Move | None = None) -> Broken:
    (here, one), (there, two) = pair
    return Broken(
        expected="positions that differ only in cards that the viewer cannot know look the same",
        happened=f"if {one} of {_place(here)} and {two} of {_place(there)} change places, {what}",
        path=step.moves,
        move=move,
        state=step.after,
        viewer=_who(viewer),
    )


def _told_apart(
    step: Step, viewer: Viewer, move: Move, two: tuple[State, Move], where: str
) -> Broken:
    return Broken(
        expected="what the viewer sees depends on nothing but cards that are shown to the viewer",
        happened=f"{move} and {two[1]} show the viewer the same cards, but the viewer can tell one "
        f"from the other by the {where}",
        path=step.moves,
        move=move,
        state=step.after,
        viewer=_who(viewer),
        hint="ask, take and place face-down piles in the same way whatever cards they hold; "
        "or show the cards",
    )


def _place(slot: Slot) -> str:
    place, at = slot
    names = {"hand": f"player {at}'s hand", "deck": f"place {at} of the deck"}
    return names.get(place, f"{'pile' if place == 'offer' else 'face-down lot'} {at}")


def _who(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"player {viewer}"
