"""Finds the tests of each rule by reading the test files, without running them.

Only the standard library is needed, so the documentation can be built from it too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

IDS = Path(__file__).with_name("ids.txt")


def rule_ids() -> tuple[str, ...]:
    """Every rule ID, in the order of the rules."""
    lines = IDS.read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines for word in line.partition("#")[0].split())


def tests_of_rules(root: Path) -> dict[str, list[str]]:
    """For each rule, the tests in ``root/tests`` that are marked with it, sorted by file and line.

    ``{"A3": ["tests/rules/test_actions.py::test_gift_..."]}``. Raises `ValueError` for a mark whose
    ID cannot be read, because it is computed or missing.
    """
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for rule, name in _marked(tree.body, path.relative_to(root).as_posix()):
            found.setdefault(rule, []).append(name)
    return found


def _marked(
    body: list[ast.stmt], prefix: str, inherited: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            rules = inherited + tuple(_rules(node.decorator_list, prefix))
            yield from _marked(node.body, f"{prefix}::{node.name}", rules)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for rule in (*inherited, *_rules(node.decorator_list, prefix)):
                if node.name.startswith("test"):
                    yield rule, f"{prefix}::{node.name}"


def _rules(decorators: list[ast.expr], where: str) -> Iterator[str]:
    for decorator in decorators:
        if ast.unparse(decorator).partition("(")[0] != "pytest.mark.rule":
            continue
        arguments = decorator.args if isinstance(decorator, ast.Call) else []
        ids = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
        if not ids or len(ids) < len(arguments):
            raise ValueError(f"{where}:{decorator.lineno}: write the mark as rule('A3')")
        yield from map(str, ids)
