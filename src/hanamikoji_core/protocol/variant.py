"""A rule set as a value: everything that may differ between two ways of playing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, TypeAlias, TypeVar, cast

from attrs import evolve, field, frozen

from ..errors import VariantError
from ..model.row import Row
from ..wording import said
from .accounts import problems
from .markers import ActionMarker
from .notes import as_notes
from .policies import FirstTo, Majority, RoundLimit, Scoring, Victory

__all__ = ["HouseRule", "Variant", "found_in", "is_name", "is_rule_id"]

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RULE_ID: Final = re.compile(r"[A-Z]+[0-9]+(\.[0-9]+)*")

Markers: TypeAlias = tuple[ActionMarker, ...]


def is_name(text: object) -> bool:
    """Whether this can name a variant or a house rule: lower case, digits, single hyphens."""
    return isinstance(text, str) and len(text) <= 64 and _NAME.fullmatch(text) is not None


def is_rule_id(text: object) -> bool:
    """Whether this can name a rule, as ``A3`` or ``M1.3``: capitals, a number, more numbers."""
    return isinstance(text, str) and _RULE_ID.fullmatch(text) is not None


def _for_both(markers: Any) -> Any:
    """One tuple of markers serves both players; a pair of tuples gives each their own."""
    try:
        each = tuple(markers)
    except TypeError:
        return markers
    if len(each) == 2 and all(isinstance(m, (tuple, list)) for m in each):
        return tuple(tuple(m) for m in each)
    return each, each


@frozen(kw_only=True)
class Variant:
    """One way to play, as data; the engine knows nothing else of the rules.

    * `name`: how it is loaded, as ``"mini-expansion-1"``. `title`, `summary`, `sources` and
      `provisional` are for readers; `notes` are rules that no other field can show, as
      ``{"X2": "Both players use the same action card."}``; nobody can change them later.
    * `markers`: the action markers of both players, or a pair, one tuple for each player.
    * `row`, `hand_size`, `removed`: the geisha, the cards dealt to each, the cards put in the box.
    * `scoring`, `victory`, `limit`: the end of a round and of the game.
    * `symmetric`, `relabelling`: claims that the conformance kit then checks: that the seats are
      equal but for who starts, and that exchanging geisha of equal charm changes nothing.
    * `plugin`: which plug-in registers it, such as ``"my-cards 1.0"``. Filled in when plug-ins are
      loaded; a variant that you make yourself, by `attrs.evolve` too, belongs to none.

    >>> base = available_variants()["base"]
    >>> [marker.name for marker in base.markers[0]]
    ['Secret', 'Trade-off', 'Gift', 'Competition']
    """

    name: str
    title: str
    markers: tuple[Markers, Markers] = field(converter=_for_both)
    summary: str = ""
    sources: tuple[str, ...] = ()
    provisional: bool = False
    notes: Mapping[str, str] = field(factory=dict, converter=as_notes, hash=False)
    row: Row = Row.of(2, 2, 2, 3, 3, 4, 5)
    hand_size: int = 6
    removed: int = 0
    scoring: Scoring = Majority()
    victory: Victory = FirstTo(charm=11, geisha=4)
    limit: RoundLimit | None = None
    symmetric: bool = True
    relabelling: bool = True
    plugin: str = field(default="", init=False, eq=False)

    def problems(self) -> tuple[str, ...]:
        """Everything that keeps the variant from working, each in a sentence; empty if none.

        >>> available_variants()["base"].problems()
        ()
        """
        name = (
            ()
            if is_name(self.name.split("+")[0] if isinstance(self.name, str) else self.name)
            else (f"the name {self.name!r} is not lower-case words joined by hyphens",)
        )
        return name + problems(self)

    def marker(self, player: int, number: int) -> ActionMarker:
        """This player's marker of this number. Raises `VariantError` where there is none.

        >>> available_variants()["base"].marker(0, 3).name
        'Gift'
        """
        for marker in self.markers[player]:
            if marker.number == number:
                return marker
        raise VariantError(f"{self.title} has no marker {number} for player {player}")


@frozen(kw_only=True)
class HouseRule:
    """A change that can be made to any variant: ``"base+three-rounds"``.

    `change` takes a `Variant` and returns the changed one; name and title are put together by
    the loader. Two house rules that set the same field cannot be combined.

    >>> short = HouseRule(
    ...     name="one-round",
    ...     title="One round",
    ...     text="One round decides.",
    ...     change=lambda v: evolve(v, limit=RoundLimit(1, MoreCharm())),
    ... )
    >>> short(available_variants()["base"]).name
    'base+one-round'
    """

    name: str
    title: str
    text: str
    change: Callable[[Variant], Variant]
    rules: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    plugin: str = field(default="", init=False, eq=False)

    def __call__(self, variant: Variant) -> Variant:
        """The variant with this rule. Raises `VariantError` where the rule fails."""
        try:
            changed = cast(object, self.change(variant))
        except (Exception, SystemExit) as error:
            raise VariantError(
                f"the house rule {self.name!r} failed on {variant.name!r} ({said(error)})"
            ) from error
        if not isinstance(changed, Variant):
            raise VariantError(
                f"the house rule {self.name!r} returned {type(changed).__name__}, not a Variant"
            )
        # Both may be at fault from here on, so both are named.
        plugins = dict.fromkeys([*variant.plugin.split(" + "), self.plugin])
        return found_in(
            evolve(
                changed,
                name=f"{variant.name}+{self.name}",
                title=f"{variant.title} + {self.title}",
            ),
            " + ".join(filter(None, plugins)),
        )


_Found = TypeVar("_Found", Variant, HouseRule)


def found_in(thing: _Found, plugin: str) -> _Found:
    """A copy that names the plug-in that it comes from; only what loads plug-ins can know that."""
    named = copy(thing)
    object.__setattr__(named, "plugin", plugin)
    return named
