"""The declarative marker: "I cut, you choose" without code."""

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
    """A marker that lays out piles, lets a player pick some, and places them all.

    * `piles`: the number of cards in each pile, for example ``(2, 2)``.
    * `pick`: the number of piles that `who` picks; 0 for no choice.
    * `shown`: whether the piles lie face up during the choice.
    * `picked`, `rest`: where the picked piles and the others go. `rest` may be a tuple with one
      place for each pile.
    * `origins`: where each pile comes from; empty if all come from the hand.

    Piles with the same size, origin and destination are interchangeable: plays that differ only in
    their order are listed once.

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
        """The number of cards that the action takes from the actor's hand.

        >>> PileMarker(1, "Secret", piles=(1,), rest=To.OWN_SIDE_FACE_DOWN, text="").cost
        1
        """
        return self.lays - self._arriving(To.OWN_HAND)

    @property
    def lays(self) -> int:
        """The number of hand cards that are laid out, including those that come back.

        >>> PileMarker(1, "Keep one", piles=(1, 1), rest=(To.ASIDE, To.OWN_HAND), text="").lays
        2
        """
        sizes = zip(self.piles, self._from, strict=True)
        return sum(size for size, origin in sizes if origin is From.HAND)

    @property
    def gives(self) -> int:
        """The number of cards that the action adds to the opponent's hand.

        >>> PileMarker(1, "Present", piles=(1,), rest=To.THEIR_HAND, text="").gives
        1
        """
        return self._arriving(To.THEIR_HAND)

    @property
    def draws(self) -> int:
        """The number of cards that the action takes from the deck; negative if it adds some.

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
        """Every different way to lay out the piles."""
        sources = {
            From.HAND: view.hand,
            From.OWN_SIDE: view.placed[view.viewer or 0],
            From.THEIR_SIDE: view.placed[1 - (view.viewer or 0)],
        }
        return self._layouts((), sources)

    def canonical(self, layout: Layout) -> Layout:
        """The layout with interchangeable piles in alphabetical order.

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
        """Ask once if a player may pick, then place the piles."""
        rest = _targets(self.rest, len(self.piles))
        if self.pick and not action.picks:
            # Equal piles are different choices if they go to different places.
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
        """The number of cards that go to these places, whichever piles are picked."""
        sizes = zip(self.piles, _targets(self.rest, len(self.piles)), strict=True)
        unpicked = sum(size for size, to in sizes if to in places)
        return unpicked + sum(self._more_if_picked(pile, places) for pile in range(self.pick))

    @cached_property
    def _alike_before(self) -> tuple[int | None, ...]:
        """For each pile, the last interchangeable pile before it."""
        roles = self._roles
        return tuple(
            max((j for j in range(i) if roles[j] == role), default=None)
            for i, role in enumerate(roles)
        )

    def _layouts(self, laid: Layout, sources: dict[From, Cards]) -> Iterator[Layout]:
        """All layouts that begin with `laid`; interchangeable piles are in alphabetical order."""
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
        """Raise `VariantError` for an invalid marker, where its author sees it."""
        wrong = self._wrong_fields() or self._wrong_numbers()
        if wrong:
            raise VariantError(f"marker {self.number!r} ({self.name!r}): {wrong}")

    def _wrong_fields(self) -> str:
        """The first field with a wrong type or value, as a sentence; empty if there is none."""
        piles, origins = self.piles, self.origins
        if not (
            isinstance(piles, tuple) and piles and all(type(n) is int and n > 0 for n in piles)
        ):
            return "piles must be a tuple of whole numbers, 1 or more, such as (1, 1, 1)"
        if type(self.pick) is not int or not 0 <= self.pick <= len(piles):
            return f"pick must be a whole number from 0 to {len(piles)}"
        if not isinstance(self.who, Who) or not isinstance(self.shown, bool):
            return "who must be a Who, and shown must be True or False"
        targets = (self.picked, *_targets(self.rest, len(piles)))
        if len(targets) != len(piles) + 1 or not all(isinstance(to, To) for to in targets):
            return "picked must be a To, and rest a To or a tuple of one To for each pile"
        sources = (From.HAND, From.OWN_SIDE, From.THEIR_SIDE)
        if not isinstance(origins, tuple) or (
            origins and (len(origins) != len(piles) or any(o not in sources for o in origins))
        ):
            return (
                "origins must have one entry for each pile: "
                "From.HAND, From.OWN_SIDE or From.THEIR_SIDE"
            )
        return ""

    def _wrong_numbers(self) -> str:
        """Why the engine cannot account for the cards, as a sentence; empty if it can."""
        targets = _targets(self.rest, len(self.piles))
        ends = [{to} | ({self.picked} if self.pick else set()) for to in targets]
        if self.pick == len(targets):
            ends = [{self.picked}] * len(targets)
        if any(n > 1 and end & set(_DECK) for n, end in zip(self.piles, ends, strict=True)):
            return "a pile that goes to the deck must be one card; lay out each card as a pile"
        if 0 < self.pick < len(targets):
            for places in (To.OWN_HAND,), (To.THEIR_HAND,), _DECK:
                shares = {self._more_if_picked(i, places) for i in range(len(targets))}
                if len(shares) > 1:
                    return "the pick must not affect how many cards go to a hand or the deck"
        return ""

    def _more_if_picked(self, pile: int, places: tuple[To, ...]) -> int:
        """How many more cards go to these places if this pile is picked."""
        to = _targets(self.rest, len(self.piles))[pile]
        return self.piles[pile] * ((self.picked in places) - (to in places))
