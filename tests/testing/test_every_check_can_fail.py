"""What no plug-in can break, because the engine does it, is held by checks that can fail too."""

from __future__ import annotations

import pytest
from attrs import evolve

from hanamikoji_core import load_engine
from hanamikoji_core.testing import CHECKS, Examination
from tests.rogues.test_rogues import GALLERY, SMALL

from .broken_engines import ENGINES, BrokenEngine


@pytest.mark.parametrize("broken", ENGINES, ids=lambda broken: broken.fault)
def test_a_fault_of_the_engine_is_noticed(broken: BrokenEngine) -> None:
    # Under another name, so that saved games are not read with the engine that is all right.
    variant = evolve(load_engine("mini-expansion-1").variant, name="under-suspicion", removed=1)
    variant = variant if broken.fault != "the last card is dealt" else evolve(variant, removed=0)
    examination = Examination(variant, SMALL, broken.make)

    result = examination.result(broken.check)

    assert result.status == "failed", str(result)
    assert broken.says in " ".join(str(result).split()), str(result)


def test_every_check_is_seen_to_fail() -> None:
    seen = {rogue.check for rogue in GALLERY} | {broken.check for broken in ENGINES}

    assert seen == set(CHECKS)
