"""Whether a variant adds up, told before the first card is dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..model.places import From
from ..model.row import Row
from ..wording import number_of, told
from .markers import ActionMarker
from .policies import RoundLimit, Scoring, Victory
from .worst_order import shortages

if TYPE_CHECKING:
    from .variant import Variant

_NUMBERS = ("number", "cost", "gives", "draws", "takes", "lays")
_NAMED = f"{', '.join(_NUMBERS[:-1])} and {_NUMBERS[-1]}"


def problems(variant: Variant) -> tuple[str, ...]:
    """Every reason why the variant cannot be played, each in a sentence; empty if none."""
    found = [*_wrong_fields(variant)]
    if not _are_two_sides(variant.markers):
        found.append("markers is neither a tuple of markers nor a pair of such tuples")
        return tuple(found)
    if any(isinstance(marker, (tuple, list)) for side in variant.markers for marker in side):
        found.append(
            "markers holds one tuple of markers for both players, or a pair of such tuples; here a "
            "tuple stands among the markers (the markers of one player are variant.markers[0])"
        )
        return tuple(found)
    countable = not found and all(_is_countable(markers) for markers in variant.markers)
    for player, markers in enumerate(variant.markers):
        found += [f"player {player}: {text}" for text in _wrong_markers(markers)]
    if countable:
        found += _wrong_sums(variant)
        if not found:  # An order of markers means something only if all else is right.
            found += shortages(variant)
    # Both players usually hold the same markers; one sentence then speaks for both.
    if variant.markers[0] == variant.markers[1]:
        found = [text.removeprefix("player 0: ") for text in found if text[:9] != "player 1:"]
    return tuple(found)


def _wrong_fields(variant: Variant) -> Iterator[str]:
    if not isinstance(variant.row, Row):
        yield f"row is {told(variant.row)}, not a Row"
    for name in ("hand_size", "removed"):
        value = getattr(variant, name)
        if type(value) is not int or value < 0:
            yield f"{name} is {told(value)}, not a whole number from 0"
    for name, kind in (("scoring", Scoring), ("victory", Victory)):
        policy = getattr(variant, name)
        if isinstance(policy, type):
            yield f"{name} is the class {policy.__name__}; write {policy.__name__}(...)"
        elif not isinstance(policy, kind) or not callable(policy):
            yield f"{name} cannot be called, or has no text and rules"
    if variant.limit is not None and not (
        isinstance(variant.limit, RoundLimit)
        and type(variant.limit.rounds) is int
        and variant.limit.rounds >= 1
    ):
        yield "limit is not a RoundLimit of one round or more"
    elif variant.limit is not None and isinstance(variant.limit.decide, type):
        decide = variant.limit.decide.__name__
        yield f"what decides at the round limit is the class {decide}; write {decide}(...)"


def _are_two_sides(sides: object) -> bool:
    return isinstance(sides, tuple) and len(sides) == 2 and all(isinstance(s, tuple) for s in sides)


def _is_countable(markers: Sequence[object]) -> bool:
    """Whether the cards that these markers use can be added up."""
    return len(markers) > 0 and all(
        isinstance(marker, ActionMarker)
        and all(type(getattr(marker, name)) is int for name in _NUMBERS)
        for marker in markers
    )


def _wrong_markers(markers: Sequence[ActionMarker]) -> Iterator[str]:
    if not markers:
        yield "there is no action marker"
    numbers: list[int] = []
    for marker in markers:
        if not isinstance(marker, ActionMarker):
            yield f"{told(marker)} is no action marker: derive it from Marker or use PileMarker"
            continue
        where = f"marker {marker.number} ({marker.name})"
        try:
            hash(marker)
        except TypeError:
            yield f"{where} cannot be hashed; a marker is a frozen value"
        if any(type(getattr(marker, name)) is not int for name in _NUMBERS) or marker.number < 1:
            yield f"{where}: {_NAMED} must be whole numbers, number from 1"
            continue
        if not all(isinstance(origin, From) for origin in marker.origins):
            yield f"{where}: origins must be a tuple of From"
        numbers.append(marker.number)
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield f"there are {numbers.count(number)} markers with the number {number}"


def _wrong_sums(variant: Variant) -> Iterator[str]:
    """Cards used against cards held, for each player, and cards drawn against the deck."""
    deck = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
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
