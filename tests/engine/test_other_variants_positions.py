"""What belongs to another variant, or to none, is refused for what it is; nobody else is blamed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from hanamikoji_core import (
    Cards,
    DeckMark,
    Engine,
    Observation,
    Outcome,
    Pick,
    Row,
    SetupError,
    State,
    load_engine,
)
from tests.positions import TIED, game_from, rounds_of

DEAL = "G AABBCC DDDEEE FFFFGGGG"
BASE, OTHER = load_engine("base"), load_engine("mini-expansion-1")
OF_OTHER = game_from(OTHER, deal="AABBCC DDDEEE FFFFGGGGG", moves="3A-B-C").state

CALLS: dict[str, Callable[[State], object]] = {
    "legal_moves": BASE.legal_moves,
    "apply": lambda state: BASE.apply(state, Pick((0, 1))),
    "apply, by the player": lambda state: BASE.apply(state, Pick((0, 1)), player=1),
    "observe": lambda state: BASE.observe(state, 1),
    "narrate": lambda state: BASE.narrate(state, Pick((0, 1)), 1),
    "narrate_start": lambda state: BASE.narrate_start(state, 1),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_position_of_another_variant_is_refused_and_both_are_named(call: str) -> None:
    with pytest.raises(SetupError) as refused:
        CALLS[call](OF_OTHER)
    assert str(refused.value) == (
        "this is a position of 'mini-expansion-1', and this engine plays 'base'"
    )


def test_a_position_of_another_row_is_refused_though_it_names_no_variant() -> None:
    setup = evolve(OF_OTHER.setup, row=Row.of(1, 2), variant="")
    with pytest.raises(
        SetupError, match=r"^this is a position of another row of geisha than 'base'$"
    ):
        BASE.legal_moves(evolve(OF_OTHER, setup=setup))


def test_a_position_is_known_wherever_it_was_before() -> None:
    state = BASE.start(seed=7)
    for same in (pickle.loads(pickle.dumps(state)), evolve(state)):
        assert Engine(BASE.variant).legal_moves(same) == BASE.legal_moves(state)
    unnamed = evolve(state, setup=evolve(state.setup, variant=""))
    assert BASE.legal_moves(unnamed) == BASE.legal_moves(state)


def test_a_position_that_was_drawn_from_an_observation_is_of_the_same_variant() -> None:
    drawn = OTHER.determinize(OTHER.observe(OF_OTHER, 1), Random(1))
    assert OTHER.legal_moves(drawn)
    with pytest.raises(SetupError, match="a position of 'mini-expansion-1'"):
        BASE.legal_moves(drawn)


def to_play() -> Observation:
    return game_from("base", deal=DEAL, moves="1A").observe(1)


def to_pick() -> Observation:
    return game_from("base", deal=DEAL, moves="3A-B-F").observe(1)


def over() -> Observation:
    return rounds_of("base+three-rounds", TIED, TIED, TIED).observe(1)


def offer(**changes: Any) -> Observation:
    view = to_pick()
    assert view.offer is not None
    return evolve(view, offer=evolve(view.offer, **changes))


def lot(**changes: Any) -> Observation:
    view = to_play()
    return evolve(view, facedown=(view.facedown[0], evolve(view.facedown[1], **changes)))


ALL_USED = (frozenset({1, 2, 3, 4}), frozenset({1, 2, 3, 4}))
VIEWS: dict[str, tuple[Observation, str]] = {
    "the sizes of the hands": (
        evolve(to_play(), hand_sizes=(99, 6)),
        "by the markers used, the hands hold 6 and 7 cards and the deck 6, not 99, 6 and 6",
    ),
    "the deck": (
        evolve(to_play(), deck_size=7),
        "by the markers used, the hands hold 6 and 7 cards and the deck 6, not 6, 7 and 7",
    ),
    "favor": (
        evolve(to_play(), favor=(5,) * 7),
        "favor must be 0, 1 or None for each of 7 geisha",
    ),
    "too little favor": (
        evolve(to_play(), favor=(None,) * 6),
        "favor must be 0, 1 or None for each of 7 geisha",
    ),
    "the viewer": (evolve(to_play(), viewer=2), "its viewer is not 0, 1 or None"),
    "the round": (
        evolve(to_play(), round=0),
        "round counts from 1, and starting_player is 0 or 1",
    ),
    "the starting player": (
        evolve(to_play(), starting_player=2),
        "round counts from 1, and starting_player is 0 or 1",
    ),
    "markers that there are not": (
        evolve(to_play(), used=(frozenset({7}), frozenset())),
        "used names markers that 'base' does not have",
    ),
    "markers used out of turn": (
        evolve(to_play(), used=(frozenset({1, 2}), frozenset())),
        "by the markers used, it is not this player's turn",
    ),
    "the wrong player": (
        evolve(to_play(), to_move=0),
        "by the markers used, it is not this player's turn",
    ),
    "an end in the middle": (
        evolve(to_play(), to_move=None, outcome=Outcome(0, "won")),
        "nobody is to move, and the game is not over",
    ),
    "nobody to move": (
        evolve(to_play(), to_move=None),
        "nobody is to move, and the game is not over",
    ),
    "an outcome while play goes on": (
        evolve(to_play(), outcome=Outcome(0, "won")),
        "by the markers used, it is not this player's turn",
    ),
    "a used marker on offer": (
        evolve(to_pick(), used=(frozenset({3}), frozenset())),
        "by the markers used, it is not this player's turn",
    ),
    "no marker on offer": (
        offer(marker=7),
        "the offer is not of an unused marker, or not for the player to move",
    ),
    "an offer for the other player": (
        offer(chooser=0),
        "the offer is not of an unused marker, or not for the player to move",
    ),
    "piles that are not there": (
        offer(among=(0, 3)),
        "the offer names piles that are not there, or one twice",
    ),
    "a pile twice": (
        offer(among=(0, 0)),
        "the offer names piles that are not there, or one twice",
    ),
    "too much to pick": (
        offer(pick=4),
        "the offer asks for more piles than there are, or for none",
    ),
    "too much laid out": (
        offer(laid=4),
        "the offer asks for more piles than there are, or for none",
    ),
    "who sees the piles": (
        offer(seen_by=()),
        "the offer does not say for each pile who sees it",
    ),
    "a stranger sees a pile": (
        offer(seen_by=(frozenset({7}),) * 3),
        "somebody who does not play sees a pile",
    ),
    "earlier picks": (
        offer(picks=(Pick((7,)),)),
        "the offer holds earlier picks of piles that are not there",
    ),
    "whom face-down cards lie before": (
        lot(player=7),
        "face-down cards lie before somebody who does not play",
    ),
    "a marker of face-down cards": (
        lot(marker=7),
        "face-down cards come from a marker, or are seen by somebody, that is not there",
    ),
    "places in the deck": (
        evolve(to_play(), deck=((9, "A"),)),
        "it knows cards of the deck that are not there",
    ),
    "a place in the deck twice": (
        evolve(to_play(), deck=((0, "A"), (0, "B"))),
        "it knows cards of the deck that are not there",
    ),
    "marks of the deck": (
        evolve(to_play(), deck_marks=(DeckMark(0, frozenset({1})),)),
        "deck_marks has not one entry for each card of the deck",
    ),
    "cards that lie open": (
        evolve(to_play(), placed=(Cards("GGGGGG"), Cards())),
        "it shows other cards (cannot take G out of AABBCCDDDEEEFFFFGGGGG)",
    ),
    "what is hidden from whom sees it": (
        lot(seen_by=frozenset({1})),
        "no position looks like that",
    ),
    "a hand of a spectator": (
        evolve(to_play(), viewer=None),
        "no position looks like that",
    ),
    "fields of another kind": (
        evolve(to_play(), used=None),  # type: ignore[arg-type]
        "reading it raised TypeError",
    ),
}


@pytest.mark.parametrize("what", VIEWS)
def test_an_observation_that_contradicts_itself_or_the_variant_is_refused(what: str) -> None:
    view, reason = VIEWS[what]
    engine = Engine(BASE.variant)
    for _ in range(2):
        with pytest.raises(SetupError) as refused:
            engine.determinize(view, Random(1))
        assert str(refused.value) == f"this observation cannot be: {reason}"


def test_an_observation_of_another_row_is_refused() -> None:
    with pytest.raises(SetupError, match=r"^this is an observation of another row of geisha"):
        BASE.determinize(evolve(to_play(), row=Row.of(1, 2)), Random(1))


def test_an_observation_of_another_variant_is_refused() -> None:
    view = OTHER.observe(OF_OTHER, 1)
    with pytest.raises(SetupError) as refused:
        BASE.determinize(view, Random(1))
    assert str(refused.value) == (
        "this is an observation of 'mini-expansion-1', and this engine plays 'base'"
    )
    # One that was made without the name is taken for what the engine plays.
    unnamed = evolve(to_play(), variant="")
    assert BASE.observe(BASE.determinize(unnamed, Random(1)), 1) == to_play()


@pytest.mark.parametrize("view", [to_play(), to_pick(), over()], ids=["play", "pick", "over"])
def test_an_observation_of_a_game_is_taken_each_time(view: Observation) -> None:
    engine = load_engine("base+three-rounds" if view.to_move is None else "base")
    rng = Random(1)
    for _ in range(3):
        assert engine.observe(engine.determinize(view, rng), 1) == view
