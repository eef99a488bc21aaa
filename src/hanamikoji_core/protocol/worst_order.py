"""Whether hands and deck suffice in whatever order the players use their markers.

Orders are not tried one by one. What is left depends only on which markers were used, so for each
number of used markers it is enough to keep one choice of them for each sum that matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ..wording import number_of
from .markers import ActionMarker

if TYPE_CHECKING:
    from .variant import Variant

Chosen: TypeAlias = tuple[ActionMarker, ...]
Weight: TypeAlias = Callable[[ActionMarker], int]
Choices: TypeAlias = list[dict[int, Chosen]]
"""For each number of markers: one choice of so many for each sum of what they weigh."""


def takes(marker: ActionMarker) -> int:
    """How many cards the deck must hold when the marker is used."""
    return max(marker.takes, marker.draws, 0)


def lays(marker: ActionMarker) -> int:
    """How many cards the player must hold to use the marker."""
    return max(marker.lays, marker.cost, 0)


def spends(marker: ActionMarker) -> int:
    """By how many cards a turn with this marker makes the hand smaller, the draw included."""
    return marker.cost - 1


def _gives(marker: ActionMarker) -> int:
    return marker.gives


def _draws(marker: ActionMarker) -> int:
    return marker.draws


def _choices(markers: Sequence[ActionMarker], weight: Weight, most: Weight = _draws) -> Choices:
    """Of all choices with one sum of `weight`, that with the highest sum of `most` is kept."""
    found: Choices = [{} for _ in range(len(markers) + 1)]
    found[0][0] = ()
    for before, marker in enumerate(markers):
        for size in range(before, -1, -1):
            for total, chosen in found[size].items():
                longer, known = (*chosen, marker), found[size + 1].get(total + weight(marker))
                if known is None or sum(map(most, longer)) > sum(map(most, known)):
                    found[size + 1][total + weight(marker)] = longer
    return found


def _most(markers: Sequence[ActionMarker], weight: Weight, count: int) -> int:
    """What so many markers weigh together at most."""
    return sum(sorted(map(weight, markers), reverse=True)[:count])


@frozen
class Moment:
    """A turn is about to begin: `player` acts, and each player has used so many markers."""

    starter: int
    player: int
    used: tuple[int, int]


def moments(sizes: tuple[int, int], starter: int) -> Iterator[Moment]:
    """The turns of a round: the players take turns, and who has used all markers is left out."""
    player, used = starter, [0, 0]
    while used[0] < sizes[0] or used[1] < sizes[1]:
        if used[player] == sizes[player]:
            player = 1 - player
        yield Moment(starter, player, (used[0], used[1]))
        used[player] += 1
        player = 1 - player


@frozen(eq=False)
class _Accounts:
    """The cards of a variant, and how they can have been used up."""

    variant: Variant
    known: dict[tuple[int, Weight, int | None], Choices] = field(factory=dict)

    @property
    def markers(self) -> tuple[Chosen, Chosen]:
        return self.variant.markers

    @property
    def deck(self) -> int:
        """How many cards lie in the deck after the deal."""
        variant = self.variant
        return len(variant.row.deck) - variant.removed - 2 * variant.hand_size

    def choices(self, player: int, weight: Weight, without: int | None = None) -> Choices:
        """The choices of the player's markers, one of them left out."""
        key = player, weight, without
        if key not in self.known:
            rest = [m for m in self.markers[player] if m.number != without]
            self.known[key] = _choices(rest, weight)
        return self.known[key]

    def emptiest(
        self, moment: Moment, player: int, before: ActionMarker | None = None
    ) -> Chosen | None:
        """The used markers that drew most, of those that a hand allows; ``None`` if none does.

        With `before`, the player can still use that marker.
        """
        given = _most(self.markers[1 - player], _gives, moment.used[1 - player])
        hand = self.variant.hand_size + given
        if before is not None:
            hand += min(0, 1 - lays(before))  # One card is drawn before it is used.
        choices = self.choices(player, spends, before.number if before else None)
        allowed = [c for spent, c in choices[moment.used[player]].items() if spent <= hand]
        return max(allowed, key=lambda chosen: sum(map(_draws, chosen)), default=None)

    def open_gifts(self, moment: Moment, player: int) -> int:
        """How many cards the markers that the player has not used yet can give at most."""
        unused = len(self.markers[player]) - moment.used[player]
        return _most(self.markers[player], _gives, unused)

    def told(self, moment: Moment, used: dict[int, Chosen]) -> str:
        """The order in which these markers are used, in words."""
        waiting = {p: iter(sorted(used[p], key=lambda m: (m.cost, m.number))) for p in (0, 1)}
        sizes = (len(self.markers[0]), len(self.markers[1]))
        turns = list(moments(sizes, moment.starter))[: sum(moment.used)]
        order = ", ".join(str(next(waiting[turn.player]).number) for turn in turns)
        begins = (
            "" if self.markers[0] == self.markers[1] else f"player {moment.starter} begins and "
        )
        if not order:
            return f"if {begins}no marker was used yet" if begins else "when a round begins"
        return f"if {begins}the players use markers {order}"


def shortages(variant: Variant) -> Iterator[str]:
    """What can run short, each in a sentence with an order of markers in which it does."""
    accounts = _Accounts(variant)
    sizes = (len(variant.markers[0]), len(variant.markers[1]))
    # Where both players have the same markers, it does not matter who begins.
    starters = (0,) if variant.markers[0] == variant.markers[1] else (0, 1)
    turns = [moment for starter in starters for moment in moments(sizes, starter)]
    for check in (_deck_short, _hand_short, _theft_short):
        yield from next(([text] for m in turns for text in check(accounts, m)), [])


def _deck_short(accounts: _Accounts, moment: Moment) -> Iterator[str]:
    """The deck holds a card for the draw, and then what the marker takes."""
    actor, other = moment.player, 1 - moment.player
    deck = accounts.deck - sum(moment.used)
    drawn = sum(_most(accounts.markers[p], _draws, moment.used[p]) for p in (0, 1))
    if deck - drawn > max(map(takes, accounts.markers[actor])):
        return  # Whatever the hands allow.
    theirs, mine = accounts.emptiest(moment, other), accounts.emptiest(moment, actor)
    if theirs is None or mine is None:
        return
    deck -= sum(map(_draws, theirs))
    if deck - sum(map(_draws, mine)) < 1:
        order = accounts.told(moment, {actor: mine, other: theirs})
        yield f"the deck runs out: {order}, no card is left for the next draw"
    for marker in accounts.markers[actor]:
        before = accounts.emptiest(moment, actor, marker)
        left = 0 if before is None else deck - sum(map(_draws, before)) - 1
        if before is not None and left < takes(marker):
            order = accounts.told(moment, {actor: before, other: theirs})
            yield (
                f"the deck runs out: {order}, marker {marker.number} ({marker.name}) takes "
                f"{number_of(takes(marker), 'card')} from a deck of {left}"
            )


def _hand_short(accounts: _Accounts, moment: Moment) -> Iterator[str]:
    """The player to act holds enough for at least one of the markers left."""
    actor, other = moment.player, 1 - moment.player
    markers, size = accounts.markers[actor], accounts.variant.hand_size
    left = len(markers) - moment.used[actor] - 1
    for cheapest in markers:
        dearer = [m for m in markers if m is not cheapest and lays(m) >= lays(cheapest)]
        if lays(cheapest) < 2 or left > len(dearer):
            continue  # Who has drawn holds a card.
        least = spends(cheapest) - _most(dearer, lambda m: -spends(m), left) + 1
        if least - accounts.open_gifts(moment, other) >= lays(cheapest):
            continue
        for chosen in _choices(dearer, spends)[left].values():
            mine = tuple(m for m in markers if m is not cheapest and m not in chosen)
            for given, theirs in accounts.choices(other, _gives)[moment.used[other]].items():
                held = size - sum(map(spends, mine)) + given + 1
                if 1 <= held < lays(cheapest):
                    order = accounts.told(moment, {actor: mine, other: theirs})
                    yield (
                        f"a player has nothing to play: {order}, player {actor} holds "
                        f"{number_of(held, 'card')} and needs {lays(cheapest)} for marker "
                        f"{cheapest.number} ({cheapest.name})"
                    )


def _theft_short(accounts: _Accounts, moment: Moment) -> Iterator[str]:
    """A marker that takes cards from the opponent's hand finds them there."""
    actor, other = moment.player, 1 - moment.player
    count, size = moment.used[actor], accounts.variant.hand_size
    for thief in accounts.markers[actor]:
        if thief.gives >= 0:
            continue
        for given, mine in accounts.choices(actor, _gives, thief.number)[count].items():
            for spent, theirs in accounts.choices(other, spends)[moment.used[other]].items():
                held = size - spent + given
                if 0 <= held < -thief.gives:
                    order = accounts.told(moment, {actor: mine, other: theirs})
                    yield (
                        f"a hand runs short: {order}, player {other} holds "
                        f"{number_of(held, 'card')}, and marker {thief.number} ({thief.name}) "
                        f"takes {-thief.gives}"
                    )
