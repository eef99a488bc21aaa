"""Two people at one keyboard: neither sees what only the other may see."""

from __future__ import annotations

import sys

from rich.rule import Rule
from rich.text import Text

from ..errors import HanamikojiError
from ..model.events import Offered, Picked, Placed, Played
from ..play.game import Game
from ..wording import number_of
from ._keyboard import PersonSession
from ._screen import Screen
from ._views import Seen

__all__ = ["TwoSession"]


class TwoSession(PersonSession):
    """Two people at one keyboard: what one of them may not see is gone before the other looks."""

    at_keyboard: int | None = None

    def __init__(self, screen: Screen, game: Game, save: str | None, force: bool = False) -> None:
        super().__init__(screen, game, save, force)
        if sys.stdin.isatty() and (not screen.out.is_terminal or screen.out.is_dumb_terminal):
            raise HanamikojiError(
                "two people need a terminal that can be cleared, so that neither sees the other's "
                "cards, and this output cannot; play without --two, or in another terminal"
            )

    def turn(self, player: int) -> None:
        """Hand the keyboard over if the other player decides, unless a move is taken back."""
        if player == self.at_keyboard or self.hand_over(player):
            super().turn(player)

    def hand_over(self, player: int) -> bool:
        """Give the keyboard to this player; false if the other takes the last move back instead.

        Nothing of what came of that move has been shown yet.
        """
        name, other = self.names[player], self.names[1 - player]
        if not self.interactive:
            self.screen.print(Rule(Text(f"{name} is at the keyboard"), style="dim"))
        else:
            if self.at_keyboard is not None:
                said = self.ask(
                    f"\nPress Enter to cover your cards, then call {name}; or type undo. ", other
                )
                if said.strip().lower() in ("undo", "u"):
                    self.take_back(len(self.game.history) - 1)
                    return False
                self.wipe()
            self.ask(f"{name}, press Enter when {other} is not looking. ", name)
            self.wipe()
        self.at_keyboard = player
        return True

    def undo(self, player: int) -> bool:
        """Take back the player's own last move, if nothing was shown since or the other agrees."""
        left = self.last_of(player)
        count = len(self.game.history) - left
        if (count > 1 or self.shown_since(left)) and not self.agreed(player, count):
            name = self.names[1 - player]
            self.say(f"{name} does not agree: nothing was taken back.")
            return True
        self.take_back(left)
        return True

    def shown_since(self, left: int) -> bool:
        """Whether a player has been shown something new of what came after so many moves."""
        before = self.game.copy()
        while len(before.history) > left:
            before.undo()
        return any(
            _is_news(seen, viewer)
            for viewer in (0, 1)
            for seen in self.seen(viewer)[len(before.events(viewer)) : self.told[viewer]]
        )

    def agreed(self, player: int, count: int) -> bool:
        """Ask the other player, who must not see this one's cards."""
        name, other = self.names[player], self.names[1 - player]
        what = "a move" if count == 1 else number_of(count, "move")
        self.say(f"Cards have been shown since, so {other} must agree.", "")
        if self.interactive:
            self.ask(f"Press Enter to cover your cards, then call {other}. ", name)
            self.wipe()
        question = f"{other}, {name} wants to take back {what}. Do you agree (yes or no)? "
        said = self.ask(question, other)
        if self.interactive:
            self.wipe()
            self.at_keyboard = None
        return said.strip().lower() in ("y", "yes")

    def wipe(self) -> None:
        """Clear the screen, what could be scrolled back to, and what was typed."""
        history = sys.modules.get("readline")
        if history is not None:
            history.clear_history()  # The arrow keys would bring it back.
        self.screen.out.file.write("\x1b[H\x1b[2J\x1b[3J")
        self.screen.out.file.flush()


def _is_news(seen: Seen, viewer: int) -> bool:
    """Whether an event shows this player anything except their own cards on the table."""
    event = seen.event
    if isinstance(event, Offered):
        return event.player != viewer and any(pile.known for pile in event.piles)
    if isinstance(event, Placed):
        return event.player != viewer and bool(event.cards.known)
    return not (isinstance(event, (Played, Picked)) and event.player == viewer)
