"""The small plug-ins pass the conformance checks."""

from __future__ import annotations

import pytest

from hanamikoji_core.testing import Budget, conformance
from tests.open_protocol.gallery import VARIANTS

SMALL = Budget("small", lines=1, rounds=1, positions=3, moves=3, probes=40)

test_conformance = conformance(VARIANTS, profile=SMALL)
test_conformance_with_more_games = pytest.mark.slow(conformance(VARIANTS, profile="smoke"))
