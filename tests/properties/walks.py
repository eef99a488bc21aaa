"""Random games, and the rule sets for which the properties are tested."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

from attrs import evolve, frozen
from hypothesis import strategies as st

from hanamikoji_core import (
    ActionMarker,
    Cards,
    Engine,
    MoreCharm,
    Move,
    Play,
    RoundLimit,
    State,
    Variant,
    available_house_rules,
    available_variants,
    load_engine,
)
from hanamikoji_variants import base, mini_expansion_1, mini_expansion_2, mini_expansion_4
from tests.open_protocol import draw_and_return, swap, take_back
from tests.open_protocol.gallery import VARIANTS as OPEN_PROTOCOL
from tests.open_protocol.plain import gift, secret

REGISTERED = sorted(available_variants())
WITH_HOUSE_RULES = [f"{name}+{rule}" for name in REGISTERED for rule in available_house_rules()]


def _mix(name: str, *markers: ActionMarker) -> Variant:
    return Variant(name=name, title=name, markers=markers)


MIXES = [
    _mix(
        "base-and-blind-pick",
        base.SECRET,
        base.TRADE_OFF,
        mini_expansion_1.ACTION_3,
        base.COMPETITION,
    ),
    _mix(
        "bury-and-blind-pick",
        mini_expansion_4.REFERRAL,
        base.TRADE_OFF,
        mini_expansion_1.ACTION_3,
        mini_expansion_2.INTERCEPT,
    ),
    # All markers that move seen cards among unseen ones.
    Variant(
        name="hide-and-seek",
        title="Hide and seek",
        hand_size=3,
        markers=(
            take_back.TAKE_BACK,
            evolve(mini_expansion_4.REFERRAL, number=2),
            evolve(swap.SWAP, number=3),
            evolve(draw_and_return.BROWSE, number=4),
            secret(5, 4),
            gift(6, 4),
        ),
    ),
]
ENGINES: dict[str, Engine] = {
    **{name: load_engine(name) for name in REGISTERED + WITH_HOUSE_RULES},
    **{variant.name: Engine(variant) for variant in [*OPEN_PROTOCOL, *MIXES]},
}
# The same rules with a limit of two rounds, for tests that need short games.
SHORT = {
    name: Engine(evolve(engine.variant, limit=RoundLimit(2, MoreCharm())))
    for name, engine in ENGINES.items()
}


@frozen
class Walk:
    """The beginning of a game: its positions, and the move in each of them but the last."""

    engine: Engine
    states: tuple[State, ...]
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        last = self.states[-1]
        moves = " ".join(map(str, self.moves))
        return f"<{self.engine.variant.name} seed={last.setup.seed}: {moves}>"

    @property
    def last(self) -> State:
        return self.states[-1]

    @property
    def steps(self) -> list[tuple[State, Move, State]]:
        return [(a, m, b) for (a, b), m in zip(pairwise(self.states), self.moves, strict=True)]


def walk(engine: Engine, rng: Random, length: int = 10_000) -> Walk:
    """A random game from its start, with at most `length` moves."""
    state = engine.start(seed=rng.getrandbits(32), first_player=rng.getrandbits(1))
    states, moves = [state], list[Move]()
    while len(moves) < length and (legal := engine.legal_moves(state)):
        move = rng.choice(legal)
        if isinstance(move, Play) and rng.random() < 0.5:
            move = other_order(engine, state, move, rng)
        state = engine.apply(state, move)
        states.append(state)
        moves.append(move)
    return Walk(engine, tuple(states), tuple(moves))


def other_order(engine: Engine, state: State, play: Play, rng: Random) -> Play:
    """The same play, with its interchangeable piles in a random order."""
    return Play(play.marker, rng.choice(orders(engine, state, play)))


def orders(engine: Engine, state: State, play: Play) -> list[tuple[Cards, ...]]:
    """Every order of the piles that is the same play."""
    assert state.to_move is not None
    marker = engine.variant.marker(state.to_move, play.marker)
    layouts = sorted(set(permutations(play.piles)), key=str)
    return [x for x in layouts if marker.canonical(x) == play.piles]


def all_cards(state: State) -> str:
    """The letters of all cards, sorted."""
    piles = [*state.hands, *state.placed, *(lot.cards for lot in state.facedown)]
    if state.offer is not None:
        piles += state.offer.piles
    return "".join(sorted(state.deck + "".join(map(str, piles))))


def walks(
    engines: dict[str, Engine] = ENGINES, length: int = 10_000, shortest: int = 0
) -> st.SearchStrategy[Walk]:
    """Random games of any of the engines, with up to `length` moves."""
    return st.builds(
        lambda name, seed, size: walk(engines[name], Random(seed), size),
        st.sampled_from(sorted(engines)),
        st.integers(0, 2**32 - 1),
        st.integers(shortest, length),
    )
