"""The start and the end of a round: the deal, and scoring and update."""

from __future__ import annotations

from typing import Final

from ._chance import chance, shuffled
from ._faults import Fault, blamed
from ._log import Log
from .cards import Cards
from .errors import SetupError
from .events import Dealt, GameEnded, Revealed, RoundStarted, Scored
from .knowledge import EVERYBODY, NO_CARDS, NOBODY, ONLY, Memory, glimpse
from .policies import RoundEnd
from .row import Favor, Row
from .state import FaceDown, Outcome, Setup, State
from .variant import Variant

_NONE_USED: Final[tuple[frozenset[int], frozenset[int]]] = (frozenset(), frozenset())
_NONE_PLACED: Final = (NO_CARDS, NO_CARDS)


def deal(
    variant: Variant, setup: Setup, number: int, starter: int, favor: Favor, log: Log | None
) -> State:
    """A round about to begin (D1 to D3, U1 to U4): nobody has drawn, the starter is to move."""
    if number <= len(setup.deals):
        order = setup.deals[number - 1]
    else:
        cards = str(setup.row.deck)
        order = "".join(shuffled(cards, chance(setup.seed, number, 0, len(cards))))
    removed, size = variant.removed, variant.hand_size
    first = Cards(order[removed : removed + size])
    second = Cards(order[removed + size : removed + 2 * size])
    hands = (first, second) if starter == 0 else (second, first)
    box = (FaceDown(Cards(order[:removed]), None, None, None, NOBODY),) if removed else ()
    if log is not None:
        log.add(RoundStarted(number, starter, removed))
        for player in (starter, 1 - starter):
            log.add(Dealt(player, glimpse(log.viewer, hands[player], ONLY[player])))
    return State(
        setup,
        number,
        starter,
        starter,
        favor,
        hands,
        _NONE_PLACED,
        _NONE_USED,
        order[removed + 2 * size :],
        box,
    )


def scripted(row: Row, deals: object) -> tuple[str, ...]:
    """The scripted deals, each checked to hold exactly the cards of the deck."""
    if isinstance(deals, str) or not isinstance(deals, (tuple, list)):
        raise SetupError("deals is a tuple of strings, one for each scripted round")
    for number, text in enumerate(deals, 1):
        if not isinstance(text, str) or sorted(text) != sorted(str(row.deck)):
            raise SetupError(
                f"scripted deal {number} must hold the {len(row.deck)} cards {row.deck}, each once"
            )
    return tuple(deals)


def score(variant: Variant, state: State, log: Log | None) -> State:
    """Reveal, move the victory markers, and say whether the game is over (P1 to P4, V1 to V3).

    The position that comes back has nobody to move; its outcome is ``None`` if play goes on.
    """
    placed = list(state.placed)
    for lot in state.facedown:
        if lot.scores_for is not None:
            placed[lot.scores_for] += lot.cards
            if log is not None:
                log.add(Revealed(lot.scores_for, lot.cards))
    sides = (placed[0], placed[1])
    row, number, starter = state.row, state.round, state.starting_player
    with blamed(f"the scoring of {variant.name!r}"):
        favor = _favor(variant.scoring(RoundEnd(row, number, starter, sides, state.favor)), row)
    if log is not None:
        log.add(Scored(number, sides, state.favor, favor))
    end = RoundEnd(row, number, starter, sides, favor)
    with blamed(f"the victory of {variant.name!r}"):
        outcome = _outcome(variant.victory(end))
    if outcome is None and variant.limit is not None and number >= variant.limit.rounds:
        with blamed(f"the round limit of {variant.name!r}"):
            outcome = _outcome(variant.limit.decide(end))
            if outcome is None:
                raise Fault("must say how the game ends, not None")
    if outcome is not None and log is not None:
        log.add(GameEnded(outcome))
    return State(
        state.setup,
        number,
        starter,
        None,
        favor,
        state.hands,
        sides,
        state.used,
        state.deck,
        tuple(lot for lot in state.facedown if lot.scores_for is None),
        None,
        outcome,
        _after_revealing(state) if state.memory.sightings else state.memory,
    )


def _after_revealing(state: State) -> Memory:
    """What is still remembered once the scoring cards are open and the others close ranks."""
    memory = state.memory
    left = 0
    for number, lot in enumerate(state.facedown):
        if lot.scores_for is not None:
            memory = memory.reveal(number, lot.cards - lot.shown, EVERYBODY - lot.seen_by)
            memory = memory.known_whole(number, EVERYBODY)
        else:
            memory = memory.spread(number, left, emptied=True)
            left += 1
    return memory


def _favor(favor: object, row: Row) -> Favor:
    if (
        not isinstance(favor, tuple)
        or len(favor) != len(row)
        or any(owner is not None and owner not in (0, 1) for owner in favor)
    ):
        raise Fault(f"answered {favor!r}; a favor is 0, 1 or None for each of {len(row)} geisha")
    return favor


def _outcome(outcome: object) -> Outcome | None:
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome) or outcome.winner not in (0, 1, None):
        raise Fault(f"answered {outcome!r}, not an Outcome won by 0, 1 or None")
    return outcome
