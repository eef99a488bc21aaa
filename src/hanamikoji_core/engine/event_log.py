"""Collects the events of one move as one viewer sees them. In play the engine uses no log."""

from __future__ import annotations

from ..model.cards import Cards
from ..model.events import (
    Dealt,
    Drew,
    Event,
    GameEnded,
    Offered,
    Picked,
    Placed,
    Played,
    Revealed,
    RoundStarted,
    Scored,
    Took,
)
from ..model.knowledge import ONLY, Glimpse, Viewer, Viewers, glimpse
from ..model.moves import Pick
from ..model.places import From, To
from ..model.row import Favor
from ..model.state import Offer, Outcome
from .action import Effects

_FACE_UP = (To.OWN_SIDE, To.THEIR_SIDE)


class Log:
    """The events so far, from the view of `viewer`."""

    __slots__ = ("events", "viewer")

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)

    def dealt(self, number: int, starter: int, removed: int, hands: tuple[Cards, Cards]) -> None:
        self.add(RoundStarted(number, starter, removed))
        for player in (starter, 1 - starter):
            self.add(Dealt(player, glimpse(self.viewer, hands[player], ONLY[player])))

    def drew(self, player: int, card: Cards, seen_by: Viewers) -> None:
        self.add(Drew(player, glimpse(self.viewer, card, seen_by | ONLY[player])))

    def played(self, action: Offer) -> None:
        self.add(Played(action.player, action.marker, action.glimpses(self.viewer)))

    def took(self, action: Offer, source: From) -> None:
        self.add(Took(action.player, source, action.glimpses(self.viewer)[-1]))

    def offered(self, offer: Offer) -> None:
        piles = offer.glimpses(self.viewer)
        self.add(Offered(offer.player, offer.chooser, offer.pick, piles, offer.among))

    def picked(self, player: int, pick: Pick) -> None:
        self.add(Picked(player, pick.piles))

    def placed(self, effects: Effects) -> None:
        action = effects.action
        hands = {To.OWN_HAND: action.player, To.THEIR_HAND: 1 - action.player}
        for pile, seen, to in zip(
            action.piles, action.glimpses(self.viewer), effects.to, strict=True
        ):
            open_now = to in _FACE_UP or (self.viewer is not None and hands.get(to) == self.viewer)
            if pile:
                cards = glimpse(self.viewer, pile, frozenset({self.viewer})) if open_now else seen
                self.add(Placed(action.player, cards, to))

    def revealed(self, player: int, cards: Cards) -> None:
        self.add(Revealed(player, cards))

    def scored(self, number: int, placed: tuple[Cards, Cards], before: Favor, favor: Favor) -> None:
        self.add(Scored(number, placed, before, favor))

    def ended(self, outcome: Outcome) -> None:
        self.add(GameEnded(outcome))


class OpenLog(Log):
    """The events with every card named."""

    def dealt(self, number: int, starter: int, removed: int, hands: tuple[Cards, Cards]) -> None:
        self.add(RoundStarted(number, starter, removed))
        for player in (starter, 1 - starter):
            self.add(Dealt(player, _open_glimpse(hands[player])))

    def drew(self, player: int, card: Cards, seen_by: Viewers) -> None:
        self.add(Drew(player, _open_glimpse(card)))

    def played(self, action: Offer) -> None:
        self.add(Played(action.player, action.marker, tuple(map(_open_glimpse, action.piles))))

    def took(self, action: Offer, source: From) -> None:
        self.add(Took(action.player, source, _open_glimpse(action.piles[-1])))

    def offered(self, offer: Offer) -> None:
        piles = tuple(map(_open_glimpse, offer.piles))
        self.add(Offered(offer.player, offer.chooser, offer.pick, piles, offer.among))

    def placed(self, effects: Effects) -> None:
        for pile, to in zip(effects.action.piles, effects.to, strict=True):
            if pile:
                self.add(Placed(effects.player, _open_glimpse(pile), to))


def _open_glimpse(cards: Cards) -> Glimpse:
    return Glimpse(cards, len(cards))
