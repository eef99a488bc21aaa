"""People at the keyboard: what they may type, and what comes of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress

from rich.columns import Columns
from rich.text import Text

from ..errors import DecodeError, HanamikojiError, IllegalMoveError
from ..model.knowledge import Viewer
from ..model.moves import Move, Pick, Play
from ..model.notation import parse_move
from ..model.observation import Observation, OfferView
from ..play.game import Game
from ..protocol.markers import ActionMarker
from ..wording import number_of, told
from ._board import offered, print_position
from ._files import check_target, write_game
from ._menu import Menu
from ._narrate import YOU
from ._screen import Screen, flowed
from ._session import Quit, Session

__all__ = ["ComputerSession", "PersonSession"]

_HELP = """\
A number   from the list on the screen: of a marker, then of its plays or piles
AB         cards from the list on the screen
3A-B-G     a play in full: the marker's number and the cards, pile by pile
/0 or /0,2 a pick: piles of the offer, with the numbers that are shown there

On the table, the arrow of a geisha points to the side that has her favor.

show    the position again          undo         take back your last move
rules   what your markers do        save [FILE]  save the game
back    leave a list                quit         leave the game"""
_ALIASES = {"?": "help", "h": "help", "u": "undo", "q": "quit", "exit": "quit"}
_NUMBERS = re.compile(r"/?\s*([0-9]{1,4}(?:[\s,]+[0-9]{1,4})*)")
_LETTERS = re.compile(r"[A-Za-z]+(?:[\s-]+[A-Za-z]+)*")


class PersonSession(Session):
    """Somebody sits at the keyboard, or a file of moves stands for them."""

    def __init__(self, screen: Screen, game: Game, save: str | None, force: bool = False) -> None:
        super().__init__(screen, game, save)
        self.force = force
        if sys.stdin is None:
            raise HanamikojiError("standard input is closed, and moves are read from there")
        self.interactive = sys.stdin.isatty() and screen.out.is_terminal
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing and a history at the prompt)
        self.menu: Menu | None = None

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
        name = self.names[player]
        while True:
            line = self.ask(f"{name}> ", "you" if name == YOU else name).strip()
            if line and not line.startswith("#"):
                return line

    def ask(self, prompt: str, who: str) -> str:
        """A line from the keyboard, where Ctrl-D means to leave, or from the file of moves."""
        if not self.interactive:
            line = sys.stdin.readline()
            if not line:
                raise HanamikojiError(f"the input ended, and {who} must still move")
            return line
        try:
            return input(prompt)
        except EOFError:
            self.screen.print()
            raise Quit from None

    def obey(self, line: str, player: int) -> bool:
        """Do what was typed; whether the turn to decide is over."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], bool]] = {
            "help": self.help,
            "show": lambda: self.show(player),
            "back": lambda: self.offer_choices(player),
            "rules": lambda: self.explain(player),
            "undo": lambda: self.undo(player),
            "save": lambda: self.store(rest.strip()),
            "quit": self.quit,
        }
        command = commands.get(_ALIASES.get(word.lower(), word.lower()))
        # In a list that has the card H, that is what "h" means.
        if command is not None and not (self.menu is not None and self.menu.lists(line)):
            return command()
        move = self.understood(line, player)
        if move is None:
            return False
        self.check(move, player)
        self.make(move)
        return True

    def understood(self, line: str, player: int) -> Move | None:
        """The move that a line means, if it makes one complete. Raises `DecodeError`."""
        numbers = _NUMBERS.fullmatch(line)
        if numbers is not None and (self.game.state.offer is not None or line.startswith("/")):
            return Pick(tuple(map(int, numbers[1].replace(",", " ").split())))
        if self.menu is not None and _LETTERS.fullmatch(line):
            return self.laid(self.menu.cards(line), player, typed=True)
        if line.isdecimal() and len(line) < 5:
            if self.menu is None:
                self.use(int(line), player)
                return None
            return self.laid(self.menu.number(int(line)), player)
        if not any(character.isdecimal() for character in line):
            raise DecodeError(
                f"{told(line)} is neither a command (see help) nor a move, such as 3A-B-G or /0"
            )
        return parse_move(_notation(line))

    def laid(self, play: Play | None, player: int, *, typed: bool = False) -> Move | None:
        """A play from the list, laid out so that its order gives nothing away; or the next list."""
        if play is None:
            self.print_menu()
            return None
        return play if typed else self.engine.shuffle_piles(play, player, self.rng)

    def use(self, number: int, player: int) -> None:
        """List the plays of a marker."""
        view = self.game.observe(player)
        self.check_marker(number, view, player)
        plays = [m for m in view.legal_moves if isinstance(m, Play) and m.marker == number]
        self.menu = Menu(self.engine.variant.marker(player, number), plays)
        self.print_menu()

    def print_menu(self) -> None:
        """The list to choose from."""
        assert self.menu is not None
        self.screen.print(self.menu.question(self.screen))
        listed = Columns(self.menu.listed(self.screen), padding=(0, 3), column_first=True)
        self.screen.print(listed, indent=2)

    def check(self, move: Move, player: int) -> None:
        """Refuse what can be told better here, to a player, than by the engine to a program."""
        view = self.game.observe(player)
        offer = view.offer
        if isinstance(move, Play):
            if offer is not None:
                raise IllegalMoveError(f"first {_asked(offer)}")
            self.check_marker(move.marker, view, player)
        elif offer is None:
            raise IllegalMoveError(
                f"there is nothing to pick from now; use a marker: {self.usable(view, player)}"
            )
        else:
            _check_pick(move, offer)

    def check_marker(self, number: int, view: Observation, player: int) -> None:
        """Refuse a marker that cannot be used."""
        found = next((m for m in self.engine.variant.markers[player] if m.number == number), None)
        if found is None:
            problem = f"you have no marker {number}"
        elif number in view.used[player]:
            problem = f"you have used {found.name} in this round"
        elif number not in {m.number for m in self.ready(view, player)}:
            problem = f"{found.name} cannot be used now"
        else:
            return
        raise IllegalMoveError(f"{problem}; use {self.usable(view, player)}")

    def ready(self, view: Observation, player: int) -> list[ActionMarker]:
        """The markers that can be used now."""
        numbers = {m.marker for m in view.legal_moves if isinstance(m, Play)}
        return [m for m in self.engine.variant.markers[player] if m.number in numbers]

    def usable(self, view: Observation, player: int) -> str:
        """The markers that can be used now, in words."""
        return " or ".join(f"{m.number} {m.name}" for m in self.ready(view, player))

    def show(self, player: int) -> bool:
        """The position as the player sees it, and what can be done."""
        self.screen.print()
        print_position(self.screen, self.engine, self.game.observe(player), self.names)
        self.screen.print()
        self.offer_choices(player)
        return False

    def offer_choices(self, player: int) -> bool:
        """What the player may do now: pick from an offer, or use a marker."""
        self.menu = None
        view = self.game.observe(player)
        if view.offer is not None:
            self.print_offer(view.offer)
            return False
        ready = self.ready(view, player)
        dot, width = Text(f" {self.screen.marks.dot} "), self.screen.out.width
        usable = [Text(f"{m.number} {m.name}") for m in ready]
        usable[0] = Text("Use a marker: ").append_text(usable[0])
        self.screen.print(flowed(usable, dot, width).append("   (or type help)"))
        shown = {*view.used[player], *(m.number for m in ready)}
        rest = [m for m in self.engine.variant.markers[player] if m.number not in shown]
        if rest:
            names = ", ".join(f"{m.number} {m.name}" for m in rest)
            self.screen.print(Text(f"Cannot be used now: {names}", "dim"))
        return False

    def print_offer(self, offer: OfferView) -> None:
        """The question that an offer puts to the chooser, with the move that answers it."""
        name = self.engine.variant.marker(offer.player, offer.marker).name
        self.screen.print(Text(f"{name}: {_asked(offer)}"))
        self.screen.print(offered(self.screen, offer, offer.piles), indent=2)

    def help(self) -> bool:
        """What can be typed."""
        self.screen.print(Text(_HELP))
        return False

    def explain(self, player: int) -> bool:
        """The texts of the player's markers."""
        for marker in self.engine.variant.markers[player]:
            self.screen.print(Text(f"{marker.number} {marker.name}: ", "bold").append(
                marker.text, "not bold"))  # fmt: skip
        return False

    def undo(self, player: int) -> bool:
        """Take moves back; whether there is another decision to make now."""
        raise NotImplementedError  # pragma: no cover (each way of playing has its own)

    def last_of(self, player: int) -> int:
        """How many moves were made before this player's last one. Raises `IllegalMoveError`."""
        game = self.game.copy()
        while game.history:
            game.undo()
            if game.to_move == player:
                return len(game.history)
        raise IllegalMoveError("you have made no move yet, so there is none to take back")

    def take_back(self, left: int) -> None:
        """Take moves back until so many are left."""
        count = len(self.game.history) - left
        for _ in range(count):
            self.game.undo()
        self.keep()
        self.say(f"{number_of(count, 'move')} taken back.")
        for viewer, narrator in self.narrators.items():
            told_now = self.seen(viewer)
            narrator.skip(told_now)
            self.told[viewer] = min(self.told[viewer], len(told_now))

    def store(self, name: str) -> bool:
        """Save now; a file that is named is kept up to date from now on."""
        if not name and self.save is None:
            raise DecodeError("name a file to save in, such as: save my-game.json")
        if name:
            try:
                check_target(name, force=self.force)
                write_game(self.game, name)
            except (OSError, ValueError) as error:
                raise DecodeError(f"cannot save in {name!r}: {error}") from error
            self.save = name
        self.keep()
        self.say_where()
        return False

    def quit(self) -> bool:
        """Leave the game."""
        raise Quit


class ComputerSession(PersonSession):
    """A person in seat 0 against the computer in seat 1."""

    names = (YOU, "Computer")

    @property
    def computer_seats(self) -> tuple[int, ...]:
        """Seat 1."""
        return (1,)

    def watcher(self) -> Viewer:
        """The person."""
        return 0

    def undo(self, player: int) -> bool:
        """Go back to the person's last decision; the computer does not mind."""
        self.take_back(self.last_of(player))
        return True


def _asked(offer: OfferView) -> str:
    """The question for the chooser, and how to answer it."""
    example = ",".join(map(str, offer.among[: offer.pick]))
    how = "" if offer.pick == 1 else f", such as /{example}"
    return f"pick {offer.pick} of {len(offer.among)}{how}"


def _check_pick(pick: Pick, offer: OfferView) -> None:
    there = ", ".join(f"/{index}" for index in offer.among)
    for index in pick.piles:
        if index not in offer.among:
            taken = index < len(offer.piles)
            problem = f"/{index} is not to be picked" if taken else f"there is no pile /{index}"
            raise IllegalMoveError(f"{problem}; the piles are {there}")
    if len(set(pick.piles)) != offer.pick or len(pick.piles) != offer.pick:
        raise IllegalMoveError(f"{_asked(offer)}; the piles are {there}")


def _notation(line: str) -> str:
    """What people type, as notation: lower case and spaces between piles are fine."""
    words = line.upper().split()
    if words[0].isdecimal():
        return words[0] + "-".join(words[1:])
    return "".join(words)
