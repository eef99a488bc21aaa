"""Plain markers that the small plug-ins use to reach the right number of cards."""

from __future__ import annotations

from hanamikoji_core import PileMarker, To


def reveal(number: int, cards: int) -> PileMarker:
    """Place cards face up on the own side."""
    return PileMarker(
        number, f"Reveal {number}", piles=(cards,), text=f"Place {cards} cards face up."
    )


def secret(number: int, cards: int) -> PileMarker:
    """Place cards face down on the own side until scoring."""
    return PileMarker(
        number,
        f"Secret {number}",
        piles=(cards,),
        rest=To.OWN_SIDE_FACE_DOWN,
        text=f"Place {cards} cards face down; they score for you.",
    )


def gift(number: int, cards: int) -> PileMarker:
    """Show cards; the opponent takes one and the actor keeps the others."""
    return PileMarker(
        number,
        f"Gift {number}",
        piles=(1,) * cards,
        pick=1,
        text=f"Show {cards} cards; your opponent takes one, you keep the others.",
    )
