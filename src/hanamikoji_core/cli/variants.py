"""``hanamikoji variants``: what can be played here, and which plug-in it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from ..protocol.variant import HouseRule, Variant
    from ._screen import Screen

__all__ = ["variants"]


def variants(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the variants and house rules, and their plug-ins."""
    from ..plugins import available_house_rules, available_variants
    from ._screen import open_screen

    screen = open_screen()
    screen.report_faults()
    found, house_rules = available_variants(), available_house_rules()
    if as_json:
        _print_json(list(found.values()), list(house_rules.values()))
    else:
        _print_tables(screen, list(found.values()), list(house_rules.values()))


def _print_json(found: list[Variant], house_rules: list[HouseRule]) -> None:
    import json

    from ..plugins import plugin_faults

    plain = {
        "variants": [
            {
                "name": variant.name,
                "title": variant.title,
                "summary": variant.summary,
                "provisional": variant.provisional,
                "plugin": variant.plugin,
                "sources": list(variant.sources),
                "markers": [[marker.name for marker in markers] for markers in variant.markers],
            }
            for variant in found
        ],
        "house_rules": [
            {
                "name": rule.name,
                "title": rule.title,
                "text": rule.text,
                "plugin": rule.plugin,
                "sources": list(rule.sources),
            }
            for rule in house_rules
        ],
        "skipped": [
            {"plugin": fault.plugin, "problem": fault.problem, "part": fault.part}
            for fault in plugin_faults()
        ],
    }
    print(json.dumps(plain, indent=2))


def _print_tables(screen: Screen, found: list[Variant], house_rules: list[HouseRule]) -> None:
    from itertools import islice

    from rich.text import Text

    from ..plugins import available_house_rules

    table = _table("Variant", "What it is", "Plug-in")
    for variant in found:
        title = Text(variant.title, "bold")
        if variant.provisional:
            title.append(" (provisional)", "not bold italic")
        about = title.append(f"\n{variant.summary}", "not bold") if variant.summary else title
        table.add_row(Text(variant.name, "cyan"), about, variant.plugin)
    screen.print(table)
    if house_rules:
        screen.print()
        table = _table("House rule", "What it is", "Plug-in")
        for rule in house_rules:
            title = Text(rule.title, "bold").append(f"\n{rule.text}", "not bold")
            table.add_row(Text(f"+{rule.name}", "cyan"), title, rule.plugin)
        screen.print(table)
        pairs = (f"{v.name}+{rule}" for v in found for rule in available_house_rules(v.name))
        for example in islice(pairs, 1):
            screen.print()
            screen.print(Text(f"House rules follow a variant's name: {example}", "dim"))


def _table(*headings: str) -> Table:
    from ._screen import table

    shown = table("dim")
    for heading in headings:
        shown.add_column(heading, no_wrap=heading == headings[0], overflow="fold")
    return shown
