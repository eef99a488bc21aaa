"""``hanamikoji play`` without a terminal: moves come from a file or a pipe."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from hanamikoji_core import (
    Action,
    Cards,
    From,
    Game,
    Glimpse,
    Marker,
    Move,
    Observation,
    PileMarker,
    Step,
    To,
    Variant,
    Who,
    available_variants,
    load_engine,
)
from hanamikoji_core.cli._app import app
from hanamikoji_core.cli._keyboard import _notation
from hanamikoji_core.cli._two import _is_news
from hanamikoji_core.cli._views import Seen
from hanamikoji_core.model.events import Drew, Event, Offered, Picked, Placed, Played, Took
from hanamikoji_core.plugins import Registry
from tests.rogues.plain import variant

from .conftest import Run, Scripted


@pytest.mark.parametrize("name", sorted(available_variants()))
def test_auto_tells_a_whole_game_with_a_scoring_table_each_round(run: Run, name: str) -> None:
    result = run("play", name, "--auto", "--seed", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout
    game = Game.from_transcript(text.splitlines()[-1])
    assert game.outcome is not None
    rounds = game.state.round
    for number in range(1, rounds + 1):
        assert f"\nRound {number} · Player {(number - 1) % 2} starts " in text
        assert f"\nScoring of round {number}\n" in text
    assert f"\nScoring of round {rounds + 1}\n" not in text
    assert f"\nPlayer {game.outcome.winner} wins: {game.outcome.reason}.\n" in text
    assert max(map(len, text.splitlines()[:-1])) <= 80


def test_the_same_seed_tells_the_same_game(run: Run) -> None:
    words = ("play", "mini-expansion-1", "--auto", "--seed", "3", "--first", "1")
    assert run(*words).stdout == run(*words).stdout
    assert "Round 1 · Player 1 starts" in run(*words).stdout


def test_auto_shows_no_hidden_card_and_open_shows_all(run: Run) -> None:
    covered = run("play", "--auto", "--seed", "3").stdout
    opened = run("play", "--auto", "--open", "--seed", "3").stdout
    assert "1 Secret       ▮   " in covered
    assert "holds" not in covered
    assert "▮" not in opened
    assert opened.count("holds") == 2 * opened.count("Scoring of round")
    assert covered.splitlines()[-1] == opened.splitlines()[-1]


def test_a_scoring_table_shows_both_sides_favors_and_totals(run: Run) -> None:
    text = run("play", "--auto", "--seed", "7").stdout
    game = Game.from_transcript(text.splitlines()[-1])
    last = text[text.rindex("Scoring of round") :].splitlines()
    heading, above, favor, below = last[1], last[3], last[4], last[5]
    assert heading.split() == [*"A2B2C2D3E3F4G5", "charm", "geisha"]
    state = game.state
    arrows = {0: "▲", 1: "▼", None: "·"}
    assert favor.split() == ["favor", *(arrows[owner] for owner in state.favor)]
    for player, line in enumerate((above, below)):
        *cards, charm, geisha = line.removeprefix(f"  Player {player}").split()
        assert "".join(cards) == str(state.placed[player])
        assert int(charm) == state.row.charm_of(state.favor, player)
        assert int(geisha) == state.favor.count(player)


def test_moves_are_read_line_by_line_in_notation_or_from_lists(
    run: Run, scripted: Scripted
) -> None:
    result = run("play", "--resume", scripted("base"), input="# a comment\n\n1c\n2\n1\n3 a d e\n")
    assert "You       1 Secret       C              → you, face down\n" in result.stdout
    assert "You       2 Trade-off    " in result.stdout
    assert result.exit_code == 2
    assert result.stderr.startswith("hanamikoji: ")


def test_when_the_input_ends_the_game_ends_with_an_error(run: Run, scripted: Scripted) -> None:
    result = run("play", "--resume", scripted("base"), input="1C\n")
    assert result.exit_code == 2
    assert result.stderr == "hanamikoji: the input ended, and you must still move\n"


def test_an_illegal_move_in_a_pipe_is_an_error(run: Run, scripted: Scripted) -> None:
    result = run("play", "--resume", scripted("base"), input="1A\n")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_input_that_is_no_text_is_an_error(run: Run, scripted: Scripted) -> None:
    result = run("play", "--resume", scripted("base"), input=b"\xff\n")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


def test_the_computer_s_cards_are_told_only_when_revealed(run: Run, scripted: Scripted) -> None:
    """Everything on the screen before scoring is in what the person may know."""
    text = run("play", "--resume", scripted("base"), input="1C\n").stdout
    assert "Computer  1 Secret       ▮              → Computer, face down" in text
    assert "Computer  hand       ▮▮▮▮▮▮\n" in text
    assert "face down  ▮ scores\n" in text
    assert "face down  C scores\n" in text


def whole_game(run: Run, *words: str) -> str:
    """A person who always takes the first marker left and the first entry of its list."""
    lines: list[str] = []
    while True:
        result = run("play", *words, input="".join(lines))
        if result.exit_code == 0:
            return str(result.stdout)
        assert "the input ended" in result.stderr
        text = result.stdout
        question, offer = text.rfind("Use a marker: "), text.rfind(": pick ")
        marker = text[question:].split()[3]
        if offer > question:
            lines.append(f"{re.findall(r'(?:such as|^ ) (/[0-9,]+)', text[offer:], re.M)[0]}\n")
        else:
            lines.append(f"{marker}\n" if "choose" not in text[question:] else "1\n")


def test_a_game_against_the_computer_can_be_played_to_its_end(
    run: Run, tmp_path: Path, scripted: Scripted
) -> None:
    file = tmp_path / "game.json"
    text = whole_game(run, "--resume", scripted("mini-expansion-1"), "--save", str(file))
    game = Game.from_json(file.read_text())
    assert game.outcome is not None
    winner = "You win" if game.outcome.winner == 0 else "Computer wins"
    assert f"\n{winner}: {game.outcome.reason}.\n" in text
    assert text.endswith(f"\nSaved in {file}.\n")
    for number in range(1, game.state.round + 1):
        (_, scoring) = text.split(f"\nScoring of round {number}\n")
        first = [line.split()[0] for line in scoring.splitlines() if line.strip()]
        assert [name for name in first if name in ("You", "Computer")][:2] == ["Computer", "You"]


@pytest.mark.parametrize("command", ["back", "save game"])
def test_what_is_no_move_does_not_end_the_turn(
    run: Run,
    scripted: Scripted,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("play", "--two", "--resume", scripted("base"))
    plain = run(*words, input="3C-D-E\n/0\nquit\n").stdout
    more = run(*words, input=f"3C-D-E\n{command}\n/0\nquit\n").stdout
    assert more.count(" in the deck") == plain.count(" in the deck")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("h", "On the table, the arrow of a geisha"),
        ("?", "On the table, the arrow of a geisha"),
        ("HELP", "On the table, the arrow of a geisha"),
        ("u", "2 moves taken back."),
        ("U", "2 moves taken back."),
        ("q", "The game is left unfinished."),
        ("Exit", "The game is left unfinished."),
    ],
)
def test_commands_have_short_names_in_any_letters(
    run: Run, scripted: Scripted, word: str, told: str
) -> None:
    words = ("play", "--two", "--resume", scripted("base"))
    assert told in run(*words, input=f"1C\n1A\n{word}\nyes\n").stdout


def test_a_long_number_is_read_as_a_move(run: Run, scripted: Scripted) -> None:
    words = ("play", "--resume", scripted("base"))
    assert "you have no marker 1234; use 1 Secret or " in run(*words, input="1234\n").stderr
    assert "you have no marker 12345" not in run(*words, input="12345\n").stderr


def test_of_a_blind_pick_every_place_is_listed(run: Run, scripted: Scripted) -> None:
    words = ("play", "--two", "--resume", scripted("mini-expansion-1"))
    text = run(*words, input="3D-D-E\nquit\n").stdout
    assert "Action 3: pick 2 of 3, such as /0,1\n  /0 ▮   /1 ▮   /2 ▮\n" in text


def test_where_alike_piles_lie_is_drawn_from_the_seed(run: Run, tmp_path: Path) -> None:
    def played(seed: int) -> str:
        file = tmp_path / "game"
        words = ("play", "mini-expansion-1", "--seed", str(seed), "--save", str(file))
        assert run(*words, input="3\n1\n1\n1\nquit\n").exit_code == 0
        return file.read_text()

    seeds = range(6)
    assert [played(seed) for seed in seeds] == [played(seed) for seed in seeds]


def test_the_computer_s_game_is_saved_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game"
    text = run("play", "--auto", "--seed", "3", "--save", str(file)).stdout
    assert Game.from_transcript(file.read_text()).outcome is not None
    assert text.endswith(f"\nSaved in {file}.\n")


def test_a_file_that_holds_no_game_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.write_text("")
    assert f"hanamikoji: {file}: not a saved game" in run("play", "--resume", str(file)).stderr


def test_two_people_share_a_keyboard(run: Run, scripted: Scripted) -> None:
    result = run("play", "--two", "--resume", scripted("base"), input="1C\n1D\n")
    text = result.stdout
    assert "the input ended, and Player 0 must still move" in result.stderr
    first, second, third = text.split(" is at the keyboard ")[1:]
    assert "Player 0  hand       C D D E E E G\n" in first
    assert "Player 0  1 Secret       ▮              → Player 0, face down\n" in second
    assert "Player 1  1 Secret       ▮              → Player 1, face down\n" in third


def test_undo_goes_back_to_the_person_s_last_decision(run: Run, scripted: Scripted) -> None:
    text = run("play", "--resume", scripted("base"), input="1C\nundo\n1D\n").stdout
    assert "2 moves taken back." in text
    assert "You       1 Secret       D              → you, face down" in text


def test_of_two_people_each_takes_back_one_move(run: Run, scripted: Scripted) -> None:
    text = run("play", "--two", "--resume", scripted("base"), input="1C\n1A\nundo\nyes\n").stdout
    assert "2 moves taken back." in text


def test_undo_of_a_pick_asks_for_it_again(run: Run, scripted: Scripted) -> None:
    moves = "3C-D-E\n/0\nundo\nyes\n/1\n"
    text = run("play", "--two", "--resume", scripted("base"), input=moves).stdout
    assert text.count("Gift: pick 1 of 3\n  /0 C   /1 D   /2 E\n") == 2
    assert "CE → Player 0, D → Player 1\n" in text


def test_whoever_picks_of_covered_cards_of_their_own_sees_them(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps = PileMarker(
        3, "Keep", piles=(1, 1, 1), pick=1, who=Who.ACTOR, shown=False, text="Keep one of three."
    )
    covered = variant(keeps)
    registry = Registry(variants={covered.name: covered})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    hand = str(load_engine(covered).start(seed=7).hands[0])
    one, two, three = hand[0], hand[3], hand[6]
    moves = f"3{one}-{two}-{three}\n/0\nundo\n/1\n"

    text = run("play", covered.name, "--seed", "7", input=moves).stdout

    assert text.count(f"/0 {one}   /1 {two}   /2 {three}") == 2
    assert f"You       pick /0   {one} " in text
    assert f"You       pick /1   {two} " in text.partition("taken back")[2]


@pytest.mark.parametrize("first", ["0", "1"])
def test_there_is_nothing_to_undo_before_the_first_move(
    run: Run, first: str, scripted: Scripted
) -> None:
    result = run("play", "--resume", scripted("base", first=int(first)), input="undo\n")
    assert result.exit_code == 2
    assert "you have made no move yet" in result.stderr


def test_quit_leaves_and_save_keeps_the_game_which_resumes(
    run: Run, tmp_path: Path, scripted: Scripted
) -> None:
    file = str(tmp_path / "game.txt")
    result = run("play", "--resume", scripted("base"), input=f"1C\nsave {file}\n2\n1\nquit\n")
    assert result.exit_code == 0
    assert "The game is left unfinished." in result.stdout
    history = Game.from_transcript(Path(file).read_text()).history
    assert [str(history[0]), str(history[2])[0]] == ["1C", "2"]
    again = run("play", "--resume", file, input="show\nquit\n")
    assert again.exit_code == 0
    assert "used       1 Secret   2 Trade-off\n" in again.stdout


def test_save_alone_saves_in_the_file_that_is_in_use(
    run: Run, tmp_path: Path, scripted: Scripted
) -> None:
    file = tmp_path / "game.txt"
    words = ("play", "--resume", scripted("base"), "--save", str(file))
    text = run(*words, input="save\nquit\n").stdout
    assert text.count(f"Saved in {file}.\n") == 2
    assert Game.from_transcript(file.read_text()).history == ()


def test_saving_needs_a_file_that_can_be_written(run: Run, scripted: Scripted) -> None:
    for word in ("save", "save /nowhere/game", "save a\0b"):
        result = run("play", "--resume", scripted("base"), input=f"{word}\n")
        assert result.exit_code == 2
        assert result.stderr.startswith(("hanamikoji: name a file", "hanamikoji: cannot save in"))


def test_help_rules_show_and_back_say_what_can_be_done(run: Run, scripted: Scripted) -> None:
    text = run(
        "play", "--resume", scripted("base"), input="help\nrules\nshow\n3\nback\nquit\n"
    ).stdout
    assert "undo         take back your last move" in text
    assert "3 Gift: Show three cards from your hand." in text
    assert text.count("Round 1 · 7 cards in the deck") == 2
    assert text.count("Use a marker: 1 Secret · 2 Trade-off · 3 Gift · 4 Competition") == 3


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("5", "you have no marker 5; use 1 Secret or 2 Trade-off or 3 Gift or 4 Competition"),
        ("1\n99", "there is no 99 in the list: type 1 to 4, or back"),
        ("dance", "'dance' is neither a command (see help) nor a move, such as 3A-B-G or /0"),
    ],
)
def test_what_cannot_be_understood_says_what_would_be_right(
    run: Run,
    typed: str,
    told: str,
    scripted: Scripted,
) -> None:
    result = run("play", "--resume", scripted("base"), input=f"{typed}\n")
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.rule("M1.3")
def test_a_blind_pick_is_by_place_and_the_offer_shows_card_backs(
    run: Run, scripted: Scripted
) -> None:
    text = run(
        "play", "--two", "--resume", scripted("mini-expansion-1"), input="3\n1\n/0,2\n"
    ).stdout
    assert "Action 3: pick 2 of 3, such as /0,1\n  /0 ▮   /1 ▮   /2 ▮\n" in text


@pytest.mark.rule("M4.1")
def test_a_known_card_of_the_deck_is_shown_to_who_knows_it(run: Run, scripted: Scripted) -> None:
    words = ("play", "--two", "--resume", scripted("mini-expansion-4"))
    text = run(*words, input="1C\n1D\n").stdout
    mine, theirs, again = text.split(" is at the keyboard ")[1:]
    assert "8 cards in the deck\n" in mine
    assert "7 cards in the deck\n" in theirs
    assert "6 cards in the deck · C number 5 from the top\n" in again


def test_the_keyboard_is_handed_over_only_when_the_other_player_decides(
    run: Run, scripted: Scripted
) -> None:
    """Player 1 picks and then has their own turn."""
    result = run("play", "--two", "--resume", scripted("base"), input="3C-D-D\n/0\nquit\n")
    seats = [line for line in result.stdout.splitlines() if "is at the keyboard" in line]
    assert [line.strip("─ ") for line in seats] == [
        "Player 0 is at the keyboard",
        "Player 1 is at the keyboard",
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("3 a b g", "3A-B-G"), ("3a-b-g", "3A-B-G"), ("4 ab cg", "4AB-CG"), ("/0, 2", "/0,2")],
)
def test_moves_may_be_typed_with_blanks_and_small_letters(typed: str, meant: str) -> None:
    assert _notation(typed) == meant


def test_with_open_hands_every_round_is_laid_out_like_the_first(run: Run) -> None:
    """What a round begins with stands in the columns of that round."""
    text = run("play", "--auto", "--open", "--seed", "7").stdout
    first, second = (part.split("Scoring")[0] for part in text.split("\nRound ")[1:])
    for part in (first, second):
        hold, play = (
            next(line for line in part.splitlines() if word in line)
            for word in ("holds", "4 Competition")
        )
        assert hold.index("holds") == play.index("4 Competition")
        assert "draws" not in part


def failing() -> Variant:
    """A variant whose marker 4 fails when it is used."""

    class Failing(Marker):
        cost = 4

        def plays(self, view: Observation) -> list[tuple[Cards, ...]]:
            return [(cards,) for cards in view.hand.combinations(4)]

        def step(self, view: Observation, action: Action) -> Step:
            raise RuntimeError

    return variant(Failing(4, "Failing", "It fails."))


class Fourth:
    """A player who uses the marker of the highest number."""

    def __init__(self, *_: object) -> None:
        pass

    def choose(self, view: Observation) -> Move:
        return view.legal_moves[-1]


@pytest.mark.parametrize("options", [[], ["--open"]])
def test_if_a_plug_in_fails_the_game_up_to_there_is_told_with_its_transcript(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str], tmp_path: Path
) -> None:
    fails = failing()
    registry = Registry(variants={fails.name: fails})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    monkeypatch.setattr("hanamikoji_core.cli._session.GreedyPlayer", Fourth)
    file = str(tmp_path / "game")
    begun = Game.new(fails, seed=7)
    begun.play(begun.legal_moves()[0])
    Path(file).write_text(begun.to_transcript())

    result = run("play", "--auto", *options, "--resume", file, "--save", file)

    assert result.exit_code == 2
    assert "marker 4 (Failing)" in result.stderr
    assert "Player 0 " in result.stdout
    transcript, saved = result.stdout.splitlines()[-2:]
    assert Game.from_transcript(transcript).history == begun.history
    assert saved == f"Saved in {file}."


def test_if_a_plug_in_fails_a_person_is_told_where_the_game_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fails = failing()
    registry = Registry(variants={fails.name: fails})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    monkeypatch.setattr("hanamikoji_core.cli._session.GreedyPlayer", Fourth)
    file = tmp_path / "game"
    for words, last in ((["--save", str(file)], f"Saved in {file}.\n"), ([], "")):
        result = run("play", fails.name, "--seed", "7", "--first", "0", *words, input="1\n1\n")
        assert result.exit_code == 2
        assert result.stdout.endswith(last)
        assert "hanamikoji under-suspicion" not in result.stdout


def test_of_two_people_each_takes_back_only_their_own_move(run: Run, scripted: Scripted) -> None:
    words = ("play", "--two", "--resume", scripted("base"))
    result = run(*words, input="1C\nundo\n")
    assert result.stderr == (
        "hanamikoji: you have made no move yet, so there is none to take back\n"
    )
    for answer, told in (("y", "2 moves taken back."), ("never", "Player 1 does not agree")):
        text = run(*words, input=f"1C\n1A\nundo\n{answer}\nquit\n").stdout
        assert "Cards have been shown since, so Player 1 must agree.\n" in text
        assert told in text


def test_a_move_after_which_nothing_was_shown_is_taken_back_without_the_other(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps = PileMarker(
        3, "Keep", piles=(1, 1, 1), pick=1, who=Who.ACTOR, shown=False, text="Keep one of three."
    )
    covered = variant(keeps)
    registry = Registry(variants={covered.name: covered})
    monkeypatch.setattr("hanamikoji_core.plugins.registry", lambda **_: registry)
    moves = f"3{'-'.join(str(load_engine(covered).start(seed=7).hands[0])[:3])}\nundo\nquit\n"
    text = run("play", covered.name, "--two", "--seed", "7", input=moves).stdout
    assert "1 move taken back." in text
    assert "must agree" not in text


@pytest.mark.parametrize(
    ("event", "news"),
    [
        (Played(0, 1, (Glimpse(Cards("A"), 1),)), False),
        (Picked(0, (1,)), False),
        (Picked(1, (1,)), True),
        (Offered(0, 1, 1, (Glimpse(Cards("A"), 1),), (0,)), False),
        (Offered(1, 0, 1, (Glimpse(Cards("A"), 1),), (0,)), True),
        (Offered(1, 0, 1, (Glimpse(Cards(), 1),), (0,)), False),
        (Placed(0, Glimpse(Cards("A"), 1), To.ASIDE), False),
        (Placed(1, Glimpse(Cards("A"), 1), To.OWN_SIDE), True),
        (Placed(1, Glimpse(Cards(), 1), To.ASIDE), False),
        (Drew(0, Glimpse(Cards("A"), 1)), True),
        (Took(0, From.DECK_TOP, Glimpse(Cards(), 1)), True),
    ],
    ids=str,
)
def test_what_a_player_learns_that_they_did_not_lay_out_is_news(event: Event, news: bool) -> None:
    assert _is_news(Seen(event), 0) == news


def test_two_people_are_called_by_the_same_names_everywhere(run: Run, scripted: Scripted) -> None:
    for words in (["--two"], []):
        result = run("play", *words, "--resume", scripted("base"), input="3C-D-E\n")
        assert "player 0" not in result.stdout + result.stderr
        assert "player 1" not in result.stdout + result.stderr


@pytest.mark.parametrize(("count", "told"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_moves_are_counted_in_words_that_agree(run: Run, count: int, told: str) -> None:
    moves = " ".join(["1F", "1D"][:count])
    game = f"hanamikoji base first=0 seed=7 deals=GAABBCCDDDEEEFFFFGGGG : {moves}"
    assert run("replay", "-", input=game).stdout.endswith(f"\n{told} checked: no errors.\n")


@pytest.mark.parametrize("saved", [True, False])
def test_ctrl_c_says_where_the_game_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, saved: bool
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hanamikoji_core.cli._keyboard.PersonSession.read", interrupted)
    file = str(tmp_path / "game")
    result = run("play", "--seed", "7", *(["--save", file] if saved else []))
    told = f"Saved in {file}." if saved else "The game is not saved."
    assert result.exit_code == 130
    assert result.stdout.endswith(f"\n\n{told}\n")
    assert result.stderr == "hanamikoji: interrupted\n"


def test_people_at_the_keyboard_are_not_shown_both_hands_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(SystemExit) as end:
        app(["play", "--two", "--seed", "7"])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hanamikoji: two people need a terminal that can be cleared")


def test_a_game_that_is_refused_has_written_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(SystemExit):
        app(["play", "--two", "--save", str(tmp_path / "game")])
    assert not list(tmp_path.iterdir())
