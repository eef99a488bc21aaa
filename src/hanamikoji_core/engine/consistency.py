"""Whether an observation can come from a game of a variant, before a position is drawn from it."""

from __future__ import annotations

from typing import NoReturn

from ..errors import SetupError
from ..model.knowledge import EVERYBODY
from ..model.moves import Pick
from ..model.observation import FaceDownView, Observation, OfferView
from ..model.state import Outcome
from ..protocol.variant import Variant
from ..protocol.worst_order import moments
from .legality import check_own

_PLAYERS = (0, 1)


def check_view(variant: Variant, view: Observation, due: tuple[int, int, int] | None) -> None:
    """Refuse an observation that contradicts itself or the variant. Raises `SetupError`.

    `due`: the cards that the hands and the deck hold before the next draw, if no marker is in use.
    """
    check_own(view, variant)
    if view.viewer is not None and view.viewer not in _PLAYERS:
        _refuse("its viewer is not 0, 1 or None")
    if type(view.round) is not int or view.round < 1 or view.starting_player not in _PLAYERS:
        _refuse("round counts from 1, and starting_player is 0 or 1")
    if len(view.favor) != len(view.row) or any(f not in (0, 1, None) for f in view.favor):
        _refuse(f"favor must be 0, 1 or None for each of {len(view.row)} geisha")
    for lot in view.facedown:
        _check_lot(variant, lot)
    _check_turn(variant, view)
    _check_deck(view)
    if due is not None:
        _check_sizes(view, due)


def _check_turn(variant: Variant, view: Observation) -> None:
    """Who acts follows from the markers used; nobody does once the game is over."""
    numbers = [{marker.number for marker in markers} for markers in variant.markers]
    if len(view.used) != 2 or not all(map(frozenset.issubset, view.used, numbers)):
        _refuse(f"used names markers that {variant.name!r} does not have")
    count = (len(view.used[0]), len(view.used[1]))
    offer = view.offer
    if view.to_move is None:
        over = isinstance(view.outcome, Outcome) and offer is None
        if not over or count != (len(numbers[0]), len(numbers[1])):
            _refuse("nobody is to move, and the game is not over")
        return
    sizes = (len(numbers[0]), len(numbers[1]))
    turns = {turn.used: turn.player for turn in moments(sizes, view.starting_player)}
    actor = view.to_move if offer is None else offer.player
    if view.outcome is not None or turns.get(count) != actor:
        _refuse("by the markers used, it is not this player's turn")
    if offer is not None:
        _check_offer(offer, view, numbers[actor] - view.used[actor])


def _check_offer(offer: OfferView, view: Observation, unused: set[int]) -> None:
    piles = range(len(offer.piles))
    if offer.marker not in unused or offer.chooser != view.to_move:
        _refuse("the offer is not of an unused marker, or not for the player to move")
    if not set(offer.among) <= set(piles) or list(offer.among) != sorted(set(offer.among)):
        _refuse("the offer names piles that are not there, or one twice")
    if not 1 <= offer.pick <= len(offer.among) or not 0 <= offer.laid <= len(piles):
        _refuse("the offer asks for more piles than there are, or for none")
    if not (len(offer.seen_by) == len(offer.shown) == len(piles)):
        _refuse("the offer does not say for each pile who sees it")
    if not all(seen <= EVERYBODY for seen in offer.seen_by):
        _refuse("somebody who does not play sees a pile")
    if not all(isinstance(p, Pick) and set(p.piles) <= set(piles) for p in offer.picks):
        _refuse("the offer holds earlier picks of piles that are not there")


def _check_lot(variant: Variant, lot: FaceDownView) -> None:
    markers = {marker.number for markers in variant.markers for marker in markers}
    if lot.player not in (0, 1, None) or lot.scores_for not in (0, 1, None):
        _refuse("face-down cards lie before somebody who does not play")
    if not lot.seen_by <= EVERYBODY or (lot.marker is not None and lot.marker not in markers):
        _refuse("face-down cards come from a marker, or are seen by somebody, that is not there")


def _check_deck(view: Observation) -> None:
    places = [at for at, _ in view.deck]
    if not set(places) <= set(range(view.deck_size)) or len(set(places)) != len(places):
        _refuse("it knows cards of the deck that are not there")
    if len(view.deck_marks) not in (0, view.deck_size):
        _refuse("deck_marks has not one entry for each card of the deck")


def _check_sizes(view: Observation, due: tuple[int, int, int]) -> None:
    """The hands and the deck hold what the markers used have left, and the card just drawn."""
    hands, deck = [due[0], due[1]], due[2]
    if view.to_move is not None:
        hands[view.to_move] += 1
        deck -= 1
    if view.hand_sizes != (hands[0], hands[1]) or view.deck_size != deck:
        _refuse(
            f"by the markers used, the hands hold {hands[0]} and {hands[1]} cards and the deck "
            f"{deck}, not {view.hand_sizes[0]}, {view.hand_sizes[1]} and {view.deck_size}"
        )


def _refuse(why: str) -> NoReturn:
    raise SetupError(f"this observation cannot be: {why}")
