"""Turns the finding of a check into a ruling with the game, the position and the plug-in."""

from __future__ import annotations

from ..engine.faults import Fault
from ..errors import PluginError
from ..model.moves import Move
from ..protocol.variant import Variant
from ._blame import crashed_in, listed_twice
from ._check import Check
from ._hints import hint_for
from ._lines import Line, Met
from ._rulings import Broken, Ruling, described
from ._subject import Subject
from ._twin_games import twin_game
from ._words import innermost, raised_at, text_of

__all__ = ["as_broken", "told_ruling"]


def told_ruling(subject: Subject, check: Check, line: Line, broken: Broken) -> Ruling:
    """The ruling on a promise that was broken on this line of play."""
    variant = subject.variant
    other_game, other_move = _other(subject, line, broken)
    told = broken.state
    return Ruling(
        check=check.id,
        promise=check.promise,
        variant=f"{variant.name} ({variant.title})",
        plugin=variant.plugin,
        expected="" if broken.expected == check.promise else broken.expected,
        happened=broken.happened,
        transcript="" if told is None or line.late else _transcript(variant, line, broken.path),
        at="" if told is None else _begun(line, broken.path) + described(told),
        move="" if broken.move is None else str(broken.move),
        viewer=str(broken.viewer),
        hint=broken.hint,
        replayable=subject.registered,
        other_game=other_game,
        other_move=other_move,
    )


def as_broken(subject: Subject, check: Check, met: Met) -> Broken:
    """An error that stopped a line, as a broken promise of this check."""
    error = met.error
    told, cause = text_of(error), error.__cause__
    if not isinstance(error, (PluginError, Fault)):
        told = f"{type(error).__name__} was raised: {told}{raised_at(error)}"
        if crashed_in(error) == "engine":
            told += f"; this is a fault of the engine ({innermost(error)}), so please report it"
    elif cause is not None and told.endswith(f" raised {type(cause).__name__}"):
        told += f": {text_of(cause)}{raised_at(cause)}"
    elif told.endswith("listed the same play twice"):
        told += listed_twice(subject, error)
    return Broken(
        expected=check.promise,
        happened=told,
        path=met.path,
        state=met.state,
        move=met.move,
        hint=hint_for(told) if isinstance(error, (PluginError, Fault)) else "",
    )


def _other(subject: Subject, line: Line, broken: Broken) -> tuple[str, str]:
    """The game with which it is compared: its transcript, if different, and its last move."""
    other = broken.other
    if other is None or broken.state is None:
        return "", ""
    *before, last = other.moves or (None,)
    move = "" if last is None else str(last)
    if line.late:
        return "", move
    if other.path is not None:
        state, setup = other.state, other.state.setup
        first = (state.starting_player + state.round - 1) % 2
        begun, path = Line(first, setup.seed, setup.deals), other.path
    else:
        # The other moves begin where the action of this game's last moves does.
        count = len(broken.path) - len(before)
        found = twin_game(subject.engine, line, broken.path[:count], other.state)
        if found is None:
            return "", move
        begun, path = found
    path = (*path, *before)
    text = _transcript(subject.variant, begun, path)
    return ("" if text == _transcript(subject.variant, line, broken.path) else text), move


def _begun(line: Line, path: tuple[Move, ...]) -> str:
    """How a late line began, as code, and the moves since."""
    if not line.late:
        return ""
    favor = f", favor={line.favor}" if line.favor else ""
    deals = f", deals={list(line.deals)}" if line.deals else ""
    moves = f", then {' '.join(map(str, path))}" if path else ""
    return (
        f"begun by evolve(engine.start(seed={line.seed}, first_player={line.first_player}{deals}), "
        f"round={line.round}{favor}){moves}\n"
    )


def _transcript(variant: Variant, line: Line, path: tuple[Move, ...]) -> str:
    deals = f" deals={','.join(line.deals)}" if line.deals else ""
    head = f"hanamikoji {variant.name} first={line.first_player} seed={line.seed}{deals} :"
    return " ".join([head, *map(str, path)])
