"""Is the game won as the goals of the variant say, and only then?"""

from __future__ import annotations

from itertools import cycle
from typing import Any

from attrs import evolve

from ...cards import Cards
from ...errors import IllegalMoveError
from ...moves import Pick, Play
from ...policies import MoreCharm, RoundEnd
from ...state import Outcome, State
from .._lines import Line, Step
from .._rulings import broken_at
from .._subject import Subject
from .._words import raised_at
from ._round_ends import ends_like, favors, lost, many_favors, rounds_ended, rounds_of, sides


def outcome(subject: Subject, line: Line) -> None:
    """The game is won in scoring only, by the declared goals, and by at most one player.

    A victory with the fields `charm` and `geisha` is held to them, and the ready-made end at a
    round limit to its text. Who ought to win by another rule, nobody but its author knows; it is
    held to the rest: it answers for every distribution of the favor, with a winner 0, 1 or ``None``
    for a draw, and a reason in words. The game ends at the round limit at the latest, and after its
    end nothing is legal.
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
    """The outcome against the declared goals, reckoned anew."""
    variant = subject.variant
    what = f"the favor {favors(end.row, end.favor)}"
    if found is not None:
        winner = found.winner
        if winner is not None and (type(winner) is not int or winner not in (0, 1)):
            raise lost(step, "a winner is 0, 1 or None", f"it is {found.winner!r}")
        if not isinstance(found.reason, str) or not found.reason.strip():
            raise lost(step, "an outcome gives its reason in words", f"it gives {found.reason!r}")
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
                    f"at the limit, with {what}: {limit.decide.text} So {_who(decided)}",
                    f"{_who(found.winner)} ({found.reason})",
                )
        return
    if (found.winner if found is not None else None) != wanted or (
        found is not None and wanted is None
    ):
        happened = "the game went on" if found is None else f"{_who(found.winner)} ({found.reason})"
        raise lost(
            step,
            f"with {what}: {_who(wanted) if wanted is not None else 'the game goes on'}, since "
            f"the goals are {goals[0]} charm points or {goals[1]} geisha",
            happened,
            "decide by the goals in the fields charm and geisha, or correct these fields",
        )


def _declared(victory: Any) -> tuple[int, int] | None:
    goals = (getattr(victory, "charm", None), getattr(victory, "geisha", None))
    if type(goals[0]) is int and type(goals[1]) is int:
        return goals[0], goals[1]
    return None


def _winner(end: RoundEnd, charm: int, geisha: int) -> int | None:
    for enough in (
        [end.row.charm_of(end.favor, p) >= charm for p in (0, 1)],
        [end.favor.count(p) >= geisha for p in (0, 1)],
    ):
        if any(enough):
            return enough.index(True)
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
    """The goals on every distribution of favor, or on many: one winner at most."""
    subject.fact("goals", lambda: _all_goals(subject))


def _all_goals(subject: Subject) -> None:
    row, variant = subject.variant.row, subject.variant
    goals = _declared(variant.victory)
    limit = variant.limit
    deck = str(row.deck)
    # About as many cards as lie on a side at the end of a round.
    sides = (Cards(deck[::2][: len(deck) * 2 // 5]), Cards(deck[1::2][: len(deck) * 2 // 5]))
    end = RoundEnd(row, 1, 0, sides, row.no_favor)
    # Below the limit of rounds, where there are such.
    others = cycle(ends_like(end, 0, max(1, rounds_of(variant) - (limit is not None))))
    distributions = many_favors(len(row), subject.budget.lines * 40)
    for favor, other in zip(distributions, others, strict=False):
        end = evolve(other, favor=favor)
        if goals is not None:
            for what, enough in (
                (f"{goals[0]} charm points", [row.charm_of(favor, p) >= goals[0] for p in (0, 1)]),
                (f"{goals[1]} geisha", [favor.count(p) >= goals[1] for p in (0, 1)]),
            ):
                if all(enough):
                    raise lost(
                        None,
                        "at most one player can reach a goal at a time",
                        f"both have {what} with the favor {favors(row, favor)}",
                        "raise the goal above half of the row, or write a victory that decides",
                    )
        found = _answer("victory", variant.victory, end)
        _held_to_goals(subject, end, found, None)
        if limit is not None:
            end = evolve(end, round=limit.rounds)
            if _answer("victory", variant.victory, end) is None:
                decided = _answer("what decides at the round limit", limit.decide, end)
                if decided is None:
                    raise lost(
                        None,
                        "at the round limit the game ends: Outcome(None, why) is a draw",
                        f"with the favor {favors(row, favor)} the answer was None",
                    )
                _held_to_goals(subject, end, decided, None)


def _answer(called: str, policy: Any, end: RoundEnd) -> Outcome | None:
    """What the policy says of this end of a round, which must be an outcome, or none."""
    what = favors(end.row, end.favor)
    try:
        found: object = policy(end)
    except Exception as error:
        raise lost(
            None,
            f"{called} answers for every distribution of the favor",
            f"it raised {type(error).__name__} for {what} and the sides {sides(end)}"
            f"{raised_at(error)}",
        ) from error
    if found is not None and not isinstance(found, Outcome):
        raise lost(
            None, f"{called} answers an Outcome or None", f"for {what} it answered {found!r}"
        )
    return found


def _who(winner: object) -> str:
    return "a draw" if winner is None else f"player {winner} wins"
