"""Pages of every kind open and keep to themselves; a notebook runs in its own frame."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

START = 120_000  # milliseconds: Python in the browser, on a slow machine


@pytest.mark.parametrize("lang", ["en", "ru", "kk"])
def test_pages_open(page: Page, lang: str) -> None:
    for path in ("index.html", "rules/bid-whist/auction.html", "guides/notebook.html", "search.html"):
        page.goto(f"/{lang}/{path}")
        assert page.locator("html").get_attribute("lang") == lang
        expect(page.locator("h1").first).to_be_visible()


def test_language_choice_is_a_page(page: Page) -> None:
    page.goto("/")
    assert page.url.rstrip("/").endswith(page.url.split("/")[2])
    expect(page.locator(".voices a")).to_have_count(3)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ru", "kk"])
def test_notebook_runs_where_it_stands(page: Page, lang: str) -> None:
    page.goto(f"/{lang}/guides/notebook.html")
    button = page.locator("button[data-book]")
    button.focus()
    page.keyboard.press("Enter")
    title = page.locator("iframe.book-frame").get_attribute("title")
    assert title
    frame = page.frame_locator("iframe.book-frame")
    cell = frame.locator(".jp-CodeCell").first
    cell.locator(".cm-content").click(timeout=START)
    page.keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-InputPrompt")).to_have_text("[1]:", timeout=START)
