"""Every fault that the engine finds is told by the check whose promise it breaks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import hanamikoji_core
from hanamikoji_core import Engine, Move, PluginError, State
from hanamikoji_core.testing import CHECKS, Examination
from hanamikoji_core.testing._blame import BLAMED, broken_promise
from hanamikoji_core.testing._lines import Line, walk
from tests.rogues.plain import PLAIN, SMALL, OneUp


def _texts_of_faults() -> Iterator[str]:
    """The texts with which the engine raises a fault of a plug-in, numbers put where a field is."""
    for path in Path(hanamikoji_core.__file__).parent.glob("engine/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Fault",
                "PluginError",
            ):
                yield _text(node.args[0])


def _text(node: ast.AST) -> str:
    match node:
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="number_of"), args=[_, noun])):
            return f"1 {_text(noun)}"
        case ast.FormattedValue():
            return "1"
        case ast.Constant():
            return str(node.value)
    return "".join(map(_text, ast.iter_child_nodes(node)))


def test_every_pattern_still_meets_a_text_of_the_engine() -> None:
    texts = [f"the scoring of x {t} the victory of z {t}" for t in _texts_of_faults()]

    unmet = [pattern for pattern, _ in BLAMED if not any(re.search(pattern, t) for t in texts)]
    assert unmet == []


def test_every_fault_is_the_business_of_a_check() -> None:
    assert find_spec("hanamikoji_core") is not None
    texts = list(_texts_of_faults())

    assert len(texts) > 20
    assert {broken_promise(PluginError(text)) for text in texts} <= set(CHECKS)


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("marker 3 (Gift) of 'x' places 2 piles, but the action has 3", "conservation"),
        ("marker 3 (Gift) of 'x' declares cost=1, but this action has cost=2", "hand-accounting"),
        ("marker 1 (Up) of 'x' leaves player 0 with 3 cards in hand; by what", "hand-accounting"),
        ("marker 1 (Up) of 'x' leaves 3 cards in the deck; 4 are still drawn", "hand-accounting"),
        ("player 0 must act, but no play is possible with marker 1 (Up) of 'x'", "termination"),
        ("the scoring of 'x' returned (True,)", "scoring"),
        ("the victory of 'x' returned 3", "outcome"),
        ("the round limit of 'x' returned None, but the game must end", "outcome"),
        ("the victory of 'x' raised KeyError", "protocol"),
        ("marker 1 (Up) of 'x' raised KeyError", "protocol"),
    ],
)
def test_a_fault_goes_to_the_check_that_names_its_promise(text: str, check: str) -> None:
    assert broken_promise(PluginError(text)) == check


class Stumbles(Engine):
    """Cannot go on once a marker was used."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        raise IndexError("string index out of range")


class StumblesItself(OneUp):
    """Raises where the engine does not expect it: when it is compared."""

    def __eq__(self, other: object) -> bool:
        raise IndexError("list index out of range")

    __hash__ = OneUp.__hash__


def test_a_crash_of_the_engine_ends_the_game_and_is_not_laid_at_a_markers_door() -> None:
    examination = Examination(PLAIN, SMALL, make=Stumbles)

    result = examination.result("hand-only")

    assert result.status == "passed"
    told = " ".join(str(examination.result("termination").ruling).split())
    assert "IndexError was raised: string index out of range" in told
    assert "this is a fault of the engine (test_blame.py, line" in told


def test_a_crash_is_blamed_where_it_happened() -> None:
    engine = walk(Stumbles(PLAIN), Line(choices=(0,))).met
    with pytest.raises(IndexError) as plugin:
        assert OneUp(1, "Up", "Up.") == StumblesItself(1, "Up", "Up.")

    assert engine is not None
    assert broken_promise(engine.error) == "termination"
    assert broken_promise(plugin.value) == "protocol"
    assert broken_promise(ZeroDivisionError()) is None
