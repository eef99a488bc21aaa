"""The Sphinx extension: what each directive renders, and its errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from hanamikoji_core import Engine, Game, available_variants, svg
from hanamikoji_core.model.events import Scored
from hanamikoji_core.sphinxext._domain import HanamikojiDomain
from hanamikoji_core.testing import CHECKS

GAME = "hanamikoji base first=0 seed=7 deals=GABDEFGACDEFGBCDEFGFG :"
# A first round that nobody wins, and one that is won at once.
ROUND = (
    "hanamikoji base first=0 seed=7 deals=AGEAFBFDFEGDEBGCDGCFG,GGBFAADEGECDBGGCFFFDE :"
    " 4AB-BF /1 3E-E-F /2 1C 4DG-DG /0 3E-G-G /1 1C 2FF 2DG"
)


class Project:
    """A Sphinx project in a folder, built in this process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.warnings = ""

    def build(
        self,
        text: str,
        *,
        builder: str = "html",
        more: dict[str, str] | None = None,
        parallel: int = 0,
        **settings: object,
    ) -> str:
        """Build a page from reStructuredText. Keeps the warnings."""
        for name, page in {"index": text, **(more or {})}.items():
            (self.folder / f"{name}.rst").write_text(page, encoding="utf-8")
        self.build_again(builder, None, parallel, **settings)
        name = {"html": "index.html", "text": "index.txt"}[builder]
        return (self.folder / "out" / name).read_text(encoding="utf-8")

    def build_again(
        self,
        builder: str = "html",
        read: list[str] | None = None,
        parallel: int = 0,
        **settings: object,
    ) -> None:
        """Build the folder. Appends the pages that Sphinx reads to `read`."""
        warning = StringIO()
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                self.folder,
                None,
                self.folder / "out",
                self.folder / "trees",
                builder,
                confoverrides={
                    "extensions": ["hanamikoji_core.sphinxext"],
                    # A build spends most of its time on templates, so use few.
                    "html_theme": "basic",
                    "html_show_sourcelink": False,
                    "nitpicky": True,
                    "smartquotes": False,
                    **settings,
                },
                status=None,
                warning=warning,
                parallel=parallel,
            )
            if read is not None:
                app.connect("source-read", lambda app, page, text: read.append(page))
            app.build()
        self.app = app
        self.warnings = re.sub(r"\x1b\[[0-9;]*m", "", warning.getvalue())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


Build = Callable[..., str]


@pytest.fixture
def build(project: Project) -> Build:
    """Build a page that must give no warning."""

    def clean(text: str, **settings: object) -> str:
        page = project.build(text, **settings)  # type: ignore[arg-type]
        assert project.warnings == ""
        return page

    return clean


def words_of(page: str) -> str:
    """What is read on a page, pictures left out."""
    body = page.partition('<div class="body"')[2]
    body = re.sub(r"<svg.*?</svg>", " ", body, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def without_marks(page: str) -> str:
    """A page without what keeps the search's highlighting out of pictures."""
    return page.replace(' class="nohighlight"', "").replace('class="nohighlight ', 'class="')


@pytest.mark.parametrize("name", sorted(available_variants()))
def test_a_registered_variant_is_rendered(build: Build, name: str) -> None:
    variant = available_variants()[name]
    page = build(f"Game\n====\n\n.. hanamikoji-variant:: {name}\n")
    words = words_of(page)
    for marker in variant.markers[0]:
        assert f"{marker.number} {marker.name}" in words
        assert " ".join(marker.text.split()) in words
        assert f'id="marker-{name}-{marker.number}"' in page
    for source in variant.sources:
        assert source in words
    assert page.count("<svg") == len(variant.markers[0])
    assert variant.scoring.text in words
    assert variant.victory.text in words
    assert f'id="variant-{name}"' in page
    assert ("Provisional" in words) == variant.provisional


def test_the_deal_is_described_with_the_numbers_of_the_variant(build: Build) -> None:
    words = words_of(build("Game\n====\n\n.. hanamikoji-variant:: base\n"))
    assert "Six cards to each player, one card into the box unseen; the deck holds eight." in words
    assert "A, B and C worth 2 (two item cards each)" in words
    assert "F worth 4 (four item cards) and G worth 5 (five item cards): 21 charm points" in words


def test_differences_are_found_by_comparison(build: Build) -> None:
    page = build("Game\n====\n\n.. hanamikoji-variant:: mini-expansion-7\n   :compare: base\n")
    words = words_of(page)
    assert "Differences from Hanamikoji" in words
    assert "none removed; the deck holds nine." in words
    assert "Marker 2 is Gift in place of Trade-off." in words
    assert "Marker 3 is Discard in place of Gift." in words
    assert "Unchanged: markers 1 (Secret) and 4 (Competition)." in words


def test_a_variant_has_no_differences_from_itself(build: Build) -> None:
    page = build("Game\n====\n\n.. hanamikoji-variant:: base\n   :compare: base\n")
    assert "Differences from Hanamikoji None." in words_of(page)


def test_one_marker(build: Build) -> None:
    page = build("Game\n====\n\n.. hanamikoji-marker:: base 3\n\nSee :marker:`base/3`.\n")
    assert "Show three cards from your hand." in words_of(page)
    assert "Opponent picks 1 of 3" in page
    assert 'href="#marker-base-3"' in page
    assert "See Gift (Hanamikoji) ." in words_of(page)


def test_a_house_rule_says_what_it_changes(build: Build) -> None:
    text = "Game\n====\n\n.. hanamikoji-house-rule:: three-rounds\n   :of: base\n"
    words = words_of(build(f"{text}\n:house-rule:`three-rounds`\n"))
    assert "Load it as base+three-rounds ." in words
    assert "At most three rounds are played. Then: more charm points win" in words


def test_a_position_is_drawn_for_its_viewer(build: Build) -> None:
    text = (
        f"Game\n====\n\n.. hanamikoji-position:: *Now* pick.\n   :viewer: 1\n\n   {GAME} 3D-E-G\n"
    )
    page = build(text)
    assert "Player 0 offers pile 0: D; pile 1: E; pile 2: G." in page
    assert "Player 0 holds four hidden cards" in page
    assert "<em>Now</em> pick." in page
    assert "3D-E-G" in words_of(page)


@pytest.mark.parametrize("viewer", [0, 1, None, "open"])
def test_a_position_shows_only_what_the_viewer_may_see(build: Build, viewer: Any) -> None:
    name = "spectator" if viewer is None else viewer
    text = f"Game\n====\n\n.. hanamikoji-position::\n   :viewer: {name}\n\n   {GAME}\n"
    page = build(text)
    seen: dict[str, Any] = {"viewer": viewer} if viewer != "open" else {"covered": False}
    game = Game.from_transcript(GAME)
    assert svg.position(game, style="", **seen) in without_marks(page)
    words = "".join(build(text, builder="text").split())
    assert "".join(svg.position_text(game, **seen).split()) in words


def test_search_highlighting_leaves_pictures_alone(
    build: Build,
) -> None:
    page = build(f"Game\n====\n\n.. hanamikoji-marker:: base 3\n\n.. rule:: Z1\n\n   {GAME}\n")
    (picture,) = re.findall("<svg.*?</svg>", page, flags=re.S)
    for start in re.findall("<(?:title|desc|text)[^>]*>", picture):
        assert re.search('class="nohighlight[ "]', start), start


def test_the_moves_can_be_copied_as_text(build: Build) -> None:
    page = build(f"Game\n====\n\n.. hanamikoji-position::\n\n   {GAME}\n")
    assert 'class="hk-wrap highlight-text' in page


def test_a_position_can_be_open(build: Build) -> None:
    page = build(f"Game\n====\n\n.. hanamikoji-position::\n   :viewer: open\n\n   {GAME}\n")
    assert "Player 0 holds A B B D E F G" in page


def test_a_scored_round_shows_both_sides_before_the_next_deal(build: Build) -> None:
    text = f"Game\n====\n\n.. hanamikoji-position::\n   :scored:\n   :outcome: none\n\n   {ROUND}\n"
    page = build(text)
    assert "The end of round 1" in page
    assert "Player 0 holds no cards; has placed " in page
    assert "has used marker 1, 2, 3, 4" in page


def test_scored_shows_the_last_complete_round(build: Build) -> None:
    drawn = [
        build(f"Game\n====\n\n.. hanamikoji-position::\n   :scored:\n\n   {ROUND}{more}\n")
        for more in ("", " 2BF")
    ]
    pictures = [re.findall("<svg.*?</svg>", page, flags=re.S) for page in drawn]
    assert pictures[0] == pictures[1] != []


def test_scored_shows_the_last_round_of_a_finished_game(build: Build) -> None:
    game, rng = Game.new("base", seed=3), Random(3)
    while game.outcome is None:
        game.play(rng.choice(game.legal_moves()))
    assert game.state.round > 1
    moves = game.to_transcript()
    for scored in ("", "   :scored:\n"):
        options = f"   :outcome: {game.outcome.reason}\n{scored}"
        page = build(f"Game\n====\n\n.. hanamikoji-position::\n{options}\n   {moves}\n")
        assert f"The end after round {game.state.round}: player " in page


@pytest.mark.parametrize("first_player", [0, 1])
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_scored_round_shows_its_starting_player(
    build: Build, first_player: int, rounds: int
) -> None:
    game, rng = Game.new("base", seed=3, first_player=first_player), Random(3)
    while game.state.round <= rounds:
        game.play(rng.choice(game.legal_moves()))
    text = f".. hanamikoji-position::\n   :scored:\n\n   {game.to_transcript()}\n"
    page = build(f"Game\n====\n\n{text}")
    assert f"The end of round {rounds}" in page
    scored = [event for event in game.events(None) if isinstance(event, Scored)]
    for player, cards in enumerate(scored[-1].placed):
        assert f"Player {player} holds no cards; has placed {' '.join(cards)}; " in page


def test_a_variant_with_different_markers_and_few_texts_is_rendered(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = available_variants()["base"]
    markers = (base.markers[0], base.markers[0][::-1])
    bare = evolve(base, summary="", sources=(), markers=markers)
    monkeypatch.setattr("hanamikoji_core.sphinxext._variants.load_engine", lambda _: Engine(bare))
    page = build("Game\n====\n\n.. hanamikoji-variant:: base\n")
    words = words_of(page)
    assert words.index("The action markers of player 0") < words.index("markers of player 1")
    assert page.count("<svg") == 8
    assert 'id="marker-base-1-3"' in page
    assert "Source" not in words
    one = build("Game\n====\n\n.. hanamikoji-marker:: base 3\n   :player: 1\n")
    assert 'id="marker-base-1-3"' in one


@pytest.mark.parametrize(
    ("directive", "complaint"),
    [
        ("hanamikoji-variant:: bose", "there is no variant 'bose'; did you mean 'base'?"),
        ("hanamikoji-marker:: base 9", "Hanamikoji has no marker 9 for player 0"),
        ("hanamikoji-marker:: base three", "give a variant and the number of a marker"),
        (
            "hanamikoji-house-rule:: two-rounds",
            "no house rule 'two-rounds'. Known house rules: three-rounds, three-rounds-draw, "
            "three-rounds-plain",
        ),
        (
            "hanamikoji-marker:: base 3\n   :player: 2",
            "the number of a marker; :player: must be 0 or 1",
        ),
        ("rule:: third\n\n   Text.", "'third' is not a rule ID; use a form such as A3 or M1.3"),
        ("rule:: A3 Gift", "the rule A3 has no text"),
        (f"hanamikoji-position::\n\n   {GAME} 3A-A-A", "move 1 of the saved game: marker 3 (Gift)"),
        (f"hanamikoji-position::\n   :scored:\n\n   {GAME}", "no round has been scored yet"),
        (
            f"hanamikoji-position::\n   :outcome: 4 geisha\n\n   {GAME}",
            "the outcome of this game is 'none', not '4 geisha'",
        ),
    ],
)
def test_an_invalid_directive_is_an_error_at_its_line(
    project: Project, directive: str, complaint: str
) -> None:
    project.build(f"Game\n====\n\n.. {directive}\n")
    assert "index.rst:4: ERROR: " in project.warnings
    assert complaint in project.warnings


RULE = ".. rule:: A3 Gift\n\n   Show three cards.\n"


def test_a_rule_has_an_anchor_a_link_and_its_tests(build: Build) -> None:
    tests = {"A3": ["tests/test_gift.py::test_one", "tests/test_gift.py::test_two"]}
    page = build(
        f"Game\n====\n\n{RULE}\n:rule:`A3` and :rule:`so <A3>`\n", hanamikoji_rule_tests=tests
    )
    assert 'id="rule-A3"' in page
    assert page.count('href="#rule-A3"') == 3
    words = words_of(page)
    assert "Checked by 2 tests tests/test_gift.py::test_one tests/test_gift.py::test_two" in words
    assert "test_two A3 and so" in words
    assert page.count("<details") == page.count("</details>") == 1


def test_a_provisional_rule_names_its_source(build: Build) -> None:
    text = ".. rule:: M2.1 Giveaway\n   :provisional: a review\n\n   Give one card.\n"
    page = build(f"Game\n====\n\n{text}")
    assert 'id="rule-M2.1"' in page
    assert "M2.1 Giveaway provisional Give one card. Provisional. Source: a review ." in words_of(
        page
    )


def test_all_rules_are_listed(build: Build) -> None:
    page = build(f"Game\n====\n\n.. hanamikoji-rules::\n\n{RULE}")
    assert "A3 Gift" in words_of(page).partition("Show three")[0]
    assert '<ul class="hk-rules' in page


LIST = "List\n====\n\n.. hanamikoji-rules::\n"
LINK = "Link\n====\n\n:rule:`A3` and :variant:`base`\n"
VARIANT = ".. hanamikoji-variant:: base\n"
INDEX = "Game\n====\n\n.. toctree::\n\n   list\n   link\n   p\n   q\n"


@pytest.mark.parametrize("parallel", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_a_list_of_rules_is_updated_if_any_page_changes(project: Project, parallel: int) -> None:
    """A rule is added, renamed, moved or removed, and pages are put into another order."""
    a, b, c = (RULE.replace("A3", name) for name in ("A3", "B1", "B2"))
    pages = {"list": LIST, "link": LINK, "p": f"P\n=\n\n{VARIANT}\n{a}", "q": f"Q\n=\n\n{b}"}

    def listed(**changed: str) -> str:
        for page, text in {**pages, **changed}.items():
            file = project.folder / f"{page}.rst"
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.write_text(text, encoding="utf-8")
        project.build_again(parallel=parallel)
        assert project.warnings == ""
        return words_of((project.folder / "out" / "list.html").read_text(encoding="utf-8"))

    pages["index"] = INDEX
    assert "A3 Gift B1 Gift" in listed()
    assert "A3 Gift B1 Gift B2 Gift" in listed(q=f"Q\n=\n\n{b}\n{c}")
    assert "A3 Gift B1 Present" in listed(q=f"Q\n=\n\n{b.replace('Gift', 'Present')}")
    assert "B1 Gift A3 Gift" in listed(index=INDEX.replace("p\n   q", "q\n   p"))
    assert "A3 Gift B1 Gift" in listed()
    moved = {"p": f"P\n=\n\n{VARIANT}", "q": f"Q\n=\n\n{b}\n{a}"}
    assert "B1 Gift A3 Gift" in listed(**moved)
    link = (project.folder / "out" / "link.html").read_text(encoding="utf-8")
    assert 'href="q.html#rule-A3"' in link


def test_an_unchanged_list_is_not_written_again(project: Project) -> None:
    pages = {"list": LIST, "link": LINK, "p": f"P\n=\n\n{VARIANT}\n{RULE}", "q": "Q\n=\n"}
    project.build(INDEX, more=pages)
    page = project.folder / "out" / "list.html"
    page.write_text("as it was", encoding="utf-8")
    (project.folder / "q.rst").write_text("Q\n=\n\nMore words.\n", encoding="utf-8")
    project.build_again()
    assert page.read_text(encoding="utf-8") == "as it was"


def test_without_rules_there_is_no_list(build: Build) -> None:
    assert "hk-rules" not in build("Game\n====\n\n.. hanamikoji-rules::\n")


def test_rules_of_pages_outside_the_table_of_contents_come_last(build: Build) -> None:
    last = f":orphan:\n\nA\n=\n\n{RULE.replace('A3', 'A1')}"
    page = build(f"Game\n====\n\n.. hanamikoji-rules::\n\n{RULE}", more={"a": last})
    assert "A3 Gift A1 Gift" in words_of(page)


def test_rules_are_listed_in_reading_order(build: Build) -> None:
    index = "Game\n====\n\n.. hanamikoji-rules::\n\n.. toctree::\n\n   z\n   a\n"
    last = RULE.replace("A3", "B1")
    page = build(index, more={"z": f"Z\n=\n\n{RULE}", "a": f"A\n=\n\n{last}"})
    assert "A3 Gift B1 Gift" in words_of(page)


def test_a_page_in_two_tables_of_contents_counts_at_its_first_place(project: Project) -> None:
    index = "Game\n====\n\n.. hanamikoji-rules::\n\n.. toctree::\n\n   z\n   b\n   a\n"
    z, a, b = (RULE.replace("A3", name) for name in ("Z1", "A1", "B1"))
    pages = {
        "z": f"Z\n=\n\n{z}\n.. toctree::\n\n   a\n",
        "a": f"A\n=\n\n{a}",
        "b": f"B\n=\n\n{b}",
    }
    page = project.build(index, more=pages)
    assert "Z1 Gift A1 Gift B1 Gift" in words_of(page)


def test_a_rule_on_two_pages_causes_a_warning(project: Project) -> None:
    marker = ".. hanamikoji-marker:: base 3\n"
    project.build(f"Game\n====\n\n{RULE}\n{RULE}\n{marker}\n{marker}")
    for line, what in ((8, "rule A3"), (14, "marker base/3")):
        where = project.folder / "index.rst"
        assert f"{where}:{line}: WARNING: the {what} is already described in {where}; add " in (
            project.warnings
        )


def test_another_project_can_link_to_rules_and_variants(tmp_path: Path) -> None:
    here, there = Project(tmp_path / "here"), Project(tmp_path / "there")
    described = (
        f"Game\n====\n\n{RULE}\n.. hanamikoji-variant:: base\n\n"
        ".. hanamikoji-house-rule:: three-rounds\n"
    )
    there.build(described)
    links = ":rule:`A3` :variant:`base` :marker:`base/3` :house-rule:`three-rounds`"

    page = here.build(
        f"Links\n=====\n\n{links}\n",
        extensions=["hanamikoji_core.sphinxext", "sphinx.ext.intersphinx"],
        intersphinx_mapping={
            "game": ("https://game.example", str(there.folder / "out/objects.inv"))
        },
    )

    assert here.warnings == ""
    assert "Links ¶ A3 Hanamikoji Gift (Hanamikoji) Three rounds" in words_of(page)
    for anchor in ("rule-A3", "variant-base", "marker-base-3", "house-rule-three-rounds"):
        assert f'href="https://game.example/index.html#{anchor}"' in page


def test_another_project_links_the_rules_of_a_marker(tmp_path: Path) -> None:
    here, there = Project(tmp_path / "here"), Project(tmp_path / "there")
    there.build(f"Game\n====\n\n{RULE}")

    page = here.build(
        "Links\n=====\n\n.. hanamikoji-marker:: base 3\n",
        extensions=["hanamikoji_core.sphinxext", "sphinx.ext.intersphinx"],
        intersphinx_mapping={
            "game": ("https://game.example", str(there.folder / "out/objects.inv"))
        },
    )

    assert here.warnings == ""
    assert 'href="https://game.example/index.html#rule-A3"' in page
    assert "Gift A3 A5" in words_of(page)


def test_the_search_finds_objects_with_their_titles(build: Build, project: Project) -> None:
    some = ".. hanamikoji-variant:: base\n\n.. hanamikoji-house-rule:: three-rounds\n"
    dotted = RULE.replace("A3 Gift", "M1.3 Gift <3> etc.")
    page = build(f"Game\n====\n\n{RULE}\n{dotted}\n.. rule:: B1\n\n   No title.\n\n{some}")
    found = search_results(project.folder / "out" / "searchindex.js")
    assert {title: anchor for title, anchor, _ in found} == {
        "A3 Gift": "rule-A3",
        "M1.3 Gift <3> etc.": "rule-M1.3",
        "B1": "rule-B1",
        "Hanamikoji": "variant-base",
        "Secret (Hanamikoji)": "marker-base-1",
        "Trade-off (Hanamikoji)": "marker-base-2",
        "Gift (Hanamikoji)": "marker-base-3",
        "Competition (Hanamikoji)": "marker-base-4",
        "Three rounds": "house-rule-three-rounds",
    }
    assert {kind for _, _, kind in found} == {
        f"Hanamikoji {kind}" for kind in ("rule", "variant", "marker", "house rule")
    }
    for _, anchor, _ in found:
        assert f'id="{anchor}"' in page


def search_results(index: Path) -> list[tuple[str, str, str]]:
    """Title, anchor and kind of every object, combined as in Sphinx's searchtools.js."""
    told = json.loads(re.sub(r"^Search.setIndex\(|\)$", "", index.read_text(encoding="utf-8")))
    found = []
    for prefix, objects in told["objects"].items():
        for _, kind, _, anchor, name in objects:
            title = f"{prefix}.{name}" if prefix else name
            _, type_name, label = told["objnames"][str(kind)]
            where = {"": title, "-": f"{type_name}-{title}"}.get(anchor, anchor)
            found.append((unescape(title), where, label))
    return found


def test_roles_work_with_the_name_of_the_domain_too(build: Build) -> None:
    link = ":hanamikoji:rule:`A3`"
    page = build(f"Game\n====\n\n{RULE}\n{link}\n")
    assert page.count('href="#rule-A3"') == 2


def test_changed_rule_tests_cause_all_pages_to_be_read_again(
    build: Build, project: Project
) -> None:
    build(f"Game\n====\n\n{RULE}", hanamikoji_rule_tests={"A3": ["test_one"]})
    read: list[str] = []
    project.build_again(read=read, hanamikoji_rule_tests={"A3": ["test_two"]})
    assert read == ["index"]


def test_rule_tests_must_be_a_dictionary(project: Project) -> None:
    project.build("Game\n====\n", hanamikoji_rule_tests=["test_one"])
    assert "hanamikoji_rule_tests" in project.warnings
    assert "dict" in project.warnings


def test_the_extension_declares_its_version_and_parallel_reading(
    build: Build, project: Project
) -> None:
    build("Game\n====\n")
    told = project.app.extensions["hanamikoji_core.sphinxext"]
    assert told.version == version("hanamikoji")
    assert told.parallel_read_safe
    assert told.parallel_write_safe


def test_a_link_to_an_undescribed_rule_causes_a_warning(project: Project) -> None:
    project.build("Game\n====\n\n:rule:`Z9`\n")
    assert "Z9" in project.warnings


def test_the_rules_of_a_marker_are_linked_if_they_are_described(build: Build) -> None:
    page = build(f"Game\n====\n\n.. hanamikoji-marker:: base 3\n\n{RULE}")
    assert 'href="#rule-A3"' in page
    assert "Gift A3 A5" in words_of(page)  # A5 is not described, so its ID is plain text


def test_checks_are_listed_with_their_promises(build: Build) -> None:
    page = build("Game\n====\n\n.. hanamikoji-checks::\n")
    words = words_of(page)
    for check in CHECKS.values():
        assert f'id="check-{check.id}"' in page
        assert " ".join(check.promise.replace("`", " ").split()) in words


def test_listing_checks_without_the_kit_is_an_error_that_names_the_extra(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError("No module named 'hypothesis'")

    monkeypatch.setattr("hanamikoji_core.sphinxext._checks.import_module", missing)
    project.build("Game\n====\n\n.. hanamikoji-checks::\n")
    assert (
        "to list the checks, install hanamikoji[testing]: No module named 'hypothesis'"
        in project.warnings
    )


def test_objects_that_are_not_indexed_can_appear_twice(build: Build) -> None:
    again = RULE.replace("Gift\n", "Present\n   :no-index:\n")
    kinds = ("variant:: base", "marker:: base 3", "house-rule:: three-rounds")
    twice = "\n".join(f".. hanamikoji-{kind}\n   :no-index:\n" for kind in kinds)
    page = build(f"Game\n====\n\n.. hanamikoji-rules::\n\n{RULE}\n{again}\n{twice}\n{twice}")
    assert "Game ¶ A3 Gift A3 Gift" in words_of(page)
    assert page.count('id="rule-A3"') == 1
    for anchor in ("variant-base", "marker-base-3", "house-rule-three-rounds"):
        assert f'id="{anchor}"' not in page


def test_a_rule_may_have_no_title(build: Build) -> None:
    page = build("Game\n====\n\n.. rule:: A3\n\n   Show three cards.\n")
    assert "A3 Show three cards." in words_of(page)


def test_the_title_of_a_rule_may_have_several_words(build: Build) -> None:
    page = build("Game\n====\n\n.. rule:: A3 A gift of three\n\n   Show three cards.\n")
    assert "A3 A gift of three Show three cards." in words_of(page)


def test_the_error_mentions_that_there_are_no_house_rules(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanamikoji_core.sphinxext._variants.available_house_rules", dict)
    project.build("Game\n====\n\n.. hanamikoji-house-rule:: three-rounds\n")
    assert "there is no house rule 'three-rounds'. Known house rules: none" in project.warnings


def test_a_house_rule_alone(build: Build) -> None:
    words = words_of(build("Game\n====\n\n.. hanamikoji-house-rule:: three-rounds-plain\n"))
    assert "the game is a draw. H2 Source: A house rule that people play with." in words


def test_the_role_any_finds_described_objects(build: Build) -> None:
    more = {"other": "Other\n=====\n\n.. hanamikoji-marker:: base 2\n"}
    text = f"Game\n====\n\n{RULE}\n:any:`A3` and :any:`base/2`.\n\n.. toctree::\n\n   other\n"
    page = build(text, more=more)
    assert 'href="#rule-A3"' in page
    assert 'href="other.html#marker-base-2"' in page
    assert "A3 and Trade-off (Hanamikoji) ." in words_of(page)


def test_pages_may_be_read_in_parallel(build: Build) -> None:
    more = {f"p{i}": f"P{i}\n==\n\n{RULE.replace('A3', f'B{i}')}" for i in range(8)}
    more["p9"] = "P9\n==\n\n.. hanamikoji-marker:: base 3\n"
    names = "\n   ".join(more)
    links = " ".join(f":rule:`B{i}`" for i in range(8))
    index = f"Game\n====\n\n{links} :marker:`base/3`\n\n.. toctree::\n\n   {names}\n"
    page = build(index, more=more, parallel=2)
    for i in range(8):
        assert f'href="p{i}.html#rule-B{i}"' in page
    assert 'href="p9.html#marker-base-3"' in page


def test_merging_a_parallel_reader_takes_only_its_own_pages() -> None:
    """Its data about other pages is older than the data of their own readers."""
    env: Any = SimpleNamespace(domaindata={})
    domain = HanamikojiDomain(env)
    told = {("rule", "A3"): ("read", "Gift"), ("rule", "B1"): ("remembered", "Burn")}
    both = {"read", "remembered"}
    domain.merge_domaindata({"read"}, {"objects": told, "generated": both, "readers": both})
    assert domain.objects == {("rule", "A3"): ("read", "Gift")}
    assert domain.generated == domain.readers == {"read"}
    more = {"more"}
    domain.merge_domaindata({"more"}, {"objects": {}, "generated": more, "readers": more})
    assert domain.generated == domain.readers == {"read", "more"}
    assert list(domain.get_objects()) == [("A3", "Gift", "hk-rule", "read", "rule-A3", 1)]


def test_pictures_become_text_if_the_output_is_not_html(build: Build) -> None:
    text = f"Game\n====\n\n.. hanamikoji-marker:: base 2\n\n.. hanamikoji-position::\n\n   {GAME}\n"
    page = " ".join(build(text, builder="text").split())
    assert "Trade-off: two cards of your hand are laid down." in page
    assert "Player 1 holds six hidden cards" in page
    assert "The moves" in page


def test_the_style_sheet_holds_the_colours_of_the_pictures(build: Build, project: Project) -> None:
    text = f".. hanamikoji-marker:: base 2\n\n.. hanamikoji-position::\n\n   {GAME}\n"
    page = build(f"Game\n====\n\n{text}")
    assert 'href="_static/hanamikoji.css' in page
    assert page.count("<svg") == 2
    assert "<style>" not in page
    style = (project.folder / "out" / "_static" / "hanamikoji.css").read_text(encoding="utf-8")
    assert ".hk-mat{" in style
    assert ".hk-rule" in style


def test_pages_from_plugins_are_read_again_at_every_build(build: Build, project: Project) -> None:
    text = "Game\n====\n\n.. hanamikoji-marker:: base 2\n"
    build(text, more={"other": ":orphan:\n\nOther\n=====\n"})
    read: list[str] = []
    project.build_again(read=read)
    assert read == ["index"]


def test_a_page_that_no_longer_shows_plugins_is_not_read_again(
    build: Build, project: Project
) -> None:
    build("Game\n====\n\n.. hanamikoji-marker:: base 2\n")
    build("Game\n====\n\nNothing more.\n")
    read: list[str] = []
    project.build_again(read=read)
    assert read == []
