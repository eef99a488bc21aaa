"""Is every listed move legal, every legal move listed, and does each choice decide something?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve

from ...errors import IllegalMoveError
from ...model.cards import Cards
from ...model.moves import Layout, Move, Pick, Play
from ...model.places import From
from ...model.state import Offer, State
from ...protocol.markers import ActionMarker
from ...wording import number_of
from .._lines import MOST_ASKS, Line, Met, Step
from .._rulings import Broken, Other
from .._subject import Subject
from ._asked_again import offered_again
from ._effects import difference
from ._here_and_now import judged_alike, listed_by, same_shapes, sources
from ._modesty import modest_markers

_NO_CARDS = Cards()


def legality(subject: Subject, line: Line) -> None:
    """Listed moves can be played; moves that are nearly the same but not legal are refused.

    Every listed move can be applied. The wrong player, a used marker, a card that is not there,
    piles of the wrong sizes, a pick of a pile that is not on offer, one pick too many, and nonsense
    raise `IllegalMoveError` with a text, and change nothing. Only the list of the current position
    counts: a play that was listed in another position is judged like a new, equal one.
    """
    for _ in subject.near(line):
        pass  # Applying is the examination: what is listed and does not apply is met here.
    for step in [*subject.positions(line), *_offers(subject, line)]:
        state = step.after
        for move, player, why in _near_misses(subject, state):
            _refused(subject, step, move, player, why)
    judged_alike(subject, line)


def _offers(subject: Subject, line: Line) -> list[Step]:
    offers = [step for step in subject.beside(line) if step.after.offer is not None]
    return subject.sample(offers, subject.budget.positions)


def _refused(subject: Subject, step: Step, move: Move, player: int | None, why: str) -> None:
    state = step.after
    before = repr(state)
    right = f"IllegalMoveError, because {why}"
    try:
        subject.engine.apply(state, move, player=player)
    except IllegalMoveError as error:
        happened = "" if str(error) else "the error has no text"
        if repr(state) != before:
            happened = "the move was refused, but the position has changed"
    except Exception as error:
        raise Met(error, step.moves, state, move) from error
    else:
        happened = "it was accepted"
    if happened:
        raise Broken(expected=right, happened=happened, path=step.moves, move=move, state=state)


def _near_misses(subject: Subject, state: State) -> Iterator[tuple[Move, int | None, str]]:
    legal = subject.engine.legal_moves(state)
    if not legal:
        yield Pick((0,)), None, "the game is over"
        yield Play(1, (Cards("A"),)), None, "the game is over"
        return
    yield legal[0], 1 - (state.to_move or 0), "it is the other player's turn"
    nonsense: Move = "1A"  # type: ignore[assignment]
    yield nonsense, None, "a string is no move"
    if state.offer is not None:
        yield from _wrong_picks(state.offer)
        yield Play(1, (Cards("A"),)), None, "an offer waits"
        return
    yield Pick((0,)), None, "there is no offer"
    for move in subject.sample(legal, 6):
        assert isinstance(move, Play)
        yield from _wrong_plays(subject, state, move)


def _wrong_picks(offer: Offer) -> Iterator[tuple[Pick, None, str]]:
    right = offer.among[: offer.pick]
    yield Pick((len(offer.piles), *right[1:])), None, "there is no such pile"
    yield Pick((-1, *right[1:])), None, "there is no such pile"
    yield Pick(right[1:]), None, "it picks one pile too few"
    yield Pick((right[0], *right)), None, "it picks one pile twice"
    if len(offer.among) > offer.pick:
        yield Pick(offer.among[: offer.pick + 1]), None, "it picks one pile too many"
    for out in set(range(len(offer.piles))) - set(offer.among):
        yield Pick((out, *right[1:])), None, "that pile is not among those to be picked"


def _wrong_plays(subject: Subject, state: State, play: Play) -> Iterator[tuple[Play, None, str]]:
    player, number, piles = state.to_move or 0, play.marker, play.piles
    for used in state.used[player]:
        yield Play(used, piles), None, f"marker {used} is used"
    unknown = max(m.number for m in subject.variant.markers[player]) + 1
    yield Play(unknown, piles), None, "there is no such marker"
    deck = subject.variant.row.deck
    for at, pile in enumerate(piles):
        for letter in sorted(set(deck)) if pile else ():
            wrong = (*piles[:at], Cards(str(pile)[1:] + letter), *piles[at + 1 :])
            if not _there(subject, state, number, wrong):
                yield Play(number, wrong), None, f"not all cards of {_told(wrong)} are there"
                break
    missing = next((c for c in "ZYXWVUTSRQPONM" if c not in set(deck)), None)
    if missing is not None:
        wrong = (*piles[:-1], Cards(missing))
        yield Play(number, wrong), None, f"the deck has no card {missing}"
    yield Play(number, (*piles, Cards(str(deck)))), None, "it lays out the whole deck"


def _origins(marker: ActionMarker, layout: Layout) -> tuple[From, ...]:
    return marker.origins or (From.HAND,) * len(layout)


def _there(subject: Subject, state: State, number: int, layout: Layout) -> bool:
    player = state.to_move or 0
    marker = next(m for m in subject.variant.markers[player] if m.number == number)
    there = sources(state)
    origins = _origins(marker, layout)
    return all(
        sum((p for p, o in zip(layout, origins, strict=True) if o is source), _NO_CARDS)
        <= there[source]
        for source in set(origins)
    )


def completeness(subject: Subject, line: Line) -> None:
    """No legal move is missing, and none is listed twice.

    For every shape that a marker lists (for example, two piles of two), it lists each choice of
    cards, in one order of the piles that are treated alike; and it lists the same shapes whichever
    cards are in hand. A marker whose rule forbids some cards sets ``any_cards = False``. Two listed
    plays that differ in the order of their piles do different things. A pick may be left out only
    if it looks the same to the chooser as a listed pick, and has the same result.
    """
    for step in subject.positions(line):
        _complete_plays(subject, step)
    for step in [*_offers(subject, line), *subject.positions(line)]:
        if step.after.offer is not None:
            _complete_picks(subject, step, step.after.offer)
    if line == subject.lines[-1]:
        modest_markers(subject, _lists_all)


def _complete_plays(subject: Subject, step: Step) -> None:
    for marker, listed in listed_by(subject, step):
        if marker.any_cards:
            _lists_all(subject, step, marker, {play.piles for play in listed})
        _none_twice(subject, step, marker, listed)


def _lists_all(subject: Subject, step: Step, marker: ActionMarker, layouts: set[Layout]) -> None:
    """All choices of cards for every listed shape; and the same shapes with every hand."""
    same_shapes(subject, step, marker, layouts)
    for shape in dict.fromkeys(tuple(map(len, layout)) for layout in layouts):
        for layout in _every_layout(step.after, marker, shape):
            if layout not in layouts and marker.canonical(layout) not in layouts:
                raise _missing(subject, step, marker, layout, layouts)


def _every_layout(state: State, marker: ActionMarker, shape: tuple[int, ...]) -> Iterator[Layout]:
    """Every way to lay out piles of these sizes from the available cards."""

    def lay(at: int, left: dict[From, Cards]) -> Iterator[Layout]:
        if at == len(shape):
            yield ()
            return
        source = origins[at]
        for pile in left[source].combinations(shape[at]):
            for rest in lay(at + 1, {**left, source: left[source] - pile}):
                yield (pile, *rest)

    origins = marker.origins or (From.HAND,) * len(shape)
    return lay(0, sources(state))


def _missing(
    subject: Subject, step: Step, marker: ActionMarker, layout: Layout, listed: set[Layout]
) -> Broken:
    order = sorted(map(str, layout))
    twin = next((known for known in listed if sorted(map(str, known)) == order), None)
    if twin is not None:
        return Broken(
            expected=f"{subject.called(marker)} lists every choice of cards, each at least in one "
            "order of its piles that canonical names for the others",
            happened=f"{_told(twin)} is listed, {_told(layout)} is not, and canonical does not "
            f"turn one into the other",
            path=step.moves,
            move=Play(marker.number, layout),
            state=step.after,
            hint="if the piles are treated alike, sort them in canonical as plays does; if not, "
            "list both",
        )
    return Broken(
        expected=f"{subject.called(marker)} lists every choice of cards, as any_cards = True "
        "claims",
        happened=f"it lists {number_of(len(listed), 'play')}, but not {_told(layout)} in any order "
        "of the piles, although the cards are there",
        path=step.moves,
        move=Play(marker.number, layout),
        state=step.after,
        hint="list every choice of cards; any_cards is for rules that forbid none",
    )


def _none_twice(subject: Subject, step: Step, marker: ActionMarker, listed: list[Play]) -> None:
    alike: dict[tuple[str, ...], list[Play]] = {}
    for play in listed:
        alike.setdefault(tuple(sorted(map(str, play.piles))), []).append(play)
    engine, state = subject.engine, step.after
    several = [group for group in alike.values() if len(group) > 1]
    for group in subject.sample(several, subject.budget.positions):
        for one, two in combinations(group, 2):
            if _ends_round(subject, state, one):
                continue  # The next one begins alike, whatever was done in this one.
            after, other = engine.apply(state, one), engine.apply(state, two)
            if not difference(engine, after, other, unfollowed="asked without end"):
                raise Broken(
                    expected=f"{subject.called(marker)} lists plays that do the same only once",
                    happened=f"it lists both {one} and {two}, which differ only in the order of "
                    "piles that are treated alike",
                    path=step.moves,
                    move=two,
                    state=state,
                    other=Other(state, (one,), step.moves),
                    hint="list one order only, and return it from canonical for the others",
                )


def _ends_round(subject: Subject, state: State, move: Move) -> bool:
    """Whether this is the last action of its round."""
    after = subject.engine.apply(state, move)
    for _ in range(MOST_ASKS):
        if after.offer is None:
            break
        after = subject.engine.apply(after, subject.engine.legal_moves(after)[0])
    return after.round != state.round or after.to_move is None


def _complete_picks(subject: Subject, step: Step, offer: Offer) -> None:
    engine, state = subject.engine, step.after
    if offered_again(subject, step) is not None:
        return  # Another check speaks of it.
    listed = {m.piles for m in engine.legal_moves(state) if isinstance(m, Pick)}
    looks: dict[object, Pick] = {}
    for chosen in listed:
        looks[_look(offer, chosen)] = Pick(chosen)
    for chosen in subject.sample(list(combinations(offer.among, offer.pick)), 12):
        if chosen in listed:
            continue
        pick, twin = Pick(chosen), looks.get(_look(offer, chosen))
        if twin is None:
            happened = f"{pick} is not listed, and none that is looks the same to the chooser"
        elif why := difference(engine, engine.apply(state, twin), engine.apply(state, pick)):
            happened = (
                f"{pick} is not listed because it looks like {twin}, but it does not do the same: "
                f"{why}"
            )
        else:
            continue
        raise Broken(
            expected="a pick is left out only if equal piles are treated alike, as the Ask claims "
            "(interchangeable=True)",
            happened=happened,
            path=step.moves,
            move=pick,
            state=state,
            other=None if twin is None else Other(state, (twin,), step.moves),
            hint="in step, go by which piles were picked (action.picks), not by their places: "
            "equal piles are treated alike",
        )


def _look(offer: Offer, chosen: tuple[int, ...]) -> tuple[object, ...]:
    """The chosen piles as the chooser sees them; an unseen pile is known by its place."""
    return tuple(
        sorted(
            str(offer.piles[i]) if offer.chooser in offer.seen_by[i] else f"pile {i}"
            for i in chosen
        )
    )


def choices(subject: Subject, line: Line) -> None:
    """A choice decides something: at least sometimes, different picks lead to different positions.

    A marker that asks and then does the same whatever was picked probably ignores ``action.picks``.
    If it asks again, it does not offer a pile that was picked before, unless its ``among`` names
    that pile.
    """
    decisive = subject.fact("decisive", lambda: _decisive(subject))
    for step in subject.near(line):
        offer = step.after.offer
        if (broken := offered_again(subject, step)) is not None:
            raise broken
        if offer is None or len(set(offer.piles)) < len(offer.piles):
            continue
        where = (offer.player, offer.marker, len(offer.picks))
        if where not in decisive and len(subject.engine.legal_moves(step.after)) > 1:
            picks = subject.engine.legal_moves(step.after)
            raise Broken(
                expected="what is picked decides what happens to the piles",
                happened=f"{', '.join(map(str, picks))} all lead to the same position, here and in "
                "every other game that was tried",
                path=step.moves,
                move=picks[-1],
                state=step.after,
                hint="look at action.picks in step, or remove the Ask",
            )


def _decisive(subject: Subject) -> set[tuple[int, int, int]]:
    """The questions whose answers matter in some game: player, marker, number of earlier picks."""
    found: set[tuple[int, int, int]] = set()
    for line in subject.lines:
        for step in subject.near(line):
            offer = step.after.offer
            if offer is None or (offer.player, offer.marker, len(offer.picks)) in found:
                continue
            ends = [subject.engine.apply(step.after, m) for m in subject.moves(step.after)]
            if any(_matters(subject, ends[0], end) for end in ends[1:]):
                found.add((offer.player, offer.marker, len(offer.picks)))
    return found


def _matters(subject: Subject, one: State, two: State, depth: int = 4) -> bool:
    """Whether two answers lead to different positions, apart from the record of the picks.

    If another question follows, the same answers are given after both.
    """
    if one.offer is None or two.offer is None or not depth:
        return one != two
    if _unanswered(one) != _unanswered(two):
        return True
    engine = subject.engine
    return any(
        _matters(subject, engine.apply(one, move), engine.apply(two, move), depth - 1)
        for move in engine.legal_moves(one)
    )


def _unanswered(state: State) -> State:
    offer = state.offer
    return state if offer is None else evolve(state, offer=evolve(offer, picks=()))


def _told(layout: Layout) -> str:
    return "-".join(map(str, layout))
