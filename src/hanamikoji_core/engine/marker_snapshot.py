"""A marker with fixed declarations: an engine reads them once, so they cannot change in play."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ..model.moves import Layout
from ..model.observation import Observation
from ..model.places import From
from ..protocol.markers import Action, ActionMarker, Step


@frozen(eq=False)
class MarkerSnapshot:
    """An `ActionMarker` with the declarations of another one; it calls that one's methods."""

    marker: ActionMarker
    number: int
    name: str
    text: str
    rules: tuple[str, ...]
    cost: int
    gives: int
    draws: int
    takes: int
    lays: int
    origins: tuple[From, ...]
    hand_only: bool
    any_cards: bool

    @classmethod
    def of(cls, marker: ActionMarker) -> MarkerSnapshot:
        """A snapshot of what this marker declares now."""
        return cls(
            marker,
            marker.number,
            marker.name,
            marker.text,
            marker.rules,
            marker.cost,
            marker.gives,
            marker.draws,
            marker.takes,
            marker.lays,
            tuple(marker.origins),
            bool(marker.hand_only),
            bool(marker.any_cards),
        )

    def plays(self, view: Observation) -> Iterable[Layout]:
        return self.marker.plays(view)

    def canonical(self, layout: Layout) -> Layout:
        return self.marker.canonical(layout)

    def step(self, view: Observation, action: Action) -> Step:
        return self.marker.step(view, action)
