"""The result of each step of a marker, and the error for each invalid step."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    FaceDown,
    From,
    Marker,
    Observation,
    Offer,
    Pick,
    Place,
    Play,
    Take,
    To,
    Who,
    load_engine,
)
from hanamikoji_core.engine.action import Effects, advance, laid_out, picks_of
from hanamikoji_core.engine.faults import Fault
from hanamikoji_core.model.knowledge import EVERYBODY, ONLY

VIEW = load_engine("base").observe(load_engine("base").start(seed=7), 0)


def cards(*texts: str) -> tuple[Cards, ...]:
    return tuple(map(Cards, texts))


def action(player: int, *piles: str, **fields: Any) -> Offer:
    return evolve(laid_out(player, Play(1, cards(*piles)), ()), **fields)


def after(step: object, so_far: Offer) -> Any:
    """The stage after a marker returns `step`."""

    class Answering(Marker):
        def step(self, view: Observation, action: Action) -> Any:
            return step

    return advance(Answering(1, "Answering", ""), so_far, lambda: VIEW, lambda offer, take: offer)


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (None, "returned NoneType from step, not an Ask, a Take or a Place"),
        (7, "returned int from step, not an Ask, a Take or a Place"),
        (Take(1), "took cards 100 times in one action without finishing it"),
        (Ask(3), "asks for 3 of 2 piles"),
        (Ask(0), "asks for 0 of 2 piles"),
        (Ask(2, among=(1,)), "asks for 2 of 1 pile"),
        (Ask("1"), "asks for a value of type str of 2 piles"),  # type: ignore[arg-type]
        (Ask(among=(2,)), "asks about piles that do not exist; the piles are 0 to 1"),
        (Ask(among=(-1,)), "asks about piles that do not exist; the piles are 0 to 1"),
        (Ask(among=(0, 0)), "asks about the same pile twice"),
        (Ask(who=1), "asks 1, not Who.ACTOR or Who.OPPONENT"),  # type: ignore[arg-type]
        (Ask(shown=(True,)), "does not have one entry for each pile in the shown of its Ask"),
        (Ask(shown=(Cards("G"), True)), "shows a card that is not in the pile"),
        (
            Ask(shown=("A", True)),  # type: ignore[arg-type]
            "shows a value of type str of a pile; use True, False or Cards",
        ),
        (Place([To.ASIDE] * 2), "does not place the piles with a tuple of To"),  # type: ignore[arg-type]
        (Place(("x", "x")), "does not place the piles with a tuple of To"),  # type: ignore[arg-type]
        (Place((To.ASIDE,)), "places 1 pile, but the action has 2"),
        (
            Place((To.ASIDE, To.DECK_TOP)),
            "puts a pile of 2 cards into the deck; lay out each card as a pile",
        ),
    ],
)
def test_an_invalid_step_is_described(step: object, text: str) -> None:
    with pytest.raises(Fault) as caught:
        after(step, action(0, "A", "BC"))
    assert str(caught.value) == text


@pytest.mark.parametrize("player", [0, 1])
def test_an_ask_sets_the_chooser_and_the_piles(player: int) -> None:
    asked = after(Ask(2, among=(2, 0)), action(player, "A", "B", "C"))
    assert (asked.player, asked.chooser, asked.pick, asked.among) == (player, 1 - player, 2, (0, 2))
    own = after(Ask(who=Who.ACTOR, interchangeable=False), action(player, "A", "B"))
    assert (own.chooser, own.pick, own.among, own.interchangeable) == (player, 1, (0, 1), False)


def test_equal_choices_are_listed_once_if_they_are_interchangeable() -> None:
    equal = action(0, "A", "A", "B")
    assert after(Ask(), equal).seen_by == (EVERYBODY,) * 3
    assert picks_of(after(Ask(), equal)) == (Pick((0,)), Pick((2,)))
    apart = after(Ask(interchangeable=False), equal)
    assert picks_of(apart) == (Pick((0,)), Pick((1,)), Pick((2,)))


@pytest.mark.parametrize("kind", [From, To, Who])
def test_every_member_of_the_enums_has_a_text(kind: type[Enum]) -> None:
    """Two members with the same text would be aliases."""
    assert all(isinstance(thing.value, str) and thing.value for thing in kind)
    assert len({thing.value for thing in kind}) == len(kind.__members__)


@pytest.mark.parametrize(
    ("before", "shown", "after_it"),
    [
        ("", True, None),
        ("", False, ""),
        ("", "A", "A"),
        ("", "AAB", None),
        # A card that was shown twice is the same card. If all were shown, everyone knows the pile.
        ("A", "A", "A"),
        ("A", "AA", "AA"),
        ("A", "B", "AB"),
        ("AA", "AB", None),
        ("A", False, "A"),
        ("A", True, None),
    ],
)
def test_the_shown_part_of_a_pile_stays_known(
    before: str, shown: bool | str, after_it: str | None
) -> None:
    part = Cards(shown) if isinstance(shown, str) else shown
    asked = after(Ask(shown=(part,)), action(0, "AAB", shown=cards(before)))
    everybody = after_it is None
    assert asked.seen_by == (EVERYBODY if everybody else ONLY[0],)
    assert asked.shown == cards(after_it or "")


def test_showing_part_of_a_known_pile_changes_nothing() -> None:
    asked = after(Ask(shown=(Cards("A"),)), action(0, "AAB", seen_by=(EVERYBODY,)))
    assert (asked.seen_by, asked.shown) == ((EVERYBODY,), cards(""))


@pytest.mark.parametrize(
    ("to", "plain", "places"),
    [
        (To.OWN_SIDE, True, True),
        (To.THEIR_SIDE, True, True),
        (To.OWN_SIDE_FACE_DOWN, True, False),
        (To.ASIDE, True, False),
        (To.OWN_HAND, False, False),
        (To.THEIR_HAND, False, False),
        (To.DECK_TOP, False, False),
        (To.DECK_BOTTOM, False, False),
    ],
)
def test_an_action_is_plain_if_it_changes_no_hand_and_no_deck(
    to: To, plain: bool, places: bool
) -> None:
    effects: Effects = after(Place((to,)), action(0, "A"))
    assert (effects.plain, effects.places) == (plain, places)
    both: Effects = after(Place((To.ASIDE, to)), action(0, "A", "B"))
    assert both.plain == plain


@pytest.mark.parametrize("player", [0, 1])
def test_places_are_relative_to_the_acting_player(player: int) -> None:
    places = (To.OWN_SIDE, To.THEIR_SIDE, To.OWN_SIDE_FACE_DOWN, To.THEIR_SIDE_FACE_DOWN, To.ASIDE)
    effects: Effects = after(Place(places), action(player, "A", "B", "C", "D", "E"))
    other, knows = 1 - player, ONLY[player]
    assert (effects.placed[player], effects.placed[other]) == cards("A", "B")
    assert effects.facedown == (
        FaceDown(Cards("C"), player, 1, player, knows),
        FaceDown(Cards("D"), other, 1, other, knows),
        FaceDown(Cards("E"), player, 1, None, knows),
    )


def test_face_down_piles_with_the_same_viewers_become_one_lot() -> None:
    so_far = action(
        0,
        "A",
        "B",
        "C",
        "",
        seen_by=(ONLY[0], EVERYBODY, ONLY[0], ONLY[1]),
        shown=cards("", "", "C", ""),
    )
    effects: Effects = after(Place((To.ASIDE,) * 4), so_far)
    assert effects.facedown == (
        FaceDown(Cards("AC"), 0, 1, None, ONLY[0], Cards("C")),
        FaceDown(Cards("B"), 0, 1, None, EVERYBODY),
    )
