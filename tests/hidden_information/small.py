"""Small rule sets, for which every deal can be tried; each hides cards in a different way."""

from __future__ import annotations

from attrs import evolve

from hanamikoji_core import Engine, FirstTo, PileMarker, Row, To, Variant
from hanamikoji_variants import base, mini_expansion_1, mini_expansion_4
from tests.open_protocol import draw_and_return, shown_in_part, swap, take_back
from tests.open_protocol.plain import gift, reveal, secret

_NEVER = FirstTo(charm=1_000, geisha=1_000)


def _small(name: str, *markers: object, cards: tuple[int, ...], **rest: object) -> Engine:
    values = {"hand_size": 2, "removed": 0, "victory": _NEVER, **rest}
    row = Row.of(*(1,) * len(cards), cards=cards)
    return Engine(Variant(name=name, title=name, markers=markers, row=row, **values))  # type: ignore[arg-type]


DISCARD = PileMarker(2, "Discard", piles=(1,), rest=To.ASIDE, text="Not scored.")
SET_ASIDE = base.TRADE_OFF
GIFT = gift(2, 3)
BLIND = evolve(mini_expansion_1.ACTION_3, number=2)
REFERRAL = mini_expansion_4.REFERRAL
SWAP = swap.SWAP
TAKE_BACK = take_back.TAKE_BACK

SMALL = {
    engine.variant.name: engine
    for engine in (
        _small("base-like", base.SECRET, GIFT, cards=(5, 2, 2), removed=1),
        _small("blind-pick", secret(1, 1), BLIND, cards=(4, 2, 2)),
        _small("bury", REFERRAL, GIFT, cards=(5, 3, 1)),
        _small("bury-and-hide", REFERRAL, DISCARD, secret(3, 2), cards=(6, 2, 1), hand_size=1),
        _small(
            "take-back",
            TAKE_BACK,
            secret(2, 1),
            reveal(3, 1),
            evolve(SET_ASIDE, number=4),
            cards=(4, 2, 2),
            hand_size=0,
        ),
        _small(
            "take-back-and-show",
            TAKE_BACK,
            secret(2, 1),
            reveal(3, 1),
            gift(4, 2),
            cards=(4, 2, 2),
            hand_size=0,
        ),
        _small(
            "take-back-and-bury",
            TAKE_BACK,
            evolve(REFERRAL, number=2),
            reveal(3, 1),
            evolve(SET_ASIDE, number=4),
            cards=(6, 2, 1),
            hand_size=0,
        ),
        _small("swap", SWAP, secret(2, 2), reveal(3, 2), cards=(5, 2, 1), hand_size=1),
        _small("shown-in-part", evolve(shown_in_part.PEEK, number=1), cards=(4, 2, 2), hand_size=3),
        _small(
            "draw-and-return", draw_and_return.BROWSE, secret(2, 2), cards=(2, 2, 3), hand_size=0
        ),
    )
}
