"""What the kit tries is drawn from fixed seeds: the same games and texts for everybody."""

from __future__ import annotations

from random import Random

from attrs import evolve

from hanamikoji_core import Game, MoreCharm, Move, RoundLimit, Row, State, load_engine
from hanamikoji_core.testing import CHECKS
from hanamikoji_core.testing._lines import generated
from hanamikoji_core.testing._subject import PROFILES, Subject
from hanamikoji_core.testing.checks._every_end import ends_of, every_count, every_favor
from hanamikoji_core.testing.checks._legality import _near_misses
from hanamikoji_core.testing.checks._round_ends import many_favors
from hanamikoji_core.testing.checks._saves import _mutated, _scrambled
from hanamikoji_core.testing.checks._secrecy import _illegal
from hanamikoji_core.testing.checks._symmetries import _exchange
from tests.rogues.plain import SMALL

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


def test_policies_are_asked_about_every_favor_in_every_round() -> None:
    short = evolve(BASE.variant, limit=RoundLimit(3, MoreCharm()))

    asked = {
        (end.round, end.starting_player, end.favor)
        for end in every_favor(Subject(short, PROFILES["quick"]))
    }

    assert len(asked) == 3 * 2 * 3**7


def test_scoring_is_asked_about_every_pair_of_counts_with_every_owner() -> None:
    row = BASE.variant.row
    ends = list(every_count(Subject(BASE.variant, PROFILES["quick"])))
    wanted = {
        (geisha.letter, mine, theirs, owner)
        for geisha in row
        for mine in range(geisha.cards + 1)
        for theirs in range(geisha.cards - mine + 1)
        for owner in (None, 0, 1)
    }

    asked = {
        (letter, *(side.count(letter) for side in end.placed), owner)
        for end in ends
        for letter, owner in zip(row.letters, end.favor, strict=True)
    }

    assert asked == wanted
    assert {len(side) for end in ends for side in end.placed} == {8}


def test_of_a_large_space_a_part_is_asked_about_and_told() -> None:
    wide = evolve(BASE.variant, row=Row.of(*[2] * 11))
    limit = RoundLimit(100, MoreCharm())

    assert ends_of(Subject(BASE.variant, PROFILES["quick"])).told == ""
    few = evolve(PROFILES["quick"], lines=2)
    examined = Subject(wide, few)
    assert ends_of(examined).told == (
        "asked about 1 in 6 of 6,561 sampled favor positions in each of the rounds 1 to 12"
    )
    assert ends_of(Subject(evolve(BASE.variant, limit=limit), PROFILES["quick"])).told == (
        "asked about all favor positions in each of the rounds 1 to 20 and 89 to 100"
    )
    CHECKS["outcome"].fails(examined, examined.lines[0])
    assert list(examined.remarks["outcome"]) == [ends_of(examined).told]
    deep = Subject(evolve(BASE.variant, row=Row.of(2, 2, 2, cards=(31, 31, 31))), few)
    assert len(list(every_count(deep))) <= 28_000
    assert list(deep.remarks["scoring"]) == ["asked about 1 in 3 pairs of counts in each round"]


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
