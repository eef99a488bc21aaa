"""Face-down piles are laid out in a random order, so that their positions give no card away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    From,
    GreedyPlayer,
    IllegalMoveError,
    Layout,
    Marker,
    Observation,
    Pick,
    PileMarker,
    Place,
    Play,
    PluginError,
    RandomPlayer,
    SetupError,
    Step,
    Take,
    To,
    available_variants,
    load_engine,
    parse_move,
    simulate,
)

BASE = available_variants()["base"]
DEAL = "GAABBCCDDDEEEFFFFGGGG"  # Player 0 holds AABBCCF after the draw.
NAMES = sorted(available_variants())
KEPT, GIVEN = To.OWN_SIDE_FACE_DOWN, To.THEIR_SIDE_FACE_DOWN


def with_marker(marker: Any) -> Engine:
    """The base game with this marker instead of number 4."""
    return Engine(evolve(BASE, name="own", markers=(*BASE.markers[0][:3], marker)))


def blind(*piles: int, rest: To | tuple[To, ...] = KEPT) -> PileMarker:
    """Marker 4 with its piles laid face down; the opponent picks one of them."""
    return PileMarker(4, "Blind", piles=piles, pick=1, shown=False, picked=KEPT, rest=rest, text="")


def laid(engine: Engine, text: str, times: int, player: int = 0) -> Counter[str]:
    """How often each order occurs when this play is laid out."""
    rng = Random(1)
    return Counter(str(engine.shuffle_piles(parse_move(text), player, rng)) for _ in range(times))


def is_even(counts: Counter[str], expected: Iterable[str]) -> bool:
    """Whether exactly these occurred, about equally often: within 5 standard deviations."""
    expected = set(expected)
    mean = counts.total() / len(expected)
    return set(counts) == expected and all(abs(n - mean) < 5 * mean**0.5 for n in counts.values())


class UpperAndLower(Marker):
    """Lays out two pairs of an upper and a lower card. The opponent sees only the upper ones."""

    cost = 4
    hand_only = any_cards = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        fours = ([Cards(c) for c in four] for four in view.hand.combinations(4))
        layouts = {self.canonical(order) for four in fours for order in permutations(four)}
        return sorted(layouts, key=str)

    def canonical(self, layout: Layout) -> Layout:
        first, second = sorted([layout[:2], layout[2:]], key=str)
        return (*first, *second)

    def step(self, view: Observation, action: Action) -> Step:
        if not action.picks:
            return Ask(among=(0, 2), shown=(True, False, True, False))
        (pair,) = action.picks[0].piles
        return Place(tuple(GIVEN if i in (pair, pair + 1) else KEPT for i in range(4)))


PAIRS = UpperAndLower(4, "Pairs", "Your opponent sees the upper cards and picks a pair.")


@pytest.mark.rule("M1.3")
def test_every_order_of_face_down_piles_is_equally_likely() -> None:
    engine = load_engine("mini-expansion-1")
    orders = ["-".join(order) for order in permutations("ABC")]
    assert is_even(laid(engine, "3A-B-C", 3_000), [f"3{order}" for order in orders])


def test_orders_of_interchangeable_pairs_are_equally_likely() -> None:
    """In sorted order, the lower cards B and C of equal upper cards would not change places."""
    engine = with_marker(PAIRS)
    assert is_even(laid(engine, "4A-B-A-C", 3_000), ["4A-B-A-C", "4A-C-A-B"])
    assert is_even(laid(engine, "4A-B-B-C", 3_000), ["4A-B-B-C", "4B-C-A-B"])


@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_the_order_of_a_players_piles_does_not_reveal_face_down_cards(make: Any) -> None:
    """With equal upper cards, each lower card is on the left half of the time."""
    engine = with_marker(PAIRS)
    start = engine.start(deals=[DEAL])
    view = engine.observe(start, 0)
    view = evolve(view, legal_moves=(parse_move("4A-B-A-C"),))
    chosen = Counter(str(make(engine, Random(n)).choose(view)) for n in range(400))
    assert is_even(chosen, ["4A-B-A-C", "4A-C-A-B"])


def test_layouts_with_equal_piles_are_equally_likely() -> None:
    engine = load_engine("mini-expansion-1")
    assert is_even(laid(engine, "3A-A-B", 3_000), ["3A-A-B", "3A-B-A", "3B-A-A"])
    assert laid(engine, "3A-A-A", 9) == {"3A-A-A": 9}


def test_two_face_down_piles_are_laid_out_in_either_order() -> None:
    assert is_even(laid(with_marker(blind(2, 2)), "4AA-BB", 400), ["4AA-BB", "4BB-AA"])


def test_piles_that_go_to_different_places_are_not_exchanged() -> None:
    engine = with_marker(blind(1, 1, 1, 1, rest=(KEPT, GIVEN, KEPT, GIVEN)))
    alike = ["4A-B-C-F", "4C-B-A-F", "4A-F-C-B", "4C-F-A-B"]
    assert is_even(laid(engine, "4A-B-C-F", 2_000), alike)


def test_piles_of_different_sizes_are_exchanged_if_their_marker_allows_it() -> None:
    class AnySizes(Marker):
        cost = 4
        hand_only = True

        def plays(self, view: Observation) -> Iterable[Layout]:
            for single in view.hand.combinations(1):
                for three in (view.hand - single).combinations(3):
                    yield single, three

        def canonical(self, layout: Layout) -> Layout:
            small, large = sorted(layout, key=len)
            return small, large

        def step(self, view: Observation, action: Action) -> Step:
            return Place((To.OWN_SIDE,) * 2) if action.picks else Ask(shown=False)

    engine = with_marker(AnySizes(4, "Any sizes", ""))
    assert is_even(laid(engine, "4F-BBC", 400), ["4F-BBC", "4BBC-F"])


def test_face_down_cards_that_go_to_the_deck_are_in_random_order() -> None:
    """Without a pick, the player who draws them later could still use their order."""
    engine = with_marker(PileMarker(4, "Sink", piles=(1,) * 4, rest=To.DECK_BOTTOM, text=""))
    counts = laid(engine, "4A-B-C-F", 4_800)
    assert is_even(counts, [f"4{'-'.join(order)}" for order in permutations("ABCF")])


def test_a_marker_that_is_not_hand_only_is_not_called_without_a_position() -> None:
    """It may show the piles or not, depending on the position, so they count as face down."""

    class Looks(UpperAndLower):
        hand_only = False

        def step(self, view: Observation, action: Action) -> Step:
            raise AssertionError("there is no position")

    assert len(laid(with_marker(Looks(4, "Looks", "")), "4A-B-A-C", 50)) == 2


def test_an_action_that_takes_cards_has_its_piles_in_random_order() -> None:
    class Draws(Marker):
        cost, draws = 4, 0
        hand_only = True

        def plays(self, view: Observation) -> Iterable[Layout]:
            return [tuple(map(Cards, four)) for four in view.hand.combinations(4)]

        def canonical(self, layout: Layout) -> Layout:
            return tuple(sorted(layout, key=str))

        def step(self, view: Observation, action: Action) -> Step:
            if not action.taken:
                return Take(1, From.OWN_SIDE)
            return Ask(shown=False) if not action.picks else Place((To.OWN_SIDE,) * 5)

    engine = with_marker(Draws(4, "Draws", ""))
    assert len(laid(engine, "4A-B-C-F", 1_000)) == 24


@pytest.mark.parametrize("text", ["3A-B-D", "4AB-CD", "2AB", "1A"])
def test_piles_that_the_opponent_sees_keep_their_order(text: str) -> None:
    assert laid(load_engine("base"), text, 20) == {text: 20}


def test_piles_that_are_placed_face_up_keep_their_order() -> None:
    engine = with_marker(PileMarker(4, "Open", piles=(1,) * 4, text=""))
    assert laid(engine, "4A-B-C-F", 20) == {"4A-B-C-F": 20}


def test_the_result_depends_only_on_the_play_and_the_generator() -> None:
    variant = available_variants()["mini-expansion-1"]
    fresh, used = Engine(variant), Engine(variant)
    used.legal_moves(used.start(deals=[DEAL]))
    simulate(used.variant, 5)
    for text in ("3A-B-C", "3C-B-A", "4A-B-C-F", "2AB"):
        assert laid(fresh, text, 50) == laid(used, text, 50)


def test_only_the_method_random_of_the_generator_is_used() -> None:
    class OnlyRandom:
        def random(self) -> float:
            return 0.999

    rng: Any = OnlyRandom()
    engine = load_engine("mini-expansion-1")
    assert str(engine.shuffle_piles(parse_move("3A-B-C"), 0, rng)) == "3C-B-A"


@pytest.mark.parametrize("name", NAMES)
def test_the_shuffled_play_is_the_same_play(name: str) -> None:
    """`apply` accepts every order, and its canonical layout is that of the chosen play."""
    engine, rng = load_engine(name), Random(1)
    for seed in range(2):
        state = engine.start(seed=seed)
        while (player := state.to_move) is not None:
            move = rng.choice(engine.legal_moves(state))
            other = engine.shuffle_piles(move, player, rng)
            if isinstance(move, Play):
                assert isinstance(other, Play)
                marker = engine.variant.marker(player, move.marker)
                assert (other.marker, marker.canonical(other.piles)) == (move.marker, move.piles)
            else:
                assert other == move
            state = engine.apply(state, other, player=player)


def test_the_cache_of_orders_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamikoji_core.engine.pile_order._MAX_CACHED", 3)
    engine = Engine(available_variants()["mini-expansion-1"])
    for text in ("3A-B-C", "3A-B-D", "3A-B-E", "3A-B-F", "3A-B-C"):
        assert len(laid(engine, text, 300)) == 6
    assert len(engine._orders[0][3]) == 2


def test_each_player_uses_their_own_markers() -> None:
    first = (*BASE.markers[0][:3], blind(2, 2))
    engine = Engine(evolve(BASE, name="own", markers=(first, BASE.markers[1]), symmetric=False))
    assert len(laid(engine, "4AA-BB", 50, player=0)) == 2
    assert len(laid(engine, "4AA-BB", 50, player=1)) == 1


class Pairs(Marker):
    """Eight single cards in four adjacent pairs; whole pairs are interchangeable."""

    cost = 8
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [self.canonical(tuple(map(Cards, eight))) for eight in view.hand.combinations(8)]

    def canonical(self, layout: Layout) -> Layout:
        pairs = sorted((layout[i : i + 2] for i in range(0, len(layout), 2)), key=str)
        return tuple(pile for pair in pairs for pile in pair)

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,) * 8) if action.picks else Ask(shown=False)


class Apart(Pairs):
    """Eight single cards; the first four are interchangeable, and so are the last four."""

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout[:4], key=str) + sorted(layout[4:], key=str))


class AsLaid(Pairs):
    """Eight single cards; every order is a different play."""

    def canonical(self, layout: Layout) -> Layout:
        return layout


def of_eight(marker: Marker) -> Engine:
    """Each player has this one marker and eight cards."""
    return Engine(evolve(BASE, name="eight", hand_size=7, markers=(marker,)))


def test_orders_of_many_piles_are_equally_likely_too() -> None:
    pairs = ["A-B", "C-D", "E-F", "F-G"]
    orders = [f"1{'-'.join(order)}" for order in permutations(pairs)]
    assert is_even(laid(of_eight(Pairs(1, "Pairs", "")), "1A-B-C-D-E-F-F-G", 480), orders)
    apart = of_eight(Apart(1, "Apart", ""))
    counts = laid(apart, "1A-B-C-D-E-F-G-G", 400)
    left = Counter("".join(sorted(text[1:8:2])) for text in counts.elements())
    assert left == {"ABCD": 400}
    first = Counter(text[1] for text in counts.elements())
    assert is_even(first, "ABCD")
    last = Counter(text[-1] for text in counts.elements())
    assert abs(last["G"] - 200) < 50
    as_laid = of_eight(AsLaid(1, "As laid", ""))
    assert laid(as_laid, "1H-B-C-D-E-F-G-A", 5) == {"1H-B-C-D-E-F-G-A": 5}


@pytest.mark.parametrize(
    "move",
    [
        Pick((0,)),
        Play(9, (Cards("A"), Cards("B"))),
        Play(3, ()),
        Play(3, (Cards("A"),) * 2),
        Play(3, [Cards("A")]),  # type: ignore[arg-type]
        Play(3, "AB"),  # type: ignore[arg-type]
        Play(3, (1, 2, 3)),  # type: ignore[arg-type]
        Play(3, (1,) * 8),  # type: ignore[arg-type]
        Play(3, (Cards("A"),) * 22),
        Play({}, ()),  # type: ignore[arg-type]
        None,
    ],
)
def test_an_invalid_move_stays_invalid(move: Any) -> None:
    for name in ("base", "mini-expansion-1"):
        engine = load_engine(name)
        other = engine.shuffle_piles(move, 0, Random(1))
        with pytest.raises(IllegalMoveError):
            engine.apply(engine.start(deals=[DEAL]), other)


@pytest.mark.parametrize("player", [2, -1, None, "0", []])
def test_an_invalid_player_is_rejected(player: Any) -> None:
    with pytest.raises(SetupError) as caught:
        load_engine("base").shuffle_piles(parse_move("1A"), player, Random(1))
    assert str(caught.value) == f"player is {player!r}; it must be 0 or 1"


class Exits(Marker):
    """Its `canonical` or `step` calls exit."""

    cost = 4
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(four,) for four in view.hand.combinations(4)]

    def canonical(self, layout: Layout) -> Layout:
        raise SystemExit(self.name) if self.name == "canonical" else ValueError

    def step(self, view: Observation, action: Action) -> Step:
        if self.name == "step":
            raise SystemExit
        return Ask(shown=False)


@pytest.mark.parametrize("where", ["canonical", "step"])
def test_a_marker_that_calls_exit_is_named(where: str) -> None:
    with pytest.raises(PluginError, match=rf"marker 4 \({where}\) of 'own' raised SystemExit"):
        laid(with_marker(Exits(4, where, "")), "4AB-CC", 1)


def test_the_order_stays_if_canonical_fails() -> None:
    assert laid(with_marker(Exits(4, "fails", "")), "4AB-CC", 3) == {"4AB-CC": 3}
