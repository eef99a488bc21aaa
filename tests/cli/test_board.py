"""The row of geisha on the screen, of any size and in any terminal."""

from __future__ import annotations

import io

import pytest
from attrs import evolve
from rich.console import Console
from rich.style import Style

from hanamikoji_core import Cards, Row
from hanamikoji_core.cli._board import _counts_for, _parts, print_board, print_position
from hanamikoji_core.cli._screen import _PLAIN, Marks, Screen, open_screen, style_of
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


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_row_is_drawn_in_pieces_that_fit(width: int) -> None:
    row = Row.of(*[2] * 26)
    out = Console(file=io.StringIO(), width=width, color_system=None)
    print_board(Screen(out, out, Marks()), row, (row.deck, Cards()), (0,) * 26, NAMES)
    text = printed(out)
    assert max(map(len, text.splitlines())) <= width
    for letter in row.letters:
        assert f"{letter} 2" in text
        assert f" {letter}{letter}" in text
    assert text.count("charm") == 1


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
    assert "face down  A scores, BB aside" in lines
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
    assert Marks("^", "v", ".", "?", "x", "->", "|") == _PLAIN


def test_as_many_geisha_as_fit_stand_side_by_side() -> None:
    row = list(Row.of(2, 2, 5))

    assert [len(part) for part in _parts(row, 17)] == [3]
    assert [len(part) for part in _parts(row, 16)] == [2, 1]
    assert [len(part) for part in _parts(row, 1)] == [1, 1, 1]


def test_the_totals_stand_beside_a_row_that_just_fits() -> None:
    row = Row.of(2, 2, 5)
    for width, pieces in ((47, 1), (46, 2)):
        out = Console(file=io.StringIO(), width=width, color_system=None)
        print_board(Screen(out, out, Marks()), row, (Cards("A"), Cards()), (0, 1, None), NAMES)
        assert printed(out).count("North") == pieces
