"""Is a round scored as the rules and the variant say?"""

from __future__ import annotations

from typing import Any

from ...policies import RoundEnd
from ...row import Favor
from .._lines import Line, Step
from .._rulings import broken_at
from .._subject import Subject
from ._round_ends import asked, ends_like, lost, made_up, rounds_ended, rounds_of


def scoring(subject: Subject, line: Line) -> None:
    """Whoever has more cards of a geisha wins her favor; ties follow what the scoring declares.

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
            raise broken_at(step, "victory markers move in scoring only", "one has moved")
    row = subject.variant.row
    for step, scored, _ in rounds_ended(subject, line):
        state = step.before
        assert state is not None
        end = RoundEnd(row, state.round, state.starting_player, scored.placed, scored.before)
        _scored_right(subject, end, scored.favor, step)
        if step.after.favor != scored.favor:
            raise broken_at(step, "markers stay where scoring put them", "they moved again")
        for other in ends_like(end, len(step.moves), rounds_of(subject.variant)):
            _scored_right(subject, other, asked("scoring", subject.variant.scoring, other), None)


def _scored_right(subject: Subject, end: RoundEnd, favor: Favor, step: Step | None) -> None:
    when = made_up(end) + " " if step is None else ""
    policy: Any = subject.variant.scoring
    for geisha, owner, before in zip(end.row, favor, end.favor, strict=True):
        if owner is not None and (type(owner) is not int or owner not in (0, 1)):
            raise lost(
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
            hint = "decide ties in one way for every geisha"
            if owner is None and not resets:
                hint += "; if they all put the marker back into the centre, set tie_resets = True"
            right = f"on a tie the victory marker {why}, as tie_resets = {bool(resets)} claims"
        else:
            if not getattr(policy, "majority", True):
                continue
            wanted, right = (
                int(counts[1] > counts[0]),
                "whoever has more of her cards wins her favor, as majority = True claims",
            )
            hint = "compare the cards of every geisha on both sides"
        if owner != wanted:
            raise lost(
                step,
                right,
                f"{when}the favor of {where}, went to {_owner(owner)}",
                hint,
            )


def _owner(owner: object) -> str:
    return "the centre" if owner is None else f"player {owner}"
