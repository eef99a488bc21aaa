"""What one viewer sees happen, for a user interface to narrate or animate.

Events are created for one viewer, so there is no full version that could leak.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from .cards import Cards
from .knowledge import Glimpse
from .places import From, To
from .row import Favor
from .state import Outcome

__all__ = [
    "Dealt",
    "Drew",
    "Event",
    "GameEnded",
    "Offered",
    "Picked",
    "Placed",
    "Played",
    "Revealed",
    "RoundStarted",
    "Scored",
    "Took",
]


@frozen
class RoundStarted:
    """A round begins. The deck is shuffled, and `removed` cards go into the box unseen.

    >>> RoundStarted(1, starting_player=0, removed=1).round
    1
    """

    round: int
    starting_player: int
    removed: int


@frozen
class Dealt:
    """`player` is dealt these cards.

    >>> print(Dealt(1, Glimpse(Cards(), 6)).cards)
    ??????
    """

    player: int
    cards: Glimpse


@frozen
class Drew:
    """`player` draws the top card of the deck at the start of a turn.

    >>> print(Drew(0, Glimpse(Cards("A"), 1)).card)
    A
    """

    player: int
    card: Glimpse


@frozen
class Played:
    """`player` uses a marker and lays out these piles.

    >>> [str(pile) for pile in Played(0, 1, (Glimpse(Cards(), 1),)).piles]
    ['?']
    """

    player: int
    marker: int
    piles: tuple[Glimpse, ...]


@frozen
class Took:
    """`player` takes cards from `source` within an action.

    >>> Took(0, From.DECK_TOP, Glimpse(Cards(), 1)).source.value
    'top of the deck'
    """

    player: int
    source: From
    cards: Glimpse


@frozen
class Offered:
    """`chooser` is asked to pick `pick` of the piles that `player` offers.

    `piles` has all piles of the action, and `among` the indexes of those that may be picked.

    >>> offered = Offered(0, 1, 1, (Glimpse(Cards("A"), 1), Glimpse(Cards("B"), 1)), (0, 1))
    >>> offered.chooser, offered.pick, len(offered.piles), offered.among
    (1, 1, 2, (0, 1))
    """

    player: int
    chooser: int
    pick: int
    piles: tuple[Glimpse, ...]
    among: tuple[int, ...]


@frozen
class Picked:
    """`player` picks these piles, by index.

    >>> Picked(1, (0, 2)).piles
    (0, 2)
    """

    player: int
    piles: tuple[int, ...]


@frozen
class Placed:
    """A pile of `player`'s action goes to its place; `to` is from that player's point of view.

    >>> Placed(0, Glimpse(Cards("A"), 1), To.THEIR_SIDE).to.value
    "opponent's side, face up"
    """

    player: int
    cards: Glimpse
    to: To


@frozen
class Revealed:
    """In scoring, face-down cards are revealed on `player`'s side.

    >>> Revealed(1, Cards("G")).cards
    Cards('G')
    """

    player: int
    cards: Cards


@frozen
class Scored:
    """A round is scored: the cards on both sides, and the favors before and after.

    >>> Scored(1, (Cards("AAB"), Cards("AB")), (None, None), (0, None)).favor
    (0, None)
    """

    round: int
    placed: tuple[Cards, Cards]
    before: Favor
    favor: Favor


@frozen
class GameEnded:
    """The game is over.

    >>> GameEnded(Outcome(1, "11 charm points")).outcome.winner
    1
    """

    outcome: Outcome


Event: TypeAlias = (
    RoundStarted
    | Dealt
    | Drew
    | Played
    | Took
    | Offered
    | Picked
    | Placed
    | Revealed
    | Scored
    | GameEnded
)
"""Any event that `Game.events` returns."""
