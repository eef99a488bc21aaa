"""What a test hears the kit say is compared with what was approved for that test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from hanamikoji_core import Variant
from tests.approved import assert_ruling_approved
from tests.rogues.plain import OneCheck

from .said import HARDLY_SHRUNK, Ruling, assert_hides_nothing

Hear: TypeAlias = Callable[[object], None]


@pytest.fixture
def hear(request: pytest.FixtureRequest) -> Iterator[Hear]:
    """``hear(ruling)``: it must be, to the letter, what was approved."""
    heard: list[str] = []
    yield lambda told: heard.append(str(told))
    name = request.node.name.removeprefix("test_")
    assert_ruling_approved(Path(__file__).with_name("rulings"), name, "\n".join(heard))


@pytest.fixture
def ruling() -> Ruling:
    """``ruling(variant, check)``: the ruling of the check, in one line; it must fail."""

    def told(variant: Variant, check: str) -> str:
        result = OneCheck(variant, HARDLY_SHRUNK).result(check)
        assert result.status == "failed", str(result)
        assert_hides_nothing(result.ruling)
        return " ".join(str(result).split())

    return told
