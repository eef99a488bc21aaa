"""Everything public has a docstring with an example that runs as a doctest."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import hanamikoji_core
from hanamikoji_core import ActionMarker, Player, Scoring, Victory, svg
from hanamikoji_core.model import events
from hanamikoji_core.protocol import hookspecs


def public() -> Iterator[tuple[str, Any]]:
    """All public classes, functions, methods and properties, by full name."""
    for module in (hanamikoji_core, events, hookspecs, svg):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.getmodule(thing) is not None and callable(thing):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for part, value in vars(thing).items():
                    if not part.startswith("_") and is_member(value):
                        yield f"{module.__name__}.{name}.{part}", value


def is_member(value: Any) -> bool:
    return inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod))


THINGS = {
    name: thing
    for name, thing in public()
    if getattr(thing, "__module__", "hanamikoji_core").startswith("hanamikoji_core")
}


# The members of these protocols are explained there. Whole classes are their examples.
PROTOCOL_MEMBERS = {
    name
    for protocol in (ActionMarker, Player, Scoring, Victory)
    for name in vars(protocol)
    if not name.startswith("_")
}


@pytest.mark.parametrize("name", sorted(THINGS))
def test_every_public_name_has_a_docstring_with_an_example(name: str) -> None:
    text = inspect.getdoc(THINGS[name]) or ""
    owner, _, member = name.rpartition(".")
    assert text
    if owner not in THINGS or member not in PROTOCOL_MEMBERS:
        assert ">>>" in text
