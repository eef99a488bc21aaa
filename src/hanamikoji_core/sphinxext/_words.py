"""What a variant is, and how it differs from another, in sentences made from its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from attrs import evolve, has

from ..model.row import Row
from ..protocol.markers import ActionMarker
from ..protocol.variant import Variant
from ..svg._words import count, in_words

__all__ = ["deal_of", "differences", "facts"]


def facts(variant: Variant) -> list[tuple[str, str, tuple[str, ...]]]:
    """Heading, sentence and rule IDs of everything but the markers."""
    told = [
        ("Geisha", _row_of(variant.row), ()),
        ("Deal", deal_of(variant), ()),
        ("Turns", _turns_of(variant), ()),
        ("Scoring", _text_of(variant.scoring), _rules_of(variant.scoring)),
        ("Winning", _text_of(variant.victory), _rules_of(variant.victory)),
    ]
    if variant.limit is not None:
        decide = variant.limit.decide
        told.append(("Round limit", _limit_of(variant), _rules_of(decide)))
    return told


def differences(variant: Variant, other: Variant) -> list[str]:
    """How `variant` differs from `other`, a sentence for each difference."""
    said = []
    if variant.row != other.row:
        said.append(f"The row is another: {_row_of(variant.row)}")
    deal = (variant.hand_size, variant.removed, len(variant.row.deck))
    if deal != (other.hand_size, other.removed, len(other.row.deck)):
        said.append(f"{deal_of(variant)} ({other.title}: {_lower(deal_of(other))})")
    said += _marker_differences(variant, other)
    for what, mine, theirs in (
        ("Scoring", variant.scoring, other.scoring),
        ("Winning", variant.victory, other.victory),
    ):
        if mine != theirs:
            said.append(f"{what}: {_text_of(mine)} ({other.title}: {_lower(_text_of(theirs))})")
    if variant.limit != other.limit:
        said.append(_limit_of(variant))
    return said


def deal_of(variant: Variant) -> str:
    """The deal in a sentence.

    >>> deal_of(available_variants()["base"])
    'Six cards to each player, one card into the box unseen; the deck holds eight.'
    """
    left = len(variant.row.deck) - variant.removed - 2 * variant.hand_size
    box = f"{count(variant.removed)} into the box unseen" if variant.removed else "none removed"
    deck = in_words(left) if left else "no cards"
    return f"{_upper(count(variant.hand_size))} to each player, {box}; the deck holds {deck}."


def _row_of(row: Row) -> str:
    """Letters, charm and item cards of the row, equals together."""
    parts = []
    for (charm, cards), group in groupby(row, key=lambda g: (g.charm, g.cards)):
        letters = [g.letter for g in group]
        each = " each" if len(letters) > 1 else ""
        parts.append(f"{_and(letters)} worth {charm} ({count(cards, 'item card')}{each})")
    return f"{_and(parts)}: {count(row.charm_total, 'charm point')} in all."


def _turns_of(variant: Variant) -> str:
    first, second = (len(markers) for markers in variant.markers)
    if first == second:
        return f"{_upper(in_words(first))} each, one for every marker."
    return f"Player 0 takes {count(first, 'turn')}, player 1 {count(second, 'turn')}."


def _limit_of(variant: Variant) -> str:
    limit = variant.limit
    if limit is None:
        return "There is no limit to the number of rounds."
    rounds = count(limit.rounds, "round")
    verb = "is" if limit.rounds == 1 else "are"
    return f"At most {rounds} {verb} played. Then: {_lower(_text_of(limit.decide))}"


def _marker_differences(variant: Variant, other: Variant) -> Iterator[str]:
    """Marker by marker; of both players where they do not have the same ones."""
    same_for_both = variant.markers[0] == variant.markers[1]
    for player in (0,) if same_for_both else (0, 1):
        mine = {m.number: m for m in variant.markers[player]}
        theirs = {m.number: m for m in other.markers[player]}
        whose = "" if same_for_both else f" of player {player}"
        kept = [n for n in mine if n in theirs and _same(mine[n], theirs[n])]
        for number in sorted(mine.keys() | theirs.keys()):
            if number not in mine:
                yield f"Marker {number}{whose}, {theirs[number].name}, is not used."
            elif number not in theirs:
                yield f"Marker {number}{whose} is new: {mine[number].name}. {mine[number].text}"
            elif number not in kept:
                yield _replaced(mine[number], theirs[number], whose)
        if kept and not len(kept) == len(mine) == len(theirs):
            names = _and([f"{n} ({mine[n].name})" for n in kept])
            yield f"Unchanged{whose}: marker{'s' * (len(kept) > 1)} {names}."


def _replaced(marker: ActionMarker, before: ActionMarker, whose: str) -> str:
    if marker.name == before.name:
        return f"Marker {marker.number}{whose}, {marker.name}, is another: {marker.text}"
    return f"Marker {marker.number}{whose} is {marker.name} in place of {before.name}."


def _same(one: ActionMarker, other: ActionMarker) -> bool:
    """Whether two markers play alike, whatever rule IDs they bear."""
    unmarked: list[Any] = [one, other]
    if has(type(one)) and type(one) is type(other):
        unmarked = [evolve(marker, rules=()) for marker in unmarked]
    return bool(unmarked[0] == unmarked[1])


def _text_of(policy: object) -> str:
    return str(getattr(policy, "text", "")) or type(policy).__name__


def _rules_of(policy: object) -> tuple[str, ...]:
    return tuple(getattr(policy, "rules", ()))


def _and(parts: Iterable[str]) -> str:
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    """The sentence as it goes on inside another; a name or number at its head stays."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
