"""Checks that hands and deck have enough cards, in any order in which markers can be used.

It does not try every order. The cards that are left depend only on which markers were used. So for
each number of used markers, it keeps one selection of markers for each relevant sum of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from attrs import field, frozen

from ..wording import number_of
from .markers import ActionMarker

Markers: TypeAlias = tuple[ActionMarker, ...]
CardCount: TypeAlias = Callable[[ActionMarker], int]
Selections: TypeAlias = list[dict[int, Markers]]
"""By number of markers, then by the sum of their cards: one selection of markers."""


def takes(marker: ActionMarker) -> int:
    """The number of cards that the deck must have when the marker is used."""
    return max(marker.takes, marker.draws, 0)


def lays(marker: ActionMarker) -> int:
    """The number of cards that the player must hold to use the marker."""
    return max(marker.lays, marker.cost, 0)


def spends(marker: ActionMarker) -> int:
    """The number of cards that a turn with this marker takes from the hand, less the draw."""
    return marker.cost - 1


def _gives(marker: ActionMarker) -> int:
    return marker.gives


def _draws(marker: ActionMarker) -> int:
    return marker.draws


def _selections(
    markers: Sequence[ActionMarker], cards: CardCount, maximize: CardCount = _draws
) -> Selections:
    """For each sum of `cards`, the selection with the highest sum of `maximize`."""
    found: Selections = [{} for _ in range(len(markers) + 1)]
    found[0][0] = ()
    for before, marker in enumerate(markers):
        for size in range(before, -1, -1):
            for total, chosen in found[size].items():
                longer, known = (*chosen, marker), found[size + 1].get(total + cards(marker))
                if known is None or sum(map(maximize, longer)) > sum(map(maximize, known)):
                    found[size + 1][total + cards(marker)] = longer
    return found


def _highest_sum(markers: Sequence[ActionMarker], cards: CardCount, count: int) -> int:
    """The highest sum of `cards` that `count` of the markers can have."""
    return sum(sorted(map(cards, markers), reverse=True)[:count])


@frozen
class Turn:
    """The start of a turn of `player`; `used` has the number of markers that each has used."""

    starter: int
    player: int
    used: tuple[int, int]


def turns_of_round(sizes: tuple[int, int], starter: int) -> Iterator[Turn]:
    """The players alternate; a player who has used all markers is skipped."""
    player, used = starter, [0, 0]
    while used[0] < sizes[0] or used[1] < sizes[1]:
        if used[player] == sizes[player]:
            player = 1 - player
        yield Turn(starter, player, (used[0], used[1]))
        used[player] += 1
        player = 1 - player


@frozen(eq=False)
class _Supply:
    """The markers of both players, and the cards in hand and in the deck after the deal."""

    markers: tuple[Markers, Markers]
    hand_size: int
    deck: int
    cache: dict[tuple[int, CardCount, int | None], Selections] = field(factory=dict)

    def selections(self, player: int, cards: CardCount, without: int | None = None) -> Selections:
        """The selections of the player's markers, except for the marker `without`."""
        key = player, cards, without
        if key not in self.cache:
            rest = [m for m in self.markers[player] if m.number != without]
            self.cache[key] = _selections(rest, cards)
        return self.cache[key]

    def most_drawn(
        self, turn: Turn, player: int, still_usable: ActionMarker | None = None
    ) -> Markers | None:
        """The used markers that drew most cards, if the hand sufficed for them; else ``None``.

        The player can still use the marker `still_usable`.
        """
        given = _highest_sum(self.markers[1 - player], _gives, turn.used[1 - player])
        hand = self.hand_size + given
        if still_usable is not None:
            hand += min(0, 1 - lays(still_usable))  # One card is drawn before it is used.
        selections = self.selections(player, spends, still_usable.number if still_usable else None)
        allowed = [s for spent, s in selections[turn.used[player]].items() if spent <= hand]
        return max(allowed, key=lambda chosen: sum(map(_draws, chosen)), default=None)

    def unused_gifts(self, turn: Turn, player: int) -> int:
        """The highest number of cards that the player's unused markers can give."""
        unused = len(self.markers[player]) - turn.used[player]
        return _highest_sum(self.markers[player], _gives, unused)

    def describe(self, turn: Turn, used: dict[int, Markers]) -> str:
        """The order in which these markers are used, for a message."""
        waiting = {p: iter(sorted(used[p], key=lambda m: (m.cost, m.number))) for p in (0, 1)}
        sizes = (len(self.markers[0]), len(self.markers[1]))
        before = list(turns_of_round(sizes, turn.starter))[: sum(turn.used)]
        order = ", ".join(str(next(waiting[earlier.player]).number) for earlier in before)
        starts = "" if self.markers[0] == self.markers[1] else f"player {turn.starter} starts and "
        if not order:
            return f"if {starts}no marker has been used" if starts else "when a round starts"
        return f"if {starts}the players use markers {order}"


def shortages(markers: tuple[Markers, Markers], hand_size: int, deck: int) -> Iterator[str]:
    """What can run short, as sentences, each with an order of markers that causes it.

    `hand_size` and `deck` are the numbers of cards after the deal.
    """
    supply = _Supply(markers, hand_size, deck)
    sizes = (len(markers[0]), len(markers[1]))
    # If both players have the same markers, it does not matter who starts.
    starters = (0,) if markers[0] == markers[1] else (0, 1)
    turns = [turn for starter in starters for turn in turns_of_round(sizes, starter)]
    for check in (_deck_short, _hand_short, _theft_short):
        yield from next(([text] for turn in turns for text in check(supply, turn)), [])


def _deck_short(supply: _Supply, turn: Turn) -> Iterator[str]:
    """Whether the deck lacks a card for the draw, or the cards that a marker then takes."""
    actor, other = turn.player, 1 - turn.player
    deck = supply.deck - sum(turn.used)
    drawn = sum(_highest_sum(supply.markers[p], _draws, turn.used[p]) for p in (0, 1))
    if deck - drawn > max(map(takes, supply.markers[actor])):
        return  # The deck suffices, even if the hands allow every selection.
    theirs, mine = supply.most_drawn(turn, other), supply.most_drawn(turn, actor)
    if theirs is None or mine is None:
        return
    deck -= sum(map(_draws, theirs))
    if deck - sum(map(_draws, mine)) < 1:
        order = supply.describe(turn, {actor: mine, other: theirs})
        yield f"the deck runs out: {order}, no card is left for the next draw"
    for marker in supply.markers[actor]:
        before = supply.most_drawn(turn, actor, marker)
        left = 0 if before is None else deck - sum(map(_draws, before)) - 1
        if before is not None and left < takes(marker):
            order = supply.describe(turn, {actor: before, other: theirs})
            yield (
                f"the deck runs out: {order}, marker {marker.number} ({marker.name}) takes "
                f"{number_of(takes(marker), 'card')} from a deck of {left}"
            )


def _hand_short(supply: _Supply, turn: Turn) -> Iterator[str]:
    """Whether the player to act can hold too few cards for every unused marker."""
    actor, other = turn.player, 1 - turn.player
    markers, size = supply.markers[actor], supply.hand_size
    left = len(markers) - turn.used[actor] - 1
    for cheapest in markers:
        dearer = [m for m in markers if m is not cheapest and lays(m) >= lays(cheapest)]
        if lays(cheapest) < 2 or left > len(dearer):
            continue  # A player who has drawn holds at least one card.
        least = spends(cheapest) - _highest_sum(dearer, lambda m: -spends(m), left) + 1
        if least - supply.unused_gifts(turn, other) >= lays(cheapest):
            continue
        for chosen in _selections(dearer, spends)[left].values():
            mine = tuple(m for m in markers if m is not cheapest and m not in chosen)
            for given, theirs in supply.selections(other, _gives)[turn.used[other]].items():
                held = size - sum(map(spends, mine)) + given + 1
                if 1 <= held < lays(cheapest):
                    order = supply.describe(turn, {actor: mine, other: theirs})
                    yield (
                        f"a player has nothing to play: {order}, player {actor} holds "
                        f"{number_of(held, 'card')} and needs {lays(cheapest)} for marker "
                        f"{cheapest.number} ({cheapest.name})"
                    )


def _theft_short(supply: _Supply, turn: Turn) -> Iterator[str]:
    """Whether a marker can take more cards from the opponent's hand than are there."""
    actor, other = turn.player, 1 - turn.player
    count, size = turn.used[actor], supply.hand_size
    for thief in supply.markers[actor]:
        if thief.gives >= 0:
            continue
        for given, mine in supply.selections(actor, _gives, thief.number)[count].items():
            for spent, theirs in supply.selections(other, spends)[turn.used[other]].items():
                held = size - spent + given
                if 0 <= held < -thief.gives:
                    order = supply.describe(turn, {actor: mine, other: theirs})
                    yield (
                        f"a hand runs short: {order}, player {other} holds "
                        f"{number_of(held, 'card')}, and marker {thief.number} ({thief.name}) "
                        f"takes {-thief.gives}"
                    )
