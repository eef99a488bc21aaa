"""The action-marker protocol: the methods of a marker that the engine calls.

A marker is a stateless value. It never changes the game; it only answers two questions:

* `plays`: in which ways can the acting player lay out cards?
* `step`: what happens next in this action? The answer is one of three instructions:

  * `Ask`: a player picks some of the piles;
  * `Take`: cards from the deck, a hand or a side become another pile;
  * `Place`: every pile goes to its place, and the action is complete.

The engine carries out the instructions and checks them on every move. A marker refers to piles by
index, so it cannot lose or invent a card. It sees only what the acting player sees, so it cannot
leak a card. Most markers need no code: a `PileMarker` takes a few declarative lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from attrs import frozen

from ..model.cards import Cards
from ..model.knowledge import Glimpse
from ..model.moves import Layout, Pick
from ..model.observation import Observation
from ..model.places import From, To, _Word

__all__ = ["Action", "ActionMarker", "Ask", "Marker", "Place", "Step", "Take", "Who"]


class Who(_Word):
    """Who must pick, from the acting player's point of view.

    >>> Who.OPPONENT.value
    'the opponent'
    """

    ACTOR = "the acting player"
    OPPONENT = "the opponent"


@frozen
class Action:
    """The current action, as the acting player sees it.

    The first `laid` of `piles` come from the play. The others were taken later, in this order.
    `picks` has the answer to each `Ask` so far.

    >>> Action((Glimpse(Cards("A"), 1),), laid=1).taken
    ()
    """

    piles: tuple[Glimpse, ...]
    laid: int
    picks: tuple[Pick, ...] = ()

    @property
    def taken(self) -> tuple[Glimpse, ...]:
        """The piles that were taken since the play.

        >>> Action((Glimpse(Cards("A"), 1), Glimpse(Cards(), 1)), laid=1).taken
        (Glimpse(known=Cards(''), size=1),)
        """
        return self.piles[self.laid :]


@frozen
class Ask:
    """A player picks `pick` of the piles.

    * `among`: the indexes of the piles that may be picked; ``None`` for all.
    * `shown`: what is turned face up before the choice. ``True`` shows all piles and ``False``
      none. A tuple has one entry for each pile: ``True``, ``False`` or the `Cards` to show. Cards
      that were shown stay known.
    * `interchangeable`: whether equal piles that the chooser sees count as one choice.

    >>> Ask(pick=1).who
    <Who.OPPONENT: 'the opponent'>
    """

    pick: int = 1
    among: tuple[int, ...] | None = None
    who: Who = Who.OPPONENT
    shown: bool | tuple[bool | Cards, ...] = True
    interchangeable: bool = True


@frozen
class Take:
    """Take `count` cards as another pile: from the top of the deck, or at random from elsewhere.

    A marker that takes cards from the deck must declare their number in `takes`, and the engine
    then guarantees that they are there. With `or_fewer` no declaration is needed, and the pile is
    smaller if the deck has fewer cards. A pile from a hand or a side can always be smaller. The
    acting player sees the cards if `seen`, and everyone sees them if `shown`. The owner of a hand
    knows its cards in any case.

    >>> Take(1).source
    <From.DECK_TOP: 'top of the deck'>
    """

    count: int
    source: From = From.DECK_TOP
    seen: bool = True
    shown: bool = False
    or_fewer: bool = False


@frozen
class Place:
    """Every pile goes to its place, and the action is complete.

    `to` has one entry for each pile. Piles are placed in order. A pile that goes to the deck must
    consist of one card.

    >>> Place((To.OWN_SIDE, To.ASIDE)).to[1].value
    'aside, face down, not scored'
    """

    to: tuple[To, ...]


Step: TypeAlias = Ask | Take | Place
"""The next step of an action."""


@runtime_checkable
class ActionMarker(Protocol):
    """What the engine needs of a marker. `Marker` is a base class with the usual answers.

    >>> isinstance(PileMarker(1, "Secret", piles=(1,), text=""), ActionMarker)
    True
    """

    @property
    def number(self) -> int:
        """The number printed on the marker, 1 or more."""

    @property
    def name(self) -> str:
        """Its name in the rules, for example "Gift"."""

    @property
    def text(self) -> str:
        """The rule, for readers."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The IDs of the rules that it implements, for example ``("A3",)``."""

    @property
    def cost(self) -> int:
        """The number of cards that the action takes from the actor's hand."""

    @property
    def gives(self) -> int:
        """The number of cards that it adds to the opponent's hand."""

    @property
    def draws(self) -> int:
        """The number of cards that it takes from the deck; negative if it adds some."""

    @property
    def takes(self) -> int:
        """The number of cards that it takes from the deck before any go back; at least `draws`.

        A variant is rejected unless the deck has that many cards whenever the marker is used. A
        `Take` of more cards is an error, unless it sets `or_fewer`.
        """

    @property
    def lays(self) -> int:
        """The smallest number of cards from the hand that a play lays out; at least `cost`.

        A variant is rejected if a player can hold too few cards for every unused marker.
        """

    @property
    def origins(self) -> tuple[From, ...]:
        """Where each pile of a play comes from; empty if all come from the hand."""

    @property
    def hand_only(self) -> bool:
        """Whether `plays` depends only on the hand, and `step` only on the action.

        If so, the engine shows the marker nothing else and caches its answers.
        """

    @property
    def any_cards(self) -> bool:
        """Whether it treats all cards alike.

        If so, it allows every choice of cards for the pile sizes that it lists, and the letters of
        the cards do not affect where they go. Set ``False`` for a rule that depends on the
        cards, such as "two cards of one geisha". The engine does not use this value; the
        conformance kit checks it.
        """

    def plays(self, view: Observation) -> Iterable[Layout]:
        """Every way to use the marker now, each once, in a fixed order."""

    def canonical(self, layout: Layout) -> Layout:
        """This layout in the order in which `plays` lists it."""

    def step(self, view: Observation, action: Action) -> Step:
        """What happens next, after the play and after each `Ask` and `Take`."""


@frozen(slots=False)
class Marker:
    """Base class for markers in code: override `plays` and `step`, and declare `cost`.

    `ActionMarker` describes the fields and methods. The defaults suit most markers.

    >>> class Reveal(Marker):
    ...     def plays(self, view):
    ...         return [(cards,) for cards in view.hand.combinations(1)]
    ...
    ...     def step(self, view, action):
    ...         return Place((To.OWN_SIDE,))
    >>> Reveal(1, "Reveal", "Place one card face up.").cost
    1
    """

    number: int
    name: str
    text: str
    rules: tuple[str, ...] = ()

    cost: ClassVar[int] = 1
    gives: ClassVar[int] = 0
    draws: ClassVar[int] = 0
    takes: ClassVar[int] = 0
    lays: ClassVar[int] = 0
    origins: ClassVar[tuple[From, ...]] = ()
    hand_only: ClassVar[bool] = False
    any_cards: ClassVar[bool] = False

    def plays(self, view: Observation) -> Iterable[Layout]:
        """Every way to use the marker now, each once, in a fixed order."""
        raise NotImplementedError(f"{type(self).__name__} must override plays")

    def canonical(self, layout: Layout) -> Layout:
        """The layout itself, so that every order of the piles is a different play.

        >>> Marker(1, "Reveal", "").canonical((Cards("B"), Cards("A")))
        (Cards('B'), Cards('A'))
        """
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        """What happens next, after the play and after each `Ask` and `Take`."""
        raise NotImplementedError(f"{type(self).__name__} must override step")
