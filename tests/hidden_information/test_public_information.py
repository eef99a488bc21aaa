"""Every observation has all public information, and a determinized position keeps it."""

from __future__ import annotations

from random import Random

import pytest

from hanamikoji_core import Cards, Game, PileMarker, To, Variant
from tests.open_protocol import shown_in_part, take_back
from tests.positions import game_from, rounds_of

DEAL = "AABBCC DDDEEE FFFFGGGGG"
DEAL_2 = "AABBCCDDDEEEFFFFGGGGG"
TWO_PLACES = Variant(
    name="two-places",
    title="Two places",
    markers=(PileMarker(1, "Two", piles=(1, 1), pick=1, rest=(To.OWN_SIDE, To.ASIDE), text=""),),
    hand_size=1,
)
POSITIONS = {
    "a player must pick": game_from("mini-expansion-1", deal=DEAL, moves="1A 3D-D-E"),
    "the first turn of player 1": game_from("base", seed=3, first_player=1),
    "cards were shown and lie face down": game_from(
        "mini-expansion-2", deal=DEAL, moves="4A-B-C-F /0,3 1D"
    ),
    "cards lie in the deck": game_from("mini-expansion-4", deal=DEAL, moves="1A 1D 2BC"),
    "a part is shown": game_from(shown_in_part.VARIANT, deal=DEAL, moves="4AA-BC"),
    "a part was shown and lies face down": game_from(
        shown_in_part.VARIANT, deal=DEAL, moves="4AA-BC /0"
    ),
    "everyone saw cards go to a hand": game_from(
        take_back.VARIANT, deal="AABBC DDDEE CEFFFFGGGGG", moves="4AABB 4DDDE 1A-C 1D-F 2AF"
    ),
    "equal piles are different choices": game_from(TWO_PLACES, moves="1A-B", deal=DEAL_2),
    "the second round": rounds_of(
        "base", ("1G 2FG 3A-D-E/0 4BC-FG/0", "1D 2EG 3A-E-F/0 4BC-FG/0"), first_player=1
    ),
    "the end": rounds_of(
        "base", ("1A 2AB 3B-C-D/2 4DD-FG/1", "1G 2CG 3E-F-F/2 4EG-FG/0"), first_player=1
    ),
}
PUBLIC = ("round", "starting_player", "to_move", "favor", "placed", "used", "outcome", "row")
OF_LOT = ("player", "marker", "scores_for", "seen_by", "shown")
OF_OFFER = ("player", "chooser", "marker", "pick", "among", "seen_by", "shown", "laid", "picks")
each_position = pytest.mark.parametrize("game", POSITIONS.values(), ids=POSITIONS)
each_viewer = pytest.mark.parametrize("viewer", [0, 1, None])


@each_position
@each_viewer
def test_an_observation_has_all_public_information(game: Game, viewer: int | None) -> None:
    view, state = game.observe(viewer), game.state
    for name in PUBLIC:
        assert getattr(view, name) == getattr(state, name), name
    assert view.viewer == viewer
    assert view.deck_size == len(state.deck)
    assert view.hand_sizes == (len(state.hands[0]), len(state.hands[1]))
    assert view.hand == (Cards() if viewer is None else state.hands[viewer])
    assert view.deck_marks == state.memory.deck
    assert view.legal_moves == (game.legal_moves() if viewer == game.to_move is not None else ())
    for lot, seen in zip(state.facedown, view.facedown, strict=True):
        assert [getattr(seen, name) for name in OF_LOT] == [getattr(lot, name) for name in OF_LOT]
        assert seen.cards == lot.glimpse(viewer)
    offer, seen_offer = state.offer, view.offer
    assert (offer is None) == (seen_offer is None)
    if offer is not None:
        for name in (*OF_OFFER, "interchangeable"):
            assert getattr(seen_offer, name) == getattr(offer, name), name
        assert seen_offer is not None
        assert seen_offer.piles == offer.glimpses(viewer)


@each_position
@each_viewer
def test_a_determinized_position_has_the_same_public_information(
    game: Game, viewer: int | None
) -> None:
    state = game.state
    filled = game.engine.determinize(game.observe(viewer), Random(1))
    for name in PUBLIC:
        assert getattr(filled, name) == getattr(state, name), name
    assert filled.deck_size == state.deck_size
    assert [len(hand) for hand in filled.hands] == [len(hand) for hand in state.hands]
    for lot, other in zip(state.facedown, filled.facedown, strict=True):
        assert [getattr(other, name) for name in OF_LOT] == [getattr(lot, name) for name in OF_LOT]
        assert len(other.cards) == len(lot.cards)
    assert (state.offer is None) == (filled.offer is None)
    if state.offer is not None:
        for name in (*OF_OFFER, "interchangeable"):
            assert getattr(filled.offer, name) == getattr(state.offer, name), name
    assert game.engine.observe(filled, viewer) == game.observe(viewer)
