"""Resolves names such as ``"base+three-rounds"`` to variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import fields

from ..errors import VariantError
from ..protocol.variant import HouseRule, Variant
from ..wording import said, told
from ._hooks import nearest

__all__ = ["UnknownName", "combine"]


class UnknownName(Exception):
    """There is no variant or house rule with this name. The message lists the known names."""


def combine(
    name: object, variants: Mapping[str, Variant], house_rules: Mapping[str, HouseRule]
) -> Variant:
    """The variant with this name, with the house rules that follow it after ``+``.

    Raises `UnknownName`, or `VariantError` if a house rule cannot be added.
    """
    if not isinstance(name, str):
        raise VariantError(f"the name of a variant is a string, not {type(name).__name__}")
    base, *rest = name.split("+")
    example_name = f"{next(iter(variants), 'base')}+{next(iter(house_rules), 'three-rounds')}"
    if rest and not base:
        raise VariantError(
            f"{told(name)} has no variant before the +; use a name such as {example_name}"
        )
    if "" in rest:
        raise VariantError(
            f"{told(name)} has no house rule after a +; use a name such as {example_name}"
        )
    if base not in variants:
        if base in house_rules:
            fixed = f"{next(iter(variants), 'base')}+{base}"
            raise VariantError(
                f"{base!r} is a house rule, not a variant; add it to a variant, as in {fixed}"
            )
        raise UnknownName(_unknown("variant", base, variants))
    variant, set_by = variants[base], dict[str, str]()
    for number, rule_name in enumerate(rest):
        if rule_name not in house_rules:
            if rule_name in variants:
                raise VariantError(
                    f"{rule_name!r} is a variant, and only house rules can follow a +; "
                    f"use a name such as {example_name}"
                )
            raise UnknownName(_unknown("house rule", rule_name, house_rules))
        if rule_name in rest[:number]:
            raise VariantError(f"the house rule {rule_name!r} is given twice")
        variant = _add_house_rule(variant, variants[base], house_rules[rule_name], set_by)
    return variant


def _add_house_rule(
    variant: Variant, original: Variant, rule: HouseRule, set_by: dict[str, str]
) -> Variant:
    """The variant with one more house rule. `set_by` maps each changed field to its house rule."""
    for field_name in _changed_fields(original, rule):
        if field_name in set_by:
            raise VariantError(
                f"the house rules {set_by[field_name]!r} and {rule.name!r} both set "
                f"{field_name!r}; use only one of them"
            )
        set_by[field_name] = rule.name
    return rule(variant)


def _changed_fields(variant: Variant, rule: HouseRule) -> list[str]:
    """The fields that a house rule changes. Raises `VariantError` if there are none."""
    after = rule(variant)
    names = [a.name for a in fields(Variant) if a.eq and a.name not in ("name", "title")]
    try:
        changed = [name for name in names if getattr(variant, name) != getattr(after, name)]
    except (Exception, SystemExit) as error:
        raise VariantError(
            f"cannot tell what the house rule {rule.name!r} changes in {variant.name!r} "
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
