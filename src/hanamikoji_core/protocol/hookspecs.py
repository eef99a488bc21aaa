"""The hooks that a plug-in may implement. All are called once, when plug-ins are loaded.

A plug-in is a module (or any object) that an installed distribution names in the entry-point group
``hanamikoji``::

    [project.entry-points.hanamikoji]
    my-expansion = "my_package.my_expansion"

It decorates functions of these names with ``hanamikoji_core.hookimpl``, and it may say which
version of the hooks it was written for: ``HANAMIKOJI_API = 1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pluggy

from .variant import HouseRule, Variant

__all__ = ["API_VERSION", "hanamikoji_house_rules", "hanamikoji_variants", "hookimpl", "hookspec"]

API_VERSION: Final = 1
"""Raised when a hook or the marker protocol changes in a way that plug-ins must follow."""

hookspec = pluggy.HookspecMarker("hanamikoji")
hookimpl = pluggy.HookimplMarker("hanamikoji")
"""Marks a function of a plug-in as the implementation of the hook of the same name."""


@hookspec
def hanamikoji_variants() -> Iterable[Variant]:  # type: ignore[empty-body]
    """The variants that the plug-in adds, as ``return [MY_VARIANT]``.

    >>> @hookimpl
    ... def hanamikoji_variants():
    ...     return []
    """


@hookspec
def hanamikoji_house_rules() -> Iterable[HouseRule]:  # type: ignore[empty-body]
    """The house rules that the plug-in adds, each usable with every variant.

    >>> @hookimpl
    ... def hanamikoji_house_rules():
    ...     return []
    """
