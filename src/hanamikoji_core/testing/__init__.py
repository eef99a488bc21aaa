"""The conformance kit: prove that a plug-in keeps the promises of the framework.

In a plug-in's tests, one line::

    from hanamikoji_core.testing import conformance

    test_conformance = conformance("my-variant")

Without pytest: ``hanamikoji check my-variant``, or

>>> from hanamikoji_core.testing import run_checks
>>> run_checks("base", "smoke", only=["metadata"]).ok
True

`run_checks` and the command need neither pytest nor hypothesis; `conformance`, the strategies and
`GameMachine` come with the extra ``hanamikoji[testing]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._check import Check
from ._examination import Examination
from ._lines import Line, Step
from ._results import Report, Result
from ._rulings import Broken, NotClaimed, NotExamined, Ruling
from ._run import run_checks
from ._subject import PROFILES, Budget, Subject, named, thorough
from .checks import CHECKS

if TYPE_CHECKING:
    from ._machine import GameMachine
    from ._pytest import BoundCheck, conformance, parametrize_checks
    from ._strategies import cards, games, hands, states

__all__ = [
    "CHECKS",
    "PROFILES",
    "BoundCheck",
    "Broken",
    "Budget",
    "Check",
    "Examination",
    "GameMachine",
    "Line",
    "NotClaimed",
    "NotExamined",
    "Report",
    "Result",
    "Ruling",
    "Step",
    "Subject",
    "cards",
    "conformance",
    "games",
    "hands",
    "named",
    "parametrize_checks",
    "run_checks",
    "states",
    "thorough",
]

_LATER = {
    "BoundCheck": "_pytest",
    "GameMachine": "_machine",
    "cards": "_strategies",
    "conformance": "_pytest",
    "games": "_strategies",
    "hands": "_strategies",
    "parametrize_checks": "_pytest",
    "states": "_strategies",
}


def __getattr__(name: str) -> Any:
    # What needs pytest or hypothesis is imported on first use: the command line does without.
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LATER[name]}", __name__), name)
