"""Hands hidden and shown: a switch for each, or the table as one player sees it. It stays so from step to step."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook.i18n import lang as language
from rulebook.view.words import words
from tests.browser import tools

KITTY = "rules/bid-whist/auction.html"  # South declares with a trump suit: the kitty is shown at step 7
UNSEEN = "rules/bid-whist/play.html"  # no trump: only the declarer sees the kitty
BRIDGE = "deals/foster-2.html"


def deal_on(page: Page, lang: str, name: str) -> Locator:
    page.goto(f"/{lang}/{name}")
    deal = page.locator("[data-replay]").first
    deal.locator(".extra summary").first.click()
    return deal


def covered(deal: Locator) -> list[str]:
    """The places that hold cards and hide them."""
    return [str(one.get_attribute("data-place")).split()[0] for one in deal.locator("[data-place].covered").all()]


def step(deal: Locator, phase: str, kind: str) -> int:
    """The first step of this phase whose action begins like this."""
    steps = tools.document(deal)["steps"]
    return next(int(s["n"]) for s in steps if s["phase"] == phase and s["action"].startswith(kind))


def go(page: Page, deal: Locator, n: int) -> None:
    jump = deal.locator("[data-jump]")
    jump.evaluate("(el, n) => { el.value = n; el.dispatchEvent(new Event('input', { bubbles: true })); }", n)
    expect(deal.locator("[data-count]")).to_have_text(str(n))


def test_the_table_as_south_sees_it(tab: Page, lang: str) -> None:
    deal = deal_on(tab, lang, KITTY)
    label = words(language(lang))
    south = deal.get_by_role("radio", name=label.seat("S"))
    south.check()
    assert covered(deal) == ["kitty", "hand.N", "hand.E", "hand.W"]
    assert sorted(deal.locator("[data-place='hand.S'] b").all_inner_texts())
    steps = len(tools.document(deal)["steps"])
    shown = step(deal, "kitty", "show")
    for n in range(1, steps + 1):
        deal.locator("[data-do='next']").click()
        hidden = set(covered(deal))
        assert {"hand.S", "out"}.isdisjoint(hidden)
        assert ("kitty" in hidden) == (n < shown)  # what lies open lies open for everybody
        for seat in "NEW":
            left = tools.document(deal)["setup"]["places"][f"hand.{seat}"]
            played = sum(m[1] == f"hand.{seat}" for s in tools.document(deal)["steps"][:n] for m in s["moves"])
            assert (f"hand.{seat}" in hidden) == (played < len(left))
    deal.locator("[data-do='first']").click()
    assert covered(deal) == ["kitty", "hand.N", "hand.E", "hand.W"]


def test_another_players_eyes_see_no_discard(tab: Page, lang: str) -> None:
    deal = deal_on(tab, lang, UNSEEN)
    declarer = next(s["now"]["declarer"] for s in tools.document(deal)["steps"] if s["now"].get("declarer"))
    other = next(seat for seat in "NESW" if seat != declarer)
    deal.locator(f"input[data-eyes='{other}']").check()
    go(tab, deal, step(deal, "discard", "discard") + 1)
    assert "out" in covered(deal)
    deal.locator(f"input[data-eyes='{declarer}']").check()
    assert "out" not in covered(deal)


def test_dummy_lies_open_after_the_first_card(tab: Page, lang: str) -> None:
    deal = deal_on(tab, lang, BRIDGE)
    found = tools.document(deal)
    dummy = next(
        now["dummy"] for now in [found["setup"]["now"], *(s["now"] for s in found["steps"])] if now.get("dummy")
    )
    mine = next(seat for seat in "NESW" if seat != dummy)
    deal.locator(f"input[data-eyes='{mine}']").check()
    first = next(int(s["n"]) for s in found["steps"] if s["phase"] == "play")
    go(tab, deal, first - 1)
    assert f"hand.{dummy}" in covered(deal)
    go(tab, deal, first)
    assert f"hand.{dummy}" not in covered(deal)
    assert len(covered(deal)) == 2


def test_by_keyboard_one_by_one_and_all_again(tab: Page, lang: str) -> None:
    deal = deal_on(tab, lang, KITTY)
    everybody = deal.get_by_role("radio", name=words(language(lang)).everybody)
    everybody.focus()
    tab.keyboard.press("ArrowDown")
    expect(deal.locator("input[data-eyes='N']")).to_be_focused()
    expect(deal.locator("input[data-eyes='N']")).to_be_checked()
    assert covered(deal) == ["kitty", "hand.E", "hand.S", "hand.W"]
    assert int(deal.locator("[data-count]").inner_text()) == 0  # the arrow chose, and did not step
    box = deal.locator("input[data-hand='E']")
    expect(box).not_to_be_checked()
    box.focus()
    tab.keyboard.press("Space")
    assert covered(deal) == ["kitty", "hand.S", "hand.W"]
    deal.locator("[data-do='next']").focus()
    tools.press(tab, "ArrowRight", "ArrowRight", "ArrowLeft")
    assert covered(deal) == ["kitty", "hand.S", "hand.W"]
    everybody.focus()
    tab.keyboard.press("Space")
    assert covered(deal) == []
    deal.locator("[data-do='next']").focus()
    tools.press(tab, "h")
    assert len(covered(deal)) == 5
    tools.press(tab, "h")
    assert covered(deal) == []


@pytest.mark.parametrize("seat", ["N", "W"])
def test_a_hidden_hand_does_not_move_the_board(page: Page, seat: str) -> None:
    deal = deal_on(page, "kk", KITTY)
    place = deal.locator("[data-do='next']").bounding_box()
    deal.locator(f"input[data-eyes='{seat}']").check()
    assert deal.locator("[data-do='next']").bounding_box() == place
