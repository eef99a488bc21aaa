"""A variant as a value: everything in which two rule sets can differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, TypeVar, cast

from attrs import evolve, field, frozen

from ..errors import VariantError
from ..model.row import Row
from ..wording import describe_error
from .markers import ActionMarker
from .notes import as_notes
from .policies import FirstTo, Majority, RoundLimit, Scoring, Victory
from .validation import Markers, problems

__all__ = ["HouseRule", "Variant", "is_name", "is_rule_id", "with_plugin"]

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RULE_ID: Final = re.compile(r"[A-Z]+[0-9]+(\.[0-9]+)*")


def is_name(text: object) -> bool:
    """Whether this is a valid name of a variant or house rule, for example ``tea-house``."""
    return isinstance(text, str) and len(text) <= 64 and _NAME.fullmatch(text) is not None


def is_rule_id(text: object) -> bool:
    """Whether this is a valid ID of a rule, for example ``A3`` or ``M1.3``."""
    return isinstance(text, str) and _RULE_ID.fullmatch(text) is not None


def _for_both(markers: Any) -> Any:
    """One tuple of markers is for both players; a pair has one tuple for each player."""
    try:
        each = tuple(markers)
    except TypeError:
        return markers
    if len(each) == 2 and all(isinstance(m, (tuple, list)) for m in each):
        return tuple(tuple(m) for m in each)
    return each, each


@frozen(kw_only=True)
class Variant:
    """One rule set, as data. Everything that the engine knows about the rules is here.

    * `name`: the name for `load_engine`, for example ``"mini-expansion-1"``. `title`, `summary`,
      `sources` and `provisional` are for readers. `notes` are rules that no other field
      expresses, for example ``{"X2": "Both players use the same action card."}``.
    * `markers`: the action markers of both players, or a pair with one tuple for each player.
    * `row`: the geisha. `hand_size`: the number of cards dealt to each player. `removed`: the
      number of cards put into the box.
    * `scoring`, `victory`, `limit`: how a round is scored and when the game ends.
    * `symmetric`: whether both seats have the same rules, apart from who starts. `relabelling`:
      whether exchanging geisha of equal charm changes nothing. The conformance kit checks both.
    * `plugin`: the plug-in that registers it, for example ``"my-cards 1.0"``. It is set when
      plug-ins are loaded, and empty for a variant that you create or change with `attrs.evolve`.

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
        """Every reason why the variant cannot be played, as sentences; empty if there is none.

        >>> available_variants()["base"].problems()
        ()
        """
        name = (
            ()
            if is_name(self.name.split("+")[0] if isinstance(self.name, str) else self.name)
            else (f"the name {self.name!r} must be lower-case words joined by hyphens",)
        )
        return name + problems(self)

    def marker(self, player: int, number: int) -> ActionMarker:
        """This player's marker with this number. Raises `VariantError` if there is none.

        >>> available_variants()["base"].marker(0, 3).name
        'Gift'
        """
        for marker in self.markers[player]:
            if marker.number == number:
                return marker
        raise VariantError(f"{self.title} has no marker {number} for player {player}")


@frozen(kw_only=True)
class HouseRule:
    """A change that can be applied to any variant, for example ``"base+three-rounds"``.

    `change` takes a `Variant` and returns the changed one. The loader combines the names and
    titles. Two house rules that change the same field cannot be combined.

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
        """The variant with this rule. Raises `VariantError` if the rule fails."""
        try:
            changed = cast(object, self.change(variant))
        except (Exception, SystemExit) as error:
            raise VariantError(
                f"the house rule {self.name!r} failed on {variant.name!r} ({describe_error(error)})"
            ) from error
        if not isinstance(changed, Variant):
            raise VariantError(
                f"the house rule {self.name!r} returned {type(changed).__name__}, not a Variant"
            )
        # The variant and the house rule can both be wrong, so an error names both plug-ins.
        plugins = dict.fromkeys([*variant.plugin.split(" + "), self.plugin])
        return with_plugin(
            evolve(
                changed,
                name=f"{variant.name}+{self.name}",
                title=f"{variant.title} + {self.title}",
            ),
            " + ".join(filter(None, plugins)),
        )


_Registered = TypeVar("_Registered", Variant, HouseRule)


def with_plugin(thing: _Registered, plugin: str) -> _Registered:
    """A copy with `plugin` set; only the loader of plug-ins knows the right value."""
    named = copy(thing)
    object.__setattr__(named, "plugin", plugin)
    return named


found_in = with_plugin  # The earlier name, until every layer uses the new one.
