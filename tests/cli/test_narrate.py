"""Events in words, those too that no variant here brings about."""

from __future__ import annotations

import io
from typing import Any

import pytest
from attrs import evolve
from rich.console import Console

from hanamikoji_core import (
    Action,
    Cards,
    Engine,
    From,
    Game,
    Glimpse,
    Marker,
    Observation,
    Outcome,
    Place,
    Step,
    Take,
    To,
    load_engine,
)
from hanamikoji_core.cli._narrate import PLAYERS, Narrator
from hanamikoji_core.cli._screen import Marks, Screen
from hanamikoji_core.cli._views import Seen, opened, seen
from hanamikoji_core.model.events import (
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
from tests.positions import game_from
from tests.rogues.plain import variant

MINI_1 = "mini-expansion-1"
ONE = Glimpse(Cards("A"), 1)
PLAYED = Played(0, 1, (ONE,))


def told(*events: Event, names: tuple[str, str] = ("You", "Computer")) -> str:
    out = Console(file=io.StringIO(), width=100, color_system=None)
    Narrator(Screen(out, out, Marks()), load_engine("base"), names).tell(map(Seen, events))
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
        (From.HAND, "from your hand"),
        (From.THEIR_HAND, "from Computer's hand"),
        (From.OWN_SIDE, "from your side"),
        (From.THEIR_SIDE, "from Computer's side"),
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
    assert text == "You 1 Secret C · F · G Computer picks /0,1 C · F You pick /1 F"


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
    Narrator(Screen(out, out, Marks()), load_engine("base")).tell(
        [Seen(GameEnded(Outcome(None, "so")))]
    )
    assert isinstance(out.file, io.StringIO)
    assert out.file.getvalue() == "\n\x1b[1mThe game is a draw: so.\x1b[0m\n"


@pytest.mark.parametrize(("width", "lines"), [(76, 1), (75, 2)])
def test_where_cards_went_is_told_in_one_line_if_there_is_room(width: int, lines: int) -> None:
    out = Console(file=io.StringIO(), width=width, color_system=None)
    aside = Placed(0, ONE, To.ASIDE)
    face_down = Placed(0, Glimpse(Cards("B"), 1), To.OWN_SIDE_FACE_DOWN)
    told = (Seen(PLAYED), Seen(aside), Seen(face_down))
    Narrator(Screen(out, out, Marks()), load_engine("base")).tell(told)
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
        [Seen(scored)]
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
        seen
        for seen in opened(game)
        for value in seen.event.__getstate__().values()  # type: ignore[attr-defined]
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
    assert text.endswith(f"{pick} /1 B B → {'Computer' if player == 0 else 'you'}")


def test_what_was_laid_out_covered_and_placed_face_up_is_named() -> None:
    covered = Glimpse(Cards(), 2)
    text = told(Played(1, 2, (covered,)), Placed(1, Glimpse(Cards("AB"), 2), To.OWN_SIDE))
    assert text == "Computer 2 Trade-off AB → Computer"


def test_of_covered_piles_only_those_placed_face_up_are_named() -> None:
    covered = Glimpse(Cards(), 1)
    text = told(
        Played(1, 2, (covered, Glimpse(Cards(), 0), covered)),
        Placed(1, covered, To.ASIDE),
        Placed(1, Glimpse(Cards("B"), 1), To.OWN_SIDE),
    )
    assert text == "Computer 2 Trade-off ▮ · · B ▮ → aside, B → Computer"


def test_what_was_picked_unseen_is_named_where_it_is_placed_face_up_and_not_before() -> None:
    covered = Glimpse(Cards(), 1)
    text = told(
        Played(1, 2, (covered, covered)),
        Offered(1, 0, 1, (covered, covered), (0, 1)),
        Picked(0, (1,)),
        Placed(1, Glimpse(Cards("A"), 1), To.OWN_SIDE),
        Placed(1, covered, To.ASIDE),
    )
    assert text == "Computer 2 Trade-off ▮ · ▮ You pick /1 ▮ A → Computer, ▮ → aside"


@pytest.mark.parametrize(
    ("names", "took"),
    [
        (("You", "Computer"), "Computer takes from your hand ▮"),
        (("Player 0", "Player 1"), "Player 1 takes from Player 0's hand ▮"),
    ],
)
def test_whose_hand_is_taken_from_is_told(names: tuple[str, str], took: str) -> None:
    text = told(Played(1, 1, ()), Took(1, From.THEIR_HAND, Glimpse(Cards(), 1)), names=names)
    assert text.endswith(took)


@pytest.mark.parametrize(
    ("source", "took"), [(From.HAND, "from own hand"), (From.OWN_SIDE, "from own side")]
)
def test_of_somebody_else_what_is_theirs_is_their_own(source: From, took: str) -> None:
    text = told(Played(1, 1, ()), Took(1, source, Glimpse(Cards(), 1)))
    assert text.endswith(f"Computer takes {took} ▮")


def test_the_result_of_cards_that_were_taken_too_is_told_with_the_cards() -> None:
    text = told(
        Played(0, 1, (ONE,)),
        Took(0, From.DECK_TOP, Glimpse(Cards("B"), 1)),
        Placed(0, ONE, To.ASIDE),
        Placed(0, Glimpse(Cards("B"), 1), To.ASIDE),
    )
    assert text == "You 1 Secret A You take from deck B AB → aside"


def test_a_player_is_told_what_the_opponent_sees_of_covered_piles() -> None:
    game = game_from(MINI_1, deal="AABBCC DDDEEE FFFFGGGGG", moves="3A-B-C")
    assert "You +F 3 Action 3 A · B · C Computer sees ▮ · ▮ · ▮" in told_of(game, 0)
    assert "Computer sees" not in told_of(game, 0, names=("Player 0", "Player 1"))


def test_of_piles_that_everybody_sees_nothing_is_added() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="3A-B-C")
    assert " see" not in told_of(game, 0)
    assert " see" not in told_of(game, None)


def test_whoever_is_to_pick_is_told_what_they_see_and_no_more() -> None:
    game = game_from(MINI_1, deal="AABBCC DDDEEE FFFFGGGGG", moves="3A-B-C")
    assert "Player 0 3 Action 3 ▮ · ▮ · ▮" in told_of(game, 1, names=PLAYERS)
    assert " see" not in told_of(game, 1)


def test_with_open_hands_it_is_told_what_the_opponent_saw() -> None:
    game = game_from(MINI_1, deal="AABBCC DDDEEE FFFFGGGGG", moves="3A-B-C")
    text = " ".join(printed_of(game, opened(game), PLAYERS).split())
    assert "Player 0 +F 3 Action 3 A · B · C Player 1 sees ▮ · ▮ · ▮" in text


def test_with_open_hands_even_a_card_that_nobody_has_looked_at_is_named() -> None:
    class Blind(Marker):
        hand_only = True

        def plays(self, view: Observation) -> list[tuple[Cards, ...]]:
            return [(card,) for card in view.hand.combinations(1)]

        def step(self, view: Observation, action: Action) -> Step:
            if not action.taken:
                return Take(1, seen=False, or_fewer=True)
            return Place((To.DECK_BOTTOM, To.ASIDE))

    blind = Blind(1, "Blind", "Swap a card unseen.")
    game = game_from(evolve(variant(blind), removed=1), seed=7)
    top = game.state.deck[0]
    game.play(game.legal_moves()[0])
    assert "takes from deck ▮" in told_of(game, None, names=PLAYERS)
    text = " ".join(printed_of(game, opened(game), PLAYERS).split())
    assert f"takes from deck {top}" in text


def test_with_open_hands_nothing_is_told_of_a_pile_that_is_empty() -> None:
    """Nothing lies on the side that the card is taken from."""

    class Back(Marker):
        def plays(self, view: Observation) -> list[tuple[Cards, ...]]:
            return [(card,) for card in view.hand.combinations(1)]

        def step(self, view: Observation, action: Action) -> Step:
            if not action.taken:
                return Take(1, From.OWN_SIDE)
            return Place((To.ASIDE, To.OWN_SIDE))

    game = game_from(variant(Back(1, "Back", "One aside, one back.")), seed=7)
    game.play(game.legal_moves()[0])
    placed = [told.event for told in opened(game) if isinstance(told.event, Placed)]
    assert [event.to for event in placed] == [To.ASIDE]


def told_of(game: Game, viewer: int | None, names: tuple[str, str] = ("You", "Computer")) -> str:
    return " ".join(printed_of(game, seen(game, viewer), names).split())


def printed_of(game: Game, told: tuple[Seen, ...], names: tuple[str, str], width: int = 100) -> str:
    out = Console(file=io.StringIO(), width=width, color_system=None)
    Narrator(Screen(out, out, Marks()), game.engine, names).tell(told)
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


@pytest.mark.parametrize("width", [30, 40, 60, 80])
@pytest.mark.parametrize("name", ["base", "mini-expansion-1", "mini-expansion-4"])
def test_in_a_terminal_of_any_width_it_is_told_where_every_card_went(name: str, width: int) -> None:
    game = Game.new(name, seed=3)
    while game.state.round == 1 and game.outcome is None:
        game.play(game.legal_moves()[-1])
    wide, told = (printed_of(game, opened(game), PLAYERS, columns) for columns in (200, width))
    assert max(map(len, told.splitlines())) <= width
    for word in ("Player 0", "Player 1", "aside", "face down", "→", "takes from deck", "sees"):
        assert " ".join(told.split()).count(word) == " ".join(wide.split()).count(word)


def test_where_cards_went_stands_below_if_the_terminal_is_narrow() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 1D 3A-B-C /0 3D-E-E /1")
    lines = printed_of(game, seen(game, None), PLAYERS, 40).splitlines()
    assert lines[2:6] == [
        "  Player 0  1 Secret  ▮",
        "    → Player 0, face down",
        "  Player 1  1 Secret  ▮",
        "    → Player 1, face down",
    ]
    assert lines[6:9] == [
        "  Player 0  3 Gift  A · B · C",
        "  Player 1  picks /0  A",
        "    A → Player 1, BC → Player 0",
    ]


def test_a_short_result_stays_in_the_line_in_a_narrow_terminal_too() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="2AA")
    lines = printed_of(game, seen(game, None), PLAYERS, 40).splitlines()
    assert lines[2] == "  Player 0  2 Trade-off  ▮▮  → aside"
