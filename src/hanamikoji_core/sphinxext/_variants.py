"""The directives that describe registered variants, markers and house rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from .. import svg
from ..errors import HanamikojiError
from ..plugins import available_house_rules, load_engine
from ..protocol.markers import ActionMarker
from ..protocol.variant import Variant
from ._domain import HanamikojiDomain, anchor_of, domain_of
from ._nodes import paragraph, picture, translatable, translatable_inline
from ._words import differences, facts

__all__ = ["HouseRuleDirective", "MarkerDirective", "VariantDirective"]


class _Generated(SphinxDirective):
    """Code that these directives share."""

    @property
    def domain(self) -> HanamikojiDomain:
        return domain_of(self.env)

    def variant(self, name: str) -> Variant:
        """The variant with this name. An unknown name is an error of the directive."""
        self.domain.note_generated()
        try:
            return load_engine(name).variant
        except HanamikojiError as error:
            raise self.error(str(error)) from error

    def block(self, kind: str, name: str, title: str) -> nodes.container:
        """A block with an anchor, or without one if it has the option ``no-index``."""
        made = nodes.container(classes=[f"hk-{kind}"])
        self.set_source_info(made)
        if "no-index" not in self.options:
            made["ids"].append(anchor_of(kind, name))
            self.domain.note(kind, name, title, location=self.get_location())
            self.state.document.note_explicit_target(made)
        return made

    def rule_links(self, rules: Iterable[str]) -> list[nodes.Node]:
        """Links to rules that are described in this project or in another one that it links to."""
        made: list[nodes.Node] = []
        for rule in rules:
            made += [nodes.Text(" "), self._rule_link(rule)]
        return made

    def _rule_link(self, rule: str) -> nodes.Node:
        label = nodes.inline("", rule, classes=["xref", "hk-link", "hk-link-rule"])
        link = addnodes.pending_xref(
            "",
            label,
            refdomain="hanamikoji",
            reftype="rule",
            reftarget=rule,
            refdoc=self.env.docname,
            refexplicit=True,
            refwarn=False,
            optional=True,
        )
        self.set_source_info(link)
        return link

    def marker_block(self, variant: Variant, marker: ActionMarker, player: int) -> nodes.Node:
        """One marker: name, number of cards, text, picture, rules."""
        own = variant.markers[0] != variant.markers[1]
        name = f"{variant.name}/{f'{player}/' * own}{marker.number}"
        block = self.block("marker", name, f"{marker.name} ({variant.title})")
        badge = nodes.inline("", str(marker.number), classes=["hk-number-badge"])
        strong = translatable(nodes.strong("", marker.name), marker.name, self)
        links = self.rule_links(marker.rules)
        block += paragraph(badge, " ", strong, *links, classes=["hk-marker-head"])
        block += translatable(paragraph(marker.text), marker.text, self)
        text = svg.marker_text(marker)
        block += picture(svg=svg.marker(marker, style=""), text=text)
        return block

    def source_list(self, sources: Iterable[str], *, provisional: bool = False) -> list[nodes.Node]:
        """The sources of the rules, in a warning if the rules are provisional."""
        made: list[nodes.Node] = []
        named = list(sources)
        if provisional:
            note = nodes.admonition(classes=["warning"])
            note += nodes.title("", "Provisional")
            note += paragraph(
                "We have not seen the printed rules, so this description may change. "
                f"Source: {'; '.join(named) or 'not given'}."
            )
            made.append(note)
        elif named:
            made.append(paragraph(f"Source: {'; '.join(named)}.", classes=["hk-origin"]))
        return made


class VariantDirective(_Generated):
    """``.. hanamikoji-variant:: NAME`` describes a variant; ``:compare:`` adds the differences."""

    required_arguments = 1
    option_spec: ClassVar = {
        "no-index": directives.flag,
        "compare": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The variant as a block with an anchor."""
        variant = self.variant(self.arguments[0])
        block = self.block("variant", variant.name, variant.title)
        if variant.summary:
            summary = paragraph(variant.summary, classes=["hk-summary"])
            block += translatable(summary, variant.summary, self)
        block += self.source_list(variant.sources, provisional=variant.provisional)
        block += self._facts(variant)
        block += self._notes(variant)
        if "compare" in self.options:
            block += self._differences(variant, self.variant(self.options["compare"]))
        block += self._markers(variant)
        return [block]

    def _facts(self, variant: Variant) -> nodes.Node:
        made = nodes.definition_list(classes=["hk-facts"])
        load = nodes.literal("", variant.name)
        rows = [("Load it as", paragraph(load, f" (plug-in: {variant.plugin})"))]
        for heading, sentence, rules in facts(variant):
            rows.append((heading, paragraph(sentence, *self.rule_links(rules))))
        for heading, body in rows:
            made += nodes.definition_list_item(
                "", nodes.term("", heading), nodes.definition("", body)
            )
        return made

    def _notes(self, variant: Variant) -> list[nodes.Node]:
        items = [
            nodes.list_item(
                "", paragraph(translatable_inline(text, self), *self.rule_links([rule]))
            )
            for rule, text in variant.notes.items()
        ]
        return [nodes.bullet_list("", *items)] if items else []

    def _differences(self, variant: Variant, other: Variant) -> list[nodes.Node]:
        said = differences(variant, other)
        items = [nodes.list_item("", paragraph(text)) for text in said]
        listed = nodes.bullet_list("", *items, classes=["hk-differs"])
        title = nodes.rubric("", f"Differences from {other.title}")
        return [title, listed if items else paragraph("None.")]

    def _markers(self, variant: Variant) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        same = variant.markers[0] == variant.markers[1]
        for player in (0,) if same else (0, 1):
            whose = "each player" if same else f"player {player}"
            made.append(nodes.rubric("", f"The action markers of {whose}"))
            made += [self.marker_block(variant, m, player) for m in variant.markers[player]]
        return made


class MarkerDirective(_Generated):
    """``.. hanamikoji-marker:: NAME NUMBER`` describes a marker, of ``:player:`` 0 or 1."""

    required_arguments = 2
    option_spec: ClassVar = {
        "no-index": directives.flag,
        "player": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """The marker as a block with an anchor."""
        name, number = self.arguments
        variant = self.variant(name)
        player = self.options.get("player", 0)
        if not number.isdigit() or player > 1:
            raise self.error("give a variant and the number of a marker; :player: must be 0 or 1")
        try:
            marker = variant.marker(player, int(number))
        except HanamikojiError as error:
            raise self.error(str(error)) from error
        return [self.marker_block(variant, marker, player)]


class HouseRuleDirective(_Generated):
    """``.. hanamikoji-house-rule:: NAME`` describes a house rule.

    With ``:of:``, it also lists what the house rule changes in that variant.
    """

    required_arguments = 1
    option_spec: ClassVar = {"no-index": directives.flag, "of": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The house rule as a block with an anchor."""
        self.domain.note_generated()
        name, known = self.arguments[0], available_house_rules()
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise self.error(f"there is no house rule {name!r}. Known house rules: {listed}")
        rule = known[name]
        block = self.block("house-rule", name, rule.title)
        block += paragraph(translatable_inline(rule.text, self), *self.rule_links(rule.rules))
        block += self.source_list(rule.sources)
        if "of" in self.options:
            variant = self.variant(self.options["of"])
            changed = f"{variant.name}+{name}"
            block += paragraph("Load it as ", nodes.literal("", changed), ".")
            said = differences(self.variant(changed), variant)
            items = [nodes.list_item("", paragraph(text)) for text in said]
            block += nodes.bullet_list("", *items, classes=["hk-differs"])
        return [block]
