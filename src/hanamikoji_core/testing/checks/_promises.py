"""What each check promises, in one sentence: data, since ``python -OO`` takes docstrings away."""

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
        "What a marker declares is what it moves: `cost`, `gives` and `draws` hold in every action."
    ),
    "markers-once": "Each player uses every marker exactly once in a round.",
    "turn-order": (
        "Players take turns, each with one draw; whoever was second begins the next round."
    ),
    "purity": "`apply` is a function: equal arguments give equal positions, and stay as they are.",
    "canonical": (
        "All orders of the piles that mean the same play have one name, and `plays` lists that "
        "name."
    ),
    "legality": "What is listed can be played; what is nearly the same but not legal is refused.",
    "completeness": "No legal move is missing, and none is listed twice.",
    "choices": (
        "A choice decides something: at least sometimes, different picks lead to different "
        "positions."
    ),
    "declaration": (
        "A declarative marker does what its fields say, because the reference is made from them."
    ),
    "secrecy": (
        "Nobody learns a hidden card: not from positions, legal moves, events, errors or texts."
    ),
    "memory": (
        "What was shown stays known to the end of the round; what was not shown is not known."
    ),
    "determinize": (
        "`determinize` gives every position that fits, no other, and each can be played on."
    ),
    "destinations": "Where piles go depends on the picks, not on which cards they hold.",
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
        "A marker works beside any other, whatever cards were removed and whatever lies on the "
        "table."
    ),
    "saves": (
        "Every position that play reaches can be saved and comes back the same, open offers too."
    ),
    "hostile-saves": (
        "A text that is no saved game is refused quickly, or gives a game that play can reach."
    ),
}
