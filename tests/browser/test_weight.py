"""What a first visit costs: the largest rules page, with an empty cache, before any click."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser import tools

LIMIT = 150_000  # bytes, each response packed with gzip -9


def test_the_largest_rules_page_is_light(site: Path, page: Page, lang: str) -> None:
    weight = tools.Weight(page)
    page.goto(f"/{lang}/{tools.largest_rules_page(site, lang)}")
    page.wait_for_load_state("networkidle")
    bodies = weight.bodies()
    assert len(bodies) > 5
    assert not [url for url in bodies if "/engine/" in url or "/lite/" in url]
    assert weight.packed() < LIMIT
