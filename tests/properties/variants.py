"""Random variants: valid and invalid markers, with about the right number of cards."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from attrs import evolve, frozen
from hypothesis import strategies as st

from hanamikoji_core import (
    Action,
    ActionMarker,
    Ask,
    Cards,
    From,
    Layout,
    MoreCharm,
    Observation,
    PileMarker,
    Place,
    RoundLimit,
    Row,
    Step,
    Take,
    To,
    Variant,
    VariantError,
    Who,
)
from hanamikoji_core.protocol.variant import with_plugin

#: The numbers that a marker declares.
DECLARED = ("cost", "gives", "draws", "takes", "lays")


@frozen
class Scripted:
    """A marker in code: it lays out single cards, follows its script and places the piles.

    Its declarations are given, so they may be wrong.
    """

    number: int
    laid: int
    script: tuple[Ask | Take, ...]
    to: tuple[To, ...]
    cost: int
    gives: int
    draws: int
    takes: int
    lays: int
    hand_only: bool
    name: str = "Scripted"
    text: str = ""
    rules: tuple[str, ...] = ()
    origins: tuple[From, ...] = ()
    any_cards: bool = True

    def plays(self, view: Observation) -> Iterable[Layout]:
        return [tuple(map(Cards, str(c))) for c in view.hand.combinations(self.laid)]

    def canonical(self, layout: Layout) -> Layout:
        return tuple(sorted(layout, key=str))

    def step(self, view: Observation, action: Action) -> Step:
        done = len(action.taken) + len(action.picks)
        return self.script[done] if done < len(self.script) else Place(self.to)


def taken(marker: Scripted, source: From) -> int:
    """The number of cards that the script takes from this source."""
    return sum(isinstance(s, Take) and s.source is source for s in marker.script)


def honest(marker: Scripted) -> Scripted:
    """The same marker with the right declarations for its script."""
    into_deck = marker.to.count(To.DECK_TOP) + marker.to.count(To.DECK_BOTTOM)
    return evolve(
        marker,
        cost=marker.laid + taken(marker, From.HAND) - marker.to.count(To.OWN_HAND),
        gives=marker.to.count(To.THEIR_HAND) - taken(marker, From.THEIR_HAND),
        draws=taken(marker, From.DECK_TOP) - into_deck,
        takes=taken(marker, From.DECK_TOP),
        lays=marker.laid,
    )


def is_reliable(marker: ActionMarker) -> bool:
    """Whether the marker does what it declares in every position."""
    if isinstance(marker, PileMarker):
        return marker.hand_only  # The number of cards on a side is not checked.
    assert isinstance(marker, Scripted)
    alone = all(isinstance(s, Ask) or s.source is From.DECK_TOP for s in marker.script)
    return alone and marker == evolve(honest(marker), hand_only=marker.hand_only)


SIZES = st.lists(st.integers(1, 2), min_size=1, max_size=3).map(tuple)
PLACES = st.sampled_from(To)
ORIGINS = st.sampled_from([From.HAND, From.HAND, From.OWN_SIDE, From.THEIR_SIDE])


@st.composite
def pile_markers(draw: st.DrawFn, number: int) -> PileMarker | None:
    """A declarative marker; ``None`` if its fields are rejected."""
    piles = draw(SIZES)
    each = st.lists(PLACES, min_size=len(piles), max_size=len(piles)).map(tuple)
    origins = st.lists(ORIGINS, min_size=len(piles), max_size=len(piles)).map(tuple)
    with suppress(VariantError):
        return PileMarker(
            number,
            "Piles",
            piles=piles,
            pick=draw(st.integers(0, len(piles))),
            who=draw(st.sampled_from(Who)),
            shown=draw(st.booleans()),
            picked=draw(PLACES),
            rest=draw(PLACES | each),
            origins=draw(st.just(()) | origins),
            text="",
        )
    return None


@st.composite
def scripted_markers(draw: st.DrawFn, number: int) -> Scripted:
    """A marker in code, usually with the right declarations."""
    laid = draw(st.integers(0, 2))
    sources = st.sampled_from([From.DECK_TOP, From.DECK_TOP, From.THEIR_HAND, From.OWN_SIDE])
    one = st.builds(Take, st.just(1), sources, st.booleans(), st.booleans())
    takes = draw(st.lists(one, min_size=0 if laid else 1, max_size=2))
    asks = draw(st.lists(st.builds(Ask, who=st.sampled_from(Who), shown=st.booleans()), max_size=2))
    piles = laid + len(takes)
    marker = honest(
        Scripted(
            number,
            laid,
            (*takes, *asks),
            tuple(draw(st.lists(PLACES, min_size=piles, max_size=piles))),
            *(0, 0, 0, 0, 0),
            hand_only=draw(st.booleans()),
        )
    )
    if draw(st.integers(0, 5)) == 0:
        name = draw(st.sampled_from(DECLARED))
        marker = evolve(marker, **{name: getattr(marker, name) + draw(st.sampled_from([-1, 1]))})
    return marker


@st.composite
def marker_sets(draw: st.DrawFn) -> tuple[ActionMarker, ...]:
    """One to four markers, numbered from 1."""
    made: list[ActionMarker] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        kinds = (pile_markers(number), plain_markers(number), scripted_markers(number))
        marker = draw(st.one_of(*kinds))
        if marker is not None:
            made.append(marker)
    return tuple(made)


def plain_markers(number: int) -> st.SearchStrategy[PileMarker]:
    """A marker that places cards from the hand face up; most variants need some."""
    return st.builds(
        lambda size: PileMarker(number, "Plain", piles=(size,), text=""), st.integers(1, 3)
    )


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """One set of markers for both players or two sets, with about as many cards as they use."""
    first = draw(marker_sets())
    second = first if draw(st.integers(0, 3)) else draw(marker_sets())
    hand = sum(m.cost - 1 for m in first) - sum(m.gives for m in second)
    hand_size = max(0, hand) + (draw(st.integers(0, 9)) == 0)
    removed = draw(st.integers(0, 2))
    drawn = sum(1 + m.draws for m in (*first, *second))
    cards = 2 * hand_size + removed + max(0, drawn) + draw(st.integers(-1, 2))
    made = Variant(
        name="any",
        title="Any",
        markers=(first, second),
        row=row_of(max(1, cards), draw(st.integers(1, 4))),
        hand_size=hand_size,
        removed=removed,
        limit=RoundLimit(2, MoreCharm()),
    )
    return with_plugin(made, "any 1.0")


def row_of(cards: int, geisha: int) -> Row:
    """A row with this number of cards, distributed evenly over the geisha."""
    geisha = max(geisha, 1 + cards // 31)
    counts = [len(range(at, cards, geisha)) for at in range(geisha)]
    counts = [count for count in counts if count]
    return Row.of(*range(1, len(counts) + 1), cards=counts)
