"""The built-in rule sets: one module each, and plug-ins like any other.

Each module exports its markers and its variant by name, so that expansions can reuse them::

    from hanamikoji_variants.base import BASE, GIFT
"""

from typing import Final

PLUGINS: Final = (
    "base",
    "house_rules",
    "mini_expansion_1",
    "mini_expansion_2",
    "mini_expansion_4",
    "mini_expansion_7",
)
"""The modules with hooks, in the same order as the entry points in ``pyproject.toml``."""
