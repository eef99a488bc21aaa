"""Mutants that no test can tell from the code: the function, a changed line of it, and why."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[str, dict[str, str]]] = {}
