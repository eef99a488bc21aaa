"""The site builds without warnings, is complete, and has no broken links."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from attrs import define, field
from sphinx.util.inventory import InventoryFile

import hanamikoji_core
from hanamikoji_core import available_house_rules, available_variants
from hanamikoji_core.testing import CHECKS
from tests.rules import index

pytestmark = pytest.mark.slow  # The site is built.

ROOT = Path(__file__).parents[2]
# Its markup comes from the theme, and its links are relative to the root of a web site.
NOT_FOUND = "404.html"
STRICT = ("-W", "-n", "--keep-going", "-q")


@define
class Page(HTMLParser):
    """The anchors and links of a page."""

    ids: list[str] = field(factory=list)
    links: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        for key in ("href", "src"):
            if key in given and tag != "use":
                self.links.append(given[key])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built pages."""
    out = tmp_path_factory.mktemp("site")
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *STRICT, "-d", out / "trees", ROOT / "docs", out / "html"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - began < 60
    return out / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    found = {}
    for path in sorted(site.rglob("*.html")):
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        found[path.relative_to(site).as_posix()] = page
    return found


@pytest.fixture(scope="module")
def inventory(site: Path) -> dict[str, dict[str, str]]:
    """The address of everything that other projects can link to, by kind and name."""
    loaded = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    return {
        kind: {name: item.uri for name, item in items.items()}
        for kind, items in loaded.data.items()
    }


def test_every_rule_is_an_anchor_on_exactly_one_page(pages: dict[str, Page]) -> None:
    anchors = Counter(a for page in pages.values() for a in page.ids if a.startswith("rule-"))
    assert anchors == Counter(f"rule-{rule}" for rule in index.rule_ids())


def test_the_address_of_a_rule_is_permanent(inventory: dict[str, dict[str, str]]) -> None:
    rules = inventory["hanamikoji:hk-rule"]
    assert set(rules) == set(index.rule_ids())
    assert rules["A3"] == "rules/base.html#rule-A3"
    assert rules["M1.3"] == "rules/mini-expansion-1.html#rule-M1.3"
    assert rules["H1"] == "rules/house-rules.html#rule-H1"


def test_every_rule_lists_the_tests_that_check_it(site: Path) -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in (site / "rules").glob("*.html"))
    entries = dict(re.findall(r'id="rule-([^"]+)">(.*?)</details>', text, flags=re.S))
    for rule, tests in index.tests_of_rules(ROOT).items():
        named = re.findall(r'<span class="pre">(tests/[^<]+)</span>', entries[rule])
        assert named == tests


def test_every_built_in_variant_and_house_rule_has_an_entry(
    inventory: dict[str, dict[str, str]],
) -> None:
    def own(named: dict[str, str]) -> set[str]:
        return {name for name, plugin in named.items() if plugin.startswith("hanamikoji ")}

    variants = {name: v.plugin for name, v in available_variants().items()}
    rules = {name: r.plugin for name, r in available_house_rules().items()}
    assert own(variants) == set(inventory["hanamikoji:hk-variant"])
    assert own(rules) == set(inventory["hanamikoji:hk-house-rule"])


def test_every_check_has_an_entry(pages: dict[str, Page]) -> None:
    anchors = [a for a in pages["conformance.html"].ids if a.startswith("check-")]
    assert anchors == [f"check-{check}" for check in CHECKS]


def test_every_public_name_is_in_the_api_reference(inventory: dict[str, dict[str, str]]) -> None:
    described = {
        name for kind, names in inventory.items() if kind.startswith("py:") for name in names
    }
    assert {f"hanamikoji_core.{name}" for name in hanamikoji_core.__all__} <= described


def test_no_link_inside_the_site_is_broken(pages: dict[str, Page]) -> None:
    assert list(broken(pages)) == []


def broken(pages: dict[str, Page]) -> Iterator[str]:
    for name, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(link)
            if name == NOT_FOUND or re.match(r"[a-z]+:", address):
                continue
            target = (
                (Path("/") / Path(name).parent / unquote(address)).resolve() if address else None
            )
            there = target.relative_to("/").as_posix() if target else name
            if target and not there.endswith(".html"):
                continue  # an image or a style sheet: the browser check covers these
            if there not in pages or (anchor and anchor not in pages[there].ids):
                yield f"{name}: {link}"


def test_no_page_has_an_anchor_twice(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert [a for a, times in Counter(page.ids).items() if times > 1] == [], name


def test_no_page_loads_anything_from_another_site(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r'<(?:script|img|link)[^>]+(?:src|href)="https?:[^"]*"', text) == []


def test_no_page_contains_local_paths_or_notes_to_ourselves(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/(home|root|tmp)/|\bTODO\b|\bFIXME\b", text), path
