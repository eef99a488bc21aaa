"""Variants with house rules, by names such as ``"base+three-rounds"``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import fields

from ..errors import VariantError
from ..protocol.variant import HouseRule, Variant
from ..wording import said, told
from ._hooks import nearest

__all__ = ["NotKnown", "combined"]


class NotKnown(Exception):
    """There is no variant or house rule of this name; the text says which ones there are."""


def combined(
    name: object, variants: Mapping[str, Variant], house_rules: Mapping[str, HouseRule]
) -> Variant:
    """The variant of this name, with the house rules that follow it after ``+``.

    Raises `NotKnown`, and `VariantError` for house rules that cannot be added.
    """
    if not isinstance(name, str):
        raise VariantError(f"a variant is named by a string, not by {type(name).__name__}")
    base, *rest = name.split("+")
    good = f"{next(iter(variants), 'base')}+{next(iter(house_rules), 'three-rounds')}"
    if rest and not base:
        raise VariantError(f"{told(name)} has no variant before the +; write it like {good}")
    if "" in rest:
        raise VariantError(f"{told(name)} has no house rule after a +; write it like {good}")
    if base not in variants:
        if base in house_rules:
            example = f"{next(iter(variants), 'base')}+{base}"
            raise VariantError(
                f"{base!r} is a house rule, not a variant; add it to one, such as {example}"
            )
        raise NotKnown(_unknown("variant", base, variants))
    variant, setters = variants[base], dict[str, str]()
    for number, rule_name in enumerate(rest):
        if rule_name not in house_rules:
            if rule_name in variants:
                raise VariantError(
                    f"{rule_name!r} is a variant, and only house rules can follow a +; "
                    f"write it like {good}"
                )
            raise NotKnown(_unknown("house rule", rule_name, house_rules))
        if rule_name in rest[:number]:
            raise VariantError(f"the house rule {rule_name!r} is named twice")
        variant = _added(variant, variants[base], house_rules[rule_name], setters)
    return variant


def _added(
    variant: Variant, original: Variant, rule: HouseRule, setters: dict[str, str]
) -> Variant:
    """The variant with one more house rule; `setters` says which rule has set which field."""
    for changed in _changed(original, rule):
        if changed in setters:
            raise VariantError(
                f"the house rules {setters[changed]!r} and {rule.name!r} both set "
                f"{changed!r}; use one of them"
            )
        setters[changed] = rule.name
    return rule(variant)


def _changed(variant: Variant, rule: HouseRule) -> list[str]:
    """The fields that a house rule sets. Raises `VariantError` if there are none."""
    after = rule(variant)
    names = [a.name for a in fields(Variant) if a.eq and a.name not in ("name", "title")]
    try:
        changed = [name for name in names if getattr(variant, name) != getattr(after, name)]
    except (Exception, SystemExit) as error:
        raise VariantError(
            f"what the house rule {rule.name!r} sets in {variant.name!r} cannot be compared "
            f"({said(error)})"
        ) from error
    if not changed:
        raise VariantError(
            f"the house rule {rule.name!r} changes nothing in {variant.name!r}; leave it out"
        )
    return changed


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = nearest(name, names)
    guess = f"; did you mean {near!r}?" if near else "."
    return f"there is no {what} {told(name)}{guess} Known {what}s: {', '.join(names) or 'none'}"
