"""Do saved games come back, and is other text refused?"""

from __future__ import annotations

import json
import pickle
from random import Random
from time import thread_time
from typing import Any

from ...errors import DecodeError, HanamikojiError, PluginError
from ...model.moves import Move, Play
from ...model.notation import parse_move
from ...play.game import Game
from ...play.saves import to_plain
from .._lines import Line, Met, Step
from .._rulings import Broken, broken_at
from .._subject import Subject

_SLOW = 1.0


def saves(subject: Subject, line: Line) -> None:
    """Every position that play reaches can be saved and comes back the same, open offers too.

    This covers JSON, transcripts and pickle, including the history, which can be undone. The
    notation of every move reads back as that move. Observations and events can be sent as JSON.
    """
    if line.late:
        return  # No save begins there.
    game = _game(subject, line)
    close = {len(step.moves) for step in subject.positions(line)}
    for step in subject.course(line):
        if step.move is not None:
            _reads_back(step, step.move)
            game.play(step.move)
            if game.undo() != step.move or game.state != step.before:
                raise broken_at(step, "undo goes back to the position before", "it does not")
            game.play(step.move)
        if len(step.moves) in close:
            _comes_back(subject, step, game)
    for step in subject.beside(line):
        assert step.move is not None
        _reads_back(step, step.move)


def _game(subject: Subject, line: Line) -> Game:
    return Game.new(
        subject.engine, seed=line.seed, first_player=line.first_player, deals=line.deals
    )


def _reads_back(step: Step, move: Move) -> None:
    try:
        found: object = parse_move(str(move))
    except DecodeError as error:
        found = error
    if found != move:
        raise broken_at(
            step,
            f"the notation {str(move)!r} reads back as the move",
            f"it reads as {found}",
            "use marker numbers up to 999, and keep a play within 200 characters",
        )


def _comes_back(subject: Subject, step: Step, game: Game) -> None:
    state = game.state
    if pickle.loads(pickle.dumps(state)) != state or hash(state) != hash(step.after):
        raise broken_at(step, "a position pickles and hashes", "it comes back as a different one")
    for viewer in (0, 1, None):
        try:
            since = max(0, len(game.history) - 1)
            json.dumps(to_plain([game.observe(viewer), game.events(viewer, since=since)]))
        except Exception as error:
            raise broken_at(
                step,
                "what a viewer sees and is told can be written as JSON",
                f"{type(error).__name__}: {error}",
            ) from error
    text, transcript = game.to_json(), game.to_transcript()
    moves = [str(move) for move in game.history]
    if json.loads(text)["moves"] != moves or transcript.split(" :")[1].split() != moves:
        raise broken_at(step, "a save holds the moves that were made", "it holds others")
    if not subject.registered:
        return
    for name, read, saved in (
        ("JSON", Game.from_json, text),
        ("transcript", Game.from_transcript, transcript),
    ):
        try:
            again = read(saved)
        except HanamikojiError as error:
            raise broken_at(step, f"the {name} can be read", f"{error} ({saved})") from error
        if again.state != state or again.history != game.history:
            raise broken_at(step, f"the {name} gives the same game back", f"it does not: {saved}")


def hostile_saves(subject: Subject, line: Line) -> None:
    """Text that is not a saved game is refused quickly, or gives a game that play can reach.

    The kit cuts saved games, mixes them up and fills them with nonsense. If the variant is not
    registered, it does so with moves, and each is legal or refused.
    """
    if line.late:
        return  # No save begins there.
    game = _game(subject, line)
    steps = subject.course(line).steps
    for step in steps:
        if step.move is not None:
            game.play(step.move)
    rng = Random(line.seed)
    count = 4 * subject.budget.positions
    if subject.registered:
        saved = game.to_json()
        for _ in range(count):
            _read(steps[0], _mutated(saved, rng))
    else:
        for step in subject.positions(line):
            for _ in range(4):
                _try(subject, step, _scrambled(str(step.move or "1A"), rng))
    if (met := subject.course(line).met) is not None:
        raise met


def _read(start: Step, text: str) -> None:
    begun = thread_time()
    try:
        game = Game.from_json(text)
        if Game.from_json(game.to_json()).state != game.state:
            happened = "it was read as a game that changes when it is saved and read again"
        else:
            happened = ""
    except DecodeError as error:
        cause = error.__cause__
        if isinstance(cause, PluginError):
            raise Met(cause, (), start.after, None) from error
        happened = "" if str(error) else "DecodeError has no text"
    except Exception as error:
        happened = f"{type(error).__name__}: {error}"
    if not happened and thread_time() - begun > _SLOW:
        happened = f"reading took more than {_SLOW} s"
    if happened:
        shown = text if len(text) <= 300 else f"{text[:297]}..."
        raise Broken(
            expected="a game that play can reach, or DecodeError",
            happened=f"{happened}; the text was {shown}",
        )


def _try(subject: Subject, step: Step, text: str) -> None:
    try:
        move = parse_move(text)
        subject.engine.apply(step.after, move)
    except PluginError as error:
        raise Met(error, step.moves, step.after, None) from error
    except HanamikojiError:
        return
    except Exception as error:
        raise Broken(
            expected="text that is not a legal move is refused",
            happened=f"{text!r} gave {type(error).__name__}: {error}",
            path=step.moves,
            state=step.after,
        ) from error
    listed = {_means(known) for known in subject.engine.legal_moves(step.after)}
    if isinstance(move, Play) and _means(move) not in listed:
        raise Broken(
            expected="only legal moves are accepted",
            happened=f"{text!r} was accepted",
            path=step.moves,
            state=step.after,
        )


def _means(move: Move) -> tuple[object, ...]:
    """A play, whatever the order of its piles."""
    return (move.marker, *sorted(map(str, move.piles))) if isinstance(move, Play) else ()


def _mutated(saved: str, rng: Random) -> str:
    how = int(rng.random() * 4)
    if how == 0:
        return _scrambled(saved, rng)
    plain: dict[str, Any] = json.loads(saved)
    moves: list[Any] = plain["moves"]
    if how == 1 and moves:
        at, to = (int(rng.random() * len(moves)) for _ in range(2))
        moves[at], moves[to] = moves[to], moves[at]
    elif how == 2 and moves:
        at = int(rng.random() * len(moves))
        moves[at] = _scrambled(str(moves[at]), rng)
    else:
        key = list(plain)[int(rng.random() * len(plain))]
        odd: tuple[Any, ...] = (None, -1, 2**70, 1.5, "", [], {}, [[]], "base+" * 50, ["Ω"], True)
        plain[key] = odd[int(rng.random() * len(odd))]
    return json.dumps(plain)


def _scrambled(text: str, rng: Random) -> str:
    at = int(rng.random() * (len(text) + 1))
    to = min(len(text), at + 1 + int(rng.random() * 3))
    odd = ("", "A", "-", "/", ",", "9", "ABCDEFG", "\x00", "é", "٣", "1" * 50, '"', "]")
    return text[:at] + odd[int(rng.random() * len(odd))] + text[to:]
