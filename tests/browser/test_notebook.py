"""The notebook: opened on the page and by its link, it runs at once with our engine."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FrameLocator, Page, TimeoutError, expect

from _site import lite
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


def running(opened: Callable[[], tuple[Book, Page]]) -> Book:
    """The notebook with its first cells run; opened anew, as a reader would, when its kernel hangs at the start."""
    for _ in range(2):
        with contextlib.suppress(AssertionError, TimeoutError):
            return run_first(*opened())
    return run_first(*opened())


def test_on_the_page(page: Page, lang: str) -> None:
    weights: list[tools.Weight] = []

    def opened() -> tuple[Book, Page]:
        page.goto(f"/{lang}/index.html")
        page.goto(f"/{lang}/{GUIDE}")
        weights.append(tools.Weight(page))
        button = page.locator("button[data-book]")
        title = button.get_attribute("data-title")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("iframe.book-frame")).to_have_attribute("title", title or "-")
        return page.frame_locator("iframe.book-frame"), page

    book = running(opened)
    shown = book.frame_locator("iframe.rulebook-deal")
    deal = shown.locator("[data-replay]")
    expect(deal.locator("[data-do='next']")).to_be_visible(timeout=START)
    deal.locator("[data-do='next']").click()
    expect(deal.locator("[data-count]")).to_have_text("1")
    expect(deal.locator("[data-say]")).to_have_text(tools.document(deal)["steps"][0]["text"])
    expect(deal.locator("[data-do='next']")).to_contain_text({"en": "Next", "ru": "Далее", "kk": "Келесі"}[lang])
    if lang == "en":  # the size that the button names
        loaded = sum(len(body) for url, body in weights[-1].bodies().items() if "/lite/" in url)
        assert abs(loaded - lite.APPLICATION) < lite.APPLICATION / 10


def test_by_its_link(open_context: Opener, lang: str) -> None:
    def opened() -> tuple[Book, Page]:
        page = open_context().new_page()
        page.goto(f"/{lang}/{GUIDE}")
        with page.expect_popup() as popup:
            page.locator(".book a").click()
        return popup.value, popup.value

    book = running(opened)
    expect(book.locator("iframe.rulebook-deal")).to_be_visible(timeout=START)
    menu = book.locator(".lm-MenuBar-itemLabel").first
    expect(menu).to_have_text({"en": "File", "ru": "Файл", "kk": "File"}[lang])
