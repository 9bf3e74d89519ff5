"""Try-it cells: code that a reader changes, judged by the real engine in the browser's Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook import game, read
from rulebook.i18n import LANGS

START = 120_000  # milliseconds: Python in the browser, on a slow machine
PAGE = "rules/bid-whist/auction.html"
CASE = "bid-whist.auction.equal/low-over-high"
CODE = f"""import rulebook as rb
game = rb.game("bid-whist")
*_, step = game.replay(rb.read("{CASE}"))
game.rule(step.table, "BID")
"""

pytestmark = pytest.mark.slow


def ask(page: Page, code: str | None = None) -> Locator:
    """Runs the first cell of the page, changed to `code` if given, and waits for its answer."""
    cell = page.locator("[data-try]").first
    if code is not None:
        cell.locator("textarea").fill(code)
    cell.locator("[data-do='run']").click()
    expect(cell).to_have_attribute("data-done", re.compile(".+"), timeout=START)
    return cell


@pytest.mark.parametrize("lang", LANGS)
def test_another_bid_gets_another_ruling(page: Page, lang: str) -> None:
    page.goto(f"/{lang}/{PAGE}")
    whist = game("bid-whist")
    *_, step = whist.replay(read(CASE))
    rules = set()
    for bid in ("N 4low", "N 3high", "N 4NT"):
        wanted = whist.rule(step.table, bid)
        cell = ask(page, CODE.replace("BID", bid))
        expect(cell).to_have_attribute("data-done", wanted.verdict)
        expect(cell).to_have_attribute("data-rule", wanted.rule)
        expect(cell.locator("[data-out]")).to_contain_text(wanted.explain(lang))
        href = cell.locator("[data-out] a.cite").get_attribute("href") or ""
        assert href.endswith(f"#{wanted.rule.replace('.', '-')}")
        rules.add(wanted.rule)
    assert len(rules) > 1


def test_nothing_of_the_engine_comes_before_the_click(page: Page, visit) -> None:
    page.goto(f"/en/{PAGE}")
    page.wait_for_load_state("networkidle")
    assert not [url for url in visit.requests if "/engine/" in url]
    expect(page.locator("[data-try] [data-size]").first).to_contain_text("MB")


def test_the_answer_names_the_engine_that_gave_it(page: Page, site: Path) -> None:
    page.goto(f"/en/{PAGE}")
    about = json.loads((site / "engine" / "engine.json").read_text("utf-8"))
    out = ask(page).locator("[data-out]")
    expect(out).to_contain_text(about["version"])
    expect(out).to_contain_text(about["sha256"][:12])


def test_mistakes_are_one_clear_line(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    cell = ask(page, "x = 1\n1 / 0")
    expect(cell).to_have_attribute("data-done", "error")
    expect(cell.locator("[data-out]")).to_contain_text("Line 2.")
    expect(cell.locator("[data-out]")).not_to_contain_text("Traceback")
    cell = ask(page, "import numpy")
    expect(cell).to_have_attribute("data-done", "error")
    cell = ask(page, 'import rulebook as rb\nrb.game("bid-whist", low_beat_high="on")')
    expect(cell.locator("[data-out]")).to_contain_text("low_beats_high")


def test_stop_ends_a_loop_and_reset_brings_the_answer_back(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    cell = page.locator("[data-try]").first
    built = cell.locator("[data-out]").inner_text()
    code = cell.locator("textarea").input_value()
    ask(page, "1 + 1")
    cell.locator("textarea").fill("while True: pass")
    cell.locator("[data-do='run']").click()
    expect(cell).to_have_attribute("data-state", "running", timeout=START)
    cell.locator("[data-do='stop']").click()
    expect(cell).to_have_attribute("data-state", "done")
    expect(ask(page, "2 + 2").locator("[data-out]")).to_contain_text("4")
    cell.locator("[data-do='reset']").click()
    assert cell.locator("[data-out]").inner_text() == built
    assert cell.locator("textarea").input_value() == code


def test_a_keyboard_gets_in_runs_and_gets_out(page: Page) -> None:
    page.goto(f"/en/{PAGE}")
    field = page.locator("[data-try] textarea").first
    field.focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-try]").first).to_have_attribute("data-done", re.compile(".+"), timeout=START)
    field.focus()
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()


def test_without_the_engine_the_built_answer_stays(page: Page, visit) -> None:
    page.context.route("**/engine/**", lambda route: route.abort())
    page.goto(f"/en/{PAGE}")
    built = page.locator("[data-try] .ruling").first.inner_text()
    cell = ask(page)
    expect(cell).to_have_attribute("data-done", "failed")
    expect(cell.locator("[data-out]")).to_contain_text(built)
    visit.console.clear()
