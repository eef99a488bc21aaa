"""One page with everything that the extension renders, as an approved tree."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from attrs import evolve
from docutils import nodes

from hanamikoji_core import Engine, PileMarker, To, available_variants, load_engine
from hanamikoji_core.protocol.variant import found_in
from hanamikoji_core.testing import CHECKS
from tests.approved import assert_approved

from .test_directives import ROUND, Project, project

__all__ = ["project"]

PAGE = f"""
Everything
==========

.. hanamikoji-variant:: base

.. hanamikoji-variant:: mini-expansion-4
   :compare: base

.. hanamikoji-variant:: unequal
   :compare: mini-expansion-1

.. hanamikoji-marker:: base 3
   :no-index:

.. hanamikoji-marker:: unequal 1
   :player: 1
   :no-index:

.. hanamikoji-house-rule:: three-rounds
   :of: base

.. hanamikoji-position:: The end of *one* round.
   :scored:
   :outcome: none

   {ROUND}

.. hanamikoji-position::
   :viewer: open

   {ROUND}

.. rule:: A3 Gift

   Show three cards. See :marker:`base/3` and :variant:`so <base>`.

.. rule:: M2.1
   :provisional: a review

   Give one card. See :rule:`A3` and :house-rule:`three-rounds`.

.. hanamikoji-rules::

.. hanamikoji-checks::
"""


def outline(node: nodes.Node, depth: int = 0) -> Iterator[str]:
    """A line for each node: its kind, its attributes and its text."""
    if isinstance(node, nodes.Text):
        yield f"{'  ' * depth}{node.astext()!r}"
        return
    assert isinstance(node, nodes.Element)
    given = node.non_default_attributes()
    # Pictures are approved elsewhere.
    told = {key: value for key, value in given.items() if key not in ("svg", "source")}
    if (
        node.rawsource
        and isinstance(node.parent, nodes.Element)
        and node.rawsource != node.astext()
    ):
        told["rawsource"] = node.rawsource
    facts = "".join(f" {key}={value!r}" for key, value in sorted(told.items()))
    yield f"{'  ' * depth}{node.tagname}{facts}"
    for child in node.children:
        yield from outline(child, depth + 1)


def test_a_page_matches_the_approved_one(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    base = available_variants()["base"]
    up = PileMarker(1, "Up", text="One card, face up.", piles=(1,), rest=To.OWN_SIDE)
    unequal = evolve(
        base,
        name="unequal",
        title="Unequal",
        summary="",
        provisional=True,
        sources=(),
        markers=(base.markers[0], (up, *base.markers[0][1:])),
    )
    unequal = found_in(unequal, "elsewhere")
    monkeypatch.setattr(
        "hanamikoji_core.sphinxext._variants.load_engine",
        lambda name: Engine(unequal) if name == "unequal" else load_engine(name),
    )
    few = {name: CHECKS[name] for name in ("hand-accounting", "metadata")}
    monkeypatch.setattr("hanamikoji_core.testing.CHECKS", few)

    project.build(PAGE, hanamikoji_rule_tests={"A3": ["test_one", "test_two"], "M2.1": ["test_3"]})

    assert project.warnings == ""
    tree = pickle.loads((project.folder / "trees" / "index.doctree").read_bytes())
    told = "\n".join(outline(tree[0])).replace(version("hanamikoji"), "VERSION")
    assert_approved(Path(__file__).with_name("approved.txt"), f"{told}\n")
    resolved = project.app.env.get_and_resolve_doctree(
        "index", project.app.builder, tags=project.app.tags
    )
    links = [line for link in resolved.findall(nodes.reference) for line in outline(link)]
    (rules,) = (
        each for each in resolved.findall(nodes.bullet_list) if "hk-rules" in each["classes"]
    )
    told = "\n".join([*links, *outline(rules)])
    assert_approved(Path(__file__).with_name("approved_links.txt"), f"{told}\n")
