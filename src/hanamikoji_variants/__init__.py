"""The rule sets that ship with the library: one module each, plug-ins like any other.

Each module exports its markers and its variant by name, for expansions that build on them::

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
"""The modules with hooks, as ``pyproject.toml`` declares them too."""
