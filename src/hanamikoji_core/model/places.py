"""Where cards come from and where they go, from the acting player's point of view."""

from __future__ import annotations

from enum import Enum

__all__ = ["From", "To"]


class _Word(Enum):
    # Each member is a single object. The hash of Enum would be a slower call of Python code.
    __hash__ = object.__hash__


class To(_Word):
    """Where a pile goes, from the acting player's point of view.

    >>> To.ASIDE.value
    'aside, face down, not scored'
    """

    OWN_SIDE = "own side, face up"
    THEIR_SIDE = "opponent's side, face up"
    OWN_SIDE_FACE_DOWN = "own side, face down until scoring"
    THEIR_SIDE_FACE_DOWN = "opponent's side, face down until scoring"
    ASIDE = "aside, face down, not scored"
    OWN_HAND = "own hand"
    THEIR_HAND = "opponent's hand"
    DECK_TOP = "top of the deck"
    DECK_BOTTOM = "bottom of the deck"


class From(_Word):
    """Where a pile comes from, from the acting player's point of view.

    >>> From.THEIR_HAND.value
    "opponent's hand, at random"
    """

    HAND = "own hand"
    THEIR_HAND = "opponent's hand, at random"
    OWN_SIDE = "own side"
    THEIR_SIDE = "opponent's side"
    DECK_TOP = "top of the deck"
