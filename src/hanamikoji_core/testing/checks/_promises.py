"""The promise of each check, as data, because ``python -OO`` removes docstrings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["PROMISES"]

PROMISES: Final[Mapping[str, str]] = {
    "metadata": (
        "The reference can be printed from the variant: titles, texts, sources and rule IDs."
    ),
    "quick-and-quiet": (
        "Markers and policies answer quickly, in 0.02 seconds a call at most, and print nothing."
    ),
    "values": (
        "Markers and policies are values: they hash, equal their copies, and play leaves no trace."
    ),
    "repeatable": (
        "The same question gets the same answer: later, in another order, in another process."
    ),
    "hand-only": "A marker that claims `hand_only` answers from the hand and the action alone.",
    "protocol": "Markers and policies answer every question in the terms of the protocol.",
    "conservation": "Each card is in exactly one place, always.",
    "hand-accounting": (
        "A marker moves as many cards as it declares: `cost`, `gives` and `draws` always hold."
    ),
    "markers-once": "Each player uses every marker exactly once in a round.",
    "turn-order": (
        "Players take turns, each with one draw; the second player starts the next round."
    ),
    "purity": "`apply` is a function: equal arguments give equal positions, and do not change.",
    "canonical": (
        "All orders of the piles that mean the same play have one name, and `plays` lists that "
        "name."
    ),
    "legality": (
        "Listed moves can be played; moves that are nearly the same but not legal are refused."
    ),
    "completeness": "No legal move is missing, and none is listed twice.",
    "choices": (
        "A choice decides something: at least sometimes, different picks lead to different "
        "positions."
    ),
    "declaration": ("A declarative marker does what its fields describe, as the reference does."),
    "secrecy": (
        "Nobody learns a hidden card: not from positions, legal moves, events, errors or texts."
    ),
    "memory": ("Cards that were shown stay known until the round ends; other cards stay unknown."),
    "determinize": (
        "`determinize` gives every position that fits and no other, and each can be played on."
    ),
    "destinations": "The picks decide where piles go, not the cards in the piles.",
    "termination": (
        "Every round ends once all markers are used, and every game ends under random play."
    ),
    "scoring": (
        "Whoever has more cards of a geisha wins her favor; ties follow what the scoring declares."
    ),
    "outcome": "The game is won in scoring only, by the declared goals, and by at most one player.",
    "seat-symmetry": (
        "The seats have equal rules, apart from who starts (claimed by `symmetric=True`)."
    ),
    "relabelling": (
        "Geisha of equal charm and card count are treated alike (claimed by `relabelling=True`)."
    ),
    "mixing": (
        "A marker works next to any other, whatever cards were removed and whatever lies on the "
        "table."
    ),
    "saves": (
        "Every position that play reaches can be saved and comes back the same, open offers too."
    ),
    "hostile-saves": (
        "Text that is not a saved game is refused quickly, or gives a game that play can reach."
    ),
}
