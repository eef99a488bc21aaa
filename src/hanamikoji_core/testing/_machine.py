"""A game as a Hypothesis state machine; add your own rules and invariants."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from ..engine.engine import Engine
from ..model.cards import Cards
from ..play.game import Game
from ..protocol.variant import Variant

__all__ = ["GameMachine"]


class GameMachine(RuleBasedStateMachine):
    """Plays a variant with arbitrary moves, undoes them, saves and loads, and keeps watch.

    Set `variant` to a name, a `Variant` or an `Engine`, and add rules and invariants; `game` is the
    `Game` under way. The test case runs under pytest and unittest::

        class MyMachine(GameMachine):
            variant = "my-variant"

            @invariant()
            def nobody_has_more_than_eleven_cards(self):
                assert all(len(hand) <= 11 for hand in self.game.state.hands)


        TestMyVariant = MyMachine.TestCase

    A failing example tells its game as a transcript too, for ``hanamikoji replay``.

    >>> from hypothesis.stateful import run_state_machine_as_test
    >>> from hypothesis import settings
    >>> few = settings(max_examples=3, stateful_step_count=8, database=None, deadline=None)
    >>> run_state_machine_as_test(GameMachine, settings=few)
    """

    variant: ClassVar[str | Variant | Engine] = "base"
    game: Game

    @initialize(seed=st.integers(0, 2**32), first_player=st.integers(0, 1))
    def begin(self, seed: int, first_player: int) -> None:
        """A match is set up."""
        self.game = Game.new(self.variant, seed=seed, first_player=first_player)

    @precondition(lambda self: self.game.outcome is None)
    @rule(data=st.data())
    def play(self, data: Any) -> None:
        """The player to move makes any legal move."""
        before = self.game.state
        move = data.draw(st.sampled_from(self.game.legal_moves()), label="move")
        self.game.play(move)
        assert self.game.history[-1] == move
        assert self.game.engine.apply(before, move) == self.game.state

    @precondition(lambda self: bool(self.game.history))
    @rule()
    def undo(self) -> None:
        """The last move is taken back and made again."""
        after = self.game.state
        move = self.game.undo()
        self.game.play(move)
        assert self.game.state == after

    @rule()
    def observe(self) -> None:
        """Observe the position for every viewer, who must see no more than is there."""
        state = self.game.state
        for viewer in (0, 1, None):
            view = self.game.observe(viewer)
            assert view.hand == (Cards() if viewer is None else state.hands[viewer])
            assert view.hand_sizes == tuple(map(len, state.hands))

    def teardown(self) -> None:
        """Print the game if this is the example that fails."""
        if hasattr(self, "game"):
            note(f"game: {self.game.to_transcript()}")

    @invariant()
    def the_game_is_in_order(self) -> None:
        """Every card is in one place, and a player can move exactly if there is no outcome."""
        state = self.game.state
        offered = state.offer.piles if state.offer is not None else ()
        places = [*state.hands, *state.placed, *(lot.cards for lot in state.facedown), *offered]
        assert sum(places, Cards(state.deck)) == state.row.deck
        assert bool(self.game.legal_moves()) == (self.game.outcome is None)
