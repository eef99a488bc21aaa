"""Finds plug-ins: the built-in ones by name, the others by their entry points.

Each installed distribution is read separately, so a damaged one does not hide the others.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from .._version import __version__
from ..wording import said

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

__all__ = ["Source", "built_in", "entry_point", "installed", "is_being_imported", "with_alone"]

GROUP: Final = "hanamikoji"
OWN: Final = "hanamikoji"
BUILT_IN: Final = "hanamikoji_variants"

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VERSION: Final = re.compile(r"[A-Za-z0-9.!+_-]+")
# pip renames a distribution before it removes it. An interrupted pip leaves the new name behind.
_LEFT_BEHIND: Final = ("~", "-")

Report = Callable[[str, str], None]
"""A function that takes the name of a skipped plug-in and the reason."""


@frozen
class Source:
    """An entry point and its plug-in, for example "my-cards 1.0"."""

    point: EntryPoint
    plugin: str
    alone: bool = True
    """Whether it is the only entry point of its plug-in."""


def built_in() -> list[Source]:
    """The built-in plug-ins. Needs no metadata, so it works in frozen apps."""
    try:
        names: Iterable[str] = import_module(BUILT_IN).PLUGINS
    except (Exception, SystemExit):
        # Loading this entry point fails in the same way, and the registry reports it.
        return [Source(entry_point("base", BUILT_IN), f"{OWN} {__version__}")]
    return [
        Source(entry_point(name, f"{BUILT_IN}.{name}"), f"{OWN} {__version__}", alone=False)
        for name in names
    ]


def installed(report: Report) -> list[Source]:
    """All other installed plug-ins, sorted by name. Damaged distributions are reported."""
    found: dict[str, list[Source]] = {}
    for distribution in _distributions(report):
        folder = _folder(distribution)
        if folder.startswith(_LEFT_BEHIND):
            continue
        try:
            points = _points(distribution)
            plugin = _plugin(distribution) if points else ""
        except Exception as error:
            problem = f"its installation is damaged ({said(error)}); {_REINSTALL}"
            report(folder or "of unknown name", problem)
            continue
        key = re.sub(r"[-_.]+", "-", plugin.partition(" ")[0]).lower()
        # If a name is installed twice, Python imports the first one on the path.
        if points and key != OWN and key not in found:
            found[key] = [Source(point, plugin) for point in points]
    found_sources = [source for sources in found.values() for source in sources]
    return with_alone(sorted(found_sources, key=lambda source: (source.plugin, source.point.name)))


def with_alone(sources: Iterable[Source]) -> list[Source]:
    """The same sources with `alone` filled in."""
    found_sources = list(sources)
    count = Counter(source.plugin for source in found_sources)
    return [evolve(source, alone=count[source.plugin] == 1) for source in found_sources]


def entry_point(name: str, value: str) -> EntryPoint:
    """An entry point in the group of hanamikoji."""
    from importlib.metadata import EntryPoint

    return EntryPoint(name=name, value=value, group=GROUP)


def is_being_imported(module: str) -> bool:
    """Whether this module or one of its parent packages is being imported at the moment."""
    parts = module.split(".")
    names = [".".join(parts[: n + 1]) for n in range(len(parts))]
    with suppress(Exception):  # sys.modules may hold any object.
        specs = [getattr(sys.modules.get(name), "__spec__", None) for name in names]
        return any(getattr(spec, "_initializing", False) for spec in specs)
    return False


_REINSTALL: Final = "remove or reinstall it"


def _distributions(report: Report) -> Iterator[Distribution]:
    """All installed distributions, up to the first error in searching the path."""
    from importlib.metadata import distributions

    try:
        yield from distributions()
    except Exception as error:
        report("of unknown name", f"some installed packages cannot be listed ({said(error)})")


def _folder(distribution: Distribution) -> str:
    """The name of its metadata folder, for example "tea-1.0.dist-info"."""
    return str(getattr(getattr(distribution, "_path", None), "name", ""))


def _points(distribution: Distribution) -> list[EntryPoint]:
    """Its entry points for hanamikoji. May raise any exception if they cannot be read."""
    text = distribution.read_text("entry_points.txt")
    if not text or f"[{GROUP}]" not in text:
        return []
    return [point for point in distribution.entry_points if point.group == GROUP]


def _plugin(distribution: Distribution) -> str:
    """Its name, with its version if that is valid."""
    name, version = _field(distribution, "Name"), _field(distribution, "Version")
    if not _NAME.fullmatch(name):
        raise ValueError("its metadata has no name")
    return f"{name} {version}" if _VERSION.fullmatch(version) else name


def _field(distribution: Distribution, field: str) -> str:
    """A field of its metadata, or an empty string."""
    return str(distribution.metadata.get_all(field, [""])[0])
