"""The effect of each step of an action on the table and on the memory of the viewers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    DeckMark,
    From,
    Memory,
    Offer,
    Place,
    Sighting,
    Take,
    To,
    load_engine,
)
from hanamikoji_core.engine.action import _placed
from hanamikoji_core.engine.chance import shuffle_number, shuffled
from hanamikoji_core.engine.faults import Fault
from hanamikoji_core.engine.table import Table
from hanamikoji_core.model.knowledge import EVERYBODY, NOBODY, ONLY, Viewer, Viewers
from hanamikoji_core.model.memory import NO_MEMORY

STATE = load_engine("base").start(seed=7)
#: The places of sightings: the hands, the first piles of an offer, the first card put in the deck.
HAND_0, HAND_1, PILE_0, PILE_1, PILE_2, BURIED = -1, -2, -10, -11, -12, 1_000_000


def cards(*texts: str) -> tuple[Cards, ...]:
    return tuple(map(Cards, texts))


def table(
    hands: tuple[str, str] = ("", ""),
    placed: tuple[str, str] = ("", ""),
    deck: str = "",
    *sightings: Sighting,
    marks: tuple[DeckMark | None, ...] = (),
) -> Table:
    return Table(list(cards(*hands)), list(cards(*placed)), deck, Memory(tuple(sightings), marks))


def seen(viewer: Viewer, text: str, *places: int) -> Sighting:
    return Sighting(viewer, Cards(text), frozenset(places))


def offer(player: int, *piles: str, seen_by: Viewers | None = None, **fields: Any) -> Offer:
    """An action in progress. By default its piles are known to the acting player."""
    viewers = ONLY[player] if seen_by is None else seen_by
    settings: dict[str, Any] = {
        "seen_by": (viewers,) * len(piles),
        "shown": cards(*[""] * len(piles)),
    }
    return Offer(
        player, 1 - player, 1, cards(*piles), 1, (), laid=len(piles), **(settings | fields)
    )


def settled(on: Table, action: Offer, *to: To, lots: int = 0) -> Table:
    on.settle(_placed(action, Place(to)), lots)
    return on


def test_a_table_is_taken_from_a_position_and_put_on_another() -> None:
    found = table(("AB", "C"), ("D", "E"), "FG", seen(0, "C", HAND_1))
    assert found.contents() == (cards("AB", "C"), cards("D", "E"), "FG", found.memory)
    put = found.put_on(STATE)
    assert (put.hands, put.placed, put.deck, put.memory) == found.contents()
    assert (
        evolve(put, hands=STATE.hands, placed=STATE.placed, deck=STATE.deck, memory=NO_MEMORY)
        == STATE
    )
    assert Table.of(put) == found


@pytest.mark.parametrize("player", [0, 1])
def test_sightings_of_a_hand_spread_to_the_piles_laid_out(player: int) -> None:
    hand = (HAND_0, HAND_1)[player]
    other = 1 - player
    hands = ("AABC", "D") if player == 0 else ("D", "AABC")
    found = table(hands, ("", ""), "", seen(other, "A", hand))
    found.lay_out(offer(player, "AB", "A"), ())
    assert found.hands[player] == Cards("C")
    assert found.hands[other] == Cards("D")
    assert found.memory.sightings == (seen(other, "A", hand, PILE_0, PILE_1),)
    # After the last card, the sighting is no longer in the hand.
    found.lay_out(offer(player, "C"), (From.HAND,))
    assert found.memory.sightings == (seen(other, "A", PILE_0, PILE_1),)


@pytest.mark.parametrize("player", [0, 1])
def test_cards_may_be_laid_out_from_either_side(player: int) -> None:
    placed = ("AA", "BB") if player == 0 else ("BB", "AA")
    found = table(("C", "C"), placed)
    found.lay_out(offer(player, "A", "B", "C"), (From.OWN_SIDE, From.THEIR_SIDE, From.HAND))
    assert (found.placed[player], found.placed[1 - player]) == cards("A", "B")
    assert (found.hands[player], found.hands[1 - player]) == cards("", "C")


def test_a_viewer_who_sees_a_pile_has_no_more_sightings_in_it() -> None:
    before = offer(0, "AB", "C")
    after = evolve(before, seen_by=(frozenset({0, 1}), ONLY[0]))
    found = table(("", ""), ("", ""), "", seen(1, "AC", PILE_0, PILE_1), seen(None, "A", PILE_0))
    found.turn_up(before, after)
    # The A was seen, and the C can only be in the face-down pile.
    assert found.memory.sightings == (seen(1, "C", PILE_1), seen(None, "A", PILE_0))


def test_a_known_part_of_a_pile_removes_no_sighting() -> None:
    before = offer(0, "AA", shown=cards("A"))
    after = evolve(before, seen_by=(EVERYBODY,))
    found = table(("", ""), ("", ""), "", seen(1, "AA", PILE_0, PILE_1))
    found.turn_up(before, after)
    assert found.memory.sightings == (seen(1, "A", PILE_1),)


def test_a_shown_part_removes_the_sightings_of_viewers_who_did_not_know_it() -> None:
    before = offer(0, "AAB", shown=cards("A"), seen_by=frozenset({0, 1}))
    after = evolve(before, shown=cards("AA"))
    found = table(("", ""), ("", ""), "", seen(None, "AA", PILE_0), seen(1, "A", PILE_0))
    found.turn_up(before, after)
    assert found.memory.sightings == (seen(1, "A", PILE_0), seen(None, "A", PILE_0))
    unchanged = found.memory
    found.turn_up(after, after)
    assert found.memory == unchanged


@pytest.mark.parametrize(
    ("take", "text"),
    [
        (Take(-1), "has a Take with count -1 and source a value of type From"),
        (Take(True), "has a Take with count a value of type bool and source a value of type From"),
        (Take(1.0), "has a Take with count a value of type float and source a value of type From"),  # type: ignore[arg-type]
        (Take(1, "deck"), "has a Take with count 1 and source a value of type str"),  # type: ignore[arg-type]
    ],
)
def test_an_invalid_take_is_described(take: Take, text: str) -> None:
    with pytest.raises(Fault) as caught:
        table(deck="ABC").take(offer(0, "A"), take, STATE)
    assert str(caught.value) == f"{text}; use a whole number, 0 or more, and a From"


@pytest.mark.parametrize(
    ("take", "seen_by"),
    [
        (Take(2), ONLY[1]),
        (Take(2, seen=False), NOBODY),
        (Take(2, shown=True), EVERYBODY),
        (Take(2, seen=False, shown=True), EVERYBODY),
    ],
)
def test_cards_taken_from_the_deck_become_another_pile(take: Take, seen_by: Viewers) -> None:
    found = table(deck="CAB")
    after = found.take(offer(1, "D"), take, STATE)
    assert (after.piles, after.seen_by) == (cards("D", "AC"), (ONLY[1], seen_by))
    assert after.shown == cards("", "")
    assert found.deck == "B"


def test_fewer_cards_are_taken_if_the_deck_has_fewer() -> None:
    found = table(deck="A")
    assert found.take(offer(0), Take(3), STATE).piles == cards("A")
    after = found.take(offer(0), Take(3), STATE)
    assert (after.piles, after.seen_by, found.deck) == (cards(""), (EVERYBODY,), "")


def test_a_player_who_put_a_card_into_the_deck_knows_it_when_it_is_taken() -> None:
    marks = (None, DeckMark(0, ONLY[1]), None)
    found = table(("", ""), ("", ""), "BAC", marks=marks)
    after = found.take(offer(0), Take(2), STATE)
    assert after.piles == cards("AB")
    assert (found.deck, found.memory) == ("C", Memory((seen(1, "A", PILE_0),)))


def test_players_who_know_all_taken_cards_know_the_pile() -> None:
    both = DeckMark(0, frozenset({0, 1}))
    found = table(("", ""), ("", ""), "AC", marks=(both, None))
    after = found.take(offer(0), Take(1, seen=False), STATE)
    assert (after.seen_by, found.memory) == ((frozenset({0, 1}),), NO_MEMORY)


def test_a_sighting_moves_with_a_card_taken_from_the_deck() -> None:
    mark = DeckMark(0, ONLY[1])
    found = table(("", ""), ("", ""), "AC", seen(None, "A", BURIED, HAND_1), marks=(mark, None))
    assert found.take(offer(0), Take(1, seen=False), STATE).seen_by == (ONLY[1],)
    assert found.memory.sightings == (seen(None, "A", PILE_0, HAND_1),)


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (From.HAND, ("", "BBB", "CCC", "DDD")),
        (From.THEIR_HAND, ("AAA", "", "CCC", "DDD")),
        (From.OWN_SIDE, ("AAA", "BBB", "", "DDD")),
        (From.THEIR_SIDE, ("AAA", "BBB", "CCC", "")),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_cards_are_taken_at_random_from_the_source(
    source: From, left: tuple[str, ...], player: int
) -> None:
    turn = 1 if player == 0 else -1
    found = table(("AAA", "BBB")[::turn], ("CCC", "DDD")[::turn], "EEE")  # type: ignore[arg-type]
    after = found.take(offer(player, "F"), Take(3, source), STATE)
    assert (*found.hands[::turn], *found.placed[::turn]) == cards(*left)
    assert found.deck == "EEE"
    whole = {
        From.HAND: ONLY[player],
        From.THEIR_HAND: frozenset({0, 1}),
        From.OWN_SIDE: EVERYBODY,
        From.THEIR_SIDE: EVERYBODY,
    }
    assert after.seen_by[1] == whole[source]
    unseen = found.take(offer(player, "F"), Take(0, source, seen=False), STATE)
    if source is From.THEIR_HAND:
        assert unseen.seen_by[1] == ONLY[1 - player]


def test_a_random_card_depends_only_on_the_seed_and_the_moment() -> None:
    def taken(state: Any, piles: int = 0) -> str:
        found = table(("", "ABCDEFG"))
        return str(found.take(offer(0, *["A"] * piles), Take(1, From.THEIR_HAND), state).piles[-1])

    later = evolve(STATE, used=(frozenset({1}), frozenset()))
    same_turn = evolve(STATE, used=(frozenset(), frozenset({1})))
    assert taken(STATE) == taken(STATE)
    assert taken(later) == taken(same_turn)
    moments = [evolve(STATE, used=(frozenset(range(n)), frozenset())) for n in range(8)]
    assert len({taken(state) for state in moments}) > 2
    assert len({taken(STATE, piles) for piles in range(8)}) > 2
    rounds = [evolve(STATE, round=n) for n in range(1, 9)]
    assert len({taken(state) for state in rounds}) > 2


def test_a_random_card_may_be_the_one_that_was_seen() -> None:
    results = set()
    for number in range(8):
        state = evolve(STATE, round=number)
        found = table(("", "AB"), ("", ""), "", seen(0, "A", HAND_1), seen(None, "A", HAND_1))
        # Player 0 sees the card and knows whether it is the A.
        after = found.take(offer(0), Take(1, From.THEIR_HAND), state)
        results.add(after.piles == cards("A"))
        mine = () if after.piles == cards("A") else (seen(0, "A", HAND_1),)
        assert found.memory.sightings == (*mine, seen(None, "A", PILE_0, HAND_1))
        # After the last card, the sighting is no longer in the hand.
        found.take(after, Take(1, From.THEIR_HAND), state)
        assert found.memory.sightings == (seen(None, "A", PILE_1, PILE_0),)
    assert results == {True, False}


def test_sightings_move_with_piles_that_go_face_down() -> None:
    found = table(("", ""), ("", ""), "", seen(1, "A", PILE_0, PILE_1))
    settled(found, offer(0, "A", "B"), To.ASIDE, To.OWN_SIDE_FACE_DOWN, lots=3)
    assert found.memory.sightings == (seen(1, "A", 3, 4),)


def test_everyone_sees_piles_that_go_face_up() -> None:
    before = (seen(1, "AB", PILE_0, PILE_1), seen(None, "A", PILE_0))
    found = table(("", ""), ("C", "D"), "", *before)
    settled(found, offer(0, "AA", "B"), To.OWN_SIDE, To.ASIDE)
    assert found.memory.sightings == (seen(1, "B", 0),)
    assert found.placed == list(cards("AAC", "D"))
    other = settled(table(("", ""), ("C", "D")), offer(0, "A"), To.THEIR_SIDE)
    assert other.placed == list(cards("C", "AD"))


def test_a_shown_card_that_goes_face_up_removes_no_sighting() -> None:
    found = table(("", ""), ("", ""), "", seen(1, "AA", PILE_0, HAND_0))
    settled(found, offer(0, "AB", shown=cards("A")), To.OWN_SIDE)
    assert found.memory.sightings == (seen(1, "AA", HAND_0),)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("to", [To.OWN_HAND, To.THEIR_HAND])
def test_viewers_remember_cards_that_they_saw_go_to_a_hand(player: int, to: To) -> None:
    owner = player if to is To.OWN_HAND else 1 - player
    other, hand = 1 - owner, (HAND_0, HAND_1)[owner]
    found = settled(table(("C", "C")), offer(player, "AB", seen_by=EVERYBODY), to)
    assert found.hands[owner] == Cards("ABC")
    assert found.hands[other] == Cards("C")
    assert found.memory.sightings == (seen(other, "AB", hand), seen(None, "AB", hand))
    # The same for a part that was shown.
    part = settled(table(), offer(player, "AB", seen_by=ONLY[owner], shown=cards("A")), to)
    assert part.memory.sightings == (seen(other, "A", hand), seen(None, "A", hand))


def test_the_owner_of_a_hand_sees_cards_that_come_to_it() -> None:
    before = (seen(1, "AB", PILE_0, PILE_1), seen(None, "B", PILE_0))
    found = settled(
        table(("", ""), ("", ""), "", *before), offer(0, "A", "C"), To.THEIR_HAND, To.ASIDE
    )
    # The giver remembers the A, and the receiver has seen it; the B was not there.
    assert found.memory.sightings == (
        seen(0, "A", HAND_1),
        seen(1, "B", 0),
        seen(None, "B", HAND_1),
    )


@pytest.mark.parametrize(
    ("to", "deck", "marks"),
    [
        (To.DECK_TOP, "ABC", (DeckMark(0, ONLY[1]), None, None)),
        (To.DECK_BOTTOM, "BCA", (None, None, DeckMark(0, ONLY[1]))),
    ],
)
def test_everyone_knows_the_position_of_a_card_put_into_the_deck(
    to: To, deck: str, marks: tuple[DeckMark | None, ...]
) -> None:
    found = settled(table(("", ""), ("", ""), "BC", seen(None, "A", PILE_0)), offer(1, "A"), to)
    assert found.deck == deck
    assert found.memory == Memory((seen(None, "A", BURIED),), marks)
    settled(found, offer(0, "D"), To.DECK_TOP)
    assert found.deck == f"D{deck}"
    assert found.memory.deck == (DeckMark(1, ONLY[0]), *marks)


def test_a_player_who_put_a_card_into_the_deck_knows_who_draws_it() -> None:
    marks = (DeckMark(0, ONLY[0]), None, DeckMark(1, ONLY[1]))
    found = table(("", "B"), ("", ""), "ACD", marks=marks)
    assert found.draw(1) == Cards("A")
    assert (found.hands[1], found.deck) == (Cards("AB"), "CD")
    assert found.memory == Memory((seen(0, "A", HAND_1),), marks[1:])
    assert found.draw(0) == Cards("C")
    assert found.draw(1) == Cards("D")
    # A player who draws their own card learns nothing. Now nobody knows a card of the deck.
    assert found.memory == Memory((seen(0, "A", HAND_1),))
    assert found.hands == [Cards("C"), Cards("B") + Cards("AD")]


def test_a_deck_in_which_nobody_knows_a_card_has_no_marks() -> None:
    found = table(("", ""), ("", ""), "AB", marks=(DeckMark(0, ONLY[0]), None))
    found.draw(0)
    assert found.memory == NO_MEMORY


@pytest.mark.parametrize(
    ("used", "piles", "moment"),
    [((0, 0), 0, 1000), ((0, 0), 2, 1002), ((1, 0), 1, 2001), ((1, 2), 0, 4000)],
)
def test_the_numbers_of_random_takes_never_change(
    used: tuple[int, int], piles: int, moment: int
) -> None:
    """The moment is 1000 for each action of the round plus 1 for each pile. Saves depend on it."""
    marks = (frozenset(range(used[0])), frozenset(range(used[1])))
    found = table(("", "ABCDEFG"))
    take, action = Take(3, From.THEIR_HAND), offer(0, *["A"] * piles)
    taken = found.take(action, take, evolve(STATE, used=marks)).piles[-1]
    assert taken == Cards(shuffled("ABCDEFG", shuffle_number(7, 1, moment, 7))[:3])


def test_a_sighting_moves_with_a_card_that_is_drawn() -> None:
    before = (seen(1, "A", BURIED, 5), seen(None, "A", BURIED, 5))
    found = table(("", ""), ("", ""), "AC", *before, marks=(DeckMark(0, ONLY[0]), None))
    found.draw(1)
    # The player who draws it sees it.
    assert found.memory.sightings == (seen(0, "A", HAND_1), seen(None, "A", HAND_1, 5))


def test_a_player_who_sees_a_taken_card_has_no_more_sightings_of_it() -> None:
    before = (seen(0, "AC", BURIED, HAND_1), seen(None, "A", BURIED, 5))
    found = table(("", ""), ("", ""), "AC", *before, marks=(DeckMark(0, ONLY[1]), None))
    found.take(offer(0), Take(1), STATE)
    assert found.memory.sightings == (
        seen(0, "C", HAND_1),
        seen(None, "A", PILE_0, 5),
    )


def test_a_shown_card_that_comes_to_a_hand_removes_no_sighting() -> None:
    found = table(("", ""), ("", ""), "", seen(1, "AA", PILE_0, 5))
    settled(found, offer(0, "AA", shown=cards("A")), To.THEIR_HAND)
    assert found.memory.sightings == (
        seen(0, "AA", HAND_1),
        seen(1, "A", 5),
        seen(None, "A", HAND_1),
    )
