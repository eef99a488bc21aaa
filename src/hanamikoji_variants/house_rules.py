"""House rules in real use, each to be layered on any variant: ``"base+three-rounds"``.

Rules H1 to H3.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from hanamikoji_core import HouseRule, MoreCharm, Outcome, RoundEnd, RoundLimit, Variant, hookimpl


@frozen
class Undecided:
    """A game without a goal reached is a draw (H3)."""

    text: str = "The game is a draw."
    rules: tuple[str, ...] = ("H3",)

    def __call__(self, end: RoundEnd) -> Outcome:
        """A draw, whatever lies on the table."""
        return Outcome(None, "no goal reached")


__all__ = ["THREE_ROUNDS", "THREE_ROUNDS_PLAIN"]


def _three_rounds(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(rules=("H1",))))


def _three_rounds_plain(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(compare_favors=False, rules=("H2",))))


def _three_rounds_draw(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, Undecided()))


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
THREE_ROUNDS_DRAW = HouseRule(
    name="three-rounds-draw",
    title="Three rounds, undecided is a draw",
    text="At most three rounds are played. If nobody has reached a goal after the third, the game "
    "is a draw.",
    change=_three_rounds_draw,
    rules=("H3",),
    sources=("House rule in real use",),
)


@hookimpl
def hanamikoji_house_rules() -> Iterable[HouseRule]:
    """The three house rules."""
    return [THREE_ROUNDS, THREE_ROUNDS_PLAIN, THREE_ROUNDS_DRAW]
