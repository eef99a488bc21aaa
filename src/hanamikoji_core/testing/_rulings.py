"""A ruling: explains a broken promise with the game, the position and the reason."""

from __future__ import annotations

from textwrap import indent, wrap
from typing import TYPE_CHECKING, Final

from attrs import frozen

from ..model.facedown import FaceDown
from ..model.knowledge import Viewer
from ..model.moves import Move
from ..model.state import Offer, State
from ._words import printable

if TYPE_CHECKING:
    from ._lines import Step

__all__ = ["Broken", "NotClaimed", "NotExamined", "Other", "Ruling", "broken_at", "described"]

_LABEL: Final = 12
_WIDTH: Final = 100


@frozen
class Other:
    """The second game or the second moves that a promise compares with the first.

    `moves` are made from `state`; the last one is under examination. `path` holds the moves that
    led to `state`. Without it, the kit looks for a game that leads there.
    """

    state: State
    moves: tuple[Move, ...]
    path: tuple[Move, ...] | None = None


class Broken(Exception):
    """Raised by a check if a promise is broken, with all that the ruling needs.

    `expected` and `happened` are sentences. `hint` explains how to correct the fault; it never
    advises to withdraw the promise, because the fault would stay. `path` holds the moves up to
    `state`, and `move` the one under examination, which may be illegal. `other` is what it is
    compared with. `viewer` is set if the promise concerns what one viewer may know. Checks that
    examine only the variant leave `state` out.

    >>> error = Broken(expected="21 cards", happened="20 cards")
    >>> error.happened
    '20 cards'
    """

    def __init__(
        self,
        *,
        expected: str,
        happened: str,
        path: tuple[Move, ...] = (),
        state: State | None = None,
        move: object = None,
        viewer: Viewer | str = "",
        hint: str = "",
        other: Other | None = None,
    ) -> None:
        super().__init__(happened)
        self.expected = expected
        self.happened = happened
        self.path = path
        self.state = state
        self.move = move
        self.viewer = viewer
        self.hint = hint
        self.other = other


def broken_at(
    step: Step, expected: str, happened: str, hint: str = "", other: Other | None = None
) -> Broken:
    """A promise that the move of this step broke, with the position in which it was made."""
    return Broken(
        expected=expected,
        happened=happened,
        path=step.path,
        move=step.move,
        state=step.before or step.after,
        hint=hint,
        other=other,
    )


class NotClaimed(Exception):
    """Raised by a check if the variant does not make the promise."""


class NotExamined(Exception):
    """Raised by a check if it could not examine its promise; the text gives the reason.

    The other lines of play are still examined; if one of them breaks the promise, that is reported
    instead.
    """


@frozen
class Ruling:
    """Why a check failed, as fields and, with ``str(ruling)``, as text.

    `transcript` is one line that ``hanamikoji replay`` reads, alone or within the whole text. If
    the variant is not registered, register it first. `at` is the position at the end of the
    transcript, with hidden cards, and `move` is the move that was examined there. If the promise
    compares two games, `other_game` and `other_move` belong to the second one.

    >>> print(Ruling("demo", "A promise.", "base", "", "as promised", "something else"))
    demo: A promise.
    <BLANKLINE>
      variant     base
      expected    as promised
      happened    something else
    """

    check: str
    promise: str
    variant: str
    plugin: str
    expected: str
    happened: str
    transcript: str = ""
    at: str = ""
    move: str = ""
    viewer: str = ""
    hint: str = ""
    replayable: bool = True
    other_game: str = ""
    other_move: str = ""

    def __str__(self) -> str:
        rows = [
            ("variant", self.variant + (f" (plug-in {self.plugin})" if self.plugin else "")),
            ("game", self.transcript),
            ("position", self.at),
            ("move", self.move),
            ("other game", self.other_game),
            ("other move", self.other_move),
            ("viewer", self.viewer),
            ("expected", self.expected),
            ("happened", self.happened),
            ("to mend it", self.hint),
            ("to see it", self._replay()),
        ]
        told = [_row(label, text) for label, text in rows if text]
        return f"{self.check}: {self.promise}\n\n" + "\n".join(told)

    def _replay(self) -> str:
        if not self.transcript:
            return ""
        first = "" if self.replayable else "register the variant, "
        other = (
            "; for the other game, save only the lines that begin with other"
            if self.other_game
            else ""
        )
        return f"{first}save this text in a file and run: hanamikoji replay --open FILE{other}"


def _row(label: str, text: str) -> str:
    # A transcript stays one line, whatever its length: it is there to be copied.
    keep = label in ("game", "other game")
    lines = [
        line
        for part in map(printable, text.splitlines())
        for line in ([part] if keep else wrap(part, _WIDTH - _LABEL, subsequent_indent="  "))
    ]
    body = indent("\n".join(lines), " " * (_LABEL + 2))
    return f"  {label:<{_LABEL}}{body[_LABEL + 2 :]}"


def described(state: State) -> str:
    """A position in a few lines, with hidden cards, for the author of a plug-in.

    >>> print(described(load_engine("base").start(deals=["GAABBCCDDDEEEFFFFGGGG"])))
    round 1, player 0 to move; player 0 started
    player 0: hand AABBCCF, side -, used -
    player 1: hand DDDEEE, side -, used -
    face down: G in the box
    favor: A - B - C - D - E - F - G -
    deck from the top: FFFGGGG
    """
    who = "the game is over" if state.to_move is None else f"player {state.to_move} to move"
    lines = [f"round {state.round}, {who}; player {state.starting_player} started"]
    for player in (0, 1):
        used = ",".join(map(str, sorted(state.used[player]))) or "-"
        hand, side = state.hands[player] or "-", state.placed[player] or "-"
        lines.append(f"player {player}: hand {hand}, side {side}, used {used}")
    lines += [f"face down: {_lot(lot)}" for lot in state.facedown]
    if state.offer is not None:
        lines.append(_offered(state.offer))
    owners = ["-" if owner is None else str(owner) for owner in state.favor]
    letters = zip(state.row.letters, owners, strict=False)
    lines.append("favor: " + " ".join(f"{letter} {owner}" for letter, owner in letters))
    lines.append(f"deck from the top: {state.deck or '-'}")
    if state.outcome is not None:
        lines.append(f"outcome: {state.outcome.winner}, {state.outcome.reason}")
    return "\n".join(lines)


def _lot(lot: FaceDown) -> str:
    if lot.player is None:
        return f"{lot.cards} in the box"
    seen = ", ".join(sorted("spectators" if v is None else str(v) for v in lot.seen_by))
    scores = "not scored" if lot.scores_for is None else f"scores for {lot.scores_for}"
    return (
        f"{lot.cards} before player {lot.player}, by marker {lot.marker}, {scores}, "
        f"seen by {seen or 'nobody'}"
    )


def _offered(offer: Offer) -> str:
    piles = " | ".join(str(pile) or "-" for pile in offer.piles)
    among = ", ".join(map(str, offer.among))
    return (
        f"offer: player {offer.player}'s marker {offer.marker}, piles {piles}; "
        f"player {offer.chooser} picks {offer.pick} of {among}"
    )
