"""What happens: the rules of play as functions of a position.

Private: import from `hanamikoji_core`.
"""

from .engine import Engine

__all__ = ["Engine"]
