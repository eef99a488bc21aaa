"""What a player is offered, and how they may answer: lists, piles one by one, cards, picks."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from hanamikoji_core import Cards, Marker, PileMarker, Play, Variant, Who, load_engine, parse_move
from hanamikoji_core.cli._menu import Menu
from hanamikoji_core.cli._screen import Marks, Screen
from hanamikoji_core.errors import DecodeError
from hanamikoji_core.plugins import Registry
from tests.rogues.plain import variant

from .conftest import Run, Scripted

SCREEN = Screen(Console(), Console(), Marks())


def menu(marker_number: int, hand: str) -> Menu:
    """The menu of one of the base game's markers for a hand."""
    engine = load_engine("base")
    rest = engine.variant.row.deck - Cards(hand)
    start = engine.start(deals=[str(rest)[-1] + hand[:-1] + str(rest)[:6] + hand[-1]
                                + str(rest)[6:-1]])  # fmt: skip
    moves = [m for m in engine.legal_moves(start) if isinstance(m, Play)]
    plays = [m for m in moves if m.marker == marker_number]
    return Menu(engine.variant.marker(0, marker_number), plays)


def options(asked: Menu) -> list[str]:
    return ["-".join(map(str, option)) for option in asked.options]


def test_a_short_list_shows_whole_plays() -> None:
    asked = menu(3, "FFGGGGG")
    assert options(asked) == ["F-F-G", "F-G-G", "G-G-G"]
    assert asked.number(2) == parse_move("3F-G-G")


def test_a_long_list_is_chosen_pile_by_pile() -> None:
    asked = menu(4, "ABCDEFG")
    assert len(asked.plays) == 105
    assert len(options(asked)) == 21
    assert asked.number(options(asked).index("DE") + 1) is None
    assert options(asked) == ["AB", "AC", "AF", "AG", "BC", "BF", "BG", "CF", "CG", "FG"]
    assert asked.number(options(asked).index("BF") + 1) == parse_move("4BF-DE")


def test_the_piles_may_be_chosen_in_any_order_that_is_the_same_play() -> None:
    asked = menu(3, "ABCDEFG")
    for letter in "GA":
        assert asked.number(options(asked).index(letter) + 1) is None
    assert options(asked) == ["B", "C", "D", "E", "F"]
    assert asked.number(1) == parse_move("3A-B-G")


def test_piles_that_are_not_alike_are_chosen_in_the_order_of_the_marker() -> None:
    class Ordered(Marker):
        pass

    plays = [Play(9, (Cards(a), Cards(b))) for a in "ABCDE" for b in "ABCDE" if a < b or a == "E"]
    asked = Menu(Ordered(9, "Ordered", "..."), plays)
    assert options(asked) == [*"ABCDE"]
    asked.number(4)
    assert options(asked) == ["E"]


@pytest.mark.parametrize("error", [ValueError, SystemExit])
def test_an_order_at_which_a_plug_in_fails_is_not_offered(error: type[BaseException]) -> None:
    class Failing(Marker):
        def canonical(self, layout: tuple[Cards, ...]) -> tuple[Cards, ...]:
            raise error

    plays = [Play(9, (Cards(a), Cards(b))) for a in "ABCDEF" for b in "ABCDEF" if a < b]
    asked = Menu(Failing(9, "Failing", "..."), plays)
    assert options(asked) == [*"ABCDE"]


def test_of_many_piles_only_the_listed_order_is_offered() -> None:
    plays = [Play(9, (*map(Cards, "ABCD"), Cards(e))) for e in "ABCDEFGHIJKLMNOPQ"]
    asked = Menu(PileMarker(9, "Five", piles=(1,) * 5, pick=1, text="..."), plays)
    assert options(asked) == ["A"]


def test_plays_of_different_length_are_listed_whole() -> None:
    plays = [Play(9, tuple(map(Cards, "A" * n))) for n in range(15)]
    asked = Menu(PileMarker(9, "Any", piles=(1,), text="..."), plays)
    assert len(options(asked)) == 15
    assert asked.number(3) == plays[2]


@pytest.mark.parametrize(
    ("typed", "move"),
    [("ab-cd", "4AB-CD"), ("CD AB", "4AB-CD"), ("ba dc", "4AB-CD")],
)
def test_cards_may_be_typed_all_at_once(typed: str, move: str) -> None:
    assert menu(4, "ABCDEFG").cards(typed) == parse_move(move)


def test_cards_may_be_typed_pile_by_pile() -> None:
    asked = menu(4, "ABCDEFG")
    assert asked.cards("cd") is None
    assert asked.cards("ab") == parse_move("4AB-CD")


def test_in_a_short_list_the_letters_of_one_play_suffice() -> None:
    assert menu(3, "FFGGGGG").cards("gfg") == parse_move("3F-G-G")
    assert menu(2, "AABBCCG").cards("ba") == parse_move("2AB")
    assert menu(1, "AABBCCG").cards("g") == parse_move("1G")


def test_letters_that_could_be_several_plays_are_taken_as_they_stand() -> None:
    asked = menu(4, "FFFFGGG")
    assert {"FF-GG", "FG-FG"} < {*options(asked)}
    assert asked.cards("ffgg") == Play(4, (Cards("FFGG"),))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("gg", "'GG' is not in the list; choose from it, or type back"),
        ("ab-cd-ef", "'ab-cd-ef' is more than the piles that are still to choose"),
        ("ä", "'ä' is neither a command nor cards"),
    ],
)
def test_cards_that_are_not_in_the_list_are_told(typed: str, told: str) -> None:
    with pytest.raises(DecodeError, match=re.escape(told)):
        menu(4, "ABCDEFG").cards(typed)


@pytest.mark.parametrize(("number", "example"), [(1, "F"), (2, "FF"), (3, "F-F-G")])
def test_in_a_short_list_other_cards_are_told_with_an_example(number: int, example: str) -> None:
    told = f"'A' is not in the list; type cards such as {example}, a number, or back"
    with pytest.raises(DecodeError, match=re.escape(told)):
        menu(number, "FFGGGGG").cards("a")


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_list_of_one_is_told_as_such(number: int) -> None:
    asked = Menu(PileMarker(1, "One", piles=(1,), text="..."), [parse_move("1A")])  # type: ignore[list-item]
    with pytest.raises(DecodeError, match=rf"there is no {number} in the list: type 1, or back"):
        asked.number(number)


def test_a_menu_knows_its_options_by_their_cards() -> None:
    asked = menu(4, "ABCDEFG")
    assert asked.lists("ab")
    assert not asked.lists("help")
    assert not asked.lists("ab-cd")


def test_what_is_asked_names_the_pile_and_what_was_chosen(run: Run, scripted: Scripted) -> None:
    text = run("play", "--resume", scripted("base"), input="4\ncd\nee\nquit\n").stdout
    assert "Competition: choose the first of 2 piles\n   1 CD" in text or (
        "Competition: choose the first of 2 piles\n  1 CD" in text
    )
    assert "Competition: choose the second of 2 piles   after CD\n  1 DE" in text
    assert "You       4 Competition  CD · EE" in text


def test_a_pile_beyond_the_eighth_is_counted_in_figures() -> None:
    plays = [Play(9, (*map(Cards, "ABCDEFGH"), Cards(e))) for e in "ABCDEFGHIJKLMN"]
    asked = Menu(PileMarker(9, "Nine", piles=(1,) * 9, pick=1, text="..."), plays)
    for _ in range(8):
        asked.number(1)
    assert "choose the 9th of 9 piles" in str(asked.question(SCREEN))


def test_an_empty_pile_is_listed_as_no_cards() -> None:
    plays = [Play(9, (Cards(),)), Play(9, (Cards("A"),))]
    asked = Menu(PileMarker(9, "Some", piles=(1,), text="..."), plays)
    assert [*map(str, asked.listed(SCREEN))] == ["1 no cards", "2 A"]


PICKS = ["/0", "0", "/ 0"]


@pytest.mark.parametrize("typed", PICKS)
def test_a_pile_is_picked_by_the_number_that_is_shown(
    run: Run, scripted: Scripted, typed: str
) -> None:
    words = ("play", "--two", "--resume", scripted("base"))
    text = run(*words, input=f"3C-D-E\n{typed}\nquit\n").stdout
    assert "Gift: pick 1 of 3\n  /0 C   /1 D   /2 E\n" in text
    assert "Player 1  picks /0       C" in text


@pytest.mark.parametrize("typed", ["/0,2", "0 2", "0,2", "/0 2", "/0, 2"])
def test_several_piles_are_picked_by_their_numbers(
    run: Run, scripted: Scripted, typed: str
) -> None:
    words = ("play", "--two", "--resume", scripted("mini-expansion-1"))
    text = run(*words, input=f"3C-D-E\n{typed}\nquit\n").stdout
    assert "Player 1  picks /0,2" in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("3C-D-E\n1D\n", "first pick 1 of 3\n"),
        ("3C-D-E\n/3\n", "there is no pile /3; the piles are /0, /1, /2\n"),
        ("3C-D-E\n/0,1\n", "pick 1 of 3; the piles are /0, /1, /2\n"),
        ("/0\n", "there is nothing to pick from now; use a marker: 1 Secret or 2 Trade-off or "
                 "3 Gift or 4 Competition\n"),
        ("1C\n1A\n1D\n", "you have used Secret in this round; use 2 Trade-off or 3 Gift or "
                         "4 Competition\n"),
        ("9C\n", "you have no marker 9; use 1 Secret or 2 Trade-off or 3 Gift or 4 Competition\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_the_words_of_a_player(
    run: Run, scripted: Scripted, typed: str, told: str
) -> None:
    result = run("play", "--two", "--resume", scripted("base"), input=typed)
    assert (result.exit_code, result.stderr) == (2, f"hanamikoji: {told}")


def twice_asked() -> Variant:
    """Marker 4 asks the opponent, and then the actor for one of the piles that are left."""
    from hanamikoji_core import Action, Ask, Observation, Place, Step, To

    class Twice(Marker):
        cost = 3
        hand_only = any_cards = True

        def plays(self, view: Observation) -> list[tuple[Cards, ...]]:
            hands = view.hand.combinations(3)
            return [tuple(Cards(letter) for letter in str(cards)) for cards in hands]

        def canonical(self, layout: tuple[Cards, ...]) -> tuple[Cards, ...]:
            return tuple(sorted(layout, key=str))

        def step(self, view: Observation, action: Action) -> Step:
            if not action.picks:
                return Ask(1)
            taken = action.picks[0].piles[0]
            left = tuple(i for i in range(3) if i != taken)
            if len(action.picks) == 1:
                return Ask(1, among=left, who=Who.ACTOR)
            mine = action.picks[1].piles[0]
            return Place(tuple(
                {taken: To.THEIR_SIDE, mine: To.OWN_SIDE}.get(i, To.ASIDE) for i in range(3)
            ))  # fmt: skip

    return variant(Twice(3, "Twice", "Both take one of three."))


@pytest.fixture
def twice(monkeypatch: pytest.MonkeyPatch) -> str:
    asks = twice_asked()
    registry = Registry(variants={asks.name: asks})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    return asks.name


def test_a_pile_that_was_taken_is_marked_and_cannot_be_picked_again(twice: str, run: Run) -> None:
    engine = load_engine(twice_asked())
    play = next(m for m in engine.legal_moves(engine.start(seed=7)) if m.marker == 3)  # type: ignore[union-attr]
    one, two, three = str(play)[1:].split("-")
    result = run("play", twice, "--two", "--seed", "7", input=f"{play}\n/1\n/1\n")
    assert f"Twice: pick 1 of 2\n  /0 {one}   /1 {two} (taken)   /2 {three}\n" in result.stdout
    told = "hanamikoji: /1 is not to be picked; the piles are /0, /2\n"
    assert result.stderr == told


def test_a_marker_that_cannot_be_used_now_is_not_offered(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanamikoji_core import From

    from_side = PileMarker(
        3, "Swap", piles=(1, 1), origins=(From.HAND, From.OWN_SIDE), text="Needs a card there."
    )
    secret, burn, _, pairs = variant().markers[0]
    waits = variant(secret, burn, from_side, pairs, hand_size=4)
    monkeypatch.setattr(
        "hanamikoji_core.plugins.registry", lambda **_: Registry(variants={waits.name: waits})
    )
    result = run("play", waits.name, "--seed", "7", input="3\n")
    assert "Use a marker: 1 Secret · 2 Burn · 4 Pairs   (or type help)\n" in result.stdout
    assert "Cannot be used now: 3 Swap\n" in result.stdout
    told = "hanamikoji: Swap cannot be used now; use 1 Secret or 2 Burn or 4 Pairs\n"
    assert result.stderr == told


def test_in_a_list_a_letter_means_the_card_and_not_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanamikoji_core import Row

    eight = variant(row=Row.of(2, 2, 2, 3, 3, 4, 5, 9), removed=10)
    monkeypatch.setattr(
        "hanamikoji_core.plugins.registry", lambda **_: Registry(variants={eight.name: eight})
    )
    seed = next(n for n in range(50) if "H" in str(load_engine(eight).start(seed=n).hands[0]))
    text = run("play", eight.name, "--seed", str(seed), input="1\nh\nquit\n").stdout
    assert re.search(r"You +1 Secret +H +→ you, face down", text)
    assert "On the table" not in text
