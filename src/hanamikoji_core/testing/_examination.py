"""The examination of one variant: runs its checks on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter

from attrs import evolve

from ..engine.engine import Engine
from ..errors import VariantError
from ..plugins import load_engine
from ..protocol.variant import Variant
from ._blame import broken_promise
from ._check import Check
from ._lines import Line, Met
from ._patience import Patience
from ._results import Result, blocked
from ._rulings import Broken, NotClaimed, NotExamined
from ._shrink import shrunk
from ._subject import PROFILES, Budget, Subject
from ._telling import as_broken, told_ruling
from ._words import printable
from .checks import CHECKS

__all__ = ["Examination"]


class Examination:
    """The checks of one variant, run on demand; results are kept.

    `make` creates the engine, if you examine an engine of your own.

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
        self._speaks: set[str] = set()
        self._patience = Patience()

    def result(self, name: str) -> Result:
        """The result of one check. Raises `KeyError` for an ID that no check has.

        >>> Examination("base", "smoke").result("values").ok
        True
        """
        if name not in self._results:
            self._results[name] = self._judge(CHECKS[name])
            if not self._under_way:
                self._settle()
        remarks = tuple(self.subject.remarks.get(name, ()))
        return evolve(self._results[name], remarks=remarks)

    def more(self, batch: int, names: Iterable[str]) -> None:
        """Run the checks that have found nothing so far again, on new lines of play."""
        remarks = self.subject.remarks
        self.subject = Subject(self.subject.variant, self.subject.budget, self._make, batch)
        self.subject.remarks = remarks
        for name in names:
            before = self._results[name]
            if before.status in ("passed", "not examined") and not CHECKS[name].alone:
                del self._results[name]
                result = self.result(name)
                # What could not be examined once is not made good by a later game.
                kept = before if result.status == "passed" else result
                self._results[name] = evolve(kept, seconds=result.seconds + before.seconds)

    def _judge(self, check: Check) -> Result:
        begun = perf_counter()
        self._under_way.append(check.id)
        try:
            with self._patience.watching():
                result = self._examine(check)
        finally:
            self._under_way.pop()
        return evolve(result, seconds=perf_counter() - begun)

    def _settle(self) -> None:
        """Let blocked checks name the one that failed, not one that is blocked as well."""
        for name, result in list(self._results.items()):
            if result.status != "blocked":
                continue
            by = self._failed_for(result)
            if by is None:  # Nobody else speaks of the fault, so this one does.
                self._speaks.add(name)
                settled = self._judge(CHECKS[name])
            else:
                settled = blocked(name, by)
            self._results[name] = evolve(settled, seconds=result.seconds)

    def _failed_for(self, result: Result) -> str | None:
        """The check that failed at the end of a chain of blocked checks."""
        seen: set[str] = set()
        while result.status == "blocked" and result.by not in seen:
            seen.add(result.by)
            result = self._results[result.by]
        return result.check if result.status == "failed" else None

    def _required(self, check: Check) -> str | None:
        """The more basic check that must be fixed first; looked up once this one has failed."""
        if check.id in self._speaks:
            return None
        for name in check.requires:
            if name not in self._under_way:
                result = self.result(name)
                if not result.ok and result.by != check.id:
                    return result.by or result.check
        return None

    def _examine(self, check: Check) -> Result:
        closed = None if check.alone else self._closed()
        if closed is not None:
            return blocked(check.id, closed)
        unexamined = ""
        for line in (Line(),) if check.alone else self.subject.lines:
            try:
                broken = check.fails(self.subject, line)
            except NotClaimed as not_claimed:
                return Result(check.id, "not claimed", printable(str(not_claimed)))
            except NotExamined as not_examined:
                unexamined = unexamined or printable(str(not_examined))
                continue  # Another line may show that the promise is broken.
            except Met as met:
                return self._met(check, line, met)
            except (Exception, SystemExit) as error:
                return self._met(check, line, Met(error, (), None, None))
            if broken is not None:
                by = self._required(check)
                return self._failed(check, line, broken) if by is None else blocked(check.id, by)
        return Result(check.id, "not examined" if unexamined else "passed", unexamined)

    def _closed(self) -> str | None:
        """A check that must pass before any game is examined, and that failed."""
        gates = [name for name, check in CHECKS.items() if check.gate]
        found = [self.result(name) for name in gates if name not in self._under_way]
        return next((result.check for result in found if result.status == "failed"), None)

    def _failed(self, check: Check, line: Line, broken: Broken) -> Result:
        def fails(simpler: Line) -> Broken | None:
            return check.fails_like_this(self.subject, simpler)

        # Without a position there is no game to tell, and so none to make simpler.
        most = 0 if check.alone or broken.state is None else self._probes
        line, broken = shrunk(self.subject.engine, line, broken, fails, most)
        return Result(check.id, "failed", ruling=told_ruling(self.subject, check, line, broken))

    def _met(self, check: Check, line: Line, met: Met) -> Result:
        """An error stopped the line: it breaks this promise or another one, or it is a bug."""
        promise = broken_promise(met.error)
        by = None if check.id in self._speaks else self._answerable(check, promise)
        if by is not None:
            return blocked(check.id, by)
        own = CHECKS[promise] if promise is not None else check

        def fails(simpler: Line) -> Broken | None:
            try:
                check.examine(self.subject, simpler)
            except Met as again:
                same = broken_promise(again.error) == promise
                return as_broken(self.subject, own, again) if same else None
            except (Exception, SystemExit):
                return None
            return None

        broken = as_broken(self.subject, own, met)
        line, broken = shrunk(self.subject.engine, line, broken, fails, self._probes)
        return Result(check.id, "failed", ruling=told_ruling(self.subject, own, line, broken))

    def _answerable(self, check: Check, promise: str | None) -> str | None:
        """The other check that reports an error that broke this promise, if there is one."""
        if promise is not None and promise in self._under_way[:-1]:
            return promise
        if promise is not None and promise != check.id:
            owner = self.result(promise)
            # Whoever waits for this very check leaves it to this one to speak.
            if not owner.ok and owner.by != check.id:
                return owner.by or owner.check
        return self._required(check) if promise != check.id else None

    @property
    def _probes(self) -> int:
        """How many simpler games to try; none if a call may hang again."""
        return 0 if self._patience.lost else self.subject.budget.probes


def _profile(name: str) -> Budget:
    if name not in PROFILES:
        raise VariantError(f"there is no profile {name!r}; profiles are {', '.join(PROFILES)}")
    return PROFILES[name]
