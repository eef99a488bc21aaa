"""One action: calls a marker's `step` and checks each answer until the action is complete.

An action in progress is also represented by an `Offer`; its `chooser` and `pick` are then unused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias, final

from attrs import evolve, frozen

from ..model.cards import Cards
from ..model.facedown import FaceDown
from ..model.knowledge import EVERYBODY, NO_CARDS, ONLY, Viewers
from ..model.moves import Pick, Play
from ..model.observation import Observation
from ..model.places import From, To
from ..model.state import Offer
from ..protocol.markers import Action, ActionMarker, Ask, Place, Take, Who
from ..protocol.shortages import takes
from ..wording import number_of, safe_repr
from .faults import Fault

_MAX_STEPS: Final = 100
_SIDES: Final = {To.OWN_SIDE: 0, To.THEIR_SIDE: 1}
_SECRETS: Final = {To.OWN_SIDE_FACE_DOWN: 0, To.THEIR_SIDE_FACE_DOWN: 1}
_HANDS: Final = (To.OWN_HAND, To.THEIR_HAND)
_DECK: Final = (To.DECK_TOP, To.DECK_BOTTOM)


@final
@frozen(eq=False)
class Effects:
    """What a completed action adds to the table. Pairs have one entry for each player.

    An action is `plain` if it changes no hand and no deck, and its play and picks determine it.
    """

    action: Offer
    player: int
    marker: int
    to: tuple[To, ...]
    placed: tuple[Cards, Cards]
    places: bool
    facedown: tuple[FaceDown, ...]
    plain: bool


Stage: TypeAlias = Offer | Effects
"""The state of an action: a player must pick, or it is complete."""

TakeCards: TypeAlias = Callable[[Offer, Take], Offer]
GetView: TypeAlias = Callable[[], Observation]


def laid_out(player: int, play: Play, origins: Sequence[From]) -> Offer:
    """The action that a play begins: everyone knows cards from a side, the actor all others."""
    piles = play.piles
    sources = origins or (From.HAND,) * len(piles)
    return Offer(
        player=player,
        chooser=player,
        marker=play.marker,
        piles=piles,
        pick=0,
        among=(),
        seen_by=tuple(ONLY[player] if source is From.HAND else EVERYBODY for source in sources),
        shown=(NO_CARDS,) * len(piles),
        laid=len(piles),
    )


def advance(marker: ActionMarker, action: Offer, view: GetView, take: TakeCards) -> Stage:
    """Follow the marker's steps until a player must pick or the action is complete."""
    for _ in range(_MAX_STEPS):
        step = marker.step(view(), _seen_by_actor(action))
        if isinstance(step, Ask):
            return _asked(action, step)
        if isinstance(step, Place):
            return _placed(action, step)
        if not isinstance(step, Take):
            raise Fault(f"returned {type(step).__name__} from step, not an Ask, a Take or a Place")
        action = take(action, step)
    raise Fault(f"took cards {_MAX_STEPS} times in one action without finishing it")


def check_taken(marker: ActionMarker, taken: int) -> None:
    """Raise `Fault` for more cards from the deck than the marker declares."""
    if taken > takes(marker):
        raise Fault(
            f"took {number_of(taken, 'card')} from the deck, but declares takes={takes(marker)}; "
            f"increase takes, or set or_fewer"
        )


def picks_of(offer: Offer) -> tuple[Pick, ...]:
    """The picks that look different to the chooser, in ascending order."""
    listed: dict[object, Pick] = {}
    looks: list[object] = list(range(len(offer.piles)))
    if offer.interchangeable:
        for i in offer.among:
            if offer.chooser in offer.seen_by[i]:
                looks[i] = str(offer.piles[i])
    for chosen in combinations(offer.among, offer.pick):
        listed.setdefault(tuple(sorted(map(str, (looks[i] for i in chosen)))), _pick(chosen))
    return tuple(listed.values())


@lru_cache(maxsize=1024)
def _pick(piles: tuple[int, ...]) -> Pick:
    """Always the same object for the same piles."""
    return Pick(piles)


def answered(offer: Offer, pick: Pick) -> Offer:
    """The action in progress, with this pick added."""
    return evolve(offer, picks=(*offer.picks, pick))


def _seen_by_actor(action: Offer) -> Action:
    return Action(action.glimpses(action.player), action.laid, action.picks)


def _asked(action: Offer, ask: Ask) -> Offer:
    count = len(action.piles)
    among = tuple(range(count)) if ask.among is None else ask.among
    if not (isinstance(among, tuple) and all(type(i) is int and 0 <= i < count for i in among)):
        raise Fault(f"asks about piles that do not exist; the piles are 0 to {count - 1}")
    if len(set(among)) != len(among):
        raise Fault("asks about the same pile twice")
    if type(ask.pick) is not int or not 1 <= ask.pick <= len(among):
        raise Fault(f"asks for {safe_repr(ask.pick)} of {number_of(len(among), 'pile')}")
    if not isinstance(ask.who, Who):
        raise Fault(f"asks {safe_repr(ask.who)}, not Who.ACTOR or Who.OPPONENT")
    opponent = 1 - action.player
    seen_by, shown = _turned_up(action, ask)
    return evolve(
        action,
        chooser=opponent if ask.who is Who.OPPONENT else action.player,
        pick=ask.pick,
        among=tuple(sorted(among)),
        seen_by=seen_by,
        shown=shown,
        interchangeable=bool(ask.interchangeable),
    )


def _turned_up(action: Offer, ask: Ask) -> tuple[tuple[Viewers, ...], tuple[Cards, ...]]:
    """For each pile, who knows it and which part everyone knows, after the piles are shown."""
    wanted = ask.shown
    if isinstance(wanted, bool):
        wanted = (wanted,) * len(action.piles)
    if not isinstance(wanted, tuple) or len(wanted) != len(action.piles):
        raise Fault("does not have one entry for each pile in the shown of its Ask")
    seen_by, shown = list(action.seen_by), list(action.shown)
    for i, (pile, part) in enumerate(zip(action.piles, wanted, strict=True)):
        if part is True:
            seen_by[i], shown[i] = EVERYBODY, NO_CARDS
        elif isinstance(part, Cards):
            if not part <= pile:
                raise Fault("shows a card that is not in the pile")
            if part == pile:
                seen_by[i], shown[i] = EVERYBODY, NO_CARDS
            elif seen_by[i] != EVERYBODY:
                # Both parts are known now. A card in both of them is the same card.
                shown[i] = shown[i] + (part - (part & shown[i]))
                if shown[i] == pile:
                    seen_by[i], shown[i] = EVERYBODY, NO_CARDS
        elif part is not False:
            raise Fault(f"shows {safe_repr(part)} of a pile; use True, False or Cards")
    return tuple(seen_by), tuple(shown)


def _placed(action: Offer, place: Place) -> Effects:
    to = place.to
    if not (isinstance(to, tuple) and all(isinstance(target, To) for target in to)):
        raise Fault("does not place the piles with a tuple of To")
    if len(to) != len(action.piles):
        there = len(action.piles)
        raise Fault(f"places {number_of(len(to), 'pile')}, but the action has {there}")
    player = action.player
    placed = [NO_CARDS, NO_CARDS]
    lots: list[FaceDown] = []
    for i, target in enumerate(to):
        pile = action.piles[i]
        if target in _SIDES:
            placed[player ^ _SIDES[target]] += pile
        elif target in _DECK and len(pile) != 1:
            raise Fault(
                f"puts a pile of {len(pile)} cards into the deck; lay out each card as a pile"
            )
    for target in dict.fromkeys(to):
        if target is To.ASIDE or target in _SECRETS:
            lots += _face_down(action, target, [i for i, t in enumerate(to) if t is target])
    return Effects(
        action=action,
        player=player,
        marker=action.marker,
        to=to,
        placed=(placed[0], placed[1]),
        places=any(placed),
        facedown=tuple(lots),
        plain=not any(target in _HANDS or target in _DECK for target in to),
    )


def _face_down(action: Offer, target: To, piles: list[int]) -> list[FaceDown]:
    """Piles that go to the same face-down place; those with the same viewers become one lot."""
    scores_for = action.player ^ _SECRETS[target] if target in _SECRETS else None
    area = action.player if scores_for is None else scores_for
    together: dict[Viewers, list[int]] = {}
    for i in piles:
        together.setdefault(action.seen_by[i], []).append(i)
    return [
        FaceDown(
            cards=sum((action.piles[i] for i in group), NO_CARDS),
            player=area,
            marker=action.marker,
            scores_for=scores_for,
            seen_by=seen_by,
            shown=sum((action.shown[i] for i in group), NO_CARDS),
        )
        for seen_by, group in together.items()
        if any(action.piles[i] for i in group)
    ]


def lot_indexes(effects: Effects, first: int) -> dict[int, int]:
    """The index in `State.facedown` of each face-down pile; `first` is the next free index."""
    action = effects.action
    found: dict[int, int] = {}
    for i, target in enumerate(effects.to):
        if target is not To.ASIDE and target not in _SECRETS:
            continue
        scores_for = action.player ^ _SECRETS[target] if target in _SECRETS else None
        for n, lot in enumerate(effects.facedown):
            if lot.scores_for == scores_for and lot.seen_by == action.seen_by[i]:
                found[i] = first + n
    return found
