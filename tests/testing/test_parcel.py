"""What travels to another process beside what pickle takes along."""

from __future__ import annotations

import math
import pickle
import sys
import threading
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from hanamikoji_core.testing._parcel import modules_of, packed


def _there(thing: Any) -> Any:
    return pickle.loads(packed(thing))


def _counting(most: int) -> Callable[[int], list[int]]:
    def count(number: int, *, by: int = 1) -> list[int]:
        return [] if number > most else [number, *count(number + by, by=by)]

    return count


def test_a_function_without_a_name_travels_as_its_code() -> None:
    assert _there(lambda text, times=2: text * times)("ab") == "abab"


def test_a_function_takes_along_what_it_closes_over_even_itself() -> None:
    count = _counting(3)
    count.__dict__["note"] = "three at most"

    there = _there(count)

    assert (there(1), there(1, by=2)) == ([1, 2, 3], [1, 3])
    assert there.note == "three at most"


def test_a_function_that_its_name_leads_to_stays_where_it_is() -> None:
    assert _there(_counting) is _counting


@pytest.mark.parametrize("make", [threading.Lock, threading.RLock])
def test_a_lock_arrives_open(make: Any) -> None:
    lock = make()
    with lock:
        there = _there(lock)

    assert there.acquire(blocking=False)


def test_mappings_that_cannot_be_changed_and_modules_travel() -> None:
    assert _there(MappingProxyType({"A": 1})) == {"A": 1}
    assert _there(math) is math


def test_a_class_inside_of_a_function_does_not_travel() -> None:
    class Local:
        pass

    with pytest.raises((AttributeError, pickle.PicklingError), match="Local"):
        packed(Local())


class Here:
    """Of this module."""


def test_the_modules_of_a_plug_in_are_told_with_their_files() -> None:
    name, file = __name__, sys.modules[__name__].__file__

    assert modules_of([Here(), _counting]) == {name: file}
    assert modules_of(["text", 5]) == {}
