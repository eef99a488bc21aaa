"""Hypothesis strategies for authors' own tests: cards, hands, positions and games."""

from __future__ import annotations

from itertools import takewhile

from hypothesis import note
from hypothesis import strategies as st

from ..engine.engine import Engine
from ..model.cards import Cards
from ..model.row import Row
from ..model.state import State
from ..play.game import Game
from ..plugins import load_engine
from ..protocol.variant import Variant

__all__ = ["cards", "games", "hands", "states"]

_ROW = Row.of(2, 2, 2, 3, 3, 4, 5)
_MOST_MOVES = 60


def cards(
    row: Row = _ROW, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[Cards]:
    """Cards of a deck: any part of it that holds from `min_size` to `max_size` cards.

    They shrink towards few cards of the first letters.

    >>> from hypothesis import given
    >>> @given(cards(max_size=7))
    ... def test_all_choices_have_the_size_asked_for(some):
    ...     assert all(len(pair) == 2 for pair in some.combinations(2))
    >>> test_all_choices_have_the_size_asked_for()
    """
    deck = str(row.deck)
    most = len(deck) if max_size is None else min(max_size, len(deck))
    places = st.lists(st.integers(0, len(deck) - 1), min_size=min_size, max_size=most, unique=True)
    return places.map(lambda chosen: Cards("".join(deck[at] for at in chosen)))


def hands(n: int, row: Row = _ROW) -> st.SearchStrategy[Cards]:
    """Hands of exactly `n` cards of the row's deck.

    >>> from hypothesis import given
    >>> @given(hands(7))
    ... def test_a_hand_has_seven_cards(hand):
    ...     assert len(hand) == 7
    >>> test_a_hand_has_seven_cards()
    """
    return cards(row, min_size=n, max_size=n)


def _engine(of: str | Variant | Engine) -> Engine:
    return of if isinstance(of, Engine) else load_engine(of)


def games(
    of: str | Variant | Engine = "base", *, max_moves: int = _MOST_MOVES, finished: bool = False
) -> st.SearchStrategy[Game]:
    """Games of up to `max_moves` moves, open offers included; with `finished`, played to the end.

    They shrink towards few moves, each the first that is legal. What comes after `max_moves` in
    `finished` games is fixed by the number of moves. A failing example tells its game as a
    transcript, for ``hanamikoji replay`` and `Game.from_transcript`.

    >>> from hypothesis import given
    >>> @given(games("base", max_moves=9))
    ... def test_undo_leads_back_to_the_start(game):
    ...     for _ in game.history:
    ...         _ = game.undo()
    ...     assert game.history == ()
    >>> test_undo_leads_back_to_the_start()
    """
    engine = _engine(of)
    deck = str(engine.variant.row.deck)
    choice = st.integers(0, 2**16)

    @st.composite
    def played(draw: st.DrawFn) -> Game:
        deal = draw(st.none() | st.permutations(deck))
        game = Game.new(
            engine,
            seed=draw(st.integers(0, 2**32)),
            first_player=draw(st.integers(0, 1)),
            deals=() if deal is None else ("".join(deal),),
        )
        choices = draw(st.lists(choice, max_size=max_moves))
        for chosen in takewhile(lambda _: game.outcome is None, choices):
            moves = game.legal_moves()
            game.play(moves[chosen % len(moves)])
        while finished and game.outcome is None:
            moves = game.legal_moves()
            game.play(moves[7919 * len(game.history) % len(moves)])
        note(f"game: {game.to_transcript()}")
        return game

    return played()


def states(
    of: str | Variant | Engine = "base", *, max_moves: int = _MOST_MOVES
) -> st.SearchStrategy[State]:
    """Positions that play can reach, open offers and ended games included.

    A failing example tells the game that leads there, as that of `games` does.

    >>> from hypothesis import given
    >>> engine = load_engine("base")
    >>> @given(states(engine))
    ... def test_somebody_can_move_unless_the_game_is_over(state):
    ...     assert bool(engine.legal_moves(state)) == (engine.outcome(state) is None)
    >>> test_somebody_can_move_unless_the_game_is_over()
    """
    return games(of, max_moves=max_moves).map(lambda game: game.state)
