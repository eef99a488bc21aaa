"""What happened, in words: a game's events as lines on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from attrs import define, evolve, field, fields
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..cards import Cards
from ..engine import Engine
from ..events import (
    Dealt,
    Drew,
    Event,
    GameEnded,
    Offered,
    Picked,
    Placed,
    Played,
    Revealed,
    RoundStarted,
    Scored,
    Took,
)
from ..game import Game
from ..knowledge import Glimpse
from ..markers import From, To
from ._board import print_board
from ._screen import Screen

__all__ = ["Narrator", "open_events", "opened"]

PLAYERS = ("Player 0", "Player 1")

_SOURCES = {
    From.HAND: "from hand",
    From.THEIR_HAND: "from a hand",
    From.OWN_SIDE: "back",
    From.THEIR_SIDE: "across",
    From.DECK_TOP: "from deck",
}


@define
class _Line:
    """One line of a turn: who, what, with which cards, and where those went."""

    who: str
    what: str
    cards: Text
    drawn: Text = field(factory=Text)
    result: list[tuple[str, Glimpse]] = field(factory=list)


@define
class Narrator:
    """Tells events to one viewer as they happen. `names`: what the viewer calls players 0 and 1."""

    screen: Screen
    engine: Engine
    names: tuple[str, str] = PLAYERS
    below: int = 1
    _offered: tuple[Glimpse, ...] = ()
    _laid: list[tuple[_Line, int]] = field(factory=list)
    _lines: list[_Line] = field(factory=list)

    def tell(self, events: Iterable[Event]) -> None:
        """Print these events."""
        for event in events:
            self._tell(event)
        self._flush()

    def skip(self, events: Iterable[Event]) -> None:
        """Take note of these events, which need no telling."""
        for event in events:
            if isinstance(event, Offered):
                self._offered = event.piles

    def _tell(self, event: Event) -> None:
        match event:
            case RoundStarted():
                self._round(event)
            case Dealt(player, cards):
                if cards.known:
                    self._act(player, "hold", self.screen.cards(cards, gap=" "))
            case Drew(player, card):
                if card.known:
                    self._act(player, "draw", self.screen.cards(card))
            case Played(player, number, piles):
                marker = self.engine.variant.marker(player, number)
                who, drawn = self.names[player], self._take_draw()
                laid = self.screen.piles(piles)
                self._lines.append(_Line(who, f"{number} {marker.name}", laid, drawn))
                self._laid = [(self._lines[-1], len(piles))]
            case Took(player, source, cards):
                self._act(player, "take", self.screen.cards(cards), _SOURCES[source])
                self._laid.append((self._lines[-1], 1))
            case Offered(_, _, _, piles):
                self._offer(piles)
            case Picked(player, chosen):
                self._act(player, "pick", self.screen.piles(self._offered[i] for i in chosen))
            case Placed(player, cards, to):
                self._lines[-1].result.append((self._place(player, to), cards))
            case Revealed(player, cards):
                self._act(player, "reveal", self.screen.cards(cards))
            case Scored():
                self._score(event)
            case GameEnded(outcome):
                self._flush()
                self.screen.print()
                self.screen.print(self._end(outcome.winner, outcome.reason))
            case _:
                assert_never(event)

    def _offer(self, piles: tuple[Glimpse, ...]) -> None:
        """What was laid out and taken, now as the offer shows it."""
        self._offered = piles
        begin = 0
        for line, count in self._laid:
            line.cards = self.screen.piles(piles[begin : begin + count])
            begin += count

    def _act(self, player: int, verb: str, cards: Text, rest: str = "") -> None:
        verb = verb if self.names[player] == "You" else f"{verb}s"
        self._lines.append(_Line(self.names[player], f"{verb} {rest}".strip(), cards))

    def _take_draw(self) -> Text:
        """The card just drawn, to be told in the line of the play that follows."""
        if self._lines and self._lines[-1].what in ("draw", "draws"):
            return Text("+").append_text(self._lines.pop().cards)
        return Text()

    def _place(self, player: int, to: To) -> str:
        mine, theirs = ("you" if n == "You" else n for n in self._both(player))
        return {
            To.OWN_SIDE: mine,
            To.THEIR_SIDE: theirs,
            To.OWN_SIDE_FACE_DOWN: f"{mine}, face down",
            To.THEIR_SIDE_FACE_DOWN: f"{theirs}, face down",
            To.ASIDE: "aside",
            To.OWN_HAND: f"{mine}, in hand",
            To.THEIR_HAND: f"{theirs}, in hand",
            To.DECK_TOP: "top of the deck",
            To.DECK_BOTTOM: "bottom of the deck",
        }[to]

    def _both(self, player: int) -> tuple[str, str]:
        return self.names[player], self.names[1 - player]

    def _round(self, event: RoundStarted) -> None:
        self._flush()
        name = self.names[event.starting_player]
        if event.round > 1:
            self.screen.print()
        dot, verb = self.screen.marks.dot, "start" if name == "You" else "starts"
        title = Text(f"Round {event.round} {dot} {name} {verb}", "bold")
        self.screen.print(Rule(title, align="left", style="dim"))
        if event.removed:
            number = f"{event.removed} cards are" if event.removed > 1 else "1 card is"
            self.screen.print(Text(f"  {number} removed unseen.", "dim"))

    def _score(self, event: Scored) -> None:
        self._flush()
        self.screen.print()
        self.screen.print(Text(f"Scoring of round {event.round}", "bold"))
        print_board(
            self.screen,
            self.engine.variant.row,
            event.placed,
            event.favor,
            self.names,
            below=self.below,
            before=event.before,
        )

    def _end(self, winner: int | None, reason: str) -> Text:
        if winner is None:
            return Text(f"The game is a draw: {reason}.", "bold")
        verb = "win" if self.names[winner] == "You" else "wins"
        return Text(f"{self.names[winner]} {verb}: {reason}.", "bold")

    def _flush(self) -> None:
        """Print the lines that have gathered, in columns."""
        if not self._lines:
            return
        drawn = any(line.drawn for line in self._lines)
        widths = [max(map(len, self.names)), *([2] if drawn else []), self._longest(), 13, None]
        grid = Table.grid(padding=(0, 2))
        for width in widths:
            grid.add_column(min_width=width, no_wrap=width is not None)
        cards = max(13, *(line.cards.cell_len for line in self._lines))
        room = (
            self.screen.out.width - 2 * len(widths) - sum(w or cards for w in widths[:-2]) - cards
        )
        for line in self._lines:
            first = [Text(line.who), *([line.drawn] if drawn else [])]
            grid.add_row(*first, Text(line.what), line.cards, self._result(line, room))
        self.screen.print(grid, indent=2)
        self._lines.clear()

    def _longest(self) -> int:
        """How wide the second column must be for any line, so that all lines line up."""
        markers = [m for each in self.engine.variant.markers for m in each]
        return max(len("reveals"), *(len(f"{m.number} {m.name}") for m in markers))

    def _result(self, line: _Line, room: int) -> Text:
        """Where the cards of a line went, in one line if there is room."""
        together: dict[str, Glimpse] = {}
        for place, cards in line.result:
            before = together.get(place, Glimpse(Cards(), 0))
            together[place] = Glimpse(before.known + cards.known, before.size + cards.size)
        arrow = f"{self.screen.marks.arrow} "
        if len(together) == 1 and line.what not in ("pick", "picks"):
            return Text(arrow + next(iter(together)))
        texts = [
            self.screen.cards(cards).append(f" {arrow}{place}") for place, cards in together.items()
        ]
        result = Text(", ").join(texts)
        return result if result.cell_len <= room else Text(",\n").join(texts)


def open_events(game: Game) -> tuple[Event, ...]:
    """What both players saw, put together: for watching a game with the hands open."""
    return opened(game.events(0), game.events(1))


def opened(first: tuple[Event, ...], second: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same events as two players saw them, put together."""
    return tuple(
        evolve(mine, **{a.name: _better(getattr(mine, a.name), getattr(theirs, a.name))
                        for a in fields(type(mine))})
        for mine, theirs in zip(first, second, strict=True)
    )  # fmt: skip


def _better(mine: Any, theirs: Any) -> Any:
    """Of two glimpses of the same cards, the one that names more."""
    if isinstance(mine, Glimpse):
        return mine if len(mine.known) >= len(theirs.known) else theirs
    if isinstance(mine, tuple):
        return tuple(_better(m, t) for m, t in zip(mine, theirs, strict=True))
    return mine
