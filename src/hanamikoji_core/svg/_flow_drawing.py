"""The picture of a card flow: from the left, origins, the piles on the table, destinations."""

from __future__ import annotations

from typing import Final

from ..model.places import From, To
from ..protocol.markers import Who
from ._draw import CARD_HEIGHT, CARD_WIDTH, card_back, group, picture, tag, words
from ._flow import Choice, Flow, Pile, Target, flow_text, title_of
from ._words import listed, piles_in_words

__all__ = ["draw_flow"]

_WIDTH: Final = 510
_PAD: Final = 14
_BOX: Final = 58
_ORIGINS: Final = 86  # how wide, as the targets: the longest words fit in wide fonts, too
_PILES: Final = (126, 170)  # where the piles begin, and how wide they may be
_TARGETS: Final = 330

_ORIGIN: Final = {
    From.HAND: ("your", "hand"),
    From.THEIR_HAND: ("opponent's", "hand"),
    From.OWN_SIDE: ("your", "side"),
    From.THEIR_SIDE: ("opponent's", "side"),
    From.DECK_TOP: ("top of", "the deck"),
}
# In the order of the picture: what is the opponent's above, what is yours below.
_PLACE: Final = {
    To.THEIR_HAND: "opponent's hand",
    To.THEIR_SIDE_FACE_DOWN: "opponent's side",
    To.THEIR_SIDE: "opponent's side",
    To.DECK_TOP: "on the deck",
    To.DECK_BOTTOM: "under the deck",
    To.ASIDE: "set aside",
    To.OWN_SIDE: "your side",
    To.OWN_SIDE_FACE_DOWN: "your side",
    To.OWN_HAND: "your hand",
}
_OPEN: Final = (To.OWN_SIDE, To.THEIR_SIDE)
_SCORED_LATER: Final = (To.OWN_SIDE_FACE_DOWN, To.THEIR_SIDE_FACE_DOWN)


def draw_flow(flow: Flow, style: str) -> str:
    """The picture as SVG."""
    targets = sorted(flow.targets, key=lambda target: list(_PLACE).index(target.to))
    origins = list(dict.fromkeys(pile.origin for pile in flow.piles))
    rows = max(len(targets), len(origins))
    body = max(
        rows * (_BOX + 10) - 10, 62 + 44 * bool(flow.choices) + 18 * max(len(flow.choices) - 1, 0)
    )
    middle = 40 + body / 2
    inside = [_heading(flow)]
    if flow.piles:
        for i, origin in enumerate(origins):
            y = middle + (i - (len(origins) - 1) / 2) * (_BOX + 10)
            inside += [_origin(origin, y), _arrow(_PAD + _ORIGINS + 2, y, _PILES[0] - 4, middle)]
        inside.append(_table(flow, middle))
        for i, target in enumerate(targets):
            y = middle + (i - (len(targets) - 1) / 2) * (_BOX + 10)
            inside.append(_arrow(sum(_PILES) + 6, middle, _TARGETS - 4, y))
            which = _which(target, asked=bool(flow.choices))
            inside.append(group(_TARGETS, y - _BOX / 2, _target(target, which)))
    title = f"Marker {flow.number}, {flow.name}: the way of the cards"
    return picture(_WIDTH, 40 + body + _PAD, title, flow_text(flow), style, *inside)


def _heading(flow: Flow) -> str:
    return (
        tag("circle", cx=_PAD + 12, cy=22, r=12, cls="hk-token")
        + words(_PAD + 12, 27, str(flow.number), cls="hk-number", anchor="middle")
        + words(_PAD + 32, 27, title_of(flow), size=15, cls="hk-ink hk-bold", room=_WIDTH - 60)
    )


def _origin(origin: From, y: float) -> str:
    above, below = _ORIGIN[origin]
    return (
        tag("rect", x=_PAD, y=y - 26, width=_ORIGINS, height=52, rx=8, cls="hk-panel")
        + words(_PAD + _ORIGINS / 2, y - 3, above, size=13, anchor="middle")
        + words(_PAD + _ORIGINS / 2, y + 14, below, size=13, anchor="middle")
    )


def _table(flow: Flow, middle: float) -> str:
    """The piles side by side, and below them who picks."""
    left, room = _PILES
    y = middle - CARD_HEIGHT / 2 - 9 * len(flow.choices)
    widths = [_pile_width(pile.size) for pile in flow.piles]
    gap = 10.0
    scale = min(1.0, (room - gap * (len(widths) - 1)) / sum(widths))
    x = left + (room - scale * sum(widths) - gap * (len(widths) - 1)) / 2
    drawn = []
    for pile, width in zip(flow.piles, widths, strict=True):
        drawn.append(
            tag("g", _pile(pile), transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")
        )
        x += width * scale + gap
    note = {True: "shown", False: "face down"}[any(pile.open for pile in flow.piles)]
    if flow.choices:
        drawn.append(words(left + room / 2, y - 8, note, size=13, cls="hk-soft", anchor="middle"))
    for i, choice in enumerate(flow.choices):
        drawn.append(_choice(choice, left + room / 2, y + CARD_HEIGHT + 20 + 18 * i))
    return "".join(drawn)


def _pile_width(size: int) -> float:
    return CARD_WIDTH + 14.0 * (size - 1)


def _pile(pile: Pile) -> str:
    last = pile.size - 1
    return "".join(_blank(14.0 * i, 0, up=pile.open, eye=i == last) for i in range(pile.size))


def _blank(x: float, y: float, *, up: bool, eye: bool = True) -> str:
    """A card of no geisha in particular: an open one bears an eye."""
    if not up:
        return card_back(x, y)
    seen = (
        tag("path", d="M9 25Q18 14 27 25Q18 36 9 25Z", cls="hk-track"),
        tag("circle", cx=18, cy=25, r=3.5, cls="hk-tip"),
    )
    return group(
        x,
        y,
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=4, cls="hk-paper"),
        *(seen if eye else ()),
    )


def _choice(choice: Choice, x: float, y: float) -> str:
    who = "You pick" if choice.who is Who.ACTOR else "Opponent picks"
    text = f"{who} {choice.pick} of {len(choice.among)}"
    return words(x, y, text, cls="hk-ink hk-bold", anchor="middle")


def _which(target: Target, *, asked: bool) -> str:
    """What goes there: piles as a pick names them, if somebody picks."""
    if not target.piles:
        return target.which.removeprefix("what was ")
    return ", ".join(listed(target.piles, "/")) if asked else piles_in_words(target.piles)


def _target(target: Target, which: str) -> str:
    up, width = target.to in _OPEN, _WIDTH - _PAD - _TARGETS
    if up:
        how = "face up"
    elif target.to is To.ASIDE:
        how = "does not score"
    elif target.to in _SCORED_LATER:
        how = "hidden, scores"
    else:
        how = None
    icon = tag("g", _blank(0, 0, up=up), transform="translate(9 10) scale(.75)")
    lines = [line for line in (which, _PLACE[target.to], how) if line]
    top = 34 - 8 * (len(lines) - 1)
    text = [
        words(
            44, top + 16 * i, line, size=13, cls=f"hk-ink{' hk-bold' * (i == 0)}", room=width - 47
        )
        for i, line in enumerate(lines)
    ]
    box = tag("rect", width=width, height=_BOX, rx=8, cls="hk-panel")
    return "".join([box, icon, *text])


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    bend = (x1 + x2) / 2
    line = f"M{x1:g} {y1:g}C{bend:g} {y1:g} {bend:g} {y2:g} {x2 - 6:g} {y2:g}"
    head = f"M{x2 - 8:g} {y2 - 5:g}L{x2:g} {y2:g}L{x2 - 8:g} {y2 + 5:g}Z"
    return tag("path", d=line, cls="hk-arrow") + tag("path", d=head, cls="hk-head")
