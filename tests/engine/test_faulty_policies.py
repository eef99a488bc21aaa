"""The errors for a scoring, a victory or a round limit that returns something invalid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Engine,
    Outcome,
    PluginError,
    RoundEnd,
    RoundLimit,
    State,
    Variant,
    available_variants,
)
from hanamikoji_core.protocol.variant import with_plugin

BASE = evolve(available_variants()["base"], name="faulty")


@frozen
class Answers:
    """A policy that always returns `answer`."""

    answer: Any
    text: str = "Returns a value."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        return self.answer


@frozen
class Raises:
    text: str = "Raises an error."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        raise KeyError(end.row)


def scoring(answer: Any) -> Variant:
    return evolve(BASE, scoring=Answers(answer))


def victory(answer: Any) -> Variant:
    return evolve(BASE, victory=Answers(answer))


def limit(answer: Any) -> Variant:
    return evolve(BASE, victory=Answers(None), limit=RoundLimit(1, Answers(answer)))


def error_of(variant: Variant) -> str:
    """The error at the end of the first round."""
    with pytest.raises(PluginError) as caught:
        play_a_round(Engine(variant))
    return str(caught.value)


def play_a_round(engine: Engine, *deals: str) -> State:
    """The position after a round in which every move is the first legal one."""
    state = engine.start(seed=7, deals=deals)
    while state.round == 1 and state.to_move is not None:
        state = engine.apply(state, engine.legal_moves(state)[0])
    return state


@pytest.mark.parametrize(
    ("make", "answer", "text"),
    [
        (scoring, [None] * 7, "returned a value of type list, not a tuple of 7 favors"),
        (scoring, 5, "returned 5, not a tuple of 7 favors"),
        (scoring, (0, 1), "returned 2 favors, but the row has 7 geisha"),
        (scoring, (0, 1, None, 0, 1, None, 2), "returned 2 for G; a favor is 0, 1 or None"),
        (
            scoring,
            (True, *[None] * 6),
            "returned a value of type bool for A; a favor is 0, 1 or None",
        ),
        (victory, 1, "returned 1, not None or an Outcome whose reason is a string"),
        (
            victory,
            Outcome(0, "\x1b[31mred"),
            "returned an Outcome with a reason that is not one line",
        ),
        (victory, Outcome(0, "red\n"), "returned an Outcome with a reason that is not one line"),
        (victory, Outcome(0, None), "returned a value of type Outcome, not None or an"),  # type: ignore[arg-type]
        (victory, Outcome(2, "won"), "returned an Outcome whose winner is 2, not 0, 1 or None"),
        (
            victory,
            Outcome(True, "won"),
            "returned an Outcome whose winner is a value of type bool",
        ),
        (limit, None, "returned None, but the game must end"),
        (limit, 0, "returned 0, not None or an Outcome whose reason is a string"),
    ],
)
def test_an_invalid_answer_of_a_policy_is_described(
    make: Callable[[Any], Variant], answer: Any, text: str
) -> None:
    who = {"limit": "round limit"}.get(make.__name__, make.__name__)
    assert error_of(make(answer)).startswith(f"the {who} of 'faulty' {text}")


@pytest.mark.parametrize(
    ("variant", "who"),
    [
        (evolve(BASE, scoring=Raises()), "scoring"),
        (evolve(BASE, victory=Raises()), "victory"),
        (evolve(BASE, victory=Answers(None), limit=RoundLimit(1, Raises())), "round limit"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_policy_that_raises_an_error_is_named_with_its_plugin_but_not_quoted(
    variant: Variant, who: str
) -> None:
    assert error_of(variant) == f"the {who} of 'faulty' raised KeyError"
    variant = with_plugin(variant, "tea 1.0")
    assert error_of(variant) == f"the {who} of 'faulty', plug-in tea 1.0 raised KeyError"


def test_scripted_deals_are_used_in_order() -> None:
    engine = Engine(evolve(BASE, victory=Answers(None)))
    state = play_a_round(engine, "GAABBCCDDDEEEFFFFGGGG", "AGGGGGFFFFEEEDDDCCBBA")
    # Player 1 starts the second round, and has drawn.
    assert (str(state.hands[0]), str(state.hands[1]), state.deck) == (
        "EEEFFF",
        "DFGGGGG",
        "DDCCBBA",
    )
