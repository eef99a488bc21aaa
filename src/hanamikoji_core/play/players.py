"""Computer players. They see what a player may see, an `Observation`, and choose a move.

Both work with every variant. `RandomPlayer` chooses any move; `GreedyPlayer` looks one action ahead
in positions that are consistent with what it knows.
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

_WIN: Final = 1000.0
_EARLIER_FAVOR: Final = 0.4
"""The value of an earlier favor, in cards. It only decides ties (P3)."""
_HAND_CARD: Final = 0.5
"""The value of a hand card, in placed cards. Some go to the opponent and some never score."""
_GEISHA_BONUS: Final = 1.5
"""The value of a favor in addition to its charm, because the number of geisha can win too."""
_MAX_PICKS: Final = 3
"""How many picks of one action the search follows."""


@runtime_checkable
class Player(Protocol):
    """A computer player: it chooses a legal move from what it may see.

    >>> import random
    >>> isinstance(RandomPlayer(load_engine("base"), random.Random(1)), Player)
    True
    """

    def choose(self, view: Observation) -> Move:
        """Choose a move. Called only if ``view.to_move == view.viewer``."""


def _check_engine(engine: Engine) -> Engine:
    if not isinstance(engine, Engine):
        raise SetupError(f"a player needs an Engine, such as game.engine, not {told(engine)}")
    return engine


def _check_turn(view: Observation) -> None:
    if not view.legal_moves:
        raise IllegalMoveError(
            f"viewer {view.viewer} has nothing to choose; call choose only if "
            "view.to_move == view.viewer"
        )


class RandomPlayer:
    """Chooses each legal move with the same probability.

    It shuffles piles that lie face down (`Engine.shuffle_piles`), and chooses at random among picks
    that look the same. It uses only ``rng.random``, so the same generator gives the same moves on
    every platform.

    >>> import random
    >>> engine = load_engine("base")
    >>> view = engine.observe(engine.start(seed=7), 0)
    >>> RandomPlayer(engine, random.Random(1)).choose(view) in view.legal_moves
    True
    """

    def __init__(self, engine: Engine, rng: Random) -> None:
        self.engine = _check_engine(engine)
        self.rng = rng

    def choose(self, view: Observation) -> Move:
        """Choose a legal move. Raises `IllegalMoveError` if it is not the viewer's turn."""
        _check_turn(view)
        return self.choose_from(view.legal_moves, view.offer, view.viewer or 0)

    def choose_from(
        self, moves: Sequence[Move], offer: Offer | OfferView | None, player: int
    ) -> Move:
        """Choose one of the legal moves of `player`, given the offer on the table.

        This is `choose` for a program that has the `State` and needs no observation.

        >>> import random
        >>> player = RandomPlayer(load_engine("base"), random.Random(1))
        >>> player.choose_from([Pick((0,))], None, 0)
        Pick((0,))
        """
        move = moves[int(self.rng.random() * len(moves))]
        if offer is None:
            # A single pile needs no shuffling.
            return (
                self.engine.shuffle_piles(move, player, self.rng) if len(move.piles) > 1 else move
            )
        if len(moves) == comb(len(offer.among), offer.pick):
            return move
        piles = offer.glimpses(player) if isinstance(offer, Offer) else offer.piles
        return _random_similar_pick(move, offer, piles, self.rng)


class GreedyPlayer:
    """Looks one action ahead and chooses the move that promises the most favors and charm.

    It tries each move in `samples` positions that are consistent with what it sees
    (`Engine.determinize`), lets the opponent respond, and compares the cards on both sides. It
    shuffles piles that lie face down (`Engine.shuffle_piles`) and picks blind piles at random. The
    same `rng` gives the same moves on every platform.

    >>> import random
    >>> engine = load_engine("mini-expansion-1")
    >>> view = engine.observe(engine.start(seed=7), 0)
    >>> move = GreedyPlayer(engine, random.Random(1)).choose(view)
    >>> engine.apply(engine.start(seed=7), move).to_move
    1
    """

    def __init__(self, engine: Engine, rng: Random, *, samples: int = 2) -> None:
        if type(samples) is not int or samples < 1:
            raise SetupError(f"samples is {told(samples)}; it must be a whole number of at least 1")
        self.engine = _check_engine(engine)
        self.rng = rng
        self.samples = samples

    def choose(self, view: Observation) -> Move:
        """The move that it rates best.

        Raises `IllegalMoveError` if it is not the viewer's turn to decide.
        """
        _check_turn(view)
        move = self._best_move(view)
        if isinstance(move, Pick):
            return (
                _random_similar_pick(move, view.offer, view.offer.piles, self.rng)
                if view.offer
                else move
            )
        return self.engine.shuffle_piles(move, view.viewer or 0, self.rng)

    def _best_move(self, view: Observation) -> Move:
        moves, me = view.legal_moves, view.viewer
        if me is None or len(moves) < 2:
            return moves[0]
        values = [0.0] * len(moves)
        for _ in range(self.samples):
            state = self.engine.determinize(view, self.rng)
            for index, move in enumerate(moves):
                values[index] += self._value(self.engine.apply(state, move), me, state, _MAX_PICKS)
        best = max(values)
        return _random_item(
            [m for m, w in zip(moves, values, strict=True) if w > best - 1e-9], self.rng
        )

    def _value(self, state: State, me: int, before: State, picks_left: int) -> float:
        """The value of a position for `me`, after the picks that must be made now."""
        offer = state.offer
        if offer is None or not picks_left:
            return _rating(state, me, before)
        blind = any(offer.chooser not in s for s in offer.seen_by) and not all(
            piece == pile for piece, pile in zip(offer.shown, offer.piles, strict=True)
        )
        values = [
            self._value(self.engine.apply(state, pick), me, before, picks_left - 1)
            for pick in self.engine.legal_moves(state)
        ]
        if blind:
            return sum(values) / len(values)
        return max(values) if offer.chooser == me else min(values)


def _random_item(items: Sequence[_Item], rng: Random) -> _Item:
    return items[int(rng.random() * len(items))]


def _random_similar_pick(
    move: Move, offer: Offer | OfferView, piles: Sequence[Glimpse], rng: Random
) -> Move:
    """A random pick among those that look the same to the chooser."""
    if not isinstance(move, Pick) or not offer.interchangeable:
        return move

    def looks(chosen: tuple[int, ...]) -> list[str]:
        return sorted(str(piles[i]) for i in chosen)

    wanted = looks(move.piles)
    alike = [c for c in combinations(offer.among, offer.pick) if looks(c) == wanted]
    return Pick(_random_item(alike, rng))


def _rating(state: State, me: int, before: State) -> float:
    """Rates a position for `me`: a win, a loss, or the expected favors weighted by charm."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.0 if winner is None else _WIN if winner == me else -_WIN
    row, them = state.row, 1 - me
    round_over = state.round != before.round
    sides = (
        [_NO_CARDS, _NO_CARDS]
        if round_over
        else [_scoring_cards(state, 0), _scoring_cards(state, 1)]
    )
    mine, theirs = sides[me], sides[them]
    my_hand, their_hand = ("", "") if round_over else (str(state.hands[me]), str(state.hands[them]))
    total = 0.0
    for geisha, owner in zip(row, state.favor, strict=True):
        letter = geisha.letter
        lead = float(mine.count(letter) - theirs.count(letter))
        lead += _HAND_CARD * (my_hand.count(letter) - their_hand.count(letter))
        if owner is not None:
            lead += (1.0 if round_over else _EARLIER_FAVOR) * (1 if owner == me else -1)
        total += (geisha.charm + _GEISHA_BONUS) * lead / (1.0 + abs(lead))
    return total


_NO_CARDS: Final = Cards()


def _scoring_cards(state: State, player: int) -> Cards:
    """The cards that count for this player so far, including cards face down."""
    cards = state.placed[player]
    for lot in state.facedown:
        if lot.scores_for == player:
            cards += lot.cards
    return cards
