"""A deal in a real browser: by keyboard, by address, in another language, without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook import game, read
from rulebook.i18n import LANGS
from tests.browser import tools
from tests.browser.conftest import Opener

RECORDED = "deals/recorded-hand.html"  # breaks off after seven tricks
SCORED = "rules/bid-whist/auction.html"  # a whole deal
WHOLE = "bid-whist/deals/set"


def deal_on(page: Page) -> Locator:
    return page.locator("[data-replay]").first


def at(page: Page) -> int:
    return int(deal_on(page).locator("[data-count]").inner_text())


def said(page: Page) -> str:
    return deal_on(page).locator("[role='status'][data-say]").inner_text()


@pytest.mark.parametrize("name", [RECORDED, SCORED])
def test_by_keyboard_to_the_end_and_back(tab: Page, lang: str, name: str) -> None:
    tab.goto(f"/{lang}/{name}")
    deal = deal_on(tab)
    steps = tools.document(deal)["steps"]
    following = deal.locator("[data-do='next']")
    following.focus()
    scroll = tab.evaluate("() => scrollY")
    heard = []
    for step in steps:
        tab.keyboard.press("ArrowRight")
        heard.append(said(tab))
        assert at(tab) == step["n"]
    assert heard == [step["text"] for step in steps]
    tab.keyboard.press("ArrowRight")
    assert at(tab) == len(steps)
    expect(following).to_have_attribute("aria-disabled", "true")
    expect(following).to_be_focused()
    assert tab.evaluate("() => scrollY") == scroll
    back = []
    for _ in steps[1:]:
        tab.keyboard.press("ArrowLeft")
        back.append(said(tab))
    assert back == heard[-2::-1]
    tools.press(tab, "End")
    assert (at(tab), said(tab)) == (len(steps), heard[-1])
    tools.press(tab, "Home")
    assert at(tab) == 0
    expect(following).to_be_focused()


def test_steps_are_the_actions_then_the_score(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/{SCORED}")
    found = tools.document(deal_on(tab))
    actions = list(game("bid-whist").replay(read(WHOLE)))
    scored = [step for step in found["steps"] if step["phase"] == "score"]
    assert len(found["steps"]) == len(actions) + len(found["ledger"])
    assert found["steps"][len(actions) :] == scored
    called = [step["actor"] for step in found["steps"] if step["phase"] == "auction" and not step.get("forced")]
    assert called == list("NESW")  # a pass is a step
    tools.press(tab, "Tab")
    deal_on(tab).locator("[data-do='last']").click()
    rows = deal_on(tab).locator("table.ledger tbody tr")
    expect(rows).to_have_count(len(scored))
    expect(rows.last).to_be_visible()
    href = deal_on(tab).locator("[data-why] a").first.get_attribute("href") or ""
    assert href.endswith("#" + scored[-1]["rule"].replace(".", "-"))


def test_keys_for_tricks_hands_and_help(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/{SCORED}")
    deal = deal_on(tab)
    tab.locator("h1").click()
    tools.press(tab, "ArrowRight", "End")
    assert at(tab) == 0  # the keys are the page's until the focus is inside the deal
    deal.locator("[data-do='next']").focus()
    tools.press(tab, "Shift+ArrowRight", "Shift+ArrowRight")
    expect(deal.locator(".trick .card.on")).to_have_count(4)
    expect(deal.locator(".trick .card.won")).to_have_count(1)
    second = at(tab)
    tools.press(tab, "Shift+ArrowLeft")
    assert at(tab) == second - 4
    # the key beside G, whatever letter the layout gives it
    tab.evaluate(
        """() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { code: "KeyH", key: "\\u0440", bubbles: true, cancelable: true }))"""
    )
    expect(deal.locator(".hand.covered")).to_have_count(4)
    tools.press(tab, "h")
    expect(deal.locator(".hand.covered")).to_have_count(0)
    tools.press(tab, "Shift+Slash")
    expect(deal.locator("table.keys")).to_be_visible()
    tools.press(tab, "Escape")
    expect(deal.locator("table.keys")).to_be_hidden()
    tools.press(tab, "Control+ArrowRight", "Alt+ArrowDown")
    assert at(tab) == second - 4
    expect(deal.locator("[data-do='next']")).to_be_focused()


def test_an_address_opens_the_step_and_copy_gives_it(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/{RECORDED}#recorded_12")
    deal = deal_on(tab)
    steps = tools.document(deal)["steps"]
    assert (at(tab), said(tab)) == (12, steps[11]["text"])
    expect(deal.locator(".board")).to_be_in_viewport()
    deal.locator("[data-do='next']").focus()
    tools.press(tab, "ArrowRight", "c")
    expect(deal.locator("[data-copied]")).not_to_be_empty()
    copied = tab.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(f"/{lang}/{RECORDED}#recorded_13")
    assert tab.url.endswith("#recorded_12")  # stepping writes no history
    tab.goto("about:blank")
    tab.goto(copied)
    assert said(tab) == steps[12]["text"]


def test_the_language_switch_keeps_the_step(tab: Page, lang: str) -> None:
    there = LANGS[LANGS.index(lang) - 1]
    tab.goto(f"/{lang}/{RECORDED}")
    deal_on(tab).locator("[data-do='next']").focus()
    tools.press(tab, *["ArrowRight"] * 7)
    tab.locator(f"a[data-lang][hreflang='{there}']").click()
    tab.wait_for_url(f"**/{there}/{RECORDED}#recorded_7")
    assert at(tab) == 7
    assert said(tab) == tools.document(deal_on(tab))["steps"][6]["text"]


def test_the_whole_deal_reads_without_script(open_context: Opener, lang: str) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"/{lang}/{SCORED}")
    deal = deal_on(page)
    expect(deal.locator(".board")).to_be_hidden()
    for kind in ("dealt", "calls", "exchange", "tricks", "ledger"):
        expect(deal.locator(f"table.{kind} caption")).to_be_visible()
        expect(deal.locator(f"table.{kind} th[scope]").first).to_be_visible()
    steps = tools.document(deal)["steps"]
    words = deal.locator(".words li")
    assert [text.startswith(step["text"]) for text, step in zip(words.all_inner_texts(), steps, strict=True)] == [
        True
    ] * len(steps)
    expect(words.last).to_be_visible()
    cell = deal.locator("table.tricks td a").first
    place = (cell.get_attribute("href") or "").removeprefix("#")
    cell.click()
    expect(page.locator(f"#{place}")).to_be_in_viewport()


@pytest.mark.parametrize("name", [RECORDED, "deals/foster-1.html"])
def test_the_board_fits_a_phone_at_every_step(open_context: Opener, lang: str, name: str) -> None:
    page = open_context(viewport={"width": 320, "height": 700}).new_page()
    page.goto(f"/{lang}/{name}")
    deal = deal_on(page)
    steps = len(tools.document(deal)["steps"])
    deal.locator("[data-do='next']").focus()
    button, moved = deal.locator("[data-do='next']").bounding_box(), 0
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        assert tools.width(page) == 320
        moved += deal.locator("[data-do='next']").bounding_box() != button
    assert moved == 0  # the button stays under the finger


def test_letters_and_colours_are_the_readers_choice(page: Page) -> None:
    page.goto(f"/ru/{SCORED}")
    deal = deal_on(page)
    hands = deal.locator(".hand")
    assert re.search("[ТКДВ]", "".join(hands.all_inner_texts()))
    deal.locator(".extra summary").first.click()
    deal.locator("input[data-pref='letters'][value='latin']").check()
    deal.locator("input[data-pref='suits'][value='four']").check()
    assert not re.search("[ТКДВ]", "".join(hands.all_inner_texts()))
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-letters", "latin")
    expect(root).to_have_attribute("data-suits", "four")
    assert not re.search("[ТКДВ]", "".join(hands.all_inner_texts()))
