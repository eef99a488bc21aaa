"""Plug-ins for tests, registered like those of installed distributions."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import Variant, hookimpl, load_engine
from hanamikoji_core.plugins import Registry

BASE = load_engine("base").variant


@frozen
class Distribution:
    name: str
    version: str = "1.0"


def entry_point(name: str, value: str, distribution: str) -> EntryPoint:
    point = EntryPoint(name=name, value=value, group="hanamikoji")
    vars(point)["dist"] = Distribution(distribution)
    return point


def named(name: str, **changes: Any) -> Variant:
    """The base variant under another name; `changes` may make it invalid."""
    return evolve(BASE, name=name, title=name, **changes)


def module(**names: object) -> ModuleType:
    made = ModuleType("stub")
    vars(made).update(names)
    return made


def offering(*variants: object) -> ModuleType:
    """A plug-in that returns these objects as variants."""
    return answering(lambda: list(variants))


def answering(answer: Callable[[], object]) -> ModuleType:
    """A plug-in whose hook calls `answer`."""

    @hookimpl
    def hanamikoji_variants() -> object:
        return answer()

    return module(hanamikoji_variants=hanamikoji_variants)


def collected(monkeypatch: pytest.MonkeyPatch, **plugins: object) -> Registry:
    """The registry with these plug-ins installed; ``None`` is a module that does not exist."""
    points = []
    for name, plugin in plugins.items():
        if plugin is not None:
            monkeypatch.setitem(__import__("sys").modules, f"stub_{name}", plugin)
        points.append(entry_point(name, f"stub_{name}", f"dist-{name}"))
    return Registry.collect(points)
