"""The card flow of a marker: where cards come from, who picks, and where they go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

from attrs import evolve, frozen

from ..model.cards import Cards
from ..model.knowledge import NO_CARDS, Glimpse
from ..model.moves import Pick
from ..model.observation import Observation
from ..model.places import From, To
from ..model.row import Row
from ..protocol.markers import Action, ActionMarker, Ask, Place, Step, Take, Who
from ..protocol.pile_marker import PileMarker
from ._words import count, in_words, piles_in_words

__all__ = ["Choice", "Flow", "Pile", "Target", "flow_of", "flow_text", "title_of"]


@frozen
class Pile:
    """A pile: its size, where it comes from, and whether it is face up on the table."""

    size: int
    origin: From
    open: bool
    taken: bool = False


@frozen
class Choice:
    """A player picks `pick` of the piles with these indexes."""

    who: Who
    pick: int
    among: tuple[int, ...]


@frozen
class Target:
    """Piles that go to a place, given by indexes or, without indexes, by the text `which`."""

    which: str
    to: To
    piles: tuple[int, ...] = ()


@frozen
class Flow:
    """The whole flow. `example` is true if the cards can also go another way."""

    number: int
    name: str
    piles: tuple[Pile, ...] = ()
    choices: tuple[Choice, ...] = ()
    targets: tuple[Target, ...] = ()
    example: bool = False


def flow_of(marker: ActionMarker) -> Flow:
    """The flow of a marker. For a marker written in code, this is the first flow that is found."""
    plain = Flow(marker.number, marker.name)
    if isinstance(marker, PileMarker):
        return _flow_of_pile_marker(plain, marker)
    try:
        first, *others = _explore(plain, marker)
    except Exception:  # The marker does not work in the sample position, so draw nothing.
        return plain
    return evolve(first, example=any(other != first for other in others))


def _flow_of_pile_marker(flow: Flow, marker: PileMarker) -> Flow:
    places = len(marker.piles)
    origins = marker.origins or (From.HAND,) * places
    rest = marker.rest if isinstance(marker.rest, tuple) else (marker.rest,) * places
    opened = [marker.shown if marker.pick else to in (To.OWN_SIDE, To.THEIR_SIDE) for to in rest]
    piles = tuple(Pile(*pile) for pile in zip(marker.piles, origins, opened, strict=True))
    if not marker.pick:
        return evolve(flow, piles=piles, targets=_targets_by_place(rest))
    others = _targets_by_place(rest)
    if len(others) == 1:
        others = (Target("the rest", rest[0]),)
    return evolve(
        flow,
        piles=piles,
        choices=(Choice(marker.who, marker.pick, tuple(range(places))),),
        targets=(Target(PICKED, marker.picked), *others),
    )


def _targets_by_place(to: Iterable[To], piles: Iterable[Pile] = ()) -> tuple[Target, ...]:
    """One target for each place. With several places, the targets name their piles."""
    places: dict[To, list[int]] = {}
    for index, place in enumerate(to):
        places.setdefault(place, []).append(index)
    if len(places) == 1:
        return (Target("", next(iter(places))),)
    if [pile.taken for pile in piles] == [False, True]:
        return tuple(Target((LAID, TAKEN)[i], place) for place, (i,) in places.items())
    return tuple(Target("", place, tuple(indexes)) for place, indexes in places.items())


PICKED: Final = "picked"
LAID: Final = "laid"
TAKEN: Final = "taken"

_MAX_STEPS: Final = 500
_SAMPLE_VIEW: Final = Observation(
    viewer=0,
    row=Row.of(2, 2, 2, 3, 3, 4, 5),
    round=1,
    starting_player=0,
    to_move=0,
    favor=(None,) * 7,
    hand=Cards("ABCDEFG"),
    hand_sizes=(7, 6),
    placed=(Cards("AB"), Cards("CD")),
    used=(frozenset(), frozenset()),
    deck_size=4,
    deck=(),
    deck_marks=(),
    facedown=(),
    offer=None,
    sightings=(),
    outcome=None,
    legal_moves=(),
)


def _explore(flow: Flow, marker: ActionMarker) -> Iterator[Flow]:
    """Run the marker like the engine: a flow for each play and each way to pick.

    Leaves out those that do not work in the sample position.
    """
    steps = 0
    for start in _plays_of(flow, marker):
        waiting = [start]
        while waiting and steps < _MAX_STEPS:
            steps += 1
            now, action = waiting.pop()
            try:
                step = marker.step(_SAMPLE_VIEW, action)
                if isinstance(step, Place):
                    yield evolve(now, targets=_targets_by_place(step.to, now.piles))
                waiting += reversed(_continuations(now, action, step))
            except Exception:
                continue


def _plays_of(flow: Flow, marker: ActionMarker) -> list[tuple[Flow, Action]]:
    """The start of the flow and of the action, for each play."""
    found = []
    for layout in islice(marker.plays(_SAMPLE_VIEW), _MAX_STEPS):
        origins = marker.origins or (From.HAND,) * len(layout)
        piles = tuple(Pile(len(x), come, False) for x, come in zip(layout, origins, strict=True))
        action = Action(tuple(Glimpse(pile, len(pile)) for pile in layout), len(layout))
        found.append((evolve(flow, piles=piles), action))
    return found


def _continuations(flow: Flow, action: Action, step: Step) -> list[tuple[Flow, Action]]:
    """The possible continuations after a step."""
    if isinstance(step, Take):
        pile = Pile(step.count, step.source, step.shown, taken=True)
        taken = Glimpse(NO_CARDS, step.count)
        after = evolve(action, piles=(*action.piles, taken))
        return [(evolve(flow, piles=(*flow.piles, pile)), after)]
    if isinstance(step, Ask):
        among = step.among or tuple(range(len(flow.piles)))
        asked = _with_choice(flow, step, among)
        picks = (Pick(picked) for picked in combinations(among, step.pick))
        return [(asked, evolve(action, picks=(*action.picks, pick))) for pick in picks]
    return []


def _with_choice(flow: Flow, step: Ask, among: tuple[int, ...]) -> Flow:
    """The flow with a choice added, and with the piles that are shown for it turned up."""
    shown = step.shown if isinstance(step.shown, tuple) else (step.shown,) * len(flow.piles)
    both = zip(flow.piles, shown, strict=True)
    piles = tuple(evolve(pile, open=pile.open or bool(up)) for pile, up in both)
    choices = (*flow.choices, Choice(step.who, step.pick, among))
    return evolve(flow, piles=piles, choices=choices)


FROM_WORDS: Final = {
    From.HAND: "from your hand",
    From.THEIR_HAND: "at random from the opponent's hand",
    From.OWN_SIDE: "from your side",
    From.THEIR_SIDE: "from the opponent's side",
    From.DECK_TOP: "from the top of the deck",
}
TO_WORDS: Final = {
    To.OWN_SIDE: "to your side, face up",
    To.THEIR_SIDE: "to the opponent's side, face up",
    To.OWN_SIDE_FACE_DOWN: "to your side, face down until scoring",
    To.THEIR_SIDE_FACE_DOWN: "to the opponent's side, face down until scoring",
    To.OWN_HAND: "to your hand",
    To.THEIR_HAND: "to the opponent's hand",
    To.DECK_TOP: "on top of the deck",
    To.DECK_BOTTOM: "under the deck",
}


def flow_text(flow: Flow) -> str:
    """The flow in words."""
    said = [*_laid(flow), *map(_asked, flow.choices)]
    if len(flow.targets) == 1:
        many = sum(pile.size for pile in flow.piles) > 1
        said.append(f"{'they' if many else 'it'} {_goes(flow.targets[0].to, many=many)}.")
    elif flow.targets:
        said.append("; ".join(_target_in_words(flow, target) for target in flow.targets) + ".")
    text = " ".join(s[0].upper() + s[1:] if i else s for i, s in enumerate(said))
    return f"{title_of(flow)}: {text}" if text else f"{flow.name}."


def title_of(flow: Flow) -> str:
    """The name of the marker, with "for example" if there are other ways."""
    return f"{flow.name}{', for example' * flow.example}"


def _goes(to: To, *, many: bool) -> str:
    """The verb and the place."""
    if to is To.ASIDE:
        be, do = ("are", "do") if many else ("is", "does")
        return f"{be} set aside face down and {do} not score"
    return f"{'go' if many else 'goes'} {TO_WORDS[to]}"


def _target_in_words(flow: Flow, target: Target) -> str:
    """The piles of a target, and where they go."""
    many, subject = False, target.which
    if target.piles:
        many, subject = len(target.piles) > 1, piles_in_words(target.piles)
    elif target.which == PICKED:
        many = flow.choices[0].pick > 1
        subject = f"the picked pile{'s' * many}"
    elif target.which in (LAID, TAKEN):
        many = flow.piles[target.which == TAKEN].size > 1
        subject = f"the card{'s' * many} {'taken' if target.which == TAKEN else 'laid down'}"
    return f"{subject} {_goes(target.to, many=many)}"


def _laid(flow: Flow) -> Iterable[str]:
    """The cards that are laid down and then those that are taken, in words."""
    for taken in (False, True):
        for origin in From:
            piles = [p for p in flow.piles if (p.origin, p.taken) == (origin, taken)]
            cards = f"{count(sum(pile.size for pile in piles))} {FROM_WORDS[origin]}"
            if not piles:
                continue
            if taken:
                yield f"take {cards}."
            elif len(piles) == 1:
                yield f"lay down {cards}."
            else:
                sizes = " and ".join(str(pile.size) for pile in piles)
                single = {pile.size for pile in piles} == {1}
                manner = "separately" if single else f"in piles of {sizes}"
                yield f"lay out {cards} {manner}, {_faces(piles)}."


def _faces(piles: list[Pile]) -> str:
    shown = sum(pile.open for pile in piles)
    if shown in (0, len(piles)):
        return "face up" if shown else "face down"
    return f"{in_words(shown)} of them face up"


def _asked(choice: Choice) -> str:
    who = "you pick" if choice.who is Who.ACTOR else "the opponent picks"
    if choice.pick == len(choice.among):
        return f"{who} {piles_in_words(choice.among)}."
    return f"{who} {in_words(choice.pick)} of {count(len(choice.among), 'pile')}."
