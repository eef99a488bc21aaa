"""Are cards, markers and turns right from one position to the next?"""

from __future__ import annotations

from ...model.cards import Cards
from ...model.moves import Play
from ...model.state import State
from .._lines import Line, Step, walk
from .._rulings import Broken, broken_at
from .._subject import Subject

_NO_CARDS = Cards()


def conservation(subject: Subject, line: Line) -> None:
    """Each card is in exactly one place, always.

    At every moment the hands, both sides, the deck, the face-down cards and the offer together
    contain exactly the cards of the row.
    """
    deck = subject.variant.row.deck
    for step in subject.near(line):
        found = _everything(step.after)
        if found != deck:
            more, less = found - (found & deck), deck - (found & deck)
            told = [f"{less} missing"] * bool(less) + [f"{more} too many"] * bool(more)
            raise broken_at(
                step,
                f"the {len(deck)} cards {deck}, each in one place",
                f"after the move there are {len(found)} cards: {' and '.join(told)}",
            )


def _everything(state: State) -> Cards:
    places = [*state.hands, *state.placed, Cards(state.deck), *(f.cards for f in state.facedown)]
    if state.offer is not None:
        places += state.offer.piles
    return sum(places, _NO_CARDS)


def hand_accounting(subject: Subject, line: Line) -> None:
    """A marker moves as many cards as it declares: ``cost``, ``gives`` and ``draws`` always hold.

    So the hand sizes work out: each player always has the cards for the remaining markers, and
    nobody has a card left after the last marker of a round.
    """
    for step in subject.near(line):
        after, opened = step.after, step.opened
        if step.move is None or after.offer is not None:
            continue
        actor = opened.to_move
        assert actor is not None
        number = _played(step).marker
        marker = next(m for m in subject.variant.markers[actor] if m.number == number)
        if after.round != opened.round or after.to_move is None:
            left = (len(opened.hands[actor]) - marker.cost, len(opened.hands[1 - actor]))
            real = (left[0], left[1] + marker.gives)
            wanted: tuple[int, ...] = (0, 0)
            what = "cards left in the hands of the actor and the opponent at the end of the round"
        else:
            drew = [int(after.to_move == player) for player in (actor, 1 - actor)]
            real = (
                len(opened.hands[actor]) + drew[0] - len(after.hands[actor]),
                len(after.hands[1 - actor]) - drew[1] - len(opened.hands[1 - actor]),
            )
            real = (*real, len(opened.deck) - 1 - len(after.deck))  # type: ignore[assignment]
            wanted = (marker.cost, marker.gives, marker.draws)
            what = "cost, gives and draws"
        if real != wanted:
            raise Broken(
                expected=f"{what}: {_counts(wanted)}, as {subject.called(marker, actor)} declares",
                happened=f"in this action: {_counts(real)}",
                path=step.path,
                move=step.move,
                state=step.before,
                hint="set cost, gives and draws to what every play of the marker does",
            )


def _played(step: Step) -> Play:
    """The play that the move of this step belongs to."""
    return next(move for move in reversed(step.moves) if isinstance(move, Play))


def _counts(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def markers_once(subject: Subject, line: Line) -> None:
    """Each player uses every marker exactly once in a round.

    A marker is flipped when its action is complete, and stays flipped to the end of the round. All
    are face up again when the next round begins.
    """
    everything = [sorted(m.number for m in markers) for markers in subject.variant.markers]
    played: tuple[list[int], list[int]] = ([], [])
    for step in subject.course(line):
        before, after, move = step.before, step.after, step.move
        if before is None:
            _expect_used(step, ((), ()))
            continue
        if after.offer is not None:
            _expect_used(step, (played[0], played[1]))
            continue
        actor = step.opened.to_move
        assert actor is not None
        played[actor].append(_played(step).marker)
        ended = after.round != before.round or after.to_move is None
        if ended and [sorted(numbers) for numbers in played] != everything:
            raise Broken(
                expected=f"by the end of the round both used {everything[0]} and {everything[1]}",
                happened=f"they used {sorted(played[0])} and {sorted(played[1])}",
                path=step.path,
                move=move,
                state=before,
            )
        if after.round != before.round:
            played[0].clear()
            played[1].clear()
        if after.to_move is not None:
            _expect_used(step, (played[0], played[1]))


def _expect_used(step: Step, played: tuple[object, object]) -> None:
    wanted = tuple(sorted(numbers) for numbers in played)  # type: ignore[call-overload]
    found = tuple(sorted(numbers) for numbers in step.after.used)
    if found != wanted:
        raise Broken(
            expected=f"the markers used so far in the round are {wanted[0]} and {wanted[1]}",
            happened=f"the position says {found[0]} and {found[1]}",
            path=step.moves,
            state=step.after,
        )


def turn_order(subject: Subject, line: Line) -> None:
    """Players take turns, each with one draw; the second player starts the next round.

    The named player starts the first round, and no player acts twice in a row while the other has a
    marker left. Answering an offer is not a turn.
    """
    markers = subject.variant.markers
    for step in subject.course(line):
        before, after = step.before, step.after
        if before is None:
            _expect(step, "who begins", line.first_player, after.to_move)
            _expect(step, "who started the round", line.first_player, after.starting_player)
            continue
        if after.offer is not None:
            _expect(step, "who is to move", after.offer.chooser, after.to_move)
            continue
        if after.to_move is None:
            continue
        actor = step.opened.to_move
        assert actor is not None
        if after.round == before.round:
            other = 1 - actor
            waits = len(after.used[other]) < len(markers[other])
            _expect(step, "who is to move", other if waits else actor, after.to_move)
            _expect(step, "who started the round", before.starting_player, after.starting_player)
            continue
        _expect(step, "the number of the next round", before.round + 1, after.round)
        _expect(step, "who starts the next round", 1 - before.starting_player, after.to_move)
        _expect(step, "who started the round", 1 - before.starting_player, after.starting_player)
        hands = [subject.variant.hand_size] * 2
        hands[after.to_move] += 1
        _expect(step, "the hands dealt, after one draw", hands, [len(h) for h in after.hands])


def _expect(step: Step, what: str, wanted: object, found: object) -> None:
    if wanted != found:
        raise broken_at(step, f"{what}: {wanted}", f"{what}: {found}")


def purity(subject: Subject, line: Line) -> None:
    """``apply`` is a function: equal arguments give equal positions, and do not change.

    This also holds in another engine of the same variant, which has not seen this game. Asking for
    legal moves, observing and narrating change nothing.
    """
    fresh = subject.fact("another engine", lambda: subject.make(subject.variant))
    again = walk(fresh, line)
    course = subject.course(line)
    for step, other in zip(course.steps, again.steps, strict=False):
        if step.after != other.after or step.move != other.move:
            raise broken_at(
                step,
                "the same moves lead to the same position in every engine",
                f"a fresh engine made {other.move} and reached another position",
                "a marker must not remember anything between games",
            )
    for step in subject.positions(line):
        _is_pure(subject, step)
    if course.met is not None:
        raise course.met
    if again.met is not None:
        raise again.met


def _is_pure(subject: Subject, step: Step) -> None:
    engine, state = subject.engine, step.after
    before = repr(state)
    first = engine.legal_moves(state)
    for move in subject.moves(state)[:8]:
        one, two = engine.apply(state, move), engine.apply(state, move)
        for viewer in (0, 1, None):
            engine.observe(state, viewer)
            engine.narrate(state, move, viewer)
        if one != two or hash(one) != hash(two):
            what = "the same move led to two different positions"
        elif engine.legal_moves(state) != first:
            what = "the legal moves of the position changed after a move was tried"
        elif repr(state) != before:
            what = "the position that the move was applied to has changed"
        else:
            continue
        raise Broken(
            expected="trying a move changes nothing, and trying it again gives the same",
            happened=what,
            path=step.moves,
            move=move,
            state=state,
        )
