"""Hands and deck must have enough cards in every order of the markers."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    ActionMarker,
    Engine,
    From,
    Game,
    Layout,
    Marker,
    MoreCharm,
    Observation,
    PileMarker,
    Place,
    PluginError,
    RoundLimit,
    Row,
    Step,
    Take,
    To,
    Variant,
    VariantError,
    available_variants,
    parse_move,
)
from hanamikoji_core.engine.marker_snapshot import MarkerSnapshot
from hanamikoji_variants.mini_expansion_4 import REFERRAL

BASE = available_variants()["base"]
TRADE_OFF, GIFT, COMPETITION = BASE.markers[0][1:]


def piles(number: int, *sizes: int, to: Any = To.OWN_SIDE, **fields: Any) -> PileMarker:
    return PileMarker(number, "Test", piles=sizes, rest=to, text="", **fields)


def variant(*markers: ActionMarker, deck: int, **changes: Any) -> Variant:
    """A variant in which the hands come out even, with this number of cards in the deck."""
    first, second = changes.pop("markers", (markers, markers))
    hand_size = sum(m.cost - 1 for m in first) - sum(m.gives for m in second)
    row = Row.of(1, 1, cards=((deck + 2 * hand_size) // 2, -(-(deck + 2 * hand_size) // 2)))
    changes = {"row": row, "hand_size": hand_size, **changes}
    return Variant(name="test", title="Test", markers=(first, second), **changes)


def problem(checked: Variant) -> str:
    (text,) = checked.problems()
    with pytest.raises(VariantError):
        Engine(checked)
    return text


RETURN = piles(1, 1, 1, to=(To.OWN_SIDE, To.DECK_BOTTOM))


def test_a_marker_that_puts_a_card_into_the_deck_may_be_used_last() -> None:
    short = evolve(
        BASE,
        name="bury",
        hand_size=7,
        removed=1,
        markers=(RETURN, TRADE_OFF, GIFT, COMPETITION),
    )
    assert problem(short) == (
        "the deck runs out: if the players use markers 2, 2, 3, 3, 4, 4, "
        "no card is left for the next draw"
    )
    enough = Engine(evolve(short, removed=0))
    game = Game.new(enough, seed=1)
    while game.state.round == 1:
        game.play(game.legal_moves()[-1])  # The highest marker first, so 1 is the last.


def test_an_order_that_the_hands_do_not_allow_is_ignored() -> None:
    """Marker 2 costs more cards than the hand has at first, so marker 1 always comes first."""
    first, last = piles(1, 1, to=To.DECK_TOP), piles(2, 3)
    free = piles(3, 1, origins=(From.OWN_SIDE,), to=To.OWN_HAND)
    checked = variant(first, last, free, deck=8)
    assert checked.hand_size == 0
    assert checked.problems() == ()


class Browse(Marker):
    """Set a hand card aside, take two cards from the deck, place one and put the other back."""

    draws = 1
    takes = 2
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        if len(action.taken) < 2:
            return Take(1)
        return Place((To.ASIDE, To.OWN_SIDE, To.DECK_BOTTOM))


def test_the_deck_must_have_the_cards_that_a_marker_takes_before_it_puts_some_back() -> None:
    browse = Browse(3, "Browse", "")
    assert variant(piles(1, 1), browse, deck=7).problems() == ()
    assert problem(variant(piles(1, 1), browse, deck=6)) == (
        "the deck runs out: if the players use markers 1, 1, 3, marker 3 (Browse) takes 2 cards "
        "from a deck of 1"
    )


@pytest.mark.parametrize(("takes", "taken"), [(0, 1), (1, 2)])
def test_a_marker_that_takes_more_from_the_deck_than_it_declares_is_named(
    takes: int, taken: int
) -> None:
    kind = type("Browse", (Browse,), {"takes": takes, "draws": takes})
    markers = (kind(1, "Browse", ""), piles(2, 3))
    engine = Engine(variant(*markers, deck=20))
    state = engine.start(seed=1)
    with pytest.raises(PluginError) as caught:
        engine.apply(state, engine.legal_moves(state)[0])
    cards = "1 card" if taken == 1 else f"{taken} cards"
    assert str(caught.value) == (
        f"marker 1 (Browse) of 'test' took {cards} from the deck, but declares takes={takes}; "
        "increase takes, or set or_fewer"
    )


def test_a_marker_with_or_fewer_needs_no_cards_in_the_deck() -> None:
    checked = evolve(variant(REFERRAL, deck=2), limit=RoundLimit(1, MoreCharm()))
    assert checked.problems() == ()
    game = Game.new(checked, deals=["AB"])
    game.play(parse_move("1A"))  # B is taken, and A is left to be drawn.
    game.play(parse_move("1A"))  # The deck is empty.
    assert [str(side) for side in game.state.placed] == ["B", "A"]


def test_the_hand_must_have_every_card_that_the_last_marker_lays_out() -> None:
    keep = piles(2, 1, 1, to=(To.OWN_SIDE, To.OWN_HAND))
    assert problem(variant(piles(1, 2), keep, deck=9)) == (
        "a player has nothing to play: if the players use markers 1, 1, player 0 holds 1 card and "
        "needs 2 for marker 2 (Test)"
    )


def test_a_marker_that_is_never_the_last_may_lay_out_more_than_it_costs() -> None:
    """It exchanges two cards, and the other markers leave at least two in the hand before them."""
    exchange = piles(1, 2, 2, origins=(From.HAND, From.OWN_SIDE), to=(To.OWN_SIDE, To.OWN_HAND))
    assert (exchange.cost, exchange.lays) == (0, 2)
    assert variant(exchange, piles(3, 3), piles(4, 4), deck=9).problems() == ()
    assert problem(variant(exchange, piles(2, 2), piles(4, 4), deck=9)) == (
        "a player has nothing to play: if the players use markers 4, 1, player 0 holds 1 card and "
        "needs 2 for marker 1 (Test)"
    )


def declares(number: int, **numbers: int) -> ActionMarker:
    """A marker with these declarations and no behavior."""
    made: ActionMarker = type("Declares", (Marker,), numbers)(number, "Test", "")
    return made


def test_the_deck_is_not_checked_at_a_turn_that_the_hands_do_not_allow() -> None:
    """Player 0 cannot use a marker before the first gift, so only the hand is too small."""
    waits = (declares(1, cost=2), declares(2, cost=2))
    feeds = (declares(1, cost=1, gives=1, takes=9), declares(2, cost=1, gives=1))
    assert problem(variant(deck=12, markers=(waits, feeds))).startswith(
        "a player has nothing to play: if player 0 starts and no marker has been used, "
    )


def test_a_gift_can_come_too_late_for_the_opponent() -> None:
    gift = piles(1, 1, 1, to=(To.THEIR_HAND, To.OWN_SIDE))
    assert problem(variant(gift, piles(2, 3), deck=9)) == (
        "a player has nothing to play: if the players use markers 2, 2, player 0 holds 1 card and "
        "needs 2 for marker 1 (Test)"
    )


class Thief(Marker):
    """Place a card from the opponent's hand."""

    cost = 0
    gives = -1
    hand_only = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [()]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE,)) if action.taken else Take(1, From.THEIR_HAND)


def test_a_hand_must_have_the_cards_that_are_taken_from_it() -> None:
    thief = Thief(1, "Thief", "")
    assert problem(variant(thief, piles(2, 1), deck=9)) == (
        "a hand runs short: when a round starts, player 1 holds 0 cards, and marker 1 (Thief) "
        "takes 1"
    )
    assert variant(thief, piles(2, 3), deck=9).problems() != ()


def test_the_message_has_the_starting_player_if_the_players_have_different_markers() -> None:
    two = (piles(1, 1), piles(2, 1))
    mixed = (piles(1, 1, to=To.DECK_TOP), piles(2, 1))
    assert problem(variant(deck=3, markers=(two, mixed), symmetric=False)) == (
        "the deck runs out: if player 0 starts and the players use markers 1, 2, 2, "
        "no card is left for the next draw"
    )


class Unsteady(Marker):
    """Declares that it puts a card into the deck until it is checked, but puts the card aside."""

    hand_only = True
    checked = False

    @property
    def draws(self) -> int:  # type: ignore[override]
        return 0 if self.checked else -1

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [(card,) for card in view.hand.combinations(1)]

    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.ASIDE,))


def test_a_marker_that_changes_its_declarations_is_found_when_the_deck_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked = variant(Unsteady(1, "Unsteady", ""), piles(2, 1), deck=3)
    snapshot = MarkerSnapshot.of

    def later(marker: ActionMarker) -> MarkerSnapshot:
        monkeypatch.setattr(Unsteady, "checked", True)
        return snapshot(marker)

    monkeypatch.setattr(MarkerSnapshot, "of", later)
    engine = Engine(checked)
    state = engine.start(deals=["ABB"])
    for text in ("2A", "2B"):
        state = engine.apply(state, parse_move(text))
    with pytest.raises(PluginError, match=r"^the deck of 'test' ran out"):
        engine.apply(state, parse_move("1B"))


def test_twelve_markers_for_each_player_are_checked_quickly() -> None:
    places = (To.THEIR_HAND, To.OWN_HAND, To.DECK_TOP)
    odd = [piles(n, n + 1, 1, to=(To.OWN_SIDE, places[n % 3])) for n in range(1, 13)]
    began = time.process_time()
    hand_size = sum(m.cost - 1 - m.gives for m in odd)
    row = Row.of(*[1] * 10, cards=[2 * hand_size // 10 + 3] * 10)
    many = Variant(name="many", title="Many", markers=odd, hand_size=hand_size, row=row)
    assert many.problems() != ()
    assert time.process_time() - began < 2
