"""All kinds of pictures on one page, `approved.html`, which was checked in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    From,
    Game,
    Layout,
    Marker,
    Observation,
    PileMarker,
    Place,
    Row,
    Step,
    Take,
    To,
    Who,
    available_variants,
    parse_move,
    svg,
)
from hanamikoji_core.plugins import Registry
from tests.approved import assert_approved
from tests.golden.games import file_of

from .test_card_flows import Exchange

BASE = available_variants()["base"]
# The box, the hand of player 0, the hand of player 1, the deck. The hands share no letters.
DEAL = "G" + "AABBCC" + "DDDEEE" + "FFFFGGGG"
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Approved pictures</title>
<style>
body{{font-family:sans-serif}}
{style}
</style>
{pictures}
</html>
"""


def after(*moves: str, name: str = "base", deal: str = DEAL) -> Game:
    removed = available_variants()[name].removed
    game = Game.new(name, seed=7, deals=[deal if removed else deal[1:] + deal[0]])
    for move in moves:
        game.play(parse_move(move))
    return game


def won() -> Game:
    return Game.from_transcript(file_of("base").read_text(encoding="utf-8").splitlines()[0])


class Draw(Marker):
    """Two cards of the deck and a hand card change places. Only the player knows which."""

    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards,) for cards in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(2, From.DECK_TOP)
        return Place((To.DECK_TOP, To.OWN_HAND))


class Vote(Marker):
    """Three picks, and all cards go to the same place."""

    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards,) for cards in view.hand.combinations(2)]

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.picks) < 3:
            return Ask(1)
        return Place((To.ASIDE,))


def _on(row: Row, hand_size: int, removed: int = 0) -> Game:
    return Game.new(evolve(BASE, row=row, hand_size=hand_size, removed=removed), seed=7)


def _sort() -> PileMarker:
    return PileMarker(
        5,
        "Sort",
        piles=(1, 2, 3, 1),
        pick=1,
        who=Who.ACTOR,
        picked=To.ASIDE,
        rest=(To.OWN_SIDE, To.THEIR_SIDE, To.OWN_SIDE_FACE_DOWN, To.OWN_SIDE),
        origins=(From.HAND, From.THEIR_SIDE, From.OWN_SIDE, From.HAND),
        text="",
    )


def positions() -> dict[str, str]:
    """Every part of a position, for different viewers."""
    wide = after("1A").state
    wide = evolve(wide, hands=(Cards("AABBCCDDEEFFGG"), Cards("CD")), deck="")
    sold = after("4AA-BB", name="base")
    assert sold.state.offer is not None
    some = evolve(sold.state.offer, among=(1,))
    large = evolve(sold.state.offer, piles=(Cards("AABBCCD"), Cards("DDEEEFF")))
    return {
        "the first turn, for a spectator": svg.position(after()),
        "all cards open": svg.position(after("1A"), covered=False),
        "a pair is to be picked, for who picks": svg.position(after("4AA-BF"), viewer=1),
        "a card is to be picked, for who offers": svg.position(after("3A-B-F"), viewer=0),
        "only one pile can be picked": svg.position(evolve(sold.state, offer=some), viewer=1),
        "large piles": svg.position(evolve(sold.state, offer=large), viewer=1),
        "a blind pick, for who picks": svg.position(
            after("3A-B-F", name="mini-expansion-1"), viewer=1
        ),
        "a card known under the deck": svg.position(after("1A", name="mini-expansion-4"), viewer=0),
        "a known card on the deck": svg.position(
            evolve(after().observe(0), deck=((0, "D"),), deck_size=3)
        ),
        "several cards face down": svg.position(after("1A", "1D", "2BB", "2DE"), viewer=1),
        "a full side": svg.position(evolve(wide, placed=(Cards("AABBC"), Cards("FFFFGG")))),
        "a large hand": svg.position(wide, viewer=0),
        "favors of both": svg.position(
            evolve(wide, favor=(0, 1, None, 0, 1, None, 0), round=3), viewer=1
        ),
        "a game that is won": svg.position(won(), covered=False),
        "a long row": svg.position(_on(Row.of(*[2] * 12), 6, 4), viewer=0),
        "a short row": svg.position(_on(Row.of(3, 5, 7, 5), 6), viewer=0),
    }


def flows() -> dict[str, str]:
    """Every built-in marker, and some that are more complex."""
    ours = Registry.installed(own_only=True).variants
    return {
        **{
            f"{marker.name} of {name}": svg.marker(marker)
            for name, variant in sorted(ours.items())
            for marker in variant.markers[0]
        },
        "piles from several places": svg.marker(_sort()),
        "two questions": svg.marker(Exchange(4, "Exchange", "")),
        "cards drawn and put back": svg.marker(Draw(6, "Draw", "")),
        "three questions and one place": svg.marker(Vote(5, "Vote", "")),
    }


def test_pictures_match_the_approved_ones() -> None:
    pictures = {**positions(), **flows()}
    assert all(picture.count(svg.STYLE) == 1 for picture in pictures.values())
    drawn = "\n".join(
        f"<h2>{escape(name)}</h2>\n{picture.replace(f'<style>{svg.STYLE}</style>', '')}"
        for name, picture in pictures.items()
    )

    page = PAGE.format(style=svg.STYLE.replace("}", "}\n"), pictures=drawn)

    assert_approved(Path(__file__).with_name("approved.html"), page.replace("><", ">\n<"))
