"""The table as text: the row of geisha with both sides, and what lies around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rich.table import Table
from rich.text import Text

from ..cards import Cards
from ..engine import Engine
from ..observation import Observation
from ..row import Favor, Geisha, Row
from ._screen import Screen, dimmed, style_of, table

__all__ = ["print_board", "print_position"]

_BESIDE = 30
"""Columns that the names and the two totals take."""


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

    A victory marker is an arrow that points to the side it lies on.
    """
    above = 1 - below
    geisha = list(row)
    totals = {p: (row.charm_of(favor, p), favor.count(p)) for p in (0, 1)}
    markers = {
        g.letter: _favor(screen, owner, above, moved=before is not None and owner != old)
        for g, owner, old in zip(row, favor, before or favor, strict=True)
    }
    parts = list(_parts(geisha, screen.out.width - _BESIDE))
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        board = table("")
        board.add_column()
        for g in part:
            board.add_column(Text(f"{g.letter} {g.charm}", style_of(g.letter)), justify="center",
                             min_width=max(3, g.cards))  # fmt: skip
        if last:
            board.add_column("charm", justify="right")
            board.add_column("geisha", justify="right")
        for player in (above, below):
            cells = [screen.cards(_of(placed[player], g)) for g in part]
            ends = [Text(str(n), "bold") for n in totals[player]] if last else []
            board.add_row(Text(names[player]), *cells, *ends)
            if player == above:
                board.add_row(Text("favor", "dim"), *[markers[g.letter] for g in part])
        screen.print(board, indent=2)


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
    dot = screen.marks.dot
    cards = "card" if view.deck_size == 1 else "cards"
    heading = Text(f"Round {view.round} {dot} {view.deck_size} {cards} in the deck", "bold")
    for at, letter in view.deck:
        where = "at the bottom" if at == view.deck_size - 1 else f"number {at + 1} from the top"
        heading.append_text(Text(f" {dot} ").append_text(screen.cards(Cards(letter))))
        heading.append(f" {where}")
    screen.print(heading)
    screen.print()
    _print_player(screen, engine, view, names, hands, 1 - below)
    screen.print()
    print_board(screen, view.row, view.placed, view.favor, names, below=below)
    screen.print()
    _print_player(screen, engine, view, names, hands, below)


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
    grid.add_column(min_width=8)
    grid.add_column()
    known = hands[player]
    hand = (
        screen.cards(known, gap=" ")
        if known is not None
        else Text(screen.marks.back * view.hand_sizes[player], "dim")
    )
    grid.add_row(Text(names[player], "bold"), _labelled("hand", hand or Text("empty", "dim")))
    grid.add_row("", _labelled("markers", _markers(screen, engine, view, player)))
    lots = [lot for lot in view.facedown if lot.player == player]
    if lots:
        shown = [
            screen.cards(lot.cards).append(f" {_counts_for(lot.scores_for, player)}")
            for lot in lots
        ]
        grid.add_row("", _labelled("face down", Text(", ").join(shown)))
    screen.print(grid, indent=2)


def _counts_for(scores_for: int | None, player: int) -> str:
    if scores_for is None:
        return "aside"
    return "scores" if scores_for == player else "scores for the other side"


def _labelled(label: str, content: Text) -> Text:
    return dimmed(f"{label:<11}").append_text(content)


def _markers(screen: Screen, engine: Engine, view: Observation, player: int) -> Text:
    used = view.used[player]
    return Text("   ").join(
        Text(f"{m.number} {m.name} {screen.marks.used}", "dim")
        if m.number in used
        else Text(f"{m.number} {m.name}")
        for m in engine.variant.markers[player]
    )


def _favor(screen: Screen, owner: int | None, above: int, *, moved: bool) -> Text:
    marks = screen.marks
    sign = marks.centre if owner is None else marks.up if owner == above else marks.down
    return Text(sign, "bold reverse" if moved else "bold")


def _of(cards: Cards, geisha: Geisha) -> Cards:
    return Cards(geisha.letter * cards.count(geisha.letter))


def _parts(geisha: Sequence[Geisha], width: int) -> Iterator[list[Geisha]]:
    """The row in pieces that fit side by side."""
    part: list[Geisha] = []
    left = width
    for g in geisha:
        need = max(3, g.cards) + 2
        if part and need > left:
            yield part
            part, left = [], width
        part.append(g)
        left -= need
    yield part
