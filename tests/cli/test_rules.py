"""``hanamikoji rules``: the page says what the engine runs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import pytest
from attrs import evolve

from hanamikoji_core import Row, available_house_rules, available_variants, plugins
from hanamikoji_core.cli._screen import open_screen
from hanamikoji_core.cli.rules import _Page
from tests.open_protocol.draw_and_return import BROWSE

from .conftest import Run


def page(run: Run, name: str) -> str:
    """The page as one line, so that wrapping does not matter."""
    result = run("rules", name)
    assert (result.exit_code, result.stderr) == (0, "")
    return " ".join(result.stdout.split())


@pytest.mark.parametrize("name", sorted(available_variants()))
def test_the_page_holds_every_text_and_rule_id_of_the_variant(run: Run, name: str) -> None:
    variant, text = available_variants()[name], page(run, name)
    for marker in variant.markers[0]:
        assert f"{marker.number} {marker.name}" in text
        assert f"{marker.text} [{', '.join(marker.rules)}]" in text
    for policy in (variant.scoring, variant.victory):
        assert f"{policy.text} [{', '.join(policy.rules)}]" in text
    for number, note in variant.notes.items():
        assert f"{note} [{number}]" in text
    for source in variant.sources:
        assert source in text
    assert ("Provisional" in text) == variant.provisional


@pytest.mark.rule("D1")
@pytest.mark.rule("D2")
@pytest.mark.rule("D3")
def test_the_deal_of_the_base_game_is_in_numbers(run: Run) -> None:
    assert (
        "Shuffle all 21 item cards. Remove 1 card, unseen, for this round. Deal 6 to each player; "
        "hands are secret. The other 8 form the deck, face down." in page(run, "base")
    )


@pytest.mark.rule("X1")
def test_mini_expansions_remove_no_card_and_leave_one_undrawn(run: Run) -> None:
    text = page(run, "mini-expansion-1")
    assert "Remove" not in text
    assert "The other 9 form the deck, face down." in text
    assert "1 card of the deck will stay undrawn." in text


@pytest.mark.rule("H1")
def test_house_rules_in_use_change_the_page(run: Run) -> None:
    text = page(run, "mini-expansion-4+three-rounds")
    rule = available_house_rules()["three-rounds"]
    assert "If nobody has won, the game ends after round 3. More charm points win." in text
    assert f"{rule.title} (plug-in {rule.plugin}) [H1]" in text
    # The other house rule sets the same thing.
    assert "House rules that can be added" not in text


def test_different_markers_for_each_player_are_two_lists(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = available_variants()["base"]
    markers = base.markers[0]
    twins = (markers, tuple(evolve(cast(Any, m), name=f"Other {m.name}") for m in markers))
    registry = plugins.Registry.installed(own_only=True)
    registry.variants["uneven"] = evolve(base, name="uneven", markers=twins, row=Row.of(*[3] * 7))
    monkeypatch.setattr(plugins, "_loaded", {False: registry})
    text = page(run, "uneven")
    first, second = text.split("Markers of player 0")[1].split("Markers of player 1")
    assert "Other Gift" not in first
    assert "Other Gift" in second


def test_without_a_summary_the_setup_follows_the_title(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = plugins.Registry.installed(own_only=True)
    registry.variants["base"] = evolve(available_variants()["base"], summary="")
    monkeypatch.setattr(plugins, "_loaded", {False: registry})
    assert page(run, "base").startswith("Hanamikoji Setup ")


def test_where_every_house_rule_is_in_use_none_is_offered(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = plugins.Registry.installed(own_only=True)
    del registry.house_rules["three-rounds-plain"], registry.house_rules["three-rounds-draw"]
    monkeypatch.setattr(plugins, "_loaded", {False: registry})
    assert "can be added: three-rounds" in page(run, "base")
    assert "can be added" not in page(run, "base+three-rounds")


def test_long_lines_are_wrapped_also_where_the_terminal_is_wide(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = run("rules", "base").stdout.splitlines()
    assert max(map(len, lines)) <= 100


def test_the_page_has_its_parts_in_the_order_of_play(run: Run) -> None:
    lines = run("rules", "base").stdout.splitlines()
    parts = [line for above, line in pairwise(lines) if not above and line]
    assert parts == ["Setup", "Deal", "Turns", "Markers", "Scoring", "Victory", "Sources"]


def test_the_row_is_a_table_of_charm_points_and_item_cards(run: Run) -> None:
    lines = [line.split() for line in run("rules", "base").stdout.splitlines()]
    assert ["geisha", "A", "B", "C", "D", "E", "F", "G"] in lines
    assert ["charm", "points", "2", "2", "2", "3", "3", "4", "5"] in lines
    assert ["item", "cards", "2", "2", "2", "3", "3", "4", "5"] in lines


def test_what_markers_draw_does_not_stay_undrawn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    base = available_variants()["base"]
    markers = (BROWSE, *base.markers[0][1:])
    drawing = evolve(base, name="drawing", removed=0, hand_size=5, markers=markers)
    monkeypatch.setattr(plugins.registry(), "variants", {"drawing": drawing})
    # Of the 11 cards of the deck, both players draw 4 for their turns and 1 with marker 1.
    text = " ".join(run("rules", "drawing").stdout.split())
    assert "1 card of the deck will stay undrawn." in text


def test_without_a_name_the_rules_are_those_of_the_base_game(run: Run) -> None:
    assert run("rules").stdout == run("rules", "base").stdout


@pytest.mark.parametrize(("columns", "widest"), [(200, 96), (97, 96), (80, 80)])
def test_lines_stay_short_enough_to_read(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, widest: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert _Page(open_screen()).width == widest - 2
    assert max(map(len, run("rules", "base").stdout.splitlines())) <= widest
