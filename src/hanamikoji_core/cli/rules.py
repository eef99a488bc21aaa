"""``hanamikoji rules``: the rules of a variant, written from the values that the engine runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..protocol.markers import ActionMarker
    from ..protocol.variant import HouseRule, Variant
    from ._screen import Screen

__all__ = ["rules"]


def rules(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A variant, with house rules after +, such as base+three-rounds."
        ),
    ] = "base",
) -> None:
    """Show the rules of a variant."""
    from ..plugins import available_house_rules, load_engine
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    variant = load_engine(name).variant
    known = available_house_rules()
    used = [known[rule] for rule in name.split("+")[1:]]
    page = _Page(screen)
    _head(page, variant)
    _setup(page, screen, variant)
    _turns(page, variant)
    _scoring(page, variant)
    _extras(page, variant, used, list(available_house_rules(name)))


class _Page:
    """Headings, paragraphs and rule IDs, wrapped to at most 96 columns."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.width = min(screen.out.width, 96) - 2

    def heading(self, text: str) -> None:
        from rich.text import Text

        self.screen.print()
        self.screen.print(Text(text, "bold underline"))

    def paragraph(self, text: str, ids: Iterable[str] = (), *, indent: int = 2) -> None:
        from rich.constrain import Constrain
        from rich.padding import Padding
        from rich.text import Text

        line = Text(text)
        ids = list(ids)
        if ids:
            line.append(f"  [{', '.join(ids)}]", "dim")
        self.screen.print(Constrain(Padding(line, (0, 0, 0, indent)), self.width))


def _head(page: _Page, variant: Variant) -> None:
    from rich.text import Text

    page.screen.print(Text(variant.title, "bold"))
    if variant.summary:
        page.paragraph(variant.summary, indent=0)
    if variant.provisional:
        page.screen.print(
            Text("Provisional: not checked against the printed rules; see the sources.", "italic")
        )


def _setup(page: _Page, screen: Screen, variant: Variant) -> None:
    from rich.text import Text

    from ..model.cards import Cards
    from ._screen import table

    row, deck = variant.row, len(variant.row.deck)
    page.heading("Setup")
    shown = table("dim")
    shown.add_column("geisha")
    for g in row:
        shown.add_column(screen.cards(Cards(g.letter)))
    shown.add_row(Text("charm points", "dim"), *[str(g.charm) for g in row])
    shown.add_row(Text("item cards", "dim"), *[str(g.cards) for g in row])
    screen.print(shown, indent=2)
    page.paragraph(
        f"{len(row)} geisha stand in a row, worth {number_of(row.charm_total, 'charm point')} in "
        f"all; there {'is' if deck == 1 else 'are'} {number_of(deck, 'item card')}. Every victory "
        "marker starts in the centre."
    )
    page.heading("Deal")
    removed = variant.removed
    box_text = f" Remove {number_of(removed, 'card')}, unseen, for this round." if removed else ""
    rest = deck - removed - 2 * variant.hand_size
    page.paragraph(
        f"Shuffle all {deck} item cards.{box_text} Deal {variant.hand_size} to each player; hands "
        f"are secret. The other {rest} form the deck, face down."
    )


def _turns(page: _Page, variant: Variant) -> None:
    first, second = variant.markers
    deck = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
    left = deck - sum(1 + marker.draws for markers in variant.markers for marker in markers)
    page.heading("Turns")
    page.paragraph(
        "Players take turns. A turn: draw the top card of the deck, then use one of your markers "
        "that is not used yet, and flip it. Each marker is used exactly once a round, in any "
        "order; nothing may be passed."
        + (f" {number_of(left, 'card')} of the deck will stay undrawn." if left else "")
    )
    page.heading("Markers" if first == second else "Markers of player 0")
    _markers(page, first)
    if first != second:
        page.heading("Markers of player 1")
        _markers(page, second)


def _markers(page: _Page, markers: tuple[ActionMarker, ...]) -> None:
    from rich.text import Text

    for marker in markers:
        title = Text(f"  {marker.number}  {marker.name}", "bold")
        page.screen.print(title.append(f"  {number_of(marker.cost, 'card')}", "not bold dim"))
        page.paragraph(marker.text, marker.rules, indent=5)


def _scoring(page: _Page, variant: Variant) -> None:
    page.heading("Scoring")
    page.paragraph(variant.scoring.text, variant.scoring.rules)
    page.heading("Victory")
    page.paragraph(variant.victory.text, variant.victory.rules)
    limit = variant.limit
    if limit is not None:
        decide = limit.decide
        page.paragraph(
            f"If nobody has won, the game ends after round {limit.rounds}. {decide.text}",
            decide.rules,
        )
    page.paragraph(
        "Otherwise all item cards are shuffled for the next round, which the other player starts; "
        "victory markers stay where they are."
    )


def _extras(page: _Page, variant: Variant, used: list[HouseRule], addable: list[str]) -> None:
    if used:
        page.heading("House rules in use")
        for rule in used:
            page.paragraph(f"{rule.title} (plug-in {rule.plugin})", rule.rules)
    if variant.notes:
        page.heading("Notes")
        for number, text in variant.notes.items():
            page.paragraph(text, [number])
    page.heading("Sources")
    for source in [*variant.sources, *(s for rule in used for s in rule.sources)]:
        page.paragraph(source)
    page.paragraph(f"Plug-in: {variant.plugin}")
    if addable:
        page.paragraph(f"House rules that can be added: {', '.join(addable)}")
