"""Figures of the built site in a real Chromium: page weight, steps of a deal, first answers of cell and notebook."""

from __future__ import annotations

import threading
from collections.abc import Callable
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from _site import chromium, serve
from _site.paths import LANGS, SITE
from tests.browser import tools

ROUNDS = 3
START = 120_000
CELL = "/en/rules/bid-whist/auction.html"
NOTEBOOK = "/lite/notebooks/index.html?path=en/replay-a-deal.ipynb"
DEAL = "/en/deals/recorded-hand.html"


def weights(browser: Browser, address: str) -> None:
    """The largest rules page of each language, every response packed with gzip -9, before any click."""
    for lang in LANGS:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        weight = tools.Weight(page)
        name = tools.largest_rules_page(SITE, lang)
        page.goto(f"/{lang}/{name}", wait_until="networkidle")
        print(f"weight {lang} {name}: {weight.packed() / 1000:.1f} kB in {len(weight.bodies())} responses")
        context.close()


# Time from a key to the changed step on the screen, for every step of a deal, inside the page.
_STEPS = """async () => {
  const deal = document.querySelector("[data-replay]"), count = () => deal.querySelector("[data-count]").textContent;
  deal.querySelector("[data-do='first']").click();
  const button = deal.querySelector("[data-do='next']");
  button.focus();
  const times = [];
  for (let before = count(); ; before = count()) {
    const start = performance.now();
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", code: "ArrowRight", bubbles: true }));
    await new Promise(requestAnimationFrame);
    if (count() === before) return times;
    deal.getBoundingClientRect();
    times.push(performance.now() - start);
  }
}"""


def steps(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto(DEAL)
    times = page.evaluate(_STEPS)
    print(f"steps: {len(times)}, key to drawn step median {median(times):.1f} ms, worst {max(times):.1f} ms")
    context.close()


def run_cell(page: Page) -> None:
    page.goto(CELL)
    tools.run(page.locator("#try-1"), timeout=START)


def run_notebook(page: Page) -> None:
    page.goto(NOTEBOOK)
    cell = page.locator(".jp-CodeCell").first
    cell.locator(".cm-content").click(timeout=START)
    page.keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-InputPrompt").first).to_have_text("[1]:", timeout=START)


def timed(context: BrowserContext, run: Callable[[Page], None]) -> float:
    page = context.new_page()
    start = perf_counter()
    run(page)
    seconds = perf_counter() - start
    page.close()
    return seconds


def answers(browser: Browser, address: str) -> None:
    """Navigation to first answer, click included: fresh profile (cold), then again in it (warm), in turn."""
    found: dict[tuple[str, str], list[float]] = {}
    ways = {"cell": run_cell, "notebook": run_notebook}
    for _ in range(ROUNDS):
        for name, run in ways.items():
            context = browser.new_context(base_url=address)
            for state in ("cold", "warm"):
                found.setdefault((name, state), []).append(timed(context, run))
            context.close()
    for state in ("cold", "warm"):
        cell, notebook = (median(found[name, state]) for name in ways)
        print(f"first answer {state}: cell {cell:.1f} s, notebook {notebook:.1f} s, ratio {cell / notebook:.2f}")


def main() -> None:
    served = serve.server()
    threading.Thread(target=served.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{served.server_port}"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium.ensure(), args=list(chromium.FLAGS))
        for part in (weights, steps, answers):
            part(browser, address)
        browser.close()
    served.shutdown()
    served.server_close()


if __name__ == "__main__":
    main()
