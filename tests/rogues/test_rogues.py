"""The rogues' gallery: each fault is caught by the check that names its promise, and by no other."""

from __future__ import annotations

import pytest

from hanamikoji_core.testing import run_checks

from . import counts, ends, leaks, values
from .plain import Rogue

GALLERY = [*values.ROGUES, *counts.ROGUES, *leaks.ROGUES, *ends.ROGUES]
BY_FAULT = pytest.mark.parametrize("rogue", GALLERY, ids=lambda rogue: rogue.fault)


@BY_FAULT
def test_the_check_that_names_the_promise_catches_it(rogue: Rogue) -> None:
    report = run_checks(rogue.rogue, "smoke")

    failed = [result.check for result in report.results if result.status == "failed"]
    assert failed == [rogue.check], str(report)
    (ruling,) = [result.ruling for result in report.results if result.ruling is not None]
    text = " ".join(str(ruling).split())
    assert all(part in text for part in rogue.says), str(ruling)


@BY_FAULT
def test_its_correct_twin_keeps_every_promise(rogue: Rogue) -> None:
    report = run_checks(rogue.twin, "smoke")

    assert report.ok, str(report)


def test_the_gallery_is_large_and_no_fault_hangs_there_twice() -> None:
    assert len({rogue.fault for rogue in GALLERY}) == len(GALLERY) >= 25
