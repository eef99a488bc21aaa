"""Puts the piles of a play in a random order, so that their positions give no card away.

Interchangeable piles may lie in any order, and `Engine.legal_moves` lists only the sorted one. If a
player always used the listed order, the opponent could work out which face-down card is which.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from ..errors import SetupError
from ..model.moves import Layout, Play
from ..model.places import To
from ..model.state import Offer
from ..protocol.markers import ActionMarker, Take
from ..wording import short_repr
from .action import advance, laid_out
from .compiled import CompiledMarkers
from .faults import plugin_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_MAX_CACHED: Final = 8_192
"""The number of layouts of one marker that are cached."""
_MAX_PERMUTED: Final = 6
"""With more piles than this, orders are reached by swaps instead of trying all permutations."""
_SWAPS_PER_PILE: Final = 40
"""Random swaps for each pile; far more than an even distribution needs."""
_FACE_UP: Final = (To.OWN_SIDE, To.THEIR_SIDE)

Order: TypeAlias = tuple[int, ...]
Cache: TypeAlias = dict[int, dict[int, dict[Layout, tuple[Order, ...]]]]
"""By player, marker and layout: the orders that were found."""


def empty_cache(of: tuple[CompiledMarkers, CompiledMarkers]) -> Cache:
    """A cache with a place for each marker."""
    return {player: {number: {} for number in of[player].markers} for player in (0, 1)}


def find_orders(
    of: tuple[CompiledMarkers, CompiledMarkers], cache: Cache, player: int, play: Play
) -> tuple[Order, ...]:
    """The equivalent orders of a play, which are cached if it can be legal."""
    if player not in (0, 1):
        raise SetupError(f"player is {short_repr(player)}; it must be 0 or 1")
    try:
        layouts = cache[player][play.marker]
        hash(play.piles)
        cards = sum(map(len, play.piles))
    except (KeyError, TypeError):
        return ()  # Not a valid play; `apply` reports why.
    if cards > len(of[player].row.deck):
        return ()  # An attempt to waste time.
    if len(layouts) >= _MAX_CACHED:
        layouts.clear()
    orders = layouts[play.piles] = _orders(of[player], player, play)
    return orders


def lay_out(of: CompiledMarkers, play: Play, orders: tuple[Order, ...], rng: Random) -> Play:
    """The same play, with its piles in one of these orders or in one that swaps lead to."""
    piles = play.piles
    if len(piles) > _MAX_PERMUTED:
        return Play(play.marker, _random_swaps(_same_play(of, play), piles, orders, rng))
    return Play(play.marker, _in_order(piles, orders[int(rng.random() * len(orders))]))


def _in_order(piles: Layout, order: Order) -> Layout:
    return tuple([piles[i] for i in order])


def _orders(of: CompiledMarkers, player: int, play: Play) -> tuple[Order, ...]:
    """One order for each layout that is the same play; for many piles, the swaps that keep it.

    Empty if the opponent sees the piles, if no other order is the same play, or if it is not a
    valid play.
    """
    marker, piles = of.markers[play.marker], play.piles
    if not isinstance(piles, tuple) or len(piles) < 2:
        return ()
    if _opponent_sees(of, marker, player, play):
        return ()
    is_same = _same_play(of, play)
    if len(piles) > _MAX_PERMUTED:
        return tuple(swap for swap in _swaps(len(piles)) if is_same(_in_order(piles, swap)))
    found: dict[Layout, Order] = {}
    for order in permutations(range(len(piles))):
        laid = _in_order(piles, order)
        if laid not in found and is_same(laid):
            found[laid] = order
    return tuple(found.values()) if len(found) > 1 else ()


def _swaps(count: int) -> Iterator[Order]:
    """Every swap of two piles, or of two equally long runs of adjacent piles."""
    for size in range(1, count // 2 + 1):
        for first, second in combinations(range(count - size + 1), 2):
            if first + size <= second:
                order = list(range(count))
                order[first : first + size] = range(second, second + size)
                order[second : second + size] = range(first, first + size)
                yield tuple(order)


def _random_swaps(
    is_same: Callable[[Layout], bool], piles: Layout, swaps: tuple[Order, ...], rng: Random
) -> Layout:
    """A random layout that swaps lead to.

    Each swap is its own inverse, so after enough of them all layouts are equally likely.
    """
    for _ in range(_SWAPS_PER_PILE * len(piles)):
        chosen = int(rng.random() * 2 * len(swaps))
        if chosen < len(swaps):  # Half of the steps do nothing, so that parity does not matter.
            other = _in_order(piles, swaps[chosen])
            if is_same(other):
                piles = other
    return piles


def _same_play(of: CompiledMarkers, play: Play) -> Callable[[Layout], bool]:
    """A test whether another layout is the same play; false if the marker raises an error."""
    marker = of.markers[play.marker]

    def canonical(piles: Layout) -> Layout | None:
        try:
            return marker.canonical(piles)
        except Exception:
            return None
        except SystemExit as error:
            raise plugin_error(of.names[marker.number], error) from error

    wanted = canonical(play.piles)
    return lambda piles: wanted is not None and canonical(piles) == wanted


def _opponent_sees(of: CompiledMarkers, marker: ActionMarker, player: int, play: Play) -> bool:
    """Whether the opponent sees every pile, so that the order reveals nothing."""
    if not marker.hand_only:
        return False  # The next step may depend on the position.
    try:
        stage = advance(
            marker, laid_out(player, play, marker.origins), lambda: of.blank, _cannot_take
        )
    except Exception:
        return False
    except SystemExit as error:
        raise plugin_error(of.names[marker.number], error) from error
    if isinstance(stage, Offer):
        return all(1 - player in seen for seen in stage.seen_by)
    return all(to in _FACE_UP for to in stage.to)


def _cannot_take(action: Offer, take: Take) -> NoReturn:
    raise LookupError("the cards that are taken depend on the position")
