"""``hanamikoji variants``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    MoreCharm,
    RoundLimit,
    available_house_rules,
    available_variants,
    plugins,
)
from hanamikoji_core.protocol.variant import found_in

from .conftest import Run


def test_every_variant_and_house_rule_is_listed_with_its_plug_in(run: Run) -> None:
    text = run("variants").stdout
    for name, variant in available_variants().items():
        line = next(line for line in text.splitlines() if line.startswith(f"{name} "))
        assert variant.plugin in line
    for name in available_house_rules():
        assert f"+{name} " in text


def test_provisional_rules_are_marked(run: Run) -> None:
    text = " ".join(run("variants").stdout.split())
    assert "Mini expansion 2: Health (provisional)" in text
    assert "Mini expansion 1 (provisional)" not in text


def test_json_holds_the_same(run: Run) -> None:
    text = run("variants", "--json").stdout
    plain = json.loads(text)
    assert text == json.dumps(plain, indent=2) + "\n"
    assert [v["name"] for v in plain["variants"]] == list(available_variants())
    assert [r["name"] for r in plain["house_rules"]] == list(available_house_rules())
    base = plain["variants"][0]
    assert base["markers"] == [["Secret", "Trade-off", "Gift", "Competition"]] * 2
    assert base["provisional"] is False
    assert plain["skipped"] == []


def test_skipped_plug_ins_are_in_the_json_and_on_stderr(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = plugins.Registry.installed(own_only=True)
    registry.faults.append(plugins.PluginFault("tea-house 1.0", "serves\nno tea", "a variant"))
    monkeypatch.setattr(plugins, "_loaded", {False: registry})
    result = run("variants", "--json")
    assert (
        result.stderr == "hanamikoji: skipped a variant of plug-in tea-house 1.0: serves no tea\n"
    )
    assert json.loads(result.stdout)["skipped"] == [
        {"plugin": "tea-house 1.0", "problem": "serves\nno tea", "part": "a variant"}
    ]


def _installed(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    registry = plugins.Registry.installed(own_only=True)
    monkeypatch.setattr(plugins, "_loaded", {False: evolve(registry, **changes)})


def test_house_rules_are_shown_by_an_example_if_there_is_a_variant_to_add_one_to(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = available_variants()["base"]
    assert "House rules follow a variant's name: base+three-rounds\n" in run("variants").stdout

    _installed(monkeypatch, variants={})
    text = run("variants").stdout
    assert "+three-rounds " in text
    assert "follow a variant's name" not in text

    shorter = evolve(base, limit=RoundLimit(3, MoreCharm(rules=("H1",))))
    _installed(monkeypatch, variants={"base": shorter})
    assert "a variant's name: base+three-rounds-plain\n" in run("variants").stdout


def test_without_house_rules_there_is_no_second_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed(monkeypatch, house_rules={})
    text = run("variants").stdout
    assert "base " in text
    assert "House rule" not in text


def test_a_variant_without_a_summary_has_its_title_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = available_variants()["base"]
    plain = found_in(evolve(base, summary=""), base.plugin)
    _installed(monkeypatch, variants={"base": plain}, house_rules={})
    row = run("variants").stdout.splitlines()[-1]
    assert row.split() == ["base", base.title, *base.plugin.split()]


def test_lines_fit_the_terminal_and_end_without_spaces(run: Run) -> None:
    for line in run("variants").stdout.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_json_names_what_there_is_to_know(run: Run) -> None:
    plain = json.loads(run("variants", "--json").stdout)
    assert set(plain["variants"][0]) == {
        "name", "title", "summary", "provisional", "plugin", "sources", "markers"
    }  # fmt: skip
    assert set(plain["house_rules"][0]) == {"name", "title", "text", "plugin", "sources"}


def test_house_rules_have_their_plug_in_beside_them(run: Run) -> None:
    lines = [line.split() for line in run("variants").stdout.splitlines()]
    (line,) = [line for line in lines if line[:1] == ["+three-rounds"]]
    assert line[1:4] == ["Three", "rounds", "hanamikoji"]


def test_where_there_is_little_room_words_are_broken_and_not_cut(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "36")

    text = run("variants").stdout

    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 36
