"""Engines with one fault each: what no plug-in can break is held by checks that can fail, too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import evolve, frozen

from hanamikoji_core import (
    Cards,
    Engine,
    FaceDown,
    Glimpse,
    IllegalMoveError,
    Move,
    Observation,
    Outcome,
    Pick,
    Play,
    PluginError,
    SetupError,
    State,
    Variant,
    Viewer,
)
from hanamikoji_core.model.events import Drew, Event, Scored


@frozen
class BrokenEngine:
    """What the engine does wrong, the check that must notice, and what the ruling must say."""

    fault: str
    check: str
    says: str
    make: Callable[[Variant], Engine]


class LosesTheBox(Engine):
    """From the second round on, the removed card is gone."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.round > state.round:
            return evolve(after, facedown=())
        return after


class DealsTheLastCard(Engine):
    """The card that stays undrawn goes to whoever acts last."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.to_move is None or after.offer is not None or len(after.deck) != 1:
            return after
        hands = list(after.hands)
        hands[after.to_move] += Cards(after.deck)
        return evolve(after, hands=(hands[0], hands[1]), deck="")


class FlipsTooEarly(Engine):
    """A marker counts as used while its offer still waits."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.offer is None:
            return after
        used = list(after.used)
        used[after.offer.player] |= {after.offer.marker}
        return evolve(after, used=(used[0], used[1]))


class RefusesInSilence(Engine):
    """What is not legal is refused, and nobody is told why."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError as error:
            raise IllegalMoveError("") from error


class SameStarter(Engine):
    """The same player begins every round."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.round == state.round:
            return after
        other = self.start(seed=after.setup.seed, first_player=state.starting_player)
        return evolve(other, round=after.round, favor=after.favor)


class Forgetful(Engine):
    """Every third answer to one move is another one."""

    calls = 0

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        self.calls += 1
        after = super().apply(state, move, player=player)
        if self.calls % 3 == 0 and len(set(after.deck)) > 1:
            return evolve(after, deck=after.deck[1:] + after.deck[0])
        return after


class AcceptsAnyPick(Engine):
    """A pick of a pile that is not there takes the first."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Pick) and state.offer is not None:
            piles = tuple(i for i in move.piles if i in state.offer.among)
            if len(piles) < len(move.piles):
                return super().apply(state, Pick(state.offer.among[: state.offer.pick]))
        return super().apply(state, move, player=player)


class ListsHalf(Engine):
    """Every second pick is left out."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = super().legal_moves(state)
        return moves[::2] if state.offer is not None else moves


class ShowsTheBox(Engine):
    """Everybody sees the removed card."""

    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        lots = [
            evolve(seen, cards=evolve(seen.cards, known=lot.cards)) if lot.player is None else seen
            for seen, lot in zip(view.facedown, state.facedown, strict=True)
        ]
        return evolve(view, facedown=tuple(lots))


class WhispersInEvents(Engine):
    """The order of the opponent's hand shows in an event of the draw."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        other = state.hands[1 if viewer == 0 else 0]
        return events if "A" in other else events[::-1]


class NamesTheDraw(Engine):
    """Everybody is told which card was drawn; the observation does not show it."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        drawn = Glimpse(Cards(state.deck[:1]), 1)
        return tuple(
            evolve(event, card=drawn) if isinstance(event, Drew) and state.offer is None else event
            for event in super().narrate(state, move, viewer)
        )


class NamesTheDeal(Engine):
    """Everybody is told which cards were dealt at the start of a match."""

    def narrate_start(self, state: State, viewer: Viewer) -> tuple[Event, ...]:
        return super().narrate_start(state, 0)


class NamesTheNextDeal(Engine):
    """Everybody is told which cards were dealt when the next round begins."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        ends = self.apply(state, move).round > state.round
        return super().narrate(state, move, 0 if ends else viewer)


class ForgetsOwnSecrets(Engine):
    """Once the fifth card is drawn, nobody may look at what they laid face down."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if len(after.deck) > 3 or after.round > state.round:
            return after
        lots: list[FaceDown] = [evolve(lot, seen_by=frozenset()) for lot in after.facedown]
        return evolve(after, facedown=tuple(lots))


class GuessesOneWay(Engine):
    """The unseen cards always lie in alphabetical order."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        class Fixed:
            def getrandbits(self, bits: int) -> int:
                return 0

        return super().determinize(observation, Fixed())  # type: ignore[arg-type]


class GuessesBadly(Engine):
    """The viewer's own hand is dealt anew."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        guess = super().determinize(observation, rng)
        return evolve(guess, hands=(guess.hands[1], guess.hands[0]))


class StopsMidRound(Engine):
    """Player 0 gets every favor as soon as three cards lie on one side."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.outcome is None and len(after.placed[0]) >= 3:
            return evolve(after, favor=(0,) * len(after.favor))
        return after


class AcceptsMovesAfterTheEnd(Engine):
    """A move after the end does nothing, and is not refused."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        return state if state.to_move is None else super().apply(state, move, player=player)


class AcceptsPlaysAfterTheEnd(Engine):
    """A play after the end does nothing; a pick is refused."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if state.to_move is None and isinstance(move, Play):
            return state
        return super().apply(state, move, player=player)


class CrashesOnNonsense(Engine):
    """A marker that nobody has is looked up without a question."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Play) and move.marker > 9:
            raise KeyError(move.marker)
        return super().apply(state, move, player=player)


class LooksIntoTheBoxLate(Engine):
    """Once few cards are left to draw, everybody is shown the removed card, and nobody is told."""

    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        if len(state.deck) > 4:
            return view
        box, *others = view.facedown
        known = evolve(box, cards=evolve(box.cards, known=state.facedown[0].cards))
        return evolve(view, facedown=(known, *others))


class SwapsTheSides(Engine):
    """An observation says that what lies on one side lies on the other."""

    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        return evolve(view, placed=view.placed[::-1])


class ShowsOtherPiles(Engine):
    """An observation names other cards on offer than lie there."""

    def observe(self, state: State, player: Viewer) -> Observation:
        view = super().observe(state, player)
        if view.offer is None:
            return view
        piles = tuple(Glimpse(Cards("A" * len(pile)), len(pile)) for pile in view.offer.piles)
        return evolve(view, offer=evolve(view.offer, piles=piles))


class MakesPairsTwice(Engine):
    """Every second time, the same play of pairs leads to another round."""

    calls = 0

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        self.calls += 1
        pairs = isinstance(move, Play) and move.marker == 4
        return evolve(after, round=after.round + self.calls) if pairs else after


class ListsInAnOrderThatTells(Engine):
    """Which of the legal moves comes first depends on the deck."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = super().legal_moves(state)
        at = sum(place * ord(card) for place, card in enumerate(state.deck)) % max(1, len(moves))
        return (*moves[at:], *moves[:at])


class TellsInErrors(Engine):
    """The text of an error names the card on top of the deck."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; {state.deck[:1]} is next") from error


class CrashesOnUsedMarkers(Engine):
    """That a marker is used already is looked up where it is not written."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Play) and move.marker in state.used[state.to_move or 0]:
            raise KeyError(move.marker)
        return super().apply(state, move, player=player)


class RefusesWithATrace(Engine):
    """A refused move leaves its mark on the position."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError:
            object.__setattr__(state, "round", state.round + 1)
            raise


class MovesLeaveATrace(Engine):
    """A move changes the position that it is applied to; the answer is right each time."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(evolve(state, round=1), move, player=player)
        object.__setattr__(state, "round", state.round + 1)
        return after


class ListsAnewEachTime(Engine):
    """Whenever legal moves are asked for, the first of them comes last."""

    asked = 0

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = super().legal_moves(state)
        self.asked += 1
        at = self.asked % len(moves) if moves else 0
        return (*moves[at:], *moves[:at])


class LosesTheBottom(Engine):
    """A guess has the same card all over the deck."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        guess = super().determinize(observation, rng)
        return evolve(guess, deck="A" * len(guess.deck))


class CannotGuess(Engine):
    """Some observations are thought to be contradictory."""

    def determinize(self, observation: Observation, rng: Any) -> State:
        if observation.viewer == 1:
            raise SetupError("the observation does not add up")
        return super().determinize(observation, rng)


class KnowsItsGuesses(Engine):
    """In a position that was guessed, nobody can play."""

    guess: State | None = None

    def determinize(self, observation: Observation, rng: Any) -> State:
        self.guess = super().determinize(observation, rng)
        return self.guess

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if state is self.guess:
            raise PluginError("there is nothing to be done")
        return super().apply(state, move, player=player)


class TellsTheScoreTwice(Engine):
    """Events tell of one scoring twice."""

    def narrate(self, state: State, move: Move, viewer: Viewer) -> tuple[Event, ...]:
        events = super().narrate(state, move, viewer)
        return (*events, *(event for event in events if isinstance(event, Scored)))


class MovesFavorAfterScoring(Engine):
    """When the next round begins, the first geisha's marker is back in the centre."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.round == state.round:
            return after
        return evolve(after, favor=(None, *after.favor[1:]))


class CrownsTooEarly(Engine):
    """There is an outcome while the game goes on."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        return after if after.to_move is None else evolve(after, outcome=Outcome(0, "soon"))


class CrownsTheOther(Engine):
    """The winner that is told loses."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        after = super().apply(state, move, player=player)
        if after.outcome is None:
            return after
        return evolve(after, outcome=Outcome(1 - (after.outcome.winner or 0), "by mistake"))


class ListsMovesAfterTheEnd(AcceptsMovesAfterTheEnd):
    """A pick is listed that nobody needs to make."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return super().legal_moves(state) if state.to_move is not None else (Pick((0,)),)


class AcceptsAnything(Engine):
    """Whatever is not legal changes nothing and is not refused."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError:
            return state


class LaysOutAsListed(Engine):
    """The order of covered piles is always the sorted one."""

    def shuffle_piles(self, move: Move, player: int, rng: Random) -> Move:
        return move


class TakesListedOrdersOnly(Engine):
    """It knows nothing of `canonical`."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Play) and move not in self.legal_moves(state):
            raise IllegalMoveError("another order")
        return super().apply(state, move, player=player)


class TakesEveryOrder(Engine):
    """Whatever the marker says, the order of the piles is of no account."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        if isinstance(move, Play):
            listed = (m for m in self.legal_moves(state) if isinstance(m, Play))
            order = sorted(map(str, move.piles))
            move = next(
                (
                    m
                    for m in listed
                    if m.marker == move.marker and sorted(map(str, m.piles)) == order
                ),
                move,
            )
        return super().apply(state, move, player=player)


class PlugInCrashesOnNonsense(Engine):
    """A marker is asked about what it never lists, and raises."""

    def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
        try:
            return super().apply(state, move, player=player)
        except IllegalMoveError as error:
            raise PluginError("marker 1 (Secret) of 'under-suspicion' raised KeyError") from error


ENGINES = [
    BrokenEngine("the box is emptied", "conservation", "20 cards: ", LosesTheBox),
    BrokenEngine("the last card is dealt", "hand-accounting", "1, 1 to mend it", DealsTheLastCard),
    BrokenEngine("flipped too early", "markers-once", "the markers used so far", FlipsTooEarly),
    BrokenEngine(
        "one player starts always", "turn-order", "who starts the next round", SameStarter
    ),
    BrokenEngine("answers change", "purity", "same", Forgetful),
    BrokenEngine("wrong picks are accepted", "legality", "it was accepted", AcceptsAnyPick),
    BrokenEngine("refused without a word", "legality", "the error has no text", RefusesInSilence),
    BrokenEngine("picks are left out", "completeness", "is not listed", ListsHalf),
    BrokenEngine("the box is open", "secrecy", "facedown", ShowsTheBox),
    BrokenEngine("events whisper", "secrecy", "the events differ in events[0]: ", WhispersInEvents),
    BrokenEngine("the draw is named", "secrecy", "Drew(player=", NamesTheDraw),
    BrokenEngine("the deal is named", "secrecy", "Dealt(player=", NamesTheDeal),
    BrokenEngine("the next deal is named", "secrecy", "Dealt(player=", NamesTheNextDeal),
    BrokenEngine("other orders are refused", "canonical", "another order", TakesListedOrdersOnly),
    BrokenEngine("piles are laid out as listed", "secrecy", " 0 times", LaysOutAsListed),
    BrokenEngine("own secrets are forgotten", "memory", "the viewer forgets", ForgetsOwnSecrets),
    BrokenEngine("one guess only", "determinize", "never came up", GuessesOneWay),
    BrokenEngine("guesses do not fit", "determinize", "see something else", GuessesBadly),
    BrokenEngine("favor moves early", "scoring", "move in scoring only", StopsMidRound),
    BrokenEngine("no end", "outcome", "no move is legal after the end", AcceptsMovesAfterTheEnd),
    BrokenEngine("an end to picks only", "outcome", "1 was accepted", AcceptsPlaysAfterTheEnd),
    BrokenEngine("nonsense crashes it", "hostile-saves", "gave KeyError", CrashesOnNonsense),
    BrokenEngine("the box opens untold", "memory", "without having been told", LooksIntoTheBoxLate),
    BrokenEngine("sides are swapped", "memory", "cards that are not there", SwapsTheSides),
    BrokenEngine("piles are shown as others", "memory", "that are not there", ShowsOtherPiles),
    BrokenEngine("pairs change", "purity", "same", MakesPairsTwice),
    BrokenEngine("the order tells", "secrecy", "or their order does", ListsInAnOrderThatTells),
    BrokenEngine("errors tell", "secrecy", "has another text", TellsInErrors),
    BrokenEngine("used markers crash it", "legality", "KeyError was raised", CrashesOnUsedMarkers),
    BrokenEngine(
        "a refusal changes it", "legality", "refused, but the position has", RefusesWithATrace
    ),
    BrokenEngine("a move changes it", "purity", "applied to has changed", MovesLeaveATrace),
    BrokenEngine("the list changes", "purity", "changed after a move", ListsAnewEachTime),
    BrokenEngine("guesses lose cards", "determinize", "the cards of the row", LosesTheBottom),
    BrokenEngine("no guess", "determinize", "it raised SetupError: the obs", CannotGuess),
    BrokenEngine("scored twice", "scoring", "it was scored 2 times", TellsTheScoreTwice),
    BrokenEngine("favor moves late", "scoring", "they moved again", MovesFavorAfterScoring),
    BrokenEngine("won at once", "outcome", "exactly when nobody is to move", CrownsTooEarly),
    BrokenEngine("the loser wins", "outcome", "the outcome that was told", CrownsTheOther),
    BrokenEngine("anything goes", "hostile-saves", "was accepted", AcceptsAnything),
    BrokenEngine("a plug-in crashes", "hostile-saves", "raised KeyError", PlugInCrashesOnNonsense),
]

BEHIND = [
    BrokenEngine("moves after the end", "outcome", "some are listed", ListsMovesAfterTheEnd),
    BrokenEngine(
        "the limit is overlooked",
        "outcome",
        "ends after 1 rounds",
        lambda variant: Engine(evolve(variant, limit=None)),
    ),
    BrokenEngine(
        "a marker is never used",
        "markers-once",
        "they used [2, 3, 4] and [2, 3, 4]",
        lambda variant: Engine(evolve(variant, markers=variant.markers[0][1:], hand_size=6)),
    ),
    BrokenEngine("guesses end it", "determinize", "such a position came to", KnowsItsGuesses),
    BrokenEngine("answers change", "saves", "undo goes back to the position", Forgetful),
]
"""Faults that a more basic check speaks of; these checks would notice them too."""
