"""Events in words, those too that no variant here brings about."""

from __future__ import annotations

import io
from typing import Any

import pytest
from attrs import evolve
from rich.console import Console

from hanamikoji_core import (
    Cards,
    Engine,
    From,
    Game,
    Glimpse,
    Outcome,
    To,
    load_engine,
)
from hanamikoji_core.cli._narrate import Narrator, open_events
from hanamikoji_core.cli._screen import Marks, Screen
from hanamikoji_core.events import (
    Drew,
    Event,
    GameEnded,
    Offered,
    Picked,
    Placed,
    Played,
    Revealed,
    RoundStarted,
    Scored,
    Took,
)

ONE = Glimpse(Cards("A"), 1)
PLAYED = Played(0, 1, (ONE,))


def told(*events: Event, names: tuple[str, str] = ("You", "Computer")) -> str:
    out = Console(file=io.StringIO(), width=100, color_system=None)
    Narrator(Screen(out, out, Marks()), load_engine("base"), names).tell(events)
    assert isinstance(out.file, io.StringIO)
    return " ".join(out.file.getvalue().split())


@pytest.mark.parametrize(
    ("to", "place"),
    [
        (To.OWN_SIDE, "you"),
        (To.THEIR_SIDE, "Computer"),
        (To.OWN_SIDE_FACE_DOWN, "you, face down"),
        (To.THEIR_SIDE_FACE_DOWN, "Computer, face down"),
        (To.ASIDE, "aside"),
        (To.OWN_HAND, "you, in hand"),
        (To.THEIR_HAND, "Computer, in hand"),
        (To.DECK_TOP, "top of the deck"),
        (To.DECK_BOTTOM, "bottom of the deck"),
    ],
)
def test_every_place_has_a_name(to: To, place: str) -> None:
    assert told(PLAYED, Placed(0, ONE, to)) == f"You 1 Secret A → {place}"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (From.HAND, "from hand"),
        (From.THEIR_HAND, "from a hand"),
        (From.OWN_SIDE, "back"),
        (From.THEIR_SIDE, "across"),
        (From.DECK_TOP, "from deck"),
    ],
)
def test_every_source_has_a_name(source: From, name: str) -> None:
    text = told(PLAYED, Took(0, source, Glimpse(Cards(), 1)))
    assert text == f"You 1 Secret A You take {name} ▮"


def test_every_pick_of_an_action_is_told_with_what_was_picked() -> None:
    piles = tuple(Glimpse(Cards(letter), 1) for letter in "CFG")
    text = told(
        Played(0, 1, piles),
        Offered(0, 1, 2, piles, (0, 1, 2)),
        Picked(1, (0, 1)),
        Offered(0, 0, 1, piles, (0, 1, 2)),
        Picked(0, (1,)),
    )
    assert text == "You 1 Secret C · F · G Computer picks C · F You pick F"


def test_what_an_offer_shows_is_told_where_it_was_laid_and_taken() -> None:
    unseen = Glimpse(Cards(), 1)
    text = told(
        Played(1, 1, (unseen, unseen)),
        Took(1, From.DECK_TOP, unseen),
        Offered(1, 0, 1, (ONE, unseen, Glimpse(Cards("B"), 1)), (0, 1, 2)),
    )
    assert text == "Computer 1 Secret A · ▮ Computer takes from deck B"


def test_all_that_was_taken_is_told_from_what_the_offer_shows() -> None:
    unseen, one, two, three, four = Glimpse(Cards(), 1), *(Glimpse(Cards(c), 1) for c in "ABCD")
    text = told(
        Played(1, 1, (unseen, unseen)),
        Took(1, From.DECK_TOP, unseen),
        Took(1, From.DECK_TOP, unseen),
        Offered(1, 0, 1, (one, two, three, four), (0, 1, 2, 3)),
    )
    assert text == "Computer 1 Secret A · B Computer takes from deck C Computer takes from deck D"


def test_cards_that_go_to_two_places_are_told_apart() -> None:
    text = told(PLAYED, Placed(0, ONE, To.ASIDE), Placed(0, Glimpse(Cards("B"), 2), To.OWN_SIDE))
    assert text == "You 1 Secret A A → aside, B▮ → you"


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(0, "4 geisha"), "You win: 4 geisha."),
        (Outcome(1, "4 geisha"), "Computer wins: 4 geisha."),
        (Outcome(None, "equal charm points"), "The game is a draw: equal charm points."),
    ],
)
def test_every_ending_is_told(outcome: Outcome, text: str) -> None:
    assert told(GameEnded(outcome)) == text


def test_a_draw_stands_out_as_a_win_does() -> None:
    out = Console(file=io.StringIO(), width=100, color_system="standard", force_terminal=True)
    Narrator(Screen(out, out, Marks()), load_engine("base")).tell([GameEnded(Outcome(None, "so"))])
    assert isinstance(out.file, io.StringIO)
    assert out.file.getvalue() == "\n\x1b[1mThe game is a draw: so.\x1b[0m\n"


@pytest.mark.parametrize(("width", "lines"), [(76, 1), (75, 2)])
def test_where_cards_went_is_told_in_one_line_if_there_is_room(width: int, lines: int) -> None:
    out = Console(file=io.StringIO(), width=width, color_system=None)
    went = (Placed(0, ONE, To.ASIDE), Placed(0, Glimpse(Cards("B"), 1), To.OWN_SIDE_FACE_DOWN))
    Narrator(Screen(out, out, Marks()), load_engine("base")).tell([PLAYED, *went])
    assert isinstance(out.file, io.StringIO)
    text = out.file.getvalue()
    assert text.count("\n") == lines
    assert text.endswith("A → aside, B → Player 0, face down\n") == (lines == 1)
    assert [line.strip() for line in text.splitlines()[1:]] == ["B → Player 0, face down"][
        : lines - 1
    ]
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(("below", "names"), [(0, ["Computer", "You"]), (1, ["You", "Computer"])])
def test_who_is_told_sits_below(below: int, names: list[str]) -> None:
    out = Console(file=io.StringIO(), width=100, color_system=None)
    row = load_engine("base").variant.row
    scored = Scored(1, (Cards("A"), Cards("B")), row.no_favor, row.no_favor)
    Narrator(Screen(out, out, Marks()), load_engine("base"), ("You", "Computer"), below=below).tell(
        [scored]
    )
    assert isinstance(out.file, io.StringIO)
    lines = [line.split() for line in out.file.getvalue().splitlines()]
    assert [line[0] for line in lines if line and line[0] in names] == names


def test_lines_are_as_wide_as_the_longest_of_their_words() -> None:
    base = load_engine("base").variant
    markers: tuple[Any, ...] = base.markers[0]
    short = Engine(evolve(base, markers=tuple(evolve(m, name="A") for m in markers)))
    narrator = Narrator(Screen(Console(), Console(), Marks()), short)
    assert narrator._longest() == len("reveals")


@pytest.mark.parametrize(
    ("removed", "text"),
    [(0, ""), (1, "1 card is removed unseen."), (2, "2 cards are removed unseen.")],
)
def test_removed_cards_are_counted(removed: int, text: str) -> None:
    assert told(RoundStarted(1, 0, removed)).rstrip("─ ").endswith(text or "You start")


def test_open_hands_name_every_card_but_those_in_the_box() -> None:
    game = Game.new("base", seed=3)
    while game.outcome is None:
        game.play(game.legal_moves()[-1])
    hidden = [
        event
        for event in open_events(game)
        for value in event.__getstate__().values()  # type: ignore[attr-defined]
        for glimpse in (value if isinstance(value, tuple) else (value,))
        if isinstance(glimpse, Glimpse) and glimpse.hidden
    ]
    assert hidden == []


def test_what_is_revealed_is_told_of_each_player() -> None:
    assert told(Revealed(0, Cards("G"))) == "You reveal G"
    assert told(Revealed(1, Cards("G"))) == "Computer reveals G"


@pytest.mark.parametrize(("player", "who"), [(0, "You"), (1, "Computer")])
def test_a_card_drawn_stands_in_the_line_of_the_play(player: int, who: str) -> None:
    assert told(Drew(player, ONE), Played(player, 1, (ONE,))) == f"{who} +A 1 Secret A"


@pytest.mark.parametrize(("player", "pick"), [(0, "Computer picks"), (1, "You pick")])
def test_of_a_pick_the_cards_are_told_where_they_go(player: int, pick: str) -> None:
    piles = (ONE, Glimpse(Cards("B"), 1))
    text = told(
        Played(player, 3, piles),
        Offered(player, 1 - player, 1, piles, (0, 1)),
        Picked(1 - player, (1,)),
        Placed(player, piles[1], To.THEIR_SIDE),
    )
    assert text.endswith(f"{pick} B B → {'Computer' if player == 0 else 'you'}")
