"""Saved games on disk: what is read, what is told, and what is never lost."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hanamikoji_core import Game, parse_move
from hanamikoji_core.cli._files import check_target, read_game, write_game
from hanamikoji_core.errors import DecodeError, HanamikojiError

from .conftest import Run, Scripted

DEAL = "hanamikoji base first=0 seed=7 deals=GAABBCCDDDEEEFFFFGGGG :"
MOVES = ["1F", "3D-D-E", "/2", "3A-B-C", "/0", "2EF", "4AB-CF"]


def transcript() -> str:
    return " ".join([DEAL, *MOVES])


def moves_in(file: Path) -> list[str]:
    return [*map(str, read_game(str(file)).game.history)]


@pytest.mark.parametrize("width", [20, 35, 50, 72])
@pytest.mark.parametrize("indent", ["", "  ", "\t"])
def test_a_transcript_that_is_wrapped_over_lines_is_read_to_its_end(
    tmp_path: Path, width: int, indent: str
) -> None:
    lines = [""]
    for word in transcript().split():
        if len(lines[-1]) + len(word) > width and lines != [""]:
            lines.append("")
        lines[-1] += f"{word} "
    file = tmp_path / "game"
    file.write_text(f"\n{indent}".join(lines) + "\n\n")
    assert moves_in(file) == MOVES


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("3A-B-\nG", "line 2 does not continue the transcript: 'G' is no part of one"),
        ("1\nA", "line 2 does not continue the transcript: 'A' is no part of one"),
        ("4AB\n-CF", "line 2 does not continue the transcript: '-CF' is no part of one"),
        ("2EF\n\nand so on", "line 3 does not continue the transcript: 'and' is no part of one"),
        (f"2EF\n{DEAL} 1F", "a second game begins in line 2; put each game in a separate file"),
    ],
)
def test_what_cannot_be_read_after_a_transcript_is_told(
    tmp_path: Path, run: Run, more: str, told: str
) -> None:
    file = tmp_path / "game"
    file.write_text(f"{DEAL} 1F 3D-D-E /2 3A-B-C /0 {more}\n")
    result = run("replay", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"hanamikoji: {file}: {told}\n"


def test_a_game_that_was_cut_is_never_written_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(f"{DEAL} 1F 3D-D-E /2 3A-B-C\n/0 and more\n")
    before = file.read_bytes()
    assert run("play", "--resume", str(file), "--save", str(file)).exit_code == 2
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("before", "note"),
    [
        ("A game of mine\n\n", "1 line before the transcript was not read"),
        ("A game\nof mine\n", "2 lines before the transcript were not read"),
    ],
)
@pytest.mark.parametrize("words", [["replay"], ["play", "--resume"]])
def test_what_stands_before_a_transcript_is_not_read_and_that_is_told(
    run: Run, tmp_path: Path, before: str, note: str, words: list[str]
) -> None:
    file = tmp_path / "game"
    file.write_text(f"{before}{DEAL}\n")
    result = run(*words, str(file), input="quit\n")
    assert (result.exit_code, result.stderr) == (0, f"hanamikoji: {file}: {note}\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("as_json", [True, False])
def test_a_game_is_read_as_other_programs_write_texts(
    tmp_path: Path, encoding: str, as_json: bool
) -> None:
    game = Game.from_transcript(transcript())
    text = game.to_json() if as_json else game.to_transcript()
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    file = tmp_path / "game"
    file.write_bytes(f"{mark}{text}\r\n".encode(encoding))
    assert moves_in(file) == MOVES


def test_half_a_character_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes("\ufeffhanamikoji".encode("utf-16-le")[:-1])
    with pytest.raises(DecodeError, match=r"it is no utf-16-le text \(truncated data\)"):
        read_game(str(file))


@pytest.mark.parametrize("name", ["game", "game.json"])
def test_a_save_that_cannot_be_finished_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The disk is full: what was there is there still, and nothing lies beside it."""
    file = tmp_path / name
    game = Game.from_transcript(DEAL)
    write_game(game, str(file))
    before = file.read_bytes()
    game.play(parse_move("1F"))

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_game(game, str(file))
    assert caught.value.filename == str(file)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_ctrl_c_while_a_game_is_saved_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game"
    game = Game.from_transcript(DEAL)
    write_game(game, str(file))
    game.play(parse_move("1F"))

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    monkeypatch.setattr("pathlib.Path.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_game(game, str(file))
    assert moves_in(file) == []
    assert [each.name for each in tmp_path.iterdir()] == ["game"]


def test_a_save_is_on_the_disk_before_it_takes_the_place_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game"
    write_game(Game.from_transcript(DEAL), str(file))
    seen: list[str] = []
    real = os.fsync

    def sync(fd: int) -> None:
        seen.append(file.read_text())
        real(fd)

    monkeypatch.setattr("os.fsync", sync)
    write_game(Game.from_transcript(transcript()), str(file))
    assert seen == [f"{DEAL}\n"]
    assert file.read_text() == f"{transcript()}\n"


@pytest.mark.skipif(os.name == "nt", reason="file modes are a thing of POSIX")
def test_a_save_keeps_the_mode_of_its_file_and_a_link_to_it(tmp_path: Path) -> None:
    file, link = tmp_path / "game", tmp_path / "link"
    file.touch(mode=0o640)
    file.chmod(0o640)
    link.symlink_to(file)
    write_game(Game.from_transcript(DEAL), str(link))
    assert link.is_symlink()
    assert file.read_text() == f"{DEAL}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "text",
    ["", "\n", f"{DEAL} 1F\n", f"{DEAL}\n1F 3D-D-E", Game.from_transcript(DEAL).to_json()],
)
def test_a_saved_game_and_an_empty_file_may_be_saved_over(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game"
    file.write_text(text)
    check_target(str(file))


def test_a_game_of_a_variant_that_is_not_here_is_a_saved_game_too(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("hanamikoji tea-house first=0 seed=7 : 1A\n")
    check_target(str(file))


@pytest.mark.parametrize(
    "content",
    [
        b"Dear diary,\n",
        b"{}",
        b'{"format": "hanamikoji-game"}',
        f"Dear diary,\n{DEAL}\n".encode(),
        f"{DEAL}\nDear diary\n".encode(),
        b"\xff\xd8\xff\xe0",
        b"x" * (1 << 22) + b"x",
    ],
)
@pytest.mark.parametrize("typed", [True, False])
def test_a_file_that_is_no_saved_game_is_left_as_it_is(
    run: Run, scripted: Scripted, tmp_path: Path, content: bytes, typed: bool
) -> None:
    file = tmp_path / "diary"
    file.write_bytes(content)
    words = ("play", "--resume", scripted("base"))
    if typed:
        result = run(*words, input=f"save {file}\n")
    else:
        result = run(*words, "--save", str(file))
    assert result.exit_code == 2
    assert result.stderr == (
        f"hanamikoji: {file} is there already and is no saved game, so it is left as it is; "
        "name another file, or add --force\n"
    )
    assert file.read_bytes() == content


@pytest.mark.parametrize("typed", [True, False])
def test_with_force_it_is_saved_over(
    run: Run, scripted: Scripted, tmp_path: Path, typed: bool
) -> None:
    file = tmp_path / "diary"
    file.write_text("Dear diary,\n")
    words = ("play", "--force", "--resume", scripted("base"))
    if typed:
        result = run(*words, input=f"save {file}\nquit\n")
    else:
        result = run(*words, "--save", str(file), input="quit\n")
    assert result.exit_code == 0
    assert moves_in(file) == []


@pytest.mark.parametrize("force", [True, False])
def test_what_is_no_ordinary_file_is_never_saved_over(tmp_path: Path, force: bool) -> None:
    for name in (str(tmp_path), os.devnull):
        with pytest.raises(HanamikojiError, match="is no ordinary file; name another one"):
            check_target(name, force=force)


def test_a_game_that_goes_on_from_a_file_says_that_it_is_not_kept(
    run: Run, scripted: Scripted, tmp_path: Path
) -> None:
    file = scripted("base")
    before = Path(file).read_text()
    result = run("play", "--resume", file, input="1C\nquit\n")
    assert f"{file} stays as it is; to keep this game, type save FILE" in result.stdout
    assert result.stdout.endswith("The game is not saved.\n")
    assert Path(file).read_text() == before
    kept = str(tmp_path / "kept")
    result = run("play", "--resume", file, "--save", kept, input="1C\nquit\n")
    assert "stays as it is" not in result.stdout
    assert result.stdout.endswith(f"Saved in {kept}.\n")


def test_a_new_game_that_is_not_saved_says_so_when_it_is_left(run: Run) -> None:
    assert run("play", "--seed", "7", input="quit\n").stdout.endswith("The game is not saved.\n")
