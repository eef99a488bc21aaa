"""Positions and observations of another variant, and impossible ones, are rejected."""

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
def test_a_position_of_another_variant_is_rejected_with_both_names(call: str) -> None:
    with pytest.raises(SetupError) as refused:
        CALLS[call](OF_OTHER)
    assert str(refused.value) == (
        "this position is from 'mini-expansion-1', but this engine plays 'base'"
    )


def test_a_position_with_another_row_is_rejected() -> None:
    setup = evolve(OF_OTHER.setup, row=Row.of(1, 2), variant="")
    with pytest.raises(
        SetupError, match=r"^this position has a different row of geisha than 'base'$"
    ):
        BASE.legal_moves(evolve(OF_OTHER, setup=setup))


def test_a_copied_or_unpickled_position_is_accepted() -> None:
    state = BASE.start(seed=7)
    for same in (pickle.loads(pickle.dumps(state)), evolve(state)):
        assert Engine(BASE.variant).legal_moves(same) == BASE.legal_moves(state)
    unnamed = evolve(state, setup=evolve(state.setup, variant=""))
    assert BASE.legal_moves(unnamed) == BASE.legal_moves(state)


def test_a_determinized_position_belongs_to_the_same_variant() -> None:
    drawn = OTHER.determinize(OTHER.observe(OF_OTHER, 1), Random(1))
    assert OTHER.legal_moves(drawn)
    with pytest.raises(SetupError, match="this position is from 'mini-expansion-1'"):
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
        "with these used markers, the hands must have 6 and 7 cards and the deck 6, "
        "not 99, 6 and 6",
    ),
    "the deck": (
        evolve(to_play(), deck_size=7),
        "with these used markers, the hands must have 6 and 7 cards and the deck 6, not 6, 7 and 7",
    ),
    "favor": (
        evolve(to_play(), favor=(5,) * 7),
        "favor must be 0, 1 or None for each of 7 geisha",
    ),
    "too little favor": (
        evolve(to_play(), favor=(None,) * 6),
        "favor must be 0, 1 or None for each of 7 geisha",
    ),
    "the viewer": (evolve(to_play(), viewer=2), "viewer must be 0, 1 or None"),
    "the round": (
        evolve(to_play(), round=0),
        "round must be 1 or more, and starting_player 0 or 1",
    ),
    "the starting player": (
        evolve(to_play(), starting_player=2),
        "round must be 1 or more, and starting_player 0 or 1",
    ),
    "markers that do not exist": (
        evolve(to_play(), used=(frozenset({7}), frozenset())),
        "used has markers that 'base' does not have",
    ),
    "markers used out of turn": (
        evolve(to_play(), used=(frozenset({1, 2}), frozenset())),
        "with these used markers, it is not player 1's turn",
    ),
    "the wrong player": (
        evolve(to_play(), to_move=0),
        "with these used markers, it is not player 0's turn",
    ),
    "an end in the middle": (
        evolve(to_play(), to_move=None, outcome=Outcome(0, "won")),
        "to_move is None, but the game is not over",
    ),
    "nobody to move": (
        evolve(to_play(), to_move=None),
        "to_move is None, but the game is not over",
    ),
    "an outcome while play goes on": (
        evolve(to_play(), outcome=Outcome(0, "won")),
        "with these used markers, it is not player 1's turn",
    ),
    "a used marker on offer": (
        evolve(to_pick(), used=(frozenset({3}), frozenset())),
        "with these used markers, it is not player 0's turn",
    ),
    "no marker on offer": (
        offer(marker=7),
        "the offer must come from an unused marker, and the player to move must pick",
    ),
    "an offer for the other player": (
        offer(chooser=0),
        "the offer must come from an unused marker, and the player to move must pick",
    ),
    "piles that are not there": (
        offer(among=(0, 3)),
        "among of the offer has a pile that does not exist, or the same pile twice",
    ),
    "a pile twice": (
        offer(among=(0, 0)),
        "among of the offer has a pile that does not exist, or the same pile twice",
    ),
    "too much to pick": (
        offer(pick=4),
        "the offer asks for more piles than it has, or for none",
    ),
    "too much laid out": (
        offer(laid=4),
        "the offer asks for more piles than it has, or for none",
    ),
    "who sees the piles": (
        offer(seen_by=()),
        "seen_by and shown of the offer must have one entry for each pile",
    ),
    "a pile is seen by a third player": (
        offer(seen_by=(frozenset({7}),) * 3),
        "seen_by of the offer must contain only 0, 1 and None",
    ),
    "earlier picks": (
        offer(picks=(Pick((7,)),)),
        "picks of the offer has a pile that does not exist",
    ),
    "the player of face-down cards": (
        lot(player=7),
        "player and scores_for of face-down cards must be 0, 1 or None",
    ),
    "the marker of face-down cards": (
        lot(marker=7),
        "marker or seen_by of face-down cards has a value that the variant does not have",
    ),
    "places in the deck": (
        evolve(to_play(), deck=((9, "A"),)),
        "deck has an index that is not in the deck, or the same index twice",
    ),
    "a place in the deck twice": (
        evolve(to_play(), deck=((0, "A"), (0, "B"))),
        "deck has an index that is not in the deck, or the same index twice",
    ),
    "marks of the deck": (
        evolve(to_play(), deck_marks=(DeckMark(0, frozenset({1})),)),
        "deck_marks must be empty or have one entry for each card of the deck",
    ),
    "cards that lie face up": (
        evolve(to_play(), placed=(Cards("GGGGGG"), Cards())),
        "it shows cards that the deck does not have (cannot take G out of AABBCCDDDEEEFFFFGGGGG)",
    ),
    "hidden cards that the viewer may see": (
        lot(seen_by=frozenset({1})),
        "no position looks like this",
    ),
    "the hand of a spectator": (
        evolve(to_play(), viewer=None),
        "no position looks like this",
    ),
    "fields of another kind": (
        evolve(to_play(), used=None),  # type: ignore[arg-type]
        "reading it raised TypeError",
    ),
}


@pytest.mark.parametrize("what", VIEWS)
def test_an_observation_that_contradicts_itself_or_the_variant_is_rejected(what: str) -> None:
    view, reason = VIEWS[what]
    engine = Engine(BASE.variant)
    for _ in range(2):
        with pytest.raises(SetupError) as refused:
            engine.determinize(view, Random(1))
        assert str(refused.value) == f"this observation is impossible: {reason}"


def test_an_observation_with_another_row_is_rejected() -> None:
    with pytest.raises(SetupError, match=r"^this observation has a different row of geisha"):
        BASE.determinize(evolve(to_play(), row=Row.of(1, 2)), Random(1))


def test_an_observation_of_another_variant_is_rejected() -> None:
    view = OTHER.observe(OF_OTHER, 1)
    with pytest.raises(SetupError) as refused:
        BASE.determinize(view, Random(1))
    assert str(refused.value) == (
        "this observation is from 'mini-expansion-1', but this engine plays 'base'"
    )
    # An observation without a name is accepted.
    unnamed = evolve(to_play(), variant="")
    assert BASE.observe(BASE.determinize(unnamed, Random(1)), 1) == to_play()


@pytest.mark.parametrize("view", [to_play(), to_pick(), over()], ids=["play", "pick", "over"])
def test_an_observation_can_be_determinized_repeatedly(view: Observation) -> None:
    engine = load_engine("base+three-rounds" if view.to_move is None else "base")
    rng = Random(1)
    for _ in range(3):
        assert engine.observe(engine.determinize(view, rng), 1) == view
