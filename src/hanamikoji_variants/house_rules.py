"""House rules in real use, each to be layered on any variant: ``"base+three-rounds"``.

Rules H1 and H2.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from hanamikoji_core import HouseRule, MoreCharm, RoundLimit, Variant, hookimpl

__all__ = ["THREE_ROUNDS", "THREE_ROUNDS_PLAIN"]


def _three_rounds(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(rules=("H1",))))


def _three_rounds_plain(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(compare_favors=False, rules=("H2",))))


THREE_ROUNDS = HouseRule(
    name="three-rounds",
    title="Three rounds",
    text="At most three rounds are played. If nobody has won after the third, more charm points "
    "win; if equal, compare favors from the highest charm down (5, then 4, then the 3s, then the "
    "2s): at the first level where exactly one player has a favor, that player wins; otherwise "
    "the game is a draw.",
    change=_three_rounds,
    rules=("H1",),
    sources=("House rule in real use",),
)
THREE_ROUNDS_PLAIN = HouseRule(
    name="three-rounds-plain",
    title="Three rounds, plain",
    text="At most three rounds are played. If nobody has won after the third, more charm points "
    "win; equal charm points are a draw.",
    change=_three_rounds_plain,
    rules=("H2",),
    sources=("House rule in real use",),
)


@hookimpl
def hanamikoji_house_rules() -> Iterable[HouseRule]:
    """Both house rules."""
    return [THREE_ROUNDS, THREE_ROUNDS_PLAIN]
