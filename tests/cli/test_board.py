"""The row of geisha on the screen, of any size and in any terminal."""

from __future__ import annotations

import io

import pytest
from attrs import evolve
from rich.console import Console
from rich.style import Style
from rich.text import Text

from hanamikoji_core import Cards, Game, Offer, Pick, Row, parse_move
from hanamikoji_core.cli._board import _counts_for, offered, print_board, print_position
from hanamikoji_core.cli._screen import _PLAIN, Marks, Screen, flowed, open_screen, style_of
from tests.positions import game_from

NAMES = ("North", "South")


def drawn(row: Row, placed: tuple[str, str], favor: tuple[int | None, ...], **more: object) -> str:
    """The board as text in a terminal without colours."""
    out = Console(file=io.StringIO(), width=80, color_system=None)
    screen = Screen(out, out, Marks())
    cards = (Cards(placed[0]), Cards(placed[1]))
    print_board(screen, row, cards, favor, NAMES, **more)  # type: ignore[arg-type]
    return printed(out)


def printed(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


def test_both_sides_and_the_markers_between_them() -> None:
    text = drawn(Row.of(2, 3, 5), ("AAC", "BBC"), (0, 1, None))
    assert [line.rstrip() for line in text.splitlines()] == [
        "          A 2   B 3    C 5    charm   geisha",
        "  ──────────────────────────────────────────",
        "  North   AA            C         2        1",
        "  favor    ▲     ▼      ·",
        "  South         BB      C         3        1",
    ]


def test_a_player_sees_their_own_side_below() -> None:
    lines = drawn(Row.of(2, 3, 5), ("AAC", "BBC"), (0, 1, None), below=0).splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["South", "favor", "North"]
    assert lines[3].split() == ["favor", "▼", "▲", "·"]


def test_a_favor_that_moved_stands_out_and_one_that_stayed_does_not() -> None:
    out = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
    cards = (Cards("A"), Cards("B"))
    print_board(Screen(out, out, Marks()), Row.of(2, 3), cards, (0, 1), NAMES, before=(None, 1))
    text = printed(out)
    assert "\x1b[1;7m ▲ " in text
    assert "\x1b[1m ▼ " in text


BASE = (2, 2, 2, 3, 3, 4, 5)


@pytest.mark.parametrize(
    ("cards", "width"),
    [
        (BASE, 80),
        (BASE, 70),
        ((*BASE, 6), 80),
        ((2, 2, 2, 3, 3, 3, 4, 4, 5, 5), 80),
        ((2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5), 80),
    ],
)
def test_a_row_that_fits_stands_in_one_piece_with_names_and_totals_in_full(
    cards: tuple[int, ...], width: int
) -> None:
    row = Row.of(*cards)
    lines = board(row, width, names=("Computer", "You"))
    heading, _, above, favor, below = lines
    assert heading.split() == [word for g in row for word in (g.letter, str(g.charm))] + [
        "charm",
        "geisha",
    ]
    assert above.split() == ["Computer", *(g.letter * g.cards for g in row), *totals(row, 0)]
    assert favor.split() == ["favor", *"▲" * len(row)]
    assert below.split() == ["You", *totals(row, 1)]
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize(("cards", "width"), [(BASE, 40), (BASE, 36), ((2,) * 26, 80)])
def test_a_row_that_is_too_wide_stands_from_top_to_bottom(
    cards: tuple[int, ...], width: int
) -> None:
    row = Row.of(*cards)
    lines = board(row, width, names=("Computer", "You"))
    heading, _, *geisha, charm, number = lines
    assert heading.split() == ["Computer", "You"]
    assert [line.split() for line in geisha] == [
        [g.letter, str(g.charm), g.letter * g.cards, "◀"] for g in row
    ]
    assert charm.split() == ["charm", totals(row, 0)[0], "0"]
    assert number.split() == ["geisha", totals(row, 0)[1], "0"]
    assert max(map(len, lines)) <= width


def test_in_a_row_from_top_to_bottom_whoever_looks_is_at_the_right() -> None:
    row = Row.of(*BASE)
    out = Console(file=io.StringIO(), width=40, color_system=None)
    favor = (0, 1, *[None] * 5)
    print_board(Screen(out, out, Marks()), row, (Cards("AAB"), Cards("BG")), favor, NAMES, below=0)
    lines = [line.split() for line in printed(out).splitlines()]
    assert lines[0] == ["South", "North"]
    assert lines[2:5] == [["A", "2", "▶", "AA"], ["B", "2", "B", "◀", "B"], ["C", "2", "·"]]


def board(row: Row, width: int, names: tuple[str, str]) -> list[str]:
    """The board on which player 0 has every card and every favor."""
    out = Console(file=io.StringIO(), width=width, color_system=None)
    favor = (0,) * len(row)
    print_board(Screen(out, out, Marks()), row, (row.deck, Cards()), favor, names)
    return printed(out).splitlines()


def totals(row: Row, player: int) -> list[str]:
    return ["0", "0"] if player else [str(row.charm_total), str(len(row))]


@pytest.mark.parametrize("letter", "ABCDEFGHZ")
def test_every_letter_has_colours_that_rich_knows_and_that_can_be_read(letter: str) -> None:
    style = Style.parse(style_of(letter))
    assert style.color is not None
    assert style.bgcolor is not None
    red, green, blue = style.bgcolor.get_truecolor()
    light = 0.3 * red + 0.6 * green + 0.1 * blue > 100
    assert style.color.name == ("black" if light else "white")


def test_what_a_plugin_says_is_no_markup_and_no_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = [io.StringIO(), io.StringIO()]
    monkeypatch.setattr("sys.stdout", streams[0])
    monkeypatch.setattr("sys.stderr", streams[1])
    screen = open_screen()
    for console, stream in zip((screen.out, screen.err), streams, strict=True):
        console.print(":cat: [bold]12[/bold]")
        assert stream.getvalue() == ":cat: [bold]12[/bold]\n"


def test_what_the_output_cannot_show_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    screen = open_screen()
    assert screen.marks.arrow == "->"
    screen.print("Té")
    screen.out.file.flush()
    assert raw.getvalue() == b"T?\n"


def test_a_players_face_down_cards_stand_below_their_markers() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 1D 2BB")
    out = Console(file=io.StringIO(), width=80, color_system=None)
    print_position(Screen(out, out, Marks()), game.engine, game.observe(0), NAMES)
    lines = [line.strip() for line in printed(out).splitlines()]
    assert "face down  A scores   BB aside" in lines
    assert "face down  ▮ scores" in lines
    assert any(line.startswith("markers") for line in lines)


@pytest.mark.parametrize(
    ("size", "known", "heading"),
    [
        (2, (), "Round 1 · 2 cards in the deck"),
        (1, (), "Round 1 · 1 card in the deck"),
        (3, ((0, "D"),), "Round 1 · 3 cards in the deck · D number 1 from the top"),
        (3, ((1, "D"),), "Round 1 · 3 cards in the deck · D number 2 from the top"),
        (3, ((2, "D"),), "Round 1 · 3 cards in the deck · D at the bottom"),
    ],
)
def test_the_deck_is_told_with_what_is_known_of_it(
    size: int, known: tuple[tuple[int, str], ...], heading: str
) -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG")
    out = Console(file=io.StringIO(), width=80, color_system=None)
    view = evolve(game.observe(0), deck_size=size, deck=known)
    print_position(Screen(out, out, Marks()), game.engine, view, NAMES)
    assert printed(out).splitlines()[0].rstrip() == heading


@pytest.mark.parametrize(
    ("scores_for", "told"), [(None, "aside"), (0, "scores"), (1, "scores for the other side")]
)
def test_of_what_lies_face_down_it_is_told_for_whom_it_counts(
    scores_for: int | None, told: str
) -> None:
    assert _counts_for(scores_for, 0) == told


def test_where_there_is_only_ascii_marks_are_of_ascii() -> None:
    assert Marks("^", "v", ".", "?", "->", "|", "<", ">") == _PLAIN


def test_what_does_not_fit_into_a_line_goes_to_the_next_and_no_item_is_broken() -> None:
    markers = [Text(f"{n} {name}") for n, name in ((1, "Secret"), (2, "Trade-off"), (3, "Gift"))]
    assert str(flowed(markers, Text(" · "), 33)) == "1 Secret · 2 Trade-off · 3 Gift"
    assert str(flowed(markers, Text(" · "), 32)) == "1 Secret · 2 Trade-off ·\n3 Gift"
    assert str(flowed(markers, Text("   "), 12)) == "1 Secret\n2 Trade-off\n3 Gift"


@pytest.mark.parametrize("width", [36, 40, 60, 80])
def test_no_marker_of_a_player_is_broken_over_two_lines(width: int) -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 1D")
    out = Console(file=io.StringIO(), width=width, color_system=None)
    print_position(Screen(out, out, Marks()), game.engine, game.observe(0), NAMES)
    text = printed(out)
    assert max(map(len, text.splitlines())) <= width
    for marker in ("1 Secret", "2 Trade-off", "3 Gift", "4 Competition"):
        assert text.count(marker) == 2


def test_markers_that_are_used_stand_apart_from_those_that_are_not() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 1D 2BB")
    lines = position(game, 0)
    assert "markers    1 Secret   2 Trade-off   3 Gift   4 Competition" not in lines
    assert lines.count("markers    2 Trade-off   3 Gift   4 Competition") == 1
    assert lines.count("markers    3 Gift   4 Competition") == 1
    assert "used       1 Secret   2 Trade-off" in lines
    assert "used       1 Secret" in lines


def test_a_player_whose_markers_are_all_used_has_none_left() -> None:
    game = game_from(
        "base", deal="G AABBCC DDDEEE FFFFGGGG", moves="1A 1D 2AB 2DD 3B-C-C /0 3E-E-E /0 4FF-GG"
    )
    assert "markers    none left" not in position(game, 1)
    game.play(parse_move("/0"))
    assert "markers    none left" in position(game, 0)


def position(game: Game, viewer: int) -> list[str]:
    """The lines of the position in a terminal of 80 columns, without the names."""
    out = Console(file=io.StringIO(), width=80, color_system=None)
    print_position(Screen(out, out, Marks()), game.engine, game.observe(viewer), ("", ""))
    return [line.strip() for line in printed(out).splitlines()]


def test_each_pile_of_an_offer_stands_with_the_move_that_picks_it() -> None:
    game = game_from("base", deal="G AABBCC DDDEEE FFFFGGGG", moves="3A-B-F")
    assert piles_of(game, 1) == "/0 A   /1 B   /2 F"


def test_piles_that_are_not_to_be_picked_are_marked() -> None:
    piles = (Cards("A"), Cards("B"), Cards(), Cards("D"))
    seen, shown = (frozenset({1}),) * 4, (Cards(),) * 4
    offer = Offer(0, 1, 3, piles, 1, (2, 3), seen, shown, laid=4, picks=(Pick((0,)),))
    out = Console(file=io.StringIO(), width=80, color_system=None)
    text = offered(Screen(out, out, Marks()), offer, offer.glimpses(1))
    assert str(text) == "/0 A (taken)   /1 B (not offered)   /2 empty   /3 D"


def piles_of(game: Game, viewer: int) -> str:
    offer = game.observe(viewer).offer
    assert offer is not None
    out = Console(file=io.StringIO(), width=80, color_system=None)
    return str(offered(Screen(out, out, Marks()), offer, offer.piles))
