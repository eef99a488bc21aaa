"""Every rule has a test, and nothing names a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamikoji_core.plugins import Registry
from tests.rules import index
from tests.rules.index import rule_ids

ROOT = Path(__file__).parents[2]
TESTS = index.tests_of_rules(ROOT)


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_test_marked_with_it(rule: str) -> None:
    assert TESTS.get(rule), f"no test is marked @pytest.mark.rule({rule!r})"


def test_every_mark_names_an_existing_rule() -> None:
    assert {rule: names for rule, names in TESTS.items() if rule not in rule_ids()} == {}


def test_no_rule_is_listed_twice() -> None:
    assert len(set(rule_ids())) == len(rule_ids())


def test_built_in_plug_ins_name_only_existing_rules() -> None:
    shipped = Registry.installed(own_only=True)
    named: set[str] = set()
    for variant in shipped.variants.values():
        named.update(variant.notes, variant.scoring.rules, variant.victory.rules)
        named.update(rule for side in variant.markers for marker in side for rule in marker.rules)
    for house_rule in shipped.house_rules.values():
        named.update(house_rule.rules)
    assert named - set(rule_ids()) == set()
    assert {"A1", "M1.3", "M7.4", "X2", "P3", "V2", "H1"} <= named


def test_the_index_finds_marks_on_functions_and_classes(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(
        "@pytest.mark.rule('A1')\n@pytest.mark.rule('A2')\ndef test_both(): ...\n"
        "@pytest.mark.rule('A1', 'A3')\nclass TestIt:\n    def test_in_class(self): ...\n"
        "    def helper(self): ...\n"
        "@pytest.mark.rule('A1')\ndef not_a_test(): ...\n"
        "def test_unmarked(): ...\n"
    )
    assert index.tests_of_rules(tmp_path) == {
        "A1": ["tests/test_it.py::test_both", "tests/test_it.py::TestIt::test_in_class"],
        "A2": ["tests/test_it.py::test_both"],
        "A3": ["tests/test_it.py::TestIt::test_in_class"],
    }


@pytest.mark.parametrize("mark", ["rule(ID)", "rule()", "rule", "rule('A1', ID)", "rule(id='A1')"])
def test_the_index_refuses_a_mark_that_it_cannot_read(tmp_path: Path, mark: str) -> None:
    (tmp_path / "tests").mkdir()
    path = tmp_path / "tests" / "test_it.py"
    path.write_text(f"\n@pytest.mark.{mark}\ndef test_it(): ...\n")
    with pytest.raises(ValueError, match=r"tests/test_it\.py:2: write the mark as rule\('A3'\)"):
        index.tests_of_rules(tmp_path)
