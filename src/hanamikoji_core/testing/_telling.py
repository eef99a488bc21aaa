"""From what a check found to the ruling that is told: game, position, and whose code it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..plugins import available_house_rules
from ..variant import Variant
from ._blame import broken_promise, listed_twice
from ._check import Check
from ._lines import Line, Met
from ._rulings import Broken, Ruling, described
from ._subject import Subject
from ._words import raised_at, text_of

__all__ = ["as_broken", "told_ruling"]


def told_ruling(subject: Subject, check: Check, line: Line, broken: Broken) -> Ruling:
    """The ruling on a promise that was found broken on this line of play."""
    variant = subject.variant
    return Ruling(
        check=check.id,
        promise=check.promise,
        variant=f"{variant.name} ({variant.title})",
        plugin=", ".join(_plugins(variant)),
        expected="" if broken.expected == check.promise else broken.expected,
        happened=broken.happened,
        transcript="" if broken.state is None else _transcript(variant, line, broken),
        at="" if broken.state is None else described(broken.state),
        move="" if broken.move is None else str(broken.move),
        viewer=str(broken.viewer),
        hint=broken.hint,
        replayable=subject.registered,
    )


def as_broken(subject: Subject, check: Check, met: Met) -> Broken:
    """An error that stopped a line, as a broken promise of this check."""
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


def _plugins(variant: Variant) -> Iterator[str]:
    """The plug-ins that the variant and its house rules come from."""
    rules = available_house_rules()
    found = [variant.plugin, *(rules[n].plugin for n in variant.name.split("+")[1:] if n in rules)]
    yield from dict.fromkeys(plugin for plugin in found if plugin)


_STUCK: Final = (
    "let plays list something for every hand of that size; or, if the hand has another size than "
    "it should, mend the cost, gives or draws that a marker declares"
)


def _transcript(variant: Variant, line: Line, broken: Broken) -> str:
    deals = f" deals={','.join(line.deals)}" if line.deals else ""
    head = f"hanamikoji {variant.name} first={line.first_player} seed={line.seed}{deals} :"
    return " ".join([head, *map(str, broken.path)])
