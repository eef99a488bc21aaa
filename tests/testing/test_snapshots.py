"""What a plug-in keeps outside of its arguments is written down, so that any change shows."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import pytest

from hanamikoji_core.testing._snapshots import changes, plain, snapshot


class Bag:
    """Holds whatever it is told to."""

    def __init__(self, **things: Any) -> None:
        self.__dict__.update(things)

    @cached_property
    def size(self) -> int:
        return len(self.__dict__)


@pytest.mark.parametrize(
    ("kept", "change"),
    [
        ({"uses": 1}, lambda kept: kept.update(uses=2)),
        ([1, [2]], lambda kept: kept[1].append(3)),
        ({"A"}, lambda kept: kept.add("B")),
        (Random(7), lambda kept: kept.random()),
        (Bag(uses=[]), lambda kept: kept.uses.append(1)),
    ],
    ids=["dictionary", "list", "set", "generator of random numbers", "object"],
)
def test_a_change_deep_inside_is_seen(kept: Any, change: Any) -> None:
    before = plain(kept)
    assert plain(kept) == before

    change(kept)

    assert plain(kept) != before


def test_an_answer_that_python_keeps_is_no_change() -> None:
    bag = Bag(cards="AB")
    before = plain(bag), snapshot([("bag", bag)])

    assert bag.size == 1

    assert (plain(bag), snapshot([("bag", bag)])) == before


def test_what_was_not_there_before_is_told_as_such() -> None:
    bag = Bag()
    before = snapshot([("bag", bag)])

    bag.__dict__["last"] = "A"

    assert changes(before, snapshot([("bag", bag)])) == [("bag.last", "not there", "'A'")]
    assert changes(snapshot([("bag", bag)]), before) == [("bag.last", "'A'", "not there")]
