"""No serious and no critical finding of axe: each kind of page, each language, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import tools
from tests.browser.conftest import Opener

DEAL = "deals/recorded-hand.html"
HOUSE = "house-rules/bid-whist-cutthroat.html"
PAGES = ["index.html", "rules/bid-whist/auction.html", DEAL, HOUSE, "search.html?q=bid-whist.auction.beat"]
QUIET = ["glossary.html", "coverage.html", "guides/notebook.html", "rules/bid-whist/index.html", "genindex.html"]


def both(page: Page) -> list[str]:
    """The whole examination in light; in dark only colours can differ."""
    page.emulate_media(color_scheme="light")
    found = tools.faults(page)
    page.emulate_media(color_scheme="dark")
    found += tools.faults(page, "color-contrast")
    return found


@pytest.fixture
def bare(open_context: Opener) -> Page:
    """A page that lets axe in past the policy. What the policy itself refuses, other tests see."""
    return open_context(bypass_csp=True).new_page()


def test_no_serious_finding(bare: Page, lang: str) -> None:
    found = []
    for name in PAGES:
        bare.goto(f"/{lang}/{name}")
        if name.startswith("search"):
            expect(bare.locator("#search-results li").first).to_be_visible()
        for summary in bare.locator("article details > summary").all()[:3]:
            summary.click()
        found += both(bare)
        if name == DEAL:
            bare.locator("[data-do='last']").click()
            found += both(bare)
    assert found == []


def test_no_serious_finding_elsewhere(bare: Page) -> None:
    found = []
    for name in QUIET:
        bare.goto(f"/kk/{name}")
        found += both(bare)
    bare.goto("/")
    found += both(bare)
    bare.set_viewport_size({"width": 320, "height": 700})
    bare.goto("/ru/rules/bid-whist/scoring.html")
    bare.locator("[popovertarget='site-nav']").click()
    found += both(bare)
    assert found == []
