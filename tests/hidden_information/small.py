"""Rule sets so small that every deal can be tried, each with one way of hiding cards."""

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
PAIR = evolve(shown_in_part.PEEK, number=2)

SMALL = {
    engine.variant.name: engine
    for engine in (
        _small("base-like", base.SECRET, base.GIFT, cards=(2, 2, 3, 2), removed=1),
        _small("blind-pick", evolve(mini_expansion_1.ACTION_3, number=2), secret(1, 1),
               cards=(2, 2, 2, 2)),
        _small("bury", mini_expansion_4.REFERRAL, gift(2, 3), cards=(3, 3, 2)),
        _small("bury-and-discard", mini_expansion_4.REFERRAL, evolve(DISCARD, number=2),
               secret(3, 2), cards=(3, 3, 2), hand_size=1),
        _small("take-back", take_back.TAKE_BACK, secret(2, 1), reveal(3, 2), cards=(3, 3, 2),
               hand_size=0),
        _small("take-back-and-bury", take_back.TAKE_BACK, evolve(mini_expansion_4.REFERRAL, number=2),
               reveal(3, 2), cards=(3, 3, 2), hand_size=0),
        _small("shown-in-part", evolve(PAIR, number=1), cards=(3, 3, 2), hand_size=3),
        _small("draw-and-return", draw_and_return.BROWSE, secret(2, 2), cards=(2, 2, 3),
               hand_size=0),
    )
}  # fmt: skip
