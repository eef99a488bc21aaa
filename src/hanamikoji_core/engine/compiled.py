"""The markers of one player, compiled: what can be played with each hand, and what it leads to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final, NoReturn, TypeAlias, final

from attrs import define, field

from ..errors import CardsError
from ..model.cards import Cards
from ..model.knowledge import NO_CARDS
from ..model.moves import Compilable, Layout, Move, Pick, Play
from ..model.observation import Observation, ObservationDraft
from ..model.places import From, To
from ..model.row import Row
from ..model.state import Offer
from ..protocol.markers import ActionMarker, Take
from ..wording import number_of
from .action import Effects, Stage, advance, answered, laid_out, picks_of
from .faults import Fault, blamed

_MOST_PLAYS: Final = 100_000


class _NeedsTable(Exception):
    """The action takes cards, so what it leads to depends on the table."""


@final
@define(eq=False)
class CompiledPlay:
    """One play of a marker, and what it leads to; the same in every hand.

    `left` has the hands for which a hand-only marker allows the play, and what is left of each.
    `stages` has, per player, what the play leads to: ``None`` until asked for, and for actions
    that depend on the table.
    """

    of: CompiledMarkers
    marker: ActionMarker
    play: Play
    cards: Cards
    fixed: bool
    left: dict[Cards, Cards] = field(factory=dict)
    stages: tuple[Stage | None, Stage | None] = (None, None)


@final
@define(eq=False)
class CompiledOffer:
    """An offer that follows from its play alone: the choices, and what each leads to."""

    of: CompiledMarkers
    offer: Offer
    picks: tuple[Pick, ...]
    after: list[Stage | None]


OfferKey: TypeAlias = tuple[int, int, Layout, tuple[Pick, ...]]
"""Player, marker, piles and earlier picks: with these, a hand-only marker asks the same."""


@define(eq=False)
class CompiledMarkers:
    """The markers of a player, compiled; players with the same markers share it.

    Plays that it lists carry their `CompiledPlay`, and offers their `CompiledOffer`, so the next
    move finds them without a lookup. What it remembers is bounded by the game: one entry for each
    hand, play and offer.
    """

    row: Row
    markers: dict[int, ActionMarker]
    names: dict[int, str]
    moves: defaultdict[frozenset[int], dict[Cards, tuple[Move, ...]]] = field(
        init=False, factory=lambda: defaultdict(dict)
    )
    hand_only: bool = field(init=False)
    blank: Observation = field(init=False)
    layouts: dict[tuple[int, Cards], tuple[Layout, ...]] = field(init=False, factory=dict)
    scripts: dict[int, dict[Layout, CompiledPlay]] = field(init=False)
    offers: dict[OfferKey, CompiledOffer] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.hand_only = all(marker.hand_only for marker in self.markers.values())
        self.blank = hand_view(self.row, NO_CARDS)
        self.scripts = {number: {} for number in self.markers}

    def listed(
        self, number: int, hand: Cards, look: Callable[[], Observation]
    ) -> tuple[Layout, ...]:
        """Every layout that this marker allows now, in its order."""
        marker = self.markers[number]
        if not marker.hand_only:
            with blamed(self.names[number]):
                return _listed(marker, look())
        found = self.layouts.get((number, hand))
        if found is None:
            with blamed(self.names[number]):
                layouts = _listed(marker, hand_view(self.row, hand))
            scripts = [self.script(number, piles) for piles in layouts]
            for script in scripts:
                self.left(script, hand)
            found = self.layouts[number, hand] = tuple([s.play.piles for s in scripts])
        return found

    def left(self, script: CompiledPlay, hand: Cards) -> Cards:
        """What a play that is legal with this hand leaves of it."""
        left = hand - script.cards
        if script.marker.hand_only:
            script.left[hand] = left
        return left

    def known(self, play: Play) -> CompiledPlay | None:
        """The script of a play that somebody else has made, if there is one yet."""
        try:
            return self.scripts[play.marker].get(play.piles)
        except (KeyError, TypeError):
            return None  # Nonsense: the judge will say so.

    def script(self, number: int, piles: Layout) -> CompiledPlay:
        """The script of this play, one for all hands that allow it."""
        marker = self.markers[number]
        known = self.scripts[number]
        found = known.get(piles)
        if found is None:
            origins = marker.origins or (From.HAND,) * len(piles)
            from_hand = NO_CARDS
            for pile, origin in zip(piles, origins, strict=True):
                if origin is From.HAND:
                    from_hand += pile
            play = Play(number, piles)
            found = CompiledPlay(self, marker, play, from_hand, marker.hand_only)
            _attach(play, found)
            if marker.hand_only:
                known[piles] = found
        return found

    def stage(self, script: CompiledPlay, player: int) -> Stage | None:
        """What a play leads to, or ``None`` where that depends on the table."""
        if not script.fixed:
            return None
        marker = script.marker
        action = laid_out(player, script.play, marker.origins)
        with blamed(self.names[marker.number]):
            stage = self._fixed(marker, action)
        script.fixed = stage is not None
        first, second = script.stages
        script.stages = (stage, second) if player == 0 else (first, stage)
        return stage

    def stage_after(self, answers: CompiledOffer, pick: Pick) -> Stage | None:
        """What a pick leads to, or ``None`` where that depends on the table."""
        marker = self.markers[answers.offer.marker]
        with blamed(self.names[marker.number]):
            stage = self._fixed(marker, answered(answers.offer, pick))
        if pick in answers.picks:
            answers.after[answers.picks.index(pick)] = stage
        return stage

    def choices(self, offer: Offer) -> tuple[Pick, ...]:
        """The picks that an offer allows."""
        answers = self.answers(offer)
        return picks_of(offer) if answers is None else answers.picks

    def answers(self, offer: Offer) -> CompiledOffer | None:
        """What is known of an offer, if it follows from its play alone and was met before."""
        try:
            found = offer.compiled
        except AttributeError:
            found = None
        if type(found) is not CompiledOffer or found.of is not self:
            found = self.offers.get((offer.player, offer.marker, offer.piles, offer.picks))
            if found is None or found.offer != offer:
                return None
        return found

    def _fixed(self, marker: ActionMarker, action: Offer) -> Stage | None:
        try:
            stage = advance(marker, action, lambda: self.blank, _needs_table)
        except _NeedsTable:
            return None
        if isinstance(stage, Effects):
            _check_cost(marker, stage)
        else:
            picks = picks_of(stage)
            answers = CompiledOffer(self, stage, picks, [None] * len(picks))
            _attach(stage, answers)
            self.offers[stage.player, stage.marker, stage.piles, stage.picks] = answers
        return stage


def _attach(value: Compilable, compiled: object) -> None:
    object.__setattr__(value, "compiled", compiled)  # The value is frozen; this is no part of it.


def _listed(marker: ActionMarker, view: Observation) -> tuple[Layout, ...]:
    """The plays that a marker lists, checked against what is there to be played."""
    answer = marker.plays(view)
    if not isinstance(answer, Iterable):
        raise Fault(f"listed its plays as {type(answer).__name__}, not as layouts")
    player = view.viewer or 0
    there = {
        From.HAND: view.hand,
        From.OWN_SIDE: view.placed[player],
        From.THEIR_SIDE: view.placed[1 - player],
    }
    found: dict[Layout, None] = {}
    for layout in answer:
        if not (isinstance(layout, tuple) and all(isinstance(pile, Cards) for pile in layout)):
            raise Fault("listed a play that is not a tuple of Cards, one for each pile")
        layout = tuple(layout)  # Also of a class derived from it.
        if not all(layout):
            raise Fault("listed a play with an empty pile; leave the pile out")
        if layout in found:
            raise Fault("listed the same play twice")
        if len(found) == _MOST_PLAYS:
            raise Fault(f"listed more than {_MOST_PLAYS:,} plays")
        _check_there(marker, layout, dict(there))
        found[layout] = None
    return tuple(found)


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
    return ObservationDraft(
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
    ).frozen()


def _needs_table(action: Offer, take: Take) -> NoReturn:
    raise _NeedsTable


def _check_there(marker: ActionMarker, layout: Layout, left: dict[From, Cards]) -> None:
    """Every pile that a marker lists can be taken from where it says; `left` is used up."""
    origins = marker.origins or (From.HAND,) * len(layout)
    if len(origins) != len(layout):
        raise Fault(
            f"listed a play of {number_of(len(layout), 'pile')}, "
            f"but has {number_of(len(origins), 'origin')}"
        )
    for pile, origin in zip(layout, origins, strict=True):
        if origin not in left:
            raise Fault(f"plays cards from {origin.value}; use Take for that")
        try:
            left[origin] -= pile
        except CardsError:
            raise Fault(f"listed a play with a card that is not there ({origin.value})") from None
