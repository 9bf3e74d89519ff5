"""A deal in a real browser: by keyboard, by address, in another language, without script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rulebook.i18n import LANGS

PAGE = "rules/bid-whist/auction.html"
SAY = "[data-replay] [data-say]"


def steps_of(page: Page) -> list[dict[str, Any]]:
    """The steps of the first deal of the page, from the data it carries."""
    data = page.locator("[data-replay] > script[type='application/json']").first.text_content()
    steps: list[dict[str, Any]] = json.loads(data or "")["steps"]
    return steps


def test_a_deal_by_keyboard_to_the_end_and_back(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    steps = steps_of(page)
    page.locator("[data-replay] [data-do='next']").focus()
    heard = []
    for _ in steps:
        page.keyboard.press("ArrowRight")
        heard.append(page.locator(SAY).text_content())
    assert heard == [step["text"] for step in steps]
    expect(page.locator("[data-do='next']")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-do='next']")).to_be_focused()
    back = []
    for _ in steps[1:]:
        page.keyboard.press("ArrowLeft")
        back.append(page.locator(SAY).text_content())
    assert back == heard[-2::-1]
    page.keyboard.press("End")
    expect(page.locator("[data-count]")).to_have_text(str(len(steps)))
    page.keyboard.press("Home")
    expect(page.locator("[data-count]")).to_have_text("0")


def test_keys_work_only_inside_the_deal_and_in_any_layout(page: Page) -> None:
    page.goto(f"/ru/{PAGE}")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-count]")).to_have_text("0")
    page.locator("[data-do='next']").focus()
    page.keyboard.press("Shift+ArrowRight")
    trick = page.locator(".trick .card.on")
    expect(trick).to_have_count(4)
    expect(page.locator(".trick .card.won")).to_have_count(1)
    page.evaluate(
        """() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { code: "KeyH", key: "\\u0440", bubbles: true, cancelable: true }))"""
    )
    expect(page.locator(".hand.covered")).to_have_count(4)
    page.keyboard.press("Shift+Slash")
    expect(page.locator("[data-keys]")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-keys]")).not_to_have_attribute("open", "")


@pytest.mark.parametrize(("here", "there"), [("en", "ru"), ("ru", "kk"), ("kk", "en")])
def test_the_language_switch_keeps_page_and_step(page: Page, here: str, there: str) -> None:
    page.goto(f"/{here}/{PAGE}")
    steps = steps_of(page)
    page.locator("[data-do='next']").focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    expect(page.locator(SAY)).to_have_text(steps[6]["text"])
    page.locator(f"a[data-lang][hreflang='{there}']").first.click()
    page.wait_for_url(re.compile(rf"/{there}/{re.escape(PAGE)}#.*_7$"))
    expect(page.locator("[data-count]")).to_have_text("7")
    expect(page.locator(SAY)).to_have_text(steps_of(page)[6]["text"])


@pytest.mark.parametrize(("here", "there"), [("en", "kk"), ("kk", "ru")])
def test_the_language_switch_keeps_the_rule(page: Page, here: str, there: str) -> None:
    page.goto(f"/{here}/{PAGE}#bid-whist-auction-beat")
    page.locator(f"a[data-lang][hreflang='{there}']").first.click()
    page.wait_for_url(f"**/{there}/{PAGE}#bid-whist-auction-beat")
    expect(page.locator("#bid-whist-auction-beat")).to_be_in_viewport()


@pytest.mark.parametrize("lang", LANGS)
def test_the_whole_deal_reads_without_script(open_context: Callable[..., BrowserContext], lang: str) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"/{lang}/{PAGE}")
    steps = steps_of(page)
    expect(page.locator("[data-replay] .board")).to_be_hidden()
    words = page.locator("[data-replay] .words li")
    expect(words).to_have_count(len(steps))
    expect(words.last).to_be_visible()
    for table in ("dealt", "calls", "tricks", "ledger"):
        expect(page.locator(f"[data-replay] table.{table} caption")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_deal_fits_a_narrow_phone(open_context: Callable[..., BrowserContext], scheme: str) -> None:
    page = open_context(viewport={"width": 320, "height": 700}, color_scheme=scheme).new_page()
    for lang in LANGS:
        page.goto(f"/{lang}/{PAGE}")
        page.locator("[data-do='last']").click()
        assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_letters_and_colours_are_kept(page: Page) -> None:
    page.goto(f"/ru/{PAGE}")
    page.locator(".extra summary").first.click()
    page.locator("input[data-pref='letters'][value='latin']").check()
    page.locator("input[data-pref='suits'][value='four']").check()
    assert "K" in (page.locator(".hand").first.inner_text() + page.locator(".hand").nth(1).inner_text())
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-letters", "latin")
    expect(root).to_have_attribute("data-suits", "four")
