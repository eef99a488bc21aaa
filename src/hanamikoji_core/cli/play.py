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
            metavar="NAME", help="A variant, with house rules after +, such as base+three-rounds."
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
        int, typer.Option(min=0, max=1, metavar="0|1", help="Who starts: 0 is you, or Player 0.")
    ] = 0,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the game in this file: JSON if it is named .json."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Go on with the game in this file; NAME is not needed."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Save even over a file that is no saved game.")
    ] = False,
) -> None:
    """Play a game; type help at the prompt to see how."""
    if two and auto:
        raise typer.BadParameter("--two and --auto exclude each other.")
    if open_hands and not auto:
        raise typer.BadParameter("--open needs --auto: it would show the hands of those who play.")
    from ..play.game import Game
    from ._files import check_target, read_game
    from ._keyboard import ComputerSession
    from ._screen import open_screen
    from ._session import AutoSession, Session
    from ._two import TwoSession

    screen = open_screen()
    screen.report_faults()
    if resume:
        saved = read_game(resume)
        game = saved.game
        screen.note(f"{resume}: {saved.note}" if saved.note else "")
    else:
        game = Game.new(name, seed=seed, first_player=first)
    if save is not None:
        check_target(save, force=force)
    session: Session
    if auto:
        session = AutoSession(screen, game, save, open_hands)
    else:
        session = (TwoSession if two else ComputerSession)(screen, game, save, force)
    session.keep()
    if resume and save is None:
        session.say(
            f"{resume} stays as it is; to keep this game, type save FILE, or add --save FILE."
        )
    session.run()
