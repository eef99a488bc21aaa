"""A pile shown in part: before the pick, only the first card of each pair is shown."""

from __future__ import annotations

from collections.abc import Iterable

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Layout,
    Marker,
    Observation,
    Place,
    Step,
    To,
    Variant,
    hookimpl,
)

from .plain import gift, reveal, secret


class Peek(Marker):
    cost = 4
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        for four in view.hand.combinations(4):
            for pair in four.combinations(2):
                if str(pair) <= str(four - pair):
                    yield pair, four - pair

    def canonical(self, layout: Layout) -> Layout:
        first, second = sorted(layout, key=str)
        return first, second

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(shown=tuple(Cards(str(pile.known)[0]) for pile in action.piles))
        taken = action.picks[0].piles
        return Place(tuple(To.ASIDE if i in taken else To.OWN_SIDE_FACE_DOWN for i in (0, 1)))


PEEK = Peek(4, "Peek", "Two pairs; your opponent sees one card of each and burns a pair.")
VARIANT = Variant(
    name="shown-in-part",
    title="Shown in part",
    summary="Before the pick, only the first card of each pair is shown.",
    sources=("Made up for this test",),
    relabelling=False,  # The first card of a pair depends on the letters.
    markers=(secret(1, 1), reveal(2, 2), gift(3, 3), PEEK),
)


@hookimpl
def hanamikoji_variants() -> Iterable[Variant]:
    return [VARIANT]
