"""The notation of moves: short texts that a person can read and type.

A play is the number of the marker and the piles, for example ``4AB-GG``. A pick is ``/`` and the
indexes of the piles, for example ``/0`` or ``/0,2``. A transcript is one line with the variant, the
setup of the match and every move::

    hanamikoji base first=0 seed=7 : 1A 3A-B-G /2 2CC
"""

from __future__ import annotations

import re
from typing import Final

from ..errors import CardsError, DecodeError
from .cards import Cards
from .moves import Move, Pick, Play

__all__ = ["parse_move"]

_PLAY: Final = re.compile(r"([1-9][0-9]{0,2})([A-Z]*(?:-[A-Z]*)*)")
_PICK: Final = re.compile(r"/([0-9]{1,2}(?:,[0-9]{1,2})*)")
_MOST: Final = 200


def parse_move(text: str) -> Move:
    """The move written as `text`; the inverse of ``str(move)``. Raises `DecodeError`.

    >>> parse_move("4AB-GG"), parse_move("/1")
    (Play(4, (Cards('AB'), Cards('GG'))), Pick((1,)))
    >>> parse_move("1")  # a marker that lays out nothing
    Play(1, ())
    """
    if not isinstance(text, str) or len(text) > _MOST:
        raise DecodeError("a move is a short string such as 3A-B-G or /0")
    play = _PLAY.fullmatch(text)
    if play is not None:
        try:
            piles = tuple(Cards.parse(pile) for pile in play[2].split("-")) if play[2] else ()
        except CardsError as error:
            raise DecodeError(f"{text!r} is not a move: {error}") from error
        return Play(int(play[1]), piles)
    pick = _PICK.fullmatch(text)
    if pick is not None:
        return Pick(tuple(int(index) for index in pick[1].split(",")))
    raise DecodeError(f"{text!r} is not a move; write a play such as 3A-B-G or a pick such as /0")
