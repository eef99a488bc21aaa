"""Messages show values from outside in short form, and never a card of a plug-in's answer."""

from __future__ import annotations

import pytest

from hanamikoji_core import Cards, PluginError
from hanamikoji_core.engine.faults import Fault, blamed, plugin_error
from hanamikoji_core.wording import safe_repr, short_repr


class NoRepr:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        ("A", "'A'"),
        (NoRepr(), "a value of type NoRepr"),
        ("x" * 38, f"'{'x' * 38}'"),
        ("x" * 39, f"'{'x' * 36}..."),
    ],
)
def test_a_value_has_at_most_40_characters_in_a_message(value: object, text: str) -> None:
    assert short_repr(value) == text
    assert len(text) <= 40


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3, "-3"),
        (10**9 - 1, "999999999"),
        (1 - 10**9, "-999999999"),
        (10**9, "a value of type int"),
        (-(10**9), "a value of type int"),
        (True, "a value of type bool"),
        (1.5, "a value of type float"),
        ("A", "a value of type str"),
        (Cards("A"), "a value of type Cards"),
        (None, "a value of type NoneType"),
    ],
)
def test_an_answer_of_a_plugin_is_shown_as_a_number_or_by_its_type(
    value: object, text: str
) -> None:
    assert safe_repr(value) == text


def test_an_exception_of_a_plugin_is_shown_by_its_type_only() -> None:
    assert str(plugin_error("the marker", ValueError("A"))) == "the marker raised ValueError"
    assert str(plugin_error("the marker", Fault("lost a card"))) == "the marker lost a card"
    error = KeyError("A")
    expected = pytest.raises(PluginError, match=r"^the marker raised KeyError$")
    with expected as caught, blamed("the marker"):
        raise error
    assert caught.value.__cause__ is error
