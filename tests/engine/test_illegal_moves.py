"""Every kind of illegal move is rejected with a helpful reason and leaves no trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    Engine,
    Game,
    IllegalMoveError,
    Move,
    Pick,
    Play,
    SetupError,
    load_engine,
    parse_move,
)
from hanamikoji_core.engine.legality import check_play
from tests.positions import (
    AFG_AND_BD,
    TIED,
    game_from,
    legal,
    reason_against,
    refused,
    rounds_of,
)

DEAL = "G AABBCC DDDEEE FFFFGGGG"


def to_play() -> Game:
    """Player 0 holds AABBCCF and must play a marker."""
    return game_from("base", deal=DEAL)


def to_pick() -> Game:
    """Player 1 must pick one of the cards A, B and F."""
    return game_from("base", deal=DEAL, moves="3A-B-F")


def to_pick_pair() -> Game:
    """Player 1 must pick one of the pairs AB and CF."""
    return game_from("base", deal=DEAL, moves="4AB-CF")


def to_pick_two() -> Game:
    """Player 1 must pick two of four cards."""
    return game_from("mini-expansion-1", deal="AABBCC DDDEEE FFFFGGGGG", moves="4A-B-C-F")


def uneven() -> Game:
    """Player 0 may use a marker with a pile of one and a pile of two cards."""
    return game_from("mini-expansion-4", deal="AABBCC DDDEEE FFFFGGGGG")


def second_turn() -> Game:
    """Player 0 has used marker 1."""
    return game_from("base", deal=DEAL, moves="1A 1D")


def over() -> Game:
    """Player 0 has won."""
    return rounds_of("base", AFG_AND_BD)


HUGE = 10**5000  # Too long for Python to print.


def case_id(value: object) -> str:
    """A name for a test case."""
    if value in (HUGE, (HUGE,)):
        return "huge"
    # Without the address, which differs in every process.
    return re.sub(" at 0x[0-9a-f]+", "", f"{type(value).__name__} {value!r}")[:40]


NOT_THERE = "some of these cards are not there; use cards from the player's hand"
CASES: list[tuple[str, Callable[[], Game], str, str]] = [
    (
        "used marker",
        second_turn,
        "1B",
        "player 0 has already used marker 1 (Secret) in this round; the unused markers are 2, 3, 4",
    ),
    (
        "unknown marker",
        to_play,
        "5A",
        "player 0 has no marker 5; the unused markers are 1, 2, 3, 4",
    ),
    (
        "unknown marker",
        second_turn,
        "999A",
        "player 0 has no marker 999; the unused markers are 2, 3, 4",
    ),
    (
        "card not held",
        to_play,
        "1G",
        f"marker 1 (Secret) cannot be used with 1G: {NOT_THERE}",
    ),
    (
        "one of the cards not held",
        to_play,
        "4AB-CG",
        f"marker 4 (Competition) cannot be used with 4AB-CG: {NOT_THERE}",
    ),
    (
        "more of a card than held",
        to_play,
        "3A-A-A",
        f"marker 3 (Gift) cannot be used with 3A-A-A: {NOT_THERE}",
    ),
    (
        "a card that does not exist",
        to_play,
        "1Z",
        f"marker 1 (Secret) cannot be used with 1Z: {NOT_THERE}",
    ),
    ("too few cards", to_play, "2A", "marker 2 (Trade-off) takes piles of 2 cards, not of 1"),
    ("too many cards", to_play, "1AB", "marker 1 (Secret) takes piles of 1 card, not of 2"),
    ("no cards", to_play, "1", "marker 1 (Secret) takes piles of 1 card, not of none"),
    (
        "wrong pile sizes",
        to_play,
        "4A-BBC",
        "marker 4 (Competition) takes piles of 2+2 cards, not of 1+3",
    ),
    (
        "too few piles",
        to_play,
        "4AABB",
        "marker 4 (Competition) takes piles of 2+2 cards, not of 4",
    ),
    (
        "too many piles",
        to_play,
        "4A-A-B-B",
        "marker 4 (Competition) takes piles of 2+2 cards, not of 1+1+1+1",
    ),
    (
        "unequal piles in the wrong order",
        uneven,
        "3BF-A",
        "marker 3 (Competition) takes piles of 1+2 cards in this order, not of 2+1",
    ),
    (
        "a pick without an offer",
        to_play,
        "/0",
        "there is no offer to pick from; player 0 must play one of the markers 1, 2, 3, 4",
    ),
    (
        "a pick without an offer, later",
        second_turn,
        "/0",
        "there is no offer to pick from; player 0 must play one of the markers 2, 3, 4",
    ),
    (
        "a play while an offer is open",
        to_pick,
        "1D",
        "there is an open offer: player 1 must pick 1 of the piles 0, 1, 2 first",
    ),
    (
        "a pile that does not exist",
        to_pick,
        "/3",
        "there is no pile 3 to pick; the piles on offer are 0, 1, 2",
    ),
    (
        "a pile that does not exist",
        to_pick_pair,
        "/2",
        "there is no pile 2 to pick; the piles on offer are 0, 1",
    ),
    (
        "one pick too many",
        to_pick,
        "/0,1",
        "this picks 2 different piles; pick 1 of the piles 0, 1, 2",
    ),
    (
        "one pick too few",
        to_pick_two,
        "/3",
        "this picks 1 different pile; pick 2 of the piles 0, 1, 2, 3",
    ),
    (
        "the same pile twice",
        to_pick_two,
        "/1,1",
        "this picks 1 different pile; pick 2 of the piles 0, 1, 2, 3",
    ),
    (
        "a play after the end",
        over,
        "1A",
        "the game is over (player 0 won: 11 charm points), so no move is legal",
    ),
    (
        "a pick after the end",
        over,
        "/0",
        "the game is over (player 0 won: 11 charm points), so no move is legal",
    ),
]


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [case[1:] for case in CASES],
    ids=[f"{case[0]}: {case[2]}" for case in CASES],
)
def test_an_illegal_move_is_rejected_with_the_reason(
    position: Callable[[], Game], move: str, reason: str
) -> None:
    assert refused(position(), move) == reason


@pytest.mark.parametrize("player", [1, 2, -1, "0", 0.0, True, HUGE], ids=case_id)
def test_a_move_of_the_wrong_player_is_rejected_without_looking_at_the_cards(player: Any) -> None:
    reason = reason_against(to_play(), parse_move("1A"), player=player)
    assert reason.startswith("it is player 0's turn to decide, not player ")
    assert reason == reason_against(to_play(), parse_move("1G"), player=player)


def test_only_the_chooser_can_pick() -> None:
    reason = "it is player 1's turn to decide, not player 0's"
    assert refused(to_pick(), "/0", player=0) == reason
    to_pick().play(Pick((0,)), player=1)


def test_the_reason_lists_the_markers_of_the_player_to_move() -> None:
    game = game_from("base", deal=DEAL, moves="1A")
    assert refused(game, "/0") == (
        "there is no offer to pick from; player 1 must play one of the markers 1, 2, 3, 4"
    )


def test_no_player_can_move_after_the_end() -> None:
    for player in (0, 1):
        assert refused(over(), "1A", player=player) == (
            "the game is over (player 0 won: 11 charm points), so no move is legal"
        )


def test_no_player_can_move_in_a_position_without_a_turn() -> None:
    game = over()
    state = evolve(game.state, outcome=None)
    with pytest.raises(IllegalMoveError, match=r"^no player can move in this position$"):
        game.engine.apply(state, Play(1, (Cards("A"),)))


class MyPlay(Play):
    """A subclass, which could do anything."""


class MyPick(Pick):
    """A subclass of `Pick`."""


NOT_MOVES: list[Any] = [
    None,
    "1A",
    b"1A",
    1,
    1.5,
    True,
    (),
    (1, (Cards("A"),)),
    [Play(1, (Cards("A"),))],
    {"marker": 1},
    object(),
    Play,
    Cards("A"),
    float("nan"),
    HUGE,
    MyPlay(1, (Cards("A"),)),
    MyPick((0,)),
]


@pytest.mark.parametrize("position", [to_play, to_pick])
@pytest.mark.parametrize("garbage", NOT_MOVES, ids=case_id)
def test_anything_but_a_move_is_rejected(position: Callable[[], Game], garbage: Any) -> None:
    reason = reason_against(position(), garbage)
    assert reason == f"a move is a Play or a Pick, not {type(garbage).__name__}"


def test_anything_but_a_move_is_rejected_after_the_end_too() -> None:
    assert reason_against(over(), None).startswith("the game is over")


NOT_MARKERS: list[Any] = [None, "1", 0, -1, 1.5, float("nan"), [], {}, (1,), Cards("A"), HUGE]


@pytest.mark.parametrize("marker", NOT_MARKERS, ids=case_id)
def test_a_play_with_an_invalid_marker_is_rejected(marker: Any) -> None:
    reason = reason_against(to_play(), Play(marker, (Cards("A"),)))
    assert reason.startswith("player 0 has no marker ")
    assert reason.endswith("; the unused markers are 1, 2, 3, 4")
    assert len(reason) < 120


NOT_PILES: list[Any] = [
    None,
    1,
    "A",
    ["A"],
    ("A",),
    [Cards("A")],
    (None,),
    ([],),
    ((Cards("A"),),),
    Cards("A"),
    {Cards("A"): 1},
    float("inf"),
]


@pytest.mark.parametrize("piles", NOT_PILES, ids=case_id)
def test_a_play_with_invalid_piles_is_rejected(piles: Any) -> None:
    assert reason_against(to_play(), Play(1, piles)) == (
        "the piles of a play must be a tuple of Cards, one for each pile of marker 1 (Secret)"
    )


@pytest.mark.parametrize(
    "piles", [(), (Cards(),), (Cards(), Cards("A")), (Cards("A"),) * 1000], ids=case_id
)
def test_a_play_with_no_piles_empty_piles_or_too_many_piles_is_rejected(piles: Any) -> None:
    reason = reason_against(to_play(), Play(1, piles))
    assert reason.startswith("marker 1 (Secret) takes piles of 1 card, not of ")
    assert len(reason) < 120


def test_cards_that_the_deck_does_not_have_are_rejected() -> None:
    game = to_play()
    assert NOT_THERE in reason_against(game, Play(4, (Cards("ZZ"), Cards("QQ"))))
    most = Cards("A" * 31)
    assert reason_against(game, Play(4, (most, most))) == (
        "marker 4 (Competition) takes piles of 2+2 cards, not of 31+31"
    )


@pytest.mark.parametrize(
    "piles",
    [None, 0, ("0",), (None,), (-1,), (3,), (0.5,), ([],), ((0,),), (HUGE,), "0", {"0": 1}],
    ids=case_id,
)
def test_a_pick_with_an_invalid_pile_is_rejected(piles: Any) -> None:
    reason = reason_against(to_pick(), Pick(piles))
    assert reason.startswith(("there is no pile ", "the piles of a pick must be a tuple"))
    assert len(reason) < 120
    if reason.startswith("there is no pile"):
        assert reason.endswith(" to pick; the piles on offer are 0, 1, 2")


@pytest.mark.parametrize("piles", [(), (0, 1, 2), (0, 0), (0,) * 1000], ids=case_id)
def test_a_pick_of_the_wrong_number_of_piles_is_rejected(piles: tuple[int, ...]) -> None:
    assert reason_against(to_pick(), Pick(piles)).endswith("; pick 1 of the piles 0, 1, 2")


@pytest.mark.parametrize("tried_before", [False, True])
@pytest.mark.parametrize(
    ("moves", "plain", "equal"),
    [
        ("", Play(1, (Cards("A"),)), Play(True, (Cards("A"),))),
        ("", Play(2, (Cards("AB"),)), Play(2.0, (Cards("AB"),))),  # type: ignore[arg-type]
        ("3A-B-F", Pick((1,)), Pick((True,))),
        ("3A-B-F", Pick((0,)), Pick((0.0,))),  # type: ignore[arg-type]
    ],
)
def test_an_equal_move_is_the_same_move_whatever_was_tried_before(
    tried_before: bool, moves: str, plain: Move, equal: Move
) -> None:
    engine = Engine(load_engine("base").variant)
    game = game_from(engine, deal=DEAL, moves=moves)
    if tried_before:
        engine.apply(game.state, plain)
    state = engine.apply(game.state, equal)
    assert state == engine.apply(game.state, plain)
    assert repr(state) == repr(engine.apply(game.state, plain))
    game.play(equal)
    assert repr(game.history[-1]) == repr(plain)


def test_every_order_of_equal_piles_is_legal() -> None:
    orders = ["-".join(order) for order in permutations("ABF")]
    for order in orders:
        game = game_from("base", deal=DEAL, moves=f"3{order}")
        assert game.state.offer is not None
        assert "-".join(map(str, game.state.offer.piles)) == order
    assert sum(move in legal(to_play()) for move in (f"3{order}" for order in orders)) == 1


def test_the_text_of_a_legal_move_can_be_parsed() -> None:
    game = to_play()
    for move in game.legal_moves():
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        ([], "marker 1 (Secret) cannot be used now; use another marker first"),
        (
            [(Cards("B"),)],
            "marker 1 (Secret) cannot be used with 1A; its rule requires other cards",
        ),
    ],
)
def test_the_reason_depends_on_whether_the_marker_allows_any_play(
    listed: list[tuple[Cards, ...]], reason: str
) -> None:
    engine = load_engine("base")
    state = engine.start(deals=["GAABBCCDDDEEEFFFFGGGG"])
    secret = engine.variant.marker(0, 1)
    with pytest.raises(IllegalMoveError) as caught:
        check_play(state, Play(1, (Cards("A"),)), secret, "the marker", listed)
    assert str(caught.value) == reason


def test_the_reason_after_the_end_mentions_a_draw() -> None:
    game = rounds_of("base+three-rounds", TIED, TIED, TIED)
    assert refused(game, "1A") == (
        "the game is over (a draw: equal charm points and favors), so no move is legal"
    )


def test_the_reason_lists_at_most_twenty_piles() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG")
    many = "-".join(["A"] * 25)
    assert refused(game, f"1{many}") == (
        f"marker 1 (Secret) takes piles of 1 card, not of {'+'.join(['1'] * 20)}"
    )


def test_an_invalid_viewer_is_rejected() -> None:
    engine = load_engine("base")
    state, viewer = engine.start(seed=1), 2
    for ask in (
        lambda: engine.observe(state, viewer),
        lambda: engine.narrate_start(state, viewer),
        lambda: engine.narrate(state, engine.legal_moves(state)[0], viewer),
    ):
        with pytest.raises(SetupError) as caught:
            ask()
        assert str(caught.value) == "the viewer is 2; it must be 0, 1 or None"
