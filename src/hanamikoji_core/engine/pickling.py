"""An engine in a pickle is its variant: by name if that is installed, else by value."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import VariantError
from ..protocol.variant import Variant
from ..wording import said, told

if TYPE_CHECKING:
    from .engine import Engine

_loaders: list[Callable[[str], Engine]] = []


def reduced(engine: Engine) -> tuple[Callable[..., Engine], tuple[str | Variant]]:
    """How pickle makes the engine again. Raises `VariantError` if it cannot hold the variant."""
    variant = engine.variant
    for load in _loaders:
        if _is_loaded(load, variant):
            return load, (variant.name,)
    try:
        pickle.dumps(variant)
    except Exception as error:
        raise VariantError(
            f"the variant {told(variant.name)} cannot be pickled ({said(error)}); define its "
            "classes and functions in a module, not inside functions or as a lambda"
        ) from error
    return type(engine), (variant,)


def load_with(load: Callable[[str], Engine]) -> None:
    """Load installed variants by name with this function, in this process and in others."""
    _loaders[:] = [load]


def _is_loaded(load: Callable[[str], Engine], variant: Variant) -> bool:
    """Whether this very variant is the one that its name loads."""
    try:
        return load(variant.name).variant is variant
    except VariantError:
        return False
