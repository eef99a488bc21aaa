"""Reading a picture again: what stands in it."""

from __future__ import annotations

from xml.etree import ElementTree

from hanamikoji_core import Game, svg


def texts(picture: str) -> list[str]:
    """All texts of the drawing, in its order."""
    root = ElementTree.fromstring(picture)
    return [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]


def letters_drawn(picture: str, among: str = "ABCDEFGHIJKL") -> list[str]:
    """The letters on cards, sorted; those of the row itself are left out."""
    root = ElementTree.fromstring(picture)
    return sorted(
        e.text
        for e in root.iter("{http://www.w3.org/2000/svg}text")
        if e.text and e.text in among and e.get("font-size") == "15" and len(e.text) == 1
    )


def description(game: Game, viewer: int | None) -> str:
    """The picture in words, and proof that both say the same."""
    text = svg.position_text(game, viewer=viewer)
    root = ElementTree.fromstring(svg.position(game, viewer=viewer))
    assert text == f"{root[0].text}. {root[1].text}"
    return text
