"""The checks, in the order in which they are reported: the basic ones first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .._check import Check, Examine
from . import (
    _flow,
    _hand_only,
    _knowledge,
    _legality,
    _metadata,
    _mixing,
    _outcome,
    _prompt,
    _protocol,
    _repeatable,
    _saves,
    _scoring,
    _secrecy,
    _symmetries,
    _table,
    _termination,
    _values,
)
from ._promises import PROMISES

__all__ = ["CHECKS"]

_BASICS: Final = ("values", "repeatable", "hand-only", "protocol")


def _check(
    name: str, examine: Examine, *requires: str, alone: bool = False, gate: bool = False
) -> Check:
    """A check with its promise, which is also the first sentence of its docstring."""
    return Check(name, PROMISES[name], examine, requires, alone, gate)


def _played(name: str, examine: Examine, *requires: str) -> Check:
    """A check on games, which makes sense only if the parts answer reliably."""
    return _check(name, examine, *_BASICS, *requires)


_IN_ORDER: Final = (
    _check("metadata", _metadata.metadata, alone=True),
    _check("quick-and-quiet", _prompt.quick_and_quiet, alone=True, gate=True),
    _check("values", _values.values),
    _check("repeatable", _repeatable.repeatable),
    _check("hand-only", _hand_only.hand_only, "repeatable"),
    _check("protocol", _protocol.protocol, "repeatable", "hand-only"),
    _played("conservation", _table.conservation),
    _played("hand-accounting", _table.hand_accounting, "conservation"),
    _played("markers-once", _table.markers_once, "hand-accounting"),
    _played("turn-order", _table.turn_order, "markers-once"),
    _played("purity", _table.purity),
    _played("canonical", _protocol.canonical, "declaration"),
    _played("legality", _legality.legality, "canonical"),
    _played("completeness", _legality.completeness, "canonical", "legality", "secrecy"),
    _played("choices", _legality.choices),
    _played("declaration", _flow.declaration),
    _played("secrecy", _secrecy.secrecy, "purity"),
    _played("memory", _knowledge.memory, "conservation"),
    _played("determinize", _knowledge.determinize, "conservation", "secrecy", "termination"),
    _played("destinations", _flow.destinations, "declaration", "secrecy"),
    _played("termination", _termination.termination, "hand-accounting"),
    _played("scoring", _scoring.scoring),
    _played("outcome", _outcome.outcome, "scoring"),
    _played("seat-symmetry", _symmetries.seat_symmetry, "scoring", "outcome", "purity"),
    _played(
        "relabelling",
        _symmetries.relabelling,
        *("scoring", "outcome", "canonical", "completeness", "purity", "secrecy"),
    ),
    _played("mixing", _mixing.mixing),
    _played("saves", _saves.saves, "purity"),
    _played("hostile-saves", _saves.hostile_saves, "saves", "canonical"),
)

CHECKS: Final[Mapping[str, Check]] = MappingProxyType({check.id: check for check in _IN_ORDER})
"""Every check by its ID, in a fixed order."""
