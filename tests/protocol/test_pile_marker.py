"""The declarative marker: the plays that it lists, and the fields that it rejects."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Action,
    Cards,
    From,
    PileMarker,
    To,
    Variant,
    VariantError,
    Who,
    load_engine,
    parse_move,
)


def marker(**fields: Any) -> PileMarker:
    settings: dict[str, Any] = {"piles": (1, 1), "text": "Show two cards."}
    return PileMarker(1, "Test", **(settings | fields))


ORIGINS = "origins must have one entry for each pile: From.HAND, From.OWN_SIDE or From.THEIR_SIDE"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"piles": ()}, "piles must be a tuple of whole numbers, 1 or more, such as (1, 1, 1)"),
        ({"piles": (1, 0)}, "piles must be a tuple of whole numbers, 1 or more, such as (1, 1, 1)"),
        ({"piles": [1, 1]}, "piles must be a tuple of whole numbers, 1 or more, such as (1, 1, 1)"),
        ({"pick": 3}, "pick must be a whole number from 0 to 2"),
        ({"pick": True}, "pick must be a whole number from 0 to 2"),
        (
            {"picked": "their side"},
            "picked must be a To, and rest a To or a tuple of one To for each pile",
        ),
        ({"who": "me"}, "who must be a Who, and shown must be True or False"),
        ({"shown": 1}, "who must be a Who, and shown must be True or False"),
        (
            {"rest": (To.ASIDE,)},
            "picked must be a To, and rest a To or a tuple of one To for each pile",
        ),
        (
            {"origins": 5},
            ORIGINS,
        ),
        (
            {"piles": (2,), "rest": To.DECK_TOP},
            "a pile that goes to the deck must be one card; lay out each card as a pile",
        ),
        (
            {"piles": (1, 2), "pick": 1, "picked": To.DECK_BOTTOM},
            "a pile that goes to the deck must be one card; lay out each card as a pile",
        ),
        (
            {"piles": (1, 2), "pick": 1, "picked": To.OWN_HAND},
            "the pick must not affect how many cards go to a hand or the deck",
        ),
        (
            {"pick": 1, "rest": (To.THEIR_HAND, To.ASIDE)},
            "the pick must not affect how many cards go to a hand or the deck",
        ),
        (
            {"pick": 1, "rest": (To.DECK_TOP, To.ASIDE)},
            "the pick must not affect how many cards go to a hand or the deck",
        ),
        (
            {"origins": (From.HAND,)},
            ORIGINS,
        ),
        (
            {"origins": (From.HAND, From.DECK_TOP)},
            ORIGINS,
        ),
    ],
)
def test_an_invalid_marker_is_rejected_when_it_is_created(
    fields: dict[str, Any], problem: str
) -> None:
    with pytest.raises(VariantError) as caught:
        marker(**fields)
    assert str(caught.value) == f"marker 1 ('Test'): {problem}"


@pytest.mark.parametrize(
    ("piles", "hand", "layouts"),
    [
        ((1, 1), "AAB", ["A-A", "A-B"]),
        ((1, 1), "ABC", ["A-B", "A-C", "B-C"]),
        ((2, 1), "AAB", ["AA-B", "AB-A"]),
        ((2, 2), "AABB", ["AA-BB", "AB-AB"]),
        ((1, 1, 1), "AB", []),
    ],
)
def test_interchangeable_piles_are_listed_in_one_order(
    piles: tuple[int, ...], hand: str, layouts: list[str]
) -> None:
    start = load_engine("base").start(seed=1)
    view = load_engine("base").observe(start, 0)
    listed = marker(piles=piles).plays(evolve(view, hand=Cards(hand)))
    assert ["-".join(map(str, layout)) for layout in listed] == layouts


def test_a_place_that_no_pile_goes_to_does_not_restrict_the_piles() -> None:
    everything = {"piles": (2, 2), "pick": 2, "rest": To.DECK_TOP}
    assert (marker(**everything).cost, marker(**everything).draws) == (4, 0)
    nothing = {"piles": (2,), "pick": 0, "picked": To.DECK_TOP}
    assert (marker(**nothing).cost, marker(**nothing).draws) == (2, 0)
    either = {"pick": 1, "picked": To.DECK_TOP, "rest": (To.DECK_BOTTOM, To.DECK_TOP)}
    assert (marker(**either).cost, marker(**either).draws) == (2, -2)


def test_lays_counts_hand_cards_that_come_back() -> None:
    kept = marker(rest=(To.OWN_SIDE, To.OWN_HAND))
    assert (kept.cost, kept.lays, kept.takes) == (1, 2, 0)


def test_piles_with_different_places_are_not_interchangeable() -> None:
    view = evolve(
        load_engine("base").observe(load_engine("base").start(seed=1), 0), hand=Cards("AB")
    )
    each = marker(rest=(To.OWN_SIDE, To.ASIDE))
    assert ["-".join(map(str, layout)) for layout in each.plays(view)] == ["A-B", "B-A"]


def test_equal_piles_with_different_places_are_different_choices() -> None:
    each = marker(pick=1, rest=(To.OWN_SIDE, To.ASIDE))
    variant = Variant(name="two-places", title="Two places", markers=(each,), hand_size=1)
    engine = load_engine(variant)
    offer = engine.apply(engine.start(deals=["AABBCCDDDEEEFFFFGGGGG"]), parse_move("1A-B"))
    assert [str(pick) for pick in engine.legal_moves(offer)] == ["/0", "/1"]
    twins = engine.apply(engine.start(deals=["ABACBCDDDEEEFFFFGGGGG"]), parse_move("1A-A"))
    assert [str(pick) for pick in engine.legal_moves(twins)] == ["/0", "/1"]


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({}, (2, 0, 0)),
        ({"picked": To.THEIR_HAND, "rest": To.ASIDE}, (2, 0, 0)),
        ({"pick": 1, "picked": To.THEIR_HAND}, (2, 1, 0)),
        ({"pick": 1, "picked": To.OWN_HAND, "rest": To.ASIDE}, (1, 0, 0)),
        ({"pick": 1, "picked": To.DECK_TOP, "rest": To.DECK_BOTTOM}, (2, 0, -2)),
        ({"pick": 1, "rest": To.THEIR_HAND}, (2, 1, 0)),
        ({"pick": 1, "picked": To.THEIR_HAND, "rest": To.THEIR_HAND}, (2, 2, 0)),
        ({"pick": 1, "picked": To.OWN_HAND, "rest": To.OWN_HAND, "piles": (1,) * 3}, (0, 0, 0)),
        ({"piles": (2, 2), "pick": 1}, (4, 0, 0)),
        ({"piles": (1, 1, 1), "pick": 2, "picked": To.OWN_HAND}, (1, 0, 0)),
        ({"piles": (2, 2), "pick": 1, "picked": To.THEIR_HAND}, (4, 2, 0)),
        ({"piles": (2, 2), "pick": 1, "rest": To.THEIR_HAND}, (4, 2, 0)),
        ({"piles": (3,), "pick": 1, "picked": To.THEIR_HAND}, (3, 3, 0)),
        ({"piles": (3,), "pick": 1, "rest": To.THEIR_HAND}, (3, 0, 0)),
        ({"piles": (2, 2), "rest": To.THEIR_HAND}, (4, 4, 0)),
        ({"piles": (1, 2), "rest": (To.OWN_SIDE, To.THEIR_HAND)}, (3, 2, 0)),
        ({"piles": (1, 1), "rest": (To.DECK_TOP, To.DECK_BOTTOM)}, (2, 0, -2)),
        ({"piles": (1, 1), "rest": (To.DECK_TOP, To.OWN_HAND)}, (1, 0, -1)),
        ({"piles": (1, 2), "origins": (From.OWN_SIDE, From.HAND)}, (2, 0, 0)),
        ({"origins": (From.OWN_SIDE, From.THEIR_SIDE), "rest": To.OWN_HAND}, (-2, 0, 0)),
    ],
)
def test_cost_gives_and_draws_follow_from_the_places_of_the_piles(
    fields: dict[str, Any], counts: tuple[int, int, int]
) -> None:
    made = marker(**fields)
    assert (made.cost, made.gives, made.draws) == counts


@pytest.mark.parametrize(
    ("origins", "hand_only"),
    [
        ((), True),
        ((From.HAND, From.HAND), True),
        ((From.HAND, From.OWN_SIDE), False),
        ((From.THEIR_SIDE, From.THEIR_SIDE), False),
    ],
)
def test_a_marker_is_hand_only_if_all_cards_come_from_the_hand(
    origins: tuple[From, ...], hand_only: bool
) -> None:
    assert marker(origins=origins).hand_only is hand_only


@pytest.mark.parametrize("player", [0, 1])
def test_piles_may_come_from_either_side(player: int) -> None:
    engine = load_engine("base")
    view = evolve(
        engine.observe(engine.start(seed=1, first_player=player), player),
        hand=Cards("A"),
        placed=(Cards("BC"), Cards("DE")) if player == 0 else (Cards("DE"), Cards("BC")),
    )

    def listed(*origins: From) -> list[str]:
        layouts = marker(piles=(1,) * len(origins), origins=origins).plays(view)
        return ["-".join(map(str, layout)) for layout in layouts]

    assert listed(From.OWN_SIDE) == ["B", "C"]
    assert listed(From.THEIR_SIDE) == ["D", "E"]
    assert listed(From.HAND, From.OWN_SIDE) == ["A-B", "A-C"]
    # Only piles from the same place are interchangeable, and a card is used once.
    assert listed(From.THEIR_SIDE, From.OWN_SIDE) == ["D-B", "D-C", "E-B", "E-C"]
    assert listed(From.OWN_SIDE, From.OWN_SIDE) == ["B-C"]
    assert listed(From.OWN_SIDE, From.HAND, From.OWN_SIDE) == ["B-A-C"]


FIELDS: dict[str, Any] = {
    "piles": (1,),
    "pick": 0,
    "who": Who.OPPONENT,
    "shown": True,
    "picked": To.THEIR_SIDE,
    "rest": To.OWN_SIDE,
    "origins": (),
    "text": "Reveal a card.",
    "rules": ("R1",),
}


@pytest.mark.parametrize("name", FIELDS)
def test_all_fields_but_number_and_name_are_keyword_only(name: str) -> None:
    rest = {key: FIELDS[key] for key in ("piles", "text") if key != name}
    with pytest.raises(TypeError):
        PileMarker(1, "Reveal", FIELDS[name], **rest)  # type: ignore[call-arg]
    PileMarker(1, "Reveal", **{name: FIELDS[name]}, **rest)


@pytest.mark.parametrize("name", ["piles", "text"])
def test_piles_and_text_are_required_and_rules_are_not(name: str) -> None:
    required = {key: FIELDS[key] for key in ("piles", "text")}
    assert PileMarker(1, "Reveal", **required).rules == ()
    del required[name]
    with pytest.raises(TypeError):
        PileMarker(1, "Reveal", **required)


def test_an_action_begins_without_picks() -> None:
    assert Action((), laid=0).picks == ()
