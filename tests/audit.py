"""What depends on the clock or takes long: how soon the engine answers, how fast a deal steps, what pages weigh,
and 100,000 random steps of play.

`make audit` prints the figures; nothing fails because a machine is slow. The inline cell and the
notebook cell take turns, so that a busy machine is busy for both.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from _site import chromium, serve
from _site.paths import LANGS, ROOT, SITE, say
from tests import playouts
from tests.browser import tools

ROUNDS = 3
WAIT = 180_000  # milliseconds
CELL = "rules/bid-whist/auction.html"
GUIDE = "guides/notebook.html"
DEAL = "deals/recorded-hand.html"
KIND = {"index.html": "home", DEAL: "a deal", "search.html": "search"}


def seconds(page: Page, act: Callable[[], None], until: Callable[[], None]) -> float:
    """From the reader's click to the answer; the page itself is there already."""
    page.wait_for_load_state("networkidle")
    began = time.perf_counter()
    act()
    until()
    return time.perf_counter() - began


def inline(context: BrowserContext) -> float:
    """A Try-it cell: from Run to the ruling."""
    page = context.new_page()
    page.goto(f"/en/{CELL}")
    cell = page.locator("#try-1")
    cell.scroll_into_view_if_needed()
    took = seconds(
        page,
        cell.locator("[data-do='run']").click,
        lambda: cell.and_(page.locator("[data-done='no']")).wait_for(timeout=WAIT),
    )
    page.close()
    return took


def notebook(context: BrowserContext) -> float:
    """The notebook: from its button to the end of its first cell, run as soon as it can be."""
    page = context.new_page()
    page.goto(f"/en/{GUIDE}")
    book = page.frame_locator("iframe.book-frame")
    cell = book.locator(".jp-CodeCell").first

    def answered() -> None:
        # for a blink the cells are there and no kernel is chosen yet: a key then is lost
        book.locator(".jp-Toolbar-kernelName", has_text="Python (Pyodide)").first.wait_for(timeout=WAIT)
        cell.locator(".cm-content").click(timeout=WAIT)
        page.keyboard.press("Shift+Enter")
        cell.locator(".jp-InputPrompt", has_text="[1]:").wait_for(timeout=WAIT)

    took = seconds(page, page.locator("button[data-book]").click, answered)
    page.close()
    return took


def first_answers(profile: Callable[[], BrowserContext]) -> None:
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for way in (inline, notebook):
            context = profile()
            for state in ("cold", "warm"):  # an empty cache, then the one that the first run left
                found.setdefault(f"{state} {way.__name__}", []).append(way(context))
            context.close()
    for name, times in found.items():
        say(f"{name:15}  " + "  ".join(f"{t:5.1f} s" for t in times) + f"   median {median(times):.1f} s")
    for state in ("cold", "warm"):
        pairs = zip(found[f"{state} inline"], found[f"{state} notebook"], strict=True)
        say(f"{state}: inline / notebook = {median(a / b for a, b in pairs):.2f}")


# From the key to the changed page, layout included, and to the frame that shows it.
_CLOCK = """() => {
  window.times = [];
  let began;
  addEventListener("keydown", () => { began = performance.now(); }, true);
  addEventListener("keydown", () => {
    document.body.offsetHeight;
    const changed = performance.now() - began;
    requestAnimationFrame(() => setTimeout(() => window.times.push([changed, performance.now() - began])));
  });
}"""


def stepping(page: Page) -> None:
    for name in (DEAL, "deals/foster-1.html"):
        page.goto(f"/en/{name}")
        deal = page.locator("[data-replay]")
        steps = len(tools.document(deal)["steps"])
        page.evaluate(_CLOCK)
        deal.locator("[data-do='next']").focus()
        for n in range(steps):
            page.keyboard.press("ArrowRight")
            page.wait_for_function("(n) => window.times.length > n", arg=n)
        changed, drawn = zip(*page.evaluate("() => window.times"), strict=True)
        say(
            f"{name}: {steps} steps, key to changed step: median {median(changed):.1f} ms, "
            f"worst {max(changed):.1f} ms; to the frame: median {median(drawn):.1f} ms"
        )


def weights(profile: Callable[[], BrowserContext]) -> None:
    for lang in LANGS:
        largest = tools.largest_rules_page(SITE, lang)
        parts = []
        for name in (largest, *KIND):
            context = profile()
            page = context.new_page()
            weight = tools.Weight(page)
            page.goto(f"/{lang}/{name}")
            page.wait_for_load_state("networkidle")
            parts.append(f"{KIND.get(name, name)} {weight.packed() / 1000:.1f}")
            context.close()
        say(f"{lang}: first load, KB packed with gzip -9: " + ", ".join(parts))


def second_build() -> None:
    began = time.perf_counter()
    subprocess.run(["make", "--no-print-directory", "site"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    say(f"make site with nothing changed: {time.perf_counter() - began:.1f} s")


@contextmanager
def served() -> Iterator[str]:
    running = serve.server()
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()
    thread.join()


def measure(browser: Browser, address: str) -> None:
    def profile() -> BrowserContext:
        return browser.new_context(base_url=address)

    weights(profile)
    context = profile()
    stepping(context.new_page())
    context.close()
    first_answers(profile)


def main() -> int:
    for family in playouts.FAMILIES:
        playouts.long_run(say=say, family=family)
    second_build()
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.ensure(), args=list(chromium.FLAGS))
        measure(browser, address)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
