"""Computer players: they see an `Observation`, as any player does, and choose a move.

Both work with every variant. `GreedyPlayer` looks one action ahead in positions that fit what it
knows; `RandomPlayer` takes any move.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Final, Protocol, TypeVar, runtime_checkable

from ..engine.engine import Engine
from ..errors import IllegalMoveError, SetupError
from ..model.cards import Cards
from ..model.knowledge import Glimpse
from ..model.moves import Move, Pick
from ..model.observation import Observation, OfferView
from ..model.state import Offer, State
from ..wording import told

__all__ = ["GreedyPlayer", "Player", "RandomPlayer"]

_Item = TypeVar("_Item")

_WON: Final = 1000.0
_FAVOR: Final = 0.4
"""What a favor won earlier counts, in cards: it decides a tie and nothing else (P3)."""
_IN_HAND: Final = 0.5
"""What a hand card counts: some will be given away, and some will not score."""
_GEISHA: Final = 1.5
"""What a favor is worth beside its charm: it is also one of the geisha that win."""
_QUESTIONS: Final = 3
"""How many picks of one action are looked into."""


@runtime_checkable
class Player(Protocol):
    """Anything that can play: given what a player sees, it chooses a legal move.

    >>> import random
    >>> isinstance(RandomPlayer(load_engine("base"), random.Random(1)), Player)
    True
    """

    def choose(self, view: Observation) -> Move:
        """The move to make; called when ``view.to_move == view.viewer``."""


def _checked(engine: Engine) -> Engine:
    if not isinstance(engine, Engine):
        raise SetupError(f"a player needs an Engine, such as game.engine, not {told(engine)}")
    return engine


def _check_turn(view: Observation) -> None:
    if not view.legal_moves:
        raise IllegalMoveError(
            f"there is nothing to choose for viewer {view.viewer}; ask a player when "
            "view.to_move == view.viewer"
        )


class RandomPlayer:
    """Takes any listed move, each with the same chance; of picks that look alike, any.

    Covered piles are laid out in a fair random order (`Engine.shuffle_piles`). Only ``rng.random``
    is used, so the same generator gives the same moves on every platform.

    >>> import random
    >>> engine = load_engine("base")
    >>> view = engine.observe(engine.start(seed=7), 0)
    >>> RandomPlayer(engine, random.Random(1)).choose(view) in view.legal_moves
    True
    """

    def __init__(self, engine: Engine, rng: Random) -> None:
        self.engine = _checked(engine)
        self.rng = rng

    def choose(self, view: Observation) -> Move:
        """Any of the legal moves. Raises `IllegalMoveError` if it is not the viewer's turn."""
        _check_turn(view)
        return self.choose_from(view.legal_moves, view.offer, view.viewer or 0)

    def choose_from(
        self, moves: Sequence[Move], offer: Offer | OfferView | None, player: int
    ) -> Move:
        """Any of these moves of `player`; `offer` is what lies on the table.

        `choose` for a program that has the position and needs no observation.

        >>> import random
        >>> player = RandomPlayer(load_engine("base"), random.Random(1))
        >>> player.choose_from([Pick((0,))], None, 0)
        Pick((0,))
        """
        move = moves[int(self.rng.random() * len(moves))]
        if offer is None:
            # One pile has no order.
            return (
                self.engine.shuffle_piles(move, player, self.rng) if len(move.piles) > 1 else move
            )
        if len(moves) == comb(len(offer.among), offer.pick):
            return move
        piles = offer.glimpses(player) if isinstance(offer, Offer) else offer.piles
        return _any_alike(move, offer, piles, self.rng)


class GreedyPlayer:
    """Looks one action ahead and takes what is best by favor and charm; a fair opponent.

    It plays every variant: each move is tried in `samples` positions that fit what it sees
    (`Engine.determinize`), the opponent's answer included, and judged by the cards on both sides.
    Covered piles are laid out in a fair random order (`Engine.shuffle_piles`), and a blind pick is
    made at random. The same `rng` gives the same moves on every platform.

    >>> import random
    >>> engine = load_engine("mini-expansion-1")
    >>> view = engine.observe(engine.start(seed=7), 0)
    >>> move = GreedyPlayer(engine, random.Random(1)).choose(view)
    >>> engine.apply(engine.start(seed=7), move).to_move
    1
    """

    def __init__(self, engine: Engine, rng: Random, *, samples: int = 2) -> None:
        if type(samples) is not int or samples < 1:
            raise SetupError(f"samples is {told(samples)}; it is a whole number from 1")
        self.engine = _checked(engine)
        self.rng = rng
        self.samples = samples

    def choose(self, view: Observation) -> Move:
        """The best of the legal moves as far as it can see.

        Raises `IllegalMoveError` if it is not the viewer's turn to decide.
        """
        _check_turn(view)
        move = self._best(view)
        if isinstance(move, Pick):
            return _any_alike(move, view.offer, view.offer.piles, self.rng) if view.offer else move
        return self.engine.shuffle_piles(move, view.viewer or 0, self.rng)

    def _best(self, view: Observation) -> Move:
        moves, me = view.legal_moves, view.viewer
        if me is None or len(moves) < 2:
            return moves[0]
        worth = [0.0] * len(moves)
        for _ in range(self.samples):
            state = self.engine.determinize(view, self.rng)
            for index, move in enumerate(moves):
                worth[index] += self._worth(self.engine.apply(state, move), me, state, _QUESTIONS)
        best = max(worth)
        return _any([m for m, w in zip(moves, worth, strict=True) if w > best - 1e-9], self.rng)

    def _worth(self, state: State, me: int, before: State, questions: int) -> float:
        """What a position is worth to `me`, once the picks that are due have been made."""
        offer = state.offer
        if offer is None or not questions:
            return _judged(state, me, before)
        blind = any(offer.chooser not in s for s in offer.seen_by) and not all(
            piece == pile for piece, pile in zip(offer.shown, offer.piles, strict=True)
        )
        worth = [
            self._worth(self.engine.apply(state, pick), me, before, questions - 1)
            for pick in self.engine.legal_moves(state)
        ]
        if blind:
            return sum(worth) / len(worth)
        return max(worth) if offer.chooser == me else min(worth)


def _any(items: Sequence[_Item], rng: Random) -> _Item:
    return items[int(rng.random() * len(items))]


def _any_alike(move: Move, offer: Offer | OfferView, piles: Sequence[Glimpse], rng: Random) -> Move:
    """Any of the picks that look like this one to the chooser, where those count as one choice."""
    if not isinstance(move, Pick) or not offer.interchangeable:
        return move

    def looks(chosen: tuple[int, ...]) -> list[str]:
        return sorted(str(piles[i]) for i in chosen)

    wanted = looks(move.piles)
    alike = [c for c in combinations(offer.among, offer.pick) if looks(c) == wanted]
    return Pick(_any(alike, rng))


def _judged(state: State, me: int, before: State) -> float:
    """How well `me` stands: won or lost, or the favors to come, weighted by charm."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.0 if winner is None else _WON if winner == me else -_WON
    row, them = state.row, 1 - me
    over = state.round != before.round
    sides = [_NONE, _NONE] if over else [_side(state, 0), _side(state, 1)]
    mine, theirs = sides[me], sides[them]
    my_hand, their_hand = ("", "") if over else (str(state.hands[me]), str(state.hands[them]))
    total = 0.0
    for geisha, owner in zip(row, state.favor, strict=True):
        letter = geisha.letter
        lead = float(mine.count(letter) - theirs.count(letter))
        lead += _IN_HAND * (my_hand.count(letter) - their_hand.count(letter))
        if owner is not None:
            lead += (1.0 if over else _FAVOR) * (1 if owner == me else -1)
        total += (geisha.charm + _GEISHA) * lead / (1.0 + abs(lead))
    return total


_NONE: Final = Cards()


def _side(state: State, player: int) -> Cards:
    """What counts for this player so far, face down included."""
    cards = state.placed[player]
    for lot in state.facedown:
        if lot.scores_for == player:
            cards += lot.cards
    return cards
