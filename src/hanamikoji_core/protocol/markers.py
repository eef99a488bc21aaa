"""The action-marker protocol: the questions that the engine asks of a marker.

A marker is a stateless value. It never touches the game; it only answers:

* `plays`: which ways are there to lay out cards, given what the actor sees?
* `step`: what happens next in this action? One of three instructions:

  * `Ask`: somebody picks some of the piles;
  * `Take`: cards are taken from the deck, a hand or a side, as one more pile;
  * `Place`: every pile goes somewhere, and the action is done.

The engine does what the answers say and checks them on every move. Piles are named by their index,
so a marker cannot lose or invent a card, and it is given the actor's view only, so it cannot leak
one. Most markers need none of this: `PileMarker` is written in a few declarative lines.
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
    """Who is asked, seen from the acting player.

    >>> Who.OPPONENT.value
    'the opponent'
    """

    ACTOR = "the acting player"
    OPPONENT = "the opponent"


@frozen
class Action:
    """One action so far, as the acting player sees it.

    The first `laid` of `piles` are those of the play, the others were taken since, in order.
    `picks` holds the answers to each `Ask` so far.

    >>> Action((Glimpse(Cards("A"), 1),), laid=1).taken
    ()
    """

    piles: tuple[Glimpse, ...]
    laid: int
    picks: tuple[Pick, ...] = ()

    @property
    def taken(self) -> tuple[Glimpse, ...]:
        """The piles that were taken after the play.

        >>> Action((Glimpse(Cards("A"), 1), Glimpse(Cards(), 1)), laid=1).taken
        (Glimpse(known=Cards(''), size=1),)
        """
        return self.piles[self.laid :]


@frozen
class Ask:
    """Somebody picks `pick` of the piles.

    `among`: the indexes of the piles that may be picked (``None``: all). `shown`: what is turned
    face up before the choice: ``True`` all piles, ``False`` none, or one entry per pile, each
    ``True``, ``False`` or the `Cards` of it that are shown. What was shown once stays known.
    With `interchangeable`, equal piles that the chooser sees are one choice, listed once.

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
    """Take `count` cards as one more pile: from the top of the deck, or at random elsewhere.

    The cards of the deck are there if the marker declares that it `takes` so many; with
    `or_fewer`, it need not declare them, and fewer are taken if fewer are there. From a hand or
    a side, fewer are always possible. The acting player looks at the cards if `seen`, everybody
    if `shown`; cards of a hand are known to their owner anyway.

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
    """Every pile goes to its place, one entry of `to` per pile, and the action is done.

    A pile for the deck holds one card. Piles are placed in order.

    >>> Place((To.OWN_SIDE, To.ASIDE)).to[1].value
    'aside, face down, not scored'
    """

    to: tuple[To, ...]


Step: TypeAlias = Ask | Take | Place
"""What happens next in an action."""


@runtime_checkable
class ActionMarker(Protocol):
    """What the engine needs of a marker. Derive from `Marker`, which has the usual answers.

    >>> isinstance(PileMarker(1, "Secret", piles=(1,), text=""), ActionMarker)
    True
    """

    @property
    def number(self) -> int:
        """The number printed on the marker, 1 or more."""

    @property
    def name(self) -> str:
        """Its name in the rules, as "Gift"."""

    @property
    def text(self) -> str:
        """The rule as a reader should see it."""

    @property
    def rules(self) -> tuple[str, ...]:
        """IDs of the rules that it follows, as ``("A3",)``."""

    @property
    def cost(self) -> int:
        """By how many cards the action makes the actor's hand smaller."""

    @property
    def gives(self) -> int:
        """By how many cards it makes the opponent's hand larger."""

    @property
    def draws(self) -> int:
        """By how many cards it makes the deck smaller."""

    @property
    def takes(self) -> int:
        """How many cards it takes from the deck before it puts any back; at least `draws`.

        So many are there whenever the marker is used, or the variant is refused. A `Take` of
        more is a fault, unless it says `or_fewer`.
        """

    @property
    def lays(self) -> int:
        """How many hand cards its plays lay out at least; no fewer than `cost`.

        A variant is refused if a player can come to hold fewer than any marker left needs.
        """

    @property
    def origins(self) -> tuple[From, ...]:
        """Where each pile of a play comes from; empty where all come from the hand."""

    @property
    def hand_only(self) -> bool:
        """Whether `plays` depends on nothing but the hand, and `step` on nothing but the action.

        The engine then shows the marker nothing else, and remembers the answers.
        """

    @property
    def any_cards(self) -> bool:
        """Whether all cards are treated alike.

        That is: every choice of cards is allowed in each shape of piles that it lists, and which
        cards they are does not decide where they go. ``False`` for a rule that looks at the
        cards, such as "two cards of one geisha". Nothing in play depends on this claim; the
        conformance kit holds the marker to it.
        """

    def plays(self, view: Observation) -> Iterable[Layout]:
        """Every way to use the marker now, each once, in a fixed order."""

    def canonical(self, layout: Layout) -> Layout:
        """The way `plays` lists this layout: piles that are alike in a fixed order."""

    def step(self, view: Observation, action: Action) -> Step:
        """What happens next, after the play and after each `Ask` and `Take`."""


@frozen(slots=False)
class Marker:
    """Base of markers written in code: override `plays` and `step`, and declare the cost.

    The fields are those of `ActionMarker`; its other answers are the usual ones.

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
        raise NotImplementedError(f"{type(self).__name__}.plays is not written")

    def canonical(self, layout: Layout) -> Layout:
        """The layout itself: every order of the piles is a different play.

        >>> Marker(1, "Reveal", "").canonical((Cards("B"), Cards("A")))
        (Cards('B'), Cards('A'))
        """
        return layout

    def step(self, view: Observation, action: Action) -> Step:
        """What happens next, after the play and after each `Ask` and `Take`."""
        raise NotImplementedError(f"{type(self).__name__}.step is not written")
