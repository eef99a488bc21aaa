"""What a viewer can hold possible, found by brute force and without the engine's book-keeping.

Every deal is tried, and of every deal every way to play that looks to the viewer like what was
played. What it looks like is said here, marker by marker, from the rules. The engine only moves
the cards; what it thinks that a viewer knows is not asked.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from attrs import evolve

from hanamikoji_core import Engine, Move, Pick, Play, State, Viewer
from tests.properties.walks import Walk, orders

SHOWN = ("Gift", "Reveal")  # These turn up what is laid out; their names go on with a number.
SEEDS = 16  # So many that every card of a small hand is taken by one of them.
Deal = tuple[Hashable, ...]


def deal_of(state: State) -> Deal:
    """Which card lies where."""
    piles = state.offer.piles if state.offer else ()
    return state.hands, state.placed, state.deck, tuple(x.cards for x in state.facedown), piles


def _lies_open(state: State) -> Hashable:
    """What everybody at the table sees."""
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
    """What a viewer sees of a play: all of their own, else what the marker turns up."""
    if own or name.startswith(SHOWN):
        return play.piles
    if name == "Take back":
        return play.piles[0]  # It lay on the table; the other pile lies there now.
    if name == "Peek":
        return tuple(str(pile)[0] for pile in play.piles)
    return tuple(len(pile) for pile in play.piles)


def _cards_drawn(name: str, before: State, play: Play) -> str:
    """The cards that the acting player takes from the deck in this action."""
    if name == "Referral":
        return (before.deck + str(play.piles[0]))[0]
    return before.deck[:2] if name == "Browse" else ""


def _swapped(before: State, play: Play, after: State) -> str:
    """The card that came to the acting player's hand, which both players saw."""
    player = before.to_move or 0
    return str(after.hands[player] - (before.hands[player] - play.piles[0]))


def seen(engine: Engine, viewer: Viewer, before: State, move: Move, after: State) -> Hashable:
    """What the viewer sees of one move and of the draw that follows it."""
    own = viewer is not None and viewer == before.to_move
    hand = None if viewer is None else after.hands[viewer]
    if isinstance(move, Pick):
        return move.piles, hand, _lies_open(after)
    assert before.to_move is not None
    name = engine.variant.marker(before.to_move, move.marker).name
    drawn = _cards_drawn(name, before, move) if own else ""
    if name == "Swap" and viewer is not None and before.hands[1 - before.to_move]:
        own, drawn = True, _swapped(before, move, after)
    return move.marker, _piles_seen(name, move, own), drawn, hand, _lies_open(after)


def _without_setup(state: State) -> State:
    return evolve(state, setup=evolve(state.setup, seed=0, deals=()))


def _starts(engine: Engine, start: State, viewer: Viewer) -> Iterator[State]:
    """The starts of all deals in which the viewer has the same hand."""
    for order in _orders(str(engine.variant.row.deck)):
        deal = engine.start(seed=0, first_player=start.starting_player, deals=[order])
        if viewer is None or deal.hands[viewer] == start.hands[viewer]:
            yield _without_setup(deal)


def _orders(cards: str) -> list[str]:
    """Every order of these letters, equal letters being equal."""
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
    """What the move leads to, whatever chance does."""
    by_chance = isinstance(move, Play) and "swap" in engine.variant.name and move.marker == 1
    for seed in range(SEEDS if by_chance else 1):
        luck = evolve(world, setup=evolve(world.setup, seed=seed))
        yield _without_setup(engine.apply(luck, move))


def possible(game: Walk, viewer: Viewer) -> Iterator[list[State]]:
    """For each position of the first round, all positions that the viewer must hold possible."""
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
