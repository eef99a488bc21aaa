"""What comes out of a run: statuses, rulings, shrunk games that can be replayed, and budgets."""

from __future__ import annotations

import re
from time import perf_counter

import pytest
from attrs import evolve

from hanamikoji_core import (
    Engine,
    Game,
    Move,
    Pick,
    PluginError,
    State,
    Variant,
    VariantError,
    load_engine,
)
from hanamikoji_core.testing import (
    CHECKS,
    PROFILES,
    Budget,
    Check,
    Examination,
    NotExamined,
    Report,
    Result,
    Ruling,
    Subject,
    _examination,
    run_checks,
    thorough,
)
from hanamikoji_core.testing._lines import Line, walk
from hanamikoji_core.testing._results import Status
from hanamikoji_core.testing._rulings import Broken
from hanamikoji_core.testing._run import _Told
from hanamikoji_core.testing._telling import _transcript
from tests.rogues import counts, ends
from tests.rogues.plain import PLAIN, SMALL

from .broken_engines import FlipsTooEarly, Forgetful, LosesTheBox, SwapsTheSides

TINY = Budget("tiny", lines=2, rounds=1, positions=3, moves=6, probes=60)


def _rogue(fault: str) -> Variant:
    return next(r.rogue for r in [*counts.ROGUES, *ends.ROGUES] if r.fault == fault)


def _ruling(variant: Variant, check: str) -> Ruling:
    ruling = run_checks(variant, TINY, only=[check]).results[0].ruling
    assert ruling is not None
    return ruling


def test_the_game_is_shrunk_to_the_moves_that_matter() -> None:
    report = run_checks(_rogue("what was picked is forgotten"), "smoke", only=["choices"])
    ruling = report.results[0].ruling

    assert ruling is not None
    assert ruling.transcript.startswith("hanamikoji under-suspicion first=0 seed=0 : 3")
    assert len(ruling.transcript.split(" : ")[1].split()) == 1
    assert "to see it   register the variant" in str(ruling)


def test_the_game_of_a_registered_variant_can_be_replayed() -> None:
    examination = Examination("base", TINY, FlipsTooEarly)

    ruling = examination.result("markers-once").ruling

    assert ruling is not None
    game = Game.from_transcript(ruling.transcript)
    assert game.state.offer is not None
    assert "run: hanamikoji replay --open FILE" in str(ruling)


def test_a_ruling_reads_from_the_promise_to_the_remedy() -> None:
    text = str(_ruling(_rogue("a marker serves player 0"), "seat-symmetry"))

    labels = [line[2:13].strip() for line in text.splitlines()[1:] if line[2:3].strip()]
    assert labels == [
        "variant", "game", "position", "move", "other game", "other move",
        "expected", "happened", "to mend it", "to see it",
    ]  # fmt: skip


def test_the_report_tells_what_failed_first_and_counts_the_rest() -> None:
    report = run_checks(_rogue("of equal piles, one is forgotten"), TINY)
    text = str(report)

    assert not report.ok
    assert text.startswith("conservation: Each card is in exactly one place, always.")
    (blocked,) = re.findall(r"blocked: (.*) \(conservation failed; mend that first\)", text)
    assert "saves" in blocked.split(", ")
    assert {r.by for r in report.results if r.status == "blocked"} == {"conservation"}


def test_results_are_told_as_they_come_and_in_a_fixed_order() -> None:
    told: list[str] = []

    report = run_checks(PLAIN, TINY, tell=lambda result: told.append(result.check))

    assert told == [result.check for result in report.results] == list(CHECKS)


def test_a_run_is_the_same_every_time() -> None:
    rogue = _rogue("both orders of like piles are listed")

    assert _ruling(rogue, "completeness") == _ruling(rogue, "completeness")


def test_thorough_goes_on_as_long_as_it_is_told() -> None:
    budget = evolve(TINY, seconds=0.5)
    begun = perf_counter()

    report = run_checks(PLAIN, budget, only=["conservation", "metadata"])

    assert report.ok
    assert perf_counter() - begun >= 0.5
    assert thorough(seconds=5).seconds == 5


def test_thorough_finds_what_the_first_lines_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    def seldom(subject: Subject, line: Line) -> None:
        if line.seed >= 3 * TINY.lines:
            raise Broken(expected="a short run", happened="a long one")

    rare = Check("purity", "Short runs only.", seldom)
    monkeypatch.setattr(_examination, "CHECKS", {**CHECKS, "purity": rare})
    told: list[str] = []

    assert run_checks(PLAIN, evolve(TINY, seconds=0.0), only=["purity"]).ok
    report = run_checks(
        PLAIN, evolve(TINY, seconds=60), only=["purity"], tell=lambda r: told.append(r.status)
    )

    assert not report.ok
    assert told == ["passed", "failed"]


def test_a_wrong_name_is_told_with_the_right_ones() -> None:
    with pytest.raises(VariantError, match="there is no check 'scores'; checks are metadata, "):
        run_checks("base", only=["scores"])
    with pytest.raises(VariantError, match="there is no profile 'slow'; profiles are smoke, "):
        run_checks("base", "slow")


def test_where_checks_wait_for_each_other_one_of_them_speaks() -> None:
    class FailsInTwoWays(Engine):
        """Each look at the moves meets the other one of two faults of a plug-in."""

        looks = 0

        def legal_moves(self, state: State) -> tuple[Move, ...]:
            self.looks += 1
            raise PluginError(
                "marker 3 (Gift) asks about the same pile twice"
                if self.looks % 2
                else "marker 3 (Gift) places 2 piles, but the action has 3"
            )

    for first in ("conservation", "legality"):
        examination = Examination(PLAIN, TINY, FailsInTwoWays)
        results = [examination.result(name) for name in (first, "conservation", "legality")]
        spoken = [result for result in results if result.ruling is not None]
        assert not any(result.ok for result in results)
        assert spoken, [str(result) for result in results]


def test_a_check_that_waits_for_another_is_not_asked_again_by_it() -> None:
    class LosesTheBoxAndStumbles(LosesTheBox):
        """Cards are lost, and later a plug-in is met that miscounts its piles."""

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if state.round > 1 and state.used != (frozenset(), frozenset()):
                raise PluginError("marker 3 (Gift) places 2 piles, but the action has 3")
            return super().apply(state, move, player=player)

    budget = evolve(TINY, rounds=2)
    examination = Examination(evolve(PLAIN, removed=1), budget, LosesTheBoxAndStumbles)

    asked = examination.result("protocol")
    assert (asked.check, asked.by) == ("protocol", "conservation")
    assert asked.told == "blocked: conservation failed; mend that first"
    assert examination.result("conservation").status == "failed"

    other = Examination(evolve(PLAIN, removed=1), budget, LosesTheBoxAndStumbles)
    assert other.result("conservation").status == "failed"
    assert other.result("protocol") == asked


def test_an_engine_that_crashes_is_told_by_the_check_that_every_game_ends() -> None:
    class Crashes(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            raise ZeroDivisionError

    examination = Examination(PLAIN, TINY, Crashes)

    assert examination.result("purity").told == "blocked: termination failed; mend that first"
    assert "ZeroDivisionError was raised" in str(examination.result("termination"))


def test_what_another_check_comes_upon_is_told_by_the_one_that_names_the_promise() -> None:
    """Only the games that are played on to their end show what is wrong with the accounts."""
    rogue, only = _rogue("the cost depends on the turn"), ["hand-accounting", "termination"]

    accounts, ends = run_checks(rogue, SMALL, only=only).results

    assert accounts.status == "failed"
    assert accounts.ruling is not None
    assert accounts.ruling.check == "hand-accounting"
    assert (ends.status, ends.by) == ("blocked", "hand-accounting")


def test_an_error_of_a_check_is_no_success() -> None:
    class Crashes(type(load_engine("base"))):  # type: ignore[misc]
        def narrate(self, *_: object) -> None:
            raise ZeroDivisionError

    result = Examination("base", TINY, Crashes).result("memory")

    assert result.status == "failed"
    assert "ZeroDivisionError was raised" in str(result)


def test_every_check_has_a_promise_and_details() -> None:
    for check in CHECKS.values():
        assert check.promise.endswith(".")
        assert len(check.details.split()) > len(check.promise.split()), check.id
        assert set(check.requires) <= set(CHECKS)


def test_every_row_of_choices_is_a_game() -> None:
    course = walk(load_engine("base"), Line(choices=(10**6, 3, 0, 77) * 5))

    assert course.met is None
    assert len(course.steps) == 21


def test_a_line_ends_with_its_game() -> None:
    course = walk(load_engine("base"), Line(seed=7, choices=(0,) * 400))

    assert course.met is None
    assert course.steps[-1].after.outcome is not None
    assert len(course.steps) < 400


def test_who_says_nothing_of_a_profile_gets_the_quick_one() -> None:
    assert Examination("base").subject.budget is PROFILES["quick"]
    assert run_checks("base", only=[]).profile == "quick"


def test_a_result_is_told_with_its_check_unless_there_is_a_ruling() -> None:
    ruling = Ruling("fair", "Play is fair.", "base", "", "", "it was not")

    assert str(Result("fair", "passed")) == "fair: passed"
    assert str(Result("fair", "blocked", "later")) == "fair: blocked: later"
    assert str(Result("fair", "failed", ruling=ruling)) == str(ruling)


@pytest.mark.parametrize("first", ["passed", "blocked"])
def test_what_one_check_found_of_anothers_promise_is_told_by_that_one_and_once(
    first: Status,
) -> None:
    ruling = Ruling("conservation", "Each card is in one place.", "base", "", "", "one is gone")
    names = ["conservation", "saves", "memory"]
    known = {
        "conservation": Result("conservation", first, by="saves" * (first == "blocked")),
        "saves": Result("saves", "failed", ruling=ruling, seconds=3.0),
        "memory": Result("memory", "blocked", "saves failed", by="saves"),
    }
    lines: list[Result] = []

    told = _Told(names, known.__getitem__, lines.append)
    for name in (*names, *names):
        told.add(known[name])

    assert told.results == (
        Result("conservation", "failed", ruling=ruling),
        Result("saves", "blocked", "conservation failed; mend that first", by="conservation"),
        Result("memory", "blocked", "conservation failed; mend that first", by="conservation"),
    )
    assert told.results[1].seconds == 3.0
    assert [line.check for line in lines if line.status == "failed"] == ["conservation"]


def test_if_nobody_asked_for_the_check_that_names_the_promise_the_one_that_found_it_tells() -> None:
    ruling = Ruling("conservation", "Each card is in one place.", "base", "", "", "one is gone")
    found = Result("saves", "failed", ruling=ruling)

    told = _Told(["saves"], {"saves": found}.__getitem__, None)
    told.add(found)

    assert told.results == (found,)


def test_a_check_never_waits_for_one_that_only_waits_itself() -> None:
    rogue = _rogue("the cost depends on the turn")
    for names in (list(CHECKS), list(CHECKS)[::-1]):
        results = run_checks(rogue, TINY, only=names).results
        status = {result.check: result.status for result in results}
        assert {status[result.by] for result in results if result.by} == {"failed"}


def test_who_waits_for_nothing_that_failed_speaks_for_itself() -> None:
    """Two checks that wait in a circle: nobody would ever tell what is wrong."""

    class Crashes(Engine):
        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            raise PluginError("marker 3 (Gift) asks about the same pile twice")

    examination = Examination(PLAIN, TINY, Crashes)
    for waits, by in (("legality", "purity"), ("purity", "legality")):
        examination._results[waits] = Result(waits, "blocked", f"{by} failed", by=by)

    examination.result("metadata")

    assert examination.result("legality").status == "failed"
    assert examination.result("purity").told == "blocked: legality failed; mend that first"


def test_who_speaks_for_itself_waits_for_nobody_that_it_rests_on_either() -> None:
    examination = Examination("base", TINY, FlipsTooEarly)
    circle = [("markers-once", "hand-accounting"), ("hand-accounting", "markers-once")]
    for waits, by in circle:
        examination._results[waits] = Result(waits, "blocked", f"{by} failed", by=by)

    examination.result("metadata")

    assert examination.result("markers-once").status == "failed"


def _unexamined(fails_on: int | None = None) -> tuple[Check, list[Line]]:
    asked: list[Line] = []

    def examine(subject: Subject, line: Line) -> None:
        """It holds."""
        asked.append(line)
        if line.seed == fails_on:
            raise Broken(expected="it holds", happened="it does not")
        raise NotExamined("it cannot be sent")

    return Check("demo", "It holds.", examine), asked


def test_what_could_not_be_examined_is_neither_kept_nor_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check, _ = _unexamined()
    monkeypatch.setattr("hanamikoji_core.testing._examination.CHECKS", {**CHECKS, "demo": check})
    monkeypatch.setattr("hanamikoji_core.testing._run.CHECKS", {**CHECKS, "demo": check})

    easy = run_checks(PLAIN, TINY, only=["values", "demo"])
    strict = run_checks(PLAIN, TINY, only=["values", "demo"], strict=True)

    assert easy.ok
    assert not strict.ok
    assert easy.undecided == ("not examined: demo (it cannot be sent)",)
    assert str(easy).splitlines()[0] == "not examined: demo (it cannot be sent)"
    assert easy.summary == "under-suspicion: 1 of 2 checks passed, 1 not examined"


def test_a_line_that_cannot_be_examined_does_not_hide_a_fault_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check, asked = _unexamined(fails_on=1)
    monkeypatch.setattr("hanamikoji_core.testing._examination.CHECKS", {**CHECKS, "demo": check})

    assert Examination(PLAIN, TINY).result("demo").status == "failed"
    assert [line.seed for line in asked[:2]] == [0, 1]


def test_what_could_not_be_examined_once_is_not_made_good_by_later_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examination = Examination(PLAIN, TINY)
    examination._results["turn-order"] = Result("turn-order", "not examined", "no reason")

    examination.more(1, ["turn-order"])

    result = examination.result("turn-order")
    assert result.status == "not examined"
    assert result.seconds > 0


def test_a_remark_stays_with_its_check_and_is_kept_once() -> None:
    examination = Examination(PLAIN, TINY)
    for _ in range(2):
        examination.subject.remark("turn-order", "only a sample")
        examination.result("turn-order")
        examination.more(1, ["turn-order"])

    assert examination.result("turn-order").remarks == ("only a sample",)
    report = Report("base", "smoke", (Result("turn-order", "passed", remarks=("a sample",)),))
    assert str(report) == "remark: turn-order: a sample\n\nbase: 1 of 1 checks passed"


def test_a_report_on_nothing_is_no_success() -> None:
    for results in ((), (Result("relabelling", "not claimed", "it says so"),)):
        report = Report("base", "smoke", results)
        assert not report.ok
        assert report.summary.endswith("; nothing was examined")


def test_a_simpler_game_that_meets_another_error_is_no_simpler_game() -> None:
    class RaisesAnother(Engine):
        """One fault is met in games with a seed; and after that, another one in those without."""

        met = 0

        def apply(self, state: State, move: Move, *, player: int | None = None) -> State:
            if state.setup.seed:
                self.met += 1
                raise PluginError("marker 3 (Gift) places 2 piles, but the action has 3")
            if self.met > 1:
                raise PluginError("marker 3 (Gift) raised KeyError")
            return super().apply(state, move, player=player)

    examination = Examination(PLAIN, TINY, RaisesAnother)

    ruling = examination.result("conservation").ruling

    assert ruling is not None
    assert ruling.happened == "marker 3 (Gift) places 2 piles, but the action has 3"
    assert " seed=1 " in ruling.transcript


def test_what_is_run_again_takes_its_time_on_top() -> None:
    examination = Examination(PLAIN, TINY)
    first = examination.result("turn-order")
    assert first.seconds > 0
    examination._results["turn-order"] = evolve(first, seconds=1_000.0)

    examination.more(1, ["turn-order"])

    assert examination.result("turn-order").seconds > 1_000


def test_where_a_call_has_not_come_back_no_simpler_game_is_waited_for() -> None:
    examination = Examination(PLAIN, TINY)
    assert examination._probes == TINY.probes

    examination._patience.lost = True

    assert examination._probes == 0


def test_whose_view_it_is_is_told() -> None:
    ruling = Examination("base", TINY, SwapsTheSides).result("memory").ruling

    assert ruling is not None
    assert ruling.viewer == "player 0"


def test_a_transcript_has_the_deals_that_were_scripted() -> None:
    deals = ("GAABBCCDDDEEEFFFFGGGG", "AGABBCCDDDEEEFFFFGGGG")

    assert _transcript(PLAIN, Line(1, 5, deals), (Pick((0,)), Pick((1, 2)))) == (
        f"hanamikoji under-suspicion first=1 seed=5 deals={deals[0]},{deals[1]} : /0 /1,2"
    )
    assert _transcript(PLAIN, Line(), ()) == ("hanamikoji under-suspicion first=0 seed=0 :")


def test_a_report_tells_rulings_what_waits_and_the_sum() -> None:
    ruling = Ruling("fair", "Play is fair.", "base", "", "", "it was not")
    report = Report(
        "base",
        "smoke",
        (
            Result("fair", "failed", ruling=ruling),
            Result("saves", "blocked", "fair failed", by="fair"),
            Result("values", "passed"),
        ),
    )

    assert str(report) == (
        f"{ruling}\n\nblocked: saves (fair failed)\n\n"
        "base: 1 of 3 checks passed, 1 failed, 1 blocked"
    )


def test_the_promise_itself_is_not_expected_once_more() -> None:
    ruling = _ruling(_rogue("a play is listed twice"), "completeness")

    assert ruling.promise == CHECKS["completeness"].promise
    assert ruling.expected == ""
    assert re.search(r"listed the same play twice: 2.* with the hand [A-G]+$", ruling.happened)


def test_a_broken_promise_that_rests_on_another_waits_for_it() -> None:
    result = Examination(PLAIN, TINY, Forgetful).result("saves")

    assert result.told == "blocked: purity failed; mend that first"


def test_what_has_failed_is_not_run_again() -> None:
    examination = Examination(PLAIN, TINY)
    failed = Result("turn-order", "failed", "it is not one's turn")
    examination._results["turn-order"] = failed

    examination.more(1, ["turn-order"])

    assert examination.result("turn-order") == failed
