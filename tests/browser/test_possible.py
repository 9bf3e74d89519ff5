"""What was possible from here: the stepper of a bridge deal asks the open-hands search, in the browser.

The place is drawn by lot and what must come is asked of the engine here.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook.cases import game_of, get
from rulebook.game import Game
from rulebook.i18n import lang as language
from rulebook.parts.endings import ending
from rulebook.table import Table
from rulebook.view.possible import MOST, possible
from rulebook.view.words import whatif_words
from tests.browser import tools
from tests.browser.conftest import START, Opener
from tests.browser.test_whatif import Board, opened

pytestmark = pytest.mark.slow

GUIDE, POSITION = "guides/bridge-declarer.html", "queen-jack-and-ace"
DEALS = {f"deals/foster-{n}.html": f"bridge/deals/foster-{n}" for n in (1, 2, 3)}


def tables(id_: str) -> tuple[Game, list[tuple[int, Table]]]:
    """The game of a case, and each table at which a card is due, with the number of steps before it."""
    record = get(id_).record
    game = game_of(record)
    return game, [(s.n - 1, s.before) for s in game.replay(record) if s.phase == "play"]


def button(board: Board) -> Locator:
    return board.deal.locator("[data-act='possible']")


def asked(board: Board) -> None:
    """By keyboard: the answer stands below the button, and the focus stays."""
    expect(button(board)).to_be_visible(timeout=START)
    button(board).focus()
    board.page.keyboard.press("Enter")
    expect(board.deal.locator(".proof > *")).to_be_visible(timeout=START)
    expect(button(board)).to_be_focused()


def test_the_tricks_of_each_card_are_shown_and_heard(tab: Page, lang: str) -> None:
    lot, say = random.SystemRandom(), language(lang)
    name = lot.choice(list(DEALS))
    game, every = tables(DEALS[name])
    few = [(n, t) for n, t in every if (e := ending(game, t)) is not None and 1 < e.left < 8]
    n, t = lot.choice(few)
    board = opened(tab, lang, name)
    board.go(n)
    board.ask()
    expect(button(board)).to_have_text(whatif_words(say)["possible"])
    asked(board)
    wanted = possible(game, t, say)
    expect(board.say()).to_have_text(wanted["text"])
    rows = board.deal.locator(".proof tbody tr")
    expect(rows).to_have_count(len(wanted["cards"]))
    for row, one in zip(rows.all(), wanted["cards"], strict=True):
        expect(row.locator("th")).to_have_text(one["label"])
        assert row.locator("td").inner_text().split()[0] == str(one["tricks"])

    # the answer belongs to this place: after a card it can be asked for anew
    card = board.deal.locator(".hand .try-this.legal").first
    card.focus()
    tab.keyboard.press("Enter")
    expect(board.deal.locator("[data-count]")).to_have_text(str(n + 1))
    if len(t.trick) < 3 or sum(map(bool, t.hands)) > 1:
        expect(board.deal.locator(".proof > *")).to_have_count(0)
    tab.keyboard.press("Escape")
    expect(board.deal.locator(".proof table caption")).to_have_text(wanted["text"])  # known from before
    tab.keyboard.press("Escape")


def test_with_many_cards_it_says_why_not(tab: Page, lang: str) -> None:
    name, id_ = next(iter(DEALS.items()))
    game, every = tables(id_)
    n, t = next((n, t) for n, t in every if (e := ending(game, t)) is not None and e.left > MOST)
    board = opened(tab, lang, name)
    board.go(n)
    board.ask()
    asked(board)
    expect(board.say()).to_have_text(possible(game, t, language(lang))["text"])
    expect(board.deal.locator(".proof table")).to_have_count(0)
    tab.keyboard.press("Escape")


def test_a_position_of_the_guide_can_be_asked(tab: Page, lang: str) -> None:
    game, every = tables(f"bridge/positions/{POSITION}")
    board = opened(tab, lang, GUIDE, POSITION)
    board.ask()
    asked(board)
    expect(board.say()).to_have_text(possible(game, every[0][1], language(lang))["text"])
    board.page.keyboard.press("Escape")


def test_the_answer_is_accessible(open_context: Opener) -> None:
    board = opened(open_context(bypass_csp=True).new_page(), "en", GUIDE, POSITION)
    board.ask()
    asked(board)
    assert tools.faults(board.page) == []


def test_other_games_are_not_asked(tab: Page, lang: str) -> None:
    board = opened(tab, lang, "rules/bid-whist/auction.html", "set")
    board.go(8)
    board.ask()
    expect(button(board)).to_have_count(0)
    board.page.keyboard.press("Escape")
