"""One line adopts the kit, and every promise is a test with an ID of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hanamikoji_core import VariantError, load_engine
from hanamikoji_core.testing import (
    CHECKS,
    BoundCheck,
    Examination,
    Result,
    conformance,
    named,
    parametrize_checks,
)
from tests.rogues import counts, ends

pytest_plugins = ["pytester"]

ROOT = str(Path(__file__).parents[2])


def _run(pytester: pytest.Pytester, code: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(f"import sys\nsys.path.insert(0, {ROOT!r})\n{code}")
    return pytester.runpytest("-p", "no:cacheprovider", *options)


def test_one_line_gives_a_test_for_every_promise(pytester: pytest.Pytester) -> None:
    result = _run(
        pytester,
        "from hanamikoji_core.testing import conformance\n"
        "test_rules = conformance('base', profile='smoke')\n",
        "--collect-only",
        "-q",
    )

    listed = [line.split("::")[1] for line in result.outlines if "::" in line]
    assert listed == [f"test_rules[base-{name}]" for name in CHECKS]


def test_a_broken_promise_fails_with_its_ruling_and_nothing_else(
    pytester: pytest.Pytester,
) -> None:
    result = _run(
        pytester,
        "from hanamikoji_core.testing import conformance\n"
        "from tests.rogues.counts import ROGUES\n"
        "rogue = next(r.rogue for r in ROGUES if r.fault == 'what was picked is forgotten')\n"
        "test_rules = conformance(rogue, profile='smoke', only=['metadata', 'choices'])\n",
        "-q",
    )

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test_rules?under-suspicion-choices?*",
            "choices: A choice decides something*",
            "  variant     under-suspicion (Under suspicion)",
            "  game        hanamikoji under-suspicion first=0 seed=0 :*",
            "  happened    /0, /1, /2 all lead to the same position*",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "hypothesis" not in result.stdout.str().lower().replace("hypothesis-", "")


def test_the_decorated_test_decides_what_to_do_with_a_check() -> None:
    @parametrize_checks("base", profile="smoke", only=["metadata", "values"])
    def test_mine(check: BoundCheck) -> None:
        raise AssertionError

    (mark,) = test_mine.pytestmark  # type: ignore[attr-defined]
    assert mark.kwargs["ids"] == ["base-metadata", "base-values"]
    assert [check.variant.name for check in mark.args[1]] == ["base", "base"]


def test_without_a_profile_it_is_the_quick_one() -> None:
    @parametrize_checks("base", only=["values"])
    def test_mine(check: BoundCheck) -> None:
        raise AssertionError

    for test in (test_mine, conformance("base", only=["values"])):
        (mark,) = test.pytestmark  # type: ignore[attr-defined]
        (check,) = mark.args[1]
        assert check.examination.subject.budget.name == "quick"


def test_a_check_that_waits_for_another_is_skipped_with_its_name() -> None:
    rogue = next(r for r in counts.ROGUES if r.fault == "of equal piles, one is forgotten")
    examination = Examination(rogue.rogue, "smoke")

    with pytest.raises(pytest.skip.Exception, match="blocked: conservation failed; mend that"):
        BoundCheck("saves", examination)()
    with pytest.raises(pytest.fail.Exception, match="places 2 piles, but the action has 3"):
        BoundCheck("conservation", examination)()


def test_a_promise_that_is_not_made_is_skipped() -> None:
    rogue = next(r for r in ends.ROGUES if r.fault == "a tie falls for the first geisha only")

    with pytest.raises(pytest.skip.Exception, match="not claimed: the variant has relabelling"):
        BoundCheck("relabelling", Examination(rogue.twin, "smoke"))()


class _Unexamined(Examination):
    def result(self, name: str) -> Result:
        return Result(name, "not examined", "a lock cannot be sent to another process")


def test_what_could_not_be_examined_is_skipped_or_fails_a_strict_test() -> None:
    examination = _Unexamined("base", "smoke")
    text = "not examined: a lock cannot be sent to another process"

    with pytest.raises(pytest.skip.Exception, match=text):
        BoundCheck("repeatable", examination)()
    with pytest.raises(pytest.fail.Exception, match=text):
        BoundCheck("repeatable", examination, strict=True)()


@pytest.mark.parametrize("strict", [False, True])
def test_strict_tests_are_asked_for_when_the_test_is_made(strict: bool) -> None:
    (mark,) = conformance("base", only=["values"], strict=strict).pytestmark  # type: ignore[attr-defined]
    (check,) = mark.args[1]
    assert check.strict is strict


def test_where_a_check_was_skipped_is_told_as_in_the_authors_test(
    pytester: pytest.Pytester,
) -> None:
    code = """
        from attrs import evolve
        from hanamikoji_core import load_engine
        from hanamikoji_core.testing import parametrize_checks

        letters = evolve(load_engine("base").variant, relabelling=False)

        @parametrize_checks(letters, profile="smoke", only=["relabelling"])
        def test_mine(check):
            check()
        """
    file = pytester.makepyfile(code)
    line = file.read_text(encoding="utf-8").splitlines().index("    check()") + 1

    result = pytester.runpytest("-p", "no:cacheprovider", "-rs")

    result.stdout.fnmatch_lines([f"SKIPPED * {file.name}:{line}: not claimed: the variant has*"])


def test_variants_are_named_by_name_pattern_value_or_list() -> None:
    base = load_engine("base").variant

    assert named(base) == [base]
    assert [v.name for v in named(["base", base], "base+*")] == [
        "base",
        "base",
        "base+three-rounds",
        "base+three-rounds-plain",
        "base+three-rounds-draw",
    ]
    assert {"base", "mini-expansion-7"} <= {v.name for v in named("*")}
    assert "mini-expansion-1+three-rounds" in {v.name for v in named("*+three-rounds")}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"profile": "slow"}, "there is no profile 'slow'; profiles are smoke, quick, thorough"),
        ({"variant": "bose"}, "did you mean 'base'"),
        ({"variant": "x*"}, "no registered variant matches 'x\\*'"),
        ({"only": ["scores"]}, "there is no check 'scores'"),
    ],
)
def test_a_wrong_word_is_told_when_the_test_is_made(
    arguments: dict[str, object], text: str
) -> None:
    arguments = {"variant": "base", **arguments}
    with pytest.raises(VariantError, match=text):
        conformance(arguments.pop("variant"), **arguments)  # type: ignore[arg-type]


def test_the_kit_runs_without_pytest_and_hypothesis() -> None:
    code = (
        "import sys\n"
        "sys.modules['pytest'] = sys.modules['hypothesis'] = None\n"
        "from hanamikoji_core.testing import run_checks\n"
        "assert run_checks('base', 'smoke', only=['metadata', 'conservation']).ok\n"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", code], check=True)
