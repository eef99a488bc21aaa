"""A game on the screen: who plays which seat, what is told, and where the game is kept."""

from __future__ import annotations

from random import Random

from rich.text import Text

from ..model.events import RoundStarted
from ..model.knowledge import Viewer
from ..model.moves import Move
from ..play.game import Game
from ..play.players import GreedyPlayer, Player
from ._files import write_game
from ._narrate import PLAYERS, Narrator
from ._screen import Screen
from ._views import Seen, opened, seen

__all__ = ["AutoSession", "Quit", "Session"]


class Quit(Exception):
    """Somebody wants to leave."""


class Session:
    """What all ways of playing share: seats, narration, saving."""

    names = PLAYERS

    def __init__(self, screen: Screen, game: Game, save: str | None) -> None:
        self.screen, self.game, self.save = screen, game, save
        self.engine = game.engine
        seed = game.state.setup.seed
        self.computers: dict[int, Player] = {
            seat: GreedyPlayer(self.engine, Random(seed + 1 + seat)) for seat in self.computer_seats
        }
        self.rng = Random(seed)
        self.told: dict[Viewer, int] = {0: 0, 1: 0, None: 0}
        self.narrators: dict[Viewer, Narrator] = {
            viewer: Narrator(screen, self.engine, self.names, 1 if viewer is None else viewer)
            for viewer in self.told
        }

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """The seats that the computer plays."""
        return ()

    def run(self) -> None:
        """Play until the game is over or somebody leaves; say in the end where it is kept."""
        self.say(self.engine.variant.title, "bold")
        try:
            while (player := self.game.to_move) is not None:
                if player in self.computers:
                    self.make(self.computers[player].choose(self.game.observe(player)))
                else:
                    self.turn(player)
            self.tell(self.watcher())
        except Quit:
            self.say("The game is left unfinished.")
            self.say_where()
        except KeyboardInterrupt:
            self.screen.print()
            self.say_where()
            raise
        except Exception:
            self.broken_off()
            raise
        else:
            if self.save is None:
                self.say(self.game.to_transcript())
            self.say_where()

    def say(self, text: str, style: str = "dim") -> None:
        """A line for whoever sits there."""
        self.screen.print(Text(text, style), wrap=False)

    def say_where(self) -> None:
        """Where the game is kept, or that it is not."""
        if self.save is not None:
            self.say(f"Saved in {self.save}.")
        elif self.game.outcome is None:
            self.say("The game is not saved.")

    def broken_off(self) -> None:
        """Something failed: what was kept is told."""
        if self.save is not None:
            self.say_where()

    def make(self, move: Move) -> None:
        """Make a move, and keep the game if it is to be kept."""
        self.game.play(move)
        self.keep()

    def keep(self) -> None:
        """Write the game, if it is to be kept."""
        if self.save is not None:
            write_game(self.game, self.save)

    def watcher(self) -> Viewer:
        """Who is told how the game ended."""
        return None

    def seen(self, viewer: Viewer) -> tuple[Seen, ...]:
        """What this viewer may be told of the game so far."""
        return seen(self.game, viewer)

    def tell(self, viewer: Viewer) -> None:
        """Tell what happened since this viewer was told last."""
        told = self.seen(viewer)
        self.narrators[viewer].tell(told[self.told[viewer] :])
        self.told[viewer] = len(told)

    def turn(self, player: int) -> None:
        """One decision of a person."""
        raise NotImplementedError  # pragma: no cover (where a person sits, it is defined)


class AutoSession(Session):
    """The computer plays both seats; a spectator watches, or everybody with the hands open."""

    def __init__(self, screen: Screen, game: Game, save: str | None, open_hands: bool) -> None:
        super().__init__(screen, game, save)
        self.open_hands = open_hands

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """Both."""
        return (0, 1)

    def make(self, move: Move) -> None:
        """Make a move; what happened is told round by round, so that columns line up."""
        before = self.game.state.round
        super().make(move)
        if self.game.state.round != before:
            self.tell_rounds()

    def tell_rounds(self) -> None:
        """Tell what happened up to the beginning of the round that is being played."""
        told = self.seen(None)
        end = max(i for i, each in enumerate(told) if isinstance(each.event, RoundStarted))
        self.narrators[None].tell(told[self.told[None] : end])
        self.told[None] = end

    def broken_off(self) -> None:
        """Tell the game up to the fault, and print its transcript."""
        self.tell(None)
        self.say(self.game.to_transcript())
        super().broken_off()

    def seen(self, viewer: Viewer) -> tuple[Seen, ...]:
        """The events that a spectator sees, with open hands if the user wants them."""
        return opened(self.game) if self.open_hands else super().seen(viewer)
