"""Checks moves. The errors help the player to correct a move and do not reveal hidden cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from operator import index
from typing import TYPE_CHECKING, Final, NoReturn

from ..errors import CardsError, IllegalMoveError, SetupError
from ..model.cards import Cards
from ..model.knowledge import Viewer
from ..model.moves import Layout, Move, Pick, Play
from ..model.observation import Observation
from ..model.places import From
from ..model.state import Offer, Setup, State
from ..protocol.markers import ActionMarker
from ..wording import number_of, short_repr
from .faults import blamed

if TYPE_CHECKING:
    from ..protocol.variant import Variant

_SOURCES: Final = {
    From.HAND: "the player's hand",
    From.OWN_SIDE: "the player's side",
    From.THEIR_SIDE: "the opponent's side",
}


def comma_list(numbers: Iterable[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers))


def as_int(value: object) -> int | None:
    """A whole number of any type, for example of numpy, as an `int`; ``None`` for other values."""
    try:
        return int(index(value))  # type: ignore[arg-type]
    except Exception:
        return None


def check_viewer(viewer: object) -> Viewer:
    """The viewer as an `int` or ``None``. Raises `SetupError` for anything else."""
    if viewer is None:
        return None
    player = as_int(viewer)
    if player not in (0, 1):
        raise SetupError(f"the viewer is {short_repr(viewer)}; it must be 0, 1 or None")
    return player


def check_variant(what: Setup | Observation, variant: Variant) -> None:
    """Raise `SetupError` for a position or an observation of another variant."""
    kind = "observation" if isinstance(what, Observation) else "position"
    name = short_repr(variant.name)
    if what.variant and what.variant != variant.name:
        raise SetupError(
            f"this {kind} is from {short_repr(what.variant)}, but this engine plays {name}"
        )
    if what.row is not variant.row and what.row != variant.row:
        raise SetupError(f"this {kind} has a different row of geisha than {name}")


def check_turn(state: State, player: object) -> None:
    """Raise `IllegalMoveError` if it is not this player's turn."""
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if as_int(player) != state.to_move:
        raise IllegalMoveError(
            f"it is player {state.to_move}'s turn to decide, not player {short_repr(player)}'s"
        )


def raise_wrong_kind(state: State, move: Move, unused: Collection[int]) -> NoReturn:
    """Raise `IllegalMoveError` for a pick instead of a play, or the reverse."""
    offer = state.offer
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if type(move) not in (Play, Pick):
        raise IllegalMoveError(f"a move is a Play or a Pick, not {type(move).__name__}")
    if offer is not None:
        raise IllegalMoveError(
            f"there is an open offer: player {offer.chooser} must pick {_piles(offer)} first"
        )
    raise IllegalMoveError(
        f"there is no offer to pick from; player {state.to_move} must play one of the markers "
        f"{comma_list(unused)}"
    )


def check_marker(
    play: Play, player: int, markers: Mapping[int, ActionMarker], used: Collection[int]
) -> int:
    """The number of the marker. Raises `IllegalMoveError` if it is used or does not exist (T3)."""
    unused = comma_list(n for n in markers if n not in used)
    number = next((n for n in markers if n == play.marker), None)
    if number is None:
        raise IllegalMoveError(
            f"player {player} has no marker {short_repr(play.marker)}; "
            f"the unused markers are {unused}"
        )
    if number in used:
        raise IllegalMoveError(
            f"player {player} has already used marker {number} ({markers[number].name}) in this "
            f"round; the unused markers are {unused}"
        )
    return number


def check_play(
    state: State, play: Play, marker: ActionMarker, blame: str, listed: Collection[Layout]
) -> Layout:
    """The piles, if the marker lists them in any order. Raises `IllegalMoveError` otherwise."""
    where = f"marker {marker.number} ({marker.name})"
    piles: object = play.piles
    if not (isinstance(piles, tuple) and all(isinstance(pile, Cards) for pile in piles)):
        raise IllegalMoveError(
            f"the piles of a play must be a tuple of Cards, one for each pile of {where}"
        )
    there = _cards_are_there(state, play.piles, marker)
    alike = [known for known in listed if sorted(map(str, known)) == sorted(map(str, play.piles))]
    if alike and there:
        with blamed(blame):
            same = marker.canonical(play.piles) in alike
        if same:
            return play.piles
    _check_shape(play.piles, where, listed)
    if not there:
        raise IllegalMoveError(
            f"{where} cannot be used with {play}: some of these cards are not there; "
            f"use cards from {_origins(marker)}"
        )
    if not listed:
        raise IllegalMoveError(f"{where} cannot be used now; use another marker first")
    other = "these piles in another order" if alike else "other cards"
    raise IllegalMoveError(f"{where} cannot be used with {play}; its rule requires {other}")


def _check_shape(piles: Layout, where: str, listed: Collection[Layout]) -> None:
    """Raise `IllegalMoveError` for pile sizes that the marker does not list."""
    shapes = {tuple(len(pile) for pile in known) for known in listed}
    got = tuple(len(pile) for pile in piles)
    if not shapes or got in shapes:
        return
    order = " in this order" if any(sorted(got) == sorted(shape) for shape in shapes) else ""
    text = "+".join(map(str, got[:20])) or "none"
    if shapes == {()}:
        raise IllegalMoveError(f"{where} takes no cards, but the play has piles of {text}")
    want = " or ".join(sorted("+".join(map(str, shape)) or "none" for shape in shapes))
    cards = "card" if want == "1" else "cards"
    raise IllegalMoveError(f"{where} takes piles of {want} {cards}{order}, not of {text}")


def check_pick(offer: Offer, pick: Pick) -> Pick:
    """The pick with numbers of type `int`. Raises `IllegalMoveError` if it is not legal."""
    piles: object = pick.piles
    if not isinstance(piles, tuple):
        raise IllegalMoveError("the piles of a pick must be a tuple of whole numbers")
    chosen: list[int] = []
    for wanted in piles:
        index = next((i for i in offer.among if i == wanted), None)
        if index is None:
            raise IllegalMoveError(
                f"there is no pile {short_repr(wanted)} to pick; "
                f"the piles on offer are {comma_list(offer.among)}"
            )
        chosen.append(index)
    if len(chosen) != offer.pick or len(set(chosen)) != offer.pick:
        raise IllegalMoveError(
            f"this picks {number_of(len(set(chosen)), 'different pile')}; pick {_piles(offer)}"
        )
    return Pick(tuple(chosen))


def _over(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "no player can move in this position"
    how = "a draw" if outcome.winner is None else f"player {outcome.winner} won"
    return f"the game is over ({how}: {outcome.reason}), so no move is legal"


def _piles(offer: Offer) -> str:
    return f"{offer.pick} of the piles {comma_list(offer.among)}"


def _origins(marker: ActionMarker) -> str:
    """Where the piles come from, in order, for a message."""
    return ", then ".join(
        _SOURCES.get(o, o.value) for o, _ in groupby(marker.origins or (From.HAND,))
    )


def _cards_are_there(state: State, piles: Layout, marker: ActionMarker) -> bool:
    player = state.to_move or 0
    sources = {
        From.HAND: state.hands[player],
        From.OWN_SIDE: state.placed[player],
        From.THEIR_SIDE: state.placed[1 - player],
    }
    try:
        for pile, origin in zip(piles, marker.origins or (From.HAND,) * len(piles), strict=False):
            sources[origin] -= pile
    except (CardsError, KeyError):
        return False
    return True
