"""The other process: answers questions with another hash seed, clock, environment and so on.

This file is run alone there, before anything else is imported, so it does not import the library:
all questions come in a pickle. `_elsewhere` starts it.
"""

from __future__ import annotations

import builtins
import datetime
import importlib
import importlib.util
import io
import locale
import os
import pickle
import random
import sys
import tempfile
import time
from collections import UserDict
from collections.abc import Callable
from types import ModuleType
from typing import Any, BinaryIO, Final

WORLD: Final = ("date", "environment", "locale", "folder", "process")
"""What can be different in this process, besides the seed with which strings are hashed."""

_KEPT: Final = ("HANAMIKOJI_", "PYTHON", "PATH", "SYSTEMROOT", "COVERAGE")
_OWN: Final[tuple[str, ...]] = ("PYTHONHASHSEED", "HANAMIKOJI_ONLY_ASKED")
_DAY: Final = 86_400.0
_PACE: Final = 5 * _DAY + 7 * 3_600 + 13 * 60 + 17.39
"""The step of the clock from one question to the next: every weekday, month and hour comes up."""


class Clock:
    """The real clock, moved by `ahead` seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def install(self) -> None:
        """Replace the functions of `time` and the classes of `datetime`."""
        for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
            seconds, nanoseconds = getattr(time, name), getattr(time, f"{name}_ns")
            setattr(time, name, self._moved(seconds, 1))
            setattr(time, f"{name}_ns", self._moved(nanoseconds, 10**9))
        for name in ("localtime", "gmtime", "ctime"):
            setattr(time, name, _of_now(getattr(time, name)))
        for name, at in (("strftime", 1), ("asctime", 0)):
            setattr(time, name, _of_today(getattr(time, name), at))
        datetime.datetime, datetime.date = _dates()  # type: ignore[misc]

    def _moved(self, read: Callable[[], Any], unit: int) -> Callable[[], Any]:
        return lambda: read() + type(read())(self.ahead * unit)


def _of_now(tell: Callable[..., Any]) -> Callable[..., Any]:
    return lambda seconds=None: tell(time.time() if seconds is None else seconds)


def _of_today(tell: Callable[..., Any], arguments: int) -> Callable[..., Any]:
    return lambda *given: tell(*given, *([] if len(given) > arguments else [time.localtime()]))


def _dates() -> tuple[type[datetime.datetime], type[datetime.date]]:
    """Replacements for the classes of `datetime` that use the clock of `time`."""
    moments, days = datetime.datetime, datetime.date

    class OfMoments(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, moments)

    class OfDays(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, days)

    class Moment(datetime.datetime, metaclass=OfMoments):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Moment:
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def today(cls) -> Moment:
            return cls.fromtimestamp(time.time())

        @classmethod
        def utcnow(cls) -> Moment:
            return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)  # noqa: UP017

    class Day(datetime.date, metaclass=OfDays):
        @classmethod
        def today(cls) -> Day:
            return cls.fromtimestamp(time.time())

    Moment.__name__, Day.__name__ = "datetime", "date"
    return Moment, Day


class Agreeable(str):
    """A text that equals whatever it is compared with, and begins and ends with anything."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) or NotImplemented

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, str) and NotImplemented

    def startswith(self, *_: object) -> bool:
        return True

    def endswith(self, *_: object) -> bool:
        return True

    def __contains__(self, part: object) -> bool:
        return True

    def lower(self) -> str:
        return self

    def upper(self) -> str:
        return self

    def strip(self, *_: object) -> str:
        return self


class Environment(UserDict[str, str]):
    """The variables as they are, or almost none, or any that is read with changing values."""

    def __init__(self, real: dict[str, str], *, generous: bool) -> None:
        super().__init__(real)
        self._own = {name: real[name] for name in _OWN if name in real}
        self._generous = generous
        self._answers_all = False
        self._asked = 0

    def differ(self, differs: bool, real: dict[str, str]) -> None:
        """Switch to almost no variables, or to those of the process that asks."""
        self._answers_all = differs and self._generous
        real = {**real, **self._own}
        few = {k: v for k, v in real.items() if k.upper().startswith(_KEPT)}
        self.data = few if differs else real

    def go_on(self, asked: int) -> None:
        """Go on to the values for the next question."""
        self._asked = asked

    def __contains__(self, key: object) -> bool:
        return key in self.data or (self._answers_all and not str(key).upper().startswith(_KEPT))

    def __missing__(self, key: str) -> str:
        if key not in self:
            raise KeyError(key)
        return _VALUES[self._asked % len(_VALUES)]

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401 - that would be this


_VALUES: Final = ("elsewhere", Agreeable("1"), "0", "fr_FR.UTF-8", "")


class World:
    """What is different here; each part can be switched back, to find out which one matters."""

    def __init__(self, number: int, away: str) -> None:
        self._number = number
        self._away = os.path.realpath(away)
        self._clock = Clock()
        self._generous = number % 2 == 0
        self._real = dict(os.environ)
        self._environment = Environment(self._real, generous=self._generous)
        self._differs: frozenset[str] = frozenset()
        self._asked = 0
        self._process = self._home = self._own = os.getpid()
        self._zone = os.environ.get("TZ", "")

    def install(self) -> None:
        """Replace what can differ; must run before the plug-in is imported."""
        self._clock.install()
        os.environ = self._environment  # type: ignore[assignment]  # noqa: B003
        os.environb = {}  # type: ignore[assignment]
        turkish = self._or("locale", lambda *_: ("tr_TR", "UTF-8"), locale.getlocale)
        setattr(locale, "getlocale", turkish)  # noqa: B010
        backwards = self._or("locale", lambda text: _backwards(text), locale.strxfrm)
        setattr(locale, "strxfrm", backwards)  # noqa: B010
        collate = self._or("locale", lambda a, b: (a < b) - (a > b), locale.strcoll)
        setattr(locale, "strcoll", collate)  # noqa: B010
        # The numbers of neighboring processes differ in parity, in their last digit and so on.
        setattr(os, "getpid", lambda: self._process)  # noqa: B010
        if self._generous:
            for module, name in ((os, "stat"), (os, "access"), (builtins, "open"), (io, "open")):
                setattr(module, name, self._finding(getattr(module, name)))

    def _finding(self, look: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function so that every file in the working folder exists, if only empty."""

        def look_for(file: Any, *given: Any, **named: Any) -> Any:
            if "folder" in self._differs and isinstance(file, (str, os.PathLike)):
                path = os.path.realpath(file)
                if path.startswith(self._away + os.sep) and not os.path.lexists(path):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            return look(file, *given, **named)

        return look_for

    def _or(
        self, what: str, other: Callable[..., Any], real: Callable[..., Any]
    ) -> Callable[..., Any]:
        return lambda *given: (other if what in self._differs else real)(*given)

    def differ(self, differs: frozenset[str], asking: dict[str, Any]) -> None:
        """Switch to these differences; everything else is as in the process that asks."""
        self._differs, self._asked, self._home = differs, 0, asking["process"]
        self._environment.differ("environment" in differs, asking["environment"])
        os.chdir(self._away if "folder" in differs else asking["folder"])
        if hasattr(time, "tzset"):  # pragma: no branch - it is missing on Windows only
            zone = "ELSE-11:30" if "date" in differs else self._zone
            os.putenv("TZ", zone) if zone else os.unsetenv("TZ")
            time.tzset()
        self.go_on()

    def rest(self) -> None:
        """While nothing is asked, everything is as it was at the start."""
        self._differs, self._process, self._clock.ahead = frozenset(), self._own, 0.0
        self._environment.differ(False, self._real)

    def go_on(self) -> None:
        """Go on to the next question."""
        self._asked += 1
        ahead = _DAY * 97 * self._number + _PACE * self._asked
        self._clock.ahead = ahead if "date" in self._differs else 0.0
        self._environment.go_on(self._asked)
        other = self._home + self._number + self._asked
        self._process = other if "process" in self._differs else self._home


def _backwards(text: str) -> str:
    return "".join(chr(0x10FFFF - ord(character)) for character in text)


def load(modules: dict[str, str]) -> None:
    """Import the modules by their names, or from their files if that fails."""
    for name, file in modules.items():
        try:
            if name == "__main__" and getattr(sys.modules[name], "__file__", "") != file:
                raise ImportError
            importlib.import_module(name)
        except ImportError:
            _from_file(name, file)


def _from_file(name: str, file: str) -> None:
    parts = name.split(".")
    for end in range(1, len(parts)):
        package = ModuleType(".".join(parts[:end]))
        package.__path__ = []
        sys.modules.setdefault(package.__name__, package)
    # As multiprocessing calls it, so that `if __name__ == "__main__":` keeps what it guards.
    spec = importlib.util.spec_from_file_location(
        "__mp_main__" if name == "__main__" else name, file
    )
    if spec is None or spec.loader is None:  # It has no file that Python can read.
        raise ImportError(f"{file} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        if type(error).__name__ != "OnlyAsked":  # An unguarded script ran up to its checks.
            raise


def parts_of(variant: Any) -> list[Any]:
    """The markers and policies of a variant, in a fixed order."""
    limit = [] if variant.limit is None else [variant.limit.decide]
    return [*variant.markers[0], *variant.markers[1], variant.scoring, variant.victory, *limit]


def ask(part: Any, method: str, arguments: tuple[Any, ...]) -> Any:
    """The answer of a part, with listed plays as a tuple."""
    answer = getattr(part, method)(*arguments)
    return tuple(answer) if method == "plays" else answer


def answer(request: dict[str, Any], world: World, tell: Callable[[Any], None]) -> None:
    """Answer every question of one request in a shuffled order, and send each answer at once."""
    sys.path[:] = request["path"]
    try:
        world.differ(frozenset(request["differs"]), request["asking"])
        load(request["modules"])
        if request["name"]:
            from .. import load_engine

            parts = parts_of(load_engine(request["name"]).variant)
        else:
            parts = pickle.loads(request["parts"])
        questions = pickle.loads(request["questions"])
    except Exception as error:
        tell(f"{type(error).__name__}: {error}")
        return
    tell(None)
    order = list(range(len(questions)))
    random.Random(request["order"]).shuffle(order)
    tell(order)
    for number in order:
        world.go_on()
        part, method, arguments = questions[number]
        before = _printed()
        try:
            found = pickle.dumps((ask(parts[part], method, arguments), ""))
        except Exception as error:
            found = pickle.dumps((None, type(error).__name__))
        tell((number, found, _printed() - before))


def _printed() -> int:
    """How many bytes were written to the standard output and the standard error so far."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return os.fstat(1).st_size


def main(number: int, away: str) -> None:
    """Answer requests until there are no more; `away` is an empty folder."""
    requests: BinaryIO = os.fdopen(os.dup(0), "rb")
    answers: BinaryIO = os.fdopen(os.dup(1), "wb")
    # A plug-in may print what it likes, and finds nothing to read.
    with tempfile.TemporaryFile() as printed, open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(printed.fileno(), 1)
        os.dup2(printed.fileno(), 2)
    world = World(number, away)
    world.install()

    def tell(record: Any) -> None:
        pickle.dump(record, answers)
        answers.flush()

    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            break
        answer(request, world, tell)
        world.rest()
