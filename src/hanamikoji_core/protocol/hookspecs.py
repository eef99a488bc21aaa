"""The hooks that a plug-in may implement. Each is called once, when plug-ins are loaded.

A plug-in is a module, or any object, that an installed distribution lists in the entry-point group
``hanamikoji``::

    [project.entry-points.hanamikoji]
    my-expansion = "my_package.my_expansion"

It defines functions with these names and decorates them with ``hanamikoji_core.hookimpl``. It may
declare which version of the hooks it is written for: ``HANAMIKOJI_API = 1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pluggy

from .variant import HouseRule, Variant

__all__ = ["API_VERSION", "hanamikoji_house_rules", "hanamikoji_variants", "hookimpl", "hookspec"]

API_VERSION: Final = 1
"""Increased when a change of a hook or of the marker protocol requires plug-ins to change."""

hookspec = pluggy.HookspecMarker("hanamikoji")
hookimpl = pluggy.HookimplMarker("hanamikoji")
"""Marks a function of a plug-in as the implementation of the hook with the same name."""


@hookspec
def hanamikoji_variants() -> Iterable[Variant]:  # type: ignore[empty-body]
    """The variants that the plug-in adds, for example ``return [MY_VARIANT]``.

    >>> @hookimpl
    ... def hanamikoji_variants():
    ...     return []
    """


@hookspec
def hanamikoji_house_rules() -> Iterable[HouseRule]:  # type: ignore[empty-body]
    """The house rules that the plug-in adds; each can be combined with every variant.

    >>> @hookimpl
    ... def hanamikoji_house_rules():
    ...     return []
    """
