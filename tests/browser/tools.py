"""What several browser tests ask of a page."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

from _site.paths import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# Text on a page and in its labels that is meant for a reader of its language: no code, no keys of
# the keyboard, nothing that says itself that it is English.
_READ = """() => {
  const own = (el) => !el.closest("code, pre, kbd, script, style, noscript, svg, textarea, template, [lang=en]");
  const found = [document.title, document.querySelector("meta[name=description]")?.content ?? ""];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (own(walk.currentNode.parentElement)) found.push(walk.currentNode.data);
  const labels = "aria-label aria-valuetext title placeholder alt data-title data-none data-done".split(" ");
  for (const name of labels)
    for (const el of document.querySelectorAll(`[${name}]`)) if (own(el)) found.push(el.getAttribute(name));
  return found.join("\\n");
}"""


def names(site: Path, lang: str) -> list[str]:
    """Every page of a language, from its root."""
    root = site / lang
    found = (path.relative_to(root) for path in root.rglob("*.html"))
    return sorted(path.as_posix() for path in found if path.parts[0] != "_static")


def largest_rules_page(site: Path, lang: str) -> str:
    root = site / lang
    return max(root.glob("rules/*/*.html"), key=lambda path: path.stat().st_size).relative_to(root).as_posix()


def words(page: Page) -> str:
    """All the text that a reader of the page's language meets, hidden text and labels included."""
    return str(page.evaluate(_READ))


def width(page: Page) -> int:
    """How wide the page is, in CSS pixels; more than the window if it scrolls sideways."""
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


def document(deal: Locator) -> dict[str, Any]:
    """The document that a deal on a page carries."""
    read = json.loads(deal.locator(":scope > script[type='application/json']").text_content() or "")
    assert isinstance(read, dict)
    return read


def faults(page: Page, *rules: str) -> list[str]:
    """Serious and critical findings of axe, a line each; of all its rules, or of these."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [
        f"{page.url}: {one['id']}: {node['html'][:160]} {' '.join(node['failureSummary'].split())}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


class Weight:
    """Bytes of every response, and what they would weigh packed with gzip -9."""

    def __init__(self, page: Page) -> None:
        self._seen: list[Response] = []
        page.context.on("response", lambda response: self._seen.append(response))

    def bodies(self) -> dict[str, bytes]:
        return {one.url: one.body() for one in self._seen if one.status == 200}

    def packed(self) -> int:
        return sum(len(gzip.compress(body, 9)) for body in self.bodies().values())


def run(cell: Locator, code: str | None = None, *, timeout: float) -> None:
    """Runs a Try-it cell, with this code if given, and waits for its answer."""
    if code is not None:
        cell.locator("textarea").fill(code)
    cell.locator("[data-do='run']").click()
    expect(cell).to_have_attribute("data-state", "done", timeout=timeout)
