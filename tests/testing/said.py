"""What a check says of a variant, and whether it is content with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from attrs import evolve

from hanamikoji_core import Engine, HouseRule, MoreCharm, Move, RoundLimit, State, Variant, plugins
from hanamikoji_core.testing import Examination
from tests.rogues.test_rogues import SMALL

#: How a game is made simpler is not what these tests are about.
HARDLY_SHRUNK = evolve(SMALL, probes=4)
TEXT = "A rule for the tests."
SHORT = RoundLimit(1, MoreCharm())
Ruling: TypeAlias = Callable[[Variant, str], str]


class Counts(Engine):
    """Keeps in mind how often a move was made."""

    moves = 0

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        self.moves += 1
        return super().apply(state, move, player=player)


def kept(variant: Variant, check: str) -> bool:
    return Examination(variant, SMALL).result(check).status == "passed"


def registered(monkeypatch: pytest.MonkeyPatch, variant: Variant, *rules: HouseRule) -> None:
    """Let the variant be known by its name."""
    found = plugins.Registry({variant.name: variant}, {rule.name: rule for rule in rules})
    monkeypatch.setattr(plugins, "_loaded", {False: found})
