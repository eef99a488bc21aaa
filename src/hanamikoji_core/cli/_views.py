"""The events of a game as they are told: to a player, to a spectator, or with all cards open."""

from __future__ import annotations

from attrs import frozen

from ..engine.engine import Engine
from ..model.events import Event, Offered, RoundStarted
from ..model.knowledge import Glimpse, Viewer
from ..model.moves import Move
from ..model.state import State
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
    state = engine.start(seed=setup.seed, first_player=first, deals=setup.deals)
    told = list(map(Seen, engine.narrate_openly(state)))
    for move in game.history:
        told += opened_move(engine, state, move)
        state = engine.apply(state, move)
    return tuple(told)


def opened_move(engine: Engine, state: State, move: Move) -> tuple[Seen, ...]:
    """Everything that happens when a move is made, whoever sees it."""
    everything = engine.narrate_openly(state, move)
    players = [engine.narrate(state, move, player) for player in (0, 1)]
    told = []
    for event, *both in zip(everything, *players, strict=True):
        theirs = both[1 - event.player] if isinstance(event, Offered) else None
        told.append(Seen(event, theirs.piles if isinstance(theirs, Offered) else ()))
    return tuple(told)
