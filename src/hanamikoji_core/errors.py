"""Every error that the library raises on purpose.

All of them descend from `HanamikojiError`, so one ``except`` clause is enough for an app.
No message names a card that the person who caused the error could not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .play.simulation import Summary

__all__ = [
    "CardsError",
    "DecodeError",
    "HanamikojiError",
    "IllegalMoveError",
    "PluginError",
    "PluginWarning",
    "SetupError",
    "SimulationError",
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


class SimulationError(HanamikojiError):
    """A game of a simulation failed, because of a player or a plug-in; the text says how.

    * `game`: the number of that game in its simulation, from 0.
    * `seed`: the seed that its cards were dealt from.
    * `transcript`: the game up to the fault, for `Game.from_transcript`.
    * `summary`: what was counted so far, without that game. With an executor, which other games
      were over by then is a matter of time.

    >>> def careless(engine, rng):
    ...     class Careless:
    ...         def choose(self, view):
    ...             return Play(9, ())
    ...
    ...     return Careless()
    >>> try:
    ...     simulate("base", 4, players=(careless, "random"))
    ... except SimulationError as error:
    ...     print(error)
    game 0 failed after 0 moves: player 0 (careless) made an illegal move: \
player 0 has no marker 9; unused are 1, 2, 3, 4
    """

    def __init__(
        self, text: str, *, game: int, seed: int, transcript: str, summary: Summary
    ) -> None:
        super().__init__(text)
        self.game, self.seed = game, seed
        self.transcript, self.summary = transcript, summary

    def __reduce__(self) -> tuple[object, ...]:
        # It comes back from other processes, and Exception would forget what is given by name.
        return _again, (str(self), self.game, self.seed, self.transcript, self.summary)


def _again(text: str, game: int, seed: int, transcript: str, summary: Summary) -> SimulationError:
    return SimulationError(text, game=game, seed=seed, transcript=transcript, summary=summary)


class PluginWarning(UserWarning):
    """An installed plug-in could not be used and was skipped.

    >>> issubclass(PluginWarning, UserWarning)
    True
    """
