"""Rogues that show what is hidden, or send piles where they do not belong."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Layout,
    Marker,
    Observation,
    PileMarker,
    Place,
    Row,
    Step,
    Take,
    To,
    Who,
)

from .plain import OneUp, Rogue, ThreeShown, TwoUp, variant

_TEXT = "Place cards face down."
_LONG = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))


class ShowsThemAll(PileMarker):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(self.pick)


class ChoosesItself(PileMarker):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(self.pick, who=Who.ACTOR)


def _blind(kind: type[PileMarker], number: int = 3) -> PileMarker:
    return kind(
        number,
        "Blind",
        piles=(1, 1, 1),
        pick=1,
        shown=False,
        picked=To.ASIDE,
        rest=To.OWN_SIDE_FACE_DOWN,
        text=_TEXT,
    )


class GoesByTheCards(ThreeShown):
    """Compares piles by their cards: with two equal ones, both go to the opponent."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        taken = action.piles[action.picks[0].piles[0]]
        return Place(tuple(To.THEIR_SIDE if p == taken else To.OWN_SIDE for p in action.piles))


class KeepsTheBest(OneUp):
    """A card of the last geisha goes to the own side, every other is set aside."""

    def step(self, view: Observation, action: Action) -> Step:
        best = str(action.piles[0].known) == view.row.letters[-1]
        return Place((To.OWN_SIDE if best else To.ASIDE,))


class KeepsTheBestAndSaysSo(KeepsTheBest):
    any_cards = False


class HidesTheBest(OneUp):
    """Face down on the own side if it is worth much, else face down aside: where tells what."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        charm = {geisha.letter: geisha.charm for geisha in view.row}
        worth = charm[str(action.piles[0].known)]
        return Place((To.OWN_SIDE_FACE_DOWN if worth > 2 else To.ASIDE,))


class HidesTheBestLate(HidesTheBest):
    """Aside, but once its player has four geisha, from the fourth round on, it tells."""

    def step(self, view: Observation, action: Action) -> Step:
        late = view.round > 3 and view.favor.count(view.viewer) > 3
        last = str(action.piles[0].known) == view.row.letters[-1]
        return Place((To.OWN_SIDE_FACE_DOWN if late and last else To.ASIDE,))


class ShowsTheBest(HidesTheBest):
    """Where it goes may depend on the card, once everybody has seen it."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(who=Who.ACTOR)
        return super().step(view, action)


class HidesOneByIt(TwoUp):
    """One card is shown, the other goes face down: aside, unless it is of high charm."""

    any_cards = False

    def plays(self, view: Observation) -> Any:
        return [
            (one, two)
            for one in view.hand.combinations(1)
            for two in (view.hand - one).combinations(1)
        ]

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def hides(self, view: Observation, action: Action, pile: int) -> To:
        charm = {geisha.letter: geisha.charm for geisha in view.row}
        high = charm[str(action.piles[pile].known)] > 4
        return To.OWN_SIDE_FACE_DOWN if high else To.ASIDE

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, self.hides(view, action, 1)))


class HidesOneByTheOther(HidesOneByIt):
    """Where the hidden card goes depends on the one that lies open beside it."""

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, self.hides(view, action, 0)))


class AsksAboutTheBest(ThreeShown):
    """Three hidden cards, but only the two of highest charm may be picked: that says which."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            charm = {geisha.letter: geisha.charm for geisha in view.row}
            worth = [charm[str(pile.known)] for pile in action.piles]
            order = sorted(range(3), key=lambda i: (worth[i], str(action.piles[i])))
            return Ask(among=tuple(sorted(order[1:])), shown=False)
        taken = action.picks[0].piles
        return Place(tuple(To.ASIDE if i in taken else To.OWN_SIDE_FACE_DOWN for i in range(3)))


class AsksAboutAll(AsksAboutTheBest):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(shown=False)


class AsksIfItIsTheBest(OneUp):
    """The opponent picks blindly, but only if a card of high charm was laid face down."""

    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        charm = {geisha.letter: geisha.charm for geisha in view.row}
        if not action.picks and charm[str(action.piles[0].known)] > 2:
            return Ask(shown=False)
        return Place((To.ASIDE,))


class LooksAtOneOrNone(OneUp):
    """Looks at the top card of the deck with a pair in hand, else at none."""

    takes = 1
    any_cards = False

    def step(self, view: Observation, action: Action) -> Step:
        pair = len(set(view.hand)) < len(view.hand)
        if pair and not action.taken:
            return Take(1)
        return Place((To.OWN_SIDE, *(To.DECK_BOTTOM for _ in action.taken)))


class AlwaysLooks(OneUp):
    takes = 1

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.DECK_BOTTOM)) if action.taken else Take(1)


class KeepsTheBestDrawn(OneUp):
    """Draws a card too, and keeps it face up if it is of the last geisha."""

    draws = 1

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, shown=True)
        best = str(action.taken[0].known) == view.row.letters[-1]
        return Place((To.OWN_SIDE, To.OWN_SIDE if best else To.ASIDE))


class KeepsTheBestDrawnAndSaysSo(KeepsTheBestDrawn):
    any_cards = False


class LetsPickByTheCardDrawn(OneUp):
    """Which of two covered cards the opponent may pick depends on the one that was drawn."""

    draws = 1

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, shown=True)
        best = str(action.taken[0].known) == view.row.letters[-1]
        if not action.picks:
            return Ask(among=(0,) if best else (1,), shown=(False, True))
        return Place((To.OWN_SIDE, To.OWN_SIDE))


class LetsPickEither(LetsPickByTheCardDrawn):
    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, shown=True)
        if not action.picks:
            return Ask(shown=(False, True))
        return Place(
            tuple(To.THEIR_SIDE if i in action.picks[0].piles else To.OWN_SIDE for i in (0, 1))
        )


class SortedAndCovered(ThreeShown):
    """Three covered cards, the opponent points to two; only the sorted order is legal."""

    any_cards = False

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(2, shown=False)
        taken = action.picks[0].piles
        return Place(tuple(To.ASIDE if i in taken else To.OWN_SIDE_FACE_DOWN for i in range(3)))


class SmallerFirst(Marker):
    """A card and a pair, covered; the card lies on the left if it is of lower charm."""

    cost = 3

    def plays(self, view: Observation) -> Any:
        charm = {geisha.letter: geisha.charm for geisha in view.row}
        for one in view.hand.combinations(1):
            for two in (view.hand - one).combinations(2):
                left = charm[str(one)] <= charm[str(two)[0]]
                yield (one, two) if left else (two, one)

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(shown=False)
        taken = action.picks[0].piles[0]
        return Place(tuple(To.THEIR_SIDE if i == taken else To.OWN_SIDE for i in range(2)))


class OneFirst(SmallerFirst):
    def plays(self, view: Observation) -> Any:
        for one in view.hand.combinations(1):
            for two in (view.hand - one).combinations(2):
                yield one, two


class SortedOfAnyCards(SortedAndCovered):
    any_cards = True


class AnyOrderAndCovered(SortedAndCovered):
    any_cards = True

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=str))


class TwoStacks(ThreeShown):
    """Two stacks, each a shown card on a covered one; the covered ones lie sorted."""

    cost = 4
    any_cards = False

    def plays(self, view: Observation) -> Any:
        found: dict[Layout, None] = {}
        for four in permutations(map(Cards, view.hand), 4):
            if self.allows(four):
                found[four] = None
        return found

    def allows(self, layout: Layout) -> bool:
        top, under, other, beneath = map(str, layout)
        return top <= other and under <= beneath

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(among=(0, 2), shown=(True, False, True, False), interchangeable=False)
        first = action.picks[0].piles == (0,)
        own, their = To.OWN_SIDE, To.THEIR_SIDE
        return Place((their, their, own, own) if first else (own, own, their, their))


class TwoStacksInAnyOrder(TwoStacks):
    def allows(self, layout: Layout) -> bool:
        return tuple(map(str, layout[:2])) <= tuple(map(str, layout[2:]))

    def canonical(self, layout: Layout) -> Layout:
        return layout if self.allows(layout) else (*layout[2:], *layout[:2])


ROGUES = [
    Rogue(
        "covered piles lie sorted, and in no other order",
        "secrecy",
        ("lie covered before player ", "are treated alike; 3", "looks the same and is refused"),
        variant(SortedAndCovered(3, "Blind", _TEXT)),
        variant(AnyOrderAndCovered(3, "Blind", _TEXT)),
    ),
    Rogue(
        "covered piles of any cards lie sorted, and in no other order",
        "secrecy",
        ("looks the same and is refused", "in canonical of marker 3 (Blind)"),
        variant(SortedOfAnyCards(3, "Blind", _TEXT)),
        variant(AnyOrderAndCovered(3, "Blind", _TEXT)),
    ),
    Rogue(
        "which of two covered piles comes first tells what they hold",
        "secrecy",
        ("are treated alike; 3", "which can be seen, and is refused", "order of sizes every"),
        variant(SmallerFirst(3, "Bundles", _TEXT)),
        variant(OneFirst(3, "Bundles", _TEXT)),
    ),
    Rogue(
        "under equal cards, the covered ones lie sorted",
        "secrecy",
        ("the piles ", "looks the same and is refused"),
        variant(TwoStacks(4, "Stacks", _TEXT)),
        variant(TwoStacksInAnyOrder(4, "Stacks", _TEXT)),
    ),
    Rogue(
        "an offer shows what is declared to be hidden",
        "declaration",
        (
            "marker 3 (Blind) declares whether the piles are shown before the choice: no",
            "is: yes",
        ),
        variant(_blind(ShowsThemAll)),
        variant(_blind(PileMarker)),
    ),
    Rogue(
        "the actor picks where the opponent is declared to",
        "declaration",
        ("marker 3 (Blind) declares who picks", "Who.ACTOR"),
        variant(_blind(ChoosesItself)),
        variant(_blind(PileMarker)),
    ),
    Rogue(
        "the wrong side, but only when two piles are equal",
        "destinations",
        (
            "marker 3 (Shown) treats all cards alike",
            "places pile",
            "equal piles are different piles",
        ),
        variant(GoesByTheCards(3, "Shown", _TEXT)),
        variant(ThreeShown(3, "Shown", _TEXT)),
    ),
    Rogue(
        "the card decides where it goes, undeclared",
        "destinations",
        ("own side, face up", "aside, face down, not scored", "as any_cards = True claims"),
        variant(KeepsTheBest(1, "Best", _TEXT)),
        variant(KeepsTheBestAndSaysSo(1, "Best", _TEXT), relabelling=False),
    ),
    Rogue(
        "a card that is drawn decides where it goes, undeclared",
        "destinations",
        (
            "of place 0 of the deck",
            "changed places, it places pile 1",
            "as any_cards = True claims",
        ),
        variant(KeepsTheBestDrawn(1, "Best", _TEXT), row=_LONG),
        variant(KeepsTheBestDrawnAndSaysSo(1, "Best", _TEXT), row=_LONG, relabelling=False),
    ),
    Rogue(
        "a card that is drawn decides what may be picked, undeclared",
        "destinations",
        ("changed places, and the answer /", "cannot be answered in the same way", "any_cards"),
        variant(LetsPickByTheCardDrawn(1, "Best", _TEXT), row=_LONG, relabelling=False),
        variant(LetsPickEither(1, "Best", _TEXT), row=_LONG),
    ),
    Rogue(
        "where a hidden card goes tells which it is",
        "secrecy",
        (
            "show the viewer the same cards",
            "the events differ in events[1].to: To.ASIDE, and To.OWN_SIDE_FACE_DOWN",
        ),
        variant(HidesTheBest(1, "Best", _TEXT)),
        variant(ShowsTheBest(1, "Best", _TEXT)),
    ),
    Rogue(
        "where a hidden card goes tells which it is, late in a match",
        "secrecy",
        ("begun by evolve(engine.start(seed=", "round=", "the events differ in events[1].to: "),
        variant(HidesTheBestLate(1, "Best", _TEXT)),
        variant(ShowsTheBest(1, "Best", _TEXT)),
    ),
    Rogue(
        "beside a card that is shown, the place of a hidden one tells which it is",
        "secrecy",
        ("show the viewer the same cards", "the events differ in events[2].to: "),
        variant(HidesOneByIt(2, "Two", _TEXT)),
        variant(HidesOneByTheOther(2, "Two", _TEXT)),
    ),
    Rogue(
        "which hidden piles may be picked tells what they are",
        "secrecy",
        ("changed places", ".among[0]: 1, and 0"),
        variant(AsksAboutTheBest(3, "Blind", _TEXT), relabelling=False),
        variant(AsksAboutAll(3, "Blind", _TEXT)),
    ),
    Rogue(
        "whether somebody is asked tells what is hidden",
        "secrecy",
        ("the events differ in events[1]: ", "Offered(", "Placed("),
        variant(AsksIfItIsTheBest(1, "Blind", _TEXT)),
        variant(PileMarker(1, "Blind", piles=(1,), rest=To.ASIDE, text=_TEXT)),
    ),
    Rogue(
        "how many cards are taken tells what the hand holds",
        "secrecy",
        ("differs in deck_marks: ", "ask, take and place face-down piles in the same way"),
        variant(LooksAtOneOrNone(1, "Look", _TEXT)),
        variant(AlwaysLooks(1, "Look", _TEXT)),
    ),
]
