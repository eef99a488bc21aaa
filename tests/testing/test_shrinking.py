"""A failing game is made simpler, piece by piece, as long as it still fails."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from hanamikoji_core import Cards, Engine, Pick, Play, Row, State, load_engine
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._shrink import (
    _along,
    _cut,
    _fewer_rounds,
    _simpler,
    _simpler_deals,
    deals_of,
    shrunk,
)

BASE = load_engine("base")
MIXED = "GFEDCBAGFEDCBAGFEDGFG"
SORTED = "".join(sorted(MIXED))


def _broken(line: Line) -> Broken:
    """A fault at the end of the line."""
    last = walk(BASE, line).steps[-1]
    return Broken(expected="", happened="", path=last.path, move=last.move, state=last.before)


def _hand(line: Line) -> str:
    return str(line.start(BASE).hands[line.first_player])


def test_a_scripted_deal_is_sorted_as_far_as_the_fault_allows() -> None:
    def fails(line: Line) -> Broken | None:
        """The fault needs a G in the hand of who starts."""
        return _broken(line) if "G" in _hand(line) else None

    line = Line(deals=(MIXED,), choices=(5,))
    found, _ = shrunk(BASE, line, _broken(line), fails, 500)

    # Without deals, seed 0 deals a G as well: nothing of the script is left.
    assert found == Line(choices=())

    def needs_the_script(line: Line) -> Broken | None:
        return fails(line) if line.deals else None

    found, _ = shrunk(BASE, line, _broken(line), needs_the_script, 5_000)

    (deal,) = found.deals
    assert "G" in _hand(found)
    assert not any("G" in _hand(evolve(found, deals=(d,))) for d in _simpler_deals(deal))


def test_of_several_deals_each_is_left_out_or_made_simpler_by_itself() -> None:
    line = Line(deals=(MIXED, SORTED, MIXED))

    tried = [simpler.deals for simpler in _simpler(BASE, line)]

    assert tried[:2] == [(), (MIXED,)]
    assert (MIXED,) in [simpler.deals for simpler in _simpler(BASE, Line(deals=(MIXED, SORTED)))]
    assert (SORTED, SORTED, MIXED) in tried
    assert (MIXED, SORTED, SORTED) in tried
    assert all(deals[1] == SORTED for deals in tried if len(deals) == 3)


def test_a_deal_gets_simpler_at_once_by_halves_or_by_two_cards_that_change_places() -> None:
    assert list(_simpler_deals("ABC")) == []
    assert list(_simpler_deals("BADC")) == ["ABCD", "ABDC", "BACD", "ABDC", "BACD"]


def test_no_deal_is_simpler_than_itself() -> None:
    """Where a half is in order already, to order it is no progress."""
    assert list(_simpler_deals("ABDC")) == ["ABCD", "ABCD", "ABCD"]
    assert list(_simpler_deals("BACD")) == ["ABCD", "ABCD", "ABCD"]
    assert list(_simpler_deals("CDAB")) == ["ABCD", "CADB"]


def test_what_is_tried_comes_from_the_boldest_to_the_least() -> None:
    line = Line(first_player=1, seed=5, choices=(3, 0, 7))

    assert list(_simpler(BASE, line)) == [
        evolve(line, choices=()),
        evolve(line, choices=(3,)),
        evolve(line, choices=(3, 0)),
        evolve(line, seed=0),
        evolve(line, first_player=0),
        evolve(line, choices=(3, 0, 0)),
        evolve(line, choices=(3, 0, 3)),
        evolve(line, choices=(3, 0, 6)),
        evolve(line, choices=(0, 0, 7)),
        evolve(line, choices=(1, 0, 7)),
        evolve(line, choices=(2, 0, 7)),
        evolve(line, choices=(0, 7)),
        evolve(line, choices=(3, 7)),
        evolve(line, choices=(3, 0)),
    ]


def test_of_three_rounds_the_last_is_tried_alone_and_then_the_last_two() -> None:
    line = Line(first_player=1, seed=7, choices=(0,) * 30)
    course = walk(BASE, line)
    deals = deals_of(course)
    moves = [step.after.round for step in course.steps[1:]]
    assert len(deals) == moves[-1] == 3

    alone, two, *others = _simpler(BASE, line)

    assert alone == Line(
        first_player=1, seed=7, deals=(deals[2],), choices=(0,) * (30 - moves.index(3) - 1)
    )
    assert two == Line(
        first_player=0, seed=7, deals=tuple(deals[1:]), choices=(0,) * (30 - moves.index(2) - 1)
    )
    assert others[0] == evolve(line, choices=())


def test_where_no_game_begins_there_is_no_round_to_leave_out() -> None:
    class Stumbles(Engine):
        def start(self, **given: Any) -> State:
            raise ZeroDivisionError

    assert list(_fewer_rounds(Stumbles(BASE.variant), Line())) == []


def test_the_seat_that_starts_is_simplified_too() -> None:
    assert Line(first_player=0) in list(_simpler(BASE, Line(first_player=1)))


def test_a_fault_whose_way_cannot_be_followed_stays_where_it_was_found() -> None:
    line = Line(choices=(0, 0))
    stray = Broken(
        expected="", happened="", path=(Pick((7,)), Pick((8,))), state=line.start(BASE), move=None
    )

    assert shrunk(BASE, line, stray, lambda simpler: None, 100) == (line, stray)


def test_of_several_rounds_the_last_is_kept_with_its_own_deal() -> None:
    line = Line(seed=3, choices=(0,) * 24)
    course = walk(BASE, line)
    second: State = next(step.after for step in course.steps if step.after.round == 2)

    alone = next(_simpler(BASE, line)).start(BASE)

    assert (alone.hands, alone.deck) == (second.hands, second.deck)
    assert alone.starting_player == second.starting_player


def test_of_a_long_game_no_move_half_of_them_a_quarter_less_and_all_but_one_are_tried() -> None:
    line = Line(choices=(0,) * 12)

    lengths = [len(simpler.choices) for simpler in _simpler(BASE, line)]

    assert lengths[:5] == [0, 6, 9, 10, 11]


def test_without_its_deals_a_line_is_that_of_the_first_seed() -> None:
    line = Line(seed=9, deals=(MIXED,))

    assert next(_simpler(BASE, line)) == Line(seed=0)
    assert evolve(line, seed=0) in list(_simpler(BASE, line))


def test_the_moves_after_the_fault_are_cut_off_but_for_the_one_under_examination() -> None:
    line = Line(choices=(1, 2, 3, 4, 5))
    state = line.start(BASE)
    path = (Pick((0,)), Pick((1,)))

    def cut(**where: Any) -> Line:
        return _cut(line, Broken(expected="", happened="", **where))

    assert cut(path=path, state=state).choices == (1, 2, 3)
    assert cut(path=(), state=state).choices == (1,)
    assert cut(path=path).choices == ()


def test_the_way_to_a_move_that_is_not_legal_is_a_line_of_the_moves_before() -> None:
    line = Line(seed=5, choices=(3, 0))
    last = walk(BASE, line).steps[-1]
    illegal = Play(9, (Cards("A"),))

    def along(**where: Any) -> Line | None:
        return _along(BASE, line, Broken(expected="", happened="", **where))

    assert along(path=last.moves, move=illegal) == line
    assert along(path=last.path, move=last.move) == line
    assert along(path=last.moves) == line
    assert along(path=(illegal,), move=last.move) is None


def test_no_more_games_are_tried_than_allowed() -> None:
    line = Line(choices=(3, 0, 7, 1))
    tried: list[Line] = []

    def fails(simpler: Line) -> Broken | None:
        tried.append(simpler)
        return None

    for most in (0, 1, 5):
        tried.clear()
        shrunk(BASE, line, _broken(line), fails, most)
        # The way to the fault itself is tried at once, and counts as none.
        assert len(tried) == max(1, most)


def test_a_deal_holds_all_that_was_removed() -> None:
    row = Row.of(2, 2, 2, 3, 3, 4, 5, cards=(3, 3, 3, 3, 3, 4, 5))
    engine = Engine(evolve(BASE.variant, removed=2, row=row))

    (deal,) = deals_of(walk(engine, Line(seed=3)))

    assert sorted(deal) == sorted(str(row.deck))
