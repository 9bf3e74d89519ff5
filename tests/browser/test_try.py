"""Try-it cells: code that a reader changes, judged by the real engine in the browser's Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook import game, read
from rulebook.i18n import lang as language
from rulebook.view.words import try_words
from tests.browser import tools
from tests.browser.conftest import START, Visit

PAGE = "rules/bid-whist/auction.html"
CASE = "bid-whist.auction.equal/low-over-high"
ASKED = '"N 4low"'

pytestmark = pytest.mark.slow


def run(cell: Locator, code: str | None = None) -> Locator:
    """Runs the cell, changed to `code` if given, and gives its answer."""
    tools.run(cell, code, timeout=START)
    return cell.locator("[data-out]")


@pytest.fixture
def cell(tab: Page, lang: str) -> Locator:
    """The cell of the auction page as it was printed. The page stays, and so does the engine once it runs."""
    if not tab.url.endswith(f"/{lang}/{PAGE}"):
        tab.goto(f"/{lang}/{PAGE}")
    found = tab.locator("#try-1")
    if found.locator("[data-do='reset']").is_visible():
        found.locator("[data-do='reset']").click()
    return found


def test_nothing_of_the_engine_comes_before_the_click(page: Page, visit: Visit, site: Path, lang: str) -> None:
    page.goto(f"/{lang}/{PAGE}")
    page.wait_for_load_state("networkidle")
    assert not [url for url in visit.requests if "/engine/" in url]
    size = page.locator("#try-1 [data-size]").inner_text()
    about = json.loads((site / "engine" / "engine.json").read_text("utf-8"))
    assert size.replace(",", ".").startswith(f"{about['bytes'] / 1e6:.1f}")
    run(page.locator("#try-1"))
    loaded = {Path(url).name for url in visit.requests if "/engine/" in url}
    assert sum((site / "engine" / name).stat().st_size for name in loaded - {"engine.json"}) == about["bytes"]


def test_the_cell_runs_and_an_edited_cell_gets_another_ruling(cell: Locator, site: Path, lang: str) -> None:
    printed = cell.locator("textarea").input_value()
    assert ASKED in printed
    built = cell.locator(".ruling").inner_text()
    whist = game("bid-whist")
    *_, step = whist.replay(read(CASE))
    links = {}
    for bid in ("N 4low", "N 3high", "N 4NT", "N 8low"):
        wanted = whist.rule(step.table, bid)
        out = run(cell, None if bid in ASKED else printed.replace(ASKED, f'"{bid}"'))
        expect(cell).to_have_attribute("data-done", wanted.verdict)
        expect(cell).to_have_attribute("data-rule", wanted.rule)
        expect(out.locator(f".verdict.{wanted.verdict}")).to_be_visible()
        expect(out).to_contain_text(wanted.explain(lang))
        expect(out).to_have_attribute("role", "status")
        link = out.locator("a.cite")
        assert (link.get_attribute("href") or "").endswith(f"{PAGE}#{wanted.rule.replace('.', '-')}")
        links[wanted.verdict, wanted.rule] = link.inner_text()
        if bid in ASKED:
            assert out.locator(".ruling").inner_text() == built
    assert list(links.values()) == ["2.8", "2.7", "2.7", "2.3"]  # another bid, another rule or another verdict
    about = json.loads((site / "engine" / "engine.json").read_text("utf-8"))
    expect(out).to_contain_text(about["version"])
    expect(out).to_contain_text(about["sha256"][:12])


def test_a_mistake_is_one_clear_line(cell: Locator, lang: str) -> None:
    said = try_words(language(lang))
    out = run(cell, "import rulebook as rb\n\nrb.game('bid-whist', low_beat_high='on')")
    expect(cell).to_have_attribute("data-done", "error")
    expect(out).to_contain_text(said["line"].replace("{n}", "3"))
    expect(out).to_contain_text("low_beats_high")
    out = run(cell, "x = 1\n1 / 0")
    expect(cell).to_have_attribute("data-done", "error")
    expect(out.locator("code[lang='en']")).to_have_text("ZeroDivisionError: division by zero")
    assert re.findall("Traceback|File ", out.inner_text()) == []
    run(cell, "import numpy")
    expect(cell).to_have_attribute("data-done", "error")
    assert run(cell, "print('a')\n2 + 2").inner_text().split()[:2] == ["a", "4"]


def test_reset_brings_the_page_back(cell: Locator) -> None:
    printed, built = cell.locator("textarea").input_value(), cell.locator("[data-out]").inner_text()
    run(cell, "1 + 1")
    cell.locator("[data-do='reset']").click()
    assert cell.locator("textarea").input_value() == printed
    assert cell.locator("[data-out]").inner_text() == built
    expect(cell.locator("[data-do='reset']")).to_be_hidden()
    expect(cell.locator("[data-do='run']")).to_be_focused()


def test_stop_ends_an_endless_loop(cell: Locator, lang: str) -> None:
    cell.locator("textarea").fill("while True: pass")
    cell.locator("[data-do='run']").click()
    expect(cell).to_have_attribute("data-state", "running", timeout=START)
    expect(cell.locator("[data-do='run']")).to_have_attribute("aria-disabled", "true")
    cell.locator("[data-do='stop']").click()
    expect(cell).to_have_attribute("data-state", "done")
    expect(cell).to_contain_text(try_words(language(lang))["stopped"])
    assert run(cell, "2 + 2").inner_text().startswith("4")


def test_a_keyboard_gets_in_runs_and_gets_out(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    cell = page.locator("#try-1")
    field = cell.locator("textarea")
    field.focus()
    scroll = page.evaluate("() => scrollY")
    page.keyboard.press("Control+Enter")
    expect(cell).to_have_attribute("data-state", "done", timeout=START)
    expect(field).to_be_focused()
    assert page.evaluate("() => scrollY") == scroll
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()


def test_without_the_engine_the_built_answer_stays(page: Page, visit: Visit) -> None:
    page.context.route("**/engine/**", lambda route: route.abort())
    page.goto(f"/kk/{PAGE}")
    cell = page.locator("#try-1")
    built = cell.locator(".ruling p").inner_text()
    run(cell)
    expect(cell).to_have_attribute("data-done", "failed")
    expect(cell.locator("[data-out]")).to_contain_text(built)
    expect(cell.locator("[data-out]")).to_contain_text(try_words(language("kk"))["failed"])
    visit.wrong.clear()
