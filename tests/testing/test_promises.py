"""What users are told of each check is data, and says the same as the docstring."""

from __future__ import annotations

from inspect import getdoc

import pytest

from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing.checks._promises import PROMISES


@pytest.mark.parametrize("name", CHECKS)
def test_a_promise_is_what_the_docstring_of_its_check_begins_with(name: str) -> None:
    told = getdoc(CHECKS[name].examine)
    assert told is not None
    first = " ".join(told.split("\n\n")[0].split()).replace("``", "`")
    assert CHECKS[name].promise == first


def test_there_is_a_promise_for_every_check_and_for_nothing_else() -> None:
    assert set(PROMISES) == set(CHECKS)
