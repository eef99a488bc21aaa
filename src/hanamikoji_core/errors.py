"""Every error that the library raises on purpose.

All of them derive from `HanamikojiError`, so an app needs only one ``except`` clause.
No message names a card that the player who caused the error cannot know.
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
    """Cards that cannot exist: an invalid letter, or the removal of a card that is not there.

    >>> Cards.parse("A") - Cards.parse("B")
    Traceback (most recent call last):
    hanamikoji_core.errors.CardsError: cannot take B out of A
    """


class SetupError(HanamikojiError, ValueError):
    """A match cannot be set up: for example, its seed or a scripted deal is invalid.

    >>> load_engine("base").start(seed=-1)
    Traceback (most recent call last):
    hanamikoji_core.errors.SetupError: seed is -1; it must be a whole number from 0 to 2**64 - 1
    """


class IllegalMoveError(HanamikojiError, ValueError):
    """The rules do not allow this move now. The message states what they allow.

    >>> engine = load_engine("base")
    >>> engine.apply(engine.start(seed=7), Pick((0,)))
    Traceback (most recent call last):
    hanamikoji_core.errors.IllegalMoveError: there is no offer to pick from; player 0 \
must play one of the markers 1, 2, 3, 4
    """


class VariantError(HanamikojiError, ValueError):
    """A variant is unknown or cannot be played. The message lists every problem.

    >>> load_engine("bose")
    Traceback (most recent call last):
    hanamikoji_core.errors.VariantError: there is no variant 'bose'; did you mean 'base'? \
Known variants: ...
    """


class PluginError(HanamikojiError):
    """A plug-in made a mistake. The message names the plug-in. The game is unchanged.

    >>> issubclass(PluginError, HanamikojiError)
    True
    """


class DecodeError(HanamikojiError, ValueError):
    """The text is not a move, transcript or saved game. The message states what is wrong.

    >>> Game.from_json("{}")
    Traceback (most recent call last):
    hanamikoji_core.errors.DecodeError: not a saved game: ...
    """


class PluginWarning(UserWarning):
    """An installed plug-in could not be used and was skipped.

    >>> issubclass(PluginWarning, UserWarning)
    True
    """
