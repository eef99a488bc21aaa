"""Rogues that lose count: of cards, of what is legal, of what they list."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Layout,
    Marker,
    Observation,
    Place,
    Step,
    Take,
    To,
    Who,
)

from .plain import OneUp, Rogue, ThreeShown, TwoUp, variant


class LosesEqualPiles(ThreeShown):
    """Keeps piles in a dictionary: of two equal ones, one is forgotten."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        piles = {str(pile.known): i for i, pile in enumerate(action.piles)}
        taken = action.picks[0].piles
        return Place(tuple(To.THEIR_SIDE if i in taken else To.OWN_SIDE for i in piles.values()))


class CheaperAtTheEnd(Marker):
    """Two cards, but only one as a player's last action of the round."""

    any_cards = True
    cost = 2

    def plays(self, view: Observation) -> Any:
        last = len(view.used[view.viewer or 0]) == 3
        return [(cards,) for cards in view.hand.combinations(1 if last else 2)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,))


class DearerLate(Marker):
    """One card, and from the seventh round on two."""

    any_cards = True

    def plays(self, view: Observation) -> Any:
        return [(cards,) for cards in view.hand.combinations(2 if view.round > 6 else 1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,))


class StumblesWhenAllIsTaken(OneUp):
    """It counts on a geisha whom nobody favors yet."""

    def step(self, view: Observation, action: Action) -> Step:
        view.favor.index(None)
        return super().step(view, action)


class NeverCheaper(CheaperAtTheEnd):
    def plays(self, view: Observation) -> Any:
        return [(cards,) for cards in view.hand.combinations(2)]


class GivesOneBack(TwoUp):
    """The second card comes back to the hand, and the cost does not say so."""

    def plays(self, view: Observation) -> Any:
        twos = view.hand.combinations(2)
        both = [(Cards(str(two)[0]), Cards(str(two)[1])) for two in twos]
        return dict.fromkeys([*both, *((b, a) for a, b in both)])

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.OWN_HAND))


class GivesNoneBack(GivesOneBack):
    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.ASIDE))


class DrawsInSecret(OneUp):
    """Draws a card from the deck, and `draws` does not say so: too few are left later."""

    takes = 1

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.ASIDE)) if action.taken else Take(1)


class DrawsAndReturns(OneUp):
    takes = 1

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.DECK_BOTTOM)) if action.taken else Take(1)


class LaysOutWhatIsNotThere(OneUp):
    cost = 2
    any_cards = False

    def plays(self, view: Observation) -> Any:
        return [(Cards(letter * 2),) for letter in sorted(set(view.hand))]


class LaysOutAnyTwo(OneUp):
    cost = 2

    def plays(self, view: Observation) -> Any:
        return [(two,) for two in view.hand.combinations(2)]


class AllowsAPickTwice(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(among=(0, 0, 1, 2))


class KnowsOneOrderOnly(TwoUp):
    """Looks a layout up among those that it lists; another order is not among them."""

    def canonical(self, layout: Layout) -> Layout:
        names = [two for two in [layout] if str(two[0]) <= str(two[1])]
        return names[0]


class TurnsInCircles(TwoUp):
    def canonical(self, layout: Layout) -> Layout:
        return (*layout[1:], *layout[:1])


class MixesUpPiles(TwoUp):
    """The piles go to different places, but their order is treated as if it did not matter."""

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE, To.ASIDE))


class ListsTwice(TwoUp):
    """Goes through physical cards: with two As, AB is listed for each of them."""

    def plays(self, view: Observation) -> Any:
        hand = str(view.hand)
        return [(Cards(a), Cards(b)) for i, a in enumerate(hand) for b in hand[i + 1 :]]


class ListsBothOrders(TwoUp):
    def plays(self, view: Observation) -> Any:
        return dict.fromkeys((Cards(a), Cards(b)) for a, b in permutations(view.hand, 2))

    def canonical(self, layout: Layout) -> Layout:
        return layout


class MissesTheLast(OneUp):
    def plays(self, view: Observation) -> Any:
        ones = view.hand.combinations(1)
        return [(ones[i],) for i in range(max(1, len(ones) - 1))]


class Shy(OneUp):
    """It cannot be used by a player who holds two equal cards, and `any_cards` says it can."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        pair = len(set(view.hand)) < len(view.hand)
        return [] if pair else super().plays(view)


class ShyAndSaysSo(Shy):
    any_cards = False


class TogetherWithAPair(TwoUp):
    """Two cards one by one; with a pair in hand, two cards together instead."""

    hand_only = True

    def plays(self, view: Observation) -> Any:
        if len(set(view.hand)) == len(view.hand):
            return super().plays(view)
        return [(two,) for two in view.hand.combinations(2)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,) * len(action.piles))


class TogetherWithAPairAndSaysSo(TogetherWithAPair):
    any_cards = False


class MissesEqualCards(TwoUp):
    def plays(self, view: Observation) -> Any:
        different = sorted(set(view.hand))
        pairs = [a + b for i, a in enumerate(different) for b in different[i + 1 :]]
        return [(Cards(two[0]), Cards(two[1])) for two in pairs or [str(view.hand)[:2]]]


class EqualButNotAlike(ThreeShown):
    """The first and the last pile go to different places, so equal cards there are not alike."""

    def plays(self, view: Observation) -> Any:
        return dict.fromkeys(tuple(map(Cards, three)) for three in permutations(view.hand, 3))

    def canonical(self, layout: Layout) -> Layout:
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        rest = (To.OWN_SIDE, To.ASIDE, To.OWN_SIDE_FACE_DOWN)
        taken = action.picks[0].piles
        return Place(tuple(To.THEIR_SIDE if i in taken else to for i, to in enumerate(rest)))


class EqualAndSaidNotAlike(EqualButNotAlike):
    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        return evolve(answer, interchangeable=False) if isinstance(answer, Ask) else answer


class ForgetsWhatWasPicked(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        return Place((To.ASIDE, To.ASIDE, To.ASIDE))


class GivesOneBurnsOne(ThreeShown):
    """The opponent takes a card; of the two others, the actor sets one aside."""

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask()
        (given,) = action.picks[0].piles
        if len(action.picks) == 1:
            return Ask(among=tuple(i for i in range(3) if i != given), who=Who.ACTOR)
        to = {given: To.THEIR_SIDE, action.picks[1].piles[0]: To.ASIDE}
        return Place(tuple(to.get(i, To.OWN_SIDE) for i in range(3)))


class OffersTheTakenOneAgain(GivesOneBurnsOne):
    """The second question forgets `among`: the card that was given away can be burnt."""

    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        return evolve(answer, among=None) if isinstance(answer, Ask) else answer


class SaysThatItMayBeTakenAgain(GivesOneBurnsOne):
    """The actor may burn the card that the opponent took: `among` says so."""

    def step(self, view: Observation, action: Action) -> Step:
        answer = super().step(view, action)
        if isinstance(answer, Ask) and action.picks:
            return evolve(answer, among=(0, 1, 2), interchangeable=False)
        return answer


class ForgetsTheFirstPick(ThreeShown):
    """Asks twice, and only the second answer counts."""

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.picks) < 2:
            return Ask(who=Who.ACTOR if action.picks else Who.OPPONENT)
        burnt = action.picks[1].piles[0]
        return Place(tuple(To.ASIDE if i == burnt else To.OWN_SIDE for i in range(3)))


_TEXT = "Place cards."
_ONE = variant(OneUp(1, "Up", _TEXT))
_TWO = variant(TwoUp(2, "Two", _TEXT))
_THREE = variant(ThreeShown(3, "Shown", _TEXT))

ROGUES = [
    Rogue(
        "of equal piles, one is forgotten",
        "conservation",
        ("marker 3 (Shown)", "places 2 piles, but the action has 3"),
        variant(LosesEqualPiles(3, "Shown", _TEXT)),
        _THREE,
    ),
    Rogue(
        "the cost depends on the turn",
        "hand-accounting",
        ("marker 2 (Two)", "leaves player", "the declarations of the markers"),
        variant(CheaperAtTheEnd(2, "Two", _TEXT)),
        variant(NeverCheaper(2, "Two", _TEXT)),
    ),
    Rogue(
        "the cost is another one from the seventh round on",
        "hand-accounting",
        ("begun by evolve(engine.start(seed=", "round=7", "the declarations of the markers"),
        variant(DearerLate(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "nobody thought of a favor position in which all is taken",
        "protocol",
        ("favor=(", "raised ValueError", "tuple.index(x): x not in tuple"),
        variant(StumblesWhenAllIsTaken(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a card comes back to the hand undeclared",
        "hand-accounting",
        ("marker 2 (Two)", "the declarations of the markers require"),
        variant(GivesOneBack(2, "Two", _TEXT)),
        variant(GivesNoneBack(2, "Two", _TEXT)),
    ),
    Rogue(
        "a draw is not declared, and the deck runs out late",
        "hand-accounting",
        ("marker 1 (Up)", "leaves 7 cards in the deck; the declarations of the markers require 8"),
        variant(DrawsInSecret(1, "Up", _TEXT)),
        variant(DrawsAndReturns(1, "Up", _TEXT)),
    ),
    Rogue(
        "a play with a card that is not there",
        "legality",
        ("marker 2 (Up)", "listed a play with a card that is not in From.HAND"),
        variant(LaysOutWhatIsNotThere(2, "Up", _TEXT)),
        variant(LaysOutAnyTwo(2, "Up", _TEXT)),
    ),
    Rogue(
        "a pile may be picked twice",
        "legality",
        ("marker 3 (Shown)", "asks about the same pile twice"),
        variant(AllowsAPickTwice(3, "Shown", _TEXT)),
        _THREE,
    ),
    Rogue(
        "canonical crashes on another order",
        "canonical",
        ("canonical of marker 2 (Two)", "it raised IndexError", "in any order"),
        variant(KnowsOneOrderOnly(2, "Two", _TEXT)),
        _TWO,
    ),
    Rogue(
        "canonical goes round in circles",
        "canonical",
        ("canonical of marker 2 (Two) leaves the layouts that plays lists as they are", "it turns"),
        variant(TurnsInCircles(2, "Two", _TEXT)),
        _TWO,
    ),
    Rogue(
        "canonical mixes up piles that go to different places",
        "canonical",
        ("is another order of the listed", "lead to different positions: ", "alike"),
        variant(MixesUpPiles(2, "Two", _TEXT)),
        variant(GivesNoneBack(2, "Two", _TEXT)),
    ),
    Rogue(
        "a play is listed twice",
        "completeness",
        ("marker 2 (Two)", "listed the same play twice: 2", " with the hand "),
        variant(ListsTwice(2, "Two", _TEXT)),
        _TWO,
    ),
    Rogue(
        "both orders of like piles are listed",
        "completeness",
        (
            "marker 2 (Two) lists plays that do the same only once",
            "it lists both 2",
            "treated alike",
        ),
        variant(ListsBothOrders(2, "Two", _TEXT)),
        _TWO,
    ),
    Rogue(
        "the last card is never listed",
        "completeness",
        ("marker 1 (Up)", "although the cards are there", "as any_cards = True claims"),
        variant(MissesTheLast(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "nothing is listed for a hand with a pair",
        "completeness",
        (
            "marker 1 (Shy) lists the same shapes of piles whichever cards are in hand",
            "it lists plays of the shape 1, with ",
            " none",
            "as any_cards = True claims",
        ),
        variant(Shy(1, "Shy", _TEXT)),
        variant(ShyAndSaysSo(1, "Shy", _TEXT)),
    ),
    Rogue(
        "another shape is listed for a hand with a pair",
        "completeness",
        ("it lists plays of the shape ", "none of that shape", "as any_cards = True claims"),
        variant(TogetherWithAPair(2, "Two", _TEXT)),
        variant(TogetherWithAPairAndSaysSo(2, "Two", _TEXT)),
    ),
    Rogue(
        "two equal cards are never listed",
        "completeness",
        (
            "plays, but not ",
            "in any order of the piles, although the cards are there",
        ),
        variant(MissesEqualCards(2, "Two", _TEXT)),
        _TWO,
    ),
    Rogue(
        "equal piles count as one choice, but go to different places",
        "completeness",
        ("not listed because it looks like", "does not do the same", "interchangeable=True"),
        variant(EqualButNotAlike(3, "Shown", _TEXT)),
        variant(EqualAndSaidNotAlike(3, "Shown", _TEXT)),
    ),
    Rogue(
        "what was picked is forgotten",
        "choices",
        ("/0, /1, /2 all lead to the same position", "look at action.picks"),
        variant(ForgetsWhatWasPicked(3, "Shown", _TEXT)),
        _THREE,
    ),
    Rogue(
        "a second question offers the pile that was taken",
        "choices",
        (
            "its question 2 has no `among`, so pile ",
            "which was picked before, may be picked again",
            "ask with among=(",
        ),
        variant(OffersTheTakenOneAgain(3, "Shown", _TEXT)),
        variant(GivesOneBurnsOne(3, "Shown", _TEXT)),
    ),
    Rogue(
        "a second question offers the pile that was taken, and its author means it",
        "choices",
        ("does not offer a pile again that was picked, unless its `among` names the pile",),
        variant(OffersTheTakenOneAgain(3, "Shown", _TEXT)),
        variant(SaysThatItMayBeTakenAgain(3, "Shown", _TEXT)),
    ),
    Rogue(
        "of two picks, the first is forgotten",
        "choices",
        ("player 1 picks 1 of 0, 1, 2", "all lead to the same position", "look at action.picks"),
        variant(ForgetsTheFirstPick(3, "Shown", _TEXT)),
        variant(GivesOneBurnsOne(3, "Shown", _TEXT)),
    ),
]
