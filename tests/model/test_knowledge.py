"""What a viewer saw, and where it may be now."""

from __future__ import annotations

from attrs import evolve

from hanamikoji_core import Cards, DeckMark, FaceDown, Glimpse, Memory, Sighting, Viewer
from hanamikoji_core.model.knowledge import EVERYBODY, NOBODY, ONLY
from hanamikoji_core.model.memory import NO_MEMORY, deck_place, hand_place, pile_place

FIRST, SECOND = hand_place(0), hand_place(1)


def seen(viewer: Viewer, cards: str, *places: int) -> Sighting:
    return Sighting(viewer, Cards(cards), frozenset(places))


def memory(*sightings: Sighting) -> Memory:
    return Memory(sightings)


def lot(cards: str, scores_for: int | None, *seen_by: int, shown: str = "") -> FaceDown:
    return FaceDown(Cards(cards), 0, 1, scores_for, frozenset(seen_by), Cards(shown))


def test_places_are_numbered_as_documented() -> None:
    assert [hand_place(player) for player in (0, 1)] == [-1, -2]
    assert [pile_place(index) for index in (0, 1, 5)] == [-10, -11, -15]
    assert [deck_place(serial) for serial in (0, 1, 5)] == [1_000_000, 1_000_001, 1_000_005]


def test_everybody_is_both_players_and_the_spectators() -> None:
    assert frozenset({0, 1, None}) == EVERYBODY
    assert (frozenset({0}), frozenset({1})) == ONLY
    assert frozenset() == NOBODY


def test_a_glimpse_names_the_known_cards_and_counts_all() -> None:
    glimpse = Glimpse(Cards("AG"), 5)
    assert (len(glimpse), glimpse.hidden, str(glimpse)) == (5, 3, "AG???")


def test_the_next_serial_number_follows_the_highest_in_the_deck() -> None:
    assert NO_MEMORY.next_serial == 0
    marks = (None, DeckMark(4, frozenset({0})), DeckMark(2, frozenset({1})))
    assert Memory(deck=marks).next_serial == 5
    assert Memory(deck=(None, DeckMark(0, frozenset({0})))).next_serial == 1


def test_each_viewer_remembers_a_card_that_they_saw() -> None:
    found = NO_MEMORY.remember([1, None], Cards("AB"), FIRST)
    assert found == memory(seen(1, "AB", FIRST), seen(None, "AB", FIRST))
    assert found.remember([1], Cards("A"), SECOND).sightings == (
        seen(1, "A", SECOND),
        seen(1, "AB", FIRST),
        seen(None, "AB", FIRST),
    )


def test_sightings_with_the_same_viewer_and_places_are_merged() -> None:
    found = NO_MEMORY.remember([0], Cards("A"), SECOND).remember([0], Cards("AC"), SECOND)
    assert found == memory(seen(0, "AAC", SECOND))


def test_sightings_are_sorted() -> None:
    first = NO_MEMORY.remember([0], Cards("A"), 3).remember([0], Cards("B"), SECOND)
    second = NO_MEMORY.remember([0], Cards("B"), SECOND).remember([0], Cards("A"), 3)
    assert first == second == memory(seen(0, "B", SECOND), seen(0, "A", 3))
    wide = memory(seen(0, "A", 0, 1), seen(0, "B", 7)).spread(5, 6, emptied=False)
    assert wide == memory(seen(0, "B", 7), seen(0, "A", 0, 1))


def test_a_sighting_is_widened_if_unseen_cards_leave_its_place() -> None:
    before = memory(seen(0, "A", SECOND), seen(0, "B", 7))
    after = before.spread(SECOND, 0, emptied=False)
    assert after == memory(seen(0, "B", 7), seen(0, "A", SECOND, 0))


def test_a_sighting_moves_if_all_cards_of_its_place_do() -> None:
    before = memory(seen(0, "A", SECOND), seen(0, "B", 7))
    assert before.spread(SECOND, 0, emptied=True) == memory(seen(0, "A", 0), seen(0, "B", 7))


def test_a_sighting_is_removed_once_such_a_card_is_seen_there() -> None:
    before = memory(seen(0, "AA", SECOND), seen(1, "A", 0))
    assert before.reveal(SECOND, Cards("A"), [0]) == memory(seen(0, "A", SECOND), seen(1, "A", 0))
    # Not if another viewer sees it, and not for another card or place.
    assert before.reveal(SECOND, Cards("A"), [1]) == before
    assert before.reveal(SECOND, Cards("B"), [0]) == before
    assert before.reveal(7, Cards("A"), [0]) == before


def test_one_card_removes_only_the_sighting_with_the_fewest_places() -> None:
    before = memory(seen(0, "A", SECOND), seen(0, "A", SECOND, 0))
    assert before.reveal(SECOND, Cards("A"), [0]) == memory(seen(0, "A", SECOND, 0))
    assert before.reveal(SECOND, Cards("AA"), [0]) == NO_MEMORY
    wide_first = memory(seen(0, "A", 0, 1), seen(0, "A", 1, 2, 3), seen(0, "B", 1))
    assert wide_first.reveal(1, Cards("A"), [0]) == memory(seen(0, "B", 1), seen(0, "A", 1, 2, 3))


def test_the_sightings_of_each_viewer_are_removed_separately() -> None:
    before = memory(seen(0, "A", 5), seen(1, "A", 5))
    assert before.reveal(5, Cards("A"), [0, 1]) == NO_MEMORY


def test_a_viewer_who_knows_all_of_a_place_has_no_other_sightings_there() -> None:
    before = memory(seen(0, "A", SECOND, 0), seen(1, "B", SECOND, 0))
    after = before.known_whole(0, [0])
    assert after == memory(seen(0, "A", SECOND), seen(1, "B", SECOND, 0))
    assert memory(seen(0, "A", 0)).known_whole(0, [0]) == NO_MEMORY


def test_scoring_removes_the_sightings_of_revealed_cards_and_renumbers_the_others() -> None:
    facedown = [lot("B", None, 0), lot("A", 0, 0), lot("CD", None, 1), lot("E", None, 1)]
    before = memory(seen(1, "A", 1), seen(0, "C", 2), seen(0, "E", 3), seen(1, "B", 0))
    assert before.after_revealing(facedown) == memory(
        seen(0, "C", 1), seen(0, "E", 2), seen(1, "B", 0)
    )


def test_scoring_reveals_nothing_to_a_viewer_who_knew_the_cards() -> None:
    # Player 1 laid an A, and saw another A go to the opponent's hand or under it.
    before = memory(seen(1, "A", FIRST, 0))
    assert before.after_revealing([lot("A", 1, 1)]) == memory(seen(1, "A", FIRST))
    # The same for the part that everyone had seen.
    assert before.after_revealing([lot("A", 1, shown="A")]) == memory(seen(1, "A", FIRST))
    assert before.after_revealing([lot("A", 1)]) == NO_MEMORY


def test_the_marks_of_the_deck_stay() -> None:
    deck = (None, DeckMark(0, frozenset({0})))
    for after in (
        Memory(deck=deck).remember([0], Cards("A"), SECOND).spread(SECOND, 0, emptied=True),
        evolve(memory(seen(0, "A", 0)), deck=deck).reveal(0, Cards("A"), [0]),
    ):
        assert after.deck == deck
