"""Checks that a variant can be played, before any card is dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeAlias

from ..model.places import From
from ..model.row import Row
from ..wording import number_of, short_repr
from .markers import ActionMarker
from .policies import RoundLimit, Scoring, Victory
from .shortages import shortages

Markers: TypeAlias = tuple[ActionMarker, ...]

_NUMBERS = ("number", "cost", "gives", "draws", "takes", "lays")
_NAMES = f"{', '.join(_NUMBERS[:-1])} and {_NUMBERS[-1]}"


class _Rules(Protocol):
    """The fields of `Variant` that are checked."""

    @property
    def markers(self) -> tuple[Markers, Markers]: ...
    @property
    def row(self) -> Row: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def removed(self) -> int: ...
    @property
    def scoring(self) -> Scoring: ...
    @property
    def victory(self) -> Victory: ...
    @property
    def limit(self) -> RoundLimit | None: ...


def problems(variant: _Rules) -> tuple[str, ...]:
    """Every reason why the variant cannot be played, as sentences; empty if there is none."""
    found = [*_wrong_fields(variant)]
    if not _are_two_sides(variant.markers):
        found.append("markers must be a tuple of markers or a pair of such tuples")
        return tuple(found)
    if any(isinstance(marker, (tuple, list)) for side in variant.markers for marker in side):
        found.append(
            "markers must be a tuple of markers or a pair of such tuples, but there is a tuple "
            "among the markers (the markers of one player are variant.markers[0])"
        )
        return tuple(found)
    countable = not found and all(_is_countable(markers) for markers in variant.markers)
    for player, markers in enumerate(variant.markers):
        found += [f"player {player}: {text}" for text in _wrong_markers(markers)]
    if countable:
        found += _wrong_sums(variant)
        if not found:  # The orders of markers make sense only if everything else is right.
            deck = _deck_after_deal(variant)
            found += shortages(variant.markers, variant.hand_size, deck)
    # If both players have the same markers, report each problem once.
    if variant.markers[0] == variant.markers[1]:
        found = [text.removeprefix("player 0: ") for text in found if text[:9] != "player 1:"]
    return tuple(found)


def _wrong_fields(variant: _Rules) -> Iterator[str]:
    if not isinstance(variant.row, Row):
        yield f"row is {short_repr(variant.row)}, not a Row"
    for name in ("hand_size", "removed"):
        value = getattr(variant, name)
        if type(value) is not int or value < 0:
            yield f"{name} is {short_repr(value)}; it must be a whole number, 0 or more"
    for name, kind in (("scoring", Scoring), ("victory", Victory)):
        policy = getattr(variant, name)
        if isinstance(policy, type):
            yield f"{name} is a class; write {policy.__name__}(...)"
        elif not isinstance(policy, kind) or not callable(policy):
            yield f"{name} must be callable and have the attributes text and rules"
    if variant.limit is not None and not (
        isinstance(variant.limit, RoundLimit)
        and type(variant.limit.rounds) is int
        and variant.limit.rounds >= 1
    ):
        yield "limit must be None or a RoundLimit of one or more rounds"
    elif variant.limit is not None and isinstance(variant.limit.decide, type):
        decide = variant.limit.decide.__name__
        yield f"decide of the RoundLimit is a class; write {decide}(...)"


def _are_two_sides(sides: object) -> bool:
    return isinstance(sides, tuple) and len(sides) == 2 and all(isinstance(s, tuple) for s in sides)


def _is_countable(markers: Sequence[object]) -> bool:
    """Whether the numbers that these markers declare can be added."""
    return len(markers) > 0 and all(
        isinstance(marker, ActionMarker)
        and all(type(getattr(marker, name)) is int for name in _NUMBERS)
        for marker in markers
    )


def _wrong_markers(markers: Sequence[ActionMarker]) -> Iterator[str]:
    if not markers:
        yield "there are no action markers"
    numbers: list[int] = []
    for marker in markers:
        if not isinstance(marker, ActionMarker):
            yield (
                f"{short_repr(marker)} is not an action marker; "
                "use PileMarker or a class derived from Marker"
            )
            continue
        where = f"marker {marker.number} ({marker.name})"
        try:
            hash(marker)
        except TypeError:
            yield f"{where} cannot be hashed; make its class frozen"
        if any(type(getattr(marker, name)) is not int for name in _NUMBERS) or marker.number < 1:
            yield f"{where}: {_NAMES} must be whole numbers, and number 1 or more"
            continue
        if not all(isinstance(origin, From) for origin in marker.origins):
            yield f"{where}: origins must be a tuple of From"
        numbers.append(marker.number)
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield f"{numbers.count(number)} markers have the number {number}"


def _deck_after_deal(variant: _Rules) -> int:
    return len(variant.row.deck) - variant.removed - 2 * variant.hand_size


def _wrong_sums(variant: _Rules) -> Iterator[str]:
    """Each player must use all cards that they hold, and the deck must suffice for all draws."""
    deck = _deck_after_deal(variant)
    drawn = 0
    for player, markers in enumerate(variant.markers):
        used = sum(marker.cost for marker in markers)
        given = sum(marker.gives for marker in variant.markers[1 - player])
        held = variant.hand_size + len(markers) + given
        if used != held:
            yield (
                f"player {player}: the markers use {number_of(used, 'card')}, but a player holds "
                f"{held} in a round ({variant.hand_size} dealt, {len(markers)} drawn"
                + (f", {given} given by the opponent)" if given else ")")
            )
        drawn += len(markers) + sum(marker.draws for marker in markers)
    if deck < drawn:
        yield (
            f"the deck is too small: {deck} of {len(variant.row.deck)} cards are left after the "
            f"deal, and {drawn} are drawn in a round"
        )
