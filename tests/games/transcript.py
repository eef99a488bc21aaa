"""Reads the complete games in this folder, which are written for people.

A step names the player and the move, then the hands of players 0 and 1 once the next turn has begun
(its card drawn), and what lies face up on both sides; ``-`` is nothing. The last step of a round is
followed by the scoring. ``#`` begins a comment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@dataclass
class Step:
    player: int
    move: str
    hands: tuple[str, str] | None
    sides: tuple[str, str] | None


@dataclass
class Round:
    deal: str = ""
    steps: list[Step] = field(default_factory=list)
    scored: tuple[str, str] = ("", "")
    favor: str = ""
    charm: tuple[int, int] = (0, 0)
    geisha: tuple[int, int] = (0, 0)


@dataclass
class Transcript:
    variant: str = ""
    first: int = 0
    rounds: list[Round] = field(default_factory=list)
    winner: int | None = None

    @property
    def moves(self) -> list[str]:
        return [step.move for played in self.rounds for step in played.steps]


def read(name: str) -> Transcript:
    """The transcript in ``name.txt``."""
    told = Transcript()
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words:
            _take(told, *words)
    return told


def _take(told: Transcript, word: str, *rest: str) -> None:
    match word, rest:
        case "variant", (name,):
            told.variant = name
        case "first", (player,):
            told.first = int(player)
        case "winner", (player,):
            told.winner = int(player)
        case "round", (number,):
            told.rounds.append(Round())
            assert int(number) == len(told.rounds)
        case "deal", parts:
            told.rounds[-1].deal = "".join(parts)
        case (("0" | "1"), (move,)):
            told.rounds[-1].steps.append(Step(int(word), move, None, None))
        case (("0" | "1"), (move, "hands", h0, h1, "sides", s0, s1)):
            hands, sides = (_cards(h0), _cards(h1)), (_cards(s0), _cards(s1))
            told.rounds[-1].steps.append(Step(int(word), move, hands, sides))
        case "scored", (first, second):
            told.rounds[-1].scored = first, second
        case "favor", (favor,):
            told.rounds[-1].favor = favor
        case "charm", (first, second):
            told.rounds[-1].charm = int(first), int(second)
        case "geisha", (first, second):
            told.rounds[-1].geisha = int(first), int(second)
        case _:
            raise ValueError(f"no transcript has this line: {word} {' '.join(rest)}")


def _cards(word: str) -> str:
    return word.strip("-")
