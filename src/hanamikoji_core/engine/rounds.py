"""The start of a round, which is the deal, and its end: scoring and update."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..errors import SetupError
from ..model.cards import Cards
from ..model.facedown import FaceDown
from ..model.knowledge import NOBODY
from ..model.row import Favor, Row
from ..model.state import Outcome, Setup, StateDraft
from ..protocol.policies import RoundEnd, RoundLimit
from ..protocol.variant import Variant
from ..wording import safe_repr, short_repr
from .chance import shuffle_number, shuffled
from .faults import Fault, plugin_error

if TYPE_CHECKING:
    from .event_log import Log

_PLAYERS: Final = (0, 1)


def deal(
    variant: Variant, setup: Setup, number: int, starter: int, log: Log | None
) -> tuple[tuple[Cards, Cards], str, tuple[FaceDown, ...]]:
    """The hands, the deck from the top, and the box, at the start of a round (D1 to D3)."""
    if number <= len(setup.deals):
        order = setup.deals[number - 1]
    else:
        cards = str(setup.row.deck)
        order = shuffled(cards, shuffle_number(setup.seed, number, 0, len(cards)))
    removed, size = variant.removed, variant.hand_size
    first = Cards.parse(order[removed : removed + size])
    second = Cards.parse(order[removed + size : removed + 2 * size])
    hands = (first, second) if starter == 0 else (second, first)
    box = _box(order[:removed]) if removed else ()
    if log is not None:
        log.dealt(number, starter, removed, hands)
    return hands, order[removed + 2 * size :], box


@lru_cache(maxsize=1024)
def _box(letters: str) -> tuple[FaceDown, ...]:
    """The removed cards, which nobody has seen."""
    return (FaceDown(Cards(letters), None, None, None, NOBODY),)


def scripted(row: Row, deals: object) -> tuple[str, ...]:
    """The scripted deals. Raises `SetupError` unless each has exactly the cards of the deck."""
    if isinstance(deals, str):
        raise SetupError(
            "deals is a string; write deals=[...] with one string for each scripted round"
        )
    if not isinstance(deals, Iterable):
        raise SetupError(
            f"deals is {short_repr(deals)}; it must be a list with one string for each round"
        )
    texts = tuple(deals)
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str) or sorted(text) != sorted(str(row.deck)):
            raise SetupError(
                f"scripted deal {number} must have exactly these {len(row.deck)} cards: {row.deck}"
            )
    return tuple(map(str, texts))


def score(
    variant: Variant, draft: StateDraft, log: Log | None
) -> tuple[tuple[Cards, Cards], Favor, Outcome | None]:
    """Reveal the cards, decide the favors and check for a winner (P1 to P4, V1 to V3).

    Returns the cards on both sides, the new favors, and the outcome or ``None``.
    """
    sides = _revealed(draft.placed, draft.facedown, log)
    row, number, starter, before = draft.setup.row, draft.round, draft.starting_player, draft.favor
    try:
        favor = _favor(variant.scoring(RoundEnd(row, number, starter, sides, before)), row)
    except (Exception, SystemExit) as error:
        raise plugin_error(_policy(variant, "scoring"), error) from error
    if log is not None:
        log.scored(number, sides, before, favor)
    end = RoundEnd(row, number, starter, sides, favor)
    try:
        outcome = _outcome(variant.victory(end))
    except (Exception, SystemExit) as error:
        raise plugin_error(_policy(variant, "victory"), error) from error
    if outcome is None and variant.limit is not None and number >= variant.limit.rounds:
        outcome = _at_limit(variant, variant.limit, end)
    if outcome is not None and log is not None:
        log.ended(outcome)
    return sides, favor, outcome


def _at_limit(variant: Variant, limit: RoundLimit, end: RoundEnd) -> Outcome:
    """How the game ends after its last round."""
    try:
        outcome = _outcome(limit.decide(end))
        if outcome is None:
            raise Fault("returned None, but the game must end")
    except (Exception, SystemExit) as error:
        raise plugin_error(_policy(variant, "round limit"), error) from error
    return outcome


def _policy(variant: Variant, what: str) -> str:
    """The name of a policy in an error."""
    plugin = f", plug-in {variant.plugin}" if variant.plugin else ""
    return f"the {what} of {variant.name!r}{plugin}"


def _revealed(
    placed: tuple[Cards, Cards], facedown: tuple[FaceDown, ...], log: Log | None
) -> tuple[Cards, Cards]:
    first, second = placed
    for lot in facedown:
        player = lot.scores_for
        if player is None:
            continue
        if player == 0:
            first = first.__add__(lot.cards)
        else:
            second = second.__add__(lot.cards)
        if log is not None:
            log.revealed(player, lot.cards)
    return first, second


def _favor(favor: object, row: Row) -> Favor:
    if not isinstance(favor, tuple):
        raise Fault(f"returned {safe_repr(favor)}, not a tuple of {len(row)} favors")
    if len(favor) != len(row.letters):
        raise Fault(f"returned {len(favor)} favors, but the row has {len(row)} geisha")
    for letter, owner in zip(row.letters, favor, strict=True):
        if owner is not None and (type(owner) is not int or owner not in _PLAYERS):
            raise Fault(f"returned {safe_repr(owner)} for {letter}; a favor is 0, 1 or None")
    return favor


def _outcome(outcome: object) -> Outcome | None:
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome) or type(outcome.reason) is not str:
        raise Fault(
            f"returned {safe_repr(outcome)}, not None or an Outcome whose reason is a string"
        )
    if not outcome.reason.isprintable():
        # The reason is shown on terminals, which would interpret control characters.
        raise Fault(
            "returned an Outcome with a reason that is not one line of printable characters"
        )
    if outcome.winner is not None and (
        type(outcome.winner) is not int or outcome.winner not in (0, 1)
    ):
        raise Fault(
            f"returned an Outcome whose winner is {safe_repr(outcome.winner)}, not 0, 1 or None"
        )
    return outcome
