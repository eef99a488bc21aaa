"""``hanamikoji play``: a person against the computer, two people, or the computer alone."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["play"]

_SEEDS = 2**64


def play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A variant, with house rules after +, as base+three-rounds."
        ),
    ] = "base",
    two: Annotated[
        bool, typer.Option("--two", help="Two people at one keyboard; hands are covered.")
    ] = False,
    auto: Annotated[
        bool, typer.Option("--auto", help="The computer plays both seats and tells the game.")
    ] = False,
    open_hands: Annotated[
        bool, typer.Option("--open", help="With --auto: show hands and face-down cards too.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="The same seed deals the same cards.")
    ] = None,
    first: Annotated[
        int, typer.Option(min=0, max=1, metavar="0|1", help="Who starts; you are player 0.")
    ] = 0,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the game in this file: JSON if it is named .json."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Go on with the game in this file; NAME is not needed."),
    ] = None,
) -> None:
    """Play a game; type help at the prompt to see how."""
    if two and auto:
        raise typer.BadParameter("--two and --auto exclude each other.")
    if open_hands and not auto:
        raise typer.BadParameter("--open needs --auto: it would show the hands of those who play.")
    from ..game import Game
    from ._files import read_game, write_game
    from ._screen import open_screen
    from ._session import AutoSession, ComputerSession, Session, TwoSession

    screen = open_screen()
    screen.report_faults()
    game = read_game(resume) if resume else Game.new(name, seed=seed, first_player=first)
    if save is not None:
        write_game(game, save)
    session: Session
    if auto:
        session = AutoSession(screen, game, save, open_hands)
    else:
        session = (TwoSession if two else ComputerSession)(screen, game, save)
    session.run()
