"""Hanamikoji for two people in two browsers, with nothing but the standard library.

python web_app.py [PORT]

Each seat of a game has a secret token, and every answer of the server is made from what the owner
of the token may know: an `Observation`, the events as that player saw them, and a picture.
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
MOST_BODY = 1_000
MOST_DIGITS = 9
PATIENCE = 10.0
MOST_TABLES = 1_000
CHANCE = SystemRandom()


class Table:
    """One game and its two seats. The lock keeps what a look tells of one moment together."""

    def __init__(self, variant: str) -> None:
        # Nobody chose the seed, and no answer holds it: it would name every card.
        self.game = Game.new(variant, first_player=CHANCE.randrange(2))
        self.tokens = (secrets.token_urlsafe(16), secrets.token_urlsafe(16))
        self.lock = Lock()

    def look(self, player: int, since: int) -> dict[str, Any]:
        """All that `player` may know, and what happened after the first `since` moves."""
        with self.lock:
            game, view = self.game, self.game.observe(player)
            since = min(since, len(game.history))
            names = {m.number: m.name for m in game.engine.variant.markers[player]}
            return {
                "you": player,
                "turn": game.turn,
                "view": to_plain(view),
                "moves": [{"move": str(m), "text": told(m, names)} for m in view.legal_moves],
                "events": [
                    {"event": type(event).__name__, **to_plain(event)}
                    for event in game.events(player, since=since)
                ],
                "told": len(game.history),
                "picture": svg.position(view, variant=game.engine.variant),
            }

    def play(self, player: int, text: str, turn: int) -> None:
        """Make a move that came from outside: `player` is who sent it, whatever the text says.

        `turn` is what that player was looking at, so a late move is refused, even if it is legal.
        """
        with self.lock:
            # The buttons show covered piles sorted; laid out like that, they would give cards away.
            move = self.game.engine.shuffle_piles(parse_move(text), player, CHANCE)
            self.game.play(move, player=player, turn=turn)


def told(move: object, names: dict[int, str]) -> str:
    """A move as a person reads it."""
    if isinstance(move, Play):
        return f"{names[move.marker]}: {' | '.join(map(str, move.piles))}"
    return f"Pick {move}"


def number(text: str) -> int:
    """A number from outside; anything else, or a huge one, counts as 0."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS else 0


class Tables:
    """All games of the server, found by the token of a seat."""

    def __init__(self) -> None:
        self.seats: dict[str, tuple[Table, int]] = {}

    def open(self, variant: str) -> Table:
        if len(self.seats) >= 2 * MOST_TABLES:
            raise HanamikojiError("all tables are taken; try again later")
        table = Table(variant)
        for player, token in enumerate(table.tokens):
            self.seats[token] = (table, player)
        return table


class Handler(BaseHTTPRequestHandler):
    """The addresses: ``/``, ``/games``, ``/seat/TOKEN`` and ``/seat/TOKEN/move/TURN``."""

    tables: Tables
    timeout = PATIENCE  # A client that promises more than it sends must not hold a thread.

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
            self.send_json({"error": "there is nothing here"}, HTTPStatus.NOT_FOUND)

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
                self.send_json({"error": "there is nothing here"}, HTTPStatus.NOT_FOUND)
        except HanamikojiError as error:
            # These messages are made for the person who caused them, and name no hidden card.
            self.send_json({"error": str(error)}, HTTPStatus.CONFLICT)

    def seat(self, token: str) -> tuple[Table, int] | None:
        return self.tables.seats.get(token)

    def body(self) -> str:
        size = min(number(self.headers.get("Content-Length", "0")), MOST_BODY)
        return self.rfile.read(size).decode("utf-8", "replace")

    def send_json(self, value: object, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send(json.dumps(value).encode(), "application/json", status)

    def send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")  # a token must not travel in one
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing: addresses hold tokens."""


def make_server(port: int = 0) -> ThreadingHTTPServer:
    """A server that is ready to serve; port 0 takes any that is free."""
    handler = type("BoundHandler", (Handler,), {"tables": Tables()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    with make_server(int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as server:
        print(f"Play at http://127.0.0.1:{server.server_port}/ and end with Ctrl+C")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("The end.")
