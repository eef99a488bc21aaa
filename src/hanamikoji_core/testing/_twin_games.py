"""The game that leads to a position in which two hidden cards changed places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve

from ..engine.engine import Engine
from ..errors import HanamikojiError
from ..model.cards import Cards
from ..model.moves import Move, Play
from ..model.state import State
from ._lines import Line
from ._shrink import begins, dealt

__all__ = ["twin_game"]


def twin_game(
    engine: Engine, line: Line, path: tuple[Move, ...], twin: State
) -> tuple[Line, tuple[Move, ...]] | None:
    """A deal and moves that lead to `twin`, which differs from the end of `path` in two cards.

    The two cards change places in the last deal, and in one play if they were played. ``None`` if
    no such game leads there.
    """
    states = [line.start(engine)]
    for move in path:
        states.append(engine.apply(states[-1], move))
    *earlier, last = (dealt(state) for state in states if begins(state))
    pair = _exchanged(states[-1], twin)
    for deal in _swapped(last, pair):
        begun = evolve(line, deals=(*earlier, deal))
        for moves in _with_one_played(path, pair):
            if _leads_to(engine, begun, moves, twin):
                return begun, moves
    return None


def _exchanged(one: State, two: State) -> set[str]:
    """The letters of the cards that lie in other places."""
    found: set[str] = set()
    for here, there in zip(_places(one), _places(two), strict=True):
        both = here & there
        found |= {*(here - both), *(there - both)}
    decks = zip(one.deck, two.deck, strict=True)
    return found | {letter for pair in decks if pair[0] != pair[1] for letter in pair}


def _places(state: State) -> list[Cards]:
    piles = () if state.offer is None else state.offer.piles
    return [*state.hands, *state.placed, *(lot.cards for lot in state.facedown), *piles]


def _swapped(deal: str, pair: set[str]) -> Iterator[str]:
    for one, two in combinations(range(len(deal)), 2):
        if {deal[one], deal[two]} == pair:
            cards = list(deal)
            cards[one], cards[two] = cards[two], cards[one]
            yield "".join(cards)


def _with_one_played(path: tuple[Move, ...], pair: set[str]) -> Iterator[tuple[Move, ...]]:
    """The moves unchanged; then with one card of one play exchanged, the latest play first."""
    yield path
    for at in range(len(path) - 1, -1, -1):
        play = path[at]
        if not isinstance(play, Play):
            continue
        for number, pile in enumerate(play.piles):
            for letter in pair & set(pile):
                (other,) = pair - {letter}
                changed = pile - Cards(letter) + Cards(other)
                piles = (*play.piles[:number], changed, *play.piles[number + 1 :])
                yield (*path[:at], Play(play.marker, piles), *path[at + 1 :])


def _leads_to(engine: Engine, line: Line, path: tuple[Move, ...], twin: State) -> bool:
    try:
        state = line.start(engine)
        for move in path:
            state = engine.apply(state, move)
    except HanamikojiError:
        return False
    return evolve(state, setup=twin.setup, memory=twin.memory) == twin
