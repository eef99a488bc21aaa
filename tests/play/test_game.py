"""A match: moves, undo, copies, turns and threads."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamikoji_core import (
    Cards,
    DecodeError,
    Engine,
    Game,
    HanamikojiError,
    IllegalMoveError,
    Memory,
    MoreCharm,
    Move,
    Offer,
    Pick,
    PileMarker,
    Play,
    RoundLimit,
    Setup,
    SetupError,
    State,
    To,
    VariantError,
    load_engine,
    parse_move,
    to_plain,
)
from tests.properties.walks import SHORT

DEAL = "GAABBCCDDDEEEFFFFGGGG"  # Player 0 holds AABBCC and draws F.


def test_a_game_starts_after_the_first_player_has_drawn() -> None:
    game = Game.new("base", deals=[DEAL], first_player=1)
    assert game.to_move == 1
    assert game.observe(1).hand == Cards("AABBCCF")
    assert game.observe(1).opponent_hand_size == 6
    assert game.history == ()
    assert game.outcome is None


@pytest.mark.parametrize("how", ["base", load_engine("base"), load_engine("base").variant])
def test_a_variant_can_be_given_by_name_as_a_value_or_as_an_engine(how: object) -> None:
    game = Game.new(how, seed=7)  # type: ignore[arg-type]
    assert game.state == Game.new("base", seed=7).state


@pytest.mark.parametrize(("viewer", "size"), [(0, 6), (1, 7), (None, 6)])
def test_a_viewer_is_told_how_many_cards_the_other_player_holds(
    viewer: int | None, size: int
) -> None:
    assert Game.new("base", deals=[DEAL]).observe(viewer).opponent_hand_size == size


def test_a_player_sees_their_own_face_down_cards_and_no_others() -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1A"))
    game.play(parse_move("2DD"))
    own = [[str(lot.cards) for lot in game.observe(viewer).own_facedown] for viewer in (0, 1, None)]
    assert own == [["A"], ["DD"], []]


def test_without_a_seed_every_match_is_different() -> None:
    assert len({Game.new("base").state for _ in range(5)}) == 5


SEED = "it must be a whole number from 0 to 2**64 - 1"
FIRST = "it must be 0 or 1"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seed": -1}, f"seed is -1; {SEED}"),
        ({"seed": 2**64}, f"seed is 18446744073709551616; {SEED}"),
        ({"seed": "7"}, f"seed is '7'; {SEED}"),
        ({"seed": 10**5000}, f"seed is a value of type int; {SEED}"),
        ({"first_player": 2}, f"first_player is 2; {FIRST}"),
        ({"first_player": None}, f"first_player is None; {FIRST}"),
        ({"deals": DEAL}, "deals is a string; write deals=[...]"),
        ({"deals": 7}, "deals is 7; it must be a list with one string for each round"),
        (
            {"deals": [DEAL[:-1]]},
            "scripted deal 1 must have exactly these 21 cards: AABBCCDDDEEEFFFFGGGGG",
        ),
        (
            {"deals": [DEAL, "A" * 21]},
            "scripted deal 2 must have exactly these 21 cards: AABBCCDDDEEEFFFFGGGGG",
        ),
        ({"deals": [7]}, "scripted deal 1 must have exactly these 21 cards: AABBCCDDDEEEFFFFGGGGG"),
    ],
)
def test_an_invalid_setup_is_rejected(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        Game.new("base", **wrong)  # type: ignore[arg-type]
    assert str(caught.value).startswith(reason)


def test_the_highest_seed_is_accepted() -> None:
    assert Game.new("base", seed=2**64 - 1).state.setup.seed == 2**64 - 1


def test_an_unknown_variant_is_rejected_with_the_closest_name() -> None:
    with pytest.raises(VariantError, match=r"'mini-expansion-3'; did you mean 'mini-expansion-"):
        Game.new("mini-expansion-3")


def test_a_move_out_of_turn_is_rejected_without_mentioning_cards() -> None:
    game = Game.new("base", deals=[DEAL])
    before = game.to_json()
    for text in ("1A", "1G", "9ZZ", "/0"):
        with pytest.raises(IllegalMoveError) as caught:
            game.play(parse_move(text), player=1)
        assert str(caught.value) == "it is player 0's turn to decide, not player 1's"
    assert game.to_json() == before
    game.play(parse_move("1A"), player=0)
    assert game.to_move == 1


def test_a_move_that_equals_a_legal_move_is_accepted_and_stored_in_normal_form() -> None:
    """``True == 1`` and ``3.0 == 3``, with and without caches."""
    for _ in range(2):
        game = Game.new(load_engine("base").variant, deals=[DEAL])
        game.play(Play(3.0, (Cards("A"), Cards("B"), Cards("F"))))  # type: ignore[arg-type]
        game.play(Pick((True,)))
        assert [str(move) for move in game.history] == ["3A-B-F", "/1"]
        game.undo()
        game.play(Pick((1,)))
        game.undo()
        game.play(Pick((True,)))
        assert json.loads(game.to_json())["moves"] == ["3A-B-F", "/1"]


def test_an_engine_uses_its_own_markers_for_positions_of_other_engines() -> None:
    base = load_engine("base").variant
    burn = PileMarker(3, "Burn", piles=(1, 1, 1), pick=2, picked=To.ASIDE, text="")
    other = Engine(evolve(base, markers=(*base.markers[0][:2], burn, base.marker(0, 4))))
    mine = load_engine("base")
    offered = mine.apply(mine.start(deals=[DEAL]), parse_move("3A-B-F"))
    assert str(mine.apply(offered, Pick((0,))).placed[1]) == "A"
    end = other.apply(offered, Pick((0,)))
    assert ([str(lot.cards) for lot in end.facedown[1:]], str(end.placed[0])) == (["A"], "BF")


def test_similar_offers_are_not_confused() -> None:
    engine = load_engine("base")
    state = engine.apply(engine.start(deals=[DEAL]), parse_move("3A-B-F"))
    assert state.offer is not None
    two = evolve(state, offer=evolve(state.offer, pick=2))
    assert [str(move) for move in engine.legal_moves(two)] == ["/0,1", "/0,2", "/1,2"]


@given(st.sampled_from(sorted(SHORT)), st.integers(0, 2**32), st.integers(1, 40))
@settings(max_examples=30)
def test_undo_restores_every_position_and_returns_every_move(
    name: str, seed: int, length: int
) -> None:
    rng, game = Random(seed), Game.new(SHORT[name], seed=seed)
    states, moves = [game.state], list[Move]()
    while len(moves) < length and (legal := game.legal_moves()):
        moves.append(rng.choice(legal))
        game.play(moves[-1])
        states.append(game.state)
    while moves:
        assert game.state == states.pop()
        assert game.history == tuple(moves)
        assert game.undo() == moves.pop()
    assert game.state == states.pop()


def test_before_the_first_move_there_is_nothing_to_undo() -> None:
    game = Game.new("base", seed=7)
    with pytest.raises(IllegalMoveError, match="there is no move to undo"):
        game.undo()
    assert (game.history, game.turn) == ((), 0)


def test_after_undo_a_different_move_can_be_played() -> None:
    game, other = Game.new("base", seed=3), Game.new("base", seed=3)
    for move in game.legal_moves()[:5]:
        game.play(move)
        game.undo()
    last = game.legal_moves()[-1]
    game.play(last)
    other.play(last)
    assert game.state == other.state
    assert game.events(0) == other.events(0)


def test_undo_after_the_end_continues_the_game() -> None:
    game, rng = Game.new("base", seed=1), Random(1)
    while game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    assert game.legal_moves() == ()
    assert game.to_move is None
    for player in (None, 0, 1):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            game.play(parse_move("1A"), player=player)
    last = game.undo()
    assert game.outcome is None
    assert last in game.legal_moves()


@given(st.sampled_from(sorted(SHORT)), st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=30)
def test_observations_and_events_can_be_sent_as_json(name: str, seed: int, length: int) -> None:
    rng, game = Random(seed), Game.new(SHORT[name], seed=seed)
    while length and (legal := game.legal_moves()):
        game.play(rng.choice(legal))
        length -= 1
    for viewer in (0, 1, None):
        view = game.observe(viewer)
        plain = json.loads(json.dumps(to_plain(view), allow_nan=False))
        assert plain["hand"] == str(view.hand)
        assert plain["legal_moves"] == [str(move) for move in view.legal_moves]
        told = json.loads(json.dumps(to_plain(list(game.events(viewer))), allow_nan=False))
        assert len(told) == len(game.events(viewer))


def test_moves_can_be_parsed_from_the_text_sent_to_a_client() -> None:
    game, rng = Game.new("mini-expansion-4", seed=2), Random(2)
    while game.outcome is None:
        sent = to_plain(game.observe(game.to_move))["legal_moves"]
        game.play(parse_move(rng.choice(sent)), player=game.to_move)


def test_a_save_of_an_unregistered_variant_is_loaded_with_that_variant() -> None:
    own = evolve(load_engine("base").variant, name="own", limit=RoundLimit(1, MoreCharm()))
    game = Game.new(own, seed=1)
    game.play(game.legal_moves()[0])
    with pytest.raises(DecodeError, match="there is no variant 'own'"):
        Game.from_json(game.to_json())
    for known in (own, game.engine):
        assert Game.from_json(game.to_json(), variant=known).state == game.state
        assert Game.from_transcript(game.to_transcript(), variant=known).state == game.state


def test_a_save_of_another_variant_is_rejected() -> None:
    text = Game.new("base", seed=1).to_json()
    other = load_engine("mini-expansion-1")
    with pytest.raises(DecodeError, match="saved game of 'base', not of 'mini-expansion-1'"):
        Game.from_json(text, variant=other)


@pytest.mark.parametrize("since", [-1, "1", None, 1.0, True])
def test_events_start_at_a_valid_number_of_moves(since: Any) -> None:
    with pytest.raises(SetupError) as caught:
        Game.new("base", seed=1).events(0, since=since)
    assert str(caught.value) == f"since is {since!r}; it must be a number of moves, 0 or more"


@pytest.mark.parametrize("viewer", [2, -1, "0", 1.0])
def test_events_need_a_valid_viewer(viewer: Any) -> None:
    game = Game.new("base", seed=1)
    for since in (0, 1):  # With and without events to return.
        with pytest.raises(SetupError, match="it must be 0, 1 or None"):
            game.events(viewer, since=since)


def test_the_default_variant_is_the_base_game() -> None:
    assert Game.new().engine.variant.name == "base"


def test_the_longest_game_that_can_be_saved_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.play.game.MOST_MOVES", 2)
    game = Game.new("base", deals=[DEAL])
    for text in ("1A", "1D"):
        game.play(parse_move(text))
    assert Game.from_json(game.to_json()).history == game.history
    game.play(parse_move("2BB"))
    with pytest.raises(HanamikojiError, match="of more than 2 moves cannot be saved"):
        game.to_json()


def test_the_repr_of_a_position_hides_its_seed() -> None:
    state = load_engine("base").start(seed=987_654_321)
    assert "987654321" not in repr(state)


def test_optional_parts_of_a_position_default_to_nothing() -> None:
    row = load_engine("base").variant.row
    assert Setup(row, 7) == Setup(row, 7, deals=())
    nothing = (Cards(), Cards())
    used = (frozenset[int](), frozenset[int]())
    state = State(Setup(row, 7), 1, 0, None, row.no_favor, nothing, nothing, used, "", ())
    assert (state.offer, state.outcome, state.memory) == (None, None, Memory())
    hidden = Offer(0, 1, 3, (Cards("A"),), 1, (0,), (frozenset({0}),), (Cards(),), 1)
    assert (hidden.picks, hidden.interchangeable) == ((), True)


def test_the_repr_of_a_game_shows_round_and_number_of_moves() -> None:
    game = Game.new("base", seed=7)
    assert repr(game) == "<Game of base: round 1, 0 moves>"
    game.play(game.legal_moves()[0])
    assert repr(game) == "<Game of base: round 1, 1 move>"


def test_turn_numbers_never_repeat() -> None:
    game = Game.new("base", deals=[DEAL])
    assert game.turn == 0
    for turn, text in enumerate(("1A", "1D", "2BB"), 1):
        game.play(parse_move(text))
        assert game.turn == turn
    game.undo()
    assert game.turn == 4, "not 2: that was another moment, with the move still to come"
    game.play(parse_move("2BC"))
    assert (game.turn, len(game.history)) == (5, 3)


def test_a_legal_move_for_another_turn_is_rejected() -> None:
    """`1A` was sent in the first round and arrives in the second, in which it is legal again."""
    game = Game.new("base+three-rounds", seed=4)
    while game.state.round == 1 or game.to_move != 0 or game.state.offer is not None:
        game.play(game.legal_moves()[0])
    late = next(m for m in game.legal_moves() if str(m).startswith("1"))
    before, turn = game.to_json(), game.turn
    with pytest.raises(IllegalMoveError) as caught:
        game.play(late, player=0, turn=3)
    assert str(caught.value) == (
        f"this move was made for turn 3, but it is now turn {turn}; look at the game again"
    )
    assert (game.to_json(), game.turn) == (before, turn)
    game.play(late, player=0, turn=turn)


def test_a_move_that_arrives_twice_is_played_once() -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1A"), player=0, turn=0)
    game.undo()
    with pytest.raises(IllegalMoveError, match="made for turn 0, but it is now turn 2"):
        game.play(parse_move("1A"), player=0, turn=0)
    assert game.history == ()


def test_a_move_for_an_undone_position_is_rejected() -> None:
    """Both positions have one move in their history, but they differ."""
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1A"))
    seen = game.turn
    game.undo()
    game.play(parse_move("1B"))
    assert len(game.history) == 1
    with pytest.raises(IllegalMoveError, match="look at the game again"):
        game.play(parse_move("1D"), player=1, turn=seen)


@pytest.mark.parametrize("turn", ["0", 0.0, False])
def test_a_turn_must_be_an_integer(turn: Any) -> None:
    game = Game.new("base", deals=[DEAL])
    with pytest.raises(IllegalMoveError) as caught:
        game.play(parse_move("1A"), turn=turn)
    assert str(caught.value) == f"turn is {turn!r}; it must be the value of Game.turn"
    assert game.history == ()


def test_a_huge_turn_is_rejected() -> None:
    with pytest.raises(IllegalMoveError, match="made for turn a value of type int, but it is"):
        Game.new("base", deals=[DEAL]).play(parse_move("1A"), turn=10**5000)


def test_the_turn_of_a_loaded_game_is_its_number_of_moves() -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1A"))
    game.undo()
    game.play(parse_move("1A"))
    assert (game.turn, Game.from_json(game.to_json()).turn) == (3, 1)


COPIES: list[Callable[[Game], Game]] = [
    Game.copy,
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
]


@pytest.mark.parametrize("twin", COPIES, ids=["Game.copy", "copy", "deepcopy", "pickle"])
def test_a_copy_is_independent(twin: Callable[[Game], Game]) -> None:
    game = Game.new("base", deals=[DEAL])
    game.play(parse_move("1A"))
    game.undo()
    game.play(parse_move("3A-B-F"))
    other = twin(game)
    assert (other.state, other.history, other.turn) == (game.state, game.history, 3)
    assert other.events(None) == game.events(None)
    other.play(Pick((0,)))
    assert (len(game.history), game.turn, game.state.offer is None) == (1, 3, False)
    game.undo()
    assert [str(move) for move in other.history] == ["3A-B-F", "/0"]
    other.undo()
    assert (len(other.history), len(game.history)) == (1, 0)


OWN = evolve(load_engine("base").variant, name="own", title="Own")


@pytest.mark.parametrize("variant", ["base", "base+three-rounds", OWN], ids=str)
def test_a_pickle_does_not_contain_the_engines_caches(variant: Any) -> None:
    """Otherwise a pickle would grow with every game that the engine has played."""
    engine = load_engine(variant)
    fresh = pickle.dumps(Game.new(engine, seed=1))
    rng = Random(1)
    for seed in range(40):
        game = Game.new(engine, seed=seed)
        while moves := game.legal_moves():
            game.play(engine.shuffle_piles(rng.choice(moves), game.to_move or 0, rng))
    assert pickle.dumps(Game.new(engine, seed=1)) == fresh
    assert len(fresh) < 4_000
    assert pickle.loads(fresh).engine.variant == engine.variant


def test_an_engine_of_an_installed_variant_is_pickled_by_name_and_shared() -> None:
    engine = load_engine("base+three-rounds")
    assert pickle.loads(pickle.dumps(engine)) is engine
    assert len(pickle.dumps(engine)) < 100
    assert copy.copy(engine) is copy.deepcopy(engine) is engine


def test_an_engine_of_a_changed_variant_is_pickled_by_value() -> None:
    """It has the name of an installed variant but different rules."""
    changed = evolve(load_engine("base").variant, limit=RoundLimit(1, MoreCharm()))
    again = pickle.loads(pickle.dumps(Engine(changed)))
    assert again.variant == changed != load_engine("base").variant


def test_a_variant_that_cannot_be_pickled_is_reported() -> None:
    class Local(PileMarker):
        pass

    own = evolve(OWN, markers=(Local(1, "Local", piles=(1,), text=""), *OWN.markers[0][1:]))
    game = Game.new(own, seed=1)
    with pytest.raises(VariantError) as caught:
        pickle.dumps(game)
    assert str(caught.value).startswith("the variant 'own' cannot be pickled (")
    assert str(caught.value).endswith(
        "; define its classes and functions at the top level of a module"
    )
    assert game.copy().state == copy.deepcopy(game).state == game.state


def test_caches_are_not_copied_with_a_position() -> None:
    engine = load_engine("base")
    state = engine.apply(engine.start(deals=[DEAL]), parse_move("3A-B-F"))
    view = engine.observe(engine.start(deals=[DEAL]), 0)
    assert hasattr(state.offer, "compiled")
    assert hasattr(view.legal_moves[0], "compiled")
    twins: list[Callable[[Any], Any]] = [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
    for twin in twins:
        assert twin(state) == state
        assert twin(view) == view
        assert not hasattr(twin(state).offer, "compiled")
        assert not hasattr(twin(view).legal_moves[0], "compiled")


class Meeting(Engine):
    """An engine that makes two threads play at the same time."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if self.meet is not None:
            self.meet.wait(10)
        return after

    meet: Barrier | None = None


def test_if_two_threads_move_at_once_one_is_rejected() -> None:
    """Both moves are legal when the threads start, but only one can be played."""
    engine = Meeting(load_engine("base").variant)
    game = Game.new(engine, deals=[DEAL])
    errors: list[str] = []
    engine.meet = Barrier(2, action=lambda: setattr(engine, "meet", None))

    def play(text: str) -> None:
        try:
            game.play(parse_move(text), player=0)
        except IllegalMoveError as error:
            errors.append(str(error))

    threads = [Thread(target=play, args=(text,)) for text in ("1A", "1B")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert errors == ["it is player 1's turn to decide, not player 0's"]
    assert (len(game.history), game.turn) == (1, 1)
    assert Game.from_json(game.to_json()).state == game.state


def test_moves_from_many_threads_give_one_valid_game() -> None:
    game = Game.new("base", seed=1)

    def play(seed: int) -> None:
        rng = Random(seed)
        for _ in range(60):
            moves = game.legal_moves()
            try:
                if rng.random() < 0.2:
                    game.undo()
                elif moves:
                    game.play(rng.choice(moves))
                game.events(None, since=2)
                game.copy()
            except IllegalMoveError:
                pass  # Another thread moved first.

    threads = [Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert Game.from_json(game.to_json()).state == game.state
    assert len(game.history) < game.turn
