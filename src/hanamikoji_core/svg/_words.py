"""A position in words: the text alternative of its picture. It says no more than the picture."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ..model.knowledge import Glimpse
from ._scene import Lot, Offered, Scene, Seat

__all__ = [
    "cards_in_words",
    "count",
    "in_words",
    "listed",
    "piles_in_words",
    "text_of",
    "title_of",
]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(number: int, noun: str = "card") -> str:
    """A number with its noun: "no cards", "one card", "two cards"."""
    return f"{in_words(number)} {noun}{'' if number == 1 else 's'}"


def in_words(number: int) -> str:
    """A small number in words, a large one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def listed(numbers: Iterable[int], sign: str = "") -> list[str]:
    """Ascending numbers, each behind its sign; three or more in a row as "0 to 2"."""
    found: list[str] = []
    for _, together in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [f"{sign}{number}" for _, number in together]
        found += run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return found


def piles_in_words(indexes: tuple[int, ...]) -> str:
    """Piles by their numbers: "pile 1", "piles 0 and 2"."""
    *before, last = listed(indexes)
    many = "s" if len(indexes) > 1 else ""
    return f"pile{many} {', '.join(before)}{' and ' if before else ''}{last}"


def cards_in_words(cards: Glimpse) -> str:
    """The known cards by letter, the others counted."""
    known = " ".join(cards.known)
    if not cards.hidden:
        return known or "no cards"
    hidden = count(cards.hidden, "hidden card")
    return f"{known} and {hidden}" if known else hidden


def title_of(scene: Scene) -> str:
    """One line: which round it is and who is to move."""
    if scene.outcome is not None:
        winner = scene.outcome.winner
        end = "a draw" if winner is None else f"player {winner} wins"
        return f"The end after round {scene.round}: {end}, {scene.outcome.reason}"
    if scene.to_move is None:
        return f"The end of round {scene.round}"
    return f"Round {scene.round}, player {scene.to_move} is to move"


def text_of(scene: Scene) -> str:
    """Everything that the picture shows, in sentences."""
    bottom, top = scene.seats
    said = [_favors(scene), _seat(bottom), _seat(top)]
    if scene.offer is not None:
        said.append(_offer(scene.offer))
    said.append(f"The deck holds {count(scene.deck_size)}{_known(scene)}.")
    said += [f"In the box: {cards_in_words(lot.cards)}." for lot in scene.box]
    return " ".join(said)


def _favors(scene: Scene) -> str:
    said = []
    for geisha, owner in zip(scene.row, scene.favor, strict=True):
        whose = "nobody's favor" if owner is None else f"favor of player {owner}"
        said.append(f"{geisha.letter} worth {geisha.charm}, {whose}")
    return f"Geisha: {'; '.join(said)}."


def _seat(seat: Seat) -> str:
    said = [
        f"Player {seat.player} holds {cards_in_words(seat.hand)}",
        f"has placed {' '.join(seat.placed) or 'nothing'}",
    ]
    used = ", ".join(str(n) for n in sorted(seat.used))
    said.append(f"has used {f'marker {used}' if used else 'no marker'}")
    if seat.left:
        left = ", ".join(f"{number} ({name})" for number, name in sorted(seat.left.items()))
        said.append(f"still has marker {left}")
    said += [f"face down: {_lot(lot)}" for lot in seat.lots]
    return f"{'; '.join(said)}."


def _lot(lot: Lot) -> str:
    place = "not scoring" if lot.scores_for is None else f"scoring for player {lot.scores_for}"
    marker = "" if lot.marker is None else f" by marker {lot.marker}"
    return f"{cards_in_words(lot.cards)}{marker}, {place}"


def _offer(offer: Offered) -> str:
    piles = "; ".join(f"pile {i}: {cards_in_words(pile)}" for i, pile in enumerate(offer.piles))
    return f"Player {offer.player} offers {piles}. Player {offer.chooser} picks {_choice(offer)}."


def _choice(offer: Offered) -> str:
    """How many piles, and of which, unless any pile will do."""
    if len(offer.among) == len(offer.piles):
        return count(offer.pick, "pile")
    piles = piles_in_words(offer.among)
    return piles if len(offer.among) == 1 else f"{in_words(offer.pick)} of {piles}"


def _known(scene: Scene) -> str:
    if not scene.deck:
        return ""
    return ", known: " + ", ".join(f"{letter} at place {at + 1}" for at, letter in scene.deck)
