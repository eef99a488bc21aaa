"""What holds for every command: help, version, plug-ins, and how errors end."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import EntryPoint, version
from io import StringIO
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import typer

from hanamikoji_core import PluginWarning, available_variants, hookimpl, plugins
from hanamikoji_core.cli import main
from hanamikoji_core.cli._app import _leave_pipe, app
from hanamikoji_core.plugins._find import Source

from .conftest import Run

COMMANDS = ("variants", "rules", "play", "simulate", "replay", "check", "new")


def only_line(text: str) -> str:
    """The one line that an error is told in."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    return lines[0]


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in result.stdout


def test_help_speaks_of_nothing_but_the_game(run: Run) -> None:
    assert "completion" not in run("--help").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Usage: hanamikoji {name}" in result.stdout


def test_the_version_is_the_distribution_s(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"hanamikoji {version('hanamikoji')}\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["dance"], "No such command 'dance'"),
        (["rules", "bose"], "there is no variant 'bose'; did you mean 'base'?"),
        (["rules", "base+nine-rounds"], "there is no house rule 'nine-rounds'"),
        (
            ["play", "base+three-rounds+three-rounds-plain"],
            "both set 'limit'; use only one of them",
        ),
        (["play", "--first", "2"], "Invalid value for '--first'"),
        (["play", "--two", "--auto"], "--two and --auto exclude each other"),
        (["play", "--open"], "--open needs --auto"),
        (["play", "--seed", str(2**64), "--auto"], "it must be a whole number from 0 to 2**64 - 1"),
        (["play", "--save", "/nowhere/game.json"], "/nowhere/game.json: No such file or directory"),
        (["simulate", "--games", "0"], "Invalid value for '--games'"),
        (["simulate", "bose", "--jobs", "2"], "there is no variant 'bose'"),
        (["replay"], "Missing argument"),
        (["replay", "/nowhere/game.json"], "/nowhere/game.json: No such file or directory"),
        (["replay", "/"], "/: Is a directory"),
    ],
)
def test_an_error_is_one_line_on_stderr_and_status_2(run: Run, words: list[str], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert only_line(result.stderr).startswith("hanamikoji: ")
    assert told in result.stderr
    assert result.stdout == ""


def test_an_error_holds_nothing_that_a_terminal_would_obey(run: Run) -> None:
    result = run("rules", "ba\x1b[31mse\nbase")
    assert result.exit_code == 2
    assert "\x1b" not in only_line(result.stderr)
    missing = only_line(run("replay", "/no\x1bwhere").stderr)
    assert missing == r"hanamikoji: /no\x1bwhere: No such file or directory"


@pytest.mark.parametrize(
    ("words", "see"),
    [
        (["dance"], "see hanamikoji --help"),
        (["play", "--first", "2"], "see hanamikoji play --help"),
    ],
)
def test_wrong_words_are_told_with_where_to_look(run: Run, words: list[str], see: str) -> None:
    assert only_line(run(*words).stderr).endswith(f"; {see}")


def test_wrong_words_of_no_command_are_told_with_the_help_of_all(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WordsError(Exception):
        def format_message(self) -> str:
            return "Odd X."

    def odd(*_: object, **__: object) -> None:
        raise WordsError

    monkeypatch.setattr("typer.core.TyperGroup.main", odd)
    assert only_line(run().stderr) == "hanamikoji: Odd X; see hanamikoji --help"


def test_ctrl_c_ends_with_status_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hanamikoji_core.cli._session.AutoSession.run", interrupted)
    result = run("play", "--auto")
    assert (result.exit_code, result.stderr) == (130, "hanamikoji: interrupted\n")


@pytest.mark.parametrize(
    ("raised", "status", "told"),
    [
        (KeyboardInterrupt(), 130, "hanamikoji: interrupted\n"),
        (typer.Abort(), 130, "hanamikoji: interrupted\n"),
        (BrokenPipeError(), 1, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_with_a_typer_that_lets_it_pass_the_status_is_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, status: int, told: str
) -> None:
    def passes(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("typer.core.TyperGroup.main", passes)
    monkeypatch.setattr("hanamikoji_core.cli._app.os.dup2", lambda *_: None)
    result = run("play", "--auto")
    assert (result.exit_code, result.output) == (status, told)


@pytest.mark.parametrize("fault", [ZeroDivisionError(), ModuleNotFoundError(name="no_such_module")])
def test_a_fault_of_ours_is_not_hidden(
    run: Run, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken() -> None:
        raise fault

    monkeypatch.setattr("hanamikoji_core.cli._screen.open_screen", broken)
    assert run("variants").exception is fault


@pytest.mark.parametrize("missing", [["typer", "rich"], ["typer"], ["rich"]])
def test_without_typer_or_rich_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: list[str]
) -> None:
    found = {"typer", "rich"} - {*missing}
    monkeypatch.setattr("hanamikoji_core.cli.find_spec", lambda name: name in found or None)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "pip install 'hanamikoji[cli]'" in only_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", ["hypothesis", "pytest"])
def test_what_check_needs_is_named_where_it_is_missing(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def missing() -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr("hanamikoji_core.cli._screen.open_screen", missing)
    result = run("check", "base")
    assert result.exit_code == 2
    assert "pip install 'hanamikoji[testing]'" in only_line(result.stderr)


def test_an_error_shows_the_letters_of_all_languages(run: Run) -> None:
    told = only_line(run("replay", "/nowhere/Ω").stderr)
    assert told == "hanamikoji: /nowhere/Ω: No such file or directory"


def test_a_terminal_of_which_nothing_is_known_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", StringIO())
    monkeypatch.setattr(sys, "argv", ["hanamikoji", "replay", "/nowhere/Ω"])
    with pytest.raises(SystemExit):
        main()
    assert isinstance(sys.stderr, StringIO)
    told = sys.stderr.getvalue()
    assert told == "hanamikoji: /nowhere/\\u03a9: No such file or directory\n"


def test_an_error_of_no_file_in_particular_is_told_as_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hanamikoji_core.cli._screen.open_screen", full)
    assert only_line(run("variants").stderr) == "hanamikoji: No space left on device"


def test_when_nobody_reads_any_more_the_rest_goes_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[tuple[int, int]] = []
    monkeypatch.setattr("os.dup2", lambda *given: turned.append(given))
    monkeypatch.setattr("sys.stdout", SimpleNamespace(fileno=lambda: 7))

    _leave_pipe()

    ((there, here),) = turned
    assert here == 7
    assert os.path.samestat(os.fstat(there), os.stat(os.devnull))
    assert os.write(there, b"lost") == 4
    os.close(there)


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_an_output_that_is_no_real_file_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def none() -> int:
        raise error("no file")

    monkeypatch.setattr("sys.stdout", SimpleNamespace(fileno=none))

    _leave_pipe()


def test_the_command_is_called_by_its_name_however_it_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[object] = []
    monkeypatch.setattr("hanamikoji_core.cli._app.app", lambda **named: given.append(named))
    main()
    assert given == [{"prog_name": "hanamikoji"}]


def test_main_takes_the_words_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["hanamikoji", "--version"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("hanamikoji ")


def test_a_program_may_catch_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["hanamikoji", "rules", "base"])
    with redirect_stdout(StringIO()) as caught, pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert caught.getvalue().startswith("Hanamikoji\n")


@pytest.fixture
def with_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in of somebody else's with one variant, and one that cannot be imported."""
    variant = available_variants()["base"]

    class Plugin:
        @hookimpl
        def hanamikoji_variants(self) -> list[object]:
            from attrs import evolve

            return [evolve(variant, name="tea-house", title="Tea house")]

    module = ModuleType("tea_house")
    module.plugin = Plugin()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tea_house", module)
    sources = [
        Source(EntryPoint("tea-house", "tea_house:plugin", "hanamikoji"), "tea-house 1.0"),
        Source(EntryPoint("broken", "no_such_module", "hanamikoji"), "no_such_module"),
    ]
    monkeypatch.setattr("hanamikoji_core.plugins._registry.installed", lambda tell: sources)
    monkeypatch.setattr(plugins, "_loaded", {})


@pytest.mark.usefixtures("with_a_stranger")
def test_a_stranger_s_variant_plays_and_a_broken_plug_in_is_reported(run: Run) -> None:
    result = run("play", "tea-house", "--auto", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Tea house\n")
    skipped = only_line(result.stderr)
    assert skipped.startswith("hanamikoji: skipped plug-in no_such_module: entry point 'broken'")


@pytest.mark.usefixtures("with_a_stranger")
def test_what_was_skipped_stands_out_in_colour(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run("variants").stderr.startswith("\x1b[33mhanamikoji: skipped plug-in no_such_module")


def test_other_warnings_than_those_of_plug_ins_are_heard(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warns() -> tuple[object, ...]:
        warnings.warn("skipped", PluginWarning, stacklevel=1)
        warnings.warn("something else", UserWarning, stacklevel=1)
        return ()

    monkeypatch.setattr("hanamikoji_core.cli._screen.plugin_faults", warns)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        run("variants")
    assert [str(warning.message) for warning in heard] == ["something else"]


@pytest.mark.usefixtures("with_a_stranger")
@pytest.mark.parametrize("command", ["play", "rules", "simulate", "check"])
def test_why_a_plug_in_was_skipped_is_told_once(command: str, run: Run) -> None:
    result = run(command, "broken")
    skipped, unknown = result.stderr.splitlines()
    assert skipped.startswith("hanamikoji: skipped plug-in no_such_module: ")
    assert unknown.startswith("hanamikoji: there is no variant 'broken'")
    assert "no_such_module" not in unknown


@pytest.mark.usefixtures("with_a_stranger")
def test_no_plugins_loads_only_what_ships_here(run: Run) -> None:
    result = run("--no-plugins", "variants")
    assert "tea-house" not in result.stdout
    assert "mini-expansion-1" in result.stdout
    assert result.stderr == ""
    assert "HANAMIKOJI_DISABLE_PLUGINS" not in os.environ
    assert "tea-house" in run("variants").stdout


@pytest.mark.usefixtures("with_a_stranger")
def test_a_name_that_only_a_plug_in_has_is_told_with_plug_ins_off(run: Run) -> None:
    told = only_line(run("--no-plugins", "rules", "tea-house").stderr)
    assert told.endswith("Plug-ins are off (--no-plugins or HANAMIKOJI_DISABLE_PLUGINS)")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_plugins_behind_a_command_is_told_where_it_goes(command: str, run: Run) -> None:
    result = run(command, "--no-plugins")
    assert result.exit_code == 2
    assert only_line(result.stderr).startswith("hanamikoji: --no-plugins goes before the command")


@pytest.mark.parametrize("words", [["check", "base"], ["play"], ["--no-plugins", "variants"]])
def test_a_command_that_did_not_run_has_not_succeeded(
    words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a Click that takes every option for one that is given, and shows the version."""
    monkeypatch.setattr("typer.core.TyperGroup.main", lambda *args, **options: None)
    result = run(*words)
    assert result.exit_code == 2
    assert "the command did not run" in only_line(result.stderr)


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["--version"], ["check", "--help"]])
def test_help_and_version_succeed_without_a_command(words: list[str], run: Run) -> None:
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.usefixtures("with_a_stranger")
def test_a_new_project_is_told_of_what_was_skipped_in_a_line_like_any_command(
    run: Run, tmp_path: Path
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", PluginWarning)
        result = run("new", "tea-hut", "--into", str(tmp_path))
    assert result.exit_code == 0
    assert only_line(result.stderr).startswith("hanamikoji: skipped plug-in no_such_module: ")


def test_python_m_is_the_same_command(command: Run) -> None:
    done = command("--version")
    assert (done.returncode, done.stdout) == (0, f"hanamikoji {version('hanamikoji')}\n")


def test_to_import_it_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    sys.modules.pop("hanamikoji_core.__main__", None)
    import_module("hanamikoji_core.__main__")
    assert capsys.readouterr() == ("", "")


def test_a_broken_pipe_is_silent() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "hanamikoji_core", "play", "--auto", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(60) == 1


def test_output_that_a_pipe_cannot_encode_is_replaced(command: Run) -> None:
    done = command("play", "--auto", "--seed", "1", env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "-> Player 0, face down" in done.stdout


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    code = (
        "import sys; before = set(sys.modules); from hanamikoji_core.cli._app import app\n"
        "heavy = {'rich', 'cattrs', 'concurrent.futures', 'multiprocessing', 'hypothesis'}\n"
        "print(sorted(heavy & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("words", "closed", "status", "told"),
    [
        ("play", "<&-", 2, "standard input is closed, and moves are read from there"),
        ("play --two", "<&-", 2, "standard input is closed, and moves are read from there"),
        ("replay -", "<&-", 2, "standard input is closed, so there is no game to read"),
        ("variants", ">&-", 2, "standard output is closed, so nothing can be shown"),
        ("--version", ">&-", 2, "standard output is closed, so nothing can be shown"),
        ("play", "<&- >&-", 2, "standard output is closed, so nothing can be shown"),
        ("variants", "> /dev/full", 2, "No space left on device"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
def test_a_stream_that_is_closed_is_told_in_one_line(
    words: str, closed: str, status: int, told: str
) -> None:
    done = shell(f"{words} {closed}")
    assert (done.returncode, done.stdout) == (status, "")
    assert only_line(done.stderr) == f"hanamikoji: {told}"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
@pytest.mark.parametrize("closed", [">&- 2>&-", "2>&-"])
def test_if_standard_error_is_closed_errors_go_nowhere(closed: str) -> None:
    done = shell(f"rules bose {closed}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
def test_with_standard_error_closed_everything_else_works() -> None:
    done = shell("--version 2>&-")
    assert (done.returncode, done.stdout) == (0, f"hanamikoji {version('hanamikoji')}\n")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
def test_the_computer_needs_no_standard_input() -> None:
    assert shell("play --auto --seed 3 <&-").returncode == 0


def shell(words: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m hanamikoji_core {words}"],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("closed", [["stdout"], ["stdout", "stderr"]])
def test_without_standard_output_nothing_is_begun(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: list[str]
) -> None:
    for name in closed:
        monkeypatch.setattr(sys, name, None)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    told = "hanamikoji: standard output is closed, so nothing can be shown\n"
    assert capsys.readouterr().err == ("" if "stderr" in closed else told)


@pytest.mark.parametrize("words", [["play"], ["play", "--two"], ["replay", "-"]])
def test_without_standard_input_nothing_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as end:
        app(words)
    assert end.value.code == 2
    assert "standard input is closed" in only_line(capsys.readouterr().err)


def test_ctrl_c_before_a_command_has_begun_ends_it_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hanamikoji_core.cli.find_spec", interrupted)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert capsys.readouterr() == ("", "hanamikoji: interrupted\n")
