"""The declarative marker: "I cut, you choose" in a few lines and no code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, Final

from attrs import field, frozen

from ..errors import VariantError
from ..model.cards import Cards
from ..model.moves import Layout
from ..model.observation import Observation
from ..model.places import From, To
from .markers import Action, Ask, Place, Step, Who

__all__ = ["PileMarker"]

_DECK: Final = (To.DECK_TOP, To.DECK_BOTTOM)


def _targets(to: To | tuple[To, ...], piles: int) -> tuple[To, ...]:
    return to if isinstance(to, tuple) else (to,) * piles


@frozen(slots=False)
class PileMarker:
    """Cards are laid out in piles; somebody may pick some; picked and other piles go somewhere.

    * `piles`: how many cards each pile holds, as ``(2, 2)``.
    * `pick`: how many piles are picked, 0 for no choice, and by `who`.
    * `shown`: whether the piles lie face up while somebody chooses.
    * `picked`, `rest`: where the picked and the other piles go. `rest` may name one place per pile.
    * `origins`: where each pile comes from; empty where all come from the hand.

    Piles of one size, origin and destination are alike: plays that differ only in their order
    are listed once.

    >>> gift = PileMarker(number=3, name="Gift", piles=(1, 1, 1), pick=1, text="Show three cards.")
    >>> gift.cost, [str(c) for c in gift.canonical((Cards("B"), Cards("A"), Cards("C")))]
    (3, ['A', 'B', 'C'])
    """

    number: int
    name: str
    piles: tuple[int, ...] = field(kw_only=True)
    pick: int = field(default=0, kw_only=True)
    who: Who = field(default=Who.OPPONENT, kw_only=True)
    shown: bool = field(default=True, kw_only=True)
    picked: To = field(default=To.THEIR_SIDE, kw_only=True)
    rest: To | tuple[To, ...] = field(default=To.OWN_SIDE, kw_only=True)
    origins: tuple[From, ...] = field(default=(), kw_only=True)
    text: str = field(kw_only=True)
    rules: tuple[str, ...] = field(default=(), kw_only=True)

    any_cards: ClassVar[bool] = True
    takes: ClassVar[int] = 0

    @property
    def cost(self) -> int:
        """By how many cards the actor's hand gets smaller.

        >>> PileMarker(1, "Secret", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN, text="").cost
        1
        """
        return self.lays - self._arriving(To.OWN_HAND)

    @property
    def lays(self) -> int:
        """How many hand cards are laid out, those that come back included.

        >>> PileMarker(1, "Keep one", piles=(1, 1), rest=(To.ASIDE, To.OWN_HAND), text="").lays
        2
        """
        sizes = zip(self.piles, self._from, strict=True)
        return sum(size for size, origin in sizes if origin is From.HAND)

    @property
    def gives(self) -> int:
        """By how many cards the opponent's hand gets larger.

        >>> PileMarker(1, "Present", piles=(1,), rest=To.THEIR_HAND, text="").gives
        1
        """
        return self._arriving(To.THEIR_HAND)

    @property
    def draws(self) -> int:
        """By how many cards the deck gets smaller; negative where cards are put there.

        >>> PileMarker(1, "Bury", piles=(1,), rest=To.DECK_BOTTOM, text="").draws
        -1
        """
        return -self._arriving(*_DECK)

    @property
    def hand_only(self) -> bool:
        """Whether all cards come from the hand.

        >>> PileMarker(2, "Reveal", piles=(2,), text="").hand_only
        True
        """
        return all(origin is From.HAND for origin in self.origins)

    def plays(self, view: Observation) -> Iterable[Layout]:
        """Every distinct way to lay out the piles from what the actor sees."""
        sources = {
            From.HAND: view.hand,
            From.OWN_SIDE: view.placed[view.viewer or 0],
            From.THEIR_SIDE: view.placed[1 - (view.viewer or 0)],
        }
        return self._layouts((), sources)

    def canonical(self, layout: Layout) -> Layout:
        """The layout with piles that are alike in alphabetical order.

        >>> marker = PileMarker(3, "Set", piles=(1, 2), pick=1, text="")
        >>> marker.canonical((Cards("C"), Cards("AB")))
        (Cards('C'), Cards('AB'))
        """
        waiting: dict[object, Iterator[Cards]] = {}
        for role in set(self._roles):
            alike = [pile for pile, r in zip(layout, self._roles, strict=True) if r == role]
            waiting[role] = iter(sorted(alike, key=str))
        return tuple(next(waiting[role]) for role in self._roles)

    def step(self, view: Observation, action: Action) -> Step:
        """Ask once if there is something to pick, then place the piles."""
        rest = _targets(self.rest, len(self.piles))
        if self.pick and not action.picks:
            # Piles that go to different places are different choices, however alike they look.
            alike = len(set(rest)) == 1
            return Ask(self.pick, who=self.who, shown=self.shown, interchangeable=alike)
        chosen = action.picks[0].piles if self.pick else ()
        return Place(tuple(self.picked if i in chosen else to for i, to in enumerate(rest)))

    @cached_property
    def _from(self) -> tuple[From, ...]:
        return self.origins or (From.HAND,) * len(self.piles)

    @cached_property
    def _roles(self) -> tuple[tuple[int, From, To], ...]:
        return tuple(zip(self.piles, self._from, _targets(self.rest, len(self.piles)), strict=True))

    def _arriving(self, *places: To) -> int:
        """How many cards go to these places, whichever piles are picked."""
        sizes = zip(self.piles, _targets(self.rest, len(self.piles)), strict=True)
        unpicked = sum(size for size, to in sizes if to in places)
        return unpicked + sum(self._more_if_picked(pile, places) for pile in range(self.pick))

    @cached_property
    def _alike_before(self) -> tuple[int | None, ...]:
        """For each pile, the last one before it that is alike."""
        roles = self._roles
        return tuple(
            max((j for j in range(i) if roles[j] == role), default=None)
            for i, role in enumerate(roles)
        )

    def _layouts(self, laid: Layout, sources: dict[From, Cards]) -> Iterator[Layout]:
        """All ways to go on from the piles laid; piles that are alike in alphabetical order."""
        index = len(laid)
        size, origin, _ = self._roles[index]
        alike = self._alike_before[index]
        before = "" if alike is None else str(laid[alike])
        source = sources[origin]
        last = index + 1 == len(self.piles)
        for pile in source.combinations(size):
            if str(pile) < before:
                continue
            if last:
                yield (*laid, pile)
            else:
                yield from self._layouts((*laid, pile), {**sources, origin: source - pile})

    def __attrs_post_init__(self) -> None:
        """Refuse what can be no marker, where its author sees it."""
        wrong = self._wrong_fields() or self._wrong_numbers()
        if wrong:
            raise VariantError(f"the marker {self.number!r} ({self.name!r}): {wrong}")

    def _wrong_fields(self) -> str:
        """What is wrong with the kind or the number of what the fields hold; empty if nothing."""
        piles, origins = self.piles, self.origins
        if not (
            isinstance(piles, tuple) and piles and all(type(n) is int and n > 0 for n in piles)
        ):
            return "piles is a tuple of whole numbers from 1, such as (1, 1, 1)"
        if type(self.pick) is not int or not 0 <= self.pick <= len(piles):
            return f"pick is a whole number from 0 to {len(piles)}"
        if not isinstance(self.who, Who) or not isinstance(self.shown, bool):
            return "who is a Who, and shown is True or False"
        targets = (self.picked, *_targets(self.rest, len(piles)))
        if len(targets) != len(piles) + 1 or not all(isinstance(to, To) for to in targets):
            return "picked is a To, rest is a To or one for each pile"
        sources = (From.HAND, From.OWN_SIDE, From.THEIR_SIDE)
        if not isinstance(origins, tuple) or (
            origins and (len(origins) != len(piles) or any(o not in sources for o in origins))
        ):
            return "origins names From.HAND, From.OWN_SIDE or From.THEIR_SIDE for each pile"
        return ""

    def _wrong_numbers(self) -> str:
        """What the action could not do, or do only in some of its outcomes; empty if nothing."""
        targets = _targets(self.rest, len(self.piles))
        ends = [{to} | ({self.picked} if self.pick else set()) for to in targets]
        if self.pick == len(targets):
            ends = [{self.picked}] * len(targets)
        if any(n > 1 and end & set(_DECK) for n, end in zip(self.piles, ends, strict=True)):
            return "a pile that goes into the deck holds one card; make each card its own pile"
        if 0 < self.pick < len(targets):
            for places in (To.OWN_HAND,), (To.THEIR_HAND,), _DECK:
                shares = {self._more_if_picked(i, places) for i in range(len(targets))}
                if len(shares) > 1:
                    return (
                        "how many cards go into a hand or the deck must not depend on which piles "
                        "are picked"
                    )
        return ""

    def _more_if_picked(self, pile: int, places: tuple[To, ...]) -> int:
        """How many more cards go to these places if this pile is one of those picked."""
        to = _targets(self.rest, len(self.piles))[pile]
        return self.piles[pile] * ((self.picked in places) - (to in places))
