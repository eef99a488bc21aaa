"""Variants: mixes of markers that work, and every problem of those that do not."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    ActionMarker,
    Engine,
    FirstTo,
    From,
    HouseRule,
    Majority,
    Marker,
    MoreCharm,
    PileMarker,
    RoundLimit,
    Row,
    To,
    Variant,
    VariantError,
    available_variants,
    load_engine,
)
from hanamikoji_core.protocol.variant import is_rule_id, with_plugin
from tests.positions import MINI_EXPANSIONS, VARIANTS, game_from, sides

BASE = available_variants()["base"]


def markers_of(*chosen: tuple[str, int]) -> tuple[ActionMarker, ...]:
    """Markers of different variants, for example ``("base", 1)``."""
    return tuple(available_variants()[name].marker(0, number) for name, number in chosen)


def mix(*chosen: tuple[str, int], **changes: Any) -> Variant:
    settings: dict[str, Any] = {"name": "mix", "title": "A mix", "markers": markers_of(*chosen)}
    return Variant(**(settings | changes))


BASE_123_MINI_4 = (("base", 1), ("base", 2), ("base", 3), ("mini-expansion-1", 4))


def test_origins_must_be_places() -> None:
    class Odd(Marker):
        origins = ("hand",)  # type: ignore[assignment]

    variant = evolve(BASE, markers=(Odd(1, "Test", ""), *BASE.markers[0][1:]))
    assert variant.problems() == ("marker 1 (Test): origins must be a tuple of From",)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_built_in_variants_have_no_problems(name: str) -> None:
    assert available_variants()[name].problems() == ()


def test_base_1_to_3_with_action_4_of_mini_expansion_1_can_be_played() -> None:
    variant = mix(*BASE_123_MINI_4, removed=1)
    assert variant.problems() == ()
    deal = "G AABBCC DDDEEE FFFFGGGG"
    game = game_from(variant, deal=deal, moves="4A-B-C-F /0,3 3D-E-F /1")
    assert sides(game) == ("BCE", "ADFF")
    assert game.engine.legal_moves(game.state) != ()


@pytest.mark.parametrize("name", MINI_EXPANSIONS)
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("other", VARIANTS)
def test_any_marker_can_be_replaced_with_that_of_another_variant(
    name: str, number: int, other: str
) -> None:
    chosen = [(other if n == number else name, n) for n in (1, 2, 3, 4)]
    game = game_from(mix(*chosen))
    while game.outcome is None and game.state.round < 3:
        game.play(game.legal_moves()[-1])


def test_cards_put_under_the_deck_can_be_drawn() -> None:
    markers = (marker(1, rest=To.DECK_BOTTOM), marker(2), marker(3))
    assert mix(markers=markers, hand_size=0, removed=16).problems() == ()


def test_a_game_may_be_limited_to_one_round() -> None:
    assert evolve(BASE, limit=RoundLimit(1, MoreCharm())).problems() == ()


def test_the_players_may_have_different_markers() -> None:
    pair = (BASE.markers[0], available_variants()["mini-expansion-1"].markers[0])
    variant = Variant(name="two-kinds", title="Two kinds", markers=pair, symmetric=False)
    assert variant.problems() == ()
    assert [variant.marker(player, 1).name for player in (0, 1)] == ["Secret", "Action 1"]
    moves = "3A-B-F /0 3D-E-F"
    game = game_from(variant, deal="AABBCC DDDEEE FFFFGGGGG", moves=moves)
    assert len(game.legal_moves()) == 3  # Blind: two of three positions.


@pytest.mark.parametrize("number", [0, 5, -1, "1", None])
def test_a_marker_that_does_not_exist_is_an_error(number: Any) -> None:
    with pytest.raises(VariantError) as caught:
        BASE.marker(0, number)
    assert str(caught.value) == f"Hanamikoji has no marker {number} for player 0"


# Invalid variants, and everything that is wrong with each.


class NoMarker:
    """Something else."""

    def __repr__(self) -> str:
        return "<no marker>"


def marker(number: Any = 1, **changes: Any) -> PileMarker:
    settings: dict[str, Any] = {"piles": (1,), "text": ""}
    return PileMarker(number, "Test", **(settings | changes))


PROBLEMS: list[tuple[Variant, tuple[str, ...]]] = [
    (
        mix(("base", 1), ("base", 2), ("base", 3), ("base", 4), hand_size=5),
        ("the markers use 10 cards, but a player holds 9 in a round (5 dealt, 4 drawn)",),
    ),
    (
        mix(("base", 1), ("base", 2), ("base", 3)),
        ("the markers use 6 cards, but a player holds 9 in a round (6 dealt, 3 drawn)",),
    ),
    (
        mix(("base", 1), ("base", 2), ("base", 3), ("mini-expansion-1", 3)),
        (
            "2 markers have the number 3",
            "the markers use 9 cards, but a player holds 10 in a round (6 dealt, 4 drawn)",
        ),
    ),
    (
        mix(("base", 1), ("base", 1), ("base", 4), ("base", 4)),
        (
            "2 markers have the number 1",
            "2 markers have the number 4",
        ),
    ),
    (
        mix(("base", 1), ("base", 2), ("base", 3), ("base", 4), removed=2),
        (
            "the deck is too small: 7 of 21 cards are left after the deal, "
            "and 8 are drawn in a round",
        ),
    ),
    (
        mix(("base", 1), ("base", 2), ("base", 3), ("base", 3), removed=3, hand_size=7),
        (
            "2 markers have the number 3",
            "the markers use 9 cards, but a player holds 11 in a round (7 dealt, 4 drawn)",
            "the deck is too small: 4 of 21 cards are left after the deal, "
            "and 8 are drawn in a round",
        ),
    ),
    (
        mix(markers=(markers_of(*BASE_123_MINI_4), markers_of(("base", 1), ("base", 4)))),
        ("player 1: the markers use 5 cards, but a player holds 8 in a round (6 dealt, 2 drawn)",),
    ),
    (
        mix(markers=((marker(rest=To.THEIR_HAND),), (marker(),)), hand_size=0),
        (
            "player 1: the markers use 1 card, but a player holds 2 in a round "
            "(0 dealt, 1 drawn, 1 given by the opponent)",
        ),
    ),
    (
        # Each player puts one of three drawn cards back.
        mix(
            markers=(marker(1, rest=To.DECK_BOTTOM), marker(2), marker(3)), hand_size=0, removed=18
        ),
        (
            "the deck is too small: 3 of 21 cards are left after the deal, "
            "and 4 are drawn in a round",
        ),
    ),
    (mix(markers=()), ("there are no action markers",)),
    (
        mix(markers=(NoMarker(), marker())),
        ("<no marker> is not an action marker; use PileMarker or a class derived from Marker",),
    ),
    (
        mix(markers=(NoMarker(), marker(0), NoMarker())),
        (
            "<no marker> is not an action marker; use PileMarker or a class derived from Marker",
            "marker 0 (Test): number, cost, gives, draws, takes and lays must be whole numbers, "
            "and number 1 or more",
            "<no marker> is not an action marker; use PileMarker or a class derived from Marker",
        ),
    ),
    (
        mix(markers=(marker(0), marker("2"), marker(True))),
        tuple(
            f"marker {number} (Test): number, cost, gives, draws, takes and lays must be whole "
            "numbers, and number 1 or more"
            for number in (0, 2, True)
        ),
    ),
    (
        mix(markers=(marker(rules=["A1"]),), hand_size=0),
        ("marker 1 (Test) cannot be hashed; make its class frozen",),
    ),
    (
        mix(markers=(BASE.markers[0],)),
        (
            "markers must be a tuple of markers or a pair of such tuples, but there is a tuple "
            "among the markers (the markers of one player are variant.markers[0])",
        ),
    ),
    (
        mix(markers=(*BASE.markers[:3], marker(5))),
        (
            "markers must be a tuple of markers or a pair of such tuples, but there is a tuple "
            "among the markers (the markers of one player are variant.markers[0])",
        ),
    ),
    (mix(markers=None), ("markers must be a tuple of markers or a pair of such tuples",)),
    (mix(*BASE_123_MINI_4, row="ABCDEFG"), ("row is 'ABCDEFG', not a Row",)),
    (
        mix(*BASE_123_MINI_4, hand_size=-1, removed=1.0),
        (
            "hand_size is -1; it must be a whole number, 0 or more",
            "removed is 1.0; it must be a whole number, 0 or more",
        ),
    ),
    (
        mix(*BASE_123_MINI_4, scoring=None, victory=max),
        (
            "scoring must be callable and have the attributes text and rules",
            "victory must be callable and have the attributes text and rules",
        ),
    ),
    (mix(*BASE_123_MINI_4, limit=3), ("limit must be None or a RoundLimit of one or more rounds",)),
    (
        mix(*BASE_123_MINI_4, limit=RoundLimit(0, MoreCharm())),
        ("limit must be None or a RoundLimit of one or more rounds",),
    ),
    (
        mix(("base", 1), ("base", 1), name="A Mix", removed=-1),
        (
            "the name 'A Mix' must be lower-case words joined by hyphens",
            "removed is -1; it must be a whole number, 0 or more",
            "2 markers have the number 1",
        ),
    ),
]


@pytest.mark.parametrize(("variant", "problems"), PROBLEMS, ids=[p[0][:50] for _, p in PROBLEMS])
def test_every_problem_is_listed(variant: Variant, problems: tuple[str, ...]) -> None:
    assert variant.problems() == problems
    with pytest.raises(VariantError) as caught:
        Engine(variant)
    assert (
        str(caught.value) == f"the variant {variant.name!r} cannot be played: {'; '.join(problems)}"
    )


def test_a_wrong_value_is_shortened_in_the_message() -> None:
    (row,) = mix(*BASE_123_MINI_4, row=BASE).problems()
    assert row.startswith("row is Variant(name='base'")
    assert len(row) < 70


class Unreadable(Marker):
    """Its declarations raise an error."""

    @property
    def hand_only(self) -> bool:  # type: ignore[override]
        raise RuntimeError("no answer")


def test_a_marker_whose_declarations_raise_an_error_is_rejected() -> None:
    markers = (Unreadable(1, "Test", ""), *BASE.markers[0][1:])
    with pytest.raises(VariantError, match=r"^this is not a usable variant: RuntimeError"):
        Engine(evolve(BASE, markers=markers))


@pytest.mark.parametrize("value", [None, 1, object(), BASE.markers])
def test_anything_but_a_variant_is_rejected(value: Any) -> None:
    with pytest.raises(VariantError, match="not a usable variant"):
        Engine(value)


@pytest.mark.parametrize(
    "name", ["", "A", "a b", "-a", "a-", "a--b", "1a", "a_b", "ä", "a" * 65, None, 1]
)
def test_an_invalid_name_is_rejected(name: Any) -> None:
    with pytest.raises(VariantError, match="must be lower-case words joined by hyphens"):
        Engine(evolve(BASE, name=name))


@pytest.mark.parametrize("name", ["a", "a-1", "a1-b2", "a" * 64, "base+three-rounds"])
def test_a_name_is_words_joined_by_hyphens_with_house_rules_after_a_plus_sign(name: str) -> None:
    assert evolve(BASE, name=name).problems() == ()


def test_one_tuple_of_markers_is_for_both_players() -> None:
    both = markers_of(("base", 1), ("base", 4))
    assert mix(markers=both).markers == (both, both)
    assert mix(markers=list(both)).markers == (both, both)
    assert mix(markers=(both, list(both[:1]))).markers == (both, both[:1])


def test_a_variant_may_have_another_row_other_goals_and_more_markers() -> None:
    variant = Variant(
        name="small",
        title="Small",
        markers=(marker(1), marker(2), marker(3, rest=To.ASIDE)),
        row=Row.of(1, 2, 4),
        hand_size=0,
        removed=1,
        scoring=Majority(),
        victory=FirstTo(charm=4, geisha=2),
    )
    assert variant.problems() == ()
    game = game_from(variant, deal="A BCCBCC", moves="1B 1C 2C 2B 3C 3C")
    # B and C are tied, so nobody has won, and a second round begins.
    assert (game.state.round, game.state.favor) == (2, (None, None, None))


def test_a_marker_that_takes_a_card_from_a_side_to_the_hand_has_a_negative_cost() -> None:
    taking_back = marker(1, piles=(1,), origins=(From.OWN_SIDE,), rest=To.OWN_HAND)
    assert taking_back.cost == -1


def test_variants_are_values() -> None:
    assert evolve(BASE) == BASE
    assert hash(evolve(BASE)) == hash(BASE)
    assert evolve(BASE, removed=0) != BASE
    # The plug-in that it comes from is not part of the value.
    assert with_plugin(BASE, "elsewhere 1.0") == BASE


def test_a_house_rule_changes_any_variant_and_its_name() -> None:
    rule = HouseRule(
        name="small-hands",
        title="Small hands",
        text="Five cards are dealt to each player.",
        change=lambda variant: evolve(variant, hand_size=5),
    )
    changed = rule(BASE)
    assert (changed.name, changed.title) == ("base+small-hands", "Hanamikoji + Small hands")
    assert changed.hand_size == 5
    assert rule(with_plugin(BASE, "cards 1.0")).plugin == "cards 1.0"
    anew = HouseRule(name="anew", title="Anew", text="", change=lambda v: mix(*BASE_123_MINI_4))
    assert anew(with_plugin(BASE, "cards 1.0")).plugin == "cards 1.0"
    # Whether that can be played is checked when it is loaded.
    assert changed.problems() != ()


def test_a_house_rule_that_fails_is_named() -> None:
    def fails(variant: Variant) -> Variant:
        raise KeyError("row")

    rule = HouseRule(name="broken", title="Broken", text="", change=fails)
    line = fails.__code__.co_firstlineno + 1
    with pytest.raises(VariantError) as caught:
        rule(BASE)
    assert str(caught.value) == (
        "the house rule 'broken' failed on 'base' "
        f"(KeyError: 'row', in protocol/test_variant.py, line {line})"
    )


def test_a_house_rule_that_calls_exit_is_named_too() -> None:
    def leaves(variant: Variant) -> Variant:
        raise SystemExit("enough")

    rule = HouseRule(name="rude", title="Rude", text="", change=leaves)
    with pytest.raises(VariantError, match=r"'rude' failed on 'base' \(SystemExit: enough, in "):
        rule(BASE)


def test_a_house_rule_must_return_a_variant() -> None:
    rule = HouseRule(name="lost", title="Lost", text="", change=lambda v: v.name)  # type: ignore[arg-type, return-value]
    with pytest.raises(VariantError) as caught:
        rule(BASE)
    assert str(caught.value) == "the house rule 'lost' returned str, not a Variant"


def test_an_unknown_name_is_an_error_that_lists_the_closest_and_all_known_names() -> None:
    with pytest.raises(VariantError) as caught:
        load_engine("mini-expansion-3")
    text = str(caught.value)
    assert text.startswith("there is no variant 'mini-expansion-3'; did you mean 'mini-expansion-")
    assert all(name in text for name in VARIANTS)


def test_the_defaults_of_a_variant_are_those_of_the_printed_game() -> None:
    """Except for the card that is removed unseen, which only the base game has."""
    base, plain = BASE, Variant(name="plain", title="Plain", markers=BASE.markers[0])
    for field in ("row", "hand_size", "scoring", "victory", "limit", "symmetric", "relabelling"):
        assert getattr(plain, field) == getattr(base, field)
    assert (plain.symmetric, plain.relabelling, plain.provisional) == (True, True, False)
    assert (plain.removed, plain.summary, plain.sources, plain.notes) == (0, "", (), {})


def test_a_house_rule_is_equal_whatever_its_plug_in() -> None:
    rule = HouseRule(name="odd", title="Odd", text="Odd.", change=evolve)
    assert (rule.plugin, rule.rules, rule.sources) == ("", (), ())
    assert with_plugin(rule, "tea-house 1.0") == rule


def test_a_variant_that_is_changed_belongs_to_no_plug_in() -> None:
    """Otherwise errors would blame the plug-in of the original for new markers."""
    registered = with_plugin(BASE, "cards 1.0")

    derived = evolve(registered, name="mine", markers=BASE.markers[0][:3])

    assert (registered.plugin, derived.plugin) == ("cards 1.0", "")
    assert pickle.loads(pickle.dumps(registered)).plugin == "cards 1.0"
    with pytest.raises(TypeError):
        evolve(registered, plugin="cards 1.0")  # type: ignore[call-arg]


def test_a_variant_with_house_rules_belongs_to_all_their_plug_ins() -> None:
    """Any of them may cause an error in play."""
    rule = HouseRule(name="odd", title="Odd", text="", change=lambda v: evolve(v, removed=2))
    for_tea = with_plugin(rule, "tea 2.0")

    assert for_tea(with_plugin(BASE, "cards 1.0")).plugin == "cards 1.0 + tea 2.0"
    assert for_tea(for_tea(with_plugin(BASE, "cards 1.0"))).plugin == "cards 1.0 + tea 2.0"
    assert for_tea(with_plugin(BASE, "tea 2.0")).plugin == "tea 2.0"
    assert for_tea(evolve(BASE)).plugin == "tea 2.0"
    assert rule(evolve(BASE)).plugin == ""


@pytest.mark.parametrize("name", ["A3", "M1.3", "MLT12.4.10"])
def test_the_id_of_a_rule_is_capitals_and_numbers(name: str) -> None:
    assert is_rule_id(name)


@pytest.mark.parametrize("name", ["", "A", "3", "a3", "A 3", "A3.", "A3x", "xA3", "MLT", None, 3])
def test_anything_else_is_not_the_id_of_a_rule(name: object) -> None:
    assert not is_rule_id(name)


def test_the_notes_of_a_variant_cannot_be_changed() -> None:
    base = load_engine("base").variant
    given = {"X1": "No talking."}
    one = evolve(base, notes=given)
    two = evolve(one, name="another")

    with pytest.raises(TypeError, match="does not support item assignment"):
        one.notes["X1"] = "Much talking."  # type: ignore[index]
    given["X2"] = "No looking."

    assert one.notes == two.notes == {"X1": "No talking."}
    assert len(one.notes) == 1
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one


def test_a_house_rule_that_modifies_its_argument_is_named() -> None:
    def change(variant: Variant) -> Variant:
        variant.notes["T1"] = "No talking."  # type: ignore[index]
        return variant

    rule = HouseRule(name="quiet", title="Quiet", text="No talking.", change=change)

    with pytest.raises(VariantError, match="'quiet' failed on 'base'"):
        rule(load_engine("base").variant)
