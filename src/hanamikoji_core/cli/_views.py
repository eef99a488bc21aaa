"""The events of a game as they are told: to a player, to a spectator, or with all cards open."""

from __future__ import annotations

from attrs import frozen

from ..engine.action import Effects
from ..engine.engine import Engine
from ..engine.event_log import Log
from ..model.cards import Cards
from ..model.events import Dealt, Drew, Event, Offered, Placed, Played, RoundStarted, Took
from ..model.knowledge import Glimpse, Viewer, Viewers
from ..model.moves import Move
from ..model.places import From
from ..model.state import Offer, State
from ..play.game import Game

__all__ = ["Seen", "opened", "opened_move", "seen", "seen_move"]


@frozen
class Seen:
    """An event, and for an offer: what the opponent of the player who offers sees of the piles."""

    event: Event
    opponent: tuple[Glimpse, ...] = ()


def seen(game: Game, viewer: Viewer) -> tuple[Seen, ...]:
    """What this viewer saw of a game, from the first deal."""
    other = None if viewer is None else 1 - viewer
    return _paired(viewer, game.events(viewer), game.events(other))


def seen_move(engine: Engine, state: State, move: Move, viewer: Viewer) -> tuple[Seen, ...]:
    """What this viewer sees when a move is made."""
    other = None if viewer is None else 1 - viewer
    mine, theirs = (engine.narrate(state, move, who) for who in (viewer, other))
    return _paired(viewer, mine, theirs)


def _paired(
    viewer: Viewer, events: tuple[Event, ...], others: tuple[Event, ...]
) -> tuple[Seen, ...]:
    """What the opponent knows of an offer counts for who made it, and only of cards they know."""
    return tuple(
        Seen(mine, tuple(map(_both_know, mine.piles, theirs.piles)))
        if isinstance(mine, Offered) and isinstance(theirs, Offered) and mine.player == viewer
        else Seen(mine)
        for mine, theirs in zip(events, others, strict=True)
    )


def _both_know(mine: Glimpse, theirs: Glimpse) -> Glimpse:
    return Glimpse(mine.known & theirs.known, mine.size)


def opened(game: Game) -> tuple[Seen, ...]:
    """Everything that happened in a game, from the first deal, whoever has seen it."""
    engine, setup = game.engine, game.state.setup
    (began, *_) = game.events(None)
    first = began.starting_player if isinstance(began, RoundStarted) else 0
    log = _Open()
    engine._start(setup, first, log)
    told = list(map(Seen, log.events))
    state = engine.start(seed=setup.seed, first_player=first, deals=setup.deals)
    for move in game.history:
        told += opened_move(engine, state, move)
        state = engine.apply(state, move)
    return tuple(told)


def opened_move(engine: Engine, state: State, move: Move) -> tuple[Seen, ...]:
    """Everything that happens when a move is made, whoever sees it."""
    log = _Open()
    engine._apply(state, move, log)
    players = [engine.narrate(state, move, player) for player in (0, 1)]
    told = []
    for event, *both in zip(log.events, *players, strict=True):
        theirs = both[1 - event.player] if isinstance(event, Offered) else None
        told.append(Seen(event, theirs.piles if isinstance(theirs, Offered) else ()))
    return tuple(told)


class _Open(Log):
    """Events with every card named."""

    def __init__(self) -> None:
        super().__init__(None)

    def dealt(self, number: int, starter: int, removed: int, hands: tuple[Cards, Cards]) -> None:
        self.add(RoundStarted(number, starter, removed))
        for player in (starter, 1 - starter):
            self.add(Dealt(player, _whole(hands[player])))

    def drew(self, player: int, card: Cards, seen_by: Viewers) -> None:
        self.add(Drew(player, _whole(card)))

    def played(self, action: Offer) -> None:
        self.add(Played(action.player, action.marker, tuple(map(_whole, action.piles))))

    def took(self, action: Offer, source: From) -> None:
        self.add(Took(action.player, source, _whole(action.piles[-1])))

    def offered(self, offer: Offer) -> None:
        piles = tuple(map(_whole, offer.piles))
        self.add(Offered(offer.player, offer.chooser, offer.pick, piles, offer.among))

    def placed(self, effects: Effects) -> None:
        for pile, to in zip(effects.action.piles, effects.to, strict=True):
            if pile:
                self.add(Placed(effects.player, _whole(pile), to))


def _whole(cards: Cards) -> Glimpse:
    return Glimpse(cards, len(cards))
