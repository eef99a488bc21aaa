"""The built-in rule sets: titles, actions, rule IDs and sources."""

from __future__ import annotations

import pytest

from hanamikoji_core import FirstTo, HouseRule, Majority, Variant
from hanamikoji_core.plugins import Registry
from hanamikoji_variants import house_rules

SHIPPED = Registry.installed(own_only=True)
PRINTED = {
    "base": (
        "Hanamikoji",
        {
            "Secret": ("A1",),
            "Trade-off": ("A2",),
            "Gift": ("A3", "A5"),
            "Competition": ("A4", "A5"),
        },
    ),
    "mini-expansion-1": (
        "Mini expansion 1",
        {
            "Action 1": ("M1.1",),
            "Action 2": ("M1.2",),
            "Action 3": ("M1.3",),
            "Action 4": ("M1.4",),
        },
    ),
    "mini-expansion-2": (
        "Mini expansion 2: Health",
        {"Giveaway": ("M2.1",), "Reveal": ("M2.2",), "Gift": ("M2.3",), "Intercept": ("M2.4",)},
    ),
    "mini-expansion-4": (
        "Mini expansion 4: Serendipity",
        {"Referral": ("M4.1",), "Discard": ("M4.2",), "Competition": ("M4.3",), "Gift": ("M4.4",)},
    ),
    "mini-expansion-7": (
        "Mini expansion 7: Wealth and Fortune",
        {
            "Secret": ("M7.1", "A1"),
            "Gift": ("M7.2",),
            "Discard": ("M7.3",),
            "Competition": ("M7.4", "A4"),
        },
    ),
}
FROM_A_PREVIEW = {"mini-expansion-2", "mini-expansion-4", "mini-expansion-7"}


@pytest.mark.parametrize("name", PRINTED)
def test_title_and_actions_are_those_of_the_printed_game(name: str) -> None:
    variant = SHIPPED.variants[name]
    for markers in variant.markers:
        actions = {marker.name: marker.rules for marker in markers}
        assert (variant.title, actions) == PRINTED[name]


def test_there_are_no_other_built_in_rule_sets() -> None:
    assert list(SHIPPED.variants) == sorted(PRINTED)
    assert list(SHIPPED.house_rules) == ["three-rounds", "three-rounds-plain", "three-rounds-draw"]


@pytest.mark.parametrize("variant", SHIPPED.variants.values(), ids=lambda v: v.name)
def test_a_variant_is_described_in_sentences_and_names_its_sources(variant: Variant) -> None:
    texts = [variant.summary, *variant.notes.values()]
    texts += [marker.text for markers in variant.markers for marker in markers]
    for text in texts:
        assert text[0].isupper()
        assert text[-1] == "."
    assert variant.sources
    assert all(source[0].isupper() for source in variant.sources)


@pytest.mark.parametrize("variant", SHIPPED.variants.values(), ids=lambda v: v.name)
def test_a_variant_known_from_a_preview_only_is_called_provisional(variant: Variant) -> None:
    assert variant.provisional == (variant.name in FROM_A_PREVIEW)
    assert variant.provisional == any("preview" in source for source in variant.sources)


@pytest.mark.parametrize("variant", SHIPPED.variants.values(), ids=lambda v: v.name)
def test_no_action_depends_on_more_than_the_number_of_hand_cards(variant: Variant) -> None:
    """This lets the engine cache their answers."""
    for marker in variant.markers[0]:
        assert (marker.hand_only, marker.any_cards) == (True, True)


@pytest.mark.parametrize("name", PRINTED)
def test_every_mini_expansion_has_the_shared_rules(name: str) -> None:
    shared = [] if name == "base" else ["X1", "X2", "X3"]
    assert list(SHIPPED.variants[name].notes) == shared


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.rule("P1")
@pytest.mark.rule("V1")
@pytest.mark.rule("V2")
def test_scoring_and_victory_are_those_of_the_base_game(name: str) -> None:
    variant = SHIPPED.variants[name]
    assert (variant.scoring, variant.victory) == (Majority(), FirstTo(charm=11, geisha=4))


@pytest.mark.parametrize(
    ("rule", "name", "title", "rules"),
    [
        (house_rules.THREE_ROUNDS, "three-rounds", "Three rounds", ("H1",)),
        (house_rules.THREE_ROUNDS_PLAIN, "three-rounds-plain", "Three rounds, plain", ("H2",)),
        (
            house_rules.THREE_ROUNDS_DRAW,
            "three-rounds-draw",
            "Three rounds, then a draw",
            ("H3",),
        ),
    ],
    ids=["H1", "H2", "H3"],
)
def test_house_rules_have_titles_texts_and_sources(
    rule: HouseRule, name: str, title: str, rules: tuple[str, ...]
) -> None:
    assert (rule.name, rule.title, rule.rules) == (name, title, rules)
    assert rule.text.startswith("Play at most three rounds.")
    assert rule.sources == ("A house rule that people play with",)
    limit = rule(SHIPPED.variants["base"]).limit
    assert limit is not None
    assert limit.decide.rules == rules
