"""The small plug-ins keep every promise that the conformance kit knows."""

from __future__ import annotations

from hanamikoji_core.testing import conformance
from tests.open_protocol import (
    actor_picks,
    draw_and_return,
    five_or_three,
    follow,
    neighbours,
    other_row,
    own_markers,
    shown_in_part,
    swap,
    take_back,
    tie_resets,
    two_picks,
    two_rounds,
)

test_conformance = conformance(
    *(
        variant
        for module in (
            actor_picks,
            draw_and_return,
            five_or_three,
            follow,
            neighbours,
            other_row,
            own_markers,
            shown_in_part,
            swap,
            take_back,
            tie_resets,
            two_picks,
            two_rounds,
        )
        for variant in module.hanamikoji_variants()
    ),
    profile="smoke",
)
