"""The compiled markers of a player: the plays for each hand, and what each play leads to."""

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

_MAX_PLAYS: Final = 100_000


class _NeedsTable(Exception):
    """The action takes cards, so its result depends on the table."""


@final
@define(eq=False)
class CompiledPlay:
    """One play of a marker, and what it leads to with any hand.

    `left` has the hands for which a hand-only marker lists the play, and what is left of each hand.
    `stages` has what the play leads to, for each player. An entry is ``None`` until it is computed,
    and stays ``None`` if the result depends on the table.
    """

    owner: CompiledMarkers
    marker: ActionMarker
    play: Play
    cards: Cards
    fixed: bool
    left: dict[Cards, Cards] = field(factory=dict)
    stages: tuple[Stage | None, Stage | None] = (None, None)


@final
@define(eq=False)
class CompiledOffer:
    """An offer that its play and picks determine: the legal picks, and what each leads to."""

    owner: CompiledMarkers
    offer: Offer
    picks: tuple[Pick, ...]
    stages: list[Stage | None]


OfferKey: TypeAlias = tuple[int, int, Layout, tuple[Pick, ...]]
"""Player, marker, piles and earlier picks. They determine the offer of a hand-only marker."""


@define(eq=False)
class CompiledMarkers:
    """The compiled markers of a player. Players with the same markers share one object.

    A listed play has a reference to its `CompiledPlay`, and an offer to its `CompiledOffer`, so
    that the next move needs no lookup. The caches have at most one entry for each hand, play and
    offer of the game.
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
    compiled_plays: dict[int, dict[Layout, CompiledPlay]] = field(init=False)
    offers: dict[OfferKey, CompiledOffer] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.hand_only = all(marker.hand_only for marker in self.markers.values())
        self.blank = hand_view(self.row, NO_CARDS)
        self.compiled_plays = {number: {} for number in self.markers}

    def list_layouts(
        self, number: int, hand: Cards, view: Callable[[], Observation]
    ) -> tuple[Layout, ...]:
        """Every layout that this marker allows now, in the marker's order."""
        marker = self.markers[number]
        if not marker.hand_only:
            with blamed(self.names[number]):
                return _list_plays(marker, view())
        found = self.layouts.get((number, hand))
        if found is None:
            with blamed(self.names[number]):
                layouts = _list_plays(marker, hand_view(self.row, hand))
            plays = [self.compile_play(number, piles) for piles in layouts]
            for compiled in plays:
                self.hand_after(compiled, hand)
            found = self.layouts[number, hand] = tuple([c.play.piles for c in plays])
        return found

    def hand_after(self, compiled: CompiledPlay, hand: Cards) -> Cards:
        """The cards that a play, legal with this hand, leaves in it."""
        left = hand - compiled.cards
        if compiled.marker.hand_only:
            compiled.left[hand] = left
        return left

    def find_play(self, play: Play) -> CompiledPlay | None:
        """The compiled form of a play that the caller created, if there is one."""
        try:
            return self.compiled_plays[play.marker].get(play.piles)
        except (KeyError, TypeError):
            return None  # The legality check reports what is wrong with it.

    def compile_play(self, number: int, piles: Layout) -> CompiledPlay:
        """The compiled form of this play, the same for all hands that allow it."""
        marker = self.markers[number]
        known = self.compiled_plays[number]
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

    def stage_after_play(self, compiled: CompiledPlay, player: int) -> Stage | None:
        """What a play leads to, or ``None`` if that depends on the table."""
        if not compiled.fixed:
            return None
        marker = compiled.marker
        action = laid_out(player, compiled.play, marker.origins)
        with blamed(self.names[marker.number]):
            stage = self._stage_without_table(marker, action)
        compiled.fixed = stage is not None
        first, second = compiled.stages
        compiled.stages = (stage, second) if player == 0 else (first, stage)
        return stage

    def stage_after_pick(self, compiled: CompiledOffer, pick: Pick) -> Stage | None:
        """What a pick leads to, or ``None`` if that depends on the table."""
        marker = self.markers[compiled.offer.marker]
        with blamed(self.names[marker.number]):
            stage = self._stage_without_table(marker, answered(compiled.offer, pick))
        if pick in compiled.picks:
            compiled.stages[compiled.picks.index(pick)] = stage
        return stage

    def legal_picks(self, offer: Offer) -> tuple[Pick, ...]:
        """The picks that an offer allows."""
        compiled = self.find_offer(offer)
        return picks_of(offer) if compiled is None else compiled.picks

    def find_offer(self, offer: Offer) -> CompiledOffer | None:
        """The compiled form of an offer, if there is one."""
        try:
            found = offer.compiled
        except AttributeError:
            found = None
        if type(found) is not CompiledOffer or found.owner is not self:
            found = self.offers.get((offer.player, offer.marker, offer.piles, offer.picks))
            if found is None or found.offer != offer:
                return None
        return found

    def _stage_without_table(self, marker: ActionMarker, action: Offer) -> Stage | None:
        try:
            stage = advance(marker, action, lambda: self.blank, _needs_table)
        except _NeedsTable:
            return None
        if isinstance(stage, Effects):
            _check_cost(marker, stage)
        else:
            picks = picks_of(stage)
            compiled = CompiledOffer(self, stage, picks, [None] * len(picks))
            _attach(stage, compiled)
            self.offers[stage.player, stage.marker, stage.piles, stage.picks] = compiled
        return stage


def _attach(value: Compilable, compiled: object) -> None:
    object.__setattr__(value, "compiled", compiled)  # A cache on a value that is otherwise frozen.


def _list_plays(marker: ActionMarker, view: Observation) -> tuple[Layout, ...]:
    """The plays that a marker lists, after checking that their cards are there."""
    answer = marker.plays(view)
    if not isinstance(answer, Iterable):
        raise Fault(f"returned {type(answer).__name__} from plays, not an iterable of layouts")
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
        layout = tuple(layout)  # It could be a subclass.
        if not all(layout):
            raise Fault("listed a play with an empty pile; leave the pile out")
        if layout in found:
            raise Fault("listed the same play twice")
        if len(found) == _MAX_PLAYS:
            raise Fault(f"listed more than {_MAX_PLAYS:,} plays")
        _check_there(marker, layout, dict(there))
        found[layout] = None
    return tuple(found)


def _check_cost(marker: ActionMarker, effects: Effects) -> None:
    """Raise `Fault` unless a hand-only action moves as many cards as its marker declares."""
    sizes = dict.fromkeys(To, 0)
    for pile, to in zip(effects.action.piles, effects.to, strict=True):
        sizes[to] += len(pile)
    for what, declared, real in (
        ("cost", marker.cost, sum(sizes.values()) - sizes[To.OWN_HAND]),
        ("gives", marker.gives, sizes[To.THEIR_HAND]),
        ("draws", marker.draws, -sizes[To.DECK_TOP] - sizes[To.DECK_BOTTOM]),
    ):
        if declared != real:
            raise Fault(f"declares {what}={declared}, but this action has {what}={real}")


def hand_view(row: Row, hand: Cards) -> Observation:
    """What a hand-only marker sees: the hand, and an empty table."""
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
    """Raise `Fault` unless every pile is available at its origin; removes the piles from `left`."""
    origins = marker.origins or (From.HAND,) * len(layout)
    if len(origins) != len(layout):
        raise Fault(
            f"listed a play of {number_of(len(layout), 'pile')}, "
            f"but has {number_of(len(origins), 'origin')}"
        )
    for pile, origin in zip(layout, origins, strict=True):
        if origin not in left:
            raise Fault(f"lists From.{origin.name} in origins; use a Take for that")
        try:
            left[origin] -= pile
        except CardsError:
            raise Fault(f"listed a play with a card that is not in From.{origin.name}") from None
