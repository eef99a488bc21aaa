"""The picture of a position: the row of geisha, and around it what each player has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..model.knowledge import Glimpse
from ..model.row import Geisha
from ._draw import CARD_HEIGHT, CARD_WIDTH, card_back, card_face, group, picture, shape, tag, words
from ._scene import Lot, Offered, Scene, Seat
from ._words import text_of, title_of

__all__ = ["draw_position"]

_PAD: Final = 14
_COLUMN: Final = 60
_GEISHA: Final = (54, 84)
_SIDE: Final = 58  # the deck and the box, right of the row
_STRIP: Final = 17  # what shows of a card that another lies on
_GAP: Final = 8


def draw_position(scene: Scene, style: str) -> str:
    """The picture as SVG."""
    width = 2 * _PAD + _COLUMN * max(len(scene.row), 6) + _SIDE
    bottom, top = scene.seats
    inside: list[str] = []
    y: float = _PAD

    def add(height: float, drawn: str) -> None:
        nonlocal y
        inside.append(group(_PAD, y, drawn))
        y += height + _GAP

    inner = width - 2 * _PAD
    add(*_seat(scene, top, inner))
    _add_offer(scene, top, inner, add)
    add(*_placed(scene, top, upwards=True))
    add(_GEISHA[1], _row(scene) + _middle(scene, inner))
    add(*_placed(scene, bottom, upwards=False))
    _add_offer(scene, bottom, inner, add)
    add(*_seat(scene, bottom, inner))
    if scene.deck or any(lot.cards.known for lot in scene.box):
        add(66, _stacks(scene, inner))
    return picture(width, y - _GAP + _PAD, title_of(scene), text_of(scene), style, *inside)


def _kind(scene: Scene, letter: str) -> int:
    return scene.row.letters.index(letter)


def _cards(scene: Scene, cards: Glimpse, width: float, *, down: bool = False) -> str:
    """Cards side by side, closer if there is little room: the known ones, then the hidden ones."""
    return _laid(scene, [*cards.known, *[""] * cards.hidden], width, down=down)


def _laid(scene: Scene, letters: Sequence[str], width: float, *, down: bool) -> str:
    """The same in a given order, ``""`` for a hidden card."""
    step = CARD_WIDTH + 3.0
    if len(letters) > 1:
        step = min(step, (width - CARD_WIDTH) / (len(letters) - 1))
    return "".join(
        card_face(_kind(scene, letter), letter, step * i, 0)
        if letter and not down
        else card_back(step * i, 0, letter, _kind(scene, letter) if letter else 0)
        for i, letter in enumerate(letters)
    )


def _span(size: int) -> float:
    return size * (CARD_WIDTH + 3.0) - 3


def _seat(scene: Scene, seat: Seat, width: float) -> tuple[float, str]:
    """A player's name, markers, hand, and cards face down."""
    turn = "  ▸ to move" if scene.to_move == seat.player else ""
    drawn = [words(0, 17, f"Player {seat.player}{turn}", size=15, cls="hk-ink hk-bold")]
    for i, number in enumerate(sorted(seat.used | seat.left.keys(), reverse=True)):
        drawn.append(_token(width - 13 - 30 * i, 12, number, used=number in seat.used))
    lots = sum(_span(len(lot.cards)) + 14 for lot in seat.lots)
    room = width - lots
    drawn.append(group(0, 44 if seat.lots else 30, _cards(scene, seat.hand, room)))
    x = width
    for lot in reversed(seat.lots):
        x -= _span(len(lot.cards))
        drawn.append(group(x, 28, _lot(scene, lot)))
        x -= 14
    return (94 if seat.lots else 80), "".join(drawn)


def _lot(scene: Scene, lot: Lot) -> str:
    """A lot with the number of its marker, and for whom it scores; ends at its right edge."""
    span = _span(len(lot.cards))
    note = "aside" if lot.scores_for is None else f"for {lot.scores_for}"
    if len(lot.cards) > 1:
        note = "set aside" if lot.scores_for is None else f"scores {note}"
    marker = "" if lot.marker is None else f"{lot.marker}: "
    label = words(span, 12, f"{marker}{note}", size=12, cls="hk-soft", anchor="end")
    return label + group(0, 16, _cards(scene, lot.cards, span, down=True))


def _token(x: float, y: float, number: int, *, used: bool) -> str:
    """A marker: a full disc while it can be used, a dashed ring afterwards."""
    if used:
        return tag("circle", cx=x, cy=y, r=11, cls="hk-spent") + words(
            x, y + 5, str(number), size=13, cls="hk-soft", anchor="middle"
        )
    return tag("circle", cx=x, cy=y, r=12, cls="hk-token") + words(
        x, y + 5, str(number), cls="hk-number", anchor="middle"
    )


def _placed(scene: Scene, seat: Seat, *, upwards: bool) -> tuple[float, str]:
    """Item cards beside their geisha, each a strip further from her."""
    most = max(seat.placed.count(g.letter) for g in scene.row)
    height = CARD_HEIGHT + _STRIP * (most - 1) if most else 4
    drawn = []
    for kind, geisha in enumerate(scene.row):
        number = seat.placed.count(geisha.letter)
        x = _COLUMN * kind + (_GEISHA[0] - CARD_WIDTH) / 2
        top = height - CARD_HEIGHT - _STRIP * (number - 1) if upwards else 0
        drawn += [card_face(kind, geisha.letter, x, top + _STRIP * i) for i in range(number)]
    return height, "".join(drawn)


def _row(scene: Scene) -> str:
    bottom = scene.seats[0].player
    return "".join(
        group(_COLUMN * i, 0, _geisha(i, geisha, None if owner is None else owner == bottom))
        for i, (geisha, owner) in enumerate(zip(scene.row, scene.favor, strict=True))
    )


def _geisha(kind: int, geisha: Geisha, favors_bottom: bool | None) -> str:
    """A geisha and her victory marker: at the owner's edge of the card, with a bar, or half way."""
    width, height = _GEISHA
    at = {None: height / 2, True: height - 14, False: 14}[favors_bottom]
    drawn = [tag("rect", width=width, height=height, rx=6, cls="hk-paper")]
    if favors_bottom is not None:
        y = height - 5 if favors_bottom else 0
        drawn.append(tag("rect", x=0, y=y, width=width, height=5, rx=2, cls="hk-won"))
    drawn += [
        words(6, 24, geisha.letter, size=17, cls="hk-type"),
        shape(kind, 17, 43, 12),
        words(17, 74, str(geisha.charm), size=16, cls="hk-type", anchor="middle"),
        tag("path", d=f"M42 14V{height - 14}", cls="hk-track"),
        tag("circle", cx=42, cy=at, r=8, cls="hk-favor"),
    ]
    if favors_bottom is not None:
        tip = 4 if favors_bottom else -4
        arrow = f"M{42 - 4} {at - tip / 2}h8l-4 {tip * 1.3:.1f}Z"
        drawn.append(tag("path", d=arrow, cls="hk-tip"))
    return "".join(drawn)


def _middle(scene: Scene, width: float) -> str:
    """The deck, and what lies in the box."""
    x = width - CARD_WIDTH - 4
    note = f"deck {scene.deck_size}"
    drawn = [words(x + CARD_WIDTH / 2, 68, note, size=12, cls="hk-soft", anchor="middle")]
    if scene.deck_size:
        drawn += [card_back(x + 3, 3), card_back(x, 0)]
    boxed = sum(len(lot.cards) for lot in scene.box)
    if boxed:
        note = f"box {boxed}"
        drawn.append(words(x + CARD_WIDTH / 2, 83, note, size=12, cls="hk-soft", anchor="middle"))
    return "".join(drawn)


def _stacks(scene: Scene, width: float) -> str:
    """The cards of the deck and of the box, if the viewer knows some of them."""
    known = dict(scene.deck)
    stacks = (
        ("deck, from the top", [known.get(i, "") for i in range(scene.deck_size)] if known else []),
        ("box", [x for lot in scene.box for x in (*lot.cards.known, *[""] * lot.cards.hidden)]),
    )
    shown = [(name, letters) for name, letters in stacks if any(letters)]
    room, x, drawn = width - 14.0 * (len(shown) - 1), 0.0, []
    scale = min(1.0, room / sum(_span(len(letters)) for _, letters in shown))
    for name, letters in shown:
        span = scale * _span(len(letters))
        drawn.append(words(x, 11, name, size=12, cls="hk-soft"))
        drawn.append(group(x, 16, _laid(scene, letters, span, down=True)))
        x += span + 14
    return "".join(drawn)


def _add_offer(scene: Scene, seat: Seat, width: float, add: Callable[[float, str], None]) -> None:
    if scene.offer is not None and scene.offer.player == seat.player:
        add(108, _offer(scene, scene.offer, width))


def _offer(scene: Scene, offer: Offered, width: float) -> str:
    """The piles on the table, numbered as a pick names them."""
    title = f"Player {offer.chooser} picks {offer.pick} of {len(offer.among)}"
    drawn = [
        tag("rect", width=width, height=108, rx=8, cls="hk-panel"),
        words(10, 19, title, cls="hk-ink hk-bold"),
    ]
    gap = 16.0
    spans = [_span(max(len(pile), 1)) for pile in offer.piles]
    room = width - 20 - gap * (len(spans) - 1)
    scale = min(1.0, room / sum(spans))
    x = 10.0
    for i, (pile, up, span) in enumerate(zip(offer.piles, offer.open, spans, strict=True)):
        drawn.append(group(x, 28, _cards(scene, pile, span * scale, down=not up)))
        name = f"/{i}" if i in offer.among else "–"
        middle = x + span * scale / 2
        drawn.append(words(middle, 98, name, anchor="middle"))
        x += span * scale + gap
    return "".join(drawn)
