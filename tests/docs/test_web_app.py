"""The web app of the guide plays a whole game and shows each seat only what it may know."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from attrs import evolve

from hanamikoji_core import Game, PileMarker, To, load_engine

FILE = Path(__file__).parents[2] / "docs" / "examples" / "web_app.py"


@pytest.fixture(scope="module")
def app() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_app", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_app"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def home(app: ModuleType) -> Iterator[str]:
    """The address of a running server."""
    with app.make_server() as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def ask(address: str, body: str | None = None) -> Any:
    """The JSON of the answer, with any HTTP status."""
    data = None if body is None else body.encode()
    try:
        with urlopen(Request(address, data), timeout=10) as answer:
            text = answer.read().decode()
    except HTTPError as error:
        text = error.read().decode()
    return json.loads(text)


def move(seat: str, text: str, turn: int | None = None) -> Any:
    """Send a move as the page does, with the turn that it shows."""
    return ask(f"{seat}/move/{ask(seat)['turn'] if turn is None else turn}", text)


def seats(home: str, variant: str = "base") -> list[str]:
    return [f"{home}/seat/{token}" for token in ask(f"{home}/games", variant)["seats"]]


@pytest.mark.parametrize("variant", ["base", "mini-expansion-1", "mini-expansion-4+three-rounds"])
def test_two_browsers_play_a_game_to_its_end(home: str, variant: str) -> None:
    players = seats(home, variant)
    for _ in range(2_000):
        views = [ask(seat) for seat in players]
        if views[0]["view"]["outcome"]:
            break
        (player,) = [i for i, seen in enumerate(views) if seen["moves"]]
        assert views[player]["view"]["to_move"] == player
        done = move(players[player], views[player]["moves"][-1]["move"])
        assert "error" not in done
    assert views[0]["view"]["outcome"] == views[1]["view"]["outcome"] is not None


def test_a_seat_sees_only_its_own_cards(home: str) -> None:
    first, second = (ask(seat) for seat in seats(home))
    assert (first["you"], second["you"]) == (0, 1)
    for seen in (first, second):
        assert seen["view"]["hand"]
        dealt = [e for e in seen["events"] if e["event"] == "Dealt"]
        assert {e["player"]: bool(e["cards"]["known"]) for e in dealt} == {
            seen["you"]: True,
            1 - seen["you"]: False,
        }
        assert "seed" not in json.dumps(seen)
        assert "hidden cards" in seen["picture"]


def test_a_seat_cannot_move_for_the_other(home: str) -> None:
    players = seats(home)
    views = [ask(seat) for seat in players]
    mover = 0 if views[0]["moves"] else 1
    answer = move(players[1 - mover], views[mover]["moves"][0]["move"])
    assert answer == {"error": f"it is player {mover}'s turn to decide, not player {1 - mover}'s"}
    assert ask(players[mover]) == views[mover]


@pytest.mark.parametrize("text", ["", "nonsense", "9A", "1ABCDEFG", "/0", "x" * 5_000, "1\x00"])
def test_a_bad_move_returns_an_error_and_changes_nothing(home: str, text: str) -> None:
    players = seats(home)
    before = [ask(seat) for seat in players]
    mover = 0 if before[0]["moves"] else 1
    assert move(players[mover], text)["error"]
    assert [ask(seat) for seat in players] == before


def test_events_continue_after_the_moves_already_reported(home: str) -> None:
    players = seats(home)
    views = [ask(seat) for seat in players]
    mover = 0 if views[0]["moves"] else 1
    move(players[mover], views[mover]["moves"][0]["move"])
    told = ask(f"{players[mover]}?since=1")
    assert (told["turn"], told["told"], told["events"]) == (1, 1, [])
    assert ask(f"{players[mover]}?since=nonsense")["events"][0]["event"] == "RoundStarted"


def test_an_unknown_token_or_address_is_not_found(home: str) -> None:
    for address in (f"{home}/seat/none", f"{home}/nothing", f"{home}/seat/"):
        assert ask(address) == {"error": "not found"}
    assert ask(f"{home}/seat/none/move/0", "1A") == {"error": "not found"}
    (seat, _) = seats(home)
    assert ask(f"{seat}/move", "1A") == {"error": "not found"}, "without its turn"
    assert "there is no variant 'bose'" in ask(f"{home}/games", "bose")["error"]


def test_a_move_sent_twice_or_late_is_rejected(home: str) -> None:
    players = seats(home)
    views = [ask(seat) for seat in players]
    mover = 0 if views[0]["moves"] else 1
    single = next(m["move"] for m in views[mover]["moves"] if m["move"].startswith("1"))
    assert move(players[mover], single, turn=0) == {"done": single}
    for turn in ("0", "7", "-1", "x", ""):
        answer = ask(f"{players[mover]}/move/{turn}", single)
        assert answer["error"].endswith("but it is now turn 1; look at the game again")


def test_face_down_piles_are_placed_in_random_order(app: ModuleType) -> None:
    """A fixed order would show the opponent which position has which card."""
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(240):
        table = app.Table("mini-expansion-1")
        player = table.game.to_move
        play = next(m for m in table.game.legal_moves() if m.marker == 3 and len(set(m.piles)) == 3)
        table.play(player, str(play), table.game.turn)
        laid = table.game.history[0].piles
        orders[tuple(sorted(laid, key=str).index(pile) for pile in laid)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 12, "each about 40 times"


def test_piles_that_are_not_equivalent_keep_their_order(app: ModuleType) -> None:
    """One card is given away and the other is kept. In the other order it is a different play."""
    base = load_engine("base").variant
    present = PileMarker(
        2, "Present", piles=(1, 1), rest=(To.THEIR_SIDE_FACE_DOWN, To.OWN_SIDE_FACE_DOWN), text=""
    )
    markers = (base.marker(0, 1), present, *base.markers[0][2:])
    variant = evolve(base, name="present", markers=markers)
    for _ in range(40):
        table = app.Table("base")
        table.game = Game.new(variant, deals=["GAABBCCDDDEEEFFFFGGGG"])
        table.play(0, "2A-B", 0)
        assert [str(move) for move in table.game.history] == ["2A-B"]


def test_the_page_and_its_script_are_served(home: str) -> None:
    for path, kind in (("/", "text/html"), ("/web_page.js", "text/javascript")):
        with urlopen(f"{home}{path}", timeout=10) as answer:
            assert answer.headers["Content-Type"].startswith(kind)
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.read()


def test_numbers_from_outside_are_limited(app: ModuleType) -> None:
    texts = ("12", "1" * 5_000, "-1", "\u0663", "")
    assert [app.number(text) for text in texts] == [12, 0, 0, 0, 0]
