"""Where the commands write: two consoles, and how cards look there, with or without colour."""

from __future__ import annotations

import re
import sys
import warnings
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..errors import PluginWarning
from ..model.cards import Cards
from ..model.knowledge import Glimpse
from ..plugins import plugin_faults

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

__all__ = ["Marks", "Screen", "dimmed", "flowed", "open_screen", "style_of", "table"]

# The eight colours of Okabe and Ito, which colour-blind people can tell apart, less black: each
# is a ground with letters on it, so that it can be read on dark and on light terminals alike.
_GROUNDS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
_FILLING = re.compile(" +$", re.MULTILINE)
_INK = {"#0072b2": "white"}


@frozen
class Marks:
    """The signs that are not letters; `_PLAIN` has their ASCII versions."""

    up: str = "▲"
    down: str = "▼"
    centre: str = "·"
    back: str = "▮"
    arrow: str = "→"
    dot: str = "·"
    left: str = "◀"
    right: str = "▶"


_PLAIN = Marks("^", "v", ".", "?", "->", "|", "<", ">")


@frozen
class Screen:
    """Standard output and standard error as consoles; `marks` fits what the output can show."""

    out: Console
    err: Console
    marks: Marks

    def print(self, thing: RenderableType = "", *, indent: int = 0, wrap: bool = True) -> None:
        """Print on standard output; into a file or a pipe, without the spaces that fill a line."""
        if indent:
            thing = Padding(thing, (0, 0, 0, indent), expand=False)
        if self.out.is_terminal:
            self.out.print(thing, soft_wrap=not wrap)
            return
        with self.out.capture() as capture:
            self.out.print(thing, soft_wrap=not wrap)
        self.out.file.write(_FILLING.sub("", capture.get()))

    def cards(self, cards: Cards | Glimpse, gap: str = "") -> Text:
        """Cards as coloured letters, unknown ones as card backs."""
        known = cards.known if isinstance(cards, Glimpse) else cards
        hidden = cards.hidden if isinstance(cards, Glimpse) else 0
        signs = [Text(letter, style_of(letter)) for letter in known]
        signs += [Text(self.marks.back, "dim")] * hidden
        return Text(gap).join(signs)

    def piles(self, piles: Iterable[Cards | Glimpse]) -> Text:
        """Piles in the order laid out."""
        return dimmed(f" {self.marks.dot} ").join([self.cards(pile) for pile in piles])

    def note(self, text: str) -> None:
        """Something to know on standard error; nothing if there is no text."""
        if text:
            self.err.print(Text(f"hanamikoji: {text}", "dim"), soft_wrap=True)

    def report_faults(self) -> None:
        """Load the plug-ins, and say on standard error which ones were skipped, and why."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PluginWarning)
            faults = plugin_faults()
        for fault in faults:
            text = " ".join(f"hanamikoji: skipped {fault}".split())
            self.err.print(Text(text, "yellow"), soft_wrap=True)


def flowed(items: Iterable[Text], gap: Text, width: int) -> Text:
    """The items one after the other, in as many lines as they need; none is broken."""
    flow, left, end = Text(), width, gap.plain.rstrip()
    for item in items:
        if flow and item.cell_len + gap.cell_len + len(end) > left:
            flow.append(f"{end}\n")
            left = width
        elif flow:
            flow.append_text(gap)
            left -= gap.cell_len
        flow.append_text(item)
        left -= item.cell_len
    return flow


def dimmed(text: str) -> Text:
    """This text dimmed, and not what is joined to it."""
    return Text.assemble((text, "dim"))


def table(header_style: str) -> Table:
    """A table with a line below its headings and none around it."""
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style=header_style)


@cache
def style_of(letter: str) -> str:
    """The colours of one geisha's cards."""
    ground = _GROUNDS[(ord(letter) - ord("A")) % len(_GROUNDS)]
    return f"bold {_INK.get(ground, 'black')} on {ground}"


def open_screen() -> Screen:
    """The screen as standard output and error are now."""
    for stream in (sys.stdout, sys.stderr):
        # A plug-in's title may hold what this terminal cannot show; better a "?" than an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    out = Console(markup=False, emoji=False)
    err = Console(stderr=True, markup=False, emoji=False)
    return Screen(out, err, _PLAIN if out.options.ascii_only else Marks())
