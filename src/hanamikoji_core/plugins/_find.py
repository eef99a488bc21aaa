"""Finding plug-ins: what ships here by name, all else by the entry points of what is installed.

Every installed distribution is looked at on its own, so a damaged one hides no other.
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

__all__ = ["Source", "entry_point", "half_imported", "installed", "shipped", "sources_of"]

GROUP: Final = "hanamikoji"
OWN: Final = "hanamikoji"
SHIPPED: Final = "hanamikoji_variants"

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_VERSION: Final = re.compile(r"[A-Za-z0-9.!+_-]+")
# pip renames what it is about to remove; what still has such a name was left by an interruption.
_LEFT_BEHIND: Final = ("~", "-")

Tell = Callable[[str, str], None]
"""Takes the name of what was skipped, and why."""


@frozen
class Source:
    """An entry point, and the plug-in that it belongs to, such as "my-cards 1.0"."""

    point: EntryPoint
    plugin: str
    alone: bool = True
    """Whether it is the only entry point of its plug-in."""


def shipped() -> list[Source]:
    """What ships here. Needs no metadata, which a frozen app or a damaged installation lacks."""
    try:
        names: Iterable[str] = import_module(SHIPPED).PLUGINS
    except (Exception, SystemExit):
        # Loading the package itself then fails in the same way, and that is told as ever.
        return [Source(entry_point("base", SHIPPED), f"{OWN} {__version__}")]
    return [
        Source(entry_point(name, f"{SHIPPED}.{name}"), f"{OWN} {__version__}", alone=False)
        for name in names
    ]


def installed(tell: Tell) -> list[Source]:
    """The entry points of everything else that is installed, by name; what is damaged is told."""
    found: dict[str, list[Source]] = {}
    for distribution in _distributions(tell):
        folder = _folder(distribution)
        if folder.startswith(_LEFT_BEHIND):
            continue
        try:
            points = _points(distribution)
            plugin = _plugin(distribution) if points else ""
        except Exception as error:
            problem = f"its installation is damaged ({said(error)}); {_AGAIN}"
            tell(folder or "of unknown name", problem)
            continue
        key = re.sub(r"[-_.]+", "-", plugin.partition(" ")[0]).lower()
        # Of two distributions of one name, the first on the path is the one that is imported.
        if points and key != OWN and key not in found:
            found[key] = [Source(point, plugin) for point in points]
    every = [source for sources in found.values() for source in sources]
    return sources_of(sorted(every, key=lambda source: (source.plugin, source.point.name)))


def sources_of(sources: Iterable[Source]) -> list[Source]:
    """These, each knowing whether it is the only one of its plug-in."""
    every = list(sources)
    count = Counter(source.plugin for source in every)
    return [evolve(source, alone=count[source.plugin] == 1) for source in every]


def entry_point(name: str, value: str) -> EntryPoint:
    """An entry point of our group, as an installed distribution would declare it."""
    from importlib.metadata import EntryPoint

    return EntryPoint(name=name, value=value, group=GROUP)


def half_imported(module: str) -> bool:
    """Whether this module, or a package that it is in, is being imported just now."""
    parts = module.split(".")
    names = [".".join(parts[: n + 1]) for n in range(len(parts))]
    with suppress(Exception):  # What stands in sys.modules may be any object.
        specs = [getattr(sys.modules.get(name), "__spec__", None) for name in names]
        return any(getattr(spec, "_initializing", False) for spec in specs)
    return False


_AGAIN: Final = "remove it, or install it again"


def _distributions(tell: Tell) -> Iterator[Distribution]:
    """All that are installed, until something on the path cannot be searched."""
    from importlib.metadata import distributions

    try:
        yield from distributions()
    except Exception as error:
        tell("of unknown name", f"not all that is installed can be listed ({said(error)})")


def _folder(distribution: Distribution) -> str:
    """The folder of its metadata, such as "tea-1.0.dist-info": a damaged one has no other name."""
    return str(getattr(getattr(distribution, "_path", None), "name", ""))


def _points(distribution: Distribution) -> list[EntryPoint]:
    """Its entry points of our group. Raises anything if they cannot be read."""
    text = distribution.read_text("entry_points.txt")
    if not text or f"[{GROUP}]" not in text:
        return []
    return [point for point in distribution.entry_points if point.group == GROUP]


def _plugin(distribution: Distribution) -> str:
    """Its name and, if it has one that can be shown, its version."""
    name, version = _field(distribution, "Name"), _field(distribution, "Version")
    if not _NAME.fullmatch(name):
        raise ValueError("its metadata has no name")
    return f"{name} {version}" if _VERSION.fullmatch(version) else name


def _field(distribution: Distribution, field: str) -> str:
    """A field of its metadata; empty if there is none."""
    return str(distribution.metadata.get_all(field, [""])[0])
