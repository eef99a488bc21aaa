"""What the kit tries is drawn from fixed seeds: the same games and texts for everybody."""

from __future__ import annotations

from random import Random

from attrs import evolve

from hanamikoji_core import Cards, Game, Move, RoundEnd, State, load_engine
from hanamikoji_core.testing._lines import generated
from hanamikoji_core.testing._subject import Subject
from hanamikoji_core.testing.checks._legality import _near_misses
from hanamikoji_core.testing.checks._round_ends import ends_like, many_favors
from hanamikoji_core.testing.checks._saves import _mutated, _scrambled
from hanamikoji_core.testing.checks._secrecy import _illegal
from hanamikoji_core.testing.checks._symmetries import _exchange
from tests.rogues.test_rogues import SMALL

from .conftest import Hear

BASE = load_engine("base")
GAME = "hanamikoji base first=0 seed=7 deals=GAABBCCDDDEEEFFFFGGGG :"


def after(*moves: str) -> State:
    return Game.from_transcript(" ".join([GAME, *moves])).state


def told(move: Move) -> str:
    """A move as notation, if it is one."""
    return move if isinstance(move, str) else str(move)


def test_lines_of_play(hear: Hear) -> None:
    for line in generated(BASE, 0, 8, 2):
        hear(f"first={line.first_player} seed={line.seed} deals={','.join(line.deals) or '-'}")
        hear(f"    {' '.join(map(str, line.choices))}")


def test_lines_of_play_of_a_later_batch() -> None:
    assert [line.seed for line in generated(BASE, 2, 3, 1)] == [2, 3, 4]


def test_moves_from_a_position(hear: Hear) -> None:
    subject = Subject(BASE.variant, SMALL)

    for state in (after(), after("1F"), after("4AA-BB"), after("3A-B-C", "/1")):
        hear(" ".join(map(str, subject.moves(state))))


def test_moves_that_are_nearly_legal(hear: Hear) -> None:
    subject = Subject(BASE.variant, SMALL)
    over = evolve(after(), to_move=None)

    for moves in ((), ("1F", "2DD"), ("1F", "2DD", "3A-B-C")):
        hear(f"after {' '.join(moves) or 'the deal'}")
        for move, player, why in _near_misses(subject, after(*moves)):
            hear(f"    {told(move)} by {player}: {why}")
    assert [told(move) for move, _, _ in _near_misses(subject, over)] == ["/0", "1A"]


def test_moves_whose_errors_are_compared(hear: Hear) -> None:
    hear(" ".join(map(str, _illegal(after()))))


def test_saves_that_nobody_wrote(hear: Hear) -> None:
    game = Game.from_transcript(f"{GAME} 1F 3D-D-E /2 3A-B-C")

    for seed in range(160):
        hear(ascii(_mutated(game.to_json(), Random(seed))))


def test_moves_that_nobody_wrote(hear: Hear) -> None:
    for seed in range(60):
        hear(ascii(_scrambled("3A-B-C", Random(seed))))


def test_ends_of_rounds(hear: Hear) -> None:
    row = BASE.variant.row
    end = RoundEnd(row, 1, 0, (Cards("AABB"), Cards("CCD")), row.no_favor)

    for other in ends_like(end, 3, 2):
        one, two = other.placed
        hear(f"{other.round} {other.starting_player} {one or '-'} {two or '-'} {other.favor}")


def test_favors(hear: Hear) -> None:
    for favor in many_favors(7, 30):
        hear(favor)


def test_letters_that_are_exchanged(hear: Hear) -> None:
    subject = Subject(BASE.variant, SMALL)

    for seed in range(8):
        hear("".join(_exchange(subject, Random(seed)).values()))


def test_positions_are_spread_over_a_line() -> None:
    subject = Subject(BASE.variant, SMALL)

    assert subject.sample(range(10), 4) == [2, 4, 7, 9]
    assert subject.sample(range(4), 4) == [0, 1, 2, 3]
    assert subject.sample(range(5), 1) == [4]
    assert subject.sample([], 3) == []
