"""In which order the piles of a play are laid out, so that their places give no card away.

Piles that are alike may lie in any order, and `Engine.legal_moves` lists one of them, sorted. If a
player always laid them out as listed, the places would tell the opponent which covered card is
which.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from ..errors import SetupError
from ..model.moves import Layout, Play
from ..model.places import To
from ..model.state import Offer
from ..protocol.markers import ActionMarker, Take
from ..wording import told
from .action import advance, laid_out
from .compiled import CompiledMarkers
from .faults import blame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_KEPT: Final = 8_192
"""How many layouts of one marker are remembered."""
_FEW: Final = 6
"""Up to so many piles, every order is tried; of more piles, exchanges."""
_STEPS: Final = 40
"""How often piles are exchanged or left alone, times their number: far more than evenness needs."""
_OPEN: Final = (To.OWN_SIDE, To.THEIR_SIDE)

Order: TypeAlias = tuple[int, ...]
Known: TypeAlias = dict[int, dict[int, dict[Layout, tuple[Order, ...]]]]
"""By player, marker and layout, the orders that were found before."""


def nothing_known(of: tuple[CompiledMarkers, CompiledMarkers]) -> Known:
    """What is remembered at the beginning."""
    return {player: {number: {} for number in of[player].markers} for player in (0, 1)}


def find_orders(
    of: tuple[CompiledMarkers, CompiledMarkers], known: Known, player: int, play: Play
) -> tuple[Order, ...]:
    """The orders of a play, which are remembered if it can be one."""
    if player not in (0, 1):
        raise SetupError(f"player is {told(player)}; it must be 0 or 1")
    try:
        layouts = known[player][play.marker]
        hash(play.piles)
        cards = sum(map(len, play.piles))
    except (KeyError, TypeError):
        return ()  # It names no marker, or its piles are no piles; `apply` says so.
    if cards > len(of[player].row.deck):
        return ()  # Somebody only wants to keep us busy.
    if len(layouts) >= _KEPT:
        layouts.clear()
    orders = layouts[play.piles] = _orders(of[player], player, play)
    return orders


def lay_out(of: CompiledMarkers, play: Play, orders: tuple[Order, ...], rng: Random) -> Play:
    """The same play, its piles in one of these orders, or in any that exchanges lead to."""
    piles = play.piles
    if len(piles) > _FEW:
        return Play(play.marker, _walked(_alike(of, play), piles, orders, rng))
    return Play(play.marker, _in_order(piles, orders[int(rng.random() * len(orders))]))


def _in_order(piles: Layout, order: Order) -> Layout:
    return tuple([piles[i] for i in order])


def _orders(of: CompiledMarkers, player: int, play: Play) -> tuple[Order, ...]:
    """One order for each layout that is the same play; of many piles, the exchanges that keep it.

    Empty if the opponent sees the piles, if there is nothing to exchange, and for what is no play.
    """
    marker, piles = of.markers[play.marker], play.piles
    if not isinstance(piles, tuple) or len(piles) < 2:
        return ()
    if _is_open(of, marker, player, play):
        return ()
    alike = _alike(of, play)
    if len(piles) > _FEW:
        return tuple(x for x in _exchanges(len(piles)) if alike(_in_order(piles, x)))
    found: dict[Layout, Order] = {}
    for order in permutations(range(len(piles))):
        laid = _in_order(piles, order)
        if laid not in found and alike(laid):
            found[laid] = order
    return tuple(found.values()) if len(found) > 1 else ()


def _exchanges(count: int) -> Iterator[Order]:
    """Every exchange of two piles, or of two runs of neighbouring piles that are equally long."""
    for size in range(1, count // 2 + 1):
        for first, second in combinations(range(count - size + 1), 2):
            if first + size <= second:
                order = list(range(count))
                order[first : first + size] = range(second, second + size)
                order[second : second + size] = range(first, first + size)
                yield tuple(order)


def _walked(
    alike: Callable[[Layout], bool], piles: Layout, exchanges: tuple[Order, ...], rng: Random
) -> Layout:
    """Any layout that exchanges lead to.

    Each exchange undoes itself, so after enough of them no layout is likelier than another.
    """
    for _ in range(_STEPS * len(piles)):
        chosen = int(rng.random() * 2 * len(exchanges))
        if chosen < len(exchanges):  # Half of the time nothing is done, for odd and even orders.
            other = _in_order(piles, exchanges[chosen])
            if alike(other):
                piles = other
    return piles


def _alike(of: CompiledMarkers, play: Play) -> Callable[[Layout], bool]:
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


def _is_open(of: CompiledMarkers, marker: ActionMarker, player: int, play: Play) -> bool:
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
