"""Why a move is not legal, told so that the player can mend it, without a word on hidden cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .cards import Cards
from .errors import IllegalMoveError
from .knowledge import NO_CARDS
from .markers import ActionMarker, From
from .moves import Move, Pick, Play
from .state import Offer, State


def counted(numbers: Iterable[int]) -> str:
    return ", ".join(str(n) for n in sorted(numbers))


def check_turn(state: State, player: object) -> None:
    """Refuse the move of a player whose turn it is not."""
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if player != state.to_move:
        raise IllegalMoveError(
            f"it is player {state.to_move}'s turn to decide, not player {player!r}'s"
        )


def check_kind(state: State, move: Move, left: Collection[int]) -> None:
    """Refuse a move that is not of the kind that is awaited."""
    offer = state.offer
    if state.to_move is None:
        raise IllegalMoveError(_over(state))
    if type(move) not in (Play, Pick):
        raise IllegalMoveError(f"a move is a Play or a Pick, not {type(move).__name__}")
    if offer is not None and type(move) is Play:
        raise IllegalMoveError(
            f"an offer waits: player {offer.chooser} must pick {_piles(offer)} before the next play"
        )
    if offer is None and type(move) is Pick:
        raise IllegalMoveError(
            f"there is no offer to pick from; player {state.to_move} must play one of the markers "
            f"{counted(left)}"
        )


def check_marker(play: Play, player: int, names: dict[int, str], used: Collection[int]) -> None:
    """Refuse a marker that is not there, or not any more (T3)."""
    number: object = play.marker
    left = counted(n for n in names if n not in used)
    if type(number) is not int or number not in names:
        raise IllegalMoveError(f"player {player} has no marker {number!r}; unused are {left}")
    if number in used:
        raise IllegalMoveError(
            f"player {player} has used marker {number} ({names[number]}) in this round; "
            f"unused are {left}"
        )


def judge_play(state: State, play: Play, marker: ActionMarker, listed: Collection[Play]) -> Play:
    """The play, if some order of its piles is listed; else the reason why it is not legal."""
    where = f"marker {marker.number} ({marker.name})"
    piles: object = play.piles
    if not (isinstance(piles, tuple) and all(isinstance(pile, Cards) for pile in piles)):
        raise IllegalMoveError(f"the piles of a play are a tuple of Cards, one for each pile of {where}")
    shapes = {tuple(len(pile) for pile in known.piles) for known in listed}
    if shapes and not any(sorted(map(len, play.piles)) == sorted(shape) for shape in shapes):
        want = " or ".join(sorted("+".join(map(str, shape)) for shape in shapes))
        got = "+".join(str(len(pile)) for pile in play.piles) or "none"
        raise IllegalMoveError(f"{where} takes piles of {want} cards, not of {got}")
    alike = [known for known in listed if sorted(map(str, known.piles)) == sorted(map(str, piles))]
    if any(marker.canonical(play.piles) == known.piles for known in alike):
        return Play(marker.number, play.piles)
    if not _there(state, play, marker):
        raise IllegalMoveError(
            f"{where} cannot be used with {play}: not all of these cards are there; "
            f"use cards from {_origins(marker)}"
        )
    if not listed:
        raise IllegalMoveError(f"{where} cannot be used now; use another marker first")
    raise IllegalMoveError(f"{where} cannot be used with {play}; see legal_moves for what it allows")


def judge_pick(offer: Offer, pick: Pick) -> Pick:
    """The pick, if it chooses the right number of the piles on offer; else the reason."""
    piles: object = pick.piles
    if not (isinstance(piles, tuple) and all(type(i) is int for i in piles)):
        raise IllegalMoveError("a pick is a tuple of pile indexes, whole numbers from 0")
    strange = [i for i in pick.piles if i not in offer.among]
    if strange:
        raise IllegalMoveError(
            f"there is no pile {strange[0]} to pick; the piles on offer are {counted(offer.among)}"
        )
    if len(pick.piles) != offer.pick or len(set(pick.piles)) != offer.pick:
        raise IllegalMoveError(
            f"{pick} does not pick {offer.pick} different piles; pick {_piles(offer)}"
        )
    return Pick(pick.piles)


def _over(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "nobody is to move in this position"
    how = "a draw" if outcome.winner is None else f"player {outcome.winner} won"
    return f"the game is over ({how}: {outcome.reason}); no move is legal any more"


def _piles(offer: Offer) -> str:
    return f"{offer.pick} of the piles {counted(offer.among)}"


def _origins(marker: ActionMarker) -> str:
    return " and ".join(sorted({o.value for o in marker.origins or (From.HAND,)}))


def _there(state: State, play: Play, marker: ActionMarker) -> bool:
    player = state.to_move or 0
    sources = {
        From.HAND: state.hands[player],
        From.OWN_SIDE: state.placed[player],
        From.THEIR_SIDE: state.placed[1 - player],
    }
    origins = marker.origins or (From.HAND,) * len(play.piles)
    wanted = dict.fromkeys(sources, NO_CARDS)
    for pile, origin in zip(play.piles, origins, strict=False):
        wanted[origin] += pile
    return all(cards <= sources[origin] for origin, cards in wanted.items())
