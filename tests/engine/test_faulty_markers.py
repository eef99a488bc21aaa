"""A plug-in that makes a mistake in play is named, and the game is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count, repeat
from typing import Any

import pytest
from attrs import evolve, frozen

from hanamikoji_core import (
    Action,
    Ask,
    Cards,
    Engine,
    From,
    Game,
    HanamikojiError,
    IllegalMoveError,
    Layout,
    Marker,
    Observation,
    Outcome,
    Pick,
    PileMarker,
    Place,
    Play,
    PluginError,
    RoundEnd,
    RoundLimit,
    Take,
    To,
)
from hanamikoji_core.protocol.variant import with_plugin
from tests.stubs import BASE

OTHERS = BASE.markers[0][1:]
# Player 0 holds AABBCC and draws F.
DEAL = "GAABBCCDDDEEEFFFFGGGG"


class Odd(Marker):
    """Marker 1, whose answers a test chooses."""

    hand_only = True
    answer: Any = Place((To.OWN_SIDE,))
    listing: Any = None

    def plays(self, view: Observation) -> Iterable[Layout]:
        if self.listing is None:
            return [(card,) for card in view.hand.combinations(1)]
        answer: Iterable[Layout] = self.listing(view)
        return answer

    def step(self, view: Observation, action: Action) -> Any:
        return self.answer(view, action) if callable(self.answer) else self.answer


def game_with(kind: type[Marker], **rest: Any) -> Game:
    markers = (kind(1, "Odd", "Does odd things."), *OTHERS)
    variant = evolve(BASE, name="odd", markers=markers, **rest)
    return Game.new(with_plugin(variant, "odd-cards 1.0"), deals=[DEAL])


def raising(error: BaseException) -> Callable[..., Any]:
    def answer(*_: object) -> Any:
        raise error

    return answer


def after_one_take(then: object) -> Callable[[Observation, Action], object]:
    return lambda view, action: then if action.taken else Take(1, or_fewer=True)


class OddText(str):
    def __eq__(self, other: object) -> bool:
        raise ValueError("A")

    __hash__ = str.__hash__


NAN = float("nan")
A = Cards("A")
ANSWERS: dict[str, Any] = {
    "raises": raising(ValueError("AABBCC")),
    "raises an error of the library": raising(IllegalMoveError("AABBCC")),
    "raises a plug-in error": raising(PluginError("AABBCC")),
    "stops": raising(StopIteration("AABBCC")),
    "exits": raising(SystemExit("AABBCC")),
    "recurses": lambda view, action: _recurse(),
    "nothing": None,
    "a card": A,
    "a class": Place,
    "too few piles": Place(()),
    "too many piles": Place((To.OWN_SIDE, To.ASIDE)),
    "a list": Place([To.OWN_SIDE]),  # type: ignore[arg-type]
    "a string": Place(("OWN_SIDE",)),  # type: ignore[arg-type]
    "cards as a place": Place((A,)),  # type: ignore[arg-type]
    "from as a place": Place((From.OWN_SIDE,)),  # type: ignore[arg-type]
    "a hand it did not declare": Place((To.OWN_HAND,)),
    "the other hand": Place((To.THEIR_HAND,)),
    "the deck": Place((To.DECK_TOP,)),
    "endless takes": Take(0),
    "endless takes of cards": Take(1, or_fewer=True),
    "more than it declares": Take(1),
    "a take it did not declare": after_one_take(Place((To.OWN_SIDE, To.ASIDE))),
    "half a card": Take(0.5),  # type: ignore[arg-type]
    "nan cards": Take(NAN),  # type: ignore[arg-type]
    "true cards": Take(True),
    "cards as a count": Take(A),  # type: ignore[arg-type]
    "fewer than no cards": Take(-1),
    "a take from a place": Take(1, To.DECK_TOP),  # type: ignore[arg-type]
    "a take from a card": Take(1, A),  # type: ignore[arg-type]
    "the hand as a source": Take(1, From.HAND),
    "no pile to ask for": Ask(0),
    "too many to ask for": Ask(2),
    "nan to ask for": Ask(NAN),  # type: ignore[arg-type]
    "true to ask for": Ask(True),
    "a card to ask for": Ask(A),  # type: ignore[arg-type]
    "piles that are not there": Ask(among=(1,)),
    "a pile below": Ask(among=(-1,)),
    "a pile twice": Ask(among=(0, 0)),
    "true piles": Ask(among=(False,)),
    "card piles": Ask(among=(A,)),  # type: ignore[arg-type]
    "a list of piles": Ask(among=[0]),  # type: ignore[arg-type]
    "nobody": Ask(who=None),  # type: ignore[arg-type]
    "player 1": Ask(who=1),  # type: ignore[arg-type]
    "a card as player": Ask(who=A),  # type: ignore[arg-type]
    "too few shown": Ask(shown=()),
    "too many shown": Ask(shown=(True, True)),
    "cards that are not there": Ask(shown=(Cards("G"),)),
    "letters": Ask(shown=("A",)),  # type: ignore[arg-type]
    "a pile of cards": Ask(shown=A),  # type: ignore[arg-type]
    "one": Ask(shown=(1,)),  # type: ignore[arg-type]
    "an odd text": OddText("A"),
}


def _recurse() -> object:
    return _recurse()


def words_of(text: str) -> list[str]:
    """The words in capitals, which could be cards."""
    return [word for word in text.replace("'", " ").split() if word.isalpha() and word.isupper()]


@pytest.mark.parametrize("what", ANSWERS)
@pytest.mark.parametrize("hand_only", [True, False])
def test_a_marker_with_a_wrong_step_is_named_and_the_game_is_unchanged(
    what: str, hand_only: bool
) -> None:
    game = game_with(
        type("Wrong", (Odd,), {"answer": staticmethod_if(ANSWERS[what]), "hand_only": hand_only})
    )
    before, text = game.state, game.to_json()
    for _ in range(2):  # The second time gives the same error: nothing wrong is cached.
        with pytest.raises(PluginError) as caught:
            game.play(Play(1, (A,)))
        message = str(caught.value)
        assert message.startswith("marker 1 (Odd) of 'odd', plug-in odd-cards 1.0 ")
        assert words_of(message) == []
        assert len(message) < 300
    assert game.state is before
    assert game.to_json() == text
    assert game.history == ()
    game.play(Play(2, (Cards("AB"),)))
    assert game.to_move == 1


def staticmethod_if(answer: Any) -> Any:
    return staticmethod(answer) if callable(answer) and not isinstance(answer, type) else answer


LISTINGS: dict[str, Any] = {
    "raises": raising(ValueError("AABBCC")),
    "nothing": lambda view: None,
    "a number": lambda view: 7,
    "text": lambda view: "AB",
    "cards": lambda view: view.hand,
    "cards and no piles": lambda view: list(view.hand.combinations(1)),
    "lists": lambda view: [[card] for card in view.hand.combinations(1)],
    "letters": lambda view: [("A",)],
    "a play of more than it has": lambda view: [(Cards("AAA"),)],
    "a card it does not hold": lambda view: [(Cards("G"),)],
    "the same card in two piles": lambda view: [(Cards("F"), Cards("F"))],
    "one play twice": lambda view: [(A,), (A,)],
    "one play forever": lambda view: repeat((A,)),
    "more and more piles": lambda view: ((A,) * n for n in count(1)),
    "raises later": lambda view: (_ for _ in (1, 1 // 0)),
    "an empty pile": lambda view: [(A, Cards())],
    "unhashable": lambda view: [({},)],
}


@pytest.mark.parametrize("what", LISTINGS)
@pytest.mark.parametrize("hand_only", [True, False])
def test_a_marker_with_wrong_plays_is_named_and_the_game_is_unchanged(
    what: str, hand_only: bool
) -> None:
    game = game_with(
        type("Wrong", (Odd,), {"listing": staticmethod(LISTINGS[what]), "hand_only": hand_only})
    )
    before = game.state
    for ask in (game.legal_moves, lambda: game.play(Play(1, (A,))), lambda: game.observe(0)):
        with pytest.raises(PluginError) as caught:
            ask()
        message = str(caught.value)
        assert message.startswith("marker 1 (Odd) of 'odd', plug-in odd-cards 1.0 ")
        assert words_of(message) == []
    assert game.state is before
    assert (
        game.observe(1).opponent_hand_size == 7
    )  # The other player's view does not need the marker.


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        (7, "returned int from plays, not an iterable of layouts"),
        ([A], "listed a play that is not a tuple of Cards, one for each pile"),
        ([[A]], "listed a play that is not a tuple of Cards, one for each pile"),
        ([("A",)], "listed a play that is not a tuple of Cards, one for each pile"),
        ([(A, Cards())], "listed a play with an empty pile; leave the pile out"),
        ([(A,), (A,)], "listed the same play twice"),
        ([(Cards("G"),)], "listed a play with a card that is not in From.HAND"),
    ],
)
def test_the_error_describes_what_is_wrong_with_the_plays(listed: Any, text: str) -> None:
    game = game_with(type("Wrong", (Odd,), {"listing": staticmethod(lambda view: listed)}))
    with pytest.raises(PluginError) as caught:
        game.legal_moves()
    assert str(caught.value) == f"marker 1 (Odd) of 'odd', plug-in odd-cards 1.0 {text}"


@pytest.mark.parametrize("hand_only", [True, False])
def test_a_marker_that_lists_too_many_plays_is_named(
    monkeypatch: pytest.MonkeyPatch, hand_only: bool
) -> None:
    monkeypatch.setattr("hanamikoji_core.engine.compiled._MAX_PLAYS", 4)
    # Player 0 holds A, B, C and F, so four plays are right and a fifth is too many.
    game_with(type("Four", (Odd,), {"hand_only": hand_only})).play(Play(1, (A,)))
    five = staticmethod(lambda view: [*Odd.plays(Odd(1, "", ""), view), (Cards("AB"),)])
    game = game_with(type("Five", (Odd,), {"listing": five, "hand_only": hand_only}))
    with pytest.raises(PluginError, match=r"marker 1 \(Odd\) .* listed more than 4 plays$"):
        game.play(Play(1, (A,)))


def test_the_cards_of_a_play_cannot_come_from_the_opponents_hand() -> None:
    game = game_with(type("Robs", (Odd,), {"origins": (From.THEIR_HAND,)}))
    text = r"lists From\.THEIR_HAND in origins; use a Take for that$"
    with pytest.raises(PluginError, match=text):
        game.play(Play(1, (A,)))


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (To.OWN_HAND, "declares cost=1, but this action has cost=0"),
        (To.THEIR_HAND, "declares gives=0, but this action has gives=1"),
        (To.DECK_TOP, "declares draws=0, but this action has draws=-1"),
        (To.DECK_BOTTOM, "declares draws=0, but this action has draws=-1"),
    ],
)
def test_the_error_compares_an_action_with_what_the_marker_declares(place: To, text: str) -> None:
    game = game_with(type("Wrong", (Odd,), {"answer": Place((place,))}))
    with pytest.raises(PluginError, match=f"{text}$"):
        game.play(Play(1, (A,)))


def test_a_play_has_a_pile_for_each_origin() -> None:
    two = (From.HAND, From.OWN_SIDE)
    game = game_with(type("Uneven", (Odd,), {"origins": two}))
    with pytest.raises(PluginError, match=r"listed a play of 1 pile, but has 2 origins$"):
        game.play(Play(1, (A,)))


@pytest.mark.parametrize(
    ("written", "missing"), [({"step": Odd.step}, "plays"), ({"plays": Odd.plays}, "step")]
)
def test_a_missing_method_of_a_marker_is_named(written: dict[str, Any], missing: str) -> None:
    fields = {"hand_only": True, "listing": None, "answer": Place((To.OWN_SIDE,)), **written}
    game = game_with(type("Half", (Marker,), fields))
    with pytest.raises(PluginError) as caught:
        game.play(Play(1, (A,)))
    assert isinstance(caught.value.__cause__, NotImplementedError)
    assert str(caught.value.__cause__) == f"Half must override {missing}"


def test_a_marker_that_lists_no_play_does_not_affect_the_others() -> None:
    game = game_with(type("Never", (Odd,), {"listing": staticmethod(lambda view: [])}))
    assert {move.marker for move in game.legal_moves() if isinstance(move, Play)} == {2, 3, 4}
    with pytest.raises(IllegalMoveError, match=r"marker 1 \(Odd\)"):
        game.play(Play(1, (A,)))
    with pytest.raises(IllegalMoveError, match=r"marker 1 \(Odd\)"):
        game.play(Play(1, (Cards("A" * 31), Cards("A" * 31))))


def test_it_is_an_error_of_the_plugin_if_a_player_has_no_legal_play() -> None:
    """The marker never lists a play. Once the other three are used, no play is left."""
    game = game_with(type("Never", (Odd,), {"listing": staticmethod(lambda view: [])}))
    while not all(used == {2, 3, 4} for used in game.state.used):
        game.play(game.legal_moves()[0])
    with pytest.raises(PluginError, match=r"no play is possible with .*Odd"):
        game.legal_moves()


class WrongCost(Odd):
    cost = 2
    listing = staticmethod(lambda view: [(card,) for card in view.hand.combinations(1)])


def test_a_marker_with_a_wrong_cost_is_named() -> None:
    markers = (
        WrongCost(1, "Odd", ""),
        PileMarker(2, "Aside", piles=(1,), rest=To.ASIDE, text=""),
        *OTHERS[1:],
    )
    game = Game.new(evolve(BASE, name="odd", markers=markers), deals=[DEAL])
    with pytest.raises(PluginError, match=r"marker 1 \(Odd\) .*cost"):
        game.play(Play(1, (A,)))


def test_a_play_is_checked_against_the_plays_for_this_hand() -> None:
    last = staticmethod(lambda view: [(view.hand.combinations(1)[-1],)])
    marker = type("Last", (Odd,), {"listing": last})(1, "Odd", "")
    assert marker.rules == ()
    engine = Engine(evolve(BASE, name="odd", markers=(marker, *OTHERS)))
    Game.new(engine, deals=[DEAL]).play(Play(1, (Cards("F"),)))
    game = Game.new(
        engine, deals=["AABBCFGCDDDEEEFFFGGGG"]
    )  # F is in the hand, but G is the last card.
    with pytest.raises(IllegalMoveError, match=r"marker 1 \(Odd\) cannot be used with 1F"):
        game.play(Play(1, (Cards("F"),)))


def test_a_card_that_comes_back_to_the_hand_costs_nothing() -> None:
    listing = staticmethod(lambda view: [(A, Cards("B"))])
    fields = {"listing": listing, "answer": Place((To.OWN_SIDE, To.OWN_HAND))}
    game = game_with(type("OneBack", (Odd,), fields))
    game.play(Play(1, (A, Cards("B"))))
    assert (str(game.state.placed[0]), str(game.state.hands[0])) == ("A", "ABBCCF")


@frozen
class Policy:
    """A scoring, victory or round limit whose answer a test chooses."""

    answer: Any
    text: str = "Any answer."
    rules: tuple[str, ...] = ()

    def __call__(self, end: RoundEnd) -> Any:
        return self.answer(end) if callable(self.answer) else self.answer


FAVORS: dict[str, Any] = {
    "raises": raising(ValueError("AABBCC")),
    "raises an error of the library": raising(IllegalMoveError("AABBCC")),
    "nothing": None,
    "a list": [None] * 7,
    "too few": (None,) * 6,
    "too many": (None,) * 8,
    "a third player": (2, *(None,) * 6),
    "true": (True, *(None,) * 6),
    "one and a bit": (1.0, *(None,) * 6),
    "nan": (NAN, *(None,) * 6),
    "text": ("0", *(None,) * 6),
    "cards": lambda end: end.placed,
}
OUTCOMES: dict[str, Any] = {
    "raises": raising(ValueError("AABBCC")),
    "true": True,
    "a player": 0,
    "a third player": Outcome(2, "odd"),
    "true wins": Outcome(True, "odd"),
    "half a win": Outcome(0.0, "odd"),  # type: ignore[arg-type]
    "nan wins": Outcome(NAN, "odd"),  # type: ignore[arg-type]
    "a list wins": Outcome([0], "odd"),  # type: ignore[arg-type]
    "no reason": Outcome(0, None),  # type: ignore[arg-type]
}


def play_to_the_end(game: Game) -> None:
    for _ in range(100):
        before = game.state, game.to_json()
        try:
            game.play(game.legal_moves()[-1])
        except HanamikojiError:
            assert (game.state, game.to_json()) == before
            raise
        assert game.outcome is None, "the game ended without the error"


def game_of(**policies: Any) -> Game:
    variant = with_plugin(evolve(BASE, name="odd", **policies), "odd-cards 1.0")
    return Game.new(variant, deals=[DEAL])


@pytest.mark.parametrize("what", FAVORS)
def test_a_scoring_with_a_wrong_answer_is_named(what: str) -> None:
    with pytest.raises(
        PluginError, match=r"^the scoring of 'odd', plug-in odd-cards 1\.0 "
    ) as caught:
        play_to_the_end(game_of(scoring=Policy(FAVORS[what])))
    assert words_of(str(caught.value)) == []


@pytest.mark.parametrize("what", OUTCOMES)
def test_a_victory_with_a_wrong_answer_is_named(what: str) -> None:
    with pytest.raises(
        PluginError, match=r"^the victory of 'odd', plug-in odd-cards 1\.0 "
    ) as caught:
        play_to_the_end(game_of(victory=Policy(OUTCOMES[what])))
    assert words_of(str(caught.value)) == []


@pytest.mark.parametrize("what", [*OUTCOMES, "nothing"])
def test_a_round_limit_with_a_wrong_answer_is_named(what: str) -> None:
    limit = RoundLimit(1, Policy(OUTCOMES.get(what)))
    with pytest.raises(
        PluginError, match=r"^the round limit of 'odd', plug-in odd-cards 1\.0 "
    ) as caught:
        play_to_the_end(game_of(victory=Policy(None), limit=limit))
    assert words_of(str(caught.value)) == []


class OddOrder(Odd):
    """Lists one play of three piles; its `canonical` fails."""

    cost = 3
    answer = Place((To.OWN_SIDE,) * 3)
    order: Any = None
    listing = staticmethod(lambda view: [(A, Cards("B"), Cards("C"))])

    def canonical(self, layout: Layout) -> Layout:
        answer: Layout = self.order(layout)
        return answer


@pytest.mark.parametrize("error", [ValueError("AABBCC"), IllegalMoveError("AABBCC")])
def test_a_marker_whose_canonical_raises_an_error_is_named(error: Exception) -> None:
    kind = type("Wrong", (OddOrder,), {"order": staticmethod(raising(error))})
    markers = (BASE.markers[0][0], OTHERS[0], kind(3, "Odd", ""), OTHERS[2])
    game = Game.new(evolve(BASE, name="odd", markers=markers), deals=[DEAL])
    with pytest.raises(PluginError, match=r"marker 3 \(Odd\)") as caught:
        game.play(Play(3, (Cards("B"), A, Cards("C"))))
    assert words_of(str(caught.value)) == []


def test_canonical_is_not_called_for_a_listed_play() -> None:
    kind = type("Wrong", (OddOrder,), {"order": staticmethod(raising(ValueError()))})
    markers = (BASE.markers[0][0], OTHERS[0], kind(3, "Odd", ""), OTHERS[2])
    game = Game.new(evolve(BASE, name="odd", markers=markers), deals=[DEAL])
    game.play(Play(3, (A, Cards("B"), Cards("C"))))
    assert str(game.state.placed[0]) == "ABC"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (To.OWN_HAND, "leaves player 0 with 7 cards in hand; .* require 6"),
        (To.THEIR_HAND, "leaves player 1 with 7 cards in hand; .* require 6"),
        (To.DECK_TOP, "leaves 8 cards in the deck; .* require 7"),
    ],
)
def test_the_error_has_the_number_of_cards_that_a_hand_or_the_deck_must_have(
    place: To, text: str
) -> None:
    game = game_with(type("Wrong", (Odd,), {"answer": Place((place,)), "hand_only": False}))
    with pytest.raises(PluginError, match=text):
        game.play(Play(1, (A,)))


def test_without_a_plugin_the_error_names_marker_and_variant() -> None:
    kind = type("Wrong", (Odd,), {"answer": None})
    markers = (kind(1, "Odd", ""), *OTHERS)
    game = Game.new(evolve(BASE, name="odd", markers=markers), deals=[DEAL])
    with pytest.raises(
        PluginError, match=r"^marker 1 \(Odd\) of 'odd' returned NoneType from step"
    ):
        game.play(Play(1, (A,)))


def test_an_error_after_a_pick_leaves_the_offer_open() -> None:
    kind = type(
        "Wrong",
        (Odd,),
        {"answer": staticmethod(lambda view, action: None if action.picks else Ask(1))},
    )
    game = game_with(kind)
    game.play(Play(1, (A,)))
    before = game.state
    with pytest.raises(PluginError, match=r"marker 1 \(Odd\)"):
        game.play(Pick((0,)))
    assert game.state is before
    assert game.observe(1).legal_moves == (Pick((0,)),)


@pytest.mark.parametrize("what", ["step", "listing"])
def test_an_interrupt_is_not_an_error_of_the_plugin(what: str) -> None:
    """Ctrl-C during a call of a plug-in is not replaced, and the game is unchanged."""
    interrupt = staticmethod(raising(KeyboardInterrupt()))
    kind = type("Slow", (Odd,), {"answer" if what == "step" else "listing": interrupt})
    game = game_with(kind)
    before = game.state
    with pytest.raises(KeyboardInterrupt):
        game.play(Play(1, (A,)))
    assert game.state is before
