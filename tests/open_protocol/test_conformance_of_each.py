"""The small plug-ins keep every promise that the conformance kit knows."""

from __future__ import annotations

from hanamikoji_core.testing import conformance
from tests.open_protocol.gallery import VARIANTS

test_conformance = conformance(VARIANTS, profile="smoke")
