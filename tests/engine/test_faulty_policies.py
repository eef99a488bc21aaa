"""What the engine says of a scoring, a victory or a round limit that breaks its promise."""

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
from hanamikoji_core.protocol.variant import found_in

BASE = evolve(available_variants()["base"], name="faulty")


@frozen
class Answers:
    """A policy that answers whatever it is made with."""

    answer: Any
    text: str = "It answers."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        return self.answer


@frozen
class Raises:
    text: str = "It raises."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        raise KeyError(end.row)


def scoring(answer: Any) -> Variant:
    return evolve(BASE, scoring=Answers(answer))


def victory(answer: Any) -> Variant:
    return evolve(BASE, victory=Answers(answer))


def limit(answer: Any) -> Variant:
    return evolve(BASE, victory=Answers(None), limit=RoundLimit(1, Answers(answer)))


def told(variant: Variant) -> str:
    """What is said at the end of the first round."""
    with pytest.raises(PluginError) as caught:
        play_a_round(Engine(variant))
    return str(caught.value)


def play_a_round(engine: Engine, *deals: str) -> State:
    """The position after the first round, in which the first move listed is made each time."""
    state = engine.start(seed=7, deals=deals)
    while state.round == 1 and state.to_move is not None:
        state = engine.apply(state, engine.legal_moves(state)[0])
    return state


@pytest.mark.parametrize(
    ("make", "answer", "text"),
    [
        (scoring, [None] * 7, "answered something of type list, not a tuple of 7 favors"),
        (scoring, 5, "answered 5, not a tuple of 7 favors"),
        (scoring, (0, 1), "answered 2 favors, and the row has 7 geisha"),
        (scoring, (0, 1, None, 0, 1, None, 2), "answered 2 for G; a favor is 0, 1 or None"),
        (
            scoring,
            (True, *[None] * 6),
            "answered something of type bool for A; a favor is 0, 1 or None",
        ),
        (victory, 1, "answered 1, not an Outcome with a reason, or None"),
        (victory, Outcome(0, "\x1b[31mred"), "answered an Outcome whose reason is not one line"),
        (victory, Outcome(0, "red\n"), "answered an Outcome whose reason is not one line"),
        (victory, Outcome(0, None), "answered something of type Outcome, not an Outcome with"),  # type: ignore[arg-type]
        (victory, Outcome(2, "won"), "answered a winner of 2, not 0, 1 or None"),
        (victory, Outcome(True, "won"), "answered a winner of something of type bool, not 0"),
        (limit, None, "answered None, and the game must end"),
        (limit, 0, "answered 0, not an Outcome with a reason, or None"),
    ],
)
def test_a_policy_is_told_what_it_answered_and_what_it_should(
    make: Callable[[Any], Variant], answer: Any, text: str
) -> None:
    who = {"limit": "round limit"}.get(make.__name__, make.__name__)
    assert told(make(answer)).startswith(f"the {who} of 'faulty' {text}")


@pytest.mark.parametrize(
    ("variant", "who"),
    [
        (evolve(BASE, scoring=Raises()), "scoring"),
        (evolve(BASE, victory=Raises()), "victory"),
        (evolve(BASE, victory=Answers(None), limit=RoundLimit(1, Raises())), "round limit"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_policy_that_raises_is_named_with_its_plugin_and_not_quoted(
    variant: Variant, who: str
) -> None:
    assert told(variant) == f"the {who} of 'faulty' raised KeyError"
    variant = found_in(variant, "tea 1.0")
    assert told(variant) == f"the {who} of 'faulty', plug-in tea 1.0 raised KeyError"


def test_scripted_deals_are_dealt_in_their_order() -> None:
    engine = Engine(evolve(BASE, victory=Answers(None)))
    state = play_a_round(engine, "GAABBCCDDDEEEFFFFGGGG", "AGGGGGFFFFEEEDDDCCBBA")
    # Player 1 starts the second round, and has drawn.
    assert (str(state.hands[0]), str(state.hands[1]), state.deck) == (
        "EEEFFF",
        "DFGGGGG",
        "DDCCBBA",
    )
