"""The small plug-ins keep every promise that the conformance kit knows."""

from __future__ import annotations

import pytest

from hanamikoji_core.testing import Budget, conformance
from tests.open_protocol.gallery import VARIANTS

SMALL = Budget("small", lines=1, rounds=2, positions=4, moves=4, probes=80)

test_conformance = conformance(VARIANTS, profile=SMALL)
test_conformance_with_more_games = pytest.mark.slow(conformance(VARIANTS, profile="smoke"))
