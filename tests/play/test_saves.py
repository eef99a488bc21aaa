"""Saved games as untrusted input: any text gives a game that can be played, or `DecodeError`.

Set ``HANAMIKOJI_HOSTILE_TEXTS`` to the number of texts to try. The default is a few thousand.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamikoji_core import (
    Cards,
    DecodeError,
    From,
    Game,
    HanamikojiError,
    Pick,
    PileMarker,
    Play,
    parse_move,
    to_plain,
)
from hanamikoji_core._version import __version__
from hanamikoji_core.play.saves import MOST_MOVES
from tests.properties.walks import REGISTERED, WITH_HOUSE_RULES

TEXTS = int(os.environ.get("HANAMIKOJI_HOSTILE_TEXTS", "3000"))
SLOWEST = 1.0


def played(name: str, seed: int, moves: int = 10_000, **start: Any) -> Game:
    rng = Random(seed)
    game = Game.new(name, seed=seed, first_player=seed % 2, **start)
    while moves and (legal := game.legal_moves()):
        game.play(rng.choice(legal))
        moves -= 1
    return game


def read(reader: Callable[[str], Game], text: str) -> Game | None:
    """The game, or ``None`` if the text raises `DecodeError`. Fails if it takes too long."""
    begun = time.process_time()
    game, complaint = None, None
    try:
        game = reader(text)
    except DecodeError as error:
        complaint = str(error)
    assert time.process_time() - begun < SLOWEST
    assert complaint is None or 0 < len(complaint) < 2_000
    return game


def check(text: str) -> None:
    """If `Game.from_json` accepts the text, the game can be replayed from its start."""
    game = read(Game.from_json, text)
    if game is not None:
        start = game.engine.start(
            seed=game.state.setup.seed,
            first_player=json.loads(text)["first_player"],
            deals=game.state.setup.deals,
        )
        for move in game.history:
            start = game.engine.apply(start, move)
        assert start == game.state
        assert Game.from_json(game.to_json()).state == game.state


def check_line(text: str) -> None:
    game = read(Game.from_transcript, text)
    if game is not None:
        again = Game.from_transcript(game.to_transcript())
        assert (again.state, again.history) == (game.state, game.history)


SAVES = [
    played(name, seed, moves)
    for seed, name in enumerate([*REGISTERED, WITH_HOUSE_RULES[0], WITH_HOUSE_RULES[-1]])
    for moves in (0, 3, 9, 10_000)
]

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 0.0, 1.0, 1e308, 2**64, 2**64 - 1, -(2**200)),
    *(float("nan"), float("inf"), "", "\ud800", "\x00", [], {}, ["1A"], [[]], {"a": []}),
    *("base", "base+three-rounds", "base+three-rounds+three-rounds", "mini-expansion-1"),
    *("GAABBCCDDDEEEFFFFGGGG", "1A", "/0", "/0,1", "3A-B-G", "hanamikoji-game"),
]
TOKENS = [
    "1A",
    "2AB",
    "3A-B-C",
    "4AA-BB",
    "/0",
    "/1",
    "/0,1",
    "/9",
    "1",
    "-",
    "/",
    "0A",
    "4--",
    "A",
]


def mutated(plain: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A save with one small change."""
    plain = json.loads(json.dumps(plain))
    key = rng.choice(sorted(plain))
    moves: list[Any] = plain["moves"]
    at = rng.randrange(len(moves) + 1)
    match rng.randrange(12):
        case 0:
            plain[key] = rng.choice(ODD)
        case 1:
            del plain[key]
        case 2:
            plain[rng.choice(["", "Seed", "state", "x" * 50])] = rng.choice(ODD)
        case 3:
            moves.insert(at, rng.choice([*ODD, *TOKENS]))
        case 4 if moves:
            del moves[at - 1]
        case 5 if moves:
            moves[at - 1] = rng.choice([*ODD, *TOKENS])
        case 6 if moves:
            other = rng.randrange(len(moves))
            moves[at - 1], moves[other] = moves[other], moves[at - 1]
        case 7 if moves:
            moves[at - 1] = "".join(rng.sample(moves[at - 1], len(moves[at - 1])))
        case 8:
            plain["deals"] = ["".join(rng.sample("AABBCCDDDEEEFFFFGGGGG", 21))]
        case 9:
            plain["seed"] = rng.getrandbits(rng.choice([1, 8, 64, 65]))
        case 10:
            plain["variant"] = rng.choice([*REGISTERED, *WITH_HOUSE_RULES])
        case _:
            plain["first_player"] = rng.choice([0, 1, 2, True])
    return plain


def damaged(text: str, rng: Random) -> str:
    """A text that is cut, doubled or has some characters changed."""
    at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    match rng.randrange(5):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[end:]
        case 2:
            return text[:end] + text[at:]
        case 3:
            return (
                text[:at]
                + chr(rng.choice([0, 10, 34, 44, 48, 57, 65, 91, 92, 93, 0xD800, 0x661]))
                + text[at + 1 :]
            )
        case _:
            return (
                text[:at] + rng.choice(["[", "{", '"', "\\u", "1e999", "NaN", "-", ","]) + text[at:]
            )


def hostile(number: int) -> str:
    rng = Random(number)
    plain = json.loads(rng.choice(SAVES).to_json())
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        moves = plain.get("moves")
        if isinstance(moves, list) and all(type(move) is str for move in moves):
            plain = mutated(plain, rng)
    text = json.dumps(plain, ensure_ascii=rng.random() < 0.5)
    return damaged(text, rng) if rng.random() < 0.5 else text


def test_mutated_and_damaged_saves_load_or_raise_decode_error() -> None:
    for number in range(TEXTS * 6 // 10):
        check(hostile(number))


def test_mutations_give_valid_and_invalid_saves() -> None:
    """Enough of the mutated texts are valid."""
    read_ones = [read(Game.from_json, hostile(number)) for number in range(300)]
    assert 20 < sum(game is not None for game in read_ones) < 280


def test_damaged_transcripts_load_or_raise_decode_error() -> None:
    for number in range(TEXTS * 15 // 100):
        rng = Random(number)
        line = rng.choice(SAVES).to_transcript()
        words = line.split(" ")
        words[rng.randrange(len(words))] = str(rng.choice([*ODD, *TOKENS]))
        check_line(" ".join(words))
        check_line(damaged(line, rng))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(st.text() | json_values.map(json.dumps) | st.binary().map(lambda b: b.decode("latin-1")))
@settings(max_examples=max(40, TEXTS // 100))
def test_any_text_loads_or_raises_decode_error(text: str) -> None:
    check(text)
    check_line(text)


shape = st.fixed_dictionaries(
    {
        "format": st.just("hanamikoji-game"),
        "version": st.just(1) | json_values,
        "variant": st.sampled_from([*REGISTERED, *WITH_HOUSE_RULES]) | st.text(max_size=20),
        "seed": st.integers(-1, 2**65) | json_values,
        "first_player": st.sampled_from([0, 1]) | json_values,
        "deals": st.sampled_from([[], ["GAABBCCDDDEEEFFFFGGGG"], ["GGGGGFFFFEEEDDDCCBBAA"]])
        | json_values,
        "moves": st.lists(st.sampled_from(TOKENS) | st.text(max_size=6), max_size=6) | json_values,
    },
    optional={"plugin": st.text(max_size=20) | json_values},
)


@given(shape)
@settings(max_examples=max(40, TEXTS // 100))
def test_any_json_of_the_right_shape_loads_or_raises_decode_error(plain: dict[str, Any]) -> None:
    check(json.dumps(plain))


@given(st.text(max_size=12) | st.from_regex(r"[0-9/]{0,4}[A-Z,0-9-]{0,12}", fullmatch=True))
@settings(max_examples=max(100, TEXTS // 50))
def test_any_text_is_a_move_or_raises_decode_error(text: str) -> None:
    try:
        move = parse_move(text)
    except DecodeError:
        return
    assert isinstance(move, (Play, Pick))
    assert parse_move(str(move)) == move


LONG = 1 << 20
HEAD = '{"format":"hanamikoji-game","version":1,"variant":"base","seed":7,"first_player":0,'
DEAL = "AABBCCDDDEEEFFFFGGGGG"
LARGE: dict[str, str] = {
    "empty": "",
    "one letter": "A" * LONG,
    "too long": "A" * (LONG + 1),
    "open lists": "[" * LONG,
    "nested lists": "[" * 500 + "]" * 500,
    "open objects": '{"a":' * (LONG // 5),
    "nested moves": HEAD + '"deals":[],"moves":' + "[" * 900 + "]" * 900 + "}",
    "open strings": '"' * LONG,
    "backslashes": '"' + "\\" * (LONG - 2),
    "a huge number": "1" * LONG,
    "a huge seed": HEAD.replace("7", "9" * 100_000) + '"deals":[],"moves":[]}',
    "a number of 4,300 digits": HEAD.replace("7", "9" * 4_299) + '"deals":[],"moves":[]}',
    "a huge fraction": HEAD.replace("7", "1." + "1" * 100_000) + '"deals":[],"moves":[]}',
    "an infinite number": HEAD.replace("7", "1e400") + '"deals":[],"moves":[]}',
    "no number": HEAD.replace("7", "NaN") + '"deals":[],"moves":[]}',
    "a seed in letters": HEAD.replace("7", '"7"') + '"deals":[],"moves":[]}',
    "a lone surrogate": HEAD + '"deals":[],"moves":["\\ud800"]}',
    "surrogates": HEAD.replace("base", "\ud800" * 1_000) + '"deals":[],"moves":[]}',
    "a long name": HEAD.replace("base", "x" * (LONG - 200)) + '"deals":[],"moves":[]}',
    "many house rules": HEAD.replace("base", "base" + "+three-rounds" * 70_000)
    + '"deals":[],"moves":[]}',
    "plus signs": HEAD.replace("base", "base" + "+" * 1_000_000) + '"deals":[],"moves":[]}',
    "many deals": HEAD + '"deals":[' + ",".join([f'"{DEAL}"'] * 43_000) + '],"moves":[]}',
    "a long deal": HEAD + '"deals":["' + "G" * 1_000_000 + '"],"moves":[]}',
    "a long move": HEAD + '"deals":[],"moves":["' + "A" * 1_000_000 + '"]}',
    "a long play": HEAD + '"deals":[],"moves":["3' + "A-" * 90 + 'A"]}',
    "many moves": HEAD + '"deals":[],"moves":[' + ",".join(['"1A"'] * 200_000) + "]}",
    "many numbers": HEAD + '"deals":[],"moves":[' + ",".join(["1"] * 500_000) + "]}",
    "many keys": "{" + ",".join(f'"{n:x}":0' for n in range(100_000)) + "}",
    "one key many times": "{" + ",".join(['"seed":0'] * 100_000) + "}",
    "white space": " " * LONG,
    "a byte-order mark": "\ufeff" + HEAD + '"deals":[],"moves":[]}',
    "zeros": "\x00" * LONG,
}


@pytest.mark.parametrize("what", LARGE)
def test_no_text_takes_more_than_a_second(what: str) -> None:
    assert read(Game.from_json, LARGE[what]) is None or what == "many deals"
    assert read(Game.from_transcript, LARGE[what]) is None


LINES = {
    "no moves": "hanamikoji base first=0 seed=7 :" + " " * 1_000_000,
    "a large seed": "hanamikoji base first=0 seed=99999999999999999999 :",
    "a larger seed": "hanamikoji base first=0 seed=" + "9" * 1_000_000 + " :",
    "a long name": "hanamikoji " + "x" * 1_000_000 + " first=0 seed=7 :",
    "many deals": "hanamikoji base first=0 seed=7 deals=" + "A," * 500_000 + " :",
    "many moves": "hanamikoji base first=0 seed=7 :" + " 1A" * 300_000,
    "spaces": " " * 1_000_000 + "x",
    "colons": "hanamikoji base first=0 seed=7 " + ":" * 1_000_000,
    "other digits": "hanamikoji base first=0 seed=٧ :",
    "two lines": "hanamikoji base first=0 seed=7 :\n1A",
}


@pytest.mark.parametrize("what", LINES)
def test_no_transcript_takes_more_than_a_second(what: str) -> None:
    game = read(Game.from_transcript, LINES[what])
    assert (game is not None) == (what == "no moves")


WRONG: dict[str, list[Any]] = {
    "version": [True, 1.0, "1", 0, 2, None],
    "seed": [True, 7.0, "7", -1, 2**64, None],
    "first_player": [True, False, 0.0, "0", 2, None],
    "format": ["hanamikoji", "", 1, None],
    "variant": [7, None, "", "Base", ["base"]],
    "deals": [None, {}, "", [7], [None], [[]]],
    "moves": [None, {}, "1A", [1], [None], [["1A"]], [True]],
    "state": [{}],
}


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, values in WRONG.items() for v in values])
def test_a_field_with_the_wrong_type_or_range_is_rejected(key: str, value: Any) -> None:
    plain = json.loads(SAVES[0].to_json())
    with pytest.raises(DecodeError):
        Game.from_json(json.dumps({**plain, key: value}))


@pytest.mark.parametrize("value", [None, 7, b"{}", ["{}"], {}])
def test_a_value_that_is_not_a_string_raises_decode_error(value: Any) -> None:
    for reader in (Game.from_json, Game.from_transcript, parse_move):
        with pytest.raises(DecodeError):
            reader(value)


BLANKS = " " * LONG


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(SAVES[0].to_json()), **fields})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (7, "not a saved game: expected a string, got int"),
        ("[" * 100_000, "not a saved game: the JSON is nested too deeply"),
        ("[1]", "not a saved game: the JSON holds a list, not an object with the fields of a game"),
        ("[]", "not a saved game: the JSON holds a list, not an object with the fields of a game"),
        (
            '"1A"',
            "not a saved game: the JSON holds a string, not an object with the fields of a game",
        ),
        ("7", "not a saved game: the JSON holds a number, not an object with the fields of a game"),
        (
            "null",
            "not a saved game: the JSON holds nothing, not an object with the fields of a game",
        ),
        ("{", "not a saved game: invalid JSON (Expecting property name enclosed in double"),
        (BLANKS, "not a saved game: invalid JSON (Expecting value: line 1 column 1048577"),
        (f"{BLANKS} ", "not a saved game: 1,048,577 characters is too long"),
        (changed(format="chess"), "not a saved game: format is not 'hanamikoji-game'"),
        (changed(version=2), "this saved game has version 2; this library reads version 1"),
        (changed(seed="7"), "not a saved game: invalid value for type, expected int @ game.seed"),
        (changed(seed=True), "not a saved game: invalid value for type, expected int @ game.seed"),
        (changed(moves="1A"), "not a saved game: invalid value for type, expected list @ game.mov"),
        (changed(moves=[1]), "not a saved game: invalid value for type, expected list @ game.mov"),
        (changed(x=1), "not a saved game: extra fields found (x) @ game"),
        (changed(moves=["1"] * 5_001), "not a saved game: more than 5,000 moves"),
        (changed(variant="none"), "this saved game cannot be set up: there is no variant 'none'"),
        (changed(seed=-1), "this saved game cannot be set up: seed is -1; it must be a whole "),
        (changed(moves=["x"]), "move 1 of the saved game: 'x' is not a move"),
        (
            changed(moves=["9A"]),
            "move 1 of the saved game: player 0 has no marker 9; the unused markers are",
        ),
    ],
    ids=range(22),
)
def test_the_error_explains_what_is_wrong_with_a_saved_game(text: Any, reason: str) -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_json(text)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (7, "not a transcript: expected a string, got int"),
        (
            BLANKS,
            "not a transcript; expected one line like: hanamikoji VARIANT first=0 seed=7 : MOVES",
        ),
        (f"{BLANKS} ", "not a saved game: 1,048,577 characters is too long"),
    ],
    ids=range(3),
)
def test_the_error_explains_what_is_wrong_with_a_transcript(text: Any, reason: str) -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_transcript(text)
    assert str(caught.value) == reason


def test_a_save_is_compact_json() -> None:
    assert Game.new("base", seed=7).to_json() == (
        '{"format":"hanamikoji-game","version":1,"variant":"base","seed":7,"first_player":0,'
        f'"deals":[],"moves":[],"plugin":"hanamikoji {__version__}"}}'
    )


def test_to_plain_gives_strings_and_numbers_for_cards_moves_places_and_viewers() -> None:
    marker = PileMarker(1, "Secret", piles=(1,), origins=(From.HAND,), text="")
    plain = to_plain(marker)
    assert (plain["picked"], plain["origins"]) == ("opponent's side, face up", ["own hand"])
    assert to_plain(frozenset({None, 1, 0})) == [0, 1, None]
    assert to_plain([Cards("BA"), Pick((1, 0)), Play(2, (Cards("AA"),))]) == ["AB", "/0,1", "2AA"]


def undecided_round() -> tuple[str, list[str]]:
    """A deal and the moves of a round that can be repeated without a winner."""
    for seed in range(1_000):
        rng = Random(seed)
        deal = "".join(rng.sample(DEAL, 21))
        game = Game.new("base", seed=0, deals=[deal] * 4)
        moves: list[str] = []
        while game.state.round == 1 and game.outcome is None:
            move = rng.choice(game.legal_moves())
            moves.append(str(move))
            game.play(move)
        if game.outcome is None and max(map(game.state.favor.count, (0, 1))) <= 3:
            return deal, moves
    raise AssertionError("no such round")


def test_the_longest_game_that_can_be_saved_loads_within_a_second() -> None:
    deal, moves = undecided_round()
    rounds = MOST_MOVES // len(moves)
    plain = {**json.loads(SAVES[0].to_json()), "variant": "base", "first_player": 0}
    text = json.dumps({**plain, "deals": [deal] * rounds, "moves": moves * rounds})
    game = read(Game.from_json, text)
    assert game is not None
    assert game.state.round == rounds + 1
    assert json.loads(game.to_json())["moves"] == moves * rounds
    for _ in range(MOST_MOVES + 1 - len(game.history)):
        game.play(game.legal_moves()[0])
    with pytest.raises(HanamikojiError, match=f"{MOST_MOVES:,} moves"):
        game.to_json()
    longer = json.dumps({**plain, "moves": ["1A"] * (MOST_MOVES + 1)})
    with pytest.raises(DecodeError, match=f"{MOST_MOVES:,} moves"):
        Game.from_json(longer)


@pytest.mark.parametrize("name", [*REGISTERED, *WITH_HOUSE_RULES])
def test_a_game_can_be_saved_and_loaded_at_every_move(name: str) -> None:
    game = played(name, 5, 30)
    while True:
        for again in (Game.from_json(game.to_json()), Game.from_transcript(game.to_transcript())):
            assert again.state == game.state
            assert again.history == game.history
            assert again.to_json() == game.to_json()
        if not game.history:
            break
        game.undo()


def test_a_save_contains_only_the_setup_and_the_moves() -> None:
    game = played("base", 7, 2)
    plain = json.loads(game.to_json())
    assert sorted(plain) == sorted(
        ["format", "version", "variant", "seed", "first_player", "deals", "moves", "plugin"]
    )
    assert plain["moves"] == [str(move) for move in game.history]
    assert plain["plugin"] == game.engine.variant.plugin


def saved(**changes: object) -> str:
    return json.dumps({**json.loads(played("base", 7, 2).to_json()), **changes})


@pytest.mark.parametrize("variant", ["tea-house", "base+tea-time"])
def test_a_save_of_an_unknown_variant_names_the_plug_in_to_install(variant: str) -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_json(saved(variant=variant, plugin="hanamikoji-tea-house 1.2"))
    told = str(caught.value)
    assert told.startswith("this saved game cannot be set up: there is no ")
    assert told.endswith(
        "; it was saved with plug-in 'hanamikoji-tea-house 1.2', which may be missing here"
    )


def test_a_save_with_moves_of_another_release_names_that_release() -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_json(saved(moves=["9A"], plugin="hanamikoji 9.0"))
    told = str(caught.value)
    assert told.startswith("move 1 of the saved game: ")
    assert told.endswith("; it was saved with plug-in 'hanamikoji 9.0', which may be missing here")


@pytest.mark.parametrize("plugin", ["", f"hanamikoji {__version__}"])
def test_errors_do_not_mention_plug_ins_that_are_installed(plugin: str) -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_json(saved(moves=["9A"], plugin=plugin))
    assert "plug-in" not in str(caught.value)


def test_a_valid_save_loads_whatever_plug_in_it_names() -> None:
    """The plug-in field is used only in error messages."""
    game = played("base", 7, 2)
    assert Game.from_json(saved(plugin="\x1b[2J" * 1_000)).to_json() == game.to_json()
    plain = json.loads(game.to_json())
    del plain["plugin"]
    assert Game.from_json(json.dumps(plain)).to_json() == game.to_json()


def test_the_plug_in_named_by_a_save_is_shown_short_and_without_control_characters() -> None:
    with pytest.raises(DecodeError) as caught:
        Game.from_json(saved(variant="tea-house", plugin="\x1b[2J" * 1_000))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("plugin", [None, 7, ["hanamikoji 1.0"], {}])
def test_a_plug_in_field_that_is_not_a_string_is_rejected(plugin: object) -> None:
    with pytest.raises(DecodeError, match=r"^not a saved game: .*expected str @ game\.plugin$"):
        Game.from_json(saved(plugin=plugin))
