"""The processes in which questions are asked again."""

from __future__ import annotations

import datetime
import locale
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from attrs import evolve, field, frozen

from hanamikoji_core import MoreCharm, RoundLimit, Variant, available_variants
from hanamikoji_core.testing import _elsewhere
from hanamikoji_core.testing._elsewhere import (
    CannotAsk,
    OnlyAsked,
    Unanswered,
    _Child,
    _child,
    answers_elsewhere,
    only_asked,
)
from hanamikoji_core.testing._other_process import WORLD, load

BASE = available_variants()["base"]
_NUMBERS = count()


@frozen
class Told:
    """A victory to be asked about where it is."""

    text: str = "Somebody wins."
    rules: tuple[str, ...] = ()
    answer: Callable[[Any], Any] = field(default=len, eq=False)
    lock: Any = field(factory=Lock, eq=False)

    def __call__(self, end: Any) -> Any:
        with self.lock:
            return self.answer(end)


def _ask(answer: Callable[[Any], Any], *asked: Any, differs: Any = WORLD) -> Any:
    """What each process answers to each question."""
    victory = Told(answer=answer)
    questions = [(victory, "__call__", (one,)) for one in asked]
    return answers_elsewhere(evolve(BASE, victory=victory), questions, differs=differs)


def _values(answer: Callable[[Any], Any], *asked: Any, differs: Any = WORLD) -> Any:
    found = _ask(answer, *asked, differs=differs)
    return [[one.value for one in answers] for answers in found]


@pytest.fixture
def fresh() -> Iterator[None]:
    """With processes that were not there before the test, nor after it."""
    _child.cache_clear()
    yield
    for number in (1, 2, 3):
        _child(number).end()
    _child.cache_clear()


def test_every_process_answers_every_question_in_the_order_asked() -> None:
    assert _values(len, "ab", "a", "") == [[2, 1, 0]] * 3


def test_a_lambda_and_a_lock_travel_along() -> None:
    assert _values(lambda text: text.upper(), "ab") == [["AB"]] * 3


def test_strings_hash_differently_in_each() -> None:
    hashes = [hash("ABCDEFG"), *(found[0] for found in _values(hash, "ABCDEFG"))]

    assert len(set(hashes)) == 4


def test_the_order_of_the_questions_is_another_in_each() -> None:
    started: list[str] = []

    def in_turn(text: str) -> int:
        started.append(text)
        return len(started)

    assert len({tuple(found) for found in _values(in_turn, *"ABCDEFGH")}) == 3


def test_the_date_is_another_for_every_question() -> None:
    def today(_: int) -> tuple[Any, ...]:
        return datetime.date.today().weekday(), datetime.datetime.now().hour, time.ctime()

    days = _values(today, *range(200))

    assert all({day for day, _, _ in found} == set(range(7)) for found in days)
    assert all({hour for _, hour, _ in found} == set(range(24)) for found in days)
    assert not {text for _, _, text in days[0]} & {text for _, _, text in days[1]}


@pytest.mark.parametrize(
    "tell",
    [
        lambda _: time.time() // 3_600,
        lambda _: time.time_ns() // 3_600_000_000_000,
        lambda _: time.strftime("%Y-%m-%d %H"),
        lambda _: time.ctime()[:13],
        lambda _: time.asctime()[:13],
        lambda _: time.gmtime().tm_yday,
        lambda _: str(datetime.datetime.now().date()),
        lambda _: str(datetime.datetime.now(datetime.timezone.utc).date()),  # noqa: UP017
        lambda _: str(datetime.datetime.utcnow().date()),
        lambda _: str(datetime.datetime.today().date()),
        lambda _: str(datetime.date.today()),
        lambda _: locale.getlocale(),
        lambda _: locale.strcoll("A", "B") < 0,
        lambda _: locale.strxfrm("A") < locale.strxfrm("B"),
        lambda _: os.getcwd(),
        lambda _: os.environ.get("HOME"),
        lambda _: len(os.listdir()),
        lambda _: os.getpid(),
    ],
)
def test_whatever_looks_around_finds_something_else_unless_told_otherwise(tell: Any) -> None:
    here = tell(0)

    assert [found[0] == here for found in _values(tell, 0, differs=())] == [True] * 3
    assert all(found[0] != here for found in _values(tell, 0)[::2])


def test_what_is_said_of_a_day_does_not_depend_on_the_day() -> None:
    def of_that_day(day: datetime.date) -> Any:
        moment = datetime.datetime(2026, 1, 2, 3, 4)
        return (
            isinstance(day, datetime.date),
            isinstance(moment, datetime.date),
            isinstance(day, datetime.datetime),
            time.strftime("%Y", time.gmtime(0)),
            time.asctime(time.gmtime(0)),
        )

    given = datetime.date(2026, 1, 1)

    assert _values(of_that_day, given) == [[of_that_day(given)]] * 3


def test_a_variable_is_missing_in_one_environment_and_there_in_another() -> None:
    def set_there(name: str) -> Any:
        return name in os.environ, os.getenv(name) is None, os.environ.get(name, "none") == "none"

    first, second, third = (found[0] for found in _values(set_there, "MY_CARDS_EASY"))

    assert first == third == (False, True, True)
    assert second[:2] == (True, False)
    missing = _ask(lambda name: bool(os.environ[name] + name), "MY_CARDS_EASY")
    lost = "KeyError raised"
    assert [found[0].told for found in missing] == [lost, True, lost]


@pytest.mark.parametrize(
    "agrees",
    [
        lambda value: value == "de_DE",
        lambda value: value.startswith(("de", "fr")),
        lambda value: value.endswith("UTF-8"),
        lambda value: value.strip().lower().upper() in ("YES", "ON"),
        lambda value: "utf" in value,
        lambda value: value != "C",
        lambda value: value == 1 or value != 2,
        lambda value: value.isdecimal() and int(value) > 0,
        lambda value: value in {"fr_FR.UTF-8": 1},
    ],
)
def test_a_variable_takes_whatever_value_makes_a_difference(agrees: Any) -> None:
    def answer(_: int) -> Any:
        return agrees(os.environ.get("LANG_OF_CARDS", ""))

    assert True in _values(answer, *range(10))[1]


@pytest.mark.parametrize(
    "there",
    [
        lambda path: path.exists(),
        lambda path: os.access(path, os.R_OK),
        lambda path: open(path).read() == "",  # noqa: SIM115
        lambda path: path.read_text() == "",
    ],
)
def test_a_file_of_the_working_folder_is_there_in_one_process_only(there: Any) -> None:
    def found(name: str) -> bool:
        try:
            return bool(there(Path(name)))
        except FileNotFoundError:
            return False

    name = f"folder/cards-{next(_NUMBERS)}.ini"

    assert _values(found, name) == [[False], [True], [False]]
    assert _values(found, f"other-{name}", differs=()) == [[False]] * 3


def test_files_elsewhere_are_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "cards.ini"
    file.write_text("A", encoding="utf-8")

    assert _values(lambda _: file.read_text(), 0) == [["A"]] * 3
    assert _values(lambda _: file.with_name("none").exists(), 0) == [[False]] * 3
    assert (
        _values(lambda _: os.fstat(os.dup(0)).st_size >= 0 and bool(os.stat(0)), 0) == [[True]] * 3
    )


def test_what_is_raised_there_is_told_by_its_name() -> None:
    assert [found[0].told for found in _ask(len, 5)] == ["TypeError raised"] * 3


def test_what_is_printed_there_is_counted_and_not_seen(capfd: pytest.CaptureFixture[str]) -> None:
    found = _ask(lambda text: print(text, end=""), "four", "")

    assert [[one.printed for one in answers] for answers in found] == [[4, 0]] * 3
    assert capfd.readouterr() == ("", "")


def test_there_is_nothing_to_read() -> None:
    assert _values(lambda _: sys.stdin.read(), 0) == [[""]] * 3


def test_what_decides_at_the_limit_is_a_part_like_any_other() -> None:
    decide = Told(answer=len)
    limited = evolve(BASE, limit=RoundLimit(1, decide))

    found = answers_elsewhere(limited, [(decide, "__call__", ("ab",))])

    assert [one.value for (one,) in found] == [2] * 3


def _of_a_class_without_a_name() -> Variant:
    class Local(MoreCharm):
        pass

    return evolve(BASE, victory=Local())


def test_what_cannot_travel_is_told_in_words() -> None:
    variant = _of_a_class_without_a_name()

    with pytest.raises(CannotAsk, match="Local"):
        answers_elsewhere(variant, [(variant.victory, "text", ())])
    with pytest.raises(CannotAsk, match="Local"):
        # Nor can a question.
        answers_elsewhere(BASE, [(BASE.victory, "__call__", (_of_a_class_without_a_name(),))])


def test_a_registered_variant_is_loaded_there_by_its_name() -> None:
    local = _of_a_class_without_a_name()
    questions = [(local.victory, "__eq__", (BASE.victory,))]

    found = answers_elsewhere(local, questions, registered=True)

    assert [one.value for (one,) in found] == [True] * 3


def test_what_is_registered_here_only_is_not_found_there() -> None:
    local = evolve(_of_a_class_without_a_name(), name="nowhere")

    with pytest.raises(CannotAsk, match=r"VariantError: .*nowhere"):
        answers_elsewhere(local, [(local.victory, "__eq__", (0,))], registered=True)


def test_a_process_that_hangs_is_given_up_with_the_question(
    monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    monkeypatch.setattr(_elsewhere, "_ANSWERED_IN", 0.5)

    with pytest.raises(Unanswered, match=r"no answer in 0\.5 seconds") as silence:
        _ask(lambda text: time.sleep(60 * text.count("B")), "A", "B", "C")

    assert silence.value.number == 1
    assert _values(len, "AB") == [[2]] * 3


def test_a_process_that_ends_can_be_asked_nothing(fresh: None) -> None:
    with pytest.raises(CannotAsk, match="the other process has ended"):
        _ask(lambda _: os._exit(1), 0)

    assert _values(len, "AB") == [[2]] * 3


def _module(path: Path, text: str) -> None:
    path.write_text(f"def shade(text):\n    return {text!r}\n", encoding="utf-8")


def test_a_module_that_changed_is_imported_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "shades_for_a_test.py"
    monkeypatch.setattr(_elsewhere, "modules_of", lambda _: {path.stem: str(path)})
    for number, text in enumerate(("light", "dark")):
        _module(path, text)
        os.utime(path, (number, number))
        sys.modules.pop("shades_for_a_test", None)
        shade = __import__("shades_for_a_test").shade
        victory = Told(answer=shade)
        variant = evolve(BASE, victory=victory)

        found = answers_elsewhere(variant, [(victory, "__call__", ("it",))])

        assert [one.value for (one,) in found] == [text] * 3


def test_a_process_comes_to_its_end_and_leaves_nothing_behind() -> None:
    child = _Child(1)
    folder = Path(child._away.name)
    assert folder.exists()

    child.end()

    assert child._process.returncode == 0
    assert not folder.exists()


def test_where_questions_are_answered_nothing_is_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    only_asked()
    monkeypatch.setenv("HANAMIKOJI_ONLY_ASKED", "1")

    with pytest.raises(OnlyAsked):
        only_asked()


_SCRIPT = """
from attrs import evolve, frozen
from hanamikoji_core import Cards, Marker, Place, To, available_variants
from hanamikoji_core.testing import Budget, run_checks

@frozen
class Up(Marker):
    def plays(self, view):
        return [(Cards(letter),) for letter in set(view.hand)]
    def step(self, view, action):
        return Place((To.OWN_SIDE,))

base = available_variants()["base"]
mine = evolve(base, name="mine", markers=(Up(1, "Up", "One card."), *base.markers[0][1:]))
budget = Budget("small", lines=1, rounds=1, positions=1, moves=1, probes=1)
print(run_checks(mine, budget, only=["repeatable"]))
"""


def test_a_script_is_examined_even_without_a_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT, encoding="utf-8")

    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)

    assert "in a process with another hash seed" in " ".join(done.stdout.split())


def test_a_module_without_a_name_to_be_found_by_is_read_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tea.py"
    _module(path, "light")
    for name in ("nowhere_here", "nowhere_here.deep", "nowhere_here.deep.tea"):
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)

    load({"nowhere_here.deep.tea": str(path)})

    assert sys.modules["nowhere_here.deep.tea"].shade("it") == "light"


@pytest.mark.parametrize(
    ("text", "error"), [("1 / 0", ZeroDivisionError), (None, ImportError)], ids=str
)
def test_a_module_that_cannot_be_read_is_told(
    text: str | None, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ("tea.py" if text else "tea.unknown")
    path.write_text(text or "", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "nowhere_here", None)

    with pytest.raises(error):
        load({"nowhere_here": str(path)})


def test_who_could_not_be_asked_once_answers_the_next_question_only() -> None:
    local = _of_a_class_without_a_name()
    unknown = evolve(local, name="nowhere")
    for _ in range(2):
        with pytest.raises(CannotAsk):
            answers_elsewhere(unknown, [(unknown.victory, "__eq__", (0,))], registered=True)

        assert _values(len, "ab", "a") == [[2, 1]] * 3
