"""Reads the content of a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from attrs import frozen

from hanamikoji_core import Game, svg


def texts(picture: str) -> list[str]:
    """All texts of the drawing, in order."""
    root = ElementTree.fromstring(picture)
    return [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]


def letters_drawn(picture: str, among: str = "ABCDEFGHIJKL") -> list[str]:
    """The sorted letters on item cards, without the row of geisha."""
    root = ElementTree.fromstring(picture)
    return sorted(
        e.text
        for e in root.iter("{http://www.w3.org/2000/svg}text")
        if e.text and e.text in among and e.get("font-size") == "15" and len(e.text) == 1
    )


def description(game: Game, viewer: int | None) -> str:
    """The text alternative, after checking that it is the same as `position_text`."""
    text = svg.position_text(game, viewer=viewer)
    root = ElementTree.fromstring(svg.position(game, viewer=viewer))
    assert text == f"{root[0].text}. {root[1].text}"
    return text


@frozen
class Drawn:
    """An element with its place in the picture. `part` is the number of its outermost group."""

    tag: str
    attributes: dict[str, str]
    text: str
    x: float
    y: float
    scale: float
    part: int | None

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def d(self) -> str:
        return self.attributes["d"]

    @property
    def width(self) -> float:
        return self._number("width")

    @property
    def height(self) -> float:
        return self._number("height")

    @property
    def left(self) -> float:
        anchor = self.attributes.get("text-anchor", "start")
        return self.x - self._number("r") - self._length * {"middle": 0.5, "end": 1}.get(anchor, 0)

    @property
    def right(self) -> float:
        if self.tag == "text":
            return self.left + self._length
        return self.x + self.width + self._number("r")

    @property
    def top(self) -> float:
        return self.y - self._number("r") - 0.7 * self._number("font-size")

    @property
    def bottom(self) -> float:
        return self.y + self.height + self._number("r")

    @property
    def _length(self) -> float:
        """The approximate length of a text: half its size for each letter."""
        return 0.5 * self._number("font-size") * len(self.text)

    def _number(self, key: str) -> float:
        return float(self.attributes.get(key, 0)) * self.scale

    def meets(self, other: Drawn) -> bool:
        """Whether two boxes overlap. Sharing an edge does not count."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def inside(small: Drawn, large: Drawn) -> bool:
    """Whether one box is inside the other."""
    return (
        large.left <= small.left
        and small.right <= large.right
        and large.top <= small.top
        and small.bottom <= large.bottom
    )


def drawn(picture: str) -> list[Drawn]:
    """Every element in document order."""
    return list(_walk(ElementTree.fromstring(picture), 0, 0, 1, None))


def _walk(
    element: ElementTree.Element, x: float, y: float, scale: float, part: int | None
) -> Iterator[Drawn]:
    given = dict(element.attrib)
    tag = element.tag.rpartition("}")[2]
    move = [float(number) for number in re.findall(r"-?[\d.]+", given.get("transform", ""))]
    x, y = x + scale * (move[0] if move else 0), y + scale * (move[1] if move else 0)
    scale *= move[2] if len(move) > 2 else 1
    here_x = float(given.get("x", given.get("cx", 0)))
    here_y = float(given.get("y", given.get("cy", 0)))
    yield Drawn(tag, given, element.text or "", x + scale * here_x, y + scale * here_y, scale, part)
    for number, child in enumerate(element):
        outermost = number if tag == "svg" and child.tag.endswith("}g") else part
        yield from _walk(child, x, y, scale, outermost)
