"""Does a round end, is it scored as the rules say, and is the game won as they say?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from random import Random
from typing import Any

from attrs import evolve

from ...cards import Cards
from ...errors import IllegalMoveError
from ...events import GameEnded, Scored
from ...moves import Move, Pick, Play
from ...policies import MoreCharm, RoundEnd
from ...row import Favor, Row
from ...state import Outcome, State
from ...variant import Variant
from .._lines import MOST_ASKS, Line, Met, Step
from .._rulings import Broken
from .._subject import Subject
from .._words import raised_at, text_of

_MOST_ROUNDS = 400
_LATEST = 6
"""The last of the rounds whose ends are put together."""


def termination(subject: Subject, line: Line) -> None:
    """Every round ends once all markers are used, and every game ends under random play.

    A player who must act always can. An action asks at most a few dozen times. A game is played on
    at random for up to 400 rounds.
    """
    for step in subject.near(line):
        offer = step.after.offer
        if offer is not None and len(offer.picks) >= MOST_ASKS:
            raise _asks_on(step.moves, step.after, offer.marker)
    last = subject.course(line).steps[-1]
    state, rng = last.after, Random(len(last.moves))
    path, move = list(last.moves), None
    try:
        while state.to_move is not None and state.round < last.after.round + _MOST_ROUNDS:
            legal = subject.engine.legal_moves(state)
            move = legal[int(rng.random() * len(legal))]
            state = subject.engine.apply(state, move)
            path.append(move)
            if state.offer is not None and len(state.offer.picks) >= MOST_ASKS:
                raise _asks_on(tuple(path), state, state.offer.marker)
            move = None
    except Broken:
        raise
    except Exception as error:
        raise Met(error, tuple(path), state, move) from error
    if state.to_move is not None:
        raise _endless(last, f"after {_MOST_ROUNDS} rounds of random play it still goes on")


def _asks_on(path: tuple[Move, ...], state: State, marker: int) -> Broken:
    return Broken(
        expected="an action comes to an end",
        happened=f"marker {marker} asks again and again, more than {MOST_ASKS} times",
        path=path,
        state=state,
        hint="answer Place once enough was asked",
    )


def _endless(last: Step, happened: str) -> Broken:
    return Broken(
        expected="the game comes to an end",
        happened=happened,
        path=last.moves,
        state=last.after,
        hint="set goals that somebody reaches in the long run, or a limit of rounds",
    )


def _rounds_ended(subject: Subject, line: Line) -> Iterator[tuple[Step, Scored, Outcome | None]]:
    """The moves that ended a round, with what everybody saw of the scoring."""
    for step in subject.near(line):
        if step.before is None or step.move is None:
            continue
        if step.after.round == step.before.round and step.after.to_move is not None:
            continue
        events = subject.engine.narrate(step.before, step.move, None)
        scored = [event for event in events if isinstance(event, Scored)]
        if len(scored) != 1:
            raise Broken(
                expected="a round is scored once, at its end",
                happened=f"it was scored {len(scored)} times",
                path=step.path,
                move=step.move,
                state=step.before,
            )
        ended = [event.outcome for event in events if isinstance(event, GameEnded)]
        yield step, scored[0], ended[0] if ended else None


def scoring(subject: Subject, line: Line) -> None:
    """Whoever has more cards of a geisha wins her favor; a tie does what the variant says of ties.

    Unless the scoring says otherwise, her marker stays where it is on a tie. A scoring that puts it
    back into the centre says ``tie_resets = True``, one that treats ties in another way
    ``tie_resets = None``, and one that does not go by the majority ``majority = False``. Victory
    markers move in scoring only, and the favor is 0, 1 or ``None`` for each geisha.
    """
    for step in subject.course(line):
        before, after = step.before, step.after
        if before is None or before.round != after.round or after.to_move is None:
            continue
        if before.favor != after.favor:
            raise _unfair(step, "victory markers move in scoring only", "one has moved")
    row = subject.variant.row
    for step, scored, _ in _rounds_ended(subject, line):
        state = step.before
        assert state is not None
        end = RoundEnd(row, state.round, state.starting_player, scored.placed, scored.before)
        _scored_right(subject, end, scored.favor, step)
        if step.after.favor != scored.favor:
            raise _unfair(step, "markers stay where scoring put them", "they moved again")
        for other in ends_like(end, len(step.moves), rounds_of(subject.variant)):
            _scored_right(subject, other, asked("scoring", subject.variant.scoring, other), None)


def asked(name: str, policy: Any, end: RoundEnd) -> Any:
    """The answer of a policy to a round that ended otherwise."""
    try:
        return policy(end)
    except Exception as error:
        raise _lost(
            None,
            f"{name} answers for every way in which a round can end",
            f"{made_up(end)} it raised {type(error).__name__}: {text_of(error)}{raised_at(error)}",
        ) from error


def rounds_of(variant: Variant) -> int:
    """How many rounds a game may have, as far as ends of rounds are put together."""
    return _LATEST if variant.limit is None else min(_LATEST, variant.limit.rounds)


def ends_like(end: RoundEnd, seed: int, rounds: int) -> Iterator[RoundEnd]:
    """Other round ends with as many cards on each side: of other rounds, with other favors before.

    Of some of them, nobody has a card of one geisha.
    """
    rng = Random(seed)
    first, second = (len(cards) for cards in end.placed)
    owners = [(None,), (0,), (1,), *[(None, 0, 1)] * 17]
    letters = [*end.row.letters, *[""] * len(owners)]
    for number, among in enumerate(owners):
        deck = sorted(end.row.deck, key=lambda _: rng.random())
        deck.sort(key=lambda letter: letter == letters[number])
        placed = (Cards("".join(deck[:first])), Cards("".join(deck[first : first + second])))
        favor = tuple([among[int(rng.random() * len(among))] for _ in end.favor])
        yield evolve(
            end,
            round=1 + number % rounds,
            starting_player=int(rng.random() * 2),
            placed=placed,
            favor=favor,
        )


def made_up(end: RoundEnd) -> str:
    """A round end that was put together to ask about it, so that its author can ask again."""
    return (
        f"asked about the end of round {end.round}, which player {end.starting_player} began, with "
        f"the sides {_sides(end)} and before it the favor {favors(end.row, end.favor)}:"
    )


def _scored_right(subject: Subject, end: RoundEnd, favor: Favor, step: Step | None) -> None:
    when = made_up(end) + " " if step is None else ""
    policy: Any = subject.variant.scoring
    for geisha, owner, before in zip(end.row, favor, end.favor, strict=True):
        if owner is not None and (type(owner) is not int or owner not in (0, 1)):
            raise _lost(
                step,
                "scoring answers 0, 1 or None for each geisha",
                f"{when}for {geisha.letter} it answered {owner!r}",
            )
        counts = tuple(cards.count(geisha.letter) for cards in end.placed)
        lies = "in the centre" if before is None else f"with player {before}"
        where = (
            f"{geisha.letter}, whose cards are {counts[0]} to {counts[1]} and whose marker "
            f"lay {lies}"
        )
        if counts[0] == counts[1]:
            resets = getattr(policy, "tie_resets", False)
            if resets is None or not getattr(policy, "majority", True):
                continue
            wanted, why = (None, "goes back to the centre") if resets else (before, "does not move")
            hint = (
                "if the rule is another one, let the scoring say so: tie_resets = True (back to "
                "the centre) or None (something else), and tell readers in its text"
            )
            right = f"on a tie the victory marker {why}"
        else:
            if not getattr(policy, "majority", True):
                continue
            wanted, right = (
                int(counts[1] > counts[0]),
                "whoever has more of her cards wins her favor",
            )
            hint = "if the rule is another one, let the scoring say so: majority = False"
        if owner != wanted:
            raise _lost(
                step,
                right,
                f"{when}the favor of {where}, went to {_owner(owner)}",
                hint,
            )


def _sides(end: RoundEnd) -> str:
    return f"{end.placed[0] or '-'} and {end.placed[1] or '-'}"


def _owner(owner: object) -> str:
    return "the centre" if owner is None else f"player {owner}"


def _unfair(step: Step, expected: str, happened: str, hint: str = "") -> Broken:
    return Broken(
        expected=expected,
        happened=happened,
        path=step.path,
        move=step.move,
        state=step.before or step.after,
        hint=hint,
    )


def outcome(subject: Subject, line: Line) -> None:
    """The game is won in scoring only, as the goals say, and by one player at most.

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
            raise _unfair(step, "an outcome exactly when nobody is to move", f"{after.outcome}")
    limit = subject.variant.limit
    for step, scored, told in _rounds_ended(subject, line):
        after, state = step.after, step.before
        assert state is not None
        if after.outcome != told:
            raise _unfair(step, f"the outcome that was told, {told}", f"it is {after.outcome}")
        end = RoundEnd(
            subject.variant.row, state.round, state.starting_player, scored.placed, scored.favor
        )
        _held_to_goals(subject, end, after.outcome, step)
        if after.outcome is None and limit is not None and state.round >= limit.rounds:
            raise _unfair(step, f"the game ends after {limit.rounds} rounds", "it goes on")
        if after.outcome is not None:
            _is_over(subject, step, after)


def _is_over(subject: Subject, step: Step, state: State) -> None:
    if subject.engine.legal_moves(state):
        raise _unfair(step, "no move is legal after the end", "some are listed")
    for move in (Pick((0,)), Play(1, ())):
        try:
            subject.engine.apply(state, move)
        except IllegalMoveError:
            continue
        raise _unfair(step, "no move is legal after the end", f"{move} was accepted")


def _held_to_goals(
    subject: Subject, end: RoundEnd, found: Outcome | None, step: Step | None
) -> None:
    """The outcome against the declared goals, reckoned anew."""
    variant = subject.variant
    what = f"the favor {favors(end.row, end.favor)}"
    if found is not None:
        winner = found.winner
        if winner is not None and (type(winner) is not int or winner not in (0, 1)):
            raise _lost(step, "a winner is 0, 1 or None", f"it is {found.winner!r}")
        if not isinstance(found.reason, str) or not found.reason.strip():
            raise _lost(step, "an outcome gives its reason in words", f"it gives {found.reason!r}")
    goals = _declared(variant.victory)
    if goals is None:
        return
    wanted = _winner(end, *goals)
    limit = variant.limit
    if wanted is None and limit is not None and end.round >= limit.rounds:
        if isinstance(limit.decide, MoreCharm) and found is not None:
            decided = _more_charm(end, limit.decide.compare_favors)
            if found.winner != decided:
                raise _lost(
                    step,
                    f"at the limit, with {what}: {limit.decide.text} So {_who(decided)}",
                    f"{_who(found.winner)} ({found.reason})",
                )
        return
    if (found.winner if found is not None else None) != wanted or (
        found is not None and wanted is None
    ):
        happened = "the game went on" if found is None else f"{_who(found.winner)} ({found.reason})"
        raise _lost(
            step,
            f"with {what}: {_who(wanted) if wanted is not None else 'the game goes on'}, since "
            f"the goals are {goals[0]} charm points or {goals[1]} geisha",
            happened,
            "let the fields of the victory say what it does, or leave them out of your own class",
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


def _more_charm(end: RoundEnd, compare: bool) -> int | None:
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
                    raise _lost(
                        None,
                        "at most one player can reach a goal at a time",
                        f"both have {what} with the favor {favors(row, favor)}",
                        "raise the goal above half of the row, or write a victory that decides",
                    )
        found = _answer("victory", variant.victory, end)
        if limit is None or limit.rounds > 1:
            _held_to_goals(subject, end, found, None)
        if limit is not None:
            end = evolve(end, round=limit.rounds)
            if _answer("victory", variant.victory, end) is None:
                decided = _answer("what decides at the round limit", limit.decide, end)
                if decided is None:
                    raise _lost(
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
        raise _lost(
            None,
            f"{called} answers for every distribution of the favor",
            f"it raised {type(error).__name__} for {what} and the sides {_sides(end)}"
            f"{raised_at(error)}",
        ) from error
    if found is not None and not isinstance(found, Outcome):
        raise _lost(
            None, f"{called} answers an Outcome or None", f"for {what} it answered {found!r}"
        )
    return found


def many_favors(geisha: int, most: int) -> Iterator[Favor]:
    """Every distribution of the favor, or many: with all of it on one side, or none, first."""
    if 3**geisha <= most:
        yield from product((None, 0, 1), repeat=geisha)
        return
    yield from ((owner,) * geisha for owner in (None, 0, 1))
    rng = Random(geisha)
    for number in range(most - 3):
        # Later in a game few markers lie in the centre: half of the samples have none there.
        among = (None, 0, 1) if number % 2 else (0, 1)
        yield tuple([among[int(rng.random() * len(among))] for _ in range(geisha)])


def favors(row: Row, favor: Favor) -> str:
    owners = zip(row.letters, favor, strict=True)
    return " ".join(f"{letter}{'-' if owner is None else owner}" for letter, owner in owners)


def _who(winner: object) -> str:
    return "a draw" if winner is None else f"player {winner} wins"


def _lost(step: Step | None, expected: str, happened: str, hint: str = "") -> Broken:
    if step is not None:
        return _unfair(step, expected, happened, hint)
    return Broken(expected=expected, happened=happened, hint=hint)
