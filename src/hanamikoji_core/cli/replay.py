"""``hanamikoji replay``: check a saved game and tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from ..errors import HanamikojiError
from ..model.knowledge import Glimpse
from ..model.notation import parse_move

if TYPE_CHECKING:
    from ..play.game import Game
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

    from ..wording import number_of
    from ._files import read_game
    from ._narrate import Narrator
    from ._screen import open_screen
    from ._views import opened, seen

    screen = open_screen()
    screen.report_faults()
    saved = read_game(file)
    game = saved.game
    screen.note(f"{file}: {saved.note}" if saved.note else "")
    screen.print(Text(game.engine.variant.title, "bold"))
    narrator = Narrator(screen, game.engine)
    narrator.tell(opened(game) if open_hands else seen(game, None))
    moves = number_of(len(game.history), "move")
    if game.outcome is None:
        _print_end(screen, game, open_hands)
        _print_next(screen, game, open_hands)
        if saved.tried:
            _try(narrator, game, saved.tried, open_hands)
    screen.print(Text(f"{moves} checked: no errors.", "dim"))


def _print_next(screen: Screen, game: Game, open_hands: bool) -> None:
    """Who is to do what."""
    from rich.text import Text

    from ._board import offered
    from ._narrate import PLAYERS

    offer = game.state.offer
    todo = "to act" if offer is None else f"to pick {offer.pick} of {len(offer.among)}"
    screen.print(Text(f"The game goes on: {PLAYERS[game.to_move or 0]} is {todo}.", "bold"))
    if offer is not None:
        whole = tuple(Glimpse(pile, len(pile)) for pile in offer.piles)
        screen.print(
            offered(screen, offer, whole if open_hands else offer.glimpses(None)), indent=2
        )


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

    from ._views import opened_move, seen_move

    screen, state, engine = narrator.screen, game.state, game.engine
    screen.print()
    screen.print(Text(f"The move that was tried, {tried}:", "bold"))
    try:
        move = parse_move(tried)
        told = (
            opened_move(engine, state, move) if open_hands else seen_move(engine, state, move, None)
        )
    except HanamikojiError as error:
        screen.print(Text(f"  {error}"))
    else:
        narrator.tell(told)
        game.play(move)
        if game.outcome is None:
            _print_end(screen, game, open_hands)
