"""Is a round scored according to the rules and the variant?"""

from __future__ import annotations

from itertools import chain
from typing import Any

from ...model.row import Favor
from ...protocol.policies import RoundEnd
from .._lines import Line, Step
from .._rulings import Broken, broken_at
from .._subject import Subject
from ._every_end import each_favor, every_count
from ._modesty import Ties
from ._round_ends import asked, lost, made_up, rounds_ended


def scoring(subject: Subject, line: Line) -> None:
    """Whoever has more cards of a geisha wins her favor; ties follow what the scoring declares.

    By default, her marker stays where it is on a tie. A scoring that puts it back into the centre
    sets ``tie_resets = True``, one that treats ties in another way sets ``tie_resets = None``, and
    one that does not use the majority sets ``majority = False``. Victory markers move in scoring
    only, and the favor of each geisha is 0, 1 or ``None``. The kit tries every pair of counts for
    each geisha under each of her owners, and every favor position before the scoring.
    """
    for step in subject.course(line):
        before, after = step.before, step.after
        if before is None or before.round != after.round or after.to_move is None:
            continue
        if before.favor != after.favor:
            raise broken_at(step, "victory markers move in scoring only", "one has moved")
    row = subject.variant.row
    for step, scored, _ in rounds_ended(subject, line):
        state = step.before
        assert state is not None
        end = RoundEnd(row, state.round, state.starting_player, scored.placed, scored.before)
        _scored_right(subject, end, scored.favor, step)
        if step.after.favor != scored.favor:
            raise broken_at(step, "markers stay where scoring put them", "they moved again")
    if line == subject.lines[-1]:  # After all games: a ruling with a game can be replayed.
        broken = _asked_about_all(subject)
        if broken is not None:
            raise broken


def _asked_about_all(subject: Subject) -> Broken | None:
    """The first fault of the scoring in made-up rounds, if there is one."""
    policy = subject.variant.scoring
    ties = Ties(policy)
    try:
        for end in chain(every_count(subject), each_favor(subject)):
            favor = asked("scoring", policy, end)
            _scored_right(subject, end, favor, None)
            ties.see(end, favor)
    except Broken as broken:
        return broken
    ties.remark(subject)
    return None


def _scored_right(subject: Subject, end: RoundEnd, favor: Favor, step: Step | None) -> None:
    policy: Any = subject.variant.scoring
    majority, resets = getattr(policy, "majority", True), getattr(policy, "tie_resets", False)
    if step is None and (not isinstance(favor, tuple) or len(favor) != len(end.favor)):
        raise lost(None, "scoring answers a tuple, one favor for each geisha", _odd(end, favor))
    letters = end.row.letters
    counts = zip(*(cards.counts(letters) for cards in end.placed), strict=True)
    for letter, owner, before, (mine, theirs) in zip(
        letters, favor, end.favor, counts, strict=True
    ):
        if owner is not None and (type(owner) is not int or owner not in (0, 1)):
            when = made_up(end) + " " if step is None else ""
            raise lost(
                step,
                "scoring answers 0, 1 or None for each geisha",
                f"{when}for {letter} it answered {owner!r}",
            )
        if not majority or (mine == theirs and resets is None):
            continue
        if mine == theirs:
            wanted = None if resets else before
        else:
            wanted = int(theirs > mine)
        if owner != wanted:
            raise _scored_wrong(end, letter, owner, step, bool(resets))


def _odd(end: RoundEnd, favor: object) -> str:
    return f"{made_up(end)} it answered {favor!r}"


def _scored_wrong(
    end: RoundEnd, letter: str, owner: object, step: Step | None, resets: bool
) -> Broken:
    when = made_up(end) + " " if step is None else ""
    mine, theirs = (cards.count(letter) for cards in end.placed)
    before = end.favor[end.row.letters.index(letter)]
    lies = "in the centre" if before is None else f"with player {before}"
    if mine == theirs:
        why = "goes back to the centre" if resets else "does not move"
        right = f"on a tie the victory marker {why}, as tie_resets = {resets} claims"
        hint = "decide ties in one way for every geisha"
        if owner is None and not resets:
            hint += "; if they all put the marker back into the centre, set tie_resets = True"
    else:
        right = "whoever has more of her cards wins her favor, as majority = True claims"
        hint = "compare the cards of every geisha on both sides"
    return lost(
        step,
        right,
        f"{when}the favor of {letter}, whose cards are {mine} to {theirs} and whose marker lay "
        f"{lies}, went to {_owner(owner)}",
        hint,
    )


def _owner(owner: object) -> str:
    return "the centre" if owner is None else f"player {owner}"
