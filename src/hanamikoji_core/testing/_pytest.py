"""The kit in pytest: each promise becomes a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import pytest
from attrs import field, frozen

from ..protocol.variant import Variant
from ._examination import Examination
from ._results import Result
from ._run import check_names
from ._subject import Budget, named

__all__ = ["BoundCheck", "conformance", "parametrize_checks"]

Test = TypeVar("Test", bound=Callable[..., Any])
Variants: TypeAlias = str | Variant | Iterable[str | Variant]


@frozen
class BoundCheck:
    """One check of one variant, ready to run: call it in a test.

    A broken promise fails the test with its ruling and no traceback. The test is skipped, with the
    reason, if another check failed first, if the variant does not make the promise, or if the
    promise could not be examined. If `strict`, a promise that could not be examined fails the test.

    >>> BoundCheck("metadata", Examination("base", "smoke"))()
    """

    id: str
    examination: Examination = field(repr=False)
    strict: bool = field(default=False, repr=False)

    @property
    def variant(self) -> Variant:
        """The variant that is examined.

        >>> BoundCheck("metadata", Examination("base", "smoke")).variant.name
        'base'
        """
        return self.examination.subject.variant

    @property
    def result(self) -> Result:
        """The result of the check, which runs once.

        >>> BoundCheck("metadata", Examination("base", "smoke")).result.status
        'passed'
        """
        return self.examination.result(self.id)

    def __call__(self) -> None:
        __tracebackhide__ = True
        result = self.result
        if result.status == "failed" or (self.strict and result.status == "not examined"):
            pytest.fail(str(result), pytrace=False)
        if result.status != "passed":
            pytest.skip(result.told)


def parametrize_checks(
    *variants: Variants,
    profile: str | Budget = "quick",
    only: Iterable[str] | None = None,
    strict: bool = False,
) -> Callable[[Test], Test]:
    """Decorate a test that takes ``check``: it runs once for each check of each variant.

    Variants are named as in `named`. The test calls ``check()``, and can read ``check.variant`` and
    ``check.result``. If `strict`, a promise that could not be examined fails its test. Raises
    `VariantError` for unknown names.

    >>> @parametrize_checks("base", profile="smoke", only=["metadata"])
    ... def test_conformance(check):
    ...     check()
    """
    ids = check_names(only)
    bound = [
        BoundCheck(name, examination, strict)
        for variant in named(*variants)
        for examination in [Examination(variant, profile)]
        for name in ids
    ]
    labels = [f"{check.variant.name}-{check.id}" for check in bound]
    return pytest.mark.parametrize("check", bound, ids=labels)


def conformance(
    *variants: Variants,
    profile: str | Budget = "quick",
    only: Iterable[str] | None = None,
    strict: bool = False,
) -> Callable[[BoundCheck], None]:
    """A test of all promises, each on a separate line.

    This line::

        test_conformance = conformance("my-variant")

    gives ``test_conformance[my-variant-conservation]`` and so on. `variants`: names, `Variant`
    values and lists of them; ``"*"`` is every registered variant and, after ``+``, every house
    rule: ``conformance("my-variant", "my-variant+*")``. `profile`: ``"smoke"``, ``"quick"``,
    ``"thorough"`` or ``thorough(seconds=600)``. `only`: the checks to run. `strict`: a promise that
    could not be examined fails its test instead of skipping it. Raises `VariantError` for unknown
    names.

    >>> test_conformance = conformance("base", profile="smoke", only=["metadata"])
    """

    @parametrize_checks(*variants, profile=profile, only=only, strict=strict)
    def test_conformance(check: BoundCheck) -> None:
        check()

    return test_conformance
