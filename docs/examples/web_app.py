"""Hanamikoji for two people in two browsers. Needs only hanamikoji and the standard library.

python web_app.py [PORT]

Each seat of a game has a secret token. Every answer of the server contains only what the owner of
the token may know: an `Observation`, the events as that player saw them, and a picture.
"""

from __future__ import annotations

import json
import secrets
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import SystemRandom
from threading import Lock
from typing import Any

from hanamikoji_core import (
    Game,
    HanamikojiError,
    Play,
    available_variants,
    parse_move,
    svg,
    to_plain,
)

PAGE = Path(__file__).with_name("web_page.html")
SCRIPT = Path(__file__).with_name("web_page.js")
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:"
MAX_BODY = 1_000  # bytes
MAX_DIGITS = 9
TIMEOUT = 10.0  # seconds
MAX_TABLES = 1_000
CHANCE = SystemRandom()


class Table:
    """One game and its two seats. The lock keeps all parts of an answer from the same moment."""

    def __init__(self, variant: str) -> None:
        # The engine chooses a random seed. No answer may contain it: it determines every card.
        self.game = Game.new(variant, first_player=CHANCE.randrange(2))
        self.tokens = (secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        self.lock = Lock()

    def look(self, player: int, since: int) -> dict[str, Any]:
        """What `player` may know, and what happened after the first `since` moves."""
        with self.lock:
            game, view = self.game, self.game.observe(player)
            since = min(since, len(game.history))
            names = {m.number: m.name for m in game.engine.variant.markers[player]}
            return {
                "you": player,
                "turn": game.turn,
                "view": to_plain(view),
                "moves": [{"move": str(m), "text": label(m, names)} for m in view.legal_moves],
                "events": [
                    {"event": type(event).__name__, **to_plain(event)}
                    for event in game.events(player, since=since)
                ],
                "told": len(game.history),
                "picture": svg.position(view, variant=game.engine.variant),
            }

    def play(self, player: int, text: str, turn: int) -> None:
        """Make a move from outside. `player` is the owner of the token that it was sent with.

        `turn` is the turn that this player was looking at. A late move is rejected, even if legal.
        """
        with self.lock:
            # The buttons list face-down piles in sorted order, which would reveal the cards.
            move = self.game.engine.shuffle_piles(parse_move(text), player, CHANCE)
            self.game.play(move, player=player, turn=turn)


def label(move: object, names: dict[int, str]) -> str:
    """The text of the button for a move."""
    if isinstance(move, Play):
        return f"{names[move.marker]}: {' | '.join(map(str, move.piles))}"
    return f"Pick {move}"


def number(text: str) -> int:
    """Convert text from outside to a number. Returns 0 for anything else and for huge numbers."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= MAX_DIGITS else 0


class Tables:
    """All games of the server, by the token of each seat."""

    def __init__(self) -> None:
        self.seats: dict[str, tuple[Table, int]] = {}

    def open(self, variant: str) -> Table:
        if len(self.seats) >= 2 * MAX_TABLES:
            raise HanamikojiError("all tables are in use; try again later")
        table = Table(variant)
        for player, token in enumerate(table.tokens):
            self.seats[token] = (table, player)
        return table


class Handler(BaseHTTPRequestHandler):
    """The addresses: ``/``, ``/games``, ``/seat/TOKEN`` and ``/seat/TOKEN/move/TURN``."""

    tables: Tables
    timeout = TIMEOUT  # A client that sends less than it announced must not block a thread.

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/":
            self.send(PAGE.read_bytes(), "text/html; charset=utf-8")
        elif path == "/web_page.js":
            self.send(SCRIPT.read_bytes(), "text/javascript; charset=utf-8")
        elif path == "/variants":
            self.send_json({v.name: v.title for v in available_variants().values()})
        elif path.startswith("/seat/") and (seat := self.seat(path.split("/")[2])):
            since = query.removeprefix("since=")
            table, player = seat
            self.send_json(table.look(player, number(since)))
        else:
            self.send_json({"error": "not found"}, HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        text = self.body()
        parts = self.path.split("/")
        try:
            if self.path == "/games":
                self.send_json({"seats": self.tables.open(text).tokens}, HTTPStatus.CREATED)
            elif len(parts) == 5 and parts[3] == "move" and (seat := self.seat(parts[2])):
                table, player = seat
                table.play(player, text, number(parts[4]))
                self.send_json({"done": text})
            else:
                self.send_json({"error": "not found"}, HTTPStatus.NOT_FOUND)
        except HanamikojiError as error:
            # Safe to show to the player who caused the error: no hidden card is named.
            self.send_json({"error": str(error)}, HTTPStatus.CONFLICT)

    def seat(self, token: str) -> tuple[Table, int] | None:
        return self.tables.seats.get(token)

    def body(self) -> str:
        size = min(number(self.headers.get("Content-Length", "0")), MAX_BODY)
        return self.rfile.read(size).decode("utf-8", "replace")

    def send_json(self, value: object, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send(json.dumps(value).encode(), "application/json", status)

    def send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")  # a token must not appear in it
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Log nothing, because the addresses contain tokens."""


def make_server(port: int = 0) -> ThreadingHTTPServer:
    """Create a server. Port 0 means any free port."""
    handler = type("BoundHandler", (Handler,), {"tables": Tables()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    with make_server(int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as server:
        print(f"Play at http://127.0.0.1:{server.server_port}/ (Ctrl+C to stop)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped.")
