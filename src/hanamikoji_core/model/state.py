"""A complete position, hidden cards included."""

from __future__ import annotations

from attrs import define, field, frozen

from .cards import Cards
from .drawing import drawing_of
from .facedown import FaceDown
from .knowledge import Glimpse, Viewer, Viewers, glimpse
from .memory import NO_MEMORY, Memory
from .moves import Compilable, Pick
from .row import Favor, Row

__all__ = ["Offer", "Outcome", "Setup", "State"]


@frozen
class Outcome:
    """How a game ended: `winner` is 0, 1 or ``None`` (a draw), and `reason` explains why.

    >>> Outcome(1, "11 charm points").winner
    1
    """

    winner: int | None
    reason: str


@frozen
class Setup:
    """The settings of a match: the row of geisha and the source of chance.

    `deals` scripts the first rounds; every other shuffle comes from `seed`. `variant` is the name
    of the variant; the engine of another variant rejects the position.

    >>> load_engine("base").start(seed=7).setup.seed
    7
    """

    row: Row
    seed: int
    deals: tuple[str, ...] = ()
    variant: str = ""


@frozen(cache_hash=True)
class Offer(Compilable):
    """The piles on the table from which a player must pick.

    `player` used `marker`, and `chooser` must pick exactly `pick` of the piles whose indexes are in
    `among`. The first `laid` piles come from the play; the others were taken later. `picks` has the
    earlier picks of the same action. For each pile, `seen_by` has the viewers who know all of it,
    and `shown` the part that everyone has seen. If `interchangeable`, equal piles that the chooser
    sees count as one choice.

    >>> game = Game.new("base", deals=["GAABBCCDDDEEEFFFFGGGG"])
    >>> game.play(parse_move("4AA-BF"))
    >>> offer = game.state.offer
    >>> offer.player, offer.chooser, offer.pick, offer.among
    (0, 1, 1, (0, 1))
    """

    player: int
    chooser: int
    marker: int
    piles: tuple[Cards, ...]
    pick: int
    among: tuple[int, ...]
    seen_by: tuple[Viewers, ...]
    shown: tuple[Cards, ...]
    laid: int
    picks: tuple[Pick, ...] = ()
    interchangeable: bool = True

    def glimpses(self, viewer: Viewer) -> tuple[Glimpse, ...]:
        """What this viewer knows of each pile.

        >>> engine = load_engine("base")
        >>> state = engine.start(seed=7)
        >>> gift = next(m for m in engine.legal_moves(state) if m.marker == 3)
        >>> offer = engine.apply(state, gift).offer
        >>> offer.glimpses(0) == offer.glimpses(1)
        True
        """
        return tuple(
            glimpse(viewer, *pile)
            for pile in zip(self.piles, self.seen_by, self.shown, strict=True)
        )


_blank = object.__new__


@define(eq=False, init=False, repr=False)
class StateDraft:
    """The fields of `State`. A draft is filled in and then frozen, which is five times as fast."""

    setup: Setup = field(repr=False)
    round: int
    starting_player: int
    to_move: int | None
    favor: Favor
    hands: tuple[Cards, Cards]
    placed: tuple[Cards, Cards]
    used: tuple[frozenset[int], frozenset[int]]
    deck: str
    facedown: tuple[FaceDown, ...]
    offer: Offer | None = None
    outcome: Outcome | None = None
    memory: Memory = NO_MEMORY

    @staticmethod
    def of_round(setup: Setup, number: int, starting_player: int, favor: Favor) -> StateDraft:
        """A draft for the start of a round; the cards are filled in later."""
        draft: StateDraft = _blank(StateDraft)
        draft.setup = setup
        draft.round = number
        draft.starting_player = starting_player
        draft.favor = favor
        draft.offer = draft.outcome = None
        return draft

    def later(self) -> StateDraft:
        """A draft for a later position in the same round; the rest is filled in later."""
        draft: StateDraft = _blank(StateDraft)
        draft.setup = self.setup
        draft.round = self.round
        draft.starting_player = self.starting_player
        draft.favor = self.favor
        draft.offer = draft.outcome = None
        return draft

    def frozen(self) -> State:
        """This object, turned into a `State`."""
        self.__class__ = State
        return self  # type: ignore[return-value]


@frozen
class State(StateDraft):
    """One complete position, immutable. It contains every hidden card.

    Never show it to players; show them the result of `Engine.observe`. Pairs have one entry for
    each player.

    * `round`: counts from 1. `starting_player`, `to_move`: 0 or 1; `to_move` is ``None`` at the
      end.
    * `favor`: 0, 1 or ``None`` for each geisha. `hands`: the cards in hand. `placed`: the cards
      that lie face up on each side.
    * `used`: the numbers of the used markers. A marker is used once its action is complete.
    * `deck`: the letters of the deck, from the top. `facedown`: all cards that lie face down.
    * `offer`: the offer from which a player must pick, or ``None``. `outcome`: how the game ended,
      or ``None``.

    >>> state = load_engine("base").start(seed=7)
    >>> state.round, state.to_move, len(state.hands[0]), state.deck_size
    (1, 0, 7, 7)
    """

    @property
    def deck_size(self) -> int:
        """The number of cards left to draw.

        >>> load_engine("base").start(seed=7).deck_size
        7
        """
        return len(self.deck)

    @property
    def row(self) -> Row:
        """The geisha between the players.

        >>> load_engine("base").start(seed=7).row.letters
        'ABCDEFG'
        """
        return self.setup.row

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks: the position as a spectator sees it."""
        return drawing_of(self)
