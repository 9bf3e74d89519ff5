"""The notebook: opened on the page and by its link, it runs at once with our engine."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from _site import lite
from rulebook import game, read
from tests.browser import tools
from tests.browser.conftest import SECOND, START, Opener

pytestmark = pytest.mark.slow

GUIDE = "guides/notebook.html"
TRY = 60 * SECOND  # a start takes about ten seconds


Book = Page | FrameLocator


def run_first(book: Book, page: Page) -> Book:
    """Runs the cell that loads the engine and the record, then the one that shows the deal."""
    # before it has a kernel the notebook answers Shift+Enter with a dialog
    expect(book.locator(".jp-KernelName")).to_have_text("Python (Pyodide)", timeout=TRY)
    expect(book.locator(".jp-Notebook-ExecutionIndicator")).to_have_attribute("data-status", "idle", timeout=TRY)
    cells = book.locator(".jp-CodeCell")
    for cell in (cells.first, cells.nth(1)):
        cell.locator(".cm-content").click(timeout=TRY)
        tools.press(page, "Shift+Enter")
        expect(cell.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]:"), timeout=TRY)
    return book


def test_on_the_page(page: Page, lang: str) -> None:
    page.goto(f"/{lang}/{GUIDE}")
    weight = tools.Weight(page)
    button = page.locator("button[data-book]")
    title = button.get_attribute("data-title")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("iframe.book-frame")).to_have_attribute("title", title or "-")
    book = run_first(page.frame_locator("iframe.book-frame"), page)
    shown = book.frame_locator("iframe.rulebook-deal")
    deal = shown.locator("[data-replay]")
    expect(deal.locator("[data-do='next']")).to_be_visible(timeout=START)
    deal.locator("[data-do='next']").click()
    expect(deal.locator("[data-count]")).to_have_text("1")
    expect(deal.locator("[data-say]")).to_have_text(tools.document(deal)["steps"][0]["text"])
    expect(deal.locator("[data-do='next']")).to_contain_text({"en": "Next", "ru": "Далее", "kk": "Келесі"}[lang])
    if lang == "en":  # the size that the button names
        loaded = sum(len(body) for url, body in weight.bodies().items() if "/lite/" in url)
        assert abs(loaded - lite.APPLICATION) < lite.APPLICATION / 10


def test_the_deal_can_be_played_differently(page: Page, lang: str) -> None:
    """The frame in the notebook finds the engine of the site, which rules on another first call."""
    page.goto(f"/{lang}/{GUIDE}")
    page.locator("button[data-book]").click()
    book = run_first(page.frame_locator("iframe.book-frame"), page)
    deal = book.frame_locator("iframe.rulebook-deal").locator("[data-replay]")
    deal.locator("[data-do='whatif']").click(timeout=START)
    tries = deal.locator("[data-tries] [data-line]")
    expect(tries.first).to_be_visible(timeout=START)
    whist = game("bid-whist")
    start = whist.start(read("bid-whist/deals/set").setup(whist))
    other = random.SystemRandom().choice([f"N {call}" for call in ("3high", "4low", "5NT", "7low")])
    tries.and_(deal.locator(f"[data-line='{other}']")).click()
    expect(deal.locator(".left")).to_be_visible()
    expect(deal.locator("[data-say]")).to_contain_text(whist.rule(start, other).explain(lang))
    assert (deal.locator("[data-why] a").first.get_attribute("href") or "").startswith(
        page.url.partition(f"/{lang}/")[0]
    )
    page.keyboard.press("Escape")
    expect(deal.locator(".left")).to_be_hidden()
    expect(deal.locator("[data-count]")).to_have_text("0")


def test_by_its_link(open_context: Opener, lang: str) -> None:
    page = open_context().new_page()
    page.goto(f"/{lang}/{GUIDE}")
    with page.expect_popup() as popup:
        page.locator(".book a").click()
    book = run_first(popup.value, popup.value)
    expect(book.locator("iframe.rulebook-deal")).to_be_visible(timeout=START)
    menu = book.locator(".lm-MenuBar-itemLabel").first
    expect(menu).to_have_text({"en": "File", "ru": "Файл", "kk": "File"}[lang])
