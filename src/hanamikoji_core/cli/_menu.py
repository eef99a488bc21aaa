"""What a player may choose from: plays on a list, or their piles one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from attrs import define, field
from rich.text import Text

from ..errors import CardsError, DecodeError
from ..model.cards import Cards
from ..model.moves import Layout, Play
from ..protocol.markers import ActionMarker
from ._screen import Screen, dimmed

__all__ = ["Menu"]

_LONG = 12
"""More plays than these are chosen pile by pile."""
_MANY = 4
"""Up to so many piles, they may be chosen in any order that is the same play."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@define
class Menu:
    """The plays of one marker: a list or, if it is long, piles to choose one after another."""

    marker: ActionMarker
    plays: Sequence[Play]
    _chosen: Layout = ()
    _ways: dict[Layout, Play] = field(init=False)
    _by_pile: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        sizes = {len(play.piles) for play in self.plays}
        self._by_pile = len(self.plays) > _LONG and len(sizes) == 1 and sizes != {1}
        self._ways = {play.piles: play for play in self.plays}
        if self._by_pile and sizes <= set(range(_MANY + 1)):
            for play in self.plays:
                for piles in permutations(play.piles):
                    if piles not in self._ways and self._same(piles, play):
                        self._ways[piles] = play

    def _same(self, piles: Layout, play: Play) -> bool:
        try:
            return bool(self.marker.canonical(piles) == play.piles)
        except (Exception, SystemExit):
            return False  # Such an order is only not offered; a fault is told when it is played.

    @property
    def options(self) -> list[Layout]:
        """What can be chosen now: whole plays, or the next pile."""
        if not self._by_pile:
            return [play.piles for play in self.plays]
        at = len(self._chosen)
        following = {way[at] for way in self._ways if way[:at] == self._chosen}
        return [(pile,) for pile in sorted(following, key=str)]

    def question(self, screen: Screen) -> Text:
        """What the player is asked."""
        text = Text(f"{self.marker.name}: ")
        if not self._by_pile:
            return text.append("choose from the list, or type the cards")
        at, count = len(self._chosen), len(self.plays[0].piles)
        which = _ORDINALS[at] if at < len(_ORDINALS) else f"{at + 1}th"
        text.append(f"choose the {which} of {count} piles")
        if self._chosen:
            text.append_text(dimmed("   after ")).append_text(screen.piles(self._chosen))
        return text

    def listed(self, screen: Screen) -> list[Text]:
        """The options, numbered from 1."""
        options = self.options
        wide = len(str(len(options)))
        return [
            dimmed(f"{number:>{wide}} ").append_text(screen.piles(piles))
            if any(piles)
            else dimmed(f"{number:>{wide}} no cards")
            for number, piles in enumerate(options, 1)
        ]

    def number(self, number: int) -> Play | None:
        """Choose by a number of the list; the play once it is complete. Raises `DecodeError`."""
        options = self.options
        if not 1 <= number <= len(options):
            numbers = "1" if len(options) == 1 else f"1 to {len(options)}"
            raise DecodeError(f"there is no {number} in the list: type {numbers}, or back")
        return self._add(options[number - 1])

    def lists(self, words: str) -> bool:
        """Whether these words name an option by its cards."""
        words = words.upper().replace("-", " ")
        return words.split() in [[*map(str, option)] for option in self.options]

    def cards(self, words: str) -> Play | None:
        """Choose by cards, the piles of a play separated; the play once it is complete."""
        try:
            piles = tuple(Cards.parse(word) for word in words.upper().replace("-", " ").split())
        except CardsError as error:
            raise DecodeError(f"{words!r} is neither a command nor cards ({error})") from error
        if not self._by_pile:
            meant = [play for play in self.plays if sum(play.piles, Cards()) == sum(piles, Cards())]
            if not meant:
                example = "-".join(map(str, self.plays[0].piles))
                raise DecodeError(
                    f"{words.upper()!r} is not in the list; type cards such as {example}, a "
                    "number, or back"
                )
            if len(piles) == 1 and len(meant) == 1:
                return meant[0]
            return Play(self.marker.number, piles)
        if len(self._chosen) + len(piles) > len(self.plays[0].piles):
            raise DecodeError(f"{words!r} is more than the piles that are still to choose")
        chosen = (*self._chosen, *piles)
        if not any(way[: len(chosen)] == chosen for way in self._ways):
            raise DecodeError(f"{words.upper()!r} is not in the list; choose from it, or type back")
        return self._add(piles)

    def _add(self, piles: Layout) -> Play | None:
        chosen = (*self._chosen, *piles)
        found = self._ways.get(chosen)
        if found is None:
            self._chosen = chosen
        return found
