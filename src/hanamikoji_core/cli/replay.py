"""``hanamikoji replay``: check a saved game and tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from ..errors import HanamikojiError
from ..knowledge import Glimpse
from ..notation import parse_move

if TYPE_CHECKING:
    from ..game import Game
    from ._narrate import Narrator
    from ._screen import Screen

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

    from ._files import read_ruling
    from ._narrate import PLAYERS, Narrator, open_events
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    game, tried = read_ruling(file)
    screen.print(Text(game.engine.variant.title, "bold"))
    narrator = Narrator(screen, game.engine)
    narrator.tell(open_events(game) if open_hands else game.events(None))
    moves = len(game.history)
    if game.outcome is None:
        _print_end(screen, game, open_hands)
        todo = "to pick" if game.state.offer is not None else "to act"
        screen.print(Text(f"The game goes on: {PLAYERS[game.to_move or 0]} is {todo}.", "bold"))
        if tried:
            _try(narrator, game, tried, open_hands)
    screen.print(Text(f"{moves} moves checked; all of them are legal.", "dim"))


def _print_end(screen: Screen, game: Game, open_hands: bool) -> None:
    """The position, as everybody sees it or with all cards but those of the deck."""
    from ._board import print_position
    from ._narrate import PLAYERS

    state, view = game.state, game.observe(None)
    if open_hands:
        lots = [
            evolve(seen, cards=Glimpse(lot.cards, len(lot.cards)))
            for seen, lot in zip(view.facedown, state.facedown, strict=True)
        ]
        view = evolve(view, facedown=tuple(lots))
    screen.print()
    print_position(screen, game.engine, view, PLAYERS, state.hands if open_hands else (None, None))
    screen.print()


def _try(narrator: Narrator, game: Game, tried: str, open_hands: bool) -> None:
    """The move that a ruling is about: what happens, or why it cannot be made."""
    from rich.text import Text

    from ._narrate import opened

    screen, state, engine = narrator.screen, game.state, game.engine
    screen.print()
    screen.print(Text(f"The move that was tried, {tried}:", "bold"))
    try:
        move = parse_move(tried)
        seen = [engine.narrate(state, move, viewer) for viewer in (0, 1, None)]
    except HanamikojiError as error:
        screen.print(Text(f"  {error}"))
    else:
        narrator.tell(opened(seen[0], seen[1]) if open_hands else seen[2])
        game.play(move)
        if game.outcome is None:
            _print_end(screen, game, open_hands)
