"""Is the game won by the goals of the variant, and only by them?"""

from __future__ import annotations

from typing import Any

from ...errors import IllegalMoveError
from ...model.moves import Pick, Play
from ...model.row import Favor, Row
from ...model.state import Outcome, State
from ...protocol.policies import MoreCharm, RoundEnd
from .._lines import Line, Step
from .._rulings import Broken, broken_at
from .._subject import Subject
from .._words import raised_at, text_of
from ._every_end import ends_of, every_favor
from ._round_ends import favors, lost, rounds_ended, sides


def outcome(subject: Subject, line: Line) -> None:
    """The game is won in scoring only, by the declared goals, and by at most one player.

    A victory with the fields `charm` and `geisha` must follow them, and the built-in decision at a
    round limit must follow its text. The kit cannot know who should win by another rule. It
    examines the rest: there is an answer for every favor position, with a winner 0, 1 or ``None``
    for a draw, and a reason in words. The game ends at the round limit at the latest, and no move
    is legal after its end. The kit tries every favor position in every round up to the limit, with
    each starting player. Without a limit, it tries them up to the twelfth round, and some in later
    ones.
    """
    _goals(subject)
    for step in subject.course(line):
        after = step.after
        if (after.to_move is None) != (after.outcome is not None):
            raise broken_at(step, "an outcome exactly when nobody is to move", f"{after.outcome}")
    limit = subject.variant.limit
    for step, scored, told in rounds_ended(subject, line):
        after, state = step.after, step.before
        assert state is not None
        if after.outcome != told:
            raise broken_at(step, f"the outcome that was told, {told}", f"it is {after.outcome}")
        end = RoundEnd(
            subject.variant.row, state.round, state.starting_player, scored.placed, scored.favor
        )
        _held_to_goals(subject, end, after.outcome, step)
        if after.outcome is None and limit is not None and state.round >= limit.rounds:
            raise broken_at(step, f"the game ends after {limit.rounds} rounds", "it goes on")
        if after.outcome is not None:
            _is_over(subject, step, after)


def _is_over(subject: Subject, step: Step, state: State) -> None:
    if subject.engine.legal_moves(state):
        raise broken_at(step, "no move is legal after the end", "some are listed")
    for move in (Pick((0,)), Play(1, ())):
        try:
            subject.engine.apply(state, move)
        except IllegalMoveError:
            continue
        raise broken_at(step, "no move is legal after the end", f"{move} was accepted")


def _held_to_goals(
    subject: Subject, end: RoundEnd, found: Outcome | None, step: Step | None
) -> None:
    """The outcome compared with the declared goals, which are computed again."""
    variant = subject.variant
    if found is not None:
        winner = found.winner
        if winner is not None and (type(winner) is not int or winner not in (0, 1)):
            raise lost(
                step, "a winner is 0, 1 or None", f"{_when(end, step)}it is {found.winner!r}"
            )
        if not isinstance(found.reason, str) or not found.reason.strip():
            said = f"{_when(end, step)}it gives {found.reason!r}"
            raise lost(step, "an outcome gives its reason in words", said)
    goals = _declared(variant.victory)
    if goals is None:
        return
    wanted = _winner(end, *goals)
    limit = variant.limit
    if wanted is None and limit is not None and end.round >= limit.rounds:
        if isinstance(limit.decide, MoreCharm) and found is not None:
            decided = more_charm(end, limit.decide.compare_favors)
            if found.winner != decided:
                raise lost(
                    step,
                    f"at the limit, with the favor {favors(end.row, end.favor)}: "
                    f"{limit.decide.text} So {_who(decided)}",
                    f"{_when(end, step)}{_who(found.winner)} ({found.reason})",
                )
        return
    if (found.winner if found is not None else None) != wanted or (
        found is not None and wanted is None
    ):
        happened = "the game went on" if found is None else f"{_who(found.winner)} ({found.reason})"
        raise lost(
            step,
            f"with the favor {favors(end.row, end.favor)}: "
            f"{_who(wanted) if wanted is not None else 'the game goes on'}, since "
            f"the goals are {goals[0]} charm points or {goals[1]} geisha",
            _when(end, step) + happened,
            "decide by the goals in the fields charm and geisha, or correct these fields",
        )


def _when(end: RoundEnd, step: Step | None = None) -> str:
    """A made-up end of a round in words, so that the author can repeat the call."""
    if step is not None:
        return ""
    return (
        f"asked about the end of round {end.round}, which player {end.starting_player} began, with "
        f"the sides {sides(end)} and the favor {favors(end.row, end.favor)}: "
    )


def _declared(victory: Any) -> tuple[int, int] | None:
    goals = (getattr(victory, "charm", None), getattr(victory, "geisha", None))
    if type(goals[0]) is int and type(goals[1]) is int:
        return goals[0], goals[1]
    return None


def _winner(end: RoundEnd, charm: int, geisha: int) -> int | None:
    first, second = end.row.charms(end.favor)
    if first >= charm or second >= charm:
        return int(first < charm)
    first, second = end.favor.count(0), end.favor.count(1)
    if first >= geisha or second >= geisha:
        return int(first < geisha)
    return None


def more_charm(end: RoundEnd, compare: bool) -> int | None:
    charm = [end.row.charm_of(end.favor, player) for player in (0, 1)]
    if charm[0] != charm[1]:
        return int(charm[1] > charm[0])
    for level in sorted({geisha.charm for geisha in end.row}, reverse=True) if compare else ():
        owners = {o for g, o in zip(end.row, end.favor, strict=True) if g.charm == level}
        if len(owners - {None}) == 1:
            return (owners - {None}).pop()
    return None


def _goals(subject: Subject) -> None:
    """The goals for every favor position, or for many: at most one winner."""
    broken = subject.fact("goals", lambda: _asked_about_all(subject))
    if broken is not None:
        raise broken


def _asked_about_all(subject: Subject) -> Broken | None:
    """The first fault of the goals or the winner in made-up rounds, if there is one."""
    try:
        _all_goals(subject)
    except Broken as broken:
        return broken
    return None


def _all_goals(subject: Subject) -> None:
    variant, limit = subject.variant, subject.variant.limit
    goals = _declared(variant.victory)
    if told := ends_of(subject).told:
        subject.remark("outcome", told)
    if goals is None:
        subject.remark(
            "outcome",
            "the victory has no fields charm and geisha, so it was not examined who should win",
        )
    else:
        for favor in ends_of(subject).favors:
            _one_reaches(variant.row, favor, *goals)
    for end in every_favor(subject):
        found = _answer("victory", variant.victory, end)
        if found is None and limit is not None and end.round >= limit.rounds:
            if goals is not None and _winner(end, *goals) is not None:
                _held_to_goals(subject, end, None, None)  # The limit would hide it.
            found = _answer("what decides at the round limit", limit.decide, end)
            if found is None:
                raise lost(
                    None,
                    "at the round limit the game ends: Outcome(None, why) is a draw",
                    f"with the favor {favors(end.row, end.favor)} the answer was None",
                )
        if found is not None or goals is not None:
            _held_to_goals(subject, end, found, None)


def _one_reaches(row: Row, favor: Favor, charm: int, geisha: int) -> None:
    """At most one player can reach a goal at a time."""
    charms = row.charms(favor)
    for what, enough in (
        (f"{charm} charm points", min(charms) >= charm),
        (f"{geisha} geisha", min(favor.count(0), favor.count(1)) >= geisha),
    ):
        if enough:
            raise lost(
                None,
                "at most one player can reach a goal at a time",
                f"both have {what} with the favor {favors(row, favor)}",
                "raise the goal above half of the row, or write a victory that decides",
            )


def _answer(called: str, policy: Any, end: RoundEnd) -> Outcome | None:
    """The answer of the policy to this end of a round, which must be an outcome or ``None``."""
    try:
        found: object = policy(end)
    except Exception as error:
        raise lost(
            None,
            f"{called} answers for every distribution of the favor",
            f"{_when(end)}it raised {type(error).__name__}: {text_of(error)}{raised_at(error)}",
        ) from error
    if found is not None and not isinstance(found, Outcome):
        raise lost(
            None, f"{called} answers an Outcome or None", f"{_when(end)}it answered {found!r}"
        )
    return found


def _who(winner: object) -> str:
    return "a draw" if winner is None else f"player {winner} wins"
