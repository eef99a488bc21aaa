"""The positions that are possible for a viewer, found by brute force.

It tries every deal and, for each deal, every way to play that looks the same to the viewer. This
module defines what looks the same, for each marker, from the rules. It uses the engine only to
move cards, and not what the engine records about the viewers' knowledge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from attrs import evolve

from hanamikoji_core import Engine, Move, Pick, Play, State, Viewer
from tests.properties.walks import Walk, orders

SHOWN = ("Gift", "Reveal")  # These markers show their cards; a number follows the name.
SEEDS = 16  # Enough for every card of a small hand to be taken.
Deal = tuple[Hashable, ...]


def deal_of(state: State) -> Deal:
    """The place of every card."""
    piles = state.offer.piles if state.offer else ()
    return state.hands, state.placed, state.deck, tuple(x.cards for x in state.facedown), piles


def _public(state: State) -> Hashable:
    """What everyone sees."""
    offer = state.offer and (state.offer.player, state.offer.chooser, len(state.offer.piles))
    lots = [(lot.player, lot.marker, lot.scores_for, len(lot.cards)) for lot in state.facedown]
    return (
        state.to_move,
        state.placed,
        state.favor,
        state.used,
        tuple(map(len, state.hands)),
        len(state.deck),
        tuple(lots),
        offer,
    )


def _piles_seen(name: str, play: Play, own: bool) -> Hashable:
    """What a viewer sees of a play: everything if it is their own, else what the marker shows."""
    if own or name.startswith(SHOWN):
        return play.piles
    if name == "Take back":
        return play.piles[0]  # It lay on the table, and the other pile lies there now.
    if name == "Peek":
        return tuple(str(pile)[0] for pile in play.piles)
    return tuple(len(pile) for pile in play.piles)


def _cards_drawn(name: str, before: State, play: Play) -> str:
    """The cards that the acting player takes from the deck in this action."""
    if name == "Referral":
        return (before.deck + str(play.piles[0]))[0]
    return before.deck[:2] if name == "Browse" else ""


def _swapped(before: State, play: Play, after: State) -> str:
    """The card that the acting player received; both players saw it."""
    player = before.to_move or 0
    return str(after.hands[player] - (before.hands[player] - play.piles[0]))


def seen(engine: Engine, viewer: Viewer, before: State, move: Move, after: State) -> Hashable:
    """What the viewer sees of a move and of the draw that follows."""
    own = viewer is not None and viewer == before.to_move
    hand = None if viewer is None else after.hands[viewer]
    if isinstance(move, Pick):
        return move.piles, hand, _public(after)
    assert before.to_move is not None
    name = engine.variant.marker(before.to_move, move.marker).name
    drawn = _cards_drawn(name, before, move) if own else ""
    if name == "Swap" and viewer is not None and before.hands[1 - before.to_move]:
        own, drawn = True, _swapped(before, move, after)
    return move.marker, _piles_seen(name, move, own), drawn, hand, _public(after)


def _without_setup(state: State) -> State:
    return evolve(state, setup=evolve(state.setup, seed=0, deals=()))


def _starts(engine: Engine, start: State, viewer: Viewer) -> Iterator[State]:
    """The first positions of all deals that give the viewer the same hand."""
    for order in _orders(str(engine.variant.row.deck)):
        deal = engine.start(seed=0, first_player=start.starting_player, deals=[order])
        if viewer is None or deal.hands[viewer] == start.hands[viewer]:
            yield _without_setup(deal)


def _orders(cards: str) -> list[str]:
    """Every different order of these letters."""
    firsts = sorted(set(cards))
    rests = [_orders(cards.replace(first, "", 1)) for first in firsts]
    return [first + rest for first, more in zip(firsts, rests, strict=True) for rest in more] or [
        ""
    ]


def _moves(engine: Engine, state: State, like: Move) -> Iterator[Move]:
    """The moves of this position that use the same marker, or pick the same piles."""
    if isinstance(like, Pick):
        yield like
        return
    for move in engine.legal_moves(state):
        if isinstance(move, Play) and move.marker == like.marker:
            for piles in orders(engine, state, move):
                yield Play(move.marker, piles)


def _results(engine: Engine, world: State, move: Move) -> Iterator[State]:
    """Every position that the move can lead to."""
    by_chance = isinstance(move, Play) and "swap" in engine.variant.name and move.marker == 1
    for seed in range(SEEDS if by_chance else 1):
        luck = evolve(world, setup=evolve(world.setup, seed=seed))
        yield _without_setup(engine.apply(luck, move))


def possible(game: Walk, viewer: Viewer) -> Iterator[list[State]]:
    """For each position of the first round, all positions that are possible for the viewer."""
    engine = game.engine
    worlds = list(_starts(engine, game.states[0], viewer))
    yield worlds
    for before, move, after in game.steps:
        if after.round > 1 or after.outcome is not None:
            return
        token = seen(engine, viewer, before, move, after)
        following: dict[Hashable, State] = {}
        for world in worlds:
            for candidate in _moves(engine, world, move):
                for result in _results(engine, world, candidate):
                    if seen(engine, viewer, world, candidate, result) == token:
                        following.setdefault((deal_of(result), result.memory), result)
        worlds = list(following.values())
        yield worlds
