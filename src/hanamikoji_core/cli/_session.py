"""A game at the keyboard: whose turn it is, what they are told, and what they may type."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from rich.columns import Columns
from rich.rule import Rule
from rich.text import Text

from .._faults import told
from ..errors import DecodeError, HanamikojiError, IllegalMoveError
from ..game import Game
from ..moves import Move, Play
from ..notation import parse_move
from ..observation import Observation
from ..players import GreedyPlayer, Player
from ._board import print_position
from ._files import write_game
from ._narrate import PLAYERS, Narrator, open_events
from ._screen import Screen, dimmed

__all__ = ["AutoSession", "ComputerSession", "Session", "TwoSession"]

_HELP = """\
A number   from the list on the screen: of a marker, then of one of its plays
3A-B-G     a play in full: the marker's number and the cards, pile by pile
/0 or /0,2 a pick in full: the piles' numbers, counted from 0

On the table, the arrow under a geisha points to whose favor she is.

show    the position again          undo         take back your last move
rules   what your markers do        save [FILE]  save the game
back    leave a list                quit         leave the game"""


class _Quit(Exception):
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
        self.told = {0: 0, 1: 0, None: 0}
        self.narrators = {
            viewer: Narrator(screen, self.engine, self.names, 1 if viewer is None else viewer)
            for viewer in self.told
        }

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """The seats that the computer plays."""
        return ()

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.screen.print(Text(self.engine.variant.title, "bold"))
        try:
            while (player := self.game.to_move) is not None:
                if player in self.computers:
                    self.make(self.computers[player].choose(self.game.observe(player)))
                else:
                    self.turn(player)
        except _Quit:
            self.screen.print(Text("The game is left unfinished.", "dim"))
        else:
            self.tell(self.watcher())
        if self.save is not None:
            self.screen.print(Text(f"Saved in {self.save}.", "dim"), wrap=False)
        elif self.game.outcome is not None:
            self.screen.print(Text(self.game.to_transcript(), "dim"), wrap=False)

    def make(self, move: Move) -> None:
        """Make a move, and keep the game if it is to be kept."""
        self.game.play(move)
        self.keep()

    def keep(self) -> None:
        if self.save is not None:
            write_game(self.game, self.save)

    def watcher(self) -> int | None:
        """Who is told how the game ended."""
        return None

    def tell(self, viewer: int | None) -> None:
        """Tell what happened since this viewer was told last."""
        events = self.game.events(viewer)
        self.narrators[viewer].tell(events[self.told[viewer] :])
        self.told[viewer] = len(events)

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
            self.tell(None)

    def tell(self, viewer: int | None) -> None:
        """Tell the spectator, with the hands open if that was asked for."""
        if not self.open_hands:
            super().tell(viewer)
            return
        events = open_events(self.game)
        self.narrators[viewer].tell(events[self.told[viewer] :])
        self.told[viewer] = len(events)


class _PersonSession(Session):
    """Somebody sits at the keyboard, or a file of moves stands for them."""

    def __init__(self, screen: Screen, game: Game, save: str | None) -> None:
        super().__init__(screen, game, save)
        self.interactive = sys.stdin.isatty() and screen.out.is_terminal
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing and a history at the prompt)
        self.choices: Sequence[Move] | None = None

    def turn(self, player: int) -> None:
        """Tell and show the position, then take commands until a move is made."""
        self.tell(player)
        self.show(player)
        while True:
            line = self.read(player)
            try:
                if self.obey(line, player):
                    return
            except HanamikojiError as error:
                if not self.interactive:
                    raise
                self.screen.print(Text(str(error), "red"))

    def read(self, player: int) -> str:
        """The next line that says something; the end of a terminal's input is `quit`."""
        while True:
            if self.interactive:
                line = self.ask(f"{self.names[player]}> ")
            else:
                line = sys.stdin.readline()
                if not line:
                    who = f"player {player}"
                    raise HanamikojiError(f"the input ended, and {who} must still move")
            line = line.strip()
            if line and not line.startswith("#"):
                return line

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; Ctrl-D means to leave."""
        try:
            return input(prompt)
        except EOFError:
            self.screen.print()
            raise _Quit from None

    def obey(self, line: str, player: int) -> bool:
        """Do what was typed; whether the turn to decide is over."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], bool]] = {
            "help": self.help,
            "show": lambda: self.show(player),
            "back": lambda: self.offer_choices(player),
            "rules": lambda: self.explain(player),
            "undo": self.undo,
            "save": lambda: self.store(rest.strip()),
            "quit": self.quit,
        }
        aliases = {"?": "help", "h": "help", "u": "undo", "q": "quit", "exit": "quit"}
        command = commands.get(aliases.get(word.lower(), word.lower()))
        if command is not None:
            return command()
        if word.isdecimal() and not rest and len(word) < 5:
            return self.number(int(word), player)
        if not any(character.isdecimal() for character in line):
            raise DecodeError(
                f"{told(line)} is neither a command (see help) nor a move, as 3A-B-G or /0"
            )
        self.make(parse_move(_notation(line)))
        return True

    def number(self, number: int, player: int) -> bool:
        """A number from the list on the screen, or of a marker if none is there."""
        view = self.game.observe(player)
        if self.choices is None:
            plays = [m for m in view.legal_moves if isinstance(m, Play) and m.marker == number]
            if not plays:
                left = sorted({m.marker for m in view.legal_moves if isinstance(m, Play)})
                raise DecodeError(
                    f"there is no marker {number} to use; left: {', '.join(map(str, left))}"
                )
            self.list(plays)
            return False
        if not 1 <= number <= len(self.choices):
            raise DecodeError(f"the list goes from 1 to {len(self.choices)}")
        move = self.choices[number - 1]
        self.make(self.engine.shuffle_piles(move, player, self.rng))
        return True

    def list(self, moves: Sequence[Move]) -> None:
        """Number these moves on the screen."""
        self.choices = moves
        offer = self.game.state.offer
        # Only what the chooser sees of the piles is shown.
        seen = offer.glimpses(offer.chooser) if offer is not None else ()
        wide = len(str(len(moves)))
        cells = []
        for number, move in enumerate(moves, 1):
            cell = dimmed(f"{number:>{wide}} ")
            if isinstance(move, Play):
                cell.append_text(self.screen.piles(move.piles))
            else:
                cell.append_text(self.screen.piles(seen[i] for i in move.piles))
                cell.append(f"  ({move})", "dim")
            cells.append(cell)
        columns = Columns(cells, padding=(0, 3), column_first=True)
        self.screen.print(columns, indent=2)

    def show(self, player: int) -> bool:
        """The position as the player sees it, and what can be done."""
        self.screen.print()
        print_position(self.screen, self.engine, self.game.observe(player), self.names)
        self.screen.print()
        self.offer_choices(player)
        return False

    def offer_choices(self, player: int) -> bool:
        """What the player may do now: pick from what is listed, or use a marker."""
        view = self.game.observe(player)
        if view.offer is not None:
            self.screen.print(self.asked(view))
            self.list(view.legal_moves)
            return False
        self.choices = None
        markers = [
            f"{m.number} {m.name}"
            for m in self.engine.variant.markers[player]
            if m.number not in view.used[player]
        ]
        dot = f" {self.screen.marks.dot} "
        self.screen.print(Text(f"Use a marker: {dot.join(markers)}   (or type help)"))
        return False

    def asked(self, view: Observation) -> Text:
        """The question that an offer puts to the chooser."""
        offer = view.offer
        assert offer is not None
        name = self.engine.variant.marker(offer.player, offer.marker).name
        number = f"{offer.pick} of {len(offer.among)}"
        text = Text(f"{name}: pick {number} from  ")
        return text.append_text(self.screen.piles(offer.piles))

    def help(self) -> bool:
        self.screen.print(Text(_HELP))
        return False

    def explain(self, player: int) -> bool:
        for marker in self.engine.variant.markers[player]:
            self.screen.print(Text(f"{marker.number} {marker.name}: ", "bold").append(
                marker.text, "not bold"))  # fmt: skip
        return False

    def undo(self) -> bool:
        """Take moves back to the last decision of a person."""
        moves = len(self.game.history)
        taken: list[Move] = []
        while not taken or (self.game.to_move in self.computers):
            if not self.game.history:
                for move in reversed(taken):
                    self.game.play(move)
                raise IllegalMoveError("you have made no move yet, so there is none to take back")
            taken.append(self.game.undo())
        self.keep()
        back = moves - len(self.game.history)
        what = "1 move" if back == 1 else f"{back} moves"
        self.screen.print(Text(f"{what} taken back.", "dim"))
        for viewer, narrator in self.narrators.items():
            events = self.game.events(viewer)
            narrator.skip(events)
            self.told[viewer] = min(self.told[viewer], len(events))
        return True

    def store(self, name: str) -> bool:
        """Save now; a file that is named is kept up to date from now on."""
        if not name and self.save is None:
            raise DecodeError("name a file to save in, as: save my-game.json")
        if name:
            try:
                write_game(self.game, name)
            except (OSError, ValueError) as error:
                raise DecodeError(f"cannot save in {name!r}: {error}") from error
            self.save = name
        self.keep()
        self.screen.print(Text(f"Saved in {self.save}.", "dim"), wrap=False)
        return False

    def quit(self) -> bool:
        raise _Quit


class ComputerSession(_PersonSession):
    """A person in seat 0 against the computer in seat 1."""

    names = ("You", "Computer")

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """Seat 1."""
        return (1,)

    def watcher(self) -> int | None:
        """The person."""
        return 0


class TwoSession(_PersonSession):
    """Two people at one keyboard: what one of them may not see is gone before the other looks."""

    at_keyboard: int | None = None

    def turn(self, player: int) -> None:
        """Hand the keyboard over where the other player decides."""
        if player != self.at_keyboard:
            self.hand_over(player)
        super().turn(player)

    def hand_over(self, player: int) -> None:
        name, other = self.names[player], self.names[1 - player]
        if self.interactive:
            if self.at_keyboard is not None:
                self.ask(f"\nPress Enter to cover your cards, then call {name}. ")
            self.wipe()
            self.ask(f"{name}, press Enter when {other} does not look. ")
            self.wipe()
        else:
            self.screen.print(Rule(Text(f"{name} is at the keyboard"), style="dim"))
        self.at_keyboard = player

    def wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        self.screen.out.file.write("\x1b[H\x1b[2J\x1b[3J")
        self.screen.out.file.flush()


def _notation(line: str) -> str:
    """What people type, as notation: lower case and spaces between piles are fine."""
    words = line.upper().split()
    if words[0].isdecimal():
        return words[0] + "-".join(words[1:])
    return "".join(words)
