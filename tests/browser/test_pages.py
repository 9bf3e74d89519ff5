"""Reading: every page in every language, on a phone, on paper, without script, in another language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulebook import game
from rulebook.i18n import LANGS
from rulebook.options import every
from tests.browser import tools
from tests.browser.conftest import Opener

AUCTION = "rules/bid-whist/auction.html"
BEAT = "bid-whist-auction-beat"

# Names and terms that stand in Latin letters in Russian and Kazakh sentences.
NAMES = {
    "Rulebook", "Python", "JupyterLite", "JavaScript", "MIT", "CC", "BY",
    "Creative", "Commons", "Attribution", "International", "Complete", "Hoyle",
    "Ctrl", "Enter", "Tab", "Shift", "Tausendeins", "Tysi", "Elwood",
}  # fmt: skip
# Programs and clubs that the rules of other tables come from.
TABLES = {
    "bid", "whist", "cards", "cardsharks", "challenge", "chicago", "classic", "columbus", "coppercod", "fahrenheit",
    "hi", "lo", "players", "playcredits", "society", "trickster", "whistportal",
}  # fmt: skip
# The words of which house rules and their choices are made; a refusal names them as they are written.
KEYED = {
    word
    for name in ("thousand", "thousand-four")
    for o, _ in every(game(name).options)
    for part in (o.key, *map(str, o.choices))
    for word in re.findall("[a-z]{2,}", part)
}
# Books on bridge that are named as sources.
BOOKS = {
    "auction", "axioms", "bridge", "day", "its", "laws", "of", "and", "play", "principles", "rules", "to",
}  # fmt: skip
# What the command prints in English, where a page shows it.
PRINTED = {
    "another", "calls", "cards", "case", "changes", "deals", "decides", "declarer", "documented", "left", "no",
    "nothing", "of", "open", "or", "other", "points", "score", "seed", "side", "that", "the", "wins", "with",
}  # fmt: skip
# English words that a page explains and therefore quotes.
QUOTED = {
    **{f"rules/bridge/{page}.html": BOOKS for page in ("conduct", "dealing", "errors", "exposed", "honours", "make")},
    **{f"rules/bridge/{page}.html": BOOKS for page in ("revoke", "slams")},
    "rules/bridge/doubling.html": BOOKS | {"pone"},
    "rules/bridge/double-dummy.html": {"double", "draw", "dummy"},
    "rules/bridge/dummy-bridge.html": {"bridge", "cutthroat", "dummy"},
    "rules/bridge/mechanical.html": {"draw", "pips"},
    "rules/bridge/movement.html": {"pivot"},
    "guides/bridge-declarer.html": {"endplay"},  # another program
    "guides/bridge-nullo-advice.html": {"shout"},
    "guides/bridge-records.html": {"json", "lin", "pbn"},
    "guides/bridge-then-and-now.html": {"vulnerable"},
    "guides/conformance.html": {"json", "openspiel", "schema", "endplay", "null"},
    "guides/house-sheet.html": PRINTED,
    "guides/simulate.html": PRINTED | {"dask"},
    "house-rules/bid-whist.html": TABLES,
    "rules/thousand/match.html": KEYED,
    "rules/thousand/background.html": {
        "barrel",
        "blind",
        "bomb",
        "down",
        "dump",
        "golden",
        "marriage",
        "off",
        "pair",
        "set",
        "talon",
        "truck",
        "widow",
        "write",
        "zero",
    },
    "about.html": {"spades", "turn", "books", "take", "out", "felony", "lie", "cut", "offsuit"},
    "glossary.html": {"kitty", "talon", "uptown", "downtown", "revoke", "royals", "book", "bidder", "the"},
    "genindex.html": {"kitty", "talon", "uptown", "downtown", "revoke", "book", "bidder", "the"},
    "guides/apps.html": TABLES,
    "rules/bid-whist/index.html": TABLES | {"low", "ace", "worst"},  # an option in a note
    "rules/bid-whist/background.html": {
        "spades",
        "book",
        "boston",
        "offsuit",
        "rise",
        "set",
        "to",
        "uptown",
        "across",
        "and",
        "back",
        "board",
        "books",
        "cut",
        "door",
        "downtown",
        "felony",
        "fly",
        "go",
        "kitty",
        "lie",
        "off",
        "out",
        "pull",
        "sport",
        "take",
        "talk",
        "the",
        "throw",
        "trumps",
        "turn",
    },
    "rules/bid-whist/cutthroat.html": {"cutthroat"},
    "rules/bid-whist/kitty.html": {"sporting"},
    "rules/bid-whist/auction.html": {"uptown", "downtown"},
    "rules/bid-whist/ranking.html": {"uptown", "downtown"},
    "rules/bid-whist/play.html": {"book", "as"},  # the text of an ace
    "rules/kernel/action.html": {"four", "of", "something", "jh", "jl"},  # text that the engine cannot read
    "guides/how-to-read.html": {"Home", "End", "Escape"},
}


def test_every_page_in_its_language_on_a_narrow_phone(site: Path, open_context: Opener, lang: str) -> None:
    page = open_context(viewport={"width": 320, "height": 700}).new_page()
    strange, wide = [], []
    for name in tools.names(site, lang):
        page.goto(f"/{lang}/{name}")
        assert page.locator("html").get_attribute("lang") == lang
        expect(page.locator("h1")).to_have_count(1)
        assert page.title()
        if tools.width(page) != 320:
            wide.append(name)
        if lang != "en":
            known = NAMES | QUOTED.get(name, set())
            latin = re.findall(r"[A-Za-z]{2,}", tools.words(page))
            strange += [f"{name}: {word}" for word in latin if not known & {word, word.lower()}]
    assert wide == []
    assert sorted(set(strange)) == []


def test_a_rules_page_reads_as_a_law_book(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/{AUCTION}")
    laws = tab.locator(".law")
    numbers = [law.locator("> .no").evaluate("(el) => el.lastChild.textContent") for law in laws.all()]
    assert numbers == [f"2.{n}" for n in range(1, len(numbers) + 1)]
    for law in laws.all():
        expect(law.locator(".mark")).to_have_class(re.compile(r"\b(stated|inferred|ours)\b"))
        assert law.locator(".mark").inner_text()
        assert law.locator(".src").first.inner_text()
    law = tab.locator(f"#{BEAT}")
    expect(law.locator(".rid")).to_have_text("bid-whist.auction.beat")
    law.locator("> .no").click()
    assert tab.url.endswith(f"#{BEAT}")
    original = law.locator(".orig")
    if lang == "en":
        expect(original).to_have_count(0)
    else:
        assert re.search("[а-яәғқңөұүһі]{3}", law.locator(".txt > p").inner_text())
        expect(original).to_be_hidden()
        law.locator("details.en summary").press("Enter")
        expect(original).to_be_visible()
        expect(original).to_contain_text("A bid must be higher than the standing bid.")
        expect(original).to_have_attribute("lang", "en")
    law.locator(f".tools a[href='#cases-{BEAT}']").click()
    case = tab.locator(f"#cases-{BEAT}")
    expect(case).to_be_in_viewport()
    expect(case.locator(".verdict.yes").first).to_be_visible()
    expect(case.locator(".verdict.no").first).to_be_visible()
    expect(case.locator(f".ruling a[href='#{BEAT}']").first).to_have_text("2.7")


def test_the_language_switch_keeps_the_rule(tab: Page, lang: str) -> None:
    there = LANGS[LANGS.index(lang) - 1]
    tab.goto(f"/{lang}/{AUCTION}#{BEAT}")
    tab.locator(f"a[data-lang][hreflang='{there}']").click()
    tab.wait_for_url(f"**/{there}/{AUCTION}#{BEAT}")
    assert tab.locator("html").get_attribute("lang") == there
    expect(tab.locator(f"#{BEAT}")).to_be_in_viewport()


def test_without_script_rules_cases_and_code_are_there(open_context: Opener, lang: str) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"/{lang}/{AUCTION}")
    expect(page.locator(f"#{BEAT} .txt > p")).to_be_visible()
    expect(page.locator(f"#cases-{BEAT} .ruling").first).to_be_visible()
    expect(page.locator(".try pre.code")).to_be_visible()
    expect(page.locator(".try .ruling .verdict")).to_be_visible()
    expect(page.locator(".try [data-do]")).to_be_hidden()
    if lang != "en":
        page.locator(f"#{BEAT} details.en summary").click()
        expect(page.locator(f"#{BEAT} .orig")).to_be_visible()
    page.locator(f"a[hreflang='{LANGS[LANGS.index(lang) - 1]}']").click()
    expect(page.locator(f"#{BEAT}")).to_be_visible()


def test_paper_gets_the_rules_and_the_whole_deal(tab: Page, lang: str) -> None:
    tab.goto(f"/{lang}/{AUCTION}")
    tab.emulate_media(media="print")
    for gone in (".sidebar-drawer", ".mobile-header", ".langs", ".theme-toggle", ".deal .board", ".try [data-bar]"):
        expect(tab.locator(gone).first).to_be_hidden()
    expect(tab.locator(f"#{BEAT} .rid")).to_be_visible()
    expect(tab.locator(".deal .dealt")).to_be_visible()
    expect(tab.locator(".deal .tricks td a").last).to_be_visible()
    expect(tab.locator(".deal .words li").last).to_be_visible()
    assert tab.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.pdf(format="A4").startswith(b"%PDF-")
    tab.emulate_media(media="screen")


def test_the_notebook_page_says_what_it_loads(tab: Page, visit: object, lang: str) -> None:
    tab.goto(f"/{lang}/guides/notebook.html")
    expect(tab.locator("button[data-book]")).to_be_visible()
    expect(tab.locator("button[data-book] small")).to_contain_text(re.compile(r"\d\d[.,]\d"))
    expect(tab.locator("iframe")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_and_the_switch(open_context: Opener, scheme: str) -> None:
    page = open_context(color_scheme=scheme).new_page()
    page.goto("/en/index.html")

    def paper() -> str:
        return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))

    colours = {"light": "rgb(252, 251, 248)", "dark": "rgb(21, 24, 27)"}
    assert paper() == colours[scheme]
    page.locator(".theme-toggle").click()
    other = next(value for name, value in colours.items() if name != scheme)
    assert paper() == other
    page.reload()
    assert paper() == other


def test_language_choice_is_a_page(page: Page) -> None:
    page.goto("/")
    assert page.url.count("/") == 3
    expect(page.locator(".voices a")).to_have_count(3)
    for lang in LANGS:
        expect(page.locator(f".voices a[hreflang='{lang}'][lang='{lang}']")).to_be_visible()
    page.locator(".voices a[hreflang='kk']").click()
    page.wait_for_url("**/kk/index.html")


def test_the_drawer_on_a_phone_opens_closes_and_gives_the_focus_back(open_context: Opener) -> None:
    page = open_context(viewport={"width": 320, "height": 700}).new_page()
    page.goto(f"/ru/{AUCTION}")
    button = page.locator("[popovertarget='site-nav']")
    button.press("Enter")
    expect(page.locator("#site-nav")).to_be_visible()
    expect(page.locator("#site-nav a[aria-current='page']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#site-nav")).to_be_hidden()
    expect(button).to_be_focused()
