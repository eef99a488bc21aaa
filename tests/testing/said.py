"""What a check says of a variant, and whether it is content with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from hanamikoji_core import Engine, HouseRule, MoreCharm, Move, RoundLimit, State, Variant, plugins
from hanamikoji_core.testing import Budget
from tests.rogues.plain import HARDLY_SHRUNK, SMALL, OneCheck

__all__ = [
    "HARDLY_SHRUNK",
    "SHORT",
    "TEXT",
    "Counts",
    "Ruling",
    "assert_hides_nothing",
    "kept",
    "registered",
]

TEXT = "A rule for the tests."
SHORT = RoundLimit(1, MoreCharm())
Ruling: TypeAlias = Callable[[Variant, str], str]


class Counts(Engine):
    """Keeps in mind how often a move was made."""

    moves = 0

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        self.moves += 1
        return super().apply(state, move, player=player)


def kept(variant: Variant, check: str, budget: Budget = SMALL) -> bool:
    return OneCheck(variant, budget).result(check).status == "passed"


_MAY_BE_WITHDRAWN = {
    # What `plays` looks at is public: a marker that claims less is no worse for it.
    "hand_only = False",
    # Everybody sees that the players have different markers.
    "symmetric=False",
    # Ties are still examined: all of them must put the marker back.
    "tie_resets = True",
}


def assert_hides_nothing(ruling: Any) -> None:
    """The hint does not advise to withdraw a promise, which would hide the fault."""
    switches = set(re.findall(r"\w+\s*=\s*(?:True|False|None)", ruling.hint))
    assert switches <= _MAY_BE_WITHDRAWN, ruling.hint


def registered(monkeypatch: pytest.MonkeyPatch, variant: Variant, *rules: HouseRule) -> None:
    """Let the variant be known by its name."""
    found = plugins.Registry({variant.name: variant}, {rule.name: rule for rule in rules})
    monkeypatch.setattr(plugins, "_loaded", {False: found})
