"""Pickles an engine as its variant: by name if the variant is installed, else by value."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import VariantError
from ..protocol.variant import Variant
from ..wording import describe_error, short_repr

if TYPE_CHECKING:
    from .engine import Engine

_loaders: list[Callable[[str], Engine]] = []


def reduce_engine(engine: Engine) -> tuple[Callable[..., Engine], tuple[str | Variant]]:
    """What pickle needs to recreate the engine. Raises `VariantError` if that is impossible."""
    variant = engine.variant
    for load in _loaders:
        if _is_loaded(load, variant):
            return load, (variant.name,)
    try:
        pickle.dumps(variant)
    except Exception as error:
        raise VariantError(
            f"the variant {short_repr(variant.name)} cannot be pickled ({describe_error(error)}); "
            "define its classes and functions at the top level of a module"
        ) from error
    return type(engine), (variant,)


def load_with(load: Callable[[str], Engine]) -> None:
    """Unpickle installed variants with this function, which loads an engine by name."""
    _loaders[:] = [load]


def _is_loaded(load: Callable[[str], Engine], variant: Variant) -> bool:
    """Whether the name of the variant loads this object."""
    try:
        return load(variant.name).variant is variant
    except VariantError:
        return False
