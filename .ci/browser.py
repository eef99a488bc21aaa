"""Check the built pages in a real browser: errors, widths, accessibility and search.

python browser.py FOLDER [--shots FOLDER]

Needs Debian's chromium. Opens every page twice: in light mode at 1280 pixels, and in dark mode at
390. Overflow depends only on the width, and contrast only on the theme, so two of four are enough.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote_plus

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Chromium needs these as root and on machines without a network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
WIDTHS = (1280, 390)
THEMES = ("light", "dark")
# Search terms, and a page or section that must be among the first results.
SEARCHES = {
    "tie": "questions",
    "11": "questions",
    "look at secret": "questions",
    "A3": "#rule-A3",
    "ties": "#rule-P3",
    "health": "#variant-mini-expansion-2",
    "three rounds, plain": "#house-rule-three-rounds-plain",
    "intercept": "#marker-mini-expansion-2-4",
}
RESULTS = 8  # how many results count as the first
# Index pages that Sphinx generates; their markup is the theme's.
SKIPPED = {"genindex.html", "py-modindex.html", "hanamikoji-index.html"}
AXE = Axe()
# Pictures count as one image each; MEASURE checks that they have a text alternative. Parts that are
# the same on every page (the theme's drawers, the colours of code) are checked on these pages only.
WHOLE = ("index.html", "embed.html")
PICTURES = ["svg.hk"]
SAME = [[".sidebar-drawer"], [".toc-drawer"], [".highlight"]]
OPTIONS = {"resultTypes": ["violations"], "elementRef": False}
MEASURE = """() => ({
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  broken: [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src),
  flat: [...document.querySelectorAll('svg.hk')]
    .filter(s => !s.getBoundingClientRect().height || !s.querySelector('title, desc')).length,
  split: [...document.querySelectorAll('article table :is(td, th)')].flatMap(cell => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found = [], range = document.createRange();
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[\\w.]+/g)) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
      if (lines.size > 1) found.push(word[0]);
    }
    return found;
  }),
})"""


class Handler(SimpleHTTPRequestHandler):
    """Serves the pages like a web site, with 404.html for unknown addresses."""

    def send_error(self, code: int, *args: Any, **more: Any) -> None:
        page = Path(self.directory) / "404.html"
        if code == 404 and page.exists():
            body = page.read_bytes()
            self.send_response(404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            super().send_error(code, *args, **more)

    def log_message(self, *args: object) -> None:
        """Log nothing."""


def complaints(page: Page, heard: list[str]) -> Iterator[str]:
    """The problems of the open page."""
    yield from heard
    heard.clear()
    found = page.evaluate(MEASURE)
    if found["wide"] > 0:
        yield f"scrolls sideways by {found['wide']} pixels"
    yield from (f"broken image {source}" for source in found["broken"])
    if found["split"]:
        yield f"words are split in tables: {', '.join(found['split'])}"
    if found["flat"]:
        yield f"{found['flat']} pictures have no height or no text alternative"
    whole = page.url.endswith(WHOLE)
    asked = {"exclude": [PICTURES] if whole else [PICTURES, *SAME]}
    for violation in AXE.run(page, asked, OPTIONS).response["violations"]:
        if violation["impact"] in ("serious", "critical"):
            nodes = [node["html"][:160] for node in violation["nodes"]]
            yield f"{violation['id']} ({len(nodes)}): {violation['help']}: {nodes[0]}"


def opened(browser: Browser, width: int, theme: Any, home: str, heard: list[str]) -> Page:
    """A new page, which adds console errors and failed requests to `heard`."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    page.on("console", lambda m: heard.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(f"error: {error}"))
    page.on("requestfailed", lambda request: heard.append(f"failed: {request.url}"))
    page.on(
        "request",
        lambda r: None if r.url.startswith((home, "data:")) else heard.append(f"requests {r.url}"),
    )
    return page


def check_pages(home: str, root: Path, shots: Path | None) -> list[str]:
    """The problems of all pages, with one browser for each width and theme."""
    pages = sorted(p.relative_to(root).as_posix() for p in root.rglob("*.html"))
    pages = [p for p in pages if p not in SKIPPED and not p.startswith("_")]
    check = partial(check_at, home=home, pages=pages, shots=shots)
    with ProcessPoolExecutor(len(WIDTHS), mp_context=get_context("spawn")) as pool:
        wrong = [what for found in pool.map(check, WIDTHS, THEMES) for what in found]
    print(f"{len(pages)} pages, each at {len(WIDTHS)} widths")
    return wrong


def check_at(
    width: int, theme: str, *, home: str, pages: list[str], shots: Path | None
) -> list[str]:
    """The problems of these pages at one width in one theme."""
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        heard: list[str] = []
        page = opened(browser, width, theme, home, heard)
        for name in pages:
            page.goto(f"{home}{name}")
            found = complaints(page, heard)
            wrong += [f"{name} at {width} in {theme}: {what}" for what in found]
            if shots:
                file = shots / f"{name.replace('/', '-')}-{width}-{theme}.png"
                page.screenshot(path=file, full_page=True)
        browser.close()
    return wrong


def search(browser: Browser, home: str) -> list[str]:
    """The search finds these terms, and every result leads to an existing anchor."""
    wrong: list[str] = []
    page = opened(browser, WIDTHS[0], THEMES[0], home, wrong)
    for words, wanted in SEARCHES.items():
        links = results(page, home, words)
        if not any(wanted in link for link in links[:RESULTS]):
            wrong.append(f"the search for {words!r} does not find {wanted}: {links[:RESULTS]}")
        for number, link in enumerate(links[:RESULTS]):
            if "#" not in link:
                continue
            results(page, home, words)
            page.locator("#search-results li a").nth(number).click()
            page.wait_for_load_state("networkidle")
            if not page.evaluate("!!document.querySelector(':target')"):
                wrong.append(f"the search for {words!r} gives a dead anchor: {link}")
    page.context.close()
    return wrong


def results(page: Page, home: str, words: str) -> list[str]:
    """The links of the results of a search, once all are there."""
    page.goto(f"{home}search.html?q={quote_plus(words)}")
    page.wait_for_selector("#search-results p.search-summary", timeout=10_000)
    page.wait_for_function("!document.querySelector('#search-progress:not(:empty)')")
    page.wait_for_load_state("networkidle")
    links: list[str] = page.eval_on_selector_all(
        "#search-results li a", "all => all.map(a => a.getAttribute('href'))"
    )
    return links


def page_not_found(browser: Browser, home: str) -> list[str]:
    """An unknown address shows our 404 page with its style, also in subfolders."""
    wrong: list[str] = []
    page = opened(browser, WIDTHS[0], THEMES[0], home, wrong)
    page.goto(f"{home}no/such/page.html")
    # The browser logs the missing page itself as an error.
    wrong[:] = [what for what in wrong if "status of 404" not in what]
    if "not found" not in page.inner_text("h1").lower():
        wrong.append("the 404 page has another heading")
    if page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Times"):
        wrong.append("the 404 page has no style")
    page.context.close()
    return wrong


def web_app(browser: Browser) -> list[str]:
    """The web app of the guide: two browsers open a table, and one makes a move."""
    sys.path.insert(0, str(EXAMPLES))
    server: ThreadingHTTPServer = import_module("web_app").make_server()
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    wrong: list[str] = []
    mine = opened(browser, WIDTHS[1], THEMES[0], home, wrong)
    mine.goto(home)
    mine.wait_for_selector("#variant option", state="attached")
    mine.click("form button")
    mine.wait_for_selector("#picture svg")
    theirs = opened(browser, WIDTHS[1], THEMES[1], home, wrong)
    theirs.goto(mine.get_attribute("#link", "href") or "")
    theirs.wait_for_selector("#picture svg")
    before = [page.inner_text("#status") for page in (mine, theirs)]
    mover = mine if mine.locator("#moves button").count() else theirs
    mover.locator("#moves button").first.click()
    mine.wait_for_timeout(2_500)  # both pages ask once a second
    after = [page.inner_text("#status") for page in (mine, theirs)]
    if before != after[::-1] or before == after:
        wrong.append(f"after a move the two pages show {after}")
    for page in (mine, theirs):
        wrong += complaints(page, [])
        page.context.close()
    server.shutdown()
    return [f"web app: {what}" for what in wrong]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, directory=str(given.folder.resolve()))
    )
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    wrong = check_pages(home, given.folder, given.shots)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wrong += search(browser, home) + page_not_found(browser, home) + web_app(browser)
        browser.close()
    server.shutdown()
    for what in wrong:
        print(f"!! {what}")
    print(json.dumps({"complaints": len(wrong)}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
