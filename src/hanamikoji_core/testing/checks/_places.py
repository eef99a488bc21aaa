"""Does the place of a covered pile tell which card it holds?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import TypeAlias

from ...engine.engine import Engine
from ...errors import IllegalMoveError
from ...model.events import Placed
from ...model.moves import Layout, Move, Pick, Play
from ...model.places import To
from ...model.state import Offer, State
from .._lines import Step
from .._rulings import Broken
from .._subject import Subject
from .._words import who

Order: TypeAlias = tuple[int, ...]
"""Which pile lies in each place."""

_MOST_PILES = 5
_MOST_PICKS = 12
_MOST_QUESTIONS = 3
_MOST_TRIED = 6
_LAID = 60
"""How often a play is laid out for each of its possible orders."""


def place_tells(subject: Subject, step: Step) -> None:
    """Covered piles that are treated alike can lie in every order, or their places tell the cards.

    Every order is also equally likely if a player chooses evenly among the listed plays.
    """
    for offered in (step, *_with_equal_tops(subject, step)):
        offer = offered.after.offer
        if offer is None or offer.chooser == offer.player or offer.laid > _MOST_PILES:
            continue
        play = next(move for move in reversed(offered.moves) if isinstance(move, Play))
        orders = list(_looking_alike(offer))
        refused = {o: _is_refused(subject.engine, offered, play, o) for o in orders}
        for order in orders:
            if refused[order] and _treats_alike(subject.engine, offered.after, order):
                raise _told_by_place(subject, offered, play, order)
        if orders and not any(refused.values()):
            _laid_evenly(subject, offered, play, orders)
        _order_of_sizes_tells(subject, offered, play, offer)


def _order_of_sizes_tells(subject: Subject, step: Step, play: Play, offer: Offer) -> None:
    """Covered piles of different sizes: if both orders occur, each is legal with any cards."""
    engine, sizes = subject.engine, list(map(len, play.piles))
    covered = [i for i in range(len(sizes)) if offer.chooser not in offer.seen_by[i]]
    for here, there in combinations(covered, 2):
        if sizes[here] == sizes[there]:
            continue
        order = tuple({here: there, there: here}.get(i, i) for i in range(len(offer.piles)))
        other = _other(play, order)
        if not _keeps(offer, order) or not _is_refused(engine, step, play, order):
            continue
        if _is_listed(subject, step, other) and _treats_alike(engine, step.after, order):
            raise _told_by_place(subject, step, play, order)


def _is_listed(subject: Subject, step: Step, like: Play) -> bool:
    """Whether the marker lists a play with piles of these sizes in this order."""
    legal = subject.engine.legal_moves(step.opened)
    plays = [move for move in legal if isinstance(move, Play) and move.marker == like.marker]
    return any(list(map(len, play.piles)) == list(map(len, like.piles)) for play in plays)


def _with_equal_tops(subject: Subject, step: Step) -> Iterator[Step]:
    """If only some piles are shown: plays in which the shown ones are equal.

    Only then can covered piles change places together with the shown piles that they belong to.
    """
    offer, play, state = step.after.offer, step.move, step.before
    if offer is None or state is None or not isinstance(play, Play):
        return
    seen = [i for i in range(offer.laid) if offer.chooser in offer.seen_by[i]]
    if not 1 < len(seen) < offer.laid - 1:
        return
    covered = [i for i in range(offer.laid) if i not in seen]
    tried = 0
    for other in subject.engine.legal_moves(state):
        if tried == _MOST_TRIED:
            return
        if isinstance(other, Play) and other.marker == play.marker and other != play:
            if len(other.piles) != offer.laid:
                continue
            tops, unders = ({other.piles[i] for i in places} for places in (seen, covered))
            if len(tops) < len(seen) and len(unders) > 1:
                tried += 1
                after = subject.engine.apply(state, other)
                yield Step(step.path, step.opened, state, other, after)


def _looking_alike(offer: Offer) -> Iterator[Order]:
    """Every order of the piles that looks the same to the chooser, but is another layout."""
    for order in permutations(range(offer.laid)):
        if all(_looks_alike(offer, here, there) for here, there in enumerate(order)):
            whole = (*order, *range(offer.laid, len(offer.piles)))
            if _laid(offer.piles, whole) != offer.piles and _keeps(offer, whole):
                yield whole


def _looks_alike(offer: Offer, here: int, there: int) -> bool:
    """Whether the chooser cannot notice if one pile lies in the place of the other."""
    one, two = offer.piles[here], offer.piles[there]
    seen = [offer.chooser in offer.seen_by[place] for place in (here, there)]
    if seen[0] or seen[1]:
        return seen[0] == seen[1] and one == two
    return len(one) == len(two) and offer.shown[here] == offer.shown[there]


def _keeps(offer: Offer, order: Order) -> bool:
    """Whether the piles that may be picked, or were picked, stay where they are."""
    chosen = [offer.among, *(pick.piles for pick in offer.picks)]
    return all({order[i] for i in places} == set(places) for places in chosen)


def _laid(piles: Layout, order: Order) -> Layout:
    return tuple(piles[i] for i in order)


def _other(play: Play, order: Order) -> Play:
    return Play(play.marker, _laid(play.piles, order[: len(play.piles)]))


def _is_refused(engine: Engine, step: Step, play: Play, order: Order) -> bool:
    try:
        engine.apply(step.opened, _other(play, order))
    except IllegalMoveError:
        return True
    return False


def _treats_alike(engine: Engine, state: State, order: Order) -> bool:
    """Whether everything that happens to the piles moves with them, whatever is picked."""
    return _same_treatment(engine, state, state, order, _MOST_QUESTIONS)


def _same_treatment(engine: Engine, one: State, two: State, order: Order, depth: int) -> bool:
    first, second = one.offer, two.offer
    if first is None or second is None or not depth:
        return False
    if (first.chooser, first.pick) != (second.chooser, second.pick):
        return False
    if {order[i] for i in first.among} != set(second.among):
        return False
    for chosen in list(combinations(first.among, first.pick))[:_MOST_PICKS]:
        pick, same = Pick(chosen), Pick(tuple(sorted(order[i] for i in chosen)))
        after, other = engine.apply(one, pick), engine.apply(two, same)
        if after.offer is None and other.offer is None:
            to, there = _placed(engine, one, pick), _placed(engine, two, same)
            if len(to) != len(order) or any(to[i] != there[order[i]] for i in range(len(to))):
                return False
        elif not _same_treatment(engine, after, other, order, depth - 1):
            return False
    return True


def _placed(engine: Engine, state: State, pick: Pick) -> tuple[To, ...]:
    """Where each pile goes."""
    events = engine.narrate(state, pick, None)
    return tuple(event.to for event in events if isinstance(event, Placed))


def _laid_evenly(subject: Subject, step: Step, play: Play, orders: list[Order]) -> None:
    """With `Engine.shuffle_piles`, the play lies in every such order equally often."""
    offer = step.after.offer
    assert offer is not None
    # Once for each marker and each number of orders.
    key = ("laid evenly", offer.player, play.marker, len(orders))
    broken = subject.fact(key, lambda: _laid_unevenly(subject, step, play, orders))
    if broken is not None:
        raise broken


def _laid_unevenly(subject: Subject, step: Step, play: Play, orders: list[Order]) -> Broken | None:
    offer = step.after.offer
    assert offer is not None
    alike = [order for order in orders if _treats_alike(subject.engine, step.after, order)]
    layouts = list(dict.fromkeys([play.piles, *(_other(play, order).piles for order in alike)]))
    rng = Random(len(step.moves))
    count: Counter[object] = Counter()
    for _ in range(_LAID * len(layouts)):
        laid = subject.engine.shuffle_piles(play, offer.player, rng)
        count[laid.piles] += 1
    rare, often = (pick(layouts, key=count.__getitem__) for pick in (min, max))
    if 4 * count[rare] >= count[often]:
        return None
    return Broken(
        expected="if a player chooses evenly among the listed plays, covered piles that are "
        "treated alike lie in every order equally often",
        happened=f"of {sum(count.values())} times, {Play(play.marker, often)} was laid out "
        f"{count[often]} times, {Play(play.marker, rare)} {count[rare]} times",
        path=_before(step, play),
        move=play,
        state=step.opened,
        viewer=who(offer.chooser),
        hint="return the same order from canonical for all orders of piles that are treated alike",
    )


def _before(step: Step, play: Play) -> tuple[Move, ...]:
    """The moves before the current action."""
    return step.moves[: len(step.moves) - 1 - step.moves[::-1].index(play)]


def _told_by_place(subject: Subject, step: Step, play: Play, order: Order) -> Broken:
    offer = step.after.offer
    assert offer is not None
    moved = [
        i for i in range(offer.laid) if order[i] != i and offer.chooser not in offer.seen_by[i]
    ]
    other = _other(play, order)
    marker = subject.variant.marker(offer.player, play.marker)
    places = ", ".join(map(str, moved[:-1])) + f" and {moved[-1]}"
    alike = list(map(len, other.piles)) == list(map(len, play.piles))
    seems = "looks the same and" if alike else "differs only in their order, which can be seen, and"
    return Broken(
        expected="covered piles that are treated alike may lie in every order, or their places "
        "tell the chooser which cards they hold",
        happened=f"with {play} the piles {places} lie covered before player {offer.chooser} and "
        f"are treated alike; {other} {seems} is refused",
        path=_before(step, play),
        move=other,
        state=step.opened,
        viewer=who(offer.chooser),
        hint=f"sort the piles that are treated alike in canonical of {subject.called(marker)}, as "
        "plays does: then every order of a listed play is legal"
        if alike
        else f"list these piles in the same order of sizes every time in plays of "
        f"{subject.called(marker)}",
    )
