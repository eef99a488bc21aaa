"""Does legality depend only on the plays that are listed in the current position?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import evolve

from ...engine.compiled import hand_view
from ...engine.observe import observe
from ...errors import IllegalMoveError
from ...model.cards import Cards
from ...model.moves import Layout, Play
from ...model.places import From
from ...model.state import State
from ...protocol.markers import ActionMarker
from .._lines import Line, Met, Step
from .._rulings import Broken
from .._subject import Subject

_MOST_PLAYS = 8


def judged_alike(subject: Subject, line: Line) -> None:
    """Plays that another position lists, and new, equal ones, are judged alike."""
    elsewhere = _listed_in(subject, line)
    for step in subject.positions(line):
        state = step.after
        if state.to_move is None or state.offer is not None:
            continue
        here = {m for m in subject.engine.legal_moves(state) if isinstance(m, Play)}
        for play in subject.sample(sorted(here, key=str), _MOST_PLAYS):
            _same_for_equals(subject, step, play)
        others = [p for p in elsewhere if p not in here and _may_be_tried(subject, state, p)]
        for play in subject.sample(others, _MOST_PLAYS):
            _as_listed_here(subject, step, play, elsewhere[play], here)


def _listed_in(subject: Subject, line: Line) -> dict[Play, Step]:
    """Every play that a position of the line lists, with the first step that leads to one."""
    found: dict[Play, Step] = {}
    for step in subject.course(line):
        for move in subject.engine.legal_moves(step.after):
            if isinstance(move, Play):
                found.setdefault(move, step)
    return found


def _may_be_tried(subject: Subject, state: State, play: Play) -> bool:
    """Whether the marker can still be used, and the cards are available."""
    player = state.to_move or 0
    marker = next((m for m in subject.variant.markers[player] if m.number == play.marker), None)
    if marker is None or play.marker in state.used[player]:
        return False
    left = sources(state)
    origins = marker.origins or (From.HAND,) * len(play.piles)
    for pile, origin in zip(play.piles, origins, strict=False):
        if not pile <= left[origin]:
            return False
        left[origin] -= pile
    return len(origins) == len(play.piles)


def _equal(play: Play) -> Play:
    """The same play as a new object that no engine has seen."""
    return Play(play.marker, tuple(Cards(str(pile)) for pile in play.piles))


def _same_for_equals(subject: Subject, step: Step, play: Play) -> None:
    engine, state = subject.engine, step.after
    typed = _verdict(subject, step, _equal(play))
    if typed != "" or engine.apply(state, play) != engine.apply(state, _equal(play)):
        raise Broken(
            expected=f"{play} is legal here, no matter who made the move object",
            happened=f"a new, equal play is refused: {typed}"
            if typed
            else "a new, equal play leads to another position",
            path=step.moves,
            move=play,
            state=state,
        )


def _as_listed_here(
    subject: Subject, step: Step, play: Play, listed: Step, here: set[Play]
) -> None:
    """A play that is listed elsewhere is legal here only if this position lists it as well."""
    state = step.after
    marker = subject.variant.marker(state.to_move or 0, play.marker)
    legal = _named(marker, play, here)
    for move, what in ((play, "the play object"), (_equal(play), "a new, equal play")):
        why = _verdict(subject, step, move)
        if (why == "") == legal:
            continue
        moves = " ".join(map(str, listed.moves)) or "the deal"
        raise Broken(
            expected=f"{play} is {'legal' if legal else 'not legal'} here, since plays of "
            f"{subject.called(marker)} {'lists' if legal else 'does not list'} it in this position",
            happened=f"{what} that was listed after {moves} was "
            + (f"refused: {why}" if why else "accepted"),
            path=step.moves,
            move=play,
            state=state,
        )


def _named(marker: ActionMarker, play: Play, here: set[Play]) -> bool:
    """Whether the play is another order of one that is listed here."""
    try:
        name: Layout = marker.canonical(play.piles)
    except Exception:
        return False  # Another check holds canonical to every order.
    same = isinstance(name, tuple) and sorted(map(str, name)) == sorted(map(str, play.piles))
    return same and Play(play.marker, name) in here


def _verdict(subject: Subject, step: Step, move: Play) -> str:
    """Why the move is refused; empty if it is legal."""
    try:
        subject.engine.apply(step.after, move)
    except IllegalMoveError as error:
        return str(error) or "without a text"
    except Exception as error:
        raise Met(error, step.moves, step.after, move) from error
    return ""


def sources(state: State) -> dict[From, Cards]:
    """The cards that the player to move can play, by origin."""
    player = state.to_move or 0
    return {
        From.HAND: state.hands[player],
        From.OWN_SIDE: state.placed[player],
        From.THEIR_SIDE: state.placed[1 - player],
    }


def listed_by(subject: Subject, step: Step) -> Iterator[tuple[ActionMarker, list[Play]]]:
    """Each marker that can still be used, with its listed plays."""
    state = step.after
    if state.to_move is None or state.offer is not None:
        return
    legal = subject.engine.legal_moves(state)
    for marker in subject.variant.markers[state.to_move]:
        if marker.number not in state.used[state.to_move]:
            number = marker.number
            yield marker, [m for m in legal if isinstance(m, Play) and m.marker == number]


def same_shapes(subject: Subject, step: Step, marker: ActionMarker, listed: set[Layout]) -> None:
    """A marker that treats all cards alike lists the same shapes, whichever cards are in hand."""
    shapes = {tuple(map(len, layout)) for layout in listed}
    for hand in _other_hands(step.after):
        with_it = _plays(marker, step.after, hand)
        for layout in with_it:
            shape = tuple(map(len, layout))
            if shape in shapes:
                continue
            held = step.after.hands[step.after.to_move or 0]
            raise Broken(
                expected=f"{subject.called(marker)} lists the same shapes of piles whichever "
                "cards are in hand, as any_cards = True claims",
                happened=f"with the hand {hand} it lists plays of the shape "
                f"{'+'.join(map(str, shape))}, with {held} "
                f"{'none of that shape' if shapes else 'none'}",
                path=step.moves,
                state=step.after,
                hint="list every choice of cards; any_cards is for rules that forbid none",
            )


def _other_hands(state: State) -> Iterator[Cards]:
    """Hands of this size that the player might hold: of many letters, of few, and any."""
    player = state.to_move or 0
    size = len(state.hands[player])
    rng = Random(size)
    pool = [*state.hands[0], *state.hands[1], *state.deck]
    pool.sort(key=lambda _: rng.random())
    rank = {letter: number for number, letter in enumerate(dict.fromkeys(pool))}
    seen: dict[str, int] = {}
    turn = []
    for letter in pool:
        seen[letter] = seen.get(letter, 0) + 1
        turn.append((seen[letter], letter))
    many = "".join(letter for _, letter in sorted(turn, key=lambda pair: pair[0]))
    few = "".join(sorted(pool, key=rank.__getitem__))
    for order in (many, few, "".join(pool)):
        yield Cards(order[:size])


def _plays(marker: ActionMarker, state: State, hand: Cards) -> list[Layout]:
    """What the marker lists with this hand; errors are reported by the check that plays it."""
    player = state.to_move or 0
    hands = (hand, state.hands[1]) if player == 0 else (state.hands[0], hand)
    try:
        if marker.hand_only:
            return list(marker.plays(hand_view(state.row, hand)))
        return list(marker.plays(observe(evolve(state, hands=hands), player, ())))
    except Exception:
        return []
