"""Does a second `Ask` without `among` offer a pile that was already picked?"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from attrs import evolve

from ...engine.compiled import hand_view
from ...engine.engine import Engine
from ...engine.observe import observe
from ...model.cards import Cards
from ...model.events import Placed
from ...model.moves import Pick
from ...model.places import To
from ...model.state import Offer, State
from ...protocol.markers import Action, Ask
from ...wording import number_of
from .._lines import MOST_ASKS, Step
from .._rulings import Broken
from .._subject import Subject


def offered_again(subject: Subject, step: Step) -> Broken | None:
    """A later `Ask` without `among` that offers a taken pile, unless picking it does the same."""
    state = step.after
    offer = state.offer
    if offer is None or not offer.picks:
        return None
    taken = {i for pick in offer.picks for i in pick.piles}
    again, fresh = taken & set(offer.among), set(offer.among) - taken
    if not again or len(fresh) < offer.pick or not _leaves_it_open(subject, state, offer):
        return None
    ends = [_ended(subject.engine, state, Pick(c)) for c in combinations(sorted(fresh), offer.pick)]
    for pile in sorted(again):
        pick = Pick(tuple(sorted([pile, *sorted(fresh)[: offer.pick - 1]])))
        end = _ended(subject.engine, state, pick)
        if end not in ends:
            return _told(subject, step, offer, pick, (pile, end, ends[0]))
    return None


def _leaves_it_open(subject: Subject, state: State, offer: Offer) -> bool:
    """Whether the marker asks without `among`."""
    marker = subject.variant.marker(offer.player, offer.marker)
    view = hand_view(state.row, Cards())
    if not marker.hand_only:
        view = observe(evolve(state, offer=None, to_move=offer.player), offer.player, ())
    asked = marker.step(view, Action(offer.glimpses(offer.player), offer.laid, offer.picks))
    return isinstance(asked, Ask) and asked.among is None


def _ended(engine: Engine, state: State, pick: Pick) -> Counter[To]:
    """How many piles go to each place in the end, whatever is answered after this pick."""
    for _ in range(MOST_ASKS):
        after = engine.apply(state, pick)
        if after.offer is None:
            break
        answer = engine.legal_moves(after)[0]
        assert isinstance(answer, Pick)
        state, pick = after, answer
    events = engine.narrate(state, pick, None)
    return Counter(event.to for event in events if isinstance(event, Placed))


def _told(
    subject: Subject,
    step: Step,
    offer: Offer,
    pick: Pick,
    what: tuple[int, Counter[To], Counter[To]],
) -> Broken:
    pile, end, other = what
    marker = subject.variant.marker(offer.player, offer.marker)
    left = [i for i in range(len(offer.piles)) if all(i not in p.piles for p in offer.picks)]
    return Broken(
        expected=f"{subject.called(marker)} does not offer a pile again that was picked, unless "
        "its `among` names the pile",
        happened=f"its question {len(offer.picks) + 1} has no `among`, so pile {pile}, which was "
        f"picked before, may be picked again; that makes "
        f"[{_words(end)}], and another pick [{_words(other)}]",
        path=step.moves,
        move=pick,
        state=step.after,
        hint=f"ask with among={tuple(left)}, the piles that are left",
    )


def _words(end: Counter[To]) -> str:
    """How many piles go to each place, such as "own side, face up: 2 piles"."""
    return "; ".join(
        f"{to.value}: {number_of(count, 'pile')}"
        for to, count in sorted(end.items(), key=lambda item: item[0].value)
    )
