"""Creates the golden games; run ``python -m tests.golden.games`` to write them again.

Do that only where it is meant: every saved game of before then tells another game.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from pathlib import Path

from hanamikoji_core import Game

FOLDER = Path(__file__).parent
VARIANTS = (
    "base",
    "mini-expansion-1",
    "mini-expansion-2",
    "mini-expansion-4",
    "mini-expansion-7",
    "base+three-rounds",
    "mini-expansion-4+three-rounds-plain",
)
SEEDS = (28, 691, 2**64 - 1)
DEALS = ((0, 1), (0, 2), (1, 1), (1, 2), (7, 1), (7, 2), (2**64 - 1, 1), (2**64 - 1, 2))
DECK = "AABBCCDDDEEEFFFFGGGGG"


def played(variant: str, seed: int) -> str:
    """The transcript of a complete game. Player ``seed % 2`` starts.

    Move number ``n`` (from 0) is the one at place ``h mod k`` of the ``k`` legal moves, where ``h``
    is the SHA-256 of the text ``"SEED n"`` read as one big-endian number.
    """
    game = Game.new(variant, seed=seed, first_player=seed % 2)
    while game.outcome is None:
        moves = game.legal_moves()
        number = sha256(f"{seed} {len(game.history)}".encode()).digest()
        game.play(moves[int.from_bytes(number, "big") % len(moves)])
    return game.to_transcript()


def order(seed: int, round_number: int) -> str:
    """The 21 cards in the order of the deal, computed independently.

    The BLAKE2b of the text ``"hanamikoji SEED ROUND 0"``, 64 bytes, read as one number from the
    highest byte down. Divided by 21 it leaves the place, from 0, of the first card among all in
    alphabetical order; the quotient, divided by 20, the place of the next among those left.
    """
    number = int(blake2b(f"hanamikoji {seed} {round_number} 0".encode()).hexdigest(), 16)
    left, dealt = DECK, ""
    while left:
        number, place = divmod(number, len(left))
        dealt += left[place]
        left = left[:place] + left[place + 1 :]
    return dealt


def file_of(variant: str) -> Path:
    return FOLDER / f"{variant}.txt"


def pin() -> None:
    for variant in VARIANTS:
        lines = [played(variant, seed) + "\n" for seed in SEEDS]
        file_of(variant).write_text("".join(lines), encoding="utf-8")
    lines = [f"{seed} {number} {order(seed, number)}\n" for seed, number in DEALS]
    (FOLDER / "deals.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    pin()
