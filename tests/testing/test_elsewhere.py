"""The processes in which questions are asked again."""

from __future__ import annotations

import atexit
import re
from typing import Any

import pytest

from hanamikoji_core.testing._elsewhere import _child, _end, answers_elsewhere


def test_a_process_that_is_asked_no_more_comes_to_its_end() -> None:
    child = _child.__wrapped__("1")
    assert child.poll() is None

    _end(child)

    assert child.returncode == 0


def test_a_process_comes_to_its_end_with_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_end: list[tuple[Any, ...]] = []
    monkeypatch.setattr(atexit, "register", lambda *what: at_the_end.append(what))

    child = _child.__wrapped__("1")

    assert at_the_end == [(_end, child)]
    _end(child)


def test_every_process_answers_every_question() -> None:
    assert (
        answers_elsewhere([("ab", "upper", ()), ("a-b", "split", ("-",))])
        == [["AB", ["a", "b"]]] * 2
    )


def test_strings_hash_differently_there_whatever_is_set_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    _child.cache_clear()

    answers = answers_elsewhere([("AB", "__hash__", ())])

    assert isinstance(answers, list)
    assert answers[0] != answers[1]


def test_what_cannot_be_asked_there_is_told_in_words() -> None:
    told = answers_elsewhere([(lambda: None, "__call__", ())])

    assert isinstance(told, str)
    assert re.match(r"\w+Error: ", told)
    assert "lambda" in told


def test_what_a_plug_in_prints_there_is_no_answer_and_not_seen(
    capfd: pytest.CaptureFixture[str],
) -> None:
    _child.cache_clear()

    assert answers_elsewhere([(print, "__call__", ("noise",))]) == [[None]] * 2
    assert capfd.readouterr() == ("", "")


def test_what_goes_wrong_there_is_told_in_words() -> None:
    told = answers_elsewhere([("AB", "lower", ()), ("AB", "nothing", ())])

    assert told == "AttributeError: 'str' object has no attribute 'nothing'"
