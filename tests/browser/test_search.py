"""The search: an inflected word, a rule id and a term of the glossary lead to the right page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

BEAT = "rules/bid-whist/auction.html#bid-whist-auction-beat"
STANDING = "glossary.html#term-standing-bid"
# what is typed, and the address that must be among the first three; the first of each is a form
# that the page it leads to is not titled with
QUERIES = {
    "en": {
        "reneging": "rules/bid-whist/renege.html",
        "scored": "rules/bid-whist/scoring.html",
        "bid-whist.auction.beat": BEAT,
        "standing bid": STANDING,
    },
    "ru": {
        "фальшренонсом": "rules/bid-whist/renege.html",
        "торговлей": "rules/bid-whist/auction.html",
        "bid-whist.auction.beat": BEAT,
        "последняя заявка": STANDING,
    },
    "kk": {
        "масть бұзудың": "rules/bid-whist/renege.html",
        "сауданың": "rules/bid-whist/auction.html",
        "bid-whist.auction.beat": BEAT,
        "соңғы ұсыныс": STANDING,
    },
}


def found(page: Page) -> list[str]:
    """Addresses of the results, best first, from the language's root."""
    expect(page.locator("#search-results .search-summary")).to_be_visible()
    page.wait_for_function("() => !document.querySelector('#search-progress')?.textContent.trim()")
    hrefs = page.locator("#search-results li > a").evaluate_all("(all) => all.map((a) => a.href)")
    parts = [urlsplit(href) for href in hrefs]
    return [one.path.split("/", 2)[2] + (f"#{one.fragment}" if one.fragment else "") for one in parts]


def test_words_ids_and_terms_lead_to_their_pages(tab: Page, lang: str) -> None:
    for query, wanted in QUERIES[lang].items():
        tab.goto(f"/{lang}/index.html")
        field = tab.locator("#site-nav input[name='q']")
        field.fill(query)
        field.press("Enter")
        tab.wait_for_url("**/search.html?q=*")
        assert wanted in found(tab)[:3], query
    tab.locator(f"#search-results a[href*='{STANDING}']").first.click()
    expect(tab.locator("#term-standing-bid")).to_be_in_viewport()


def test_excerpts_read_like_the_page(tab: Page, lang: str) -> None:
    """No glued words, and on a translated page nothing of the English original."""
    tab.goto(f"/{lang}/search.html?q=" + next(iter(QUERIES[lang])))
    found(tab)
    texts = tab.locator("#search-results .context").all_inner_texts()
    assert texts
    for text in texts:
        assert not re.search(r"\d\.\d+[^\W\d]|[.!?][A-ZА-ЯЁӘҒҚҢӨҰҮҺІ]", text.strip("."))
        assert lang == "en" or not re.search(r"\b(the|of|is)\b", text)


def test_a_word_that_is_nowhere(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/search.html?q=qzxv")
    expect(tab.locator("#search-results .search-summary")).to_be_visible()
    expect(tab.locator("#search-results li")).to_have_count(0)


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "[", "%", "'\"`"])
def test_odd_queries_are_only_text(page: Page, text: str) -> None:
    page.goto("/en/search.html")
    field = page.locator("article input[name='q']")
    field.fill(text)
    field.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    expect(page.locator("#search-results")).not_to_be_empty()
    expect(page.locator("#search-results img")).to_have_count(0)
