"""Checks that an observation can come from a game of a variant, before it is determinized."""

from __future__ import annotations

from typing import NoReturn

from ..errors import SetupError
from ..model.knowledge import EVERYBODY
from ..model.moves import Pick
from ..model.observation import FaceDownView, Observation, OfferView
from ..model.state import Outcome
from ..protocol.shortages import turns_of_round
from ..protocol.variant import Variant
from .legality import check_variant

_PLAYERS = (0, 1)


def check_observation(
    variant: Variant, view: Observation, sizes: tuple[int, int, int] | None
) -> None:
    """Raise `SetupError` if an observation contradicts itself or the variant.

    `sizes` are the sizes of the hands and the deck before the draw, if no action is in progress.
    """
    check_variant(view, variant)
    if view.viewer is not None and view.viewer not in _PLAYERS:
        _refuse("viewer must be 0, 1 or None")
    if type(view.round) is not int or view.round < 1 or view.starting_player not in _PLAYERS:
        _refuse("round must be 1 or more, and starting_player 0 or 1")
    if len(view.favor) != len(view.row) or any(f not in (0, 1, None) for f in view.favor):
        _refuse(f"favor must be 0, 1 or None for each of {len(view.row)} geisha")
    for lot in view.facedown:
        _check_lot(variant, lot)
    _check_turn(variant, view)
    _check_deck(view)
    if sizes is not None:
        _check_sizes(view, sizes)


def _check_turn(variant: Variant, view: Observation) -> None:
    """The used markers determine who acts; nobody acts after the end of the game."""
    numbers = [{marker.number for marker in markers} for markers in variant.markers]
    if len(view.used) != 2 or not all(map(frozenset.issubset, view.used, numbers)):
        _refuse(f"used has markers that {variant.name!r} does not have")
    count = (len(view.used[0]), len(view.used[1]))
    offer = view.offer
    if view.to_move is None:
        over = isinstance(view.outcome, Outcome) and offer is None
        if not over or count != (len(numbers[0]), len(numbers[1])):
            _refuse("to_move is None, but the game is not over")
        return
    sizes = (len(numbers[0]), len(numbers[1]))
    turns = {turn.used: turn.player for turn in turns_of_round(sizes, view.starting_player)}
    actor = view.to_move if offer is None else offer.player
    if view.outcome is not None or turns.get(count) != actor:
        _refuse(f"with these used markers, it is not player {actor}'s turn")
    if offer is not None:
        _check_offer(offer, view, numbers[actor] - view.used[actor])


def _check_offer(offer: OfferView, view: Observation, unused: set[int]) -> None:
    piles = range(len(offer.piles))
    if offer.marker not in unused or offer.chooser != view.to_move:
        _refuse("the offer must come from an unused marker, and the player to move must pick")
    if not set(offer.among) <= set(piles) or list(offer.among) != sorted(set(offer.among)):
        _refuse("among of the offer has a pile that does not exist, or the same pile twice")
    if not 1 <= offer.pick <= len(offer.among) or not 0 <= offer.laid <= len(piles):
        _refuse("the offer asks for more piles than it has, or for none")
    if not (len(offer.seen_by) == len(offer.shown) == len(piles)):
        _refuse("seen_by and shown of the offer must have one entry for each pile")
    if not all(seen <= EVERYBODY for seen in offer.seen_by):
        _refuse("seen_by of the offer must contain only 0, 1 and None")
    if not all(isinstance(p, Pick) and set(p.piles) <= set(piles) for p in offer.picks):
        _refuse("picks of the offer has a pile that does not exist")


def _check_lot(variant: Variant, lot: FaceDownView) -> None:
    markers = {marker.number for markers in variant.markers for marker in markers}
    if lot.player not in (0, 1, None) or lot.scores_for not in (0, 1, None):
        _refuse("player and scores_for of face-down cards must be 0, 1 or None")
    if not lot.seen_by <= EVERYBODY or (lot.marker is not None and lot.marker not in markers):
        _refuse("marker or seen_by of face-down cards has a value that the variant does not have")


def _check_deck(view: Observation) -> None:
    places = [at for at, _ in view.deck]
    if not set(places) <= set(range(view.deck_size)) or len(set(places)) != len(places):
        _refuse("deck has an index that is not in the deck, or the same index twice")
    if len(view.deck_marks) not in (0, view.deck_size):
        _refuse("deck_marks must be empty or have one entry for each card of the deck")


def _check_sizes(view: Observation, sizes: tuple[int, int, int]) -> None:
    """The used markers and the last draw determine the sizes of the hands and the deck."""
    hands, deck = [sizes[0], sizes[1]], sizes[2]
    if view.to_move is not None:
        hands[view.to_move] += 1
        deck -= 1
    if view.hand_sizes != (hands[0], hands[1]) or view.deck_size != deck:
        _refuse(
            f"with these used markers, the hands must have {hands[0]} and {hands[1]} cards and the "
            f"deck {deck}, not {view.hand_sizes[0]}, {view.hand_sizes[1]} and {view.deck_size}"
        )


def _refuse(why: str) -> NoReturn:
    raise SetupError(f"this observation is impossible: {why}")
