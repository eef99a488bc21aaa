"""Drawing: valid elements, nothing outside the picture, nothing that overlaps."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import dist

import pytest
from attrs import evolve

from hanamikoji_core import (
    ActionMarker,
    Cards,
    Engine,
    FaceDown,
    From,
    Game,
    PileMarker,
    Row,
    To,
    Who,
    available_variants,
    svg,
)
from hanamikoji_core.model.knowledge import ONLY
from hanamikoji_core.svg._draw import shape
from hanamikoji_core.svg._flow import flow_of
from tests.svg.reading import Drawn, drawn, inside
from tests.svg.test_card_flows import MARKERS, Exchange
from tests.svg.test_positions import played

#: The attributes of each element: those it must have, and those it may have.
ATTRIBUTES: dict[str, tuple[set[str], set[str]]] = {
    "svg": ({"viewBox", "width", "height", "role", "class"}, set()),
    "title": (set(), set()),
    "desc": (set(), set()),
    "style": (set(), set()),
    "g": ({"transform"}, set()),
    "rect": ({"width", "height", "rx", "class"}, {"x", "y"}),
    "circle": ({"cx", "cy", "r", "class"}, set()),
    "path": ({"d", "class"}, set()),
    "text": ({"x", "y", "font-size", "class"}, {"text-anchor"}),
}
NUMBER = r"-?\d+(\.\d+)?"
WORDS = {
    "viewBox": rf"0 0 {NUMBER} {NUMBER}",
    "role": "img",
    "class": r"hk(-[a-z0-9]+)?( hk-[a-z0-9]+)?",
    "transform": rf"translate\({NUMBER} {NUMBER}\)( scale\((\d*\.)?\d+\))?",
    "d": rf"M([MLHVCQAZhl ]|{NUMBER})+Z?",
    "text-anchor": "middle|end",
}
TABLE = {"hands": "", "lots": "1A 1D 2BB 2DE", "offer": "3A-B-F", "pairs": "4AB-CF"}


def the_end() -> str:
    game = Game.new("base", seed=1)
    while game.outcome is None:
        game.play(game.legal_moves()[0])
    return svg.position(game)


def with_lots() -> str:
    lots = [FaceDown(Cards("D" * n), 0, n, 0, ONLY[0]) for n in (1, 2, 3)]
    return svg.position(evolve(played().state, facedown=tuple(lots)), viewer=0)


def with_both_sides() -> str:
    return svg.position(evolve(played().state, placed=(Cards("AABGGG"), Cards("BCCCC"))))


def with_a_known_deck() -> str:
    return svg.position(evolve(played().observe(0), deck=((0, "F"),)))


def a_known_deck_of_many() -> str:
    return svg.position(evolve(played().observe(0), deck=((30, "F"),), deck_size=40))


def a_long_row() -> str:
    long = evolve(available_variants()["base"], row=Row.of(*[2] * 12), removed=4)
    return svg.position(Engine(long).start(seed=7), viewer=0, variant=long)


SORTED = PileMarker(
    5,
    "Sort",
    piles=(1, 2, 3),
    pick=1,
    who=Who.ACTOR,
    picked=To.ASIDE,
    rest=(To.OWN_SIDE, To.THEIR_SIDE_FACE_DOWN, To.OWN_SIDE),
    origins=(From.HAND, From.THEIR_SIDE, From.OWN_SIDE),
    text="",
)
LONG = PileMarker(
    6,
    "A marker whose name is as long as a sentence and then some words more",
    piles=(1,) * 7,
    pick=1,
    rest=(To.OWN_SIDE, To.ASIDE) * 3 + (To.OWN_SIDE,),
    text="",
)
POSITIONS: dict[str, Callable[[], str]] = {
    **{
        f"{name} {viewer}": lambda moves=moves, viewer=viewer: svg.position(  # type: ignore[misc]
            played(*moves.split()), viewer=viewer
        )
        for name, moves in TABLE.items()
        for viewer in (0, None)
    },
    "open": lambda: svg.position(played("1A", "1D", "2BB"), covered=False),
    "of a state": lambda: svg.position(played("1A").state),
    "the end": the_end,
    "lots": with_lots,
    "both sides": with_both_sides,
    "favors": lambda: svg.position(evolve(played().state, favor=(0, 1, None, 1, 0, 0, 1))),
    "a known deck": with_a_known_deck,
    "a large known deck": a_known_deck_of_many,
    "a long row": a_long_row,
}
FLOWS: dict[str, ActionMarker] = {
    **MARKERS,
    "in code": Exchange(1, "Exchange", ""),
    "many places": SORTED,
    "long words": LONG,
}
PICTURES: dict[str, Callable[[], str]] = {
    **POSITIONS,
    **{name: lambda marker=marker: svg.marker(marker) for name, marker in FLOWS.items()},  # type: ignore[misc]
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_element_has_valid_attributes(name: str) -> None:
    for thing in drawn(PICTURES[name]()):
        needed, allowed = ATTRIBUTES[thing.tag]
        assert needed <= set(thing.attributes) <= needed | allowed
        for key, value in thing.attributes.items():
            assert re.fullmatch(WORDS.get(key, NUMBER), value), f"{thing.tag} {key}={value}"


@pytest.mark.parametrize("name", PICTURES)
def test_every_class_has_a_style(name: str) -> None:
    styled = set(re.findall(r"\.(hk[-a-z0-9]*)", svg.STYLE))
    used = {word for thing in drawn(PICTURES[name]()) for word in thing.classes}
    assert used <= styled


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_drawn_outside_the_picture(name: str) -> None:
    root, *things = drawn(PICTURES[name]())
    for thing in things:
        if thing.tag in ("rect", "circle", "text"):
            assert 0 <= thing.left <= thing.right <= float(root.attributes["width"]), thing
            assert 0 <= thing.top <= thing.bottom <= float(root.attributes["height"]), thing


@pytest.mark.parametrize(
    ("kind", "corners"), [(1, 3), (2, 4), (3, 4), (4, 6), (5, 5), (6, 10), (7, 12), (9, 3), (12, 6)]
)
def test_a_sign_has_its_corners_fits_its_radius_and_is_symmetric(kind: int, corners: int) -> None:
    (sign,) = drawn(shape(kind, 100, 200, 10))
    assert sign.classes == ["hk-sign", f"hk-c{kind % 7}"]
    # The start of the path, and the ends of its lines and arcs (after five numbers).
    ends = re.findall(rf"[ML]({NUMBER}) ({NUMBER})|A(?:\S+ ){{5}}({NUMBER}) ({NUMBER})", sign.d)
    points = {tuple(round(float(n), 1) for n in end if re.fullmatch(NUMBER, n)) for end in ends}
    assert len(points) == corners
    least = 4 if kind in (6, 7) else 7  # A star and a cross have inner corners.
    assert all(least <= dist((100, 200), point) <= 12 for point in points)
    assert points == {(round(200 - x, 1), y) for x, y in points}
    assert 10 <= max(y for _, y in points) - min(y for _, y in points) <= 23


@pytest.mark.parametrize("kind", [0, 8, 16, 24])
def test_the_first_sign_is_a_disc(kind: int) -> None:
    (sign,) = drawn(shape(kind, 100, 200, 10))
    assert (sign.tag, sign.x, sign.y) == ("circle", 100, 200)
    assert 8 <= float(sign.attributes["r"]) <= 10


def cards(things: list[Drawn]) -> list[Drawn]:
    return [t for t in things if t.tag == "rect" and (t.width, t.height) == (36, 50)]


def panels(name: str, *classes: str) -> list[Drawn]:
    return [t for t in drawn(PICTURES[name]()) if t.tag == "rect" and {*classes} & {*t.classes}]


@pytest.mark.parametrize("name", FLOWS)
def test_panels_of_a_flow_do_not_overlap(name: str) -> None:
    found = panels(name, "hk-panel")
    for i, one in enumerate(found):
        assert not any(one.meets(other) for other in found[:i])
    for card in [t for t in drawn(PICTURES[name]()) if "hk-back" in t.classes]:
        assert not any(card.meets(panel) and not inside(card, panel) for panel in found)


def bands(name: str) -> list[list[Drawn]]:
    """The parts of a position from top to bottom: seats, sides and the row."""
    _, *things = drawn(PICTURES[name]())
    parts: dict[int, list[Drawn]] = {}
    for thing in things:
        if thing.part is not None and thing.tag in ("rect", "circle", "text"):
            parts.setdefault(thing.part, []).append(thing)
    return list(parts.values())


@pytest.mark.parametrize("name", POSITIONS)
def test_seats_sides_and_the_row_do_not_overlap(name: str) -> None:
    for above, below in pairwise(bands(name)):
        assert max(t.bottom for t in above) <= min(t.top for t in below)


def test_placed_cards_are_in_the_column_of_their_geisha() -> None:
    name = "both sides"
    geisha = [t for t in drawn(PICTURES[name]()) if (t.width, t.height) == (54, 84)]
    letters = {t.text: i for i, t in enumerate(letters_of(name, "17"))}
    assert [g.left for g in geisha] == sorted({g.left for g in geisha})
    assert not any(a.meets(b) for a, b in pairwise(geisha))
    row = next(i for i, band in enumerate(bands(name)) if geisha[0] in band)
    for band, placed in ((bands(name)[row - 1], "BCCCC"), (bands(name)[row + 1], "AABGGG")):
        texts = [thing for thing in band if thing.tag == "text"]
        assert "".join(text.text for text in texts) == placed
        for card, text in zip(cards(band), texts, strict=True):
            column = geisha[letters[text.text]]
            assert column.left <= card.left <= card.right <= column.right
            assert inside(text, card)
        # The letter of a covered card stays visible.
        for below, above in pairwise(cards(band)):
            if below.left == above.left:
                assert below.top + 15 <= above.top


def letters_of(name: str, size: str) -> list[Drawn]:
    return [
        t
        for t in drawn(PICTURES[name]())
        if t.tag == "text" and t.attributes["font-size"] == size and len(t.text) == 1
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_a_number_is_in_the_middle_of_its_disc(name: str) -> None:
    things = drawn(PICTURES[name]())
    for disc, number in pairwise(things):
        if {"hk-token", "hk-spent"} & {*disc.classes}:
            assert number.text.isdecimal()
            assert number.attributes["text-anchor"] == "middle"
            assert number.x == disc.x
            assert abs(number.y - 5 - disc.y) <= 1


def test_cards_face_down_do_not_overlap_the_hand() -> None:
    picture = with_lots()
    last = max(t.part for t in drawn(picture) if t.part is not None)
    faces = [t for t in cards(drawn(picture)) if t.part == last]
    down = [t for t in faces if "hk-back" in t.classes]
    own = [t for t in faces if "hk-paper" in t.classes]
    assert (len(own), len(down)) == (7, 6)
    assert not any(a.meets(b) for a in own for b in down)
    assert not any(a.meets(b) for i, a in enumerate(down) for b in down[:i])


@pytest.mark.parametrize("name", FLOWS)
def test_an_arrow_ends_in_a_head_that_points_along_it(name: str) -> None:
    things = drawn(PICTURES[name]())
    arrows = [pair for pair in pairwise(things) if pair[0].classes == ["hk-arrow"]]
    assert arrows
    for line, head in arrows:
        *_, end = points_of(line)
        back, tip, other = points_of(head)
        assert head.classes == ["hk-head"]
        assert back[0] == other[0] < end[0] < tip[0]
        assert tip[1] == end[1] == (back[1] + other[1]) / 2 != back[1]


def points_of(path: Drawn) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.d)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("name", FLOWS)
def test_the_last_card_of_an_open_pile_shows_an_eye(name: str) -> None:
    flow, things = flow_of(FLOWS[name]), drawn(PICTURES[name]())
    eyes = [thing for thing in things if thing.tag == "circle" and "hk-tip" in thing.classes]
    places = [target for target in flow.targets if target.to in (To.OWN_SIDE, To.THEIR_SIDE)]
    assert len(eyes) == sum(pile.open for pile in flow.piles) + len(places)
    open_cards = [card for card in things if card.classes == ["hk-paper"]]
    for eye in eyes:
        on = [card for card in open_cards if inside(eye, card)]
        assert on
        assert abs((on[-1].left + on[-1].right) / 2 - eye.x) < 0.1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("thing", "ground", "least"),
    [
        ("won", "paper", 3),  # the bar at the owner's edge, on the card ...
        ("won", "mat", 3),  # ... and on the background
        ("tip", "favor", 3),
        ("tip", "paper", 3),
        ("token", "mat", 3),
        ("arrow", "mat", 3),
        ("head", "mat", 3),
        ("spent", "mat", 3),
        ("weave", "back", 3),
        ("number", "token", 4.5),
        ("type", "paper", 4.5),
        ("ink", "mat", 4.5),
        ("ink", "panel", 4.5),
        ("soft", "mat", 4.5),
        ("soft", "panel", 4.5),
    ],
)
def test_meaningful_shapes_have_enough_contrast(
    theme: str, thing: str, ground: str, least: float
) -> None:
    light, dark = luminance(thing, theme), luminance(ground, theme)
    low, high = sorted((light, dark))
    assert (high + 0.05) / (low + 0.05) >= least


def luminance(name: str, theme: str) -> float:
    """The relative luminance of the colour of a class, as defined by WCAG 2."""
    (rule,) = re.findall(rf"\.hk-{name}{{([^}}]*)}}", svg.STYLE)
    colour = re.sub(r"var\((--[-\w]+)\)", lambda found: variables(theme)[found[1]], rule)
    (red, green, blue) = re.findall(r"(?:fill|stroke):#(..)(..)(..)", colour)[0]
    parts = [int(part, 16) / 255 for part in (red, green, blue)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def variables(theme: str) -> dict[str, str]:
    block = svg.STYLE.partition(f"[data-theme={theme}] .hk{{")[2].partition("}")[0]
    return dict(pair.split(":") for pair in block.split(";"))


def test_long_texts_are_made_to_fit() -> None:
    root, *things = drawn(svg.marker(LONG))
    words = {thing.text: thing for thing in things if thing.tag == "text"}
    title = words[LONG.name]
    assert 390 < title.right < float(root.attributes["width"]) - 14
    label = words["/0, /2, /4, /6"]
    (panel,) = [t for t in things if t.classes == ["hk-panel"] and t.meets(label)]
    assert label.right < panel.right - 5


def test_letters_of_other_scripts_count_as_wide() -> None:
    sizes = []
    for letter in "i密W":
        marker = evolve(LONG, name=letter * 40)
        (title,) = [t for t in drawn(svg.marker(marker)) if t.tag == "text" and len(t.text) == 40]
        sizes.append(float(title.attributes["font-size"]))
    assert sizes[0] == 15 > sizes[1] > sizes[2] > 8


@pytest.mark.parametrize("name", FLOWS)
def test_the_text_of_a_panel_stays_inside(name: str) -> None:
    things = drawn(PICTURES[name]())
    for panel in panels(name, "hk-panel"):
        words = [t for t in things if t.tag == "text" and t.meets(panel)]
        assert words
        assert all(panel.top < text.top and text.bottom < panel.bottom for text in words)
        assert all(panel.left < text.left and text.right < panel.right for text in words)
        assert not any(one.meets(other) for i, one in enumerate(words) for other in words[:i])
