"""Does a viewer see anything that depends on cards that the viewer cannot know?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise, zip_longest
from random import Random

from ...errors import HanamikojiError
from ...model.cards import Cards
from ...model.events import Event, Placed, RoundStarted
from ...model.knowledge import Viewer
from ...model.moves import Move, Pick, Play
from ...model.state import State
from .._lines import Line, Step
from .._rulings import Broken, Other
from .._subject import Subject
from .._words import differing, in_words, who
from ._hidden import (
    Pair,
    exchange_told,
    known_in_all,
    named_cards,
    named_in,
    plays_like,
    shape_of,
    twins,
)
from ._places import place_tells

_VIEWERS: tuple[Viewer, ...] = (0, 1, None)
_MOST_LOOKS = 24


def secrecy(subject: Subject, line: Line) -> None:
    """Nobody learns a hidden card: not from positions, legal moves, events, errors or texts.

    Two positions that differ only in cards that a viewer cannot know look the same to that viewer,
    including legal moves and error texts. And as long as two moves have shown the viewer the same
    cards, everything else that the viewer sees is the same as well: whether a player is asked,
    which one, to pick how many of which piles, how many cards are taken, and where face-down piles
    go. Covered piles that are treated alike may lie in every order, so that their places tell
    nothing.
    """
    for step in [*subject.positions(line), *_offers(subject, line)]:
        state = step.after
        place_tells(subject, step)
        rng = Random(len(step.moves))
        for viewer in _VIEWERS:
            for twin, pair in twins(state, viewer, rng, 2):
                _look_alike(subject, step, twin, viewer, pair)
                _stay_alike(subject, step, twin, viewer, pair)
            if state.to_move is not None and viewer != state.to_move:
                _same_shape(subject, step, viewer)
    for step in subject.course(line).steps:
        for viewer in _VIEWERS:
            _named_unseen(subject, step, viewer)


def _offers(subject: Subject, line: Line) -> list[Step]:
    offers = [step for step in subject.beside(line) if step.after.offer is not None]
    return subject.sample(offers, subject.budget.positions)


def _look_alike(subject: Subject, step: Step, twin: State, viewer: Viewer, pair: Pair) -> None:
    engine, state = subject.engine, step.after
    view, other = engine.observe(state, viewer), engine.observe(twin, viewer)
    if view.legal_moves != other.legal_moves:
        what = "the viewer's legal moves differ, or their order does"
        raise _leak(step, viewer, what, pair, twin)
    if view != other or repr(view) != repr(other):
        what = differing(view, other) if view != other else "its repr"
        raise _leak(step, viewer, f"the viewer's observation differs in {what}", pair, twin)
    if viewer is not None and viewer == state.to_move:
        for wrong in _illegal(state):
            if _error(subject, state, wrong) != _error(subject, twin, wrong):
                what = f"the error for {wrong} has another text"
                raise _leak(step, viewer, what, pair, twin, wrong)


def _illegal(state: State) -> Iterator[Move]:
    yield Pick((0, 1, 2, 3, 4))
    yield Play(99, ())
    letters = state.row.letters
    for number in (1, 2, 3, 4):
        for letter in (letters[0], letters[-1]):
            yield Play(number, (Cards(letter),) * number)


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
            _compare(subject, step, (state, move), (twin, move), viewer, pair)
        else:
            for other in plays_like(move, twin.hands[player], one, two):
                _compare(subject, step, (state, move), (twin, other), viewer, pair)


def _same_shape(subject: Subject, step: Step, viewer: Viewer) -> None:
    """Two plays of one marker from one position, with piles of the same sizes."""
    state = step.after
    groups: dict[object, list[Play]] = {}
    for move in subject.moves(state):
        if isinstance(move, Play):
            groups.setdefault(_shape(move), []).append(move)
    for plays in groups.values():
        for one, two in pairwise(plays):
            _compare(subject, step, (state, one), (state, two), viewer)
        shown = named_in(subject.engine.narrate(state, plays[0], viewer)[1:])
        if 0 < len(shown) < sum(map(len, plays[0].piles)):
            for one, two in _of_equal_look(subject, state, plays[0], viewer):
                _compare(subject, step, (state, one), (state, two), viewer)


def _shape(play: Play) -> tuple[int, tuple[int, ...]]:
    return play.marker, tuple(map(len, play.piles))


def _of_equal_look(
    subject: Subject, state: State, play: Play, viewer: Viewer
) -> Iterator[tuple[Play, Play]]:
    """Plays of this shape that show the viewer the same cards: only hidden cards differ."""
    engine = subject.engine
    listed = [m for m in engine.legal_moves(state) if isinstance(m, Play)]
    looks: dict[object, list[Play]] = {}
    for other in subject.sample([m for m in listed if _shape(m) == _shape(play)], _MOST_LOOKS):
        shown = sorted(named_in(engine.narrate(state, other, viewer)))
        looks.setdefault(tuple(shown), []).append(other)
    for plays in looks.values():
        yield from pairwise(plays)


def _compare(
    subject: Subject,
    step: Step,
    one: tuple[State, Move],
    two: tuple[State, Move],
    viewer: Viewer,
    pair: Pair | None = None,
) -> None:
    """If both moves show the viewer the same cards, everything else that they show is the same.

    `pair` are the cards that change places for the second move.
    """
    engine = subject.engine
    try:
        after, other = engine.apply(*one), engine.apply(*two)
    except HanamikojiError:
        return  # Not legal in the twin: there is nothing to compare.
    events, told = engine.narrate(*one, viewer), engine.narrate(*two, viewer)
    where = _first_told_apart(events, told)
    if not where and not _turned_over(after, step.after) and not _turned_over(other, step.after):
        view, seen = engine.observe(after, viewer), engine.observe(other, viewer)
        if named_cards(view) == named_cards(seen) and view != seen:
            where = f"the observation differs in {differing(view, seen)}"
    if where:
        raise _told_apart(step, viewer, one[1], two, where, pair)


def _first_told_apart(events: tuple[Event, ...], told: tuple[Event, ...]) -> str:
    """The first event that differs in more than the cards that it names.

    An action places all its piles at once, so all these cards are seen together.
    """
    known: Counter[str] = Counter()
    at = 0
    for one, two in zip_longest(_moments(events), _moments(told), fillvalue=()):
        if one != two:
            if _new_in(one, known) != _new_in(two, known):
                return ""
            index, here, there = next(
                (i, *pair) for i, pair in enumerate(zip_longest(one, two)) if pair[0] != pair[1]
            )
            known |= Counter(named_in(one[:index]))
            if shape_of(here) == shape_of(there) or _new_in(here, known) != _new_in(there, known):
                return ""
            return f"the events differ in {differing(here, there, f'events[{at + index}]')}"
        known |= Counter(named_in(one))
        at += len(one)
    return ""


def _moments(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events, grouped by moment."""
    for _, group in groupby(
        enumerate(events), lambda pair: -1 if isinstance(pair[1], Placed) else pair[0]
    ):
        yield tuple(event for _, event in group)


def _new_in(events: object, known: Counter[str]) -> list[str]:
    """The cards that the events name, in order, without those that were named before."""
    left = known.copy()
    new = []
    for letter in named_in(events):
        if left[letter]:
            left[letter] -= 1
        else:
            new.append(letter)
    return new


def _named_unseen(subject: Subject, step: Step, viewer: Viewer) -> None:
    """Events name only cards that the viewer knows afterwards."""
    engine = subject.engine
    if step.after.to_move is None:
        return
    if step.before is None or step.move is None:
        events = engine.narrate_start(step.after, viewer)
    else:
        events = engine.narrate(step.before, step.move, viewer)
    # What a scoring reveals is shuffled into the deck of the round that it lets begin.
    begins = max(
        (i for i, event in enumerate(events) if isinstance(event, RoundStarted)), default=0
    )
    known = known_in_all(engine.observe(step.after, viewer))
    for event in events[begins:]:
        if unknown := Counter(named_in(event)) - known:
            raise Broken(
                expected="events name the cards that the viewer sees, and no other",
                happened=f"{in_words(event)} names {''.join(sorted(unknown.elements()))} too",
                path=step.path,
                move=step.move,
                state=step.before or step.after,
                viewer=who(viewer),
            )


def _turned_over(after: State, before: State) -> bool:
    """Whether a round ended in between, which reveals many cards."""
    return after.round != before.round or after.to_move is None


def _leak(
    step: Step,
    viewer: Viewer,
    what: str,
    pair: Pair,
    twin: State,
    move: Move | None = None,
) -> Broken:
    return Broken(
        expected="positions that differ only in cards that the viewer cannot know look the same",
        happened=f"after {exchange_told(pair)}, {what}",
        path=step.moves,
        move=move,
        state=step.after,
        other=Other(twin, ()),
        viewer=who(viewer),
        hint="answer plays and step from what the acting player can see",
    )


def _told_apart(
    step: Step,
    viewer: Viewer,
    move: Move,
    two: tuple[State, Move],
    where: str,
    pair: Pair | None,
) -> Broken:
    other = str(two[1])
    if pair is not None:
        other += f" after {exchange_told(pair)}"
    return Broken(
        expected="what the viewer sees depends only on cards that are shown to the viewer",
        happened=f"{move} and {other} show the viewer the same cards, but the viewer can tell them "
        f"apart: {where}",
        path=step.moves,
        move=move,
        state=step.after,
        other=Other(two[0], (two[1],), step.moves if pair is None else None),
        viewer=who(viewer),
        hint="ask, take and place face-down piles in the same way whatever cards they hold, "
        "or show the cards to this viewer first",
    )
