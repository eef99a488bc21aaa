"""No text and no value for a viewer names a card that the viewer has not seen.

In the row used here every geisha has one item card, so a letter identifies a card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from hanamikoji_core import (
    Cards,
    Engine,
    FirstTo,
    Game,
    HanamikojiError,
    Move,
    Pick,
    Play,
    Row,
    State,
    Viewer,
    load_engine,
    to_plain,
)
from tests.properties.walks import REGISTERED, Walk, walk


def letters_in(value: object) -> set[str]:
    """Every card named anywhere in a value, at any depth."""
    if isinstance(value, Row):
        return set()
    if isinstance(value, Cards):
        return set(str(value))
    if isinstance(value, str):
        return letters_of_text(repr(value))
    kind: Any = type(value)
    if attrs.has(kind):
        return letters_in([getattr(value, f.name) for f in attrs.fields(kind)])
    if isinstance(value, (tuple, list, set, frozenset)):
        return set().union(*map(letters_in, value))
    return set()


def letters_of_text(text: str) -> set[str]:
    """The letters of all words in capitals, which could be cards."""
    text = re.sub(r"<[^>]*>", "", text)  # The names of enum members.
    return set("".join(re.findall(r"(?<![A-Za-z])\d*([A-Z]+)(?![a-z])", text)))


def one_of_each(name: str) -> Engine:
    variant = load_engine(name).variant
    return Engine(attrs.evolve(variant, row=Row.of(*(1,) * 21), victory=FirstTo(99, 99)))


ENGINES = {name: one_of_each(name) for name in REGISTERED}
every_variant = pytest.mark.parametrize("name", REGISTERED)
every_viewer = pytest.mark.parametrize("viewer", [0, 1, None])


def positions(name: str) -> Iterator[tuple[Walk, int, State]]:
    """The positions of a few first rounds, each with its game and its index in it."""
    for seed in range(3):
        game = walk(ENGINES[name], Random(seed), 11)
        for at, state in enumerate(game.states):
            if state.round == 1 and state.outcome is None:
                yield game, at, state


def seen_so_far(game: Walk, upto: int, viewer: Viewer) -> set[str]:
    """The cards that the viewer has seen, according to the rules."""
    seen: set[str] = set()
    for at, state in enumerate(game.states[: upto + 1]):
        if viewer is not None:
            seen |= set(str(state.hands[viewer]))
        seen |= set(str(state.placed[0])) | set(str(state.placed[1]))
        if state.offer is not None and state.offer.seen_by[0] == {0, 1, None}:
            seen |= set("".join(map(str, state.offer.piles)))
        if at and game.states[at - 1].to_move == viewer:
            seen |= taken_by_referral(game, at)
    return seen


def taken_by_referral(game: Walk, at: int) -> set[str]:
    """M4.1: the owner may look at the card drawn."""
    move = game.moves[at - 1]
    if game.engine.variant.name != "mini-expansion-4" or not isinstance(move, Play):
        return set()
    return set(game.states[at - 1].deck[0]) if move.marker == 1 else set()


@every_variant
@every_viewer
def test_an_observation_names_only_cards_that_its_viewer_has_seen(
    name: str, viewer: Viewer
) -> None:
    for game, at, state in positions(name):
        seen = seen_so_far(game, at, viewer)
        view = game.engine.observe(state, viewer)
        assert letters_in(view) <= seen
        assert letters_of_text(repr(view).replace(repr(view.row), "")) <= seen
        assert letters_of_text(str(view).replace(repr(view.row), "")) <= seen
        plain = {key: value for key, value in to_plain(view).items() if key != "row"}
        assert letters_of_text(json.dumps(plain)) <= seen


@every_variant
@every_viewer
def test_events_name_only_cards_that_their_viewer_has_seen(name: str, viewer: Viewer) -> None:
    for game, at, state in positions(name):
        seen = seen_so_far(game, at, viewer)
        if at:
            events = game.engine.narrate(game.states[at - 1], game.moves[at - 1], viewer)
        else:
            events = game.engine.narrate_start(state, viewer)
        for event in events:
            assert letters_in(event) <= seen
            assert letters_of_text(repr(event)) <= seen
            assert letters_of_text(json.dumps(to_plain(event))) <= seen


@every_variant
def test_a_spectator_sees_no_cards_at_the_start(name: str) -> None:
    engine = ENGINES[name]
    state = engine.start(seed=1)
    view = engine.observe(state, None)
    assert letters_in(view) == letters_in(engine.narrate_start(state, None)) == set()
    assert view.hand == Cards()
    assert view.legal_moves == ()


WRONG: list[Any] = [
    *(Play(n, piles) for n in range(6) for piles in ((), (Cards(),), (Cards("ZZ"),))),
    *(Pick(piles) for piles in ((), (0,), (9,), (0, 0), (0, 1, 2), (-1,))),
    Play(1, None),  # type: ignore[arg-type]
    "3A-B-C",
]


@every_variant
def test_errors_name_only_cards_that_the_player_has_seen(name: str) -> None:
    for game, at, state in positions(name):
        for player in (0, 1):
            seen = seen_so_far(game, at, player)
            for move in [*WRONG, *held_by_the_other(state, player)]:
                text = error_of(game.engine, state, move, player)
                assert letters_of_text(text) <= seen | letters_of_text(repr(move))


def held_by_the_other(state: State, player: int) -> list[Move]:
    """Guesses at the opponent's cards; the errors must not confirm them."""
    other = state.hands[1 - player]
    return [Play(n, (card,)) for n in (1, 2) for card in other.combinations(n)[:3]]


def error_of(engine: Engine, state: State, move: Move, player: int) -> str:
    try:
        engine.apply(state, move, player=player)
    except HanamikojiError as error:
        return str(error)
    return ""


def test_a_game_shows_no_card_in_its_repr() -> None:
    game = Game.new(ENGINES["base"], seed=1)
    assert letters_of_text(repr(game)) == set()
