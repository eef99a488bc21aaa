"""The result of each check, and the report on all of them."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from ._rulings import Ruling

__all__ = ["Report", "Result", "Status", "blocked"]

Status: TypeAlias = Literal["passed", "failed", "blocked", "not examined", "not claimed"]

_OTHERS: Final[tuple[Status, ...]] = ("failed", "blocked", "not examined", "not claimed")


@frozen
class Result:
    """The result of one check: its `status`, and why.

    * ``passed``: the promise was examined, and no violation was found.
    * ``failed``: the promise is broken, and `ruling` explains how.
    * ``blocked``: the check `by` failed, and this promise depends on it. Fix that one first.
    * ``not examined``: the kit could not examine the promise; `reason` explains why.
    * ``not claimed``: the variant does not make this promise.

    `remarks` are notes of one line each, for example that only a sample was examined.

    >>> Result("conservation", "passed").ok
    True
    """

    check: str
    status: Status
    reason: str = ""
    ruling: Ruling | None = None
    by: str = ""
    seconds: float = field(default=0.0, eq=False)
    remarks: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing must be fixed: the check neither failed nor is blocked.

        >>> Result("relabelling", "not claimed").ok
        True
        """
        return self.status not in ("failed", "blocked")

    def __str__(self) -> str:
        return str(self.ruling) if self.ruling is not None else f"{self.check}: {self.told}"

    @property
    def told(self) -> str:
        """Status and reason in one line.

        >>> Result("legality", "blocked", "canonical failed").told
        'blocked: canonical failed'
        """
        return f"{self.status}: {self.reason}" if self.reason else self.status


def blocked(check: str, by: str) -> Result:
    """The result of a check that is blocked by another one, which failed."""
    return Result(check, "blocked", f"{by} failed; mend that first", by=by)


@frozen
class Report:
    """The results of all checks of a variant, in their fixed order.

    If `strict`, a promise that could not be examined counts as broken.

    >>> report = Report("base", "smoke", (Result("metadata", "passed"),))
    >>> report.ok, [str(result) for result in report.results]
    (True, ['metadata: passed'])
    """

    variant: str
    profile: str
    results: tuple[Result, ...]
    strict: bool = False

    @property
    def ok(self) -> bool:
        """Whether at least one promise was examined, and every examined promise is kept.

        If the report is `strict`, every promise that the variant makes must have been examined.

        >>> results = (Result("values", "passed"), Result("repeatable", "not examined", "no time"))
        >>> Report("base", "smoke", results).ok
        True
        >>> Report("base", "smoke", results, strict=True).ok, Report("base", "smoke", ()).ok
        (False, False)
        """
        found = {result.status for result in self.results}
        wrong = {"failed", "blocked"} | ({"not examined"} if self.strict else set())
        return "passed" in found and not found & wrong

    @property
    def undecided(self) -> tuple[str, ...]:
        """Which checks neither passed nor failed, and why: a line for each reason.

        >>> Report("base", "smoke", (Result("saves", "blocked", "values failed"),)).undecided
        ('blocked: saves (values failed)',)
        """
        lines: list[str] = []
        for status in _OTHERS[1:]:
            reasons: dict[str, list[str]] = {}
            for result in self.results:
                if result.status == status:
                    reasons.setdefault(result.reason, []).append(result.check)
            lines += [f"{status}: {', '.join(names)} ({why})" for why, names in reasons.items()]
        return tuple(lines)

    @property
    def remarks(self) -> tuple[str, ...]:
        """The remarks of all checks, each with the ID of its check.

        >>> Report("base", "smoke", (Result("saves", "passed", remarks=("a sample",)),)).remarks
        ('saves: a sample',)
        """
        return tuple(
            f"{result.check}: {text}" for result in self.results for text in result.remarks
        )

    @property
    def summary(self) -> str:
        """How many checks ended with each status, in one line.

        >>> Report("base", "smoke", (Result("metadata", "passed"),)).summary
        'base: 1 of 1 checks passed'
        """
        count = Counter(result.status for result in self.results)
        parts = [f"{count['passed']} of {len(self.results)} checks passed"]
        parts += [f"{count[status]} {status}" for status in _OTHERS if count[status]]
        nothing = "" if set(count) - {"not examined", "not claimed"} else "; nothing was examined"
        return f"{self.variant}: {', '.join(parts)}{nothing}"

    def __str__(self) -> str:
        rulings = [str(result.ruling) for result in self.results if result.ruling is not None]
        remarks = "\n".join(f"remark: {text}" for text in self.remarks)
        return "\n\n".join([*rulings, *filter(None, [*self.undecided, remarks]), self.summary])
