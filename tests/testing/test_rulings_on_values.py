"""The parts of a variant are plain values."""

from __future__ import annotations

import pytest
from attrs import evolve, field, frozen

from hanamikoji_core import (
    Action,
    Ask,
    HouseRule,
    Majority,
    MoreCharm,
    Observation,
    RoundLimit,
    Step,
    Variant,
    load_engine,
)
from tests.rogues.plain import PLAIN, OneUp, ThreeShown, plain, variant

from .said import SHORT, TEXT, Ruling, kept, registered


@frozen(hash=False, eq=True, unsafe_hash=False)
class Unhashable(Majority):
    log: list[str] = field(factory=list)
    __hash__ = None  # type: ignore[assignment]


class EqualsEverything(OneUp):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def test_a_part_that_cannot_be_hashed_is_no_value(ruling: Ruling) -> None:
    told = ruling(variant(scoring=Unhashable()), "values")

    assert "scoring: TypeError was raised: unhashable type: 'Unhashable'" in told
    assert "to mend it decorate its class with attrs.frozen" in told


def test_a_part_that_equals_anything_is_no_value(ruling: Ruling) -> None:
    assert "marker 1 (Up) is equal to anything" in ruling(
        variant(EqualsEverything(1, "Up", TEXT)), "values"
    )


def test_a_house_rule_gives_the_same_variant_each_time(
    ruling: Ruling, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = iter(range(1, 99))

    def counting(variant: Variant) -> Variant:
        return evolve(variant, limit=RoundLimit(next(limits), MoreCharm()))

    def steady(variant: Variant) -> Variant:
        return evolve(variant, limit=SHORT)

    wrong, right = (
        HouseRule(name="short", title="Short", text=TEXT, change=change)
        for change in (counting, steady)
    )
    registered(monkeypatch, PLAIN, wrong)
    layered = load_engine("under-suspicion+short").variant
    assert "house rule 'short' changes a variant in the same way every time" in ruling(
        layered, "values"
    )

    registered(monkeypatch, PLAIN, right)
    assert kept(load_engine("under-suspicion+short").variant, "values")


@frozen
class Tray(ThreeShown):
    """So many cards are picked; and the number does not count when it is compared."""

    picked: int = field(default=1, eq=False, kw_only=True)

    def step(self, view: Observation, action: Action) -> Step:
        return super().step(view, action) if action.picks else Ask(self.picked)


def test_markers_that_are_equal_are_alike(ruling: Ruling) -> None:
    trays = [Tray(3, "Tray", TEXT, picked=picked) for picked in (1, 2)]
    sides = tuple((plain(1), plain(2), tray, plain(4)) for tray in trays)

    told = ruling(evolve(PLAIN, markers=sides, symmetric=False), "values")

    assert "equals marker 3 (Tray), but its.picked is 1 and 2" in told
