"""House rules that can be added to any variant, for example ``"base+three-rounds"``.

Covers the rules H1 to H3.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from hanamikoji_core import HouseRule, MoreCharm, Outcome, RoundEnd, RoundLimit, Variant, hookimpl

__all__ = ["THREE_ROUNDS", "THREE_ROUNDS_DRAW", "THREE_ROUNDS_PLAIN"]


@frozen
class Undecided:
    """The game is a draw if nobody has reached a goal (H3)."""

    text: str = "The game is a draw."
    rules: tuple[str, ...] = ("H3",)

    def __call__(self, end: RoundEnd) -> Outcome:
        """Always a draw."""
        return Outcome(None, "no goal reached")


def _three_rounds(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(rules=("H1",))))


def _three_rounds_plain(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, MoreCharm(compare_favors=False, rules=("H2",))))


def _three_rounds_draw(variant: Variant) -> Variant:
    return evolve(variant, limit=RoundLimit(3, Undecided()))


THREE_ROUNDS = HouseRule(
    name="three-rounds",
    title="Three rounds",
    text="Play at most three rounds. If nobody has won after the third, the player with more charm "
    "points wins. If both have the same number, compare favors from the highest charm down: 5, "
    "then 4, then the 3s, then the 2s. At the first level where exactly one player has a favor, "
    "that player wins. If there is no such level, the game is a draw.",
    change=_three_rounds,
    rules=("H1",),
    sources=("A house rule that people play with",),
)
THREE_ROUNDS_PLAIN = HouseRule(
    name="three-rounds-plain",
    title="Three rounds, plain",
    text="Play at most three rounds. If nobody has won after the third, the player with more charm "
    "points wins. If both have the same number, the game is a draw.",
    change=_three_rounds_plain,
    rules=("H2",),
    sources=("A house rule that people play with",),
)
THREE_ROUNDS_DRAW = HouseRule(
    name="three-rounds-draw",
    title="Three rounds, then a draw",
    text="Play at most three rounds. If nobody has reached a goal after the third, the game is a "
    "draw.",
    change=_three_rounds_draw,
    rules=("H3",),
    sources=("A house rule that people play with",),
)


@hookimpl
def hanamikoji_house_rules() -> Iterable[HouseRule]:
    """The three house rules."""
    return [THREE_ROUNDS, THREE_ROUNDS_PLAIN, THREE_ROUNDS_DRAW]
