"""Card flows: drawn from what a marker says of itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

from hanamikoji_core import (
    Action,
    ActionMarker,
    Ask,
    Cards,
    From,
    Glimpse,
    Layout,
    Marker,
    Observation,
    Pick,
    PileMarker,
    Place,
    Step,
    Take,
    To,
    Who,
    available_variants,
    svg,
)
from hanamikoji_core.model.knowledge import NO_CARDS
from tests.svg.reading import texts

MARKERS = {
    f"{name}/{marker.number}": marker
    for name, variant in available_variants().items()
    for marker in variant.markers[0]
}

TOLD = {
    "base/1": "Secret: one card of your hand is laid down. It goes to your side, face down until "
    "scoring.",
    "base/2": "Trade-off: two cards of your hand are laid down. They go aside, face down, not "
    "scored.",
    "base/3": "Gift: three cards of your hand are laid out one by one, face up. The opponent picks "
    "one of three piles. What was picked goes to the opponent's side, face up; the rest goes to "
    "your side, face up.",
    "base/4": "Competition: four cards of your hand are laid out in piles of 2 and 2, face up. The "
    "opponent picks one of two piles. What was picked goes to the opponent's side, face up; the "
    "rest goes to your side, face up.",
    "mini-expansion-1/3": "Action 3: three cards of your hand are laid out one by one, face down. "
    "The opponent picks two of three piles. What was picked goes aside, face down, not scored; the "
    "rest goes to your side, face down until scoring.",
    "mini-expansion-4/1": "Referral: one card of your hand is laid down. One card from the top of "
    "the deck is taken. What was laid goes under the deck; what was taken goes to your side, face "
    "down until scoring.",
}


@pytest.mark.parametrize("name", sorted(TOLD))
def test_a_flow_says_what_the_rule_says(name: str) -> None:
    assert svg.marker_text(MARKERS[name]) == TOLD[name]


@pytest.mark.parametrize("name", sorted(MARKERS))
def test_every_marker_has_a_picture_with_its_words(name: str) -> None:
    marker = MARKERS[name]
    root = ElementTree.fromstring(svg.marker(marker))
    assert root.get("role") == "img"
    assert root[0].text == f"Marker {marker.number}, {marker.name}: the way of the cards"
    assert root[1].text == svg.marker_text(marker)
    assert len(texts(svg.marker(marker))) > 3


def test_the_drawing_says_who_picks_and_where_cards_go() -> None:
    drawn = texts(svg.marker(MARKERS["base/3"]))
    assert "Opponent picks 1 of 3" in drawn
    assert drawn[-6:] == [
        "picked",
        "opponent's side",
        "face up",
        "the rest",
        "your side",
        "face up",
    ]


def test_a_pick_by_the_actor_and_places_for_each_pile() -> None:
    marker = PileMarker(
        5,
        "Sort",
        piles=(1, 1, 1),
        pick=1,
        who=Who.ACTOR,
        picked=To.ASIDE,
        rest=(To.OWN_SIDE, To.THEIR_SIDE, To.OWN_SIDE),
        origins=(From.HAND, From.HAND, From.OWN_SIDE),
        text="",
    )
    told = svg.marker_text(marker)
    assert "One card of your side is laid down." in told
    assert "The acting player picks one of three piles." in told
    assert "piles 0 and 2 go to your side, face up; pile 1 goes to the opponent's side" in told
    drawn = texts(svg.marker(marker))
    assert "You pick 1 of 3" in drawn
    assert {"/0, /2", "/1"} <= set(drawn)  # as a pick is typed


def test_piles_of_a_play_are_numbered_from_nought_and_many_in_a_row_together() -> None:
    rest = (*(To.OWN_SIDE,) * 4, To.ASIDE, To.OWN_SIDE)
    marker = PileMarker(5, "Sort", piles=(1,) * 6, rest=rest, text="")
    assert "Piles 0 to 3 and 5 go to your side, face up; pile 4 goes aside" in (
        svg.marker_text(marker)
    )
    assert {"piles 0 to 3 and 5", "pile 4"} <= set(texts(svg.marker(marker)))


class Exchange(Marker):
    """Two questions and a card from the other hand."""

    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards,) for cards in view.hand.combinations(2)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_HAND, shown=True)
        if not action.picks:
            return Ask(1, who=Who.ACTOR)
        if len(action.picks) == 1:
            return Ask(1, among=(1,), shown=(False, True))
        return Place((To.THEIR_HAND, To.OWN_SIDE))


def test_a_marker_in_code_is_followed_and_what_always_happens_is_no_example() -> None:
    told = svg.marker_text(Exchange(1, "Exchange", ""))
    assert told == (
        "Exchange: two cards of your hand are laid down. One card of the opponent's hand, at "
        "random, is taken. The acting player picks one of two piles. The opponent picks one of one "
        "pile. What was laid goes to the opponent's hand; what was taken goes to your side, face "
        "up."
    )
    assert "Exchange" in texts(svg.marker(Exchange(1, "Exchange", "")))


class OneOrTwo(Marker):
    """One card goes to the own side, or two go aside."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards,) for size in (1, 2) for cards in view.hand.combinations(size)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE if action.piles[0].size == 1 else To.ASIDE,))


class ByAnswer(Marker):
    """The opponent says where the card goes."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards, NO_CARDS) for cards in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(1)
        return Place((To.OWN_SIDE if action.picks[0].piles == (0,) else To.ASIDE,) * 2)


class ByCard(OneOrTwo):
    """An A goes to the own side, any other card aside."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(cards,) for cards in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE if "A" in action.piles[0].known else To.ASIDE,))


@pytest.mark.parametrize("kind", [OneOrTwo, ByAnswer, ByCard])
def test_one_way_among_others_is_told_and_drawn_as_an_example(kind: type[Marker]) -> None:
    marker = kind(1, "Way", "")
    assert svg.marker_text(marker).startswith("Way, for example: one card of your hand is laid ")
    assert svg.marker_text(marker).endswith("to your side, face up.")
    assert "Way, for example" in texts(svg.marker(marker))


class Refuses(OneOrTwo):
    """Two cards need a position that is not this one."""

    def step(self, view: Observation, action: Action) -> Step:
        if action.piles[0].size == 2:
            raise LookupError
        return Place((To.OWN_SIDE,))


def test_a_way_that_cannot_be_followed_is_left_out() -> None:
    told = svg.marker_text(Refuses(1, "Way", ""))
    assert told == "Way: one card of your hand is laid down. It goes to your side, face up."


def test_a_marker_in_code_is_asked_at_a_table_that_could_be() -> None:
    seen: list[Observation] = []
    asked: list[Action] = []

    class Curious(Exchange):
        def plays(self, view: Observation) -> Iterable[Layout]:
            seen.append(view)
            return super().plays(view)

        def step(self, view: Observation, action: Action) -> Step:
            seen.append(view)
            asked.append(action)
            return super().step(view, action)

    svg.marker(Curious(1, "Curious", ""))

    laid, taken = Glimpse(Cards("AB"), 2), Glimpse(Cards(), 1)
    assert asked[:6] == [
        Action((laid,), 1),
        Action((laid, taken), 1),
        Action((laid, taken), 1, (Pick((0,)),)),
        Action((laid, taken), 1, (Pick((0,)), Pick((1,)))),
        Action((laid, taken), 1, (Pick((1,)),)),
        Action((laid, taken), 1, (Pick((1,)), Pick((1,)))),
    ]
    view, *others = seen
    assert len(others) == len(asked) == 6 * 21  # every pair of seven cards
    assert others == [view] * len(others)
    deck = available_variants()["base"].row.deck
    assert view.row == available_variants()["base"].row
    assert (view.viewer, view.to_move, view.starting_player, view.round) == (0, 0, 0, 1)
    assert (view.hand, view.hand_sizes) == (Cards("ABCDEFG"), (7, 6))
    placed = sum(map(len, view.placed))
    assert sum(view.hand_sizes) + placed + view.deck_size == len(deck)
    assert view.hand + view.placed[0] + view.placed[1] <= deck
    assert view.favor == view.row.no_favor
    assert view.used == (frozenset(), frozenset())
    nothing = (view.deck, view.deck_marks, view.facedown, view.sightings, view.legal_moves)
    assert nothing == ((),) * 5
    assert (view.offer, view.outcome) == (None, None)


class Peek(Marker):
    """Of two cards one is shown; cards of the deck and of the other hand are taken."""

    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(Cards("A"), Cards("B"))]

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.taken) < 2:
            return Take(1, (From.THEIR_HAND, From.DECK_TOP)[len(action.taken)])
        if not action.picks:
            return Ask(1, among=(0, 1), shown=(True, False, False, False))
        return Place((To.OWN_SIDE, To.ASIDE, To.OWN_HAND, To.DECK_TOP))


def test_which_piles_are_shown_and_all_that_is_taken_is_told() -> None:
    told = svg.marker_text(Peek(1, "Peek", ""))
    assert "two cards of your hand are laid out one by one, one of them face up. " in told
    assert "One card of the opponent's hand, at random, is taken. " in told
    assert "One card from the top of the deck is taken. " in told


class Broken(Marker):
    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(Cards("A"),)]


class Endless(Broken):
    def step(self, view: Observation, action: Action) -> Step:
        return Ask(1)


class Branching(Endless):
    """Ever more ways, of which none comes to an end."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(Cards("A"), Cards("B"), Cards("C"))]


class Silent(Broken):
    def step(self, view: Observation, action: Action) -> Step:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(
    "marker", [kind(1, "Odd", "") for kind in (Broken, Endless, Branching, Silent, Marker)]
)
def test_a_marker_that_cannot_be_followed_has_a_picture_of_its_name(marker: ActionMarker) -> None:
    assert svg.marker_text(marker) == "Odd."
    assert texts(svg.marker(marker)) == ["1", "Odd"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"rest": To.OWN_SIDE}, "face up"),
        ({"rest": To.ASIDE}, "face down"),
        ({"rest": To.OWN_SIDE, "pick": 1, "shown": True}, "face up"),
        ({"rest": To.OWN_SIDE, "pick": 1, "shown": False}, "face down"),
    ],
)
def test_piles_lie_open_that_are_shown_or_go_to_an_open_place(
    fields: dict[str, Any], told: str
) -> None:
    marker = PileMarker(1, "Two", piles=(1, 1), text="", **fields)
    assert f"are laid out one by one, {told}." in svg.marker_text(marker)


def test_a_pick_of_the_only_pile_is_told() -> None:
    marker = PileMarker(1, "One", piles=(2,), pick=1, rest=To.ASIDE, text="")
    assert "the rest goes aside" in svg.marker_text(marker)


@pytest.mark.parametrize(
    ("to", "lines"),
    [
        (To.OWN_SIDE, ["your side", "face up"]),
        (To.THEIR_SIDE, ["opponent's side", "face up"]),
        (To.OWN_SIDE_FACE_DOWN, ["your side", "hidden, scores"]),
        (To.THEIR_SIDE_FACE_DOWN, ["opponent's side", "hidden, scores"]),
        (To.ASIDE, ["set aside", "does not score"]),
        (To.OWN_HAND, ["your hand"]),
        (To.THEIR_HAND, ["opponent's hand"]),
        (To.DECK_TOP, ["on the deck"]),
        (To.DECK_BOTTOM, ["under the deck"]),
    ],
)
def test_a_place_is_drawn_with_how_cards_lie_there(to: To, lines: list[str]) -> None:
    marker = PileMarker(1, "One", piles=(1,), rest=to, text="")
    assert texts(svg.marker(marker)) == ["1", "One", "your", "hand", *lines]
