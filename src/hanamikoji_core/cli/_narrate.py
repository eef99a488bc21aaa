"""What happened, in words: a game's events as lines on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import define, field
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ..engine.engine import Engine
from ..model.cards import Cards
from ..model.events import (
    Dealt,
    Drew,
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
from ..model.knowledge import Glimpse
from ..model.moves import Pick
from ..model.places import From, To
from ..wording import number_of
from ._board import print_board
from ._screen import Screen, flowed
from ._views import Seen

__all__ = ["PLAYERS", "Narrator"]

PLAYERS = ("Player 0", "Player 1")
YOU = "You"

_INDENT = 2
_GAP = 2
_CARDS = 13
"""Columns that the cards of most lines take."""
_FEW = 24
"""With fewer columns, the places of the cards go below the line instead of next to it."""


@define
class _Line:
    """One line of a turn: who, what, with which piles, and what came of it."""

    who: str
    what: str
    piles: list[Glimpse]
    gap: str = ""
    drawn: Text = field(factory=Text)
    pick: bool = False
    result: list[tuple[str, Glimpse]] = field(factory=list)
    notes: list[Text] = field(factory=list)


@define
class Narrator:
    """Tells events to one viewer as they happen. `names`: what the viewer calls players 0 and 1."""

    screen: Screen
    engine: Engine
    names: tuple[str, str] = PLAYERS
    below: int = 1
    _offered: tuple[Glimpse, ...] = ()
    _laid: list[tuple[_Line, int]] = field(factory=list)
    """Where each pile of the action under way stands: its line, and its number there."""
    _asked: int = 0
    """How many of these piles lay there when somebody picked."""
    _arrived: int = 0
    """How many of them have come to their places."""
    _lines: list[_Line] = field(factory=list)

    def tell(self, told: Iterable[Seen]) -> None:
        """Print these events."""
        for seen in told:
            self._tell(seen)
        self._flush()

    def skip(self, told: Iterable[Seen]) -> None:
        """Take note of these events, which need no telling."""
        for seen in told:
            if not isinstance(seen.event, (RoundStarted, Scored, GameEnded)):
                self._tell(seen)
        self._lines.clear()

    def _tell(self, seen: Seen) -> None:
        match seen.event:
            case RoundStarted() as event:
                self._round(event)
            case Dealt(player, cards):
                if cards.known:
                    self._act(player, "hold", [cards]).gap = " "
            case Drew(player, card):
                if card.known:
                    self._act(player, "draw", [card])
            case Played(player, number, piles):
                self._play(player, number, piles)
            case Took(player, source, cards):
                line = self._act(player, "take", [cards], self._source(player, source))
                self._laid.append((line, 0))
            case Offered(player, _, _, piles):
                self._offer(player, piles, seen.opponent)
            case Picked(player, chosen):
                piles = tuple(self._offered[i] for i in chosen)
                self._act(player, "pick", piles, str(Pick(chosen))).pick = True
                self._asked = len(self._laid)
            case Placed(player, cards, to):
                self._place(player, cards, to)
            case Revealed(player, cards):
                self._act(player, "reveal", [Glimpse(cards, len(cards))])
            case Scored() as event:
                self._score(event)
            case GameEnded(outcome):
                self._flush()
                self.screen.print()
                self.screen.print(self._end(outcome.winner, outcome.reason))
            case _:
                assert_never(seen.event)

    def _play(self, player: int, number: int, piles: tuple[Glimpse, ...]) -> None:
        marker = self.engine.variant.marker(player, number)
        drawn = self._take_draw()
        line = _Line(self.names[player], f"{number} {marker.name}", list(piles), drawn=drawn)
        self._lines.append(line)
        self._laid = [(line, i) for i in range(len(piles))]
        self._asked = self._arrived = 0

    def _offer(
        self, player: int, piles: tuple[Glimpse, ...], opponent: tuple[Glimpse, ...]
    ) -> None:
        """What was laid out and taken, now as the offer shows it, and who else has seen it."""
        self._offered = piles
        for (line, i), pile in zip(self._laid, piles, strict=False):
            line.piles[i] = pile
        pairs = zip(opponent, piles, strict=False)
        if self._lines and any(len(theirs.known) < len(mine.known) for theirs, mine in pairs):
            other = self.names[1 - player]
            verb = "see" if other == YOU else "sees"
            note = Text(f"{other} {verb} ").append_text(self.screen.piles(opponent))
            self._lines[-1].notes.append(note)

    def _place(self, player: int, cards: Glimpse, to: To) -> None:
        """A pile arrives. Face up, it is named, also in the line where it was laid out covered."""
        self._lines[-1].result.append((self._where(player, to), cards))
        while self._arrived < len(self._laid):
            line, i = self._laid[self._arrived]
            self._arrived += 1
            if len(line.piles[i]):
                if self._arrived > self._asked:
                    line.piles[i] = cards
                return

    def _act(self, player: int, verb: str, piles: Iterable[Glimpse], rest: str = "") -> _Line:
        name = self.names[player]
        verb = verb if name == YOU else f"{verb}s"
        self._lines.append(_Line(name, f"{verb} {rest}".strip(), list(piles)))
        return self._lines[-1]

    def _take_draw(self) -> Text:
        """The card just drawn, to be told in the line of the play that follows."""
        if self._lines and self._lines[-1].what in ("draw", "draws"):
            return Text("+").append_text(self.screen.piles(self._lines.pop().piles))
        return Text()

    def _source(self, player: int, source: From) -> str:
        name, other = self.names[player], self.names[1 - player]
        mine = "your" if name == YOU else "own"
        theirs = "your" if other == YOU else f"{other}'s"
        return {
            From.HAND: f"from {mine} hand",
            From.THEIR_HAND: f"from {theirs} hand",
            From.OWN_SIDE: f"from {mine} side",
            From.THEIR_SIDE: f"from {theirs} side",
            From.DECK_TOP: "from deck",
        }[source]

    def _where(self, player: int, to: To) -> str:
        mine, theirs = (
            "you" if n == YOU else n for n in (self.names[player], self.names[1 - player])
        )
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

    def _round(self, event: RoundStarted) -> None:
        self._flush()
        name = self.names[event.starting_player]
        if event.round > 1:
            self.screen.print()
        dot, verb = self.screen.marks.dot, "start" if name == YOU else "starts"
        title = Text(f"Round {event.round} {dot} {name} {verb}", "bold")
        self.screen.print(Rule(title, align="left", style="dim"))
        if event.removed:
            verb = "is" if event.removed == 1 else "are"
            cards = number_of(event.removed, "card")
            self.screen.print(Text(f"  {cards} {verb} removed unseen.", "dim"))

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
        verb = "win" if self.names[winner] == YOU else "wins"
        return Text(f"{self.names[winner]} {verb}: {reason}.", "bold")

    def _flush(self) -> None:
        """Print the lines that have gathered: in columns, if there is room for them."""
        lines, self._lines = self._lines, []
        if not lines:
            return
        width = self.screen.out.width - _INDENT
        cards = [self._cards(line) for line in lines]
        widths = [
            max(map(len, self.names)),
            max(len(line.drawn) for line in lines),
            max(self._longest(), *(len(line.what) for line in lines)),
            max(_CARDS, *(text.cell_len for text in cards)),
        ]
        taken = sum(w + _GAP for w in widths if w)
        for line, text in zip(lines, cards, strict=True):
            row = [Text(line.who), line.drawn.copy(), Text(line.what), text]
            if width - taken >= _FEW:
                self._print_in_columns(row, widths, self._result(line), width - taken)
            else:
                self._print_narrow(row, self._result(line), width)

    def _print_in_columns(
        self, row: list[Text], widths: list[int], result: list[Text], room: int
    ) -> None:
        whole = Text()
        for cell, width in zip(row, widths, strict=True):
            if width:
                cell.pad_right(width - cell.cell_len + _GAP)
                whole.append_text(cell)
        below = whole.cell_len
        if result:
            for number, text in enumerate(flowed(result, Text(" "), room).split("\n")):
                whole.append("\n" + " " * below if number else "").append_text(text)
        whole.rstrip()
        self.screen.print(whole, indent=_INDENT)

    def _print_narrow(self, row: list[Text], result: list[Text], width: int) -> None:
        """What happened in one line, and below it where the cards went, if there is no room."""
        gap = Text(" " * _GAP)
        whole = flowed([cell for cell in row if cell], gap, width)
        together = gap.join([whole, *result[:1]])
        if len(result) < 2 and together.cell_len <= width:
            whole, result = together, []
        self.screen.print(whole, indent=_INDENT)
        if result:
            below = flowed(result, Text(" "), width - _INDENT)
            self.screen.print(Padding(below, (0, 0, 0, _INDENT)), indent=_INDENT)

    def _cards(self, line: _Line) -> Text:
        if line.gap:
            return self.screen.cards(line.piles[0], gap=line.gap)
        return self.screen.piles(line.piles)

    def _longest(self) -> int:
        """How wide the column of what was done is, so that all lines line up."""
        markers = [m for each in self.engine.variant.markers for m in each]
        return max(len("reveals"), *(len(f"{m.number} {m.name}") for m in markers))

    def _result(self, line: _Line) -> list[Text]:
        """Where the cards of a line went, place by place, and who has seen them."""
        together: dict[str, Glimpse] = {}
        for place, cards in line.result:
            before = together.get(place, Glimpse(Cards(), 0))
            together[place] = Glimpse(before.known + cards.known, before.size + cards.size)
        arrow = f"{self.screen.marks.arrow} "
        texts = [
            self.screen.cards(cards).append(f" {arrow}{place}") for place, cards in together.items()
        ]
        if len(together) == 1 and not line.pick:
            (place, cards), *_ = together.items()
            if cards.size == sum(map(len, line.piles)):
                texts = [Text(arrow + place)]
        texts += line.notes
        return [text.append(",") for text in texts[:-1]] + texts[-1:]
