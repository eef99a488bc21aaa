"""What the help says of each command: data, since ``python -OO`` takes docstrings away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ABOUT", "COMMANDS"]

ABOUT: Final = (
    "Play, simulate and check the card game Hanamikoji; every rules variant is a plug-in."
)

COMMANDS: Final[Mapping[str, str]] = {
    "variants": "List the variants and house rules, and their plug-ins.",
    "rules": "Show the rules of a variant.",
    "play": "Play a game; type help at the prompt to see how.",
    "simulate": (
        "Let the computer play many games, and count.\n\n"
        "Tells who won, how games ended, and how many rounds they took."
    ),
    "replay": "Check a saved game move by move, and tell what happened.",
    "check": (
        "Check that a variant keeps the promises of the framework.\n\n"
        "Each promise is one check. For one that is broken, the shortest game found that shows it "
        "is told, and the exit status is 1."
    ),
    "new": "Write a plug-in project with a working variant to edit.",
}
