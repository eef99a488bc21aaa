"""``hanamikoji replay``: saved games are checked and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamikoji_core import Game
from hanamikoji_core.testing import Ruling

from .conftest import Run

# A third of a round, from a scripted deal: nothing is left to chance.
STARTED = "hanamikoji base first=0 seed=7 deals=GAABBCCDDDEEEFFFFGGGG : 1F 3D-D-E /2 3A-B-C"


def finished() -> Game:
    game = Game.new("mini-expansion-1", seed=7)
    while game.outcome is None:
        game.play(game.legal_moves()[0])
    return game


@pytest.mark.parametrize("write", [Game.to_json, Game.to_transcript])
def test_json_and_transcripts_are_told_alike(run: Run, tmp_path: Path, write: object) -> None:
    game = finished()
    file = tmp_path / "game"
    file.write_text(write(game))  # type: ignore[operator]
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith("Mini expansion 1\nRound 1 · Player 0 starts ")
    assert f"{len(game.history)} moves checked: no errors." in result.stdout
    assert f"wins: {game.outcome.reason}." in result.stdout  # type: ignore[union-attr]


def test_standard_input_is_a_dash(run: Run) -> None:
    assert run("replay", "-", input=STARTED).exit_code == 0


def test_the_game_is_found_in_a_ruling_of_the_conformance_kit(run: Run) -> None:
    ruling = Ruling("demo", "A promise.", "base", "", "this", "that", STARTED, "round 1")
    assert (
        run("replay", "-", input=f"{ruling}\n").stdout == run("replay", "-", input=STARTED).stdout
    )


@pytest.mark.parametrize("indent", ["", "E       "])
def test_the_game_is_found_in_a_failing_example_too(indent: str, run: Run) -> None:
    text = f"{indent}Failing test case: test_all_is_well(\n{indent}game: {STARTED}\n"
    assert run("replay", "-", input=text).stdout == run("replay", "-", input=STARTED).stdout


@pytest.mark.parametrize("options", [(), ("--open",)])
def test_the_move_that_a_ruling_is_about_is_tried(options: tuple[str, ...], run: Run) -> None:
    def told(move: str) -> str:
        ruling = Ruling("demo", "A promise.", "base", "", "", "", STARTED, "round 1", move)
        shown: str = run("replay", *options, "-", input=str(ruling)).stdout
        return shown.partition("was tried, ")[2]

    assert told("/0").startswith("/0:\n  Player 1  picks /0       A  ")
    assert "BC" in told("/0")
    assert told("/3").startswith("/3:\n  there is no pile 3")
    assert told("4-").startswith("4-:\n  ")
    assert "4 moves checked" in told("4-")


def test_a_move_that_ends_the_game_is_tried_too(run: Run) -> None:
    game = finished()
    last = game.undo()
    ruling = Ruling(
        "demo", "A promise.", "mini-expansion-1", "", "", "", game.to_transcript(), "", str(last)
    )
    told = run("replay", "-", input=str(ruling)).stdout
    assert "wins: " in told.partition(f"was tried, {last}:\n")[2]


def test_who_is_to_move_is_told_of_either_player(run: Run) -> None:
    dealt = STARTED.partition(" : ")[0]
    assert (
        "The game goes on: Player 0 is to act.\n" in run("replay", "-", input=f"{dealt} :").stdout
    )
    assert "Player 1 is to act.\n" in run("replay", "-", input=f"{dealt} : 1F").stdout


def test_a_move_that_is_tried_openly_shows_the_cards_of_either_player(run: Run) -> None:
    dealt = STARTED.partition(" : ")[0]
    for game, move in ((f"{dealt} :", "2BC"), (f"{dealt} : 1F", "2DE")):
        ruling = Ruling("demo", "A promise.", "base", "", "", "", game, "round 1", move)
        shown = run("replay", "--open", "-", input=str(ruling)).stdout.partition("was tried")[2]
        assert f"2 Trade-off    {move[1:]} " in shown


def test_a_game_that_goes_on_ends_with_its_position(run: Run) -> None:
    told = run("replay", "-", input=STARTED).stdout
    assert "Player 0  3 Gift         A · B · C\n" in told
    assert "The game goes on: Player 1 is to pick 1 of 3.\n  /0 A   /1 B   /2 C\n" in told
    assert "4 moves checked" in told


def test_hidden_cards_stay_hidden_unless_the_game_is_opened(run: Run) -> None:
    covered = run("replay", "-", input=STARTED).stdout
    assert "Player 0  1 Secret       ▮              → Player 0, face down\n" in covered
    assert "holds" not in covered
    opened = run("replay", "--open", "-", input=STARTED).stdout
    assert "Player 0      holds          A A B B C C\n" in opened
    assert "Player 0  +F  1 Secret       F              → Player 0, face down\n" in opened
    assert "Player 1  +F  3 Gift         D · D · E\n" in opened
    assert "Player 0  hand       A B C F\n" in opened.partition("in the deck")[2]
    assert "face down  F scores\n" in opened
    assert "Player 1  hand       D E E F\n" in opened


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "-: not a saved game: invalid JSON"),
        (b"\xff", "- is no saved game: it is no utf-8 text"),
        (b"{}", "-: not a saved game: "),
        (b"hanamikoji base first=0 : 1A", "-: not a transcript; expected one line"),
        (STARTED.replace("1F", "1G").encode(), "-: move 1 of the saved game: "),
        (b"x" * (1 << 22) + b"x", "- is no saved game: it is too long"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(run: Run, text: bytes, told: str) -> None:
    result = run("replay", "-", input=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"hanamikoji: {told}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_of_four_megabytes_is_read_and_one_byte_more_is_too_long(
    run: Run, tmp_path: Path, more: int
) -> None:
    text = b" " * ((1 << 22) + more)
    file = tmp_path / "game"
    file.write_bytes(text)
    for result in (run("replay", str(file)), run("replay", "-", input=text)):
        assert ("it is too long" in result.stderr) == bool(more)
        assert result.exit_code == 2


def test_a_ruling_without_a_game_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ruling.txt"
    file.write_text("metadata: ...\n\n  variant     x (X)\n  happened    the text is empty\n")

    result = run("replay", str(file))

    assert result.exit_code == 2
    assert "this ruling is about the variant itself, so there is no game in it" in result.stderr
