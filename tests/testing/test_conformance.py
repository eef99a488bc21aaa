"""Every built-in rule set keeps every promise: alone, with every house rule, and mixed."""

from __future__ import annotations

import pytest

from hanamikoji_core import Variant, load_engine
from hanamikoji_core.testing import conformance


def _mix(name: str, *markers: tuple[str, int], removed: int = 0) -> Variant:
    """A variant with markers of several others, each named by its variant and number."""
    return Variant(
        name=name,
        title=f"Mixed: {name}",
        summary="Markers of several variants.",
        sources=("This test",),
        removed=removed,
        markers=tuple(load_engine(origin).variant.marker(0, n) for origin, n in markers),
    )


OPEN_ROW = _mix(
    "open-row", ("base", 1), ("base", 2), ("base", 3), ("mini-expansion-1", 4), removed=1
)
PATCHWORK = _mix(
    "patchwork",
    ("mini-expansion-4", 1),
    ("mini-expansion-7", 2),
    ("mini-expansion-1", 3),
    ("mini-expansion-2", 4),
)

test_conformance = conformance("base", "mini-expansion-4", PATCHWORK, profile="smoke")
test_conformance_of_all = pytest.mark.slow(conformance("*", OPEN_ROW, profile="smoke"))
test_conformance_with_house_rules = pytest.mark.slow(conformance("*+*", profile="smoke"))
