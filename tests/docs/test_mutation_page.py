"""The design note on mutation testing names every mutant that is known to be equivalent."""

from __future__ import annotations

from pathlib import Path

from tests.mutation.equivalent import as_markdown

PAGE = Path(__file__).parents[2] / "docs" / "design" / "mutation.md"


def test_every_equivalent_mutant_is_named_with_its_reason() -> None:
    assert as_markdown() in PAGE.read_text(encoding="utf-8")
