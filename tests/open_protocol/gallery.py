"""All small plug-ins of this folder and their variants."""

from __future__ import annotations

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

PLUGINS = (
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
VARIANTS = [variant for plugin in PLUGINS for variant in plugin.hanamikoji_variants()]
