"""Writes SVG elements, and the shapes that all pictures share.

No element has an id, so a page can contain any number of pictures.
"""

from __future__ import annotations

import math
from html import escape
from typing import Final
from unicodedata import east_asian_width

__all__ = ["card_back", "card_face", "group", "picture", "shape", "tag", "words"]

CARD_WIDTH: Final = 36
CARD_HEIGHT: Final = 50
COLOURS: Final = 7


def tag(name: str, *inside: str, **attributes: object) -> str:
    """One element. ``cls`` is the class attribute, and ``_`` in a name becomes ``-``."""
    given = "".join(
        f' {"class" if key == "cls" else key.replace("_", "-")}="{_plain(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{''.join(inside)}</{name}>" if inside else f"<{name}{given}/>"


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))


def group(x: float, y: float, *inside: str) -> str:
    """Elements moved to a position."""
    return tag("g", *inside, transform=f"translate({_plain(float(x))} {_plain(float(y))})")


def words(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 14,
    cls: str = "hk-ink",
    anchor: str = "start",
    room: float = math.inf,
) -> str:
    """One line of text with its baseline at `y`, made smaller if it is wider than `room`."""
    more = {} if anchor == "start" else {"text_anchor": anchor}
    size = min(size, room / max(_ems(text, bold="hk-bold" in cls), 1))
    return tag("text", escape(text), x=x, y=y, font_size=size, cls=cls, **more)


def _ems(text: str, *, bold: bool) -> float:
    """The approximate width in DejaVu Sans, the widest font in the style sheet."""
    wide = sum(
        0.4 if letter in "fijlrtI.,:;'|!()[]/ " else 0.78 if letter.isupper() else 0.68
        for letter in text
    ) + 0.32 * sum(letter in "mwMW" or east_asian_width(letter) in "FW" for letter in text)
    return wide if bold else 0.89 * wide


def picture(width: float, height: float, title: str, text: str, style: str, *inside: str) -> str:
    """A complete picture with a background and a text alternative."""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(text)),
        *([tag("style", style)] if style else []),
        tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, cls="hk-mat"),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {_plain(width)} {_plain(height)}",
        width=width,
        height=height,
        cls="hk",
    )


def shape(kind: int, x: float, y: float, radius: float) -> str:
    """The sign of the geisha with this index. Each has her own shape and colour."""
    cls = f"hk-sign hk-c{kind % COLOURS}"
    form = kind % 8
    if form == 0:
        return tag("circle", cx=x, cy=y, r=radius * 0.9, cls=cls)
    if form == 5:
        return tag("path", d=_petals(x, y, radius), cls=cls)
    return tag("path", d=_polygon(_corners(form), x, y, radius), cls=cls)


def _corners(form: int) -> list[tuple[float, float]]:
    """The corners of a shape, in units of its radius, with y pointing down."""
    if form == 1:
        return _ring(3, (1.1,))
    if form == 2:
        return [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]
    if form == 3:
        return [(0.0, -1.1), (0.85, 0.0), (0.0, 1.1), (-0.85, 0.0)]
    if form == 4:
        return _ring(6, (1.0,))
    if form == 6:
        return _ring(10, (1.15, 0.5))
    arm = [(-0.35, -1.0), (0.35, -1.0), (0.35, -0.35)]
    turned = list(arm)
    for _ in range(3):
        arm = [(-y, x) for x, y in arm]
        turned += arm
    return turned


def _ring(corners: int, radii: tuple[float, ...]) -> list[tuple[float, float]]:
    angles = [2 * math.pi * i / corners for i in range(corners)]
    return [
        (radii[i % len(radii)] * math.sin(angle), -radii[i % len(radii)] * math.cos(angle))
        for i, angle in enumerate(angles)
    ]


def _polygon(corners: list[tuple[float, float]], x: float, y: float, radius: float) -> str:
    points = [f"{_plain(x + radius * dx)} {_plain(y + radius * dy)}" for dx, dy in corners]
    return f"M{'L'.join(points)}Z"


def _petals(x: float, y: float, radius: float) -> str:
    """Five round petals as one outline."""
    # Each petal is an arc between two neighbouring gaps.
    gaps = [
        (x + radius * 0.72 * math.sin(a), y - radius * 0.72 * math.cos(a))
        for a in (2 * math.pi * (i - 0.5) / 5 for i in range(5))
    ]
    arc = _plain(radius * 0.48)
    arcs = "".join(
        f"A{arc} {arc} 0 1 1 {_plain(gx)} {_plain(gy)}" for gx, gy in [*gaps[1:], gaps[0]]
    )
    return f"M{_plain(gaps[0][0])} {_plain(gaps[0][1])}{arcs}Z"


def card_face(kind: int, letter: str, x: float, y: float) -> str:
    """An item card, face up. Its letter and sign stay visible under the next card."""
    return group(
        x,
        y,
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=4, cls="hk-paper"),
        words(5, 15, letter, size=15, cls="hk-type"),
        shape(kind, 26, 10, 6),
        shape(kind, 18, 34, 10),
    )


def card_back(x: float, y: float, letter: str = "", kind: int = 0) -> str:
    """A card, face down. If the viewer knows it, a window shows its letter."""
    weave = "".join(f"M4 {14 + 12 * i}L18 {6 + 12 * i}L32 {14 + 12 * i}" for i in range(4))
    inside = [
        tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=4, cls="hk-back"),
        tag("path", d=weave, cls="hk-weave"),
    ]
    if letter:
        inside += [
            tag("rect", x=4, y=14, width=28, height=22, rx=3, cls="hk-paper"),
            words(7, 31, letter, size=15, cls="hk-type"),
            shape(kind, 25, 25, 4.5),
        ]
    return group(x, y, *inside)
