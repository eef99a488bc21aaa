"""Every error that the library raises on purpose.

All of them descend from `HanamikojiError`, so one ``except`` clause is enough for an app.
No message names a card that the person who caused the error could not know.
"""

from __future__ import annotations

__all__ = [
    "CardsError",
    "DecodeError",
    "HanamikojiError",
    "IllegalMoveError",
    "PluginError",
    "PluginWarning",
    "SetupError",
    "VariantError",
]


class HanamikojiError(Exception):
    """Base of all errors of this library.

    >>> issubclass(IllegalMoveError, HanamikojiError)
    True
    """


class CardsError(HanamikojiError, ValueError):
    """A multiset of cards that cannot be: a missing card, a letter that is none.

    >>> Cards.parse("A") - Cards.parse("B")
    Traceback (most recent call last):
    hanamikoji_core.errors.CardsError: cannot take B out of A
    """


class SetupError(HanamikojiError, ValueError):
    """A match that cannot be set up: a bad seed, first player or scripted deal.

    >>> load_engine("base").start(seed=-1)
    Traceback (most recent call last):
    hanamikoji_core.errors.SetupError: seed is -1; a seed is a whole number from 0 to 2**64 - 1
    """


class IllegalMoveError(HanamikojiError, ValueError):
    """A move that the rules do not allow now. The text says what would be right.

    >>> engine = load_engine("base")
    >>> engine.apply(engine.start(seed=7), Pick((0,)))
    Traceback (most recent call last):
    hanamikoji_core.errors.IllegalMoveError: there is no offer to pick from; player 0 \
must play one of the markers 1, 2, 3, 4
    """


class VariantError(HanamikojiError, ValueError):
    """A variant that is unknown or does not add up; every problem found is listed.

    >>> load_engine("bose")
    Traceback (most recent call last):
    hanamikoji_core.errors.VariantError: there is no variant 'bose'; did you mean 'base'? \
Known variants: ...
    """


class PluginError(HanamikojiError):
    """A plug-in broke its promise. The text names the plug-in; the game is as it was.

    >>> issubclass(PluginError, HanamikojiError)
    True
    """


class DecodeError(HanamikojiError, ValueError):
    """A text that is no move, transcript or saved game; says where it goes wrong.

    >>> Game.from_json("{}")
    Traceback (most recent call last):
    hanamikoji_core.errors.DecodeError: not a saved game: ...
    """


class PluginWarning(UserWarning):
    """An installed plug-in could not be used and was skipped.

    >>> issubclass(PluginWarning, UserWarning)
    True
    """
