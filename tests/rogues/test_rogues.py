"""The rogues' gallery: the check that names the promise catches each fault, and no other does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from hanamikoji_core import Variant
from hanamikoji_core.testing import Examination, run_checks
from tests.approved import assert_ruling_approved
from tests.testing.said import assert_hides_nothing

from . import company, counts, elsewhere, ends, leaks, manners, memories, values
from .plain import SMALL, OneCheck, Rogue

FOLDERS = (company, counts, elsewhere, ends, leaks, manners, memories, values)
GALLERY = [rogue for folder in FOLDERS for rogue in folder.ROGUES]
TWINS = list(dict.fromkeys(rogue.twin for rogue in GALLERY))
APPROVED = Path(__file__).with_name("rulings")
FIRST_OF_EACH_CHECK = list({rogue.check: rogue for rogue in reversed(GALLERY)}.values())


@pytest.fixture(autouse=True)
def hardly_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.testing._elsewhere._ANSWERED_IN", 2.0)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    memories.forget()


@pytest.mark.parametrize("rogue", GALLERY, ids=lambda rogue: rogue.fault)
def test_the_check_that_names_the_promise_finds_it(rogue: Rogue) -> None:
    result = OneCheck(rogue.rogue, evolve(SMALL, lines=5, probes=2)).result(rogue.check)

    assert result.status == "failed", str(result)
    assert_hides_nothing(result.ruling)
    text = " ".join(str(result).split())
    assert all(part in text for part in rogue.says), str(result)


@pytest.mark.parametrize("rogue", FIRST_OF_EACH_CHECK, ids=lambda rogue: rogue.check)
def test_a_ruling_explains_the_fault_and_how_to_mend_it(rogue: Rogue) -> None:
    """One ruling of each check as it is printed, read and approved."""
    result = Examination(rogue.rogue, evolve(SMALL, lines=5)).result(rogue.check)

    assert_ruling_approved(APPROVED, rogue.check, result.ruling)


@pytest.mark.slow
@pytest.mark.parametrize("rogue", GALLERY, ids=lambda rogue: rogue.fault)
def test_the_check_that_names_the_promise_catches_it_and_no_other_does(rogue: Rogue) -> None:
    report = run_checks(rogue.rogue, SMALL)

    failed = [result.check for result in report.results if result.status == "failed"]
    assert failed == [rogue.check], str(report)
    (ruling,) = [result.ruling for result in report.results if result.ruling is not None]
    text = " ".join(str(ruling).split())
    assert all(part in text for part in rogue.says), str(ruling)


@pytest.mark.slow
@pytest.mark.parametrize("twin", TWINS, ids=range(len(TWINS)))
def test_a_correct_twin_keeps_every_promise(twin: Variant) -> None:
    report = run_checks(twin, SMALL)

    assert report.ok, str(report)


def test_the_gallery_is_large_and_no_fault_hangs_there_twice() -> None:
    assert len({rogue.fault for rogue in GALLERY}) == len(GALLERY) >= 25
