"""Are shown cards remembered, and is everything else still possible?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import ceil, factorial, prod
from random import Random

from ...errors import HanamikojiError
from ...model.cards import Cards
from ...model.events import Event, Offered, Placed, Played, Took
from ...model.knowledge import Viewer
from ...model.observation import Observation
from ...model.state import State
from .._lines import Line, Step
from .._rulings import Broken
from .._subject import Subject
from .._words import who
from ._hidden import Slot, fits, hidden, known_in_all, named_in

_VIEWERS: tuple[Viewer, ...] = (0, 1, None)
_MOST_ARRANGEMENTS = 120
_MOST_DEALS = 5_000
_MOST_DRAWS = 3_000
_MOST_TRIED = 12
_MOST_MOVES = 100


def memory(subject: Subject, line: Line) -> None:
    """Cards that were shown stay known until the round ends; other cards stay unknown.

    From one position to the next in a round, a viewer forgets no card, and every new card is named
    in the events for this viewer. Everything that a viewer knows is true.
    """
    for step in subject.near(line):
        for viewer in _VIEWERS:
            _is_true(subject, step, viewer)
            before = step.before
            if before is None or step.after.round != before.round or step.after.to_move is None:
                continue
            assert step.move is not None
            engine = subject.engine
            known = known_in_all(engine.observe(before, viewer))
            knows = known_in_all(engine.observe(step.after, viewer))
            if forgotten := known - knows:
                raise _wrong(
                    step, viewer, "what was seen in this round stays known", forgotten, "forgets"
                )
            if new := knows - known:
                named = _named_to(engine.narrate(before, step.move, viewer))
                if unseen := new - named:
                    raise _wrong(
                        step, viewer, "new cards are known from events only", unseen, "knows"
                    )


def _named_to(events: tuple[Event, ...]) -> Counter[str]:
    """The cards that the events name. The same card can be played, offered and placed."""
    laid: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    placed: Counter[str] = Counter()
    others: Counter[str] = Counter()
    kinds = {Played: laid, Took: laid, Offered: offered, Placed: placed}
    for event in events:
        kinds.get(type(event), others).update(named_in(event))
    return (laid | offered | placed) + others


def _is_true(subject: Subject, step: Step, viewer: Viewer) -> None:
    state = step.after
    view = subject.engine.observe(state, viewer)
    lots = zip(view.facedown, state.facedown, strict=True)
    true = all(
        lot.cards.known <= real.cards and len(lot.cards) == len(real.cards) for lot, real in lots
    )
    true = true and all(state.deck[at] == letter for at, letter in view.deck)
    true = true and view.placed == state.placed
    true = true and view.hand == (Cards() if viewer is None else state.hands[viewer])
    if state.offer is not None and view.offer is not None:
        piles = zip(view.offer.piles, state.offer.piles, strict=True)
        true = true and all(seen.known <= real and len(seen) == len(real) for seen, real in piles)
    if not true:
        raise Broken(
            expected="an observation names only cards that are there, and none of another "
            "player's hand",
            happened="the observation names cards that are not there",
            path=step.moves,
            state=state,
            viewer=who(viewer),
        )


def _wrong(step: Step, viewer: Viewer, right: str, cards: Counter[str], verb: str) -> Broken:
    letters = "".join(sorted(cards.elements()))
    how = "without having been told" if verb == "knows" else "in this move"
    return Broken(
        expected=right,
        happened=f"the viewer {verb} {letters} {how}",
        path=step.path,
        move=step.move,
        state=step.before,
        viewer=who(viewer),
    )


def determinize(subject: Subject, line: Line) -> None:
    """``determinize`` gives every position that fits and no other, and each can be played on.

    In each position the viewer sees exactly the observation, and play can continue to the end of
    the round. Every card comes up in every place where it could lie. If few cards are hidden, every
    arrangement of them comes up.
    """
    engine = subject.engine
    for step in subject.positions(line):
        rng = Random(len(step.moves))
        for viewer in _VIEWERS:
            view = engine.observe(step.after, viewer)
            for _ in range(2):
                guess = _guess(subject, step, view, rng)
                if engine.observe(guess, viewer) != view:
                    raise _unfit(step, viewer, "the viewer would see something else in it")
                if _count(guess) != Counter(str(subject.variant.row.deck)):
                    raise _unfit(step, viewer, "it does not hold the cards of the row")
            _play_on(subject, step, guess, viewer, rng)
    _covers(subject, line)


def _guess(subject: Subject, step: Step, view: Observation, rng: Random) -> State:
    try:
        return subject.engine.determinize(view, rng)
    except HanamikojiError as error:
        raise _unfit(step, view.viewer, f"it raised {type(error).__name__}: {error}") from error


def _unfit(step: Step, viewer: Viewer, happened: str) -> Broken:
    return Broken(
        expected="determinize gives a position that fits the observation",
        happened=happened,
        path=step.moves,
        state=step.after,
        viewer=who(viewer),
    )


def _count(state: State) -> Counter[str]:
    found = Counter(state.deck)
    offered = state.offer.piles if state.offer is not None else ()
    for part in (*state.hands, *state.placed, *(f.cards for f in state.facedown), *offered):
        found.update(str(part))
    return found


def _play_on(subject: Subject, step: Step, guess: State, viewer: Viewer, rng: Random) -> None:
    engine, number = subject.engine, guess.round
    try:
        for _ in range(_MOST_MOVES):  # That a round ends is the business of another check.
            if guess.to_move is None or guess.round != number:
                break
            moves = engine.legal_moves(guess)
            guess = engine.apply(guess, moves[int(rng.random() * len(moves))])
    except HanamikojiError as error:
        raise Broken(
            expected="a position that fits what a player knows can be played on",
            happened=f"play from such a position came to a stop with the hands "
            f"{guess.hands[0] or '-'} and {guess.hands[1] or '-'}: {error}",
            path=step.moves,
            state=step.after,
            viewer=who(viewer),
            hint="list a play for every hand that the hidden cards allow",
        ) from error


def _covers(subject: Subject, line: Line) -> None:
    """Examine that every card comes up in every place, and every arrangement of a few cards."""
    steps = [s for s in subject.course(line).steps if s.after.to_move is not None]
    for step in subject.sample(steps, 2):
        for viewer in _VIEWERS:
            _covers_places(subject, step, viewer)
    few = sorted(
        ((len(hidden(step.after, v)), at, i) for at, step in enumerate(steps)
         for i, v in enumerate(_VIEWERS))
    )  # fmt: skip
    examined = 0
    for _, at, i in few[:_MOST_TRIED]:
        examined += _covers_arrangements(subject, steps[at], _VIEWERS[i])
        if examined == 2:
            break


def _covers_places(subject: Subject, step: Step, viewer: Viewer) -> None:
    """Every hidden letter can lie in every hidden place, unless a sighting rules it out."""
    if any(sighting.viewer == viewer for sighting in step.after.memory.sightings):
        return
    places = hidden(step.after, viewer)
    possible = {(slot, letter) for slot, _ in places for _, letter in places}
    view, rng = subject.engine.observe(step.after, viewer), Random(0)
    draws = 25 * len(places)
    while possible and draws:
        possible.difference_update(hidden(subject.engine.determinize(view, rng), viewer))
        draws -= 1
    if possible:
        ((place, number), letter), *_ = sorted(possible)
        raise _uncovered(
            step, viewer, f"{letter} never came up in {place} {number}, though it could lie there"
        )


def _covers_arrangements(subject: Subject, step: Step, viewer: Viewer) -> bool:
    """Compare with all arrangements of the hidden cards; false if there are too many."""
    possible = _arrangements(step.after, viewer)
    if len(possible) < 2:
        return False
    rarest = min(possible.values()) / sum(possible.values())
    own = any(s.viewer == viewer for s in step.after.memory.sightings)
    # Sightings are dealt first, so that what is rare may be rarer still.
    draws = ceil(25 / rarest) * (4 if own else 1)
    if draws > _MOST_DRAWS:
        return False
    view, rng = subject.engine.observe(step.after, viewer), Random(0)
    drawn = set()
    for number in range(draws):
        drawn.add(_arranged(subject.engine.determinize(view, rng), viewer))
        if number % 64 == 0 and len(drawn) == len(possible):
            break
    if drawn != set(possible):
        missing = len(set(possible) - drawn)
        what = f"{missing} of {len(possible)} arrangements never came up in {draws} draws"
        if strange := drawn - set(possible):
            what = f"{len(strange)} arrangements came up that are impossible"
        raise _uncovered(step, viewer, what)
    return True


def _uncovered(step: Step, viewer: Viewer, happened: str) -> Broken:
    return Broken(
        expected="every arrangement of the hidden cards is possible, and no other",
        happened=happened,
        path=step.moves,
        state=step.after,
        viewer=who(viewer),
    )


def _arranged(state: State, viewer: Viewer) -> tuple[tuple[Slot, str], ...]:
    """Which hidden letters lie where."""
    slots = sorted(hidden(state, viewer))
    return tuple(
        (slot, "".join(letter for _, letter in group))
        for slot, group in groupby(slots, key=lambda entry: entry[0])
    )


def _arrangements(state: State, viewer: Viewer) -> dict[tuple[tuple[Slot, str], ...], float]:
    """Every arrangement of the hidden cards with its weight; empty if there are too many."""
    slots = _arranged(state, viewer)
    pool = Cards("".join(letters for _, letters in slots))
    own = [s for s in state.memory.sightings if s.viewer == viewer]
    ways: dict[tuple[tuple[Slot, str], ...], float] = {}
    ways_to_deal = _deal(pool, [(slot, len(letters)) for slot, letters in slots])
    for tried, way in enumerate(ways_to_deal):
        if tried > _MOST_DEALS:
            return {}
        if own and not fits(own, _numbered(state, way)):
            continue
        ways[way] = prod(
            factorial(len(letters)) / prod(map(factorial, Counter(letters).values()))
            for _, letters in way
        )
        if len(ways) > _MOST_ARRANGEMENTS:
            return {}
    return ways


def _deal(pool: Cards, slots: list[tuple[Slot, int]]) -> Iterator[tuple[tuple[Slot, str], ...]]:
    if not slots:
        yield ()
        return
    (slot, size), *others = slots
    for part in pool.combinations(size):
        for rest in _deal(pool - part, others):
            yield ((slot, str(part)), *rest)


def _numbered(state: State, way: tuple[tuple[Slot, str], ...]) -> dict[int, str]:
    """The arrangement, by the place numbers of sightings."""
    found: dict[int, str] = {}
    for (place, at), letters in way:
        if place == "deck":
            mark = state.memory.deck[at] if state.memory.deck else None
            if mark is not None:
                found[1_000_000 + mark.serial] = letters
        else:
            found[{"hand": -1 - at, "facedown": at, "offer": -10 - at}[place]] = letters
    return found
