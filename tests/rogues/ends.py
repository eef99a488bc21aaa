"""Rogues that never end, score wrongly, crown the wrong winner or prefer a seat or a letter."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    FirstTo,
    Majority,
    MoreCharm,
    Observation,
    Outcome,
    Place,
    RoundEnd,
    RoundLimit,
    Step,
    Take,
    To,
)

from .plain import PLAIN, OneUp, Rogue, ThreeShown, plain, variant

_TEXT = "A rule for the tests."


@frozen
class NobodyWins:
    text: str = "Nobody ever wins."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return None


@frozen
class ForgetsTheDraw:
    """With equal charm, the game has no end, though its last round is over."""

    text: str = "The player with more charm points wins."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        charm = [end.row.charm_of(end.favor, player) for player in (0, 1)]
        return None if charm[0] == charm[1] else Outcome(charm.index(max(charm)), "more charm")


@frozen
class KnowsTheDraw(ForgetsTheDraw):
    def __call__(self, end: RoundEnd) -> Outcome:
        return ForgetsTheDraw.__call__(self, end) or Outcome(None, "equal charm")


@frozen
class CountsToFive:
    """Four or five geisha win; nobody thought of six."""

    text: str = "Four geisha win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        for player in (0, 1):
            if (count := end.favor.count(player)) >= 4:
                return Outcome(player, {4: "four geisha", 5: "five geisha"}[count])
        return None


@frozen
class CountsOn(CountsToFive):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        for player in (0, 1):
            if (count := end.favor.count(player)) >= 4:
                return Outcome(player, f"{count} geisha")
        return None


class OnlyPairs(OneUp):
    """Two equal cards; without a pair in the last hand, the player is stuck."""

    cost = 2
    any_cards = False

    def plays(self, view: Observation) -> Any:
        return [(two,) for two in view.hand.combinations(2) if len(set(two)) == 1]


class PairsIfThereAre(OnlyPairs):
    def plays(self, view: Observation) -> Any:
        return super().plays(view) or [(two,) for two in view.hand.combinations(2)]


class AsksAgainAndAgain(ThreeShown):
    def step(self, view: Observation, action: Action) -> Step:
        return Ask()


class TakesAgainAndAgain(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        return Take(0)


@frozen
class DropsTies(Majority):
    """Each round is scored as if the markers lay in the centre."""

    def __call__(self, end: RoundEnd) -> Any:
        return Majority.__call__(self, evolve(end, favor=end.row.no_favor))


@frozen
class DropsTiesAndSaysSo(DropsTies):
    tie_resets: bool = True


@frozen
class AnswersYesAndNo(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        found = Majority.__call__(self, end)
        return tuple(None if owner is None else bool(owner) for owner in found)


@frozen
class OverlooksTheLast(Majority):
    def __call__(self, end: RoundEnd) -> Any:
        return (*Majority.__call__(self, end)[:-1], end.favor[-1])


@frozen
class WinsTooEarly(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        return FirstTo(self.charm - 2, self.geisha)(end)


@frozen
class CountsGeishaFirst(FirstTo):
    """Asks for four geisha before it asks for the charm points."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        return FirstTo(99, self.geisha)(end) or FirstTo.__call__(self, end)


@frozen
class GivesNoReason(FirstTo):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        found = FirstTo.__call__(self, end)
        return found and Outcome(found.winner, "")


@frozen
class FavorsTheStarter(MoreCharm):
    def __call__(self, end: RoundEnd) -> Outcome:
        found = MoreCharm.__call__(self, end)
        return Outcome(end.starting_player, "started") if found.winner is None else found


@frozen
class FiveOfHearts:
    """Who has five or more charm points wins; player 0 is looked at first."""

    text: str = "Five charm points more than the other win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        for player in (0, 1):
            if end.row.charm_of(end.favor, player) >= 5:
                return Outcome(player, "five charm points")
        return None


@frozen
class FiveAhead(FiveOfHearts):
    def __call__(self, end: RoundEnd) -> Outcome | None:
        mine, theirs = (end.row.charm_of(end.favor, player) for player in (0, 1))
        if abs(mine - theirs) < 5:
            return None
        return Outcome(int(theirs > mine), "five charm points ahead")


@frozen
class MisreadsFourToOne(Majority):
    """With four cards of a geisha to one, and only then, her marker stays with who had it."""

    def __call__(self, end: RoundEnd) -> Any:
        favor = list(Majority.__call__(self, end))
        for at, letter in enumerate(end.row.letters):
            if sorted(side.count(letter) for side in end.placed) == [1, 4] and end.favor[at]:
                favor[at] = end.favor[at]
        return tuple(favor)


@frozen
class OverlooksOneFavor(FirstTo):
    """One of 2,187 favor positions is not seen to be won."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        if end.favor == (1, None, 0, 1, 1, None, 1):
            return None
        return FirstTo.__call__(self, end)


@frozen
class TiresInTheNinthRound(FirstTo):
    """From the ninth round on, ten charm points are enough."""

    def __call__(self, end: RoundEnd) -> Outcome | None:
        enough = self.charm if end.round < 9 else self.charm - 1
        return FirstTo(enough, self.geisha)(end)


@frozen
class DecidesAllButOne(MoreCharm):
    """At the limit, one favor position of equal charm goes to player 0."""

    def __call__(self, end: RoundEnd) -> Outcome:
        if end.favor == (0, 0, 1, None, None, 1, None):
            return Outcome(0, "more geisha")
        return MoreCharm.__call__(self, end)


@frozen
class StarterWinsLate:
    """Four geisha win; in the eleventh round, the starter has won with three."""

    text: str = "Four geisha win."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Outcome | None:
        for player in (0, 1):
            late = end.round == 11 and player == 0
            if end.favor.count(player) >= (3 if late else 4):
                return Outcome(player, "enough geisha")
        return None


class ServesPlayerZero(OneUp):
    def step(self, view: Observation, action: Action) -> Step:
        return Place((To.OWN_SIDE if view.viewer == 0 else To.THEIR_SIDE,))


@frozen
class FirstGeishaTiesFall(Majority):
    """On a tie the marker stays, but that of the first geisha goes back to the centre."""

    tie_resets: Any = None

    def __call__(self, end: RoundEnd) -> Any:
        first, *others = Majority(tie_resets=False)(end)
        mine, theirs = (cards.count(end.row.letters[0]) for cards in end.placed)
        return (None if mine == theirs else first, *others)


class NeverTheFirst(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        ones = view.hand.combinations(1)
        return [(c,) for c in [card for card in ones if card != Cards("A")] or ones]


class NeverTheBest(OneUp):
    any_cards = False

    def plays(self, view: Observation) -> Any:
        ones = view.hand.combinations(1)
        return [(c,) for c in [card for card in ones if card != Cards("G")] or ones]


_ONE = variant(OneUp(1, "Up", _TEXT))
_THREE = variant(ThreeShown(3, "Shown", _TEXT))
_SHORT = RoundLimit(1, MoreCharm())

ROGUES = [
    Rogue(
        "nobody ever wins",
        "termination",
        ("it still continues after 400 rounds of random play", "or a round limit"),
        variant(victory=NobodyWins()),
        variant(victory=NobodyWins(), limit=_SHORT),
    ),
    Rogue(
        "a player without a pair is stuck",
        "termination",
        ("no play is possible with marker 2 (Pairs)", "correct the cost, gives or draws"),
        variant(OnlyPairs(2, "Pairs", _TEXT), evolve(plain(4), name="Two pairs")),
        variant(PairsIfThereAre(2, "Pairs", _TEXT), evolve(plain(4), name="Two pairs")),
    ),
    Rogue(
        "a marker asks for ever",
        "termination",
        ("marker 3", "asks", "return Place after the last question"),
        variant(AsksAgainAndAgain(3, "Shown", _TEXT)),
        _THREE,
    ),
    Rogue(
        "a marker takes for ever",
        "termination",
        ("marker 1 (Up)", "took cards 100 times in one action without finishing it"),
        variant(TakesAgainAndAgain(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a tie drops the marker, and nobody said so",
        "scoring",
        (
            "on a tie the victory marker does not move",
            "went to the centre",
            "tie_resets = True",
        ),
        variant(scoring=DropsTies()),
        variant(scoring=DropsTiesAndSaysSo()),
    ),
    Rogue(
        "the favor is True or False",
        "scoring",
        ("the scoring of 'under-suspicion' returned",),
        variant(scoring=AnswersYesAndNo()),
        PLAIN,
    ),
    Rogue(
        "the last geisha is overlooked",
        "scoring",
        ("whoever has more of her cards wins her favor", "the favor of G"),
        variant(scoring=OverlooksTheLast()),
        PLAIN,
    ),
    Rogue(
        "four cards to one count as none",
        "scoring",
        ("whoever has more of her cards wins her favor", "whose cards are ", "lay with player 1"),
        variant(scoring=MisreadsFourToOne()),
        PLAIN,
    ),
    Rogue(
        "one favor position is not seen to be won",
        "outcome",
        ("with the favor A1 B- C0 D1 E1 F- G1: player 1 wins, since", "the game went on"),
        variant(victory=OverlooksOneFavor(11, 4)),
        PLAIN,
    ),
    Rogue(
        "the goal is lower from the ninth round on",
        "outcome",
        ("the game goes on, since", "asked about the end of round 9", "(10 charm points)"),
        variant(victory=TiresInTheNinthRound(11, 4)),
        PLAIN,
    ),
    Rogue(
        "one favor position is decided otherwise at the limit",
        "outcome",
        ("at the limit, with the favor A0 B0 C1 D- E- F1 G-", "player 0 wins (more geisha)"),
        variant(limit=RoundLimit(3, DecidesAllButOne())),
        variant(limit=RoundLimit(3, MoreCharm())),
    ),
    Rogue(
        "a seat is preferred in the eleventh round",
        "seat-symmetry",
        ("victory of a round with exchanged seats", "it was the end of round 11"),
        variant(victory=StarterWinsLate()),
        variant(victory=CountsOn()),
    ),
    Rogue(
        "a winner who has not reached the goal",
        "outcome",
        ("the game goes on, since the goals are 11 charm points or 4 geisha", "wins ("),
        variant(victory=WinsTooEarly(11, 4)),
        PLAIN,
    ),
    Rogue(
        "four geisha beat eleven charm points",
        "outcome",
        ("since the goals are 11 charm points or 4 geisha", "wins (4 geisha)"),
        variant(victory=CountsGeishaFirst(11, 4)),
        PLAIN,
    ),
    Rogue(
        "both can reach the goal at once",
        "outcome",
        ("at most one player can reach a goal at a time", "both have 8 charm points"),
        variant(victory=FirstTo(8, 4)),
        PLAIN,
    ),
    Rogue(
        "no reason is given",
        "outcome",
        ("an outcome gives its reason in words", "''"),
        variant(victory=GivesNoReason(11, 4)),
        PLAIN,
    ),
    Rogue(
        "a draw at the round limit is forgotten",
        "outcome",
        ("at the round limit the game ends: Outcome(None, why) is a draw", "the answer was None"),
        variant(limit=RoundLimit(9, ForgetsTheDraw())),
        variant(limit=RoundLimit(9, KnowsTheDraw())),
    ),
    Rogue(
        "victory knows four geisha and five, but not six",
        "outcome",
        ("victory answers for every distribution of the favor", "it raised KeyError: 6"),
        variant(victory=CountsToFive()),
        variant(victory=CountsOn()),
    ),
    Rogue(
        "at the round limit, the starter wins a draw",
        "outcome",
        ("at the limit, with the favor", "a draw", "wins (started)"),
        variant(limit=RoundLimit(1, FavorsTheStarter())),
        variant(limit=_SHORT),
    ),
    Rogue(
        "player 0 is looked at first, and both have reached it",
        "seat-symmetry",
        ("with exchanged seats", "as symmetric=True claims"),
        variant(victory=FiveOfHearts()),
        variant(victory=FiveAhead()),
    ),
    Rogue(
        "a marker serves player 0",
        "seat-symmetry",
        ("move 1", "in the other game placed[0] is", "should be no cards", "view.viewer"),
        variant(ServesPlayerZero(1, "Up", _TEXT)),
        _ONE,
    ),
    Rogue(
        "a tie falls for the first geisha only",
        "relabelling",
        ("with exchanged letters", "treat both alike"),
        variant(scoring=FirstGeishaTiesFall()),
        variant(scoring=FirstGeishaTiesFall(), relabelling=False),
    ),
    Rogue(
        "the first geisha's card may not be played",
        "relabelling",
        ("the same game with", "go by charm, not by the letter"),
        variant(NeverTheFirst(1, "Up", _TEXT)),
        variant(NeverTheBest(1, "Up", _TEXT)),
    ),
    Rogue(
        "a marker's number is too long to be written",
        "saves",
        ("reads as", "use marker numbers up to 999"),
        variant(evolve(plain(1), number=1000)),
        variant(evolve(plain(1), number=999)),
    ),
]
