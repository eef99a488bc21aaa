"""Piles that are shown bit by bit, and cards that are taken where it matters who has seen them."""

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
    """Two cards as one pile; `shows` says what of it is shown each time that the owner is asked."""

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
def test_a_card_that_was_shown_stays_shown_and_once_all_are_the_pile_is_open(
    shows: list[Any], seen: list[str]
) -> None:
    game = played("1AB", markers=(pair(shows=shows), reveal(2, 1), gift(3, 2), reveal(4, 4)))

    for told in seen:
        assert [on_offer(game, viewer) for viewer in (0, 1, None)] == ["AB", told, told]
        game.play(parse_move("/0"))


@pytest.mark.parametrize(
    ("shown", "places"),
    [(Cards("A"), []), (Cards("B"), [{-1, -10}])],
    ids=["the card that was looked for", "another card"],
)
def test_a_card_looked_for_is_found_where_it_is_shown(shown: Cards, places: list[Any]) -> None:
    """Everybody saw A go into the hand; of the pair A, B one card is shown."""
    markers = (pair(shows=[shown]), evolve(TAKE_BACK, number=2), reveal(3, 3), reveal(4, 4))
    game = played("3AAB", "3DDD", "2A-C", "2D-E", "1AB", markers=markers)

    own = [s for s in game.observe(1).sightings if s.viewer == 1 and s.cards == Cards("A")]

    assert [set(s.places) for s in own] == places


def test_what_was_shown_of_a_pile_is_remembered_in_the_hand_it_goes_to() -> None:
    half = pair(shows=[Cards("A")], to=To.THEIR_HAND, gives=2)
    # Player 1 has a marker more, and waits for the cards with the dearer one.
    markers = ((half,), (reveal(2, 2), gift(3, 3)))
    game = played("1AB", "/0", markers=markers, hand_size=1, deal="ACB" + "ABCDDDEEEFFFFGGGGG")

    assert [(s.viewer, s.cards, set(s.places)) for s in game.observe(None).sightings] == [
        (None, Cards("A"), {-2})
    ]
    assert (0, Cards("AB"), {-2}) in [
        (s.viewer, s.cards, set(s.places)) for s in game.observe(0).sightings
    ]


class Raid(Marker):
    """One card face up, and a card by chance from the opponent's side comes to the own side."""

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.taken:
            return Take(1, From.THEIR_SIDE)
        return Place((To.OWN_SIDE,) * len(action.piles))


def test_a_card_taken_from_a_side_by_chance_leaves_it_and_everybody_sees_which() -> None:
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


def test_from_an_empty_side_nothing_is_taken() -> None:
    markers = (Raid(1, "Raid", "Raid."), reveal(2, 2), reveal(3, 3), reveal(4, 4))
    game = played("1A", markers=markers, hand_size=6, deal="AABBCC" + "DDDEEE" + "FFFFGGGGG")

    assert game.state.placed == (Cards("A"), Cards())


class AsksThenDraws(Marker):
    """By the hand alone it asks its owner; then it looks at the top card and puts it back below."""

    takes = 1
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(who=Who.ACTOR)
        return Place((To.OWN_SIDE, To.DECK_BOTTOM)) if action.taken else Take(1)


def test_a_marker_that_needs_the_table_after_an_answer_only_gets_it_then() -> None:
    markers = (AsksThenDraws(1, "Ask", "Ask, then draw."), reveal(2, 1), reveal(3, 3), reveal(4, 4))
    for _ in range(2):  # The second time, what is kept of the first is looked up.
        game = played("1A", markers=markers)
        before = game.state.deck
        game.play(parse_move("/0"))
        # Of EFFFFGGGGG, E was looked at; then player 1 drew an F.
        assert (before, game.state.deck) == ("EFFFFGGGGG", "FFFGGGGGE")
        assert game.observe(0).deck == ((8, "E"),)


def test_who_sees_hand_and_piles_is_told_what_the_other_one_looks_for_there() -> None:
    """Player 0 gave A away in a swap; player 1 then lays two cards face down to be picked from."""
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
