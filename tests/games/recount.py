"""Scores a game with strings and sums only, without the engine.

It knows where the cards of each action go in the two rule sets of the transcripts here, and how a
round is scored. It does not know what is legal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

LETTERS = "ABCDEFG"
CHARM = dict(zip(LETTERS, (2, 2, 2, 3, 3, 4, 5), strict=True))
REMOVED = {"base": 1, "mini-expansion-1": 0}

# For each action: where the picked piles go, and where the others go.
WAYS = {
    "base": {
        "1": ("", "own secret"),
        "2": ("", "aside"),
        "3": ("their side", "own side"),
        "4": ("their side", "own side"),
    },
    "mini-expansion-1": {
        "1": ("", "aside"),
        "2": ("", "own secret"),
        "3": ("aside", "own secret"),
        "4": ("their side", "own side"),
    },
}
ANSWERED = {"3", "4"}


def in_order(cards: str) -> str:
    return "".join(sorted(cards))


@dataclass
class Recount:
    """The cards of both players."""

    variant: str
    ties_stay: bool = True
    hands: list[str] = field(default_factory=lambda: ["", ""])
    sides: list[str] = field(default_factory=lambda: ["", ""])
    secrets: list[str] = field(default_factory=lambda: ["", ""])
    aside: str = ""
    deck: str = ""
    favor: str = "-------"
    laid: tuple[str, int, list[str]] | None = None
    turns: int = 0

    def deal(self, order: str, starter: int) -> None:
        removed = REMOVED[self.variant]
        self.aside, order = order[:removed], order[removed:]
        self.hands[starter], self.hands[1 - starter] = order[:6], order[6:12]
        self.deck = order[12:]
        self.sides, self.secrets, self.turns = ["", ""], ["", ""], 0
        self.draw(starter)

    def draw(self, player: int) -> None:
        self.hands[player] += self.deck[0]
        self.deck = self.deck[1:]

    def move(self, player: int, text: str) -> None:
        if text.startswith("/"):
            assert self.laid is not None
            marker, owner, piles = self.laid
            self.laid = None
            self.arrive(marker, owner, piles, {int(index) for index in text[1:].split(",")})
            return
        marker, piles = text[0], text[1:].split("-")
        for card in "".join(piles):
            assert card in self.hands[player], f"{card} is not in the hand {self.hands[player]}"
            self.hands[player] = self.hands[player].replace(card, "", 1)
        if marker in ANSWERED:
            self.laid = marker, player, piles
        else:
            self.arrive(marker, player, piles, set())

    def arrive(self, marker: str, owner: int, piles: list[str], picked: set[int]) -> None:
        for index, pile in enumerate(piles):
            way = WAYS[self.variant][marker][index not in picked]
            if way == "aside":
                self.aside += pile
            elif way == "own secret":
                self.secrets[owner] += pile
            else:
                self.sides[owner if way == "own side" else 1 - owner] += pile
        self.turns += 1
        if self.turns < 8:
            self.draw(1 - owner)

    def score(self) -> None:
        self.sides = [side + secret for side, secret in zip(self.sides, self.secrets, strict=True)]
        for at, letter in enumerate(LETTERS):
            mine, theirs = (side.count(letter) for side in self.sides)
            before = self.favor[at] if self.ties_stay else "-"
            now = "0" if mine > theirs else "1" if theirs > mine else before
            self.favor = self.favor[:at] + now + self.favor[at + 1 :]

    def charm(self, player: int) -> int:
        owners = zip(LETTERS, self.favor, strict=True)
        return sum(CHARM[letter] for letter, owner in owners if owner == str(player))

    def geisha(self, player: int) -> int:
        return self.favor.count(str(player))

    def winner(self) -> int | None:
        for points, goal in ((self.charm, 11), (self.geisha, 4)):
            for player in (0, 1):
                if points(player) >= goal:
                    return player
        return None

    def all_cards(self) -> str:
        laid = "".join(self.laid[2]) if self.laid else ""
        places = (*self.hands, *self.sides, *self.secrets, self.aside, self.deck, laid)
        return in_order("".join(places))
