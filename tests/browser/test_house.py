"""The page of house rules: switches whose state is in the address, and the check by the browser's Python."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook.house.asked import labels, told
from rulebook.house.check import Findings, check
from rulebook.house.code import encode
from rulebook.house.rules import edition, understood
from rulebook.house.sheet import Sheet
from rulebook.house.told import found
from rulebook.i18n import lang as language
from tests.browser import tools
from tests.browser.conftest import START, Opener, Visit

GAME = "bid-whist-cutthroat"
PAGE = f"house-rules/{GAME}.html"
SHEET = Sheet(GAME, options={"jokers": "1", "kitty": "none", "low_ace": "worst"})
CLASH = {"kitty": "none"}  # 54 cards cannot be dealt out

slow = pytest.mark.slow


def switch(page: Page, key: str) -> Locator:
    return page.locator(f"[data-key='{key}']")


def choose(page: Page, **options: str) -> None:
    for key, value in options.items():
        switch(page, key).locator(f"input[value='{value}']").check()


def chosen(page: Page) -> dict[str, str]:
    """The choices that differ from the published ones, as the switches show them."""
    expect(page.locator("form.house .bar")).to_be_visible()  # the script runs
    inputs = page.locator("form.house input:checked").all()
    changed = [i for i in inputs if not i.evaluate("input => input.defaultChecked")]
    return {i.get_attribute("name") or "": i.get_attribute("value") or "" for i in changed}


def hash_of(page: Page) -> str:
    return urlsplit(page.url).fragment


def checked(page: Page) -> Locator:
    page.locator("[data-do='check']").click()
    expect(page.locator("#house-found")).to_be_visible(timeout=START)
    return page.locator("#house-found")


def findings(**options: str) -> Findings:
    sheet = Sheet(GAME, options=options)
    return check(sheet, *understood(sheet))


def test_the_state_is_in_the_address(page: Page, visit: Visit, lang: str) -> None:
    words, options = labels(language(lang)), {"sport": "always", "low_ace": "worst"}
    page.goto(f"/{lang}/{PAGE}")
    choose(page, **options)
    assert dict(word.split("=") for word in hash_of(page).split(",")) == options
    expect(page.locator("[data-count]")).to_have_text(words["chosen"].replace("{n}", "2"))
    expect(switch(page, "sport").locator(".mark-other")).to_have_text(words["other"])
    page.reload()
    assert chosen(page) == options
    other = {"en": "ru", "ru": "kk", "kk": "en"}[lang]
    page.locator(f"a[data-lang][hreflang='{other}']").click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert chosen(page) == options
    page.locator("[data-do='reset']").click()
    assert (chosen(page), hash_of(page)) == ({}, "")
    assert not [url for url in visit.requests if "/engine/" in url]  # nothing comes before it is asked for


def test_a_place_on_the_page_loses_nothing(page: Page) -> None:
    page.goto(f"/en/{PAGE}#sport=always")
    choose(page, low_ace="worst")
    page.evaluate("() => { location.hash = '#agreement' }")
    page.reload()
    assert chosen(page) == {"sport": "always", "low_ace": "worst"}


def test_an_address_with_errors_is_told_and_the_page_stays_usable(page: Page, lang: str) -> None:
    page.goto(f"/{lang}/{PAGE}#jokers=7,nothing=on,low_ace=worst,%E0%A4%A,__proto__=1,<b>=2")
    expect(page.locator("[data-told]")).to_contain_text("jokers=7 nothing=on")
    assert chosen(page) == {"low_ace": "worst"}
    choose(page, sport="always")
    assert set(hash_of(page).split(",")) == {"low_ace=worst", "sport=always"}


def test_a_preset_sets_the_switches(page: Page) -> None:
    page.goto("/en/house-rules/bid-whist.html")
    page.locator("form.house select").select_option("detroit")
    assert hash_of(page) == "preset=detroit"
    detroit = chosen(page)
    assert len(detroit) > 2
    page.reload()
    assert chosen(page) == detroit
    expect(page.locator("form.house select")).to_have_value("detroit")


@slow
def test_a_check_shows_both_results(tab: Page, lang: str) -> None:
    words, options = labels(language(lang)), {"low_ace": "worst", "cut_kitty_book": "no"}
    wanted = findings(**options)
    doc = found(wanted, language(lang))
    tab.goto(f"/{lang}/{PAGE}#" + ",".join(f"{k}={v}" for k, v in options.items()))
    shown = checked(tab)
    summary = words["checked"].replace("{all}", str(wanted.compared)).replace("{n}", str(len(wanted.changes)))
    expect(shown.locator("h2")).to_have_text(summary)
    expect(tab.locator("[data-told]")).to_have_text(summary)
    for box in shown.locator("details > summary").all():
        box.click()
    expect(shown.locator("section.case")).to_have_count(len(wanted.changes))
    assert wanted.changes
    for item in doc["changes"]:
        case = shown.locator("section.case").filter(has=tab.get_by_text(item["title"], exact=True))
        for side in "ab":
            expect(case).to_contain_text(told(item[side], language(lang))["text"])
    link = shown.locator("section.case a").first
    assert (link.get_attribute("href") or "").partition("#")[2].startswith("case-bid-whist-")
    expect(shown).to_contain_text(doc["closest"]["title"] or words["default"])
    expect(shown).to_contain_text(encode(Sheet(GAME, options=options, edition=edition())))
    assert (shown.locator(".take a").last.get_attribute("href") or "") == tab.url
    with tab.expect_download() as got:
        shown.locator("a[download$='.html']").click()
    assert "<!doctype html>" in got.value.path().read_text("utf-8")


@slow
def test_conflicts_and_open_questions_stand_at_the_switch(tab: Page, lang: str) -> None:
    words = labels(language(lang))
    tab.goto(f"/{lang}/{PAGE}")
    checked(tab)
    choose(tab, **CLASH)
    (clash,) = findings(**CLASH).clashes
    out = switch(tab, "kitty").locator("[data-found]")
    expect(out).to_contain_text(clash.explain(lang))
    expect(out.locator("a.cite")).to_be_visible()
    expect(out.locator(".verdict.no")).to_have_text(words["no"])
    expect(tab.locator("[data-told]")).to_contain_text(clash.explain(lang))  # and it is heard
    expect(tab.locator("[data-stale]")).to_have_text(words["stale"])
    shown = checked(tab)
    expect(shown.locator("h2")).to_have_text(words["impossible"])
    shown.get_by_role("link").first.focus()
    tab.locator("[data-do='reset']").click()
    expect(out).to_be_hidden()


@slow
def test_a_code_in_the_address_sets_the_switches(page: Page) -> None:
    options = {"low_ace": "worst", "sport": "always"}
    page.goto(f"/en/{PAGE}#s={encode(Sheet(GAME, options=options))}")
    page.locator("[data-do='decode']").click()
    expect(page.locator("[data-do='decode']")).to_be_hidden(timeout=START)
    assert chosen(page) == options
    for code in (encode(Sheet("bridge")), "A" * 9000, "%3Cscript%3E", encode(SHEET)[:-1]):
        page.evaluate("hash => { location.hash = hash }", f"s={code}")
        page.locator("[data-do='decode']").click()
        expect(page.locator("[data-told]")).to_have_text(re.compile(r"code"), timeout=START)
        assert chosen(page) == {}
        choose(page, sport="always")
        expect(page.locator("[data-do='decode']")).to_be_hidden()
        assert hash_of(page) == "sport=always"


@slow
def test_loading_can_be_cancelled(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    page.context.route("**/engine/*.wasm", lambda _route: None)  # it never comes
    page.locator("[data-do='check']").click()
    page.locator("[data-do='cancel']").click()
    expect(page.locator("[data-told]")).to_have_text(labels(language("en"))["stopped"])
    expect(page.locator("form.house")).not_to_have_attribute("aria-busy", "true")
    page.context.unroute("**/engine/*.wasm")
    expect(checked(page).locator("h2")).to_contain_text("78")


def test_without_the_engine_the_choices_stay(page: Page, visit: Visit, lang: str) -> None:
    page.context.route("**/engine/**", lambda route: route.abort())
    page.goto(f"/{lang}/{PAGE}#sport=always")
    page.locator("[data-do='check']").click()
    expect(page.locator("[data-told]")).to_have_text(labels(language(lang))["failed"])
    assert chosen(page) == {"sport": "always"}
    visit.wrong.clear()


def test_a_keyboard_sets_a_switch(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    switch(page, "jokers").locator("input:checked").focus()
    tools.press(page, "ArrowUp")
    assert chosen(page) == {"jokers": "1"}
    tools.press(page, "Tab")
    assert page.evaluate("() => document.activeElement.closest('[data-key], .bar') !== null")


def test_a_narrow_page_does_not_scroll_sideways(open_context: Opener, lang: str) -> None:
    page = open_context(viewport={"width": 320, "height": 640}).new_page()
    for name in (GAME, "bid-whist", "thousand"):
        page.goto(f"/{lang}/house-rules/{name}.html")
        for box in page.locator("form.house details > summary").all()[:4]:
            box.click()
        assert tools.width(page) == 320


def test_without_script_it_is_a_list_that_can_be_read(open_context: Opener, lang: str) -> None:
    words = labels(language(lang))
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"/{lang}/{PAGE}")
    kitty = switch(page, "jokers")
    expect(kitty.locator("input:checked")).to_be_disabled()
    expect(kitty).to_contain_text(words["published"])
    kitty.locator("summary").first.click()
    expect(kitty.locator("details[open] li a").first).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator(".agreement li").first).to_be_visible()


def test_the_agreement_is_printed_alone(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    page.evaluate("() => { window.print = () => {} }")
    page.locator("[data-do='print']").click()
    page.emulate_media(media="print")
    expect(page.locator(".agreement")).to_be_visible()
    expect(page.locator("form.house")).to_be_hidden()
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(page.locator("form.house")).to_be_visible()
