"""A marker's card flow: where its cards come from, who chooses, and where they go."""

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
    """One pile: how many cards, from where, and whether it lies face up on the table."""

    size: int
    origin: From
    open: bool
    taken: bool = False


@frozen
class Choice:
    """Somebody picks `pick` of the piles with these indexes."""

    who: Who
    pick: int
    among: tuple[int, ...]


@frozen
class Target:
    """Piles go to a place: `which` of them, or else those with these indexes."""

    which: str
    to: To
    piles: tuple[int, ...] = ()


@frozen
class Flow:
    """All of it. `example` says that cards may go in other ways, too."""

    number: int
    name: str
    piles: tuple[Pile, ...] = ()
    choices: tuple[Choice, ...] = ()
    targets: tuple[Target, ...] = ()
    example: bool = False


def flow_of(marker: ActionMarker) -> Flow:
    """The flow that a `PileMarker` declares, or one that a marker written in code shows."""
    plain = Flow(marker.number, marker.name)
    if isinstance(marker, PileMarker):
        return _declared(plain, marker)
    try:
        first, *others = _followed(plain, marker)
    except Exception:  # It asks for a position that is not this one: nothing is drawn.
        return plain
    return evolve(first, example=any(other != first for other in others))


def _declared(flow: Flow, marker: PileMarker) -> Flow:
    places = len(marker.piles)
    origins = marker.origins or (From.HAND,) * places
    rest = marker.rest if isinstance(marker.rest, tuple) else (marker.rest,) * places
    opened = [marker.shown if marker.pick else to in (To.OWN_SIDE, To.THEIR_SIDE) for to in rest]
    piles = tuple(Pile(*pile) for pile in zip(marker.piles, origins, opened, strict=True))
    if not marker.pick:
        return evolve(flow, piles=piles, targets=_grouped(rest))
    others = _grouped(rest)
    if len(others) == 1:
        others = (Target("the rest", rest[0]),)
    return evolve(
        flow,
        piles=piles,
        choices=(Choice(marker.who, marker.pick, tuple(range(places))),),
        targets=(Target(PICKED, marker.picked), *others),
    )


def _grouped(to: Iterable[To], piles: Iterable[Pile] = ()) -> tuple[Target, ...]:
    """One target per place, naming the piles where there are several places."""
    places: dict[To, list[int]] = {}
    for index, place in enumerate(to):
        places.setdefault(place, []).append(index)
    if len(places) == 1:
        return (Target("", next(iter(places))),)
    if [pile.taken for pile in piles] == [False, True]:
        return tuple(Target((LAID, TAKEN)[i], place) for place, (i,) in places.items())
    return tuple(Target("", place, tuple(indexes)) for place, indexes in places.items())


PICKED: Final = "what was picked"
LAID: Final = "what was laid"
TAKEN: Final = "what was taken"

_MOST_STEPS: Final = 500
_VIEW: Final = Observation(
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


def _followed(flow: Flow, marker: ActionMarker) -> Iterator[Flow]:
    """Ask the marker as the engine would: a flow for each play and each way to pick.

    A way that needs a position that is not this one is left out.
    """
    steps = 0
    for start in _starts(flow, marker):
        waiting = [start]
        while waiting and steps < _MOST_STEPS:
            steps += 1
            now, action = waiting.pop()
            try:
                step = marker.step(_VIEW, action)
                if isinstance(step, Place):
                    yield evolve(now, targets=_grouped(step.to, now.piles))
                waiting += reversed(_answered(now, action, step))
            except Exception:
                continue


def _starts(flow: Flow, marker: ActionMarker) -> list[tuple[Flow, Action]]:
    """What each play lays out."""
    found = []
    for layout in islice(marker.plays(_VIEW), _MOST_STEPS):
        origins = marker.origins or (From.HAND,) * len(layout)
        piles = tuple(Pile(len(x), come, False) for x, come in zip(layout, origins, strict=True))
        action = Action(tuple(Glimpse(pile, len(pile)) for pile in layout), len(layout))
        found.append((evolve(flow, piles=piles), action))
    return found


def _answered(flow: Flow, action: Action, step: Step) -> list[tuple[Flow, Action]]:
    """How an action can go on after a step."""
    if isinstance(step, Take):
        pile = Pile(step.count, step.source, step.shown, taken=True)
        taken = Glimpse(NO_CARDS, step.count)
        after = evolve(action, piles=(*action.piles, taken))
        return [(evolve(flow, piles=(*flow.piles, pile)), after)]
    if isinstance(step, Ask):
        among = step.among or tuple(range(len(flow.piles)))
        asked = _asked_of(flow, step, among)
        picks = (Pick(picked) for picked in combinations(among, step.pick))
        return [(asked, evolve(action, picks=(*action.picks, pick))) for pick in picks]
    return []


def _asked_of(flow: Flow, step: Ask, among: tuple[int, ...]) -> Flow:
    """The flow with what is turned up for a question, and the question."""
    shown = step.shown if isinstance(step.shown, tuple) else (step.shown,) * len(flow.piles)
    both = zip(flow.piles, shown, strict=True)
    piles = tuple(evolve(pile, open=pile.open or bool(up)) for pile, up in both)
    choices = (*flow.choices, Choice(step.who, step.pick, among))
    return evolve(flow, piles=piles, choices=choices)


FROM_WORDS: Final = {
    From.HAND: "of your hand",
    From.THEIR_HAND: "of the opponent's hand, at random,",
    From.OWN_SIDE: "of your side",
    From.THEIR_SIDE: "of the opponent's side",
    From.DECK_TOP: "from the top of the deck",
}
TO_WORDS: Final = {
    To.OWN_SIDE: "to your side, face up",
    To.THEIR_SIDE: "to the opponent's side, face up",
    To.OWN_SIDE_FACE_DOWN: "to your side, face down until scoring",
    To.THEIR_SIDE_FACE_DOWN: "to the opponent's side, face down until scoring",
    To.ASIDE: "aside, face down, not scored",
    To.OWN_HAND: "to your hand",
    To.THEIR_HAND: "to the opponent's hand",
    To.DECK_TOP: "on top of the deck",
    To.DECK_BOTTOM: "under the deck",
}


def flow_text(flow: Flow) -> str:
    """The flow in sentences."""
    said = [*_laid(flow), *map(_asked, flow.choices)]
    if len(flow.targets) == 1:
        pronoun = "They go" if sum(pile.size for pile in flow.piles) > 1 else "It goes"
        said.append(f"{pronoun} {TO_WORDS[flow.targets[0].to]}.")
    elif flow.targets:
        said.append("; ".join(f"{_goes(t)} {TO_WORDS[t.to]}" for t in flow.targets) + ".")
    text = " ".join(s[0].upper() + s[1:] if i else s for i, s in enumerate(said))
    return f"{title_of(flow)}: {text}" if text else f"{flow.name}."


def title_of(flow: Flow) -> str:
    """The name of the marker, and that this is one way among others."""
    return f"{flow.name}{', for example' * flow.example}"


def _goes(target: Target) -> str:
    """Which piles go, with the verb."""
    verb = "go" if len(target.piles) > 1 else "goes"
    return f"{piles_in_words(target.piles) if target.piles else target.which} {verb}"


def _laid(flow: Flow) -> Iterable[str]:
    for taken in (False, True):
        for origin in From:
            piles = [p for p in flow.piles if (p.origin, p.taken) == (origin, taken)]
            number = sum(pile.size for pile in piles)
            if not piles:
                continue
            verb = "is" if number == 1 else "are"
            if taken:
                yield f"{count(number)} {FROM_WORDS[origin]} {verb} taken."
                continue
            sizes = " and ".join(str(pile.size) for pile in piles)
            manner = "down"
            if len(piles) > 1:
                each = "one by one" if {p.size for p in piles} == {1} else f"in piles of {sizes}"
                manner = f"out {each}, {_faces(piles)}"
            yield f"{count(number)} {FROM_WORDS[origin]} {verb} laid {manner}."


def _faces(piles: list[Pile]) -> str:
    shown = sum(pile.open for pile in piles)
    if shown in (0, len(piles)):
        return "face up" if shown else "face down"
    return f"{in_words(shown)} of them face up"


def _asked(choice: Choice) -> str:
    return (
        f"{choice.who.value} picks {in_words(choice.pick)} of {count(len(choice.among), 'pile')}."
    )
