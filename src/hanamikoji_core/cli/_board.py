"""The table as text: the row of geisha with both sides, and what lies around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen
from rich.table import Table
from rich.text import Text

from ..engine.engine import Engine
from ..model.cards import Cards
from ..model.knowledge import Glimpse
from ..model.observation import Observation, OfferView
from ..model.row import Favor, Geisha, Row
from ..model.state import Offer
from ..wording import number_of
from ._screen import Screen, dimmed, flowed, style_of, table

__all__ = ["offered", "print_board", "print_position"]

_INDENT = 2
_LABEL = 11
"""Columns that what is said of a player's cards takes, such as "face down"."""
_GAPS = (3, 2, 1)
"""Columns between two geisha, the roomy ones first."""
_TOTALS = ("charm", "geisha")


@frozen
class _Side:
    """One player's hand, markers and face-down cards."""

    name: str
    placed: Cards
    charm: int
    geisha: int


def print_board(
    screen: Screen,
    row: Row,
    placed: tuple[Cards, Cards],
    favor: Favor,
    names: tuple[str, str],
    *,
    below: int = 1,
    before: Favor | None = None,
) -> None:
    """Both sides of the row, player `below` at the bottom; moves since `before` stand out.

    A victory marker is an arrow that points to the side it lies on. If the row is wider than the
    screen, the geisha stand one below the other, and player `below` is at the right.
    """
    above = 1 - below
    sides = [
        _Side(names[p], placed[p], row.charm_of(favor, p), favor.count(p)) for p in (above, below)
    ]
    marks = screen.marks
    wide = _gap(row, sides, screen.out.width - _INDENT)
    arrows = (marks.up, marks.down) if wide else (marks.left, marks.right)
    signs = [
        Text(
            marks.centre if owner is None else arrows[owner == below],
            "bold reverse" if before is not None and owner != old else "bold",
        )
        for owner, old in zip(favor, before or favor, strict=True)
    ]
    board = _across(screen, row, sides, signs, wide) if wide else _down(screen, row, sides, signs)
    screen.print(board, indent=_INDENT)


def _gap(row: Row, sides: list[_Side], width: int) -> int:
    """How far apart the geisha can stand if the row is to fit in one piece; 0 if it cannot."""
    names = max(len("favor"), *(len(side.name) for side in sides))
    widths = [names, *(max(3, g.cards) for g in row), *map(len, _TOTALS)]
    fits = (gap for gap in _GAPS if sum(widths) + gap * (len(widths) - 1) <= width)
    return next(fits, 0)


def _across(screen: Screen, row: Row, sides: list[_Side], signs: list[Text], gap: int) -> Table:
    """The row from left to right: a line for each side, and the markers between them."""
    board = _ruled(gap)
    board.add_column(no_wrap=True)
    for g in row:
        board.add_column(_title(g), justify="center", min_width=max(3, g.cards), no_wrap=True)
    for total in _TOTALS:
        board.add_column(total, justify="right", no_wrap=True)
    above, below = (
        [Text(side.name), *(screen.cards(_of(side.placed, g)) for g in row), *_totals(side)]
        for side in sides
    )
    board.add_row(*above)
    board.add_row(dimmed("favor"), *signs)
    board.add_row(*below)
    return board


def _down(screen: Screen, row: Row, sides: list[_Side], signs: list[Text]) -> Table:
    """The row from top to bottom: a line for each geisha, with a side to the left and the right."""
    board = _ruled(2)
    board.add_column()
    board.add_column(sides[0].name, justify="right", overflow="fold")
    board.add_column(justify="center")
    board.add_column(sides[1].name, overflow="fold")
    for g, sign in zip(row, signs, strict=True):
        left, right = (screen.cards(_of(side.placed, g)) for side in sides)
        board.add_row(_title(g), left, sign, right)
    left_totals, right_totals = map(_totals, sides)
    for name, left, right in zip(_TOTALS, left_totals, right_totals, strict=True):
        board.add_row(name, left, "", right)
    return board


def _ruled(gap: int) -> Table:
    """A table with a line below its headings and so many columns between two cells."""
    board = table("")
    board.padding = (0, gap // 2, 0, (gap - 1) // 2)
    return board


def _title(geisha: Geisha) -> Text:
    return Text(f"{geisha.letter} {geisha.charm}", style_of(geisha.letter))


def _totals(side: _Side) -> list[Text]:
    return [Text(str(side.charm), "bold"), Text(str(side.geisha), "bold")]


def offered(screen: Screen, offer: Offer | OfferView, piles: tuple[Glimpse, ...]) -> Text:
    """The piles of an offer as a viewer knows them, each with the move that picks it."""
    taken = {index for pick in offer.picks for index in pick.piles}
    entries = []
    for index, pile in enumerate(piles):
        entry = Text(f"/{index} ", "bold" if index in offer.among else "dim")
        entry.append_text(screen.cards(pile) if len(pile) else dimmed("empty"))
        if index not in offer.among:
            entry.append(" (taken)" if index in taken else " (not offered)", "dim")
        entries.append(entry)
    return flowed(entries, Text("   "), screen.out.width - _INDENT)


Hands: TypeAlias = tuple[Cards | None, ...]


def print_position(
    screen: Screen,
    engine: Engine,
    view: Observation,
    names: tuple[str, str],
    hands: Hands = (None, None),
) -> None:
    """Everything that the viewer knows, the viewer at the bottom; player 1 for a spectator.

    `hands` are those that lie open besides the viewer's own.
    """
    if view.viewer is not None:
        hands = tuple(view.hand if p == view.viewer else hands[p] for p in (0, 1))
    below = 1 if view.viewer is None else view.viewer
    screen.print(_heading(screen, view))
    screen.print()
    _print_player(screen, engine, view, names, hands, 1 - below)
    screen.print()
    print_board(screen, view.row, view.placed, view.favor, names, below=below)
    screen.print()
    _print_player(screen, engine, view, names, hands, below)


def _heading(screen: Screen, view: Observation) -> Text:
    """The round, and the deck with what is known of it."""
    dot = screen.marks.dot
    cards = number_of(view.deck_size, "card")
    heading = Text(f"Round {view.round} {dot} {cards} in the deck", "bold")
    for at, letter in view.deck:
        where = "at the bottom" if at == view.deck_size - 1 else f"number {at + 1} from the top"
        heading.append_text(Text(f" {dot} ").append_text(screen.cards(Cards(letter))))
        heading.append(f" {where}")
    return heading


def _print_player(
    screen: Screen,
    engine: Engine,
    view: Observation,
    names: tuple[str, str],
    hands: Hands,
    player: int,
) -> None:
    """One player's hand, markers and face-down cards."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(min_width=max(8, *map(len, names)))
    grid.add_column(min_width=_LABEL - 2)
    grid.add_column()
    room = screen.out.width - _INDENT - max(8, *map(len, names)) - _LABEL - 2
    name = Text(names[player], "bold")
    for label, items in _lines(screen, engine, view, hands, player):
        grid.add_row(name, dimmed(label), flowed(items, Text("   "), room))
        name = Text()
    screen.print(grid, indent=_INDENT)


def _lines(
    screen: Screen, engine: Engine, view: Observation, hands: Hands, player: int
) -> Iterator[tuple[str, list[Text]]]:
    """What is said of a player: a label, and what stands behind it."""
    known = hands[player]
    hand = (
        screen.cards(known, gap=" ")
        if known is not None
        else dimmed(screen.marks.back * view.hand_sizes[player])
    )
    yield "hand", [hand or dimmed("empty")]
    used = view.used[player]
    markers = engine.variant.markers[player]
    left = [Text(f"{m.number} {m.name}") for m in markers if m.number not in used]
    yield "markers", left or [dimmed("none left")]
    if used:
        yield "used", [dimmed(f"{m.number} {m.name}") for m in markers if m.number in used]
    lots = [lot for lot in view.facedown if lot.player == player]
    if lots:
        yield (
            "face down",
            [
                screen.cards(lot.cards).append(f" {_counts_for(lot.scores_for, player)}")
                for lot in lots
            ],
        )


def _counts_for(scores_for: int | None, player: int) -> str:
    if scores_for is None:
        return "aside"
    return "scores" if scores_for == player else "scores for the other side"


def _of(cards: Cards, geisha: Geisha) -> Cards:
    return Cards(geisha.letter * cards.count(geisha.letter))
