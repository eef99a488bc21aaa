"""Does a marker work next to any other, in variants that its author did not think of?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...engine.engine import Engine
from ...model.places import To
from ...plugins import available_variants
from ...protocol.markers import ActionMarker
from ...protocol.pile_marker import PileMarker
from ...protocol.variant import Variant
from .._lines import Line, Met, generated, walk
from .._rulings import Broken
from .._subject import Subject
from .._words import raised_at, text_of

_HOSTS: Final = 4
"""How many registered variants lend their markers."""
_LINES: Final = 3
"""How many rounds are played of each mixture."""
_IN_ANY_COMPANY: Final = re.compile(r" raised \w+$| answered | places \d+ piles?| listed ")
"""The faults of one marker; whether there are enough cards depends on the mixture."""

_TEXT: Final = "A neighbor."
_NEIGHBORS: Final = {
    "cards that go aside": (
        PileMarker(91, "Away", piles=(1,), rest=To.ASIDE, text=_TEXT),
        PileMarker(92, "Far away", piles=(2,), rest=To.ASIDE, text=_TEXT),
        PileMarker(93, "Farther away", piles=(3,), rest=To.ASIDE, text=_TEXT),
    ),
    "cards that lie open": (
        PileMarker(91, "One", piles=(1,), text=_TEXT),
        PileMarker(92, "Two", piles=(1, 1), rest=(To.OWN_SIDE, To.THEIR_SIDE), text=_TEXT),
        PileMarker(93, "Three", piles=(1, 1, 1), pick=1, text=_TEXT),
    ),
    "cards that are dealt out face down": (
        PileMarker(91, "Mine", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN, text=_TEXT),
        PileMarker(92, "Yours", piles=(2,), rest=To.THEIR_SIDE_FACE_DOWN, text=_TEXT),
        PileMarker(93, "Ours", piles=(1, 2), pick=1, shown=False, text=_TEXT),
    ),
}


def mixing(subject: Subject, line: Line) -> None:
    """A marker works next to any other, whatever cards were removed and whatever lies on the table.

    Every marker with its own code is mixed with markers that put cards aside, open or face down,
    and with those of a few registered variants. It must answer there, in the terms of the protocol,
    in every position that comes up.
    """
    subject.fact("mixing", lambda: _mix_all(subject))


def _mix_all(subject: Subject) -> None:
    for called, marker in subject.markers():
        if type(marker) is not PileMarker:  # One in fields alone cannot look around.
            for beside, mixture in _mixtures(subject.variant, marker):
                _play(called, marker, beside, mixture)


def _mixtures(variant: Variant, marker: ActionMarker) -> Iterator[tuple[str, Variant]]:
    """The marker in other company, and that company in words.

    The neighbors come once with usual numbers and no card removed, and once with unusual numbers
    and a card removed.
    """
    for beside, neighbors in _NEIGHBORS.items():
        usual = [n for n in range(1, 2 + len(neighbors)) if n != marker.number]
        pairs = zip(neighbors, usual, strict=False)
        near = (evolve(neighbor, number=number) for neighbor, number in pairs)
        yield from _adding_up(variant, beside, (marker, *near))
        yield from _adding_up(variant, beside, (marker, *neighbors), removed=1)
    hosts = [host for host in available_variants().values() if host.name != variant.name]
    for at, host in enumerate(hosts[:_HOSTS]):
        others = tuple(other for other in host.markers[0] if other.number != marker.number)
        beside = f"markers of {host.name!r}"
        yield from _adding_up(variant, beside, (marker, *others), removed=1 - at % 2)


def _adding_up(
    variant: Variant, beside: str, markers: tuple[ActionMarker, ...], removed: int = 0
) -> Iterator[tuple[str, Variant]]:
    """The mixture with as many of the markers as the deck allows."""
    for count in range(len(markers), 1, -1):
        mixture = _of(variant, markers[:count], removed)
        if mixture is not None:
            yield beside, mixture
            return


def _of(variant: Variant, markers: tuple[ActionMarker, ...], removed: int) -> Variant | None:
    """A variant of these markers for both players, if there are enough cards."""
    size = sum(marker.cost - marker.gives - 1 for marker in markers)
    mixture = evolve(
        variant, name="mixture", markers=markers, hand_size=size, removed=removed, limit=None
    )
    return None if mixture.problems() else mixture


def _play(called: str, marker: ActionMarker, beside: str, mixture: Variant) -> None:
    engine = Engine(mixture)
    for line in generated(engine, 0, _LINES, 1):
        met = walk(engine, line).met
        if met is not None and _is_to_blame(marker, met):
            raise _fails(called, beside, mixture, line, met)


def _is_to_blame(marker: ActionMarker, met: Met) -> bool:
    told = text_of(met.error)
    mine = told.startswith(f"marker {marker.number} ({marker.name}) ")
    return mine and _IN_ANY_COMPANY.search(told) is not None


def _fails(called: str, beside: str, mixture: Variant, line: Line, met: Met) -> Broken:
    others = ", ".join(f"{m.number} ({m.name})" for m in mixture.markers[0][1:])
    told, cause = text_of(met.error), met.error.__cause__
    if cause is not None and " raised " in told:
        told += f": {text_of(cause)}{raised_at(cause)}"
    moves = " ".join(map(str, met.path)) or "the deal"
    return Broken(
        expected=f"{called} works next to {beside}",
        happened=f"with the markers {others} next to it, hand_size={mixture.hand_size} and "
        f"removed={mixture.removed}, after {moves} (seed={line.seed}, first={line.first_player}): "
        f"{told}",
        hint="do not assume what lies on the table or how many cards a player holds: "
        "view.facedown, view.placed, view.used and view.hand may be empty",
    )
