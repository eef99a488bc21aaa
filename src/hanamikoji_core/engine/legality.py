"""Why a move is not legal, told so that the player can mend it, without a word on hidden cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from operator import index
from typing import TYPE_CHECKING, NoReturn

from ..errors import CardsError, IllegalMoveError, SetupError
from ..model.cards import Cards
from ..model.knowledge import Viewer
from ..model.moves import Layout, Move, Pick, Play
from ..model.observation import Observation
from ..model.places import From
from ..model.state import Offer, Setup, State
from ..protocol.markers import ActionMarker
from ..wording import told
from .faults import blamed

if TYPE_CHECKING:
    from ..protocol.variant import Variant


def counted(numbers: Iterable[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers))


def whole(value: object) -> int | None:
    """A whole number of any type, ``True`` and those of numpy included; ``None`` if it is none."""
    try:
        return int(index(value))  # type: ignore[arg-type]
    except Exception:
        return None


def check_viewer(viewer: object) -> Viewer:
    """The viewer as a plain number; refuse who is neither a player nor the spectator."""
    if viewer is None:
        return None
    player = whole(viewer)
    if player not in (0, 1):
        raise SetupError(f"the viewer is {told(viewer)}; it must be 0, 1 or None")
    return player


def check_own(what: Setup | Observation, variant: Variant) -> None:
    """Refuse a position, or what is seen of one, of another variant."""
    kind = "an observation" if isinstance(what, Observation) else "a position"
    if what.variant and what.variant != variant.name:
        raise SetupError(
            f"this is {kind} of {told(what.variant)}, and this engine plays {told(variant.name)}"
        )
    if what.row is not variant.row and what.row != variant.row:
        raise SetupError(f"this is {kind} of another row of geisha than {told(variant.name)}")


def check_turn(state: State, player: object) -> None:
    """Refuse the move of a player whose turn it is not."""
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if whole(player) != state.to_move:
        raise IllegalMoveError(
            f"it is player {state.to_move}'s turn to decide, not player {told(player)}'s"
        )


def refuse_kind(state: State, move: Move, left: Collection[int]) -> NoReturn:
    """Refuse a move that is not of the kind that is awaited, and say which kind is."""
    offer = state.offer
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if type(move) not in (Play, Pick):
        raise IllegalMoveError(f"a move is a Play or a Pick, not {type(move).__name__}")
    if offer is not None:
        raise IllegalMoveError(
            f"an offer waits: player {offer.chooser} must pick {_piles(offer)} before the next play"
        )
    raise IllegalMoveError(
        f"there is no offer to pick from; player {state.to_move} must play one of the markers "
        f"{counted(left)}"
    )


def check_marker(
    play: Play, player: int, markers: Mapping[int, ActionMarker], used: Collection[int]
) -> int:
    """The marker's number; refuse one that is not there, or not any more (T3)."""
    left = counted(n for n in markers if n not in used)
    number = next((n for n in markers if n == play.marker), None)
    if number is None:
        raise IllegalMoveError(
            f"player {player} has no marker {told(play.marker)}; unused are {left}"
        )
    if number in used:
        raise IllegalMoveError(
            f"player {player} has used marker {number} ({markers[number].name}) in this round; "
            f"unused are {left}"
        )
    return number


def check_play(
    state: State, play: Play, marker: ActionMarker, blame: str, listed: Collection[Layout]
) -> Layout:
    """The piles, if some order of them is listed; else the reason why the play is not legal."""
    where = f"marker {marker.number} ({marker.name})"
    piles: object = play.piles
    if not (isinstance(piles, tuple) and all(isinstance(pile, Cards) for pile in piles)):
        raise IllegalMoveError(
            f"the piles of a play are a tuple of Cards, one for each pile of {where}"
        )
    there = _there(state, play.piles, marker)
    alike = [known for known in listed if sorted(map(str, known)) == sorted(map(str, play.piles))]
    if alike and there:
        with blamed(blame):
            same = marker.canonical(play.piles) in alike
        if same:
            return play.piles
    _check_shape(play.piles, where, listed)
    if not there:
        raise IllegalMoveError(
            f"{where} cannot be used with {play}: not all of these cards are there; "
            f"use cards from {_origins(marker)}"
        )
    if not listed:
        raise IllegalMoveError(f"{where} cannot be used now; use another marker first")
    other = "these piles in another order" if alike else "other cards"
    raise IllegalMoveError(f"{where} cannot be used with {play}; its rule asks for {other}")


def _check_shape(piles: Layout, where: str, listed: Collection[Layout]) -> None:
    """Refuse piles of sizes that the marker never lists."""
    shapes = {tuple(len(pile) for pile in known) for known in listed}
    got = tuple(len(pile) for pile in piles)
    if not shapes or got in shapes:
        return
    order = " in this order" if any(sorted(got) == sorted(shape) for shape in shapes) else ""
    text = "+".join(map(str, got[:20])) or "none"
    if shapes == {()}:
        raise IllegalMoveError(f"{where} takes no cards, not piles of {text}")
    want = " or ".join(sorted("+".join(map(str, shape)) or "none" for shape in shapes))
    cards = "card" if want == "1" else "cards"
    raise IllegalMoveError(f"{where} takes piles of {want} {cards}{order}, not of {text}")


def check_pick(offer: Offer, pick: Pick) -> Pick:
    """The pick in plain numbers, if it chooses as many piles as are asked for; else the reason."""
    piles: object = pick.piles
    if not isinstance(piles, tuple):
        raise IllegalMoveError("a pick is a tuple of pile indexes, whole numbers from 0")
    chosen: list[int] = []
    for wanted in piles:
        index = next((i for i in offer.among if i == wanted), None)
        if index is None:
            raise IllegalMoveError(
                f"there is no pile {told(wanted)} to pick; "
                f"the piles on offer are {counted(offer.among)}"
            )
        chosen.append(index)
    if len(chosen) != offer.pick or len(set(chosen)) != offer.pick:
        raise IllegalMoveError(
            f"this picks {len(set(chosen))} different piles; pick {_piles(offer)}"
        )
    return Pick(tuple(chosen))


def _over(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "nobody is to move in this position"
    how = "a draw" if outcome.winner is None else f"player {outcome.winner} won"
    return f"the game is over ({how}: {outcome.reason}); no move is legal any more"


def _piles(offer: Offer) -> str:
    return f"{offer.pick} of the piles {counted(offer.among)}"


def _origins(marker: ActionMarker) -> str:
    """Where the piles come from, in the order in which they are laid out."""
    return ", then ".join(o.value for o, _ in groupby(marker.origins or (From.HAND,)))


def _there(state: State, piles: Layout, marker: ActionMarker) -> bool:
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
