"""Piles that are shown in parts, and cards that are taken after somebody saw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
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
    Step,
    Take,
    To,
    Variant,
    Who,
    parse_move,
)

from .plain import gift, reveal
from .swap import SWAP
from .take_back import TAKE_BACK

FIVE = "AABBC" + "DDDEE" + "CEFFFFGGGGG"


class Pair(Marker):
    """Lays out two cards as one pile; `shows` has the part to show at each pick."""

    cost = 2
    shows: Any = ()
    to = To.OWN_SIDE

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(pair,) for pair in view.hand.combinations(2)]

    def step(self, view: Observation, action: Action) -> Step:
        at = len(action.picks)
        if at < len(self.shows):
            return Ask(shown=(self.shows[at],), who=Who.ACTOR)
        return Place((self.to,))


def pair(**fields: Any) -> Pair:
    return type("SomePair", (Pair,), fields)(1, "Pair", "Two cards.")  # type: ignore[no-any-return]


def played(*moves: str, markers: tuple[Any, ...], hand_size: int = 5, deal: str = FIVE) -> Game:
    variant = Variant(name="shown", title="Shown", hand_size=hand_size, markers=markers)
    game = Game.new(variant, deals=[deal])
    for move in moves:
        game.play(parse_move(move))
    return game


def on_offer(game: Game, viewer: int | None) -> str:
    offer = game.observe(viewer).offer
    assert offer is not None
    (pile,) = offer.piles
    return str(pile)


@pytest.mark.parametrize(
    ("shows", "seen"),
    [
        ([Cards("A"), Cards("B"), Cards("A"), True], ["A?", "AB", "AB", "AB"]),
        ([Cards("A"), Cards("A"), False], ["A?", "A?", "A?"]),
        ([Cards("AB"), Cards("A")], ["AB", "AB"]),
        ([False, True, False], ["??", "AB", "AB"]),
    ],
)
def test_a_card_that_was_shown_stays_shown(shows: list[Any], seen: list[str]) -> None:
    game = played("1AB", markers=(pair(shows=shows), reveal(2, 1), gift(3, 2), reveal(4, 4)))

    for pile in seen:
        assert [on_offer(game, viewer) for viewer in (0, 1, None)] == ["AB", pile, pile]
        game.play(parse_move("/0"))


@pytest.mark.parametrize(
    ("shown", "places"),
    [(Cards("A"), []), (Cards("B"), [{-1, -10}])],
    ids=["the same card", "another card"],
)
def test_a_shown_card_removes_its_sighting(shown: Cards, places: list[Any]) -> None:
    """Everyone saw A go to the hand. Then one card of the pair AB is shown."""
    markers = (pair(shows=[shown]), evolve(TAKE_BACK, number=2), reveal(3, 3), reveal(4, 4))
    game = played("3AAB", "3DDD", "2A-C", "2D-E", "1AB", markers=markers)

    own = [s for s in game.observe(1).sightings if s.viewer == 1 and s.cards == Cards("A")]

    assert [set(s.places) for s in own] == places


def test_the_shown_part_of_a_pile_is_remembered_in_the_hand() -> None:
    half = pair(shows=[Cards("A")], to=To.THEIR_HAND, gives=2)
    # Player 1 has one more marker and needs the cards for it.
    markers = ((half,), (reveal(2, 2), gift(3, 3)))
    game = played("1AB", "/0", markers=markers, hand_size=1, deal="ACB" + "ABCDDDEEEFFFFGGGGG")

    assert [(s.viewer, s.cards, set(s.places)) for s in game.observe(None).sightings] == [
        (None, Cards("A"), {-2})
    ]
    assert (0, Cards("AB"), {-2}) in [
        (s.viewer, s.cards, set(s.places)) for s in game.observe(0).sightings
    ]


class Raid(Marker):
    """Place a card face up, with a random card from the opponent's side."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_SIDE)
        return Place((To.OWN_SIDE,) * len(action.piles))


def test_everyone_sees_a_random_card_taken_from_a_side() -> None:
    markers = (Raid(1, "Raid", "Raid."), reveal(2, 2), reveal(3, 3), reveal(4, 4))
    six = "AABBCC" + "DDDEEE" + "FFFFGGGGG"
    taken = set()
    for seed in range(20):
        game = Game.new(Variant(name="raid", title="Raid", markers=markers), deals=[six], seed=seed)
        for move in ("2AB", "1D"):
            game.play(parse_move(move))
        (card,) = Cards("AB") - game.state.placed[0]
        taken.add(card)
        assert game.state.placed[1] == Cards(card + "D")
        assert all(game.observe(viewer).placed == game.state.placed for viewer in (0, 1, None))
    assert taken == {"A", "B"}


def test_no_card_is_taken_from_an_empty_side() -> None:
    markers = (Raid(1, "Raid", "Raid."), reveal(2, 2), reveal(3, 3), reveal(4, 4))
    game = played("1A", markers=markers, hand_size=6, deal="AABBCC" + "DDDEEE" + "FFFFGGGGG")

    assert game.state.placed == (Cards("A"), Cards())


class AsksThenDraws(Marker):
    """Lets the actor pick, then takes the top card of the deck and puts it at the bottom."""

    takes = 1
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(who=Who.ACTOR)
        return Place((To.OWN_SIDE, To.DECK_BOTTOM)) if action.taken else Take(1)


def test_a_marker_may_need_the_table_only_after_a_pick() -> None:
    markers = (AsksThenDraws(1, "Ask", "Ask, then draw."), reveal(2, 1), reveal(3, 3), reveal(4, 4))
    for _ in range(2):  # The second time uses the cache.
        game = played("1A", markers=markers)
        before = game.state.deck
        game.play(parse_move("/0"))
        # E went to the bottom; then player 1 drew an F.
        assert (before, game.state.deck) == ("EFFFFGGGGG", "FFFGGGGGE")
        assert game.observe(0).deck == ((8, "E"),)


def test_a_player_sees_the_opponents_sightings_of_cards_that_they_see() -> None:
    """Player 0 gives A away in a swap. Then player 1 lays out two cards face down."""
    blind = PileMarker(
        2,
        "Blind",
        piles=(1, 1),
        pick=1,
        shown=False,
        picked=To.ASIDE,
        rest=To.OWN_SIDE_FACE_DOWN,
        text="Two cards, face down.",
    )
    game = played("1A", "2A-D", markers=(SWAP, blind, gift(3, 3), reveal(4, 4)))

    def of_player_0(viewer: int | None) -> list[set[int]]:
        sightings = game.observe(viewer).sightings
        return [set(s.places) for s in sightings if s.viewer == 0]

    assert of_player_0(0) == of_player_0(1) == [{-2, -10, -11}]
    assert of_player_0(None) == []
