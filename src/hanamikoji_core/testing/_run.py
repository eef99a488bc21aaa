"""Running checks on a variant, and what comes out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from ..engine import Engine
from ..errors import VariantError
from ..plugins import load_engine
from ..variant import Variant
from ._blame import broken_promise, listed_twice
from ._check import Check
from ._lines import Line, Met
from ._patience import Patience
from ._rulings import Broken, NotClaimed, Ruling, described
from ._shrink import shrunk
from ._subject import PROFILES, Budget, Subject
from ._words import raised_at, text_of
from .checks import CHECKS

__all__ = ["Examination", "Report", "Result", "Status", "run_checks"]

Status: TypeAlias = Literal["passed", "failed", "blocked", "not claimed"]


@frozen
class Result:
    """What came of one check: its `status`, and why.

    ``failed`` comes with a `ruling`. ``blocked`` means that another promise is broken that this one
    rests on, the check `by`: mend that first. ``not claimed`` means that the variant does not
    make this promise.

    >>> Result("conservation", "passed").ok
    True
    """

    check: str
    status: Status
    reason: str = ""
    ruling: Ruling | None = None
    by: str = ""
    seconds: float = field(default=0.0, eq=False)

    @property
    def ok(self) -> bool:
        """Whether there is nothing to mend: passed, or not claimed.

        >>> Result("relabelling", "not claimed").ok
        True
        """
        return self.status in ("passed", "not claimed")

    def __str__(self) -> str:
        return str(self.ruling) if self.ruling is not None else f"{self.check}: {self.told}"

    @property
    def told(self) -> str:
        """Status and reason in one line.

        >>> Result("legality", "blocked", "canonical failed").told
        'blocked: canonical failed'
        """
        return f"{self.status}: {self.reason}" if self.reason else self.status


@frozen
class Report:
    """What came of all checks of a variant, in their fixed order.

    >>> report = run_checks("base", "smoke", only=["metadata"])
    >>> report.ok, [str(result) for result in report.results]
    (True, ['metadata: passed'])
    """

    variant: str
    profile: str
    results: tuple[Result, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every promise is kept; not if none was looked at.

        >>> run_checks("base", "smoke", only=["metadata"]).ok
        True
        """
        return bool(self.results) and all(result.ok for result in self.results)

    @property
    def blocked(self) -> tuple[str, ...]:
        """Which checks wait for others: a line for each check that they wait for.

        >>> run_checks("base", "smoke", only=["metadata"]).blocked
        ()
        """
        waiting: dict[str, list[str]] = {}
        for result in self.results:
            if result.status == "blocked":
                waiting.setdefault(result.reason, []).append(result.check)
        return tuple(f"blocked: {', '.join(names)} ({why})" for why, names in waiting.items())

    @property
    def summary(self) -> str:
        """How many checks came to what, in one line.

        >>> run_checks("base", "smoke", only=["metadata", "values"]).summary
        'base: 2 of 2 checks passed'
        """
        count = Counter(result.status for result in self.results)
        others: tuple[Status, ...] = ("failed", "blocked", "not claimed")
        parts = [f"{count['passed']} of {len(self.results)} checks passed"]
        parts += [f"{count[status]} {status}" for status in others if count[status]]
        return f"{self.variant}: {', '.join(parts)}"

    def __str__(self) -> str:
        lines = [str(result) for result in self.results if result.ruling is not None]
        return "\n\n".join([*lines, *self.blocked, self.summary])


class Examination:
    """The checks of one variant, run one by one as asked for; results are kept.

    `make` gives the engine, for those who examine one of their own.

    >>> examination = Examination(available_variants()["base"], "smoke")
    >>> examination.result("metadata").status
    'passed'
    """

    def __init__(
        self,
        variant: str | Variant,
        profile: str | Budget = "quick",
        make: Callable[[Variant], Engine] = Engine,
    ) -> None:
        budget = profile if isinstance(profile, Budget) else _profile(profile)
        found = variant if isinstance(variant, Variant) else load_engine(variant).variant
        self.subject = Subject(found, budget, make)
        self._make = make
        self._results: dict[str, Result] = {}
        self._under_way: list[str] = []
        self._patience = Patience()

    def result(self, name: str) -> Result:
        """The result of one check. Raises `KeyError` for an ID that no check has.

        >>> Examination("base", "smoke").result("values").ok
        True
        """
        if name not in self._results:
            self._results[name] = self._judge(CHECKS[name])
        return self._results[name]

    def more(self, batch: int, names: Iterable[str]) -> None:
        """Run checks that have passed so far again, on new lines of play."""
        self.subject = Subject(self.subject.variant, self.subject.budget, self._make, batch)
        for name in names:
            if self._results[name].status == "passed" and not CHECKS[name].alone:
                spent = self._results.pop(name).seconds
                result = self.result(name)
                self._results[name] = evolve(result, seconds=result.seconds + spent)

    def _judge(self, check: Check) -> Result:
        begun = perf_counter()
        self._under_way.append(check.id)
        try:
            with self._patience.watching():
                result = self._examine(check)
        finally:
            self._under_way.pop()
        return evolve(result, seconds=perf_counter() - begun)

    def _required(self, check: Check) -> str | None:
        """The more basic check that is to be mended first, asked for once this one has failed."""
        for name in check.requires:
            if name not in self._under_way:
                result = self.result(name)
                if not result.ok and result.by != check.id:
                    return result.by or result.check
        return None

    def _examine(self, check: Check) -> Result:
        lines = (Line(),) if check.alone else self.subject.lines
        for line in lines:
            try:
                broken = check.fails(self.subject, line)
            except NotClaimed as not_claimed:
                return Result(check.id, "not claimed", str(not_claimed))
            except Met as met:
                return self._met(check, line, met)
            except (Exception, SystemExit) as error:
                return self._met(check, line, Met(error, (), None, None))
            if broken is not None:
                by = self._required(check)
                if by is not None:
                    return _blocked(check, by)
                return self._failed(check, line, broken)
        return Result(check.id, "passed")

    def _failed(self, check: Check, line: Line, broken: Broken) -> Result:
        def fails(simpler: Line) -> Broken | None:
            return check.fails_like_this(self.subject, simpler)

        most = 0 if check.alone else self._probes
        line, broken = shrunk(self.subject.engine, line, broken, fails, most)
        return Result(check.id, "failed", ruling=self._ruling(check, line, broken))

    def _met(self, check: Check, line: Line, met: Met) -> Result:
        """The line was stopped by an error: of this check's promise, of another's, or a bug."""
        promise = broken_promise(met.error)
        if promise is not None and promise in self._under_way[:-1]:
            return _blocked(check, promise)
        if promise is not None and promise != check.id:
            owner = self.result(promise)
            # Whoever waits for this very check leaves it to this one to speak.
            if not owner.ok and owner.by != check.id:
                return _blocked(check, owner.by or owner.check)
        if promise != check.id and (by := self._required(check)) is not None:
            return _blocked(check, by)
        own = CHECKS[promise] if promise is not None else check

        def fails(simpler: Line) -> Broken | None:
            try:
                check.examine(self.subject, simpler)
            except Met as again:
                same = broken_promise(again.error) == promise
                return _as_broken(self.subject, own, again) if same else None
            except (Exception, SystemExit):
                return None
            return None

        broken = _as_broken(self.subject, own, met)
        line, broken = shrunk(self.subject.engine, line, broken, fails, self._probes)
        return Result(check.id, "failed", ruling=self._ruling(own, line, broken))

    @property
    def _probes(self) -> int:
        """How many simpler games to try; none where each would be waited for."""
        return 0 if self._patience.lost else self.subject.budget.probes

    def _ruling(self, check: Check, line: Line, broken: Broken) -> Ruling:
        variant = self.subject.variant
        return Ruling(
            check=check.id,
            promise=check.promise,
            variant=f"{variant.name} ({variant.title})",
            plugin=variant.plugin,
            expected="" if broken.expected == check.promise else broken.expected,
            happened=broken.happened,
            transcript="" if broken.state is None else _transcript(variant, line, broken),
            at="" if broken.state is None else described(broken.state),
            move="" if broken.move is None else str(broken.move),
            viewer=str(broken.viewer),
            hint=broken.hint,
            replayable=self.subject.registered,
        )


def _blocked(check: Check, by: str) -> Result:
    """A result that waits for another check: the one that failed at the bottom of it."""
    return Result(check.id, "blocked", f"{by} failed; mend that first", by=by)


def _as_broken(subject: Subject, check: Check, met: Met) -> Broken:
    error = met.error
    told, cause = text_of(error), error.__cause__
    if broken_promise(error) is None:
        told = f"{type(error).__name__} was raised: {told}{raised_at(error)}"
    elif cause is not None and told.endswith(f" raised {type(cause).__name__}"):
        told += f": {text_of(cause)}{raised_at(cause)}"
    elif told.endswith("listed the same play twice"):
        told += listed_twice(subject, error)
    stuck = "no play is possible with" in told
    return Broken(
        expected=check.promise,
        happened=told,
        path=met.path,
        state=met.state,
        move=met.move,
        hint=_STUCK if stuck else "",
    )


_STUCK: Final = (
    "let plays list something for every hand of that size; or, if the hand has another size than "
    "it should, mend the cost, gives or draws that a marker declares"
)


def _transcript(variant: Variant, line: Line, broken: Broken) -> str:
    deals = f" deals={','.join(line.deals)}" if line.deals else ""
    head = f"hanamikoji {variant.name} first={line.first_player} seed={line.seed}{deals} :"
    return " ".join([head, *map(str, broken.path)])


def _profile(name: str) -> Budget:
    if name not in PROFILES:
        raise VariantError(f"there is no profile {name!r}; profiles are {', '.join(PROFILES)}")
    return PROFILES[name]


def run_checks(
    variant: str | Variant,
    profile: str | Budget = "quick",
    *,
    only: Iterable[str] | None = None,
    tell: Callable[[Result], None] | None = None,
) -> Report:
    """Run the checks on a variant, without pytest.

    `profile` is ``"smoke"``, ``"quick"``, ``"thorough"`` or a `Budget`, as
    ``thorough(seconds=600)``. `only` names the checks to run. `tell` is called with each result
    as it comes. Raises `VariantError` for an unknown variant, profile or check.

    >>> run_checks("base", "smoke", only=["metadata", "values"]).ok
    True
    """
    names = check_names(only)
    begun = perf_counter()
    examination = Examination(variant, profile)
    budget = examination.subject.budget
    told: dict[str, Result] = {}

    def say(results: Iterable[Result]) -> None:
        for result in results:
            if told.get(result.check) != result and tell is not None:
                tell(result)
            told[result.check] = result

    say(examination.result(name) for name in names)
    batch = 1
    while budget.seconds is not None and perf_counter() - begun < budget.seconds:
        if any(not result.ok for result in told.values()):
            break
        examination.more(batch, names)
        say([examination.result(name) for name in names])
        batch += 1
    say(_spoken_for([told[name] for name in names]))
    found = examination.subject
    results = tuple(told[name] for name in names)
    return Report(found.variant.name, budget.name, results, tuple(found.notes))


def check_names(only: Iterable[str] | None) -> list[str]:
    """The checks to run. Raises `VariantError` for an ID that no check has."""
    names = list(CHECKS if only is None else only)
    for name in names:
        if name not in CHECKS:
            raise VariantError(f"there is no check {name!r}; checks are {', '.join(CHECKS)}")
    return names


def _spoken_for(results: list[Result]) -> list[Result]:
    """What one check found of another's promise goes to the one that names it."""
    found = {r.ruling.check: r.ruling for r in results if r.ruling is not None}
    asked = {result.check for result in results}
    spoken: list[Result] = []
    for result in results:
        ruling = result.ruling
        if ruling is not None and ruling.check != result.check and ruling.check in asked:
            waits = _blocked(CHECKS[result.check], ruling.check)
            result = evolve(waits, seconds=result.seconds)
        elif ruling is None and result.check in found:
            result = evolve(result, status="failed", reason="", by="", ruling=found[result.check])
        spoken.append(result)
    return spoken
