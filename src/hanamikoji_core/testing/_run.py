"""Running the checks on a variant without pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter

from attrs import evolve

from ..errors import VariantError
from ..protocol.variant import Variant
from ._examination import Examination
from ._results import Report, Result, blocked
from ._subject import Budget
from .checks import CHECKS

__all__ = ["check_names", "run_checks"]


def run_checks(
    variant: str | Variant,
    profile: str | Budget = "quick",
    *,
    only: Iterable[str] | None = None,
    strict: bool = False,
    tell: Callable[[Result], None] | None = None,
) -> Report:
    """Run the checks on a variant, without pytest.

    `profile` is ``"smoke"``, ``"quick"``, ``"thorough"`` or a `Budget`, such as
    ``thorough(seconds=600)``. `only` names the checks to run. If `strict`, a promise that could not
    be examined counts as broken. `tell` is called with each result as soon as it is known. Raises
    `VariantError` for an unknown variant, profile or check.

    >>> run_checks("base", "smoke", only=["metadata", "values"]).ok
    True
    """
    names = check_names(only)
    begun = perf_counter()
    examination = Examination(variant, profile)
    budget = examination.subject.budget
    told = _Told(names, examination.result, tell)
    for name in names:
        told.add(examination.result(name))
    batch = 1
    while budget.seconds is not None and perf_counter() - begun < budget.seconds:
        if any(not result.ok for result in told.results):
            break
        examination.more(batch, names)
        for name in names:
            told.add(examination.result(name))
        batch += 1
    return Report(examination.subject.variant.name, budget.name, told.results, strict)


def check_names(only: Iterable[str] | None) -> list[str]:
    """The checks to run. Raises `VariantError` for an ID that no check has."""
    names = list(CHECKS if only is None else only)
    for name in names:
        if name not in CHECKS:
            raise VariantError(f"there is no check {name!r}; checks are {', '.join(CHECKS)}")
    return names


class _Told:
    """The results so far; a broken promise is reported by the check of that promise."""

    def __init__(
        self,
        names: list[str],
        known: Callable[[str], Result],
        tell: Callable[[Result], None] | None,
    ) -> None:
        self._names = names
        self._known = known
        self._tell = tell
        self._results: dict[str, Result] = {}

    @property
    def results(self) -> tuple[Result, ...]:
        return tuple(self._results[name] for name in self._names)

    def add(self, result: Result) -> None:
        found = self._known(result.by) if result.by else result
        speaker = self._speaker(found)
        if speaker != result.check and not result.ok:
            result = evolve(blocked(result.check, speaker), seconds=result.seconds)
        if speaker != found.check:
            spoken = evolve(self._known(speaker), status="failed", reason="", by="")
            self._put(evolve(spoken, ruling=found.ruling))
        told = self._results.get(result.check)
        if told is None or told.status != "failed":
            self._put(result)

    def _speaker(self, result: Result) -> str:
        """The check that reports this result: the one whose promise is broken, if it runs too."""
        owner = result.check if result.ruling is None else result.ruling.check
        return owner if owner in self._names else result.check

    def _put(self, result: Result) -> None:
        if self._results.get(result.check) != result and self._tell is not None:
            self._tell(result)
        self._results[result.check] = result
