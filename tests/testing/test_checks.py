"""The list of checks, and how closely each profile looks."""

from __future__ import annotations

import pytest
from attrs import asdict

from hanamikoji_core import testing
from hanamikoji_core.testing import (
    CHECKS,
    PROFILES,
    Budget,
    Examination,
    GameMachine,
    Ruling,
    thorough,
)
from hanamikoji_core.testing._check import Check
from hanamikoji_core.testing._lines import Line
from hanamikoji_core.testing._pytest import BoundCheck
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks import _check, _played

from .conftest import Hear


def test_every_check_with_its_promise_and_what_it_needs(hear: Hear) -> None:
    for check in CHECKS.values():
        hear(f"{check.id}: {check.promise}")
        hear(f"    needs {', '.join(check.requires)}")
        hear(f"    {'looks at the variant alone' if check.alone else 'looks at games'}")


def test_how_much_each_profile_examines(hear: Hear) -> None:
    for name, budget in PROFILES.items():
        hear(f"{name}: {asdict(budget)}")
    hear(thorough(600))
    hear(Budget("own", 1, 2, 3, 4, 5))


def test_the_first_checks_need_nothing_of_those_that_play() -> None:
    order = list(CHECKS)

    first = ["metadata", "quick-and-quiet", "values", "repeatable", "hand-only", "protocol"]

    assert order[: len(first)] == first
    for name in first:
        assert set(CHECKS[name].requires) <= set(first)
    assert all(set(check.requires) <= set(order) for check in CHECKS.values())


def test_a_check_that_plays_needs_the_basic_ones() -> None:
    def examine(subject: Subject, line: Line) -> None:
        pass

    promise = CHECKS["purity"].promise
    assert _check("purity", examine, "values", alone=True) == Check(
        "purity", promise, examine, ("values",), True
    )
    assert _played("purity", examine, "saves").requires == (
        *("values", "repeatable", "hand-only", "protocol"),
        "saves",
    )
    assert (_played("purity", examine).id, _played("purity", examine).examine) == (
        "purity",
        examine,
    )


def test_a_ruling_leaves_out_what_it_does_not_know(hear: Hear) -> None:
    bare = Ruling("fair", "Play is fair.", "base", "", "", "it was not")

    assert (bare.transcript, bare.at, bare.move, bare.viewer, bare.hint) == ("",) * 5
    hear(bare)


def test_a_ruling_says_all_that_it_knows(hear: Hear) -> None:
    hear(
        Ruling(
            "fair",
            "Play is fair.",
            "base (The base game)",
            "mine 1",
            "as promised",
            "otherwise",
            "hanamikoji base first=0 seed=7 : 1A",
            "round 1\nfavor: A -",
            "1B",
            "player 1",
            "play fair",
            replayable=False,
        )
    )


def test_a_state_machine_plays_the_base_game() -> None:
    assert GameMachine.variant == "base"


def test_a_check_that_waits_is_shown_by_its_name_alone() -> None:
    check = BoundCheck("values", Examination("base", "smoke"))

    assert repr(check) == "BoundCheck(id='values')"


def test_a_name_that_the_kit_does_not_have_is_told() -> None:
    with pytest.raises(AttributeError, match="testing' has no attribute 'scores'"):
        testing.scores  # noqa: B018


def test_every_name_that_the_kit_promises_is_there() -> None:
    for name in testing.__all__:
        assert getattr(testing, name) is not None
