"""Doctests of the library find its public names, and `evolve`, without an import."""

from __future__ import annotations

import attrs
import pytest

import hanamikoji_core

# Only PyInstaller can import its hooks; a test runs this one.
collect_ignore_glob = ["src/hanamikoji_core/_pyinstaller/hook-*.py"]


@pytest.fixture(autouse=True)
def _public_names(doctest_namespace: dict[str, object]) -> None:
    for name in hanamikoji_core.__all__:
        doctest_namespace[name] = getattr(hanamikoji_core, name)
    doctest_namespace["evolve"] = attrs.evolve
