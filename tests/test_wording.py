"""How a message shows what came from outside: short, whatever it is, and without a card."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards, PluginError
from hanamikoji_core.engine.faults import Fault, blame, blamed
from hanamikoji_core.wording import kind, told


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        ("A", "'A'"),
        (Unspeakable(), "something of type Unspeakable"),
        ("x" * 38, f"'{'x' * 38}'"),
        ("x" * 39, f"'{'x' * 36}..."),
    ],
)
def test_a_value_is_shown_in_40_characters_at_most(value: object, text: str) -> None:
    assert told(value) == text
    assert len(text) <= 40


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3, "-3"),
        (10**9 - 1, "999999999"),
        (1 - 10**9, "-999999999"),
        (10**9, "something of type int"),
        (-(10**9), "something of type int"),
        (True, "something of type bool"),
        (1.5, "something of type float"),
        ("A", "something of type str"),
        (Cards("A"), "something of type Cards"),
        (None, "something of type NoneType"),
    ],
)
def test_what_a_plugin_answers_is_shown_as_a_number_or_by_its_type(
    value: object, text: str
) -> None:
    assert kind(value) == text


def test_an_error_of_a_plugin_is_told_by_its_type_alone() -> None:
    assert str(blame("the marker", ValueError("A"))) == "the marker raised ValueError"
    assert str(blame("the marker", Fault("lost an item"))) == "the marker lost an item"
    error = KeyError("A")
    expected = pytest.raises(PluginError, match=r"^the marker raised KeyError$")
    with expected as caught, blamed("the marker"):
        raise error
    assert caught.value.__cause__ is error
