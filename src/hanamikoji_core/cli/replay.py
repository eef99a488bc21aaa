"""``hanamikoji replay``: check a saved game and tell it."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["replay"]


def replay(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A saved game, JSON or a transcript; - reads stdin."),
    ],
    open_hands: Annotated[
        bool, typer.Option("--open", help="Show hands and face-down cards too.")
    ] = False,
) -> None:
    """Check a saved game move by move, and tell what happened."""
    from rich.text import Text

    from ._files import read_game
    from ._narrate import PLAYERS, Narrator, open_events
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    game = read_game(file)
    screen.print(Text(game.engine.variant.title, "bold"))
    narrator = Narrator(screen, game.engine)
    narrator.tell(open_events(game) if open_hands else game.events(None))
    if game.outcome is None:
        from ._board import print_position

        screen.print()
        print_position(screen, game.engine, game.observe(None), PLAYERS)
        screen.print()
        todo = "to pick" if game.state.offer is not None else "to act"
        screen.print(Text(f"The game goes on: {PLAYERS[game.to_move or 0]} is {todo}.", "bold"))
    moves = len(game.history)
    screen.print(Text(f"{moves} moves checked; all of them are legal.", "dim"))
