"""The markers of one player, compiled: what can be played with each hand, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NoReturn

from attrs import define, field

from ._action import Effects, Stage, advance, answered, laid_out, picks_of
from ._faults import Fault, blamed
from .cards import Cards
from .knowledge import NO_CARDS
from .markers import ActionMarker, From, Take, To
from .moves import Layout, Move, Pick, Play
from .observation import Observation
from .row import Row
from .state import Offer

_MOST_PLAYS: Final = 100_000


class _NeedsTable(Exception):
    """The action takes cards, so what it leads to depends on the table."""


@define(eq=False)
class Script:
    """One play of a marker, and what it leads to for each player; the same in every hand.

    `stages` holds ``None`` until asked for, and for actions that depend on the table.
    """

    marker: ActionMarker
    play: Play
    cards: Cards
    stages: list[Stage | None] = field(factory=lambda: [None, None])
    fixed: bool = True


@define(eq=False)
class Answers:
    """An offer that follows from its play alone: the choices, and what each leads to."""

    picks: tuple[Pick, ...]
    after: dict[Pick, Stage] = field(factory=dict)


@define(eq=False)
class MarkersOf:
    """The markers of one player (or of both, where they hold the same), compiled.

    All caches are bounded by the game: one entry per hand, per play and per offer.
    """

    row: Row
    markers: dict[int, ActionMarker]
    names: dict[int, str]
    hand_only: bool = field(init=False)
    moves: dict[tuple[Cards, frozenset[int]], tuple[Move, ...]] = field(factory=dict)
    plays: dict[int, dict[Cards, dict[Play, Script]]] = field(init=False)
    scripts: dict[Play, Script] = field(factory=dict)
    offers: dict[Offer, Answers] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.hand_only = all(marker.hand_only for marker in self.markers.values())
        self.plays = {number: {} for number in self.markers}

    def listing(
        self, number: int, hand: Cards, look: Callable[[], Observation]
    ) -> dict[Play, Script]:
        """Every play of this marker now, with its script, in the marker's order."""
        found = self.plays[number].get(hand)
        if found is None:
            marker = self.markers[number]
            with blamed(self.names[number]):
                view = hand_view(self.row, hand) if marker.hand_only else look()
                found = {
                    play: self._script(marker, play) for play in _listed(marker, view)
                }
            if marker.hand_only:
                self.plays[number][hand] = found
        return found

    def script(self, play: Play) -> Script:
        """The script of a legal play whose piles lie in another order than the listed one."""
        return self._script(self.markers[play.marker], play)

    def stage(self, script: Script, player: int) -> Stage | None:
        """What a play leads to, or ``None`` where that depends on the table."""
        marker = script.marker
        if not (script.fixed and marker.hand_only):
            return None
        action = laid_out(player, script.play, marker.origins)
        with blamed(self.names[marker.number]):
            stage = self._fixed(marker, action)
            if stage is None:
                script.fixed = False
            else:
                self._keep(marker, stage)
                script.stages[player] = stage
        return stage

    def stage_after(self, offer: Offer, answers: Answers, pick: Pick) -> Stage | None:
        """What a pick leads to, or ``None`` where that depends on the table."""
        marker = self.markers[offer.marker]
        with blamed(self.names[offer.marker]):
            stage = self._fixed(marker, answered(offer, pick))
            if stage is not None:
                self._keep(marker, stage)
                answers.after[pick] = stage
        return stage

    def _script(self, marker: ActionMarker, play: Play) -> Script:
        found = self.scripts.get(play) if marker.hand_only else None
        if found is None:
            origins = marker.origins or (From.HAND,) * len(play.piles)
            from_hand = (
                pile
                for pile, origin in zip(play.piles, origins, strict=True)
                if origin is From.HAND
            )
            found = Script(marker, play, sum(from_hand, NO_CARDS), fixed=marker.hand_only)
            if marker.hand_only:
                self.scripts[play] = found
        return found

    def _fixed(self, marker: ActionMarker, action: Offer) -> Stage | None:
        try:
            return advance(marker, action, lambda: hand_view(self.row, NO_CARDS), _needs_table)
        except _NeedsTable:
            return None

    def _keep(self, marker: ActionMarker, stage: Stage) -> None:
        if isinstance(stage, Effects):
            _check_cost(marker, stage)
        elif stage not in self.offers:
            self.offers[stage] = Answers(picks_of(stage))


def _check_cost(marker: ActionMarker, effects: Effects) -> None:
    """A hand-only action moves as many cards as its marker declares, or the marker is at fault."""
    sizes = dict.fromkeys(To, 0)
    for pile, to in zip(effects.action.piles, effects.to, strict=True):
        sizes[to] += len(pile)
    for what, declared, real in (
        ("cost", marker.cost, sum(sizes.values()) - sizes[To.OWN_HAND]),
        ("gives", marker.gives, sizes[To.THEIR_HAND]),
        ("draws", marker.draws, -sizes[To.DECK_TOP] - sizes[To.DECK_BOTTOM]),
    ):
        if declared != real:
            raise Fault(f"declares {what} {declared}, but this action makes it {real}")


def hand_view(row: Row, hand: Cards) -> Observation:
    """What a marker sees whose plays depend on the hand alone: the hand, and an empty table."""
    return Observation(
        viewer=0,
        row=row,
        round=1,
        starting_player=0,
        to_move=0,
        favor=row.no_favor,
        hand=hand,
        hand_sizes=(len(hand), 0),
        placed=(NO_CARDS, NO_CARDS),
        used=(frozenset(), frozenset()),
        deck_size=0,
        deck=(),
        deck_marks=(),
        facedown=(),
        offer=None,
        sightings=(),
        outcome=None,
        legal_moves=(),
    )


def _needs_table(action: Offer, take: Take) -> NoReturn:
    raise _NeedsTable


def _listed(marker: ActionMarker, view: Observation) -> list[Play]:
    """The plays that a marker lists, checked against what is there to be played."""
    found: dict[Play, None] = {}
    answer = marker.plays(view)
    if not isinstance(answer, Iterable):
        raise Fault(f"listed its plays as {type(answer).__name__}, not as layouts")
    for layout in islice(answer, _MOST_PLAYS + 1):
        if not (isinstance(layout, tuple) and all(isinstance(pile, Cards) for pile in layout)):
            raise Fault("listed a play that is not a tuple of Cards, one for each pile")
        _check_there(marker, layout, view)
        play = Play(marker.number, layout)
        if play in found:
            raise Fault("listed the same play twice")
        if len(found) == _MOST_PLAYS:
            raise Fault(f"listed more than {_MOST_PLAYS:,} plays")
        found[play] = None
    return list(found)


def _check_there(marker: ActionMarker, layout: Layout, view: Observation) -> None:
    origins = marker.origins or (From.HAND,) * len(layout)
    if len(origins) != len(layout):
        raise Fault(f"listed a play of {len(layout)} piles, but has {len(origins)} origins")
    player = view.viewer or 0
    sources = {
        From.HAND: view.hand,
        From.OWN_SIDE: view.placed[player],
        From.THEIR_SIDE: view.placed[1 - player],
    }
    for origin in set(origins):
        if origin not in sources:
            raise Fault(f"plays cards from {origin.value}; use Take for that")
        wanted = sum(
            (pile for pile, o in zip(layout, origins, strict=True) if o is origin), NO_CARDS
        )
        if not wanted <= sources[origin]:
            raise Fault(f"listed a play with a card that is not there ({origin.value})")

