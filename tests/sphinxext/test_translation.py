"""Texts go into message catalogues, and translations appear on the pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from hanamikoji_variants.base import TRADE_OFF
from hanamikoji_variants.house_rules import THREE_ROUNDS_PLAIN
from tests.sphinxext.test_directives import GAME, Project, words_of

PAGE = f"""
Game
====

.. hanamikoji-rules::

.. rule:: A3 The gift
   :provisional: a review

   Show three cards.

.. hanamikoji-position:: Player 1 *must* pick.

   {GAME} 3D-E-G

.. hanamikoji-marker:: base 2

.. hanamikoji-house-rule:: three-rounds-plain
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "index.rst").write_text(PAGE, encoding="utf-8")
    return Project(tmp_path)


def test_titles_captions_and_plug_in_texts_are_in_the_catalogue(project: Project) -> None:
    project.build_again("gettext")
    with (project.folder / "out" / "index.pot").open("rb") as file:
        places = {message.id: message.locations for message in read_po(file) if message.id}
    assert list(places) == [
        "Game",
        "The gift",
        "Show three cards.",
        "a review",
        "Player 1 *must* pick.",
        "Trade-off",
        TRADE_OFF.text,
        THREE_ROUNDS_PLAIN.text,
    ]
    lines = PAGE.splitlines()
    for text, directive in (("The gift", "rule::"), ("Player 1 *must* pick.", "position::")):
        ((_, line),) = places[text]
        assert directive in lines[line - 1]


def test_a_translated_page_keeps_everything_else(
    project: Project,
) -> None:
    german = Catalog(locale="de")
    german.add("The gift", "Das Geschenk")
    german.add("Player 1 *must* pick.", "Spielerin 1 *muss* nehmen.")
    german.add("Trade-off", "Verzicht")
    german.add("a review", "eine Besprechung")
    folder = project.folder / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "index.mo").open("wb") as file:
        write_mo(file, german)

    project.build_again(language="de", locale_dirs=["locale"], gettext_auto_build=False)

    page = (project.folder / "out" / "index.html").read_text(encoding="utf-8")
    words = words_of(page)
    assert "A3 Das Geschenk A3 Das Geschenk provisional Show three cards. " in words
    assert "Provisional. Source: eine Besprechung ." in words
    assert "Spielerin 1 <em>muss</em> nehmen." in page
    assert "2 Verzicht A2 Place two cards from your hand face down." in words
    assert page.count('href="#rule-A3"') == 2
