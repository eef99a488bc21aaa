"""Finds and checks plug-ins, and combines variants with house rules.

A plug-in that does not work is skipped with a warning; the others are not affected. The built-in
variants and house rules are loaded first, so a plug-in cannot replace them.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from types import MappingProxyType
from typing import Final

from ..engine.engine import Engine
from ..engine.pickling import load_with
from ..errors import PluginWarning
from ..protocol.variant import HouseRule, Variant
from ._registry import PluginFault, Registry

__all__ = [
    "PluginFault",
    "Registry",
    "available_house_rules",
    "available_variants",
    "load_engine",
    "plugin_faults",
    "without_plugins",
]

DISABLE: Final = "HANAMIKOJI_DISABLE_PLUGINS"

_loaded: dict[bool, Registry] = {}
_loading: dict[bool, Registry] = {}
_lock: Final = RLock()


def registry(*, own_only: bool | None = None) -> Registry:
    """The plug-ins of this process. They are loaded on the first call.

    A plug-in that calls this while it is loading gets what has been loaded so far.
    """
    if own_only is None:
        own_only = os.environ.get(DISABLE, "") not in ("", "0")
    found = _loaded.get(own_only)
    if found is None or found.waiting:
        with _lock:  # Threads that start together load the plug-ins once.
            found, faults = _load(own_only)
        for fault in faults:
            warnings.warn(f"skipped {fault}", PluginWarning, stacklevel=3)
    return found


def _load(own_only: bool) -> tuple[Registry, list[PluginFault]]:
    """The registry, and the faults that are new since the last call."""
    found = _loaded.get(own_only)
    if found is not None:
        known = len(found.faults)
        found.load_waiting()
        return found, found.faults[known:]
    if own_only in _loading:
        return _loading[own_only], []
    found = _loading[own_only] = Registry(own_only=own_only)
    try:
        found.load_installed()
    finally:
        del _loading[own_only]
    _loaded[own_only] = found
    return found, list(found.faults)


def available_variants() -> Mapping[str, Variant]:
    """Every variant that can be loaded, by name. Plug-ins are loaded on the first call.

    With ``HANAMIKOJI_DISABLE_PLUGINS=1`` in the environment, only the built-in variants. A plug-in
    that builds on a variant must not call this; it imports the variant from its module, for
    example from ``hanamikoji_variants.base``.

    >>> "base" in available_variants()
    True
    """
    return MappingProxyType(registry().variants)


def available_house_rules(variant: str | None = None) -> Mapping[str, HouseRule]:
    """Every house rule, by name. With `variant`, only those that can be added to it with ``+``.

    A house rule cannot be added if it would change nothing, if it changes the same setting as one
    that the variant already has, or if the result is not a valid variant. Raises `VariantError`
    for an unknown variant.

    >>> "three-rounds" in available_house_rules()
    True
    >>> list(available_house_rules("base+three-rounds"))
    []
    """
    found = registry()
    return MappingProxyType(found.house_rules if variant is None else found.addable(variant))


def plugin_faults() -> tuple[PluginFault, ...]:
    """The plug-ins that were skipped, or parts of them, and why.

    >>> isinstance(plugin_faults(), tuple)
    True
    """
    return tuple(registry().faults)


def load_engine(name: str | Variant) -> Engine:
    """The engine for a variant, given by name or as a `Variant`.

    House rules follow the name after a ``+``, for example ``"base+three-rounds"``. For an unknown
    name, raises a `VariantError` that lists the known names and suggests the closest one.

    >>> load_engine("base").variant.title
    'Hanamikoji'
    """
    return Engine(name) if isinstance(name, Variant) else registry().engine(name)


@contextmanager
def without_plugins() -> Iterator[None]:
    """Inside this context, and in processes started from it, only the built-in plug-ins load.

    >>> from hanamikoji_core.plugins import without_plugins
    >>> with without_plugins():
    ...     "base" in available_variants()
    True
    """
    before = os.environ.get(DISABLE)
    os.environ[DISABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[DISABLE]
        else:
            os.environ[DISABLE] = before


load_with(load_engine)
