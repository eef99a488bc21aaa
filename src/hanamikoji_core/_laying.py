"""In which order the piles of a play are laid out, so that their places give no card away.

Piles that are alike may lie in any order, and `Engine.legal_moves` lists one of them, sorted. If a
player always laid them out as listed, the places would tell the opponent which covered card is
which.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import permutations
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from ._action import advance, laid_out
from ._faults import blame, told
from ._markers_of import MarkersOf
from .errors import SetupError
from .markers import ActionMarker, Take, To
from .moves import Layout, Move, Play
from .state import Offer

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_KEPT: Final = 8_192
"""Plays of each player whose orders are remembered."""
_FEW: Final = 6
"""Up to so many piles, every order is tried."""
_STEPS: Final = 20
"""Exchanges tried for more piles, times the square of their number."""
_OPEN: Final = (To.OWN_SIDE, To.THEIR_SIDE)

Order: TypeAlias = tuple[int, ...]


class Laying:
    """Lays out the plays of both players, each by their own markers."""

    def __init__(self, of: tuple[MarkersOf, MarkersOf]) -> None:
        self._of = of
        self._orders = tuple(
            lru_cache(_KEPT)(partial(_orders, markers, player)) for player, markers in enumerate(of)
        )

    def shuffled(self, move: Move, player: int, rng: Random) -> Move:
        """What `Engine.shuffle_piles` does."""
        if type(player) is not int or player not in (0, 1):
            raise SetupError(f"player is {told(player)}; it must be 0 or 1")
        if not isinstance(move, Play):
            return move
        try:
            orders = self._orders[player](move)
        except TypeError:
            return move  # It holds something that is no value; `apply` says what.
        if orders is None:
            return Play(move.marker, _walked(self._of[player], move, rng))
        if len(orders) < 2:
            return move
        piles, order = move.piles, orders[int(rng.random() * len(orders))]
        return Play(move.marker, tuple([piles[i] for i in order]))


def _orders(of: MarkersOf, player: int, play: Play) -> tuple[Order, ...] | None:
    """One order for each layout that is the same play; ``None`` if there are too many to try.

    Empty if the order is of no account, and for what is no legal play.
    """
    marker, piles = of.markers.get(play.marker), play.piles
    if marker is None or not isinstance(piles, tuple) or len(piles) < 2:
        return ()
    if _is_open(of, marker, player, play):
        return ()
    if len(piles) > _FEW:
        return None
    alike, found = _alike(of, play), dict[Layout, Order]()
    for order in permutations(range(len(piles))):
        laid = tuple([piles[i] for i in order])
        if laid not in found and alike(laid):
            found[laid] = order
    return tuple(found.values())


def _alike(of: MarkersOf, play: Play) -> Callable[[Layout], bool]:
    """Whether a layout of these piles is the same play. Nonsense is not, whatever is raised."""
    marker = of.markers[play.marker]

    def canonical(piles: Layout) -> Layout | None:
        try:
            return marker.canonical(piles)
        except Exception:
            return None
        except SystemExit as error:
            raise blame(of.names[marker.number], error) from error

    wanted = canonical(play.piles)
    return lambda piles: wanted is not None and canonical(piles) == wanted


def _is_open(of: MarkersOf, marker: ActionMarker, player: int, play: Play) -> bool:
    """Whether the opponent sees every pile where it was laid, so that the order tells nothing."""
    if not marker.hand_only:
        return False  # What comes next may depend on the position.
    try:
        stage = advance(marker, laid_out(player, play, marker.origins), lambda: of.blank, _taking)
    except Exception:
        return False
    except SystemExit as error:
        raise blame(of.names[marker.number], error) from error
    if isinstance(stage, Offer):
        return all(1 - player in seen for seen in stage.seen_by)
    return all(to in _OPEN for to in stage.to)


def _taking(action: Offer, take: Take) -> NoReturn:
    raise LookupError("what is taken depends on the position")


def _walked(of: MarkersOf, play: Play, rng: Random) -> Layout:
    """Any order that is the same play, reached by exchanges of piles or of equally long runs.

    Each exchange is as likely as the one that undoes it, so after enough of them no order is
    likelier than another.
    """
    alike, piles, count = _alike(of, play), play.piles, len(play.piles)
    for _ in range(_STEPS * count * count):
        size = 1 if rng.random() < 0.5 else 2 + int(rng.random() * (count // 2 - 1))
        first, second = sorted(int(rng.random() * (count - size + 1)) for _ in range(2))
        if second - first < size:
            continue  # They overlap; this one changes nothing.
        runs = piles[first : first + size], piles[second : second + size]
        between, after = piles[first + size : second], piles[second + size :]
        other = (*piles[:first], *runs[1], *between, *runs[0], *after)
        if alike(other):
            piles = other
    return piles
