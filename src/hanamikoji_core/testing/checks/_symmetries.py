"""Are seats and equal geisha treated alike, as the variant claims?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, cycle, pairwise, product
from random import Random
from typing import Any, TypeAlias

from attrs import evolve

from ...errors import IllegalMoveError
from ...model.cards import Cards
from ...model.events import Took
from ...model.knowledge import Viewers
from ...model.moves import Move, Pick, Play
from ...model.places import From
from ...model.row import Favor
from ...model.state import State
from ...protocol.markers import ActionMarker
from ...protocol.policies import RoundEnd
from .._lines import Line, Step
from .._rulings import Broken, NotClaimed, Other, broken_at
from .._shrink import deals_of
from .._subject import Subject
from .._words import difference_at, differing, in_words
from ._every_end import each_favor, every_count
from ._modesty import not_claimed
from ._round_ends import asked, favors

Letters: TypeAlias = Mapping[str, str]


def seat_symmetry(subject: Subject, line: Line) -> None:
    """The seats have equal rules, apart from who starts (claimed by ``symmetric=True``).

    The same deals and moves with the other player starting lead to the mirrored position after each
    move. Scoring and victory of a mirrored round are mirrored too.
    """
    if not subject.variant.symmetric:
        costs = "both seats are treated alike"
        first, second = _by_number(subject)
        raise not_claimed(
            subject, "seat-symmetry", "symmetric", costs, _seats_alike, telling=first == second
        )
    _seats_alike(subject, line)


def _seats_alike(subject: Subject, line: Line) -> None:
    first, second = _by_number(subject)
    if first != second:
        where = differing(first, second, "markers")
        raise Broken(
            expected="both players have the same markers",
            happened=f"those of player 0 and player 1 differ in {where}",
            hint="give both the same markers, names included; if the rules give them different "
            "markers, set symmetric=False",
        )
    same = {letter: letter for letter in subject.variant.row.letters}
    _same_policies(subject, (1, 0), [same])
    favor = tuple(None if owner is None else 1 - owner for owner in line.favor)
    mirrored = evolve(line, first_player=1 - line.first_player, favor=favor)
    other = mirrored.start(subject.engine)
    _same_games(subject, line, other, lambda move: move, (1, 0), {})


def _by_number(subject: Subject) -> tuple[list[ActionMarker], list[ActionMarker]]:
    """The markers of each player, in the order of their numbers."""
    first, second = (sorted(m, key=lambda marker: marker.number) for m in subject.variant.markers)
    return first, second


def relabelling(subject: Subject, line: Line) -> None:
    """Geisha of equal charm and card count are treated alike (claimed by ``relabelling=True``).

    With their letters exchanged in the deal and in every move, the game takes the same course, and
    scoring and victory give the same results. A card that is taken at random ends the comparison.
    """
    if not subject.variant.relabelling:
        costs = "geisha of equal charm are treated alike"
        raise not_claimed(subject, "relabelling", "relabelling", costs, _letters_alike)
    _letters_alike(subject, line)


def _letters_alike(subject: Subject, line: Line) -> None:
    variant = subject.variant
    letters = _exchange(subject, Random(line.seed))
    if all(one == two for one, two in letters.items()):
        raise NotClaimed("no two geisha have equal charm and as many cards")
    _same_policies(subject, (0, 1), _neighbours(subject))
    deals = ["".join(letters[c] for c in deal) for deal in deals_of(subject.course(line))]
    favor = _moved(line.favor, variant.row.letters, (0, 1), letters) if line.favor else ()
    other = evolve(line, deals=tuple(deals), favor=favor).start(subject.engine)
    _same_games(subject, line, other, lambda move: _relabelled(move, letters), (0, 1), letters)


def _equals(subject: Subject) -> list[list[str]]:
    """The letters of equal geisha, grouped."""
    groups: dict[tuple[int, int], list[str]] = {}
    for geisha in subject.variant.row:
        groups.setdefault((geisha.charm, geisha.cards), []).append(geisha.letter)
    return list(groups.values())


def _neighbours(subject: Subject) -> Iterator[Letters]:
    """Each two neighboring equal geisha exchanged; these exchanges generate all others."""
    same = {letter: letter for letter in subject.variant.row.letters}
    for group in _equals(subject):
        for one, two in pairwise(group):
            yield {**same, one: two, two: one}


def _exchange(subject: Subject, rng: Random) -> dict[str, str]:
    letters: dict[str, str] = {}
    for group in _equals(subject):
        turn = 1 + int(rng.random() * (len(group) - 1)) if len(group) > 1 else 0
        letters.update(zip(group, group[turn:] + group[:turn], strict=True))
    return letters


def _relabelled(move: Move, letters: Letters) -> Move:
    if isinstance(move, Play):
        return Play(move.marker, tuple(_cards(pile, letters) for pile in move.piles))
    return move


def _cards(cards: Cards, letters: Letters) -> Cards:
    text = str(cards)
    other = "".join([letters.get(letter, letter) for letter in text])
    return cards if other == text else Cards(other)


def _same_games(
    subject: Subject,
    line: Line,
    other: State,
    translate: Callable[[Move], Move],
    seats: tuple[int, int],
    letters: Letters,
) -> None:
    """The same as `_same_game`, with the translated game in the ruling."""
    try:
        _same_game(subject, line, other, translate, seats, letters)
    except Broken as broken:
        moves = [move for move in (*broken.path, broken.move) if isinstance(move, (Play, Pick))]
        broken.other = Other(other, tuple(map(translate, moves)), ())
        raise


def _same_game(
    subject: Subject,
    line: Line,
    other: State,
    translate: Callable[[Move], Move],
    seats: tuple[int, int],
    letters: Letters,
) -> None:
    """Play the line and its translation side by side."""
    close = {len(step.moves) for step in subject.positions(line)}
    for step in subject.course(line):
        if step.move is not None:
            assert step.before is not None
            if letters and _took_at_random(subject, step.before, step.move):
                return
            other = _apply(subject, step, step.before, other, step.move, translate, letters)
        _same(step, other, seats, letters)
        legal = (subject.engine.legal_moves(step.after), subject.engine.legal_moves(other))
        if len(legal[0]) != len(legal[1]):
            for move in legal[0]:  # One that is not legal there says it better.
                _apply(subject, step, step.after, other, move, translate, letters)
            raise _unequal(
                step,
                letters,
                f"there are {len(legal[0])} legal moves here and {len(legal[1])} there",
            )
        if len(step.moves) in close:
            for move in subject.sample(subject.moves(step.after), 8):
                if letters and _took_at_random(subject, step.after, move):
                    continue
                after = subject.engine.apply(step.after, move)
                there = _apply(subject, step, step.after, other, move, translate, letters)
                if after.round == step.after.round or not letters:
                    tried = Step(step.moves, step.opens, step.after, move, after)
                    _same(tried, there, seats, letters)


def _apply(
    subject: Subject,
    step: Step,
    state: State,
    other: State,
    move: Move,
    translate: Callable[[Move], Move],
    letters: Letters,
) -> State:
    try:
        return subject.engine.apply(other, translate(move))
    except IllegalMoveError as error:
        expected, hint = _claimed(letters)
        raise Broken(
            expected=f"{expected}: {move} is legal here, so {translate(move)} is legal there",
            happened=f"it was refused: {error}",
            path=step.path if state is step.before else step.moves,
            move=move,
            state=state,
            hint=hint,
        ) from error


def _took_at_random(subject: Subject, state: State, move: Move) -> bool:
    return any(
        isinstance(event, Took) and event.source is not From.DECK_TOP
        for event in subject.engine.narrate(state, move, None)
    )


def _same(step: Step, other: State, seats: tuple[int, int], letters: Letters) -> None:
    here, there = _picture(step.after, seats, letters), _picture(other, (0, 1), {})
    if here != there:
        where, wanted, found = difference_at(here, there)
        raise _unequal(
            step,
            letters,
            f"in the other game {where} is {in_words(found)}, and should be {in_words(wanted)}",
        )


def _unequal(step: Step, letters: Letters, happened: str) -> Broken:
    expected, hint = _claimed(letters)
    return broken_at(step, expected, happened, hint)


def _claimed(letters: Letters) -> tuple[str, str]:
    """The claim about the other game, and the hint if it does not hold."""
    if not letters:
        return (
            "the mirrored game when the other player starts, as symmetric=True claims",
            "use view.viewer only to find out which side is the marker's own",
        )
    return (
        f"the same game with exchanged letters ({_exchange_told(letters)}), as relabelling=True "
        "claims",
        "go by charm, not by the letter or place of a geisha",
    )


def _picture(state: State, seats: tuple[int, int], letters: Letters) -> dict[str, Any]:
    """A position by the names of its fields, with seats and letters exchanged."""

    def seat(player: int | None) -> int | None:
        return None if player is None else seats[player]

    def pair(things: tuple[Any, Any]) -> tuple[Any, Any]:
        return (things[seats[0]], things[seats[1]])

    def viewers(seen: Viewers) -> frozenset[int | None]:
        return frozenset(seat(viewer) for viewer in seen)

    def place(number: int) -> int:
        return -1 - seats[-1 - number] if number in (-1, -2) else number

    offer, outcome = state.offer, state.outcome
    return {
        "round": state.round,
        "starting_player": seat(state.starting_player),
        "to_move": seat(state.to_move),
        "favor": _favor(state.favor, state.row.letters, seats, letters),
        "hands": tuple(_cards(hand, letters) for hand in pair(state.hands)),
        "placed": tuple(_cards(side, letters) for side in pair(state.placed)),
        "used": pair(state.used),
        "deck": "".join(letters.get(letter, letter) for letter in state.deck),
        "facedown": [
            evolve(
                lot,
                cards=_cards(lot.cards, letters),
                player=seat(lot.player),
                scores_for=seat(lot.scores_for),
                seen_by=viewers(lot.seen_by),
                shown=_cards(lot.shown, letters),
            )
            for lot in state.facedown
        ],
        "offer": offer
        and evolve(
            offer,
            player=seats[offer.player],
            chooser=seats[offer.chooser],
            piles=tuple(_cards(pile, letters) for pile in offer.piles),
            seen_by=tuple(map(viewers, offer.seen_by)),
            shown=tuple(_cards(part, letters) for part in offer.shown),
        ),
        "outcome": outcome and evolve(outcome, winner=seat(outcome.winner), reason=""),
        "memory.sightings": Counter(
            (seat(s.viewer), _cards(s.cards, letters), frozenset(map(place, s.places)))
            for s in state.memory.sightings
        ),
        "memory.deck": [
            mark and (mark.serial, viewers(mark.seen_by)) for mark in state.memory.deck
        ],
    }


def _favor(favor: Favor, row: str, seats: tuple[int, int], letters: Letters) -> dict[str, Any]:
    return {
        letters.get(letter, letter): None if owner is None else seats[owner]
        for letter, owner in zip(row, favor, strict=True)
    }


def _same_policies(subject: Subject, seats: tuple[int, int], exchanges: Iterable[Letters]) -> None:
    """Scoring and victory of a translated end of a round are translated too."""
    broken = subject.fact(("policies", seats), lambda: _differ(subject, seats, exchanges))
    if broken is not None:
        raise broken


def _differ(
    subject: Subject, seats: tuple[int, int], exchanges: Iterable[Letters]
) -> Broken | None:
    """The first difference in how the policies treat a round and its translation."""
    several = list(exchanges)
    try:
        ends = chain(every_count(subject, starters=(0,)), each_favor(subject))
        for end, letters in zip(ends, cycle(several), strict=False):
            _same_scoring(subject, end, seats, letters)
        for end, letters in product(each_favor(subject), several):
            _same_victory(subject, end, seats, letters)
    except Broken as broken:
        return broken
    return None


def _same_scoring(
    subject: Subject, end: RoundEnd, seats: tuple[int, int], letters: Letters
) -> None:
    policy, row = subject.variant.scoring, end.row
    here = _moved(asked("scoring", policy, end), row.letters, seats, letters)
    there = asked("scoring", policy, _translated(end, seats, letters))
    if here != there:
        wanted, found = (favors(row, favor) for favor in (here, there))
        raise _unequal_policy("scoring", letters, end, wanted, found)


def _same_victory(
    subject: Subject, end: RoundEnd, seats: tuple[int, int], letters: Letters
) -> None:
    limit = subject.variant.limit
    for name, policy in subject.policies():
        if name == "scoring":
            continue
        if name == "limit.decide" and limit is not None:
            end = evolve(end, round=limit.rounds)
        one, two = (_won(name, policy, e) for e in (end, _translated(end, seats, letters)))
        right = seats[one] if isinstance(one, int) else one
        if two != right:
            raise _unequal_policy(name, letters, end, right, two)


def _won(name: str, policy: Any, end: RoundEnd) -> object:
    found = asked(name, policy, end)
    return "undecided" if found is None else found.winner


def _translated(end: RoundEnd, seats: tuple[int, int], letters: Letters) -> RoundEnd:
    first, second = (_cards(end.placed[seat], letters) for seat in seats)
    favor = _moved(end.favor, end.row.letters, seats, letters)
    return RoundEnd(end.row, end.round, seats[end.starting_player], (first, second), favor)


def _moved(favor: Favor, row: str, seats: tuple[int, int], letters: Letters) -> Favor:
    """The favor with seats and letters exchanged."""
    owners = _favor(favor, row, seats, letters)
    return tuple([owners[letter] for letter in row])


def _unequal_policy(
    what: str, letters: Letters, end: RoundEnd, wanted: object, found: object
) -> Broken:
    claim = "relabelling=True" if _exchange_told(letters) else "symmetric=True"
    how = f"exchanged letters ({_exchange_told(letters)})" if claim[0] == "r" else "exchanged seats"
    return Broken(
        expected=f"{what} of a round with {how} is {_verdict(wanted)}, as {claim} claims",
        happened=f"it is {_verdict(found)}; before the exchange it was {in_words(end)}",
        hint="treat both alike: go by charm, and by whose cards they are",
    )


def _exchange_told(letters: Letters) -> str:
    """The exchange of letters in words."""
    return ", ".join(f"{a} becomes {b}" for a, b in letters.items() if a != b)


def _verdict(found: object) -> str:
    if isinstance(found, str):
        return found
    return "a draw" if found is None else f"a win of player {found}"
