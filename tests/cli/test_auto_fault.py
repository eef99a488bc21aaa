"""The computer plays both seats, and a plug-in fails."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

import pytest
from attrs import evolve
from rich.console import Console

from hanamikoji_core import (
    Action,
    Game,
    Layout,
    Marker,
    Observation,
    Place,
    PluginError,
    Step,
    To,
    load_engine,
)
from hanamikoji_core.cli._screen import Marks, Screen
from hanamikoji_core.cli._session import AutoSession


class FailsLater(Marker):
    """Works while the other markers are unused."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if view.used[0] or view.used[1]:
            raise LookupError
        return Place((To.OWN_SIDE,))


def test_the_game_is_printed_up_to_the_fault() -> None:
    base = load_engine("base").variant
    markers = (FailsLater(1, "Later", ""), *base.markers[0][1:])
    game = Game.new(evolve(base, name="own", markers=markers), seed=3)
    screen = Console(file=StringIO(), width=20, color_system=None)
    with pytest.raises(PluginError, match=r"marker 1 \(Later\) of 'own' raised LookupError"):
        AutoSession(Screen(screen, screen, Marks()), game, None, False).run()
    assert isinstance(screen.file, StringIO)
    last = screen.file.getvalue().splitlines()[-1]
    assert last == game.to_transcript(), "in one line, however narrow the screen is"
    assert len(game.history) >= 1
