"""The rules of play, as functions from one position to the next.

Private: import from `hanamikoji_core`.
"""

from .engine import Engine

__all__ = ["Engine"]
