"""Does a marker answer in the terms of the protocol, and does each play have one name?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from ...errors import IllegalMoveError
from ...model.cards import Cards
from ...model.moves import Layout, Play
from ...protocol.markers import ActionMarker
from .._lines import Line, Step
from .._rulings import Broken, Other
from .._subject import Subject
from .._words import in_words, text_of
from ._effects import difference

_MOST_ORDERS = 24
_CLOSELY = 4


def protocol(subject: Subject, line: Line) -> None:
    """Markers and policies answer every question in the terms of the protocol.

    They never raise. A marker never returns ``None``: `plays` returns tuples of `Cards`, and `step`
    an `Ask`, a `Take` or a `Place` that fits the piles on the table.
    """
    for _ in subject.near(line):
        pass  # The engine checks every answer; what it finds is told by whoever meets it.


def canonical(subject: Subject, line: Line) -> None:
    """All orders of the piles that mean the same play have one name, and ``plays`` lists that name.

    `canonical` returns a listed layout unchanged, returns the same for its own answer, only
    reorders piles, and accepts every order of them without raising. An order is legal exactly if
    `canonical` turns it into a listed layout, and then it does the same as that layout.
    """
    for step in subject.positions(line):
        for marker, layouts in _listed(subject, step):
            listed = frozenset(layouts)
            for number, layout in enumerate(subject.sample(layouts, subject.budget.moves)):
                closely = number < _CLOSELY
                _has_one_name(subject, step, marker, layout, listed, closely=closely)


def _listed(subject: Subject, step: Step) -> Iterator[tuple[ActionMarker, list[Layout]]]:
    state = step.after
    if state.to_move is None or state.offer is not None:
        return
    legal = subject.engine.legal_moves(state)
    for marker in subject.variant.markers[state.to_move]:
        layouts = [m.piles for m in legal if isinstance(m, Play) and m.marker == marker.number]
        if layouts:
            yield marker, layouts


def _has_one_name(
    subject: Subject,
    step: Step,
    marker: ActionMarker,
    layout: Layout,
    listed: frozenset[Layout],
    *,
    closely: bool,
) -> None:
    called = f"canonical of {subject.called(marker)}"
    named = _ask(called, marker, layout, layout, step)
    if named != layout:
        raise _broken(
            step,
            Play(marker.number, layout),
            f"{called} leaves the layouts that plays lists as they are",
            f"it turns {_told(layout)} into {_told(named)}",
            "list the order that canonical gives in plays",
        )
    for order in list(dict.fromkeys(permutations(layout)))[:_MOST_ORDERS]:
        name = _ask(called, marker, order, layout, step)
        if _ask(called, marker, name, layout, step) != name:
            raise _broken(
                step,
                Play(marker.number, order),
                f"{called} returns its own answer unchanged",
                f"it turns {_told(order)} into {_told(name)}, and that into something else",
                _SORTS,
            )
        if closely and order != layout:
            _judged_by_it(subject, step, marker, order, name, listed)
        # Whatever two piles are exchanged: all other orders come of that.
        exchanged = sum(one != two for one, two in zip(order, layout, strict=True)) == 2
        if closely and name == layout and exchanged:
            _means_the_same(subject, step, marker, layout, order)


def _judged_by_it(
    subject: Subject,
    step: Step,
    marker: ActionMarker,
    order: Layout,
    name: Layout,
    listed: frozenset[Layout],
) -> None:
    """An order is accepted if it is listed, or if `canonical` turns it into a listed layout."""
    play = Play(marker.number, order)
    legal = name in listed or order in listed
    try:
        subject.engine.apply(step.after, play)
    except IllegalMoveError as error:
        happened = f"it was refused: {error}" if legal else ""
    else:
        happened = "" if legal else "it was accepted"
    if happened:
        is_listed = "is listed" if name in listed else "is not listed"
        raise _broken(
            step,
            play,
            f"{play} is {'legal' if legal else 'not legal'}, since canonical of "
            f"{subject.called(marker)} turns it into {_told(name)}, which {is_listed}",
            happened,
        )


def _ask(called: str, marker: ActionMarker, order: Layout, layout: Layout, step: Step) -> Layout:
    right = f"{called} takes the piles of a listed play in any order, and only reorders them"
    try:
        name: object = marker.canonical(order)
    except Exception as error:
        raise _broken(
            step,
            Play(marker.number, order),
            right,
            f"asked for {_told(order)}, it raised {type(error).__name__}: {text_of(error)}",
            _SORTS,
        ) from error
    if (
        not isinstance(name, tuple)
        or not all(isinstance(pile, Cards) for pile in name)
        or sorted(map(str, name)) != sorted(map(str, layout))
    ):
        raise _broken(
            step,
            Play(marker.number, order),
            right,
            f"it turns {_told(order)} into {in_words(name)}",
            _SORTS,
        )
    return name


def _means_the_same(
    subject: Subject, step: Step, marker: ActionMarker, layout: Layout, order: Layout
) -> None:
    state, engine = step.after, subject.engine
    one, two = (Play(marker.number, piles) for piles in (layout, order))
    if why := difference(engine, engine.apply(state, one), engine.apply(state, two)):
        raise _broken(
            step,
            two,
            f"{two} is another order of the listed {one}, as canonical claims, so it does the same",
            f"{one} and {two} lead to different positions: {why}",
            _ORDERS_DIFFER_LATER if why.startswith("after ") else _ORDERS_DIFFER,
            Other(state, (one,), step.moves),
        )


_ORDERS_DIFFER: Final = (
    "if the rule treats these piles alike, do so in step; if it does not, keep their order in "
    "canonical, and list both orders in plays"
)
_ORDERS_DIFFER_LATER: Final = (
    "in step, go by which piles were picked (action.picks), not by their places; canonical claims "
    "that the places do not matter"
)


_SORTS: Final = "sort the piles that are treated alike, in an order that depends on them alone"


def _told(layout: Layout) -> str:
    return "-".join(map(str, layout)) or "no pile"


def _broken(
    step: Step,
    move: Play,
    expected: str,
    happened: str,
    hint: str = "",
    other: Other | None = None,
) -> Broken:
    return Broken(
        expected=expected,
        happened=happened,
        path=step.moves,
        move=move,
        state=step.after,
        hint=hint,
        other=other,
    )
