"""The whole position as one value: what an engine computes with, hidden cards included."""

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
    """How a game ended: `winner` is 0, 1 or ``None`` (a draw); `reason` says why.

    >>> Outcome(1, "11 charm points").winner
    1
    """

    winner: int | None
    reason: str


@frozen
class Setup:
    """What was fixed when the match was set up: the row of geisha and the source of chance.

    `deals` scripts the first rounds; every other shuffle comes from `seed`. `variant` is the name
    of what is played; an engine of another name refuses the position.

    >>> load_engine("base").start(seed=7).setup.seed
    7
    """

    row: Row
    seed: int
    deals: tuple[str, ...] = ()
    variant: str = ""


@frozen(cache_hash=True)
class Offer(Compilable):
    """What lies on the table to be picked from, while a pick is awaited.

    `player` used `marker` and `chooser` must pick exactly `pick` of the piles whose indexes are
    in `among`. `laid` of the piles come from the play, the others were taken since; `picks`
    holds earlier answers in the same action. `seen_by` and `shown` say, per pile, who knows all
    of it and which part everybody has seen. Equal piles that the chooser sees count as one
    choice if `interchangeable`.

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
    """The fields of `State`. Filling in a draft and freezing it costs a fifth of a frozen init."""

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
        """A draft of a round's beginning; what lies on the table is yet to be filled in."""
        draft: StateDraft = _blank(StateDraft)
        draft.setup = setup
        draft.round = number
        draft.starting_player = starting_player
        draft.favor = favor
        draft.offer = draft.outcome = None
        return draft

    def later(self) -> StateDraft:
        """A draft of a later moment in the same round; the rest is yet to be filled in."""
        draft: StateDraft = _blank(StateDraft)
        draft.setup = self.setup
        draft.round = self.round
        draft.starting_player = self.starting_player
        draft.favor = self.favor
        draft.offer = draft.outcome = None
        return draft

    def frozen(self) -> State:
        """This very object, as a `State` from now on."""
        self.__class__ = State
        return self  # type: ignore[return-value]


@frozen
class State(StateDraft):
    """One position, complete and immutable: the truth that no player may see.

    Give players `Engine.observe` instead. Pairs are indexed by player, 0 and 1.

    * `round`: from 1. `starting_player`, `to_move`: 0 or 1; `to_move` is ``None`` at the end.
    * `favor`: per geisha 0, 1 or ``None``. `hands`, `placed`: pairs of `Cards`; `placed` lies
      face up on each side.
    * `used`: pair of frozensets of marker numbers; a marker is flipped once its action is done.
    * `deck`: the letters of the deck from the top. `facedown`: all that lies face down.
    * `offer`: what is to be picked from, or ``None``. `outcome`: how it ended, or ``None``.

    >>> state = load_engine("base").start(seed=7)
    >>> state.round, state.to_move, len(state.hands[0]), state.deck_size
    (1, 0, 7, 7)
    """

    @property
    def deck_size(self) -> int:
        """How many cards are left to draw.

        >>> load_engine("base").start(seed=7).deck_size
        7
        """
        return len(self.deck)

    @property
    def row(self) -> Row:
        """The geisha in the middle.

        >>> load_engine("base").start(seed=7).row.letters
        'ABCDEFG'
        """
        return self.setup.row

    def _repr_svg_(self) -> str | None:
        """The position as a notebook shows it: as a spectator sees it, hidden cards covered."""
        return drawing_of(self)
