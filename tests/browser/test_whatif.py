"""What if: the reader plays another card or call than the record, and the engine in the browser referees.

Cards are drawn by lot at run time and what must come is asked of the engine here, so that no
answer can be written beforehand.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook.cards import CardSet
from rulebook.cases import game_of, get
from rulebook.game import Game, Step
from rulebook.i18n import lang as language
from rulebook.ruling import Ruling
from rulebook.table import Action, Table
from rulebook.view.words import whatif_words, words
from tests.browser import tools
from tests.browser.conftest import START, Opener, Visit

pytestmark = pytest.mark.slow

PAGE = "rules/bid-whist/auction.html"
CASE = "bid-whist/deals/set"
DEAL = "set"
BRIDGE, BRIDGE_CASE = "deals/foster-2.html", "bridge/deals/foster-2"
IRREGULAR, IRREGULAR_CASE = "rules/bid-whist/renege.html", "bid-whist/deals/renege"


class Board(NamedTuple):
    """A deal on a page, and what a reader finds on it."""

    page: Page
    deal: Locator

    def at(self) -> int:
        return int(self.deal.locator("[data-count]").inner_text())

    def say(self) -> Locator:
        return self.deal.locator("[role='status'][data-say]")

    def ask(self) -> None:
        """The reader asks; the engine comes."""
        starter = self.deal.locator("[data-do='whatif']")
        if starter.get_attribute("aria-pressed") == "false":
            starter.click()
        self.ready()

    def ready(self) -> None:
        expect(self.deal.locator("[data-tries] > *").first).to_be_visible(timeout=START)
        expect(self.deal.locator("[data-tries]")).not_to_have_attribute("aria-busy", "true")

    def go(self, n: int) -> None:
        """Opens the board at a step of the record."""
        place = f"{self.deal.get_attribute('id')}_{n}"
        self.page.evaluate("(hash) => { location.hash = ''; location.hash = hash; }", place)
        expect(self.deal.locator("[data-count]")).to_have_text(str(n))

    def card(self, game: Game, a: Action) -> Locator:
        return self.deal.locator(f".hand [data-line='{a.text(game.seats)}']")

    def judged(self, ruling: Ruling, lang: str, *, happens: bool) -> None:
        """The ruling is shown and heard: sign and word, sentence, rule."""
        kind = ruling.verdict if happens else "no"
        expect(self.say().locator(f".verdict.{kind}")).to_have_text(whatif_words(language(lang))[kind])
        expect(self.say()).to_contain_text(ruling.explain(lang))
        href = self.deal.locator("[data-why] a").first.get_attribute("href") or ""
        assert href.endswith("#" + ruling.rule.replace(".", "-"))


def opened(page: Page, lang: str, name: str, anchor: str | None = None) -> Board:
    if not page.url.partition("#")[0].endswith(f"/{lang}/{name}"):
        page.goto(f"/{lang}/{name}")
    found = page.locator(f"[data-replay]#{anchor}" if anchor else "[data-replay]").first
    return Board(page, found)


@pytest.fixture
def board(tab: Page, lang: str) -> Iterator[Board]:
    """The whole deal of the auction page, played differently or not; back at the record afterwards."""
    found = opened(tab, lang, PAGE, DEAL)
    yield found
    for _ in range(2):
        found.deal.locator("[data-do='next']").focus()
        tab.keyboard.press("Escape")
    expect(found.deal.locator("[data-do='whatif']")).to_have_attribute("aria-pressed", "false")


def cards(game: Game, t: Table) -> tuple[list[Action], list[Action]]:
    """What the hand on turn may play, and what it may not."""
    seat = game.turn(t)
    assert seat is not None
    every = [Action(seat, "card", c) for c in CardSet(t.hands[seat])]
    return [a for a in every if game.rule(t, a).ok], [a for a in every if not game.rule(t, a).ok]


def by_lot() -> tuple[Game, Step, Action, Action]:
    """A step of the play where a card is refused and another than the record's is allowed; one of each."""
    lot = random.SystemRandom()
    record = get(CASE).record
    game = game_of(record)
    fit = []
    for step in game.replay(record):
        if step.phase == "play":
            legal, illegal = cards(game, step.before)
            if illegal and len(legal) > 1 and len(step.before.tricks) < 11:
                fit.append((step, [a for a in legal if a.what != step.action.what], illegal))
    step, others, illegal = lot.choice(fit)
    return game, step, lot.choice(illegal), lot.choice(others)


def test_nothing_of_the_engine_comes_before_the_reader_asks(page: Page, visit: Visit, site: Path, lang: str) -> None:
    board = opened(page, lang, "deals/recorded-hand.html")
    page.wait_for_load_state("networkidle")
    board.deal.locator("[data-do='next']").click()
    own = ("/engine/", "whatif.js", "engine.js", "try-worker.js")
    assert not [url for url in visit.requests if any(name in url for name in own)]
    about = json.loads((site / "engine" / "engine.json").read_text("utf-8"))
    size = board.deal.locator("[data-do='whatif'] small")
    assert size.inner_text().replace(",", ".").startswith(f"{about['bytes'] / 1e6:.1f}")
    board.ask()
    expect(size).to_have_count(0)
    loaded = {Path(url).name for url in visit.requests if "/engine/" in url}
    assert sum((site / "engine" / name).stat().st_size for name in loaded - {"engine.json"}) == about["bytes"]


def test_another_card_is_refused_another_is_played_and_the_record_comes_back(board: Board, lang: str) -> None:
    game, step, wrong, right = by_lot()
    n, deal = step.n - 1, board.deal
    board.go(n)
    board.ask()
    record = tools.document(deal)["steps"]
    before = deal.locator(".felt").inner_text()

    # the rules refuse a card: the reason is said, nothing moves
    refused = board.card(game, wrong)
    refused.focus()
    board.page.keyboard.press("Enter")
    board.judged(game.rule(step.before, wrong), lang, happens=False)
    expect(board.say()).to_contain_text(language(lang).value(wrong.what))
    expect(refused).to_be_focused()
    assert (board.at(), deal.locator(".felt").inner_text()) == (n, before)
    expect(deal).not_to_have_class("other")

    # they allow another one than the record's: it is played, and the board says what this is no more
    t = step.before
    board.card(game, right).focus()
    board.page.keyboard.press("Enter")
    board.judged(game.rule(t, right), lang, happens=True)
    t = game.play(t, right)
    left = deal.locator(".left [role='status']")
    expect(left).to_have_text(whatif_words(language(lang))["left"].replace("{n}", str(n)))
    assert board.at() == n + 1

    # the deal goes on from there: two more cards, each by the player whose turn it is now
    for count in (2, 3):
        a = random.SystemRandom().choice(cards(game, t)[0])
        wanted, t = game.rule(t, a), game.play(t, a)
        expect(board.card(game, a)).to_have_attribute("title", whatif_words(language(lang))["allowed"])
        board.card(game, a).focus()
        board.page.keyboard.press("Enter")
        board.judged(wanted, lang, happens=True)
        expect(deal.locator("[data-count]")).to_have_text(str(n + count))
        if game.turn(t) is not None:
            expect(deal.locator(".hand .try-this:focus")).to_have_count(1)  # the next hand has the focus
    for seat, known in zip(game.seats.all, t.hands, strict=True):
        hand = deal.locator(f"[data-place='hand.{seat.code}'] b[data-card]")
        shown = [one.get_attribute("data-card") for one in hand.all()]
        assert sorted(map(str, shown)) == sorted(c.code for c in CardSet(known))

    # and back, by keyboard, to the step where the record was left
    board.page.keyboard.press("Escape")
    expect(left).to_be_hidden()
    assert board.at() == n
    expect(board.say()).to_have_text(record[n - 1]["text"])
    assert board.page.evaluate("(deal) => deal.contains(document.activeElement)", deal.element_handle())
    expect(board.card(game, step.action)).to_be_visible()
    deal.locator("[data-do='next']").click()
    expect(board.say()).to_have_text(record[n]["text"])
    expect(deal.locator("[data-total]")).to_have_text(str(len(record)))


def test_the_button_leads_back_and_keeps_the_focus_in_the_deal(board: Board, lang: str) -> None:
    game, step, _wrong, right = by_lot()
    board.go(step.n - 1)
    board.ask()
    board.card(game, right).click()
    back = board.deal.locator("[data-act='back']")
    expect(back).to_contain_text(whatif_words(language(lang))["back"])
    expect(board.deal.locator(".hand .try-this:focus")).to_have_count(1)
    board.deal.locator("[data-do='prev']").click()  # steps go along the line that was played
    board.deal.locator("[data-do='next']").click()
    assert board.at() == step.n
    expect(back).to_be_visible()
    back.focus()
    board.page.keyboard.press("Enter")
    expect(back).to_be_hidden()
    expect(board.deal.locator("[data-do='whatif']")).to_be_focused()
    assert board.at() == step.n - 1


def test_a_link_of_the_record_leads_back_to_it(board: Board) -> None:
    game, step, _wrong, right = by_lot()
    board.go(step.n - 1)
    board.ask()
    board.card(game, right).click()
    expect(board.deal.locator(".left")).to_be_visible()
    board.deal.locator("table.calls td a").first.click()
    expect(board.deal.locator(".left")).to_be_hidden()
    assert board.at() == 1
    assert board.say().inner_text() == tools.document(board.deal)["steps"][0]["text"]


def test_calls_declaration_and_discard(board: Board, lang: str) -> None:
    """From the auction on: a call that is not enough, then another contract, its trump, its cards put out."""
    record = get(CASE).record
    game = game_of(record)
    step = next(s for s in game.replay(record) if s.n == 3)  # South's call, over 4 low
    board.go(2)
    board.ask()
    deal, t = board.deal, step.before
    low = random.SystemRandom().choice(["S 3high", "S 4high", "S 4low", "S 3NT"])
    deal.locator(f"[data-line='{low}']").click()
    board.judged(game.rule(t, low), lang, happens=False)
    for line in (random.SystemRandom().choice(["S 4NT", "S 5NT", "S 6NT"]), "W Pass"):
        expect(deal.locator(f"[data-line='{line}']")).to_be_visible()
        deal.locator(f"[data-line='{line}']").click()
        board.judged(game.rule(t, line), lang, happens=True)
        t = game.play(t, line)
    expect(deal.locator("[data-line^='S declare']")).to_have_count(2)
    deal.locator("[data-line='S declare low']").click()
    board.judged(game.rule(t, "S declare low"), lang, happens=True)
    t = game.play(t, "S declare low")
    board.ready()
    put = deal.locator("[data-act='put']")
    chosen = random.SystemRandom().sample(list(CardSet(t.hands[2])), 6)
    for i, card in enumerate(chosen):
        expect(put).to_have_attribute("aria-disabled", "true")
        one = deal.locator(f".hand [data-pick='{card.code}']")
        one.focus()
        board.page.keyboard.press("Space")
        expect(one).to_have_attribute("aria-pressed", "true")
        expect(put).to_contain_text(f"{i + 1}")
    expect(put).to_have_attribute("aria-disabled", "false")
    one.click()
    expect(put).to_have_attribute("aria-disabled", "true")
    one.click()
    put.click()
    action = f"S discard {' '.join(card.code for card in chosen)}"
    board.judged(game.rule(t, action), lang, happens=True)
    t = game.play(t, action)
    expect(deal.locator("[data-place='hand.S'] .try-this.legal")).to_have_count(12)
    expect(deal.locator(".roles").nth(2)).to_have_text(words(language(lang)).declarer)


def test_arrows_go_along_the_cards_and_leave_the_step_alone(board: Board) -> None:
    _game, step, _wrong, _right = by_lot()
    board.go(step.n - 1)
    board.ask()
    tries = board.deal.locator(".hand .try-this")
    tries.first.focus()
    tools.press(board.page, "ArrowRight")
    expect(tries.nth(1)).to_be_focused()
    tools.press(board.page, "ArrowLeft", "ArrowLeft")
    expect(tries.last).to_be_focused()
    assert board.at() == step.n - 1
    board.deal.locator("[data-do='next']").focus()
    tools.press(board.page, "ArrowRight")
    assert board.at() == step.n
    board.ready()  # the next hand can be tried now


def test_a_hidden_hand_is_opened_before_a_card_is_tried(board: Board, lang: str) -> None:
    game, step, _wrong, right = by_lot()
    board.go(step.n - 1)
    board.ask()
    board.deal.locator("[data-do='next']").focus()
    tools.press(board.page, "h")
    expect(board.deal.locator(".hand .try-this")).to_have_count(0)
    board.deal.locator("[data-act='uncover']").click()
    expect(board.deal.locator(".hand.covered")).to_have_count(3)
    expect(board.card(game, right)).to_be_visible()
    board.deal.locator("[data-do='next']").focus()
    tools.press(board.page, "h", "h")
    expect(board.deal.locator(".hand.covered")).to_have_count(0)


def test_where_irregular_cards_stand_they_happen_and_can_be_called(tab: Page, lang: str) -> None:
    board = opened(tab, lang, IRREGULAR)
    record = get(IRREGULAR_CASE).record
    game = game_of(record)
    step = next(s for s in game.replay(record) if s.phase == "play" and cards(game, s.before)[1])
    wrong = random.SystemRandom().choice(cards(game, step.before)[1])
    board.go(step.n - 1)
    board.ask()
    board.card(game, wrong).click()
    board.judged(game.rule(step.before, wrong), lang, happens=True)
    expect(board.deal.locator(".why .stood")).to_be_visible()
    t = game.play(step.before, wrong)
    caller = game.seats.all[(wrong.by + 1) % 4].code
    board.deal.locator("[data-tries] summary").click()
    claim = f"{caller} renege {len(t.tricks) + bool(t.trick)}"
    board.deal.locator(f"[data-line^='{claim}']").first.click()
    board.judged(game.rule(t, claim), lang, happens=True)
    board.page.keyboard.press("Escape")


def test_dummy_is_played_by_the_declarer(tab: Page, lang: str) -> None:
    board = opened(tab, lang, BRIDGE)
    record = get(BRIDGE_CASE).record
    game = game_of(record)
    fit = []
    for step in game.replay(record):
        a = step.action
        others = [x for space in game.legal(step.before) for x in space if x != a] if a.seat is not None else []
        fit += [(step, x) for x in others]
    step, other = random.SystemRandom().choice(fit)
    board.go(step.n - 1)
    board.ask()
    board.card(game, other).click()
    board.judged(game.rule(step.before, other), lang, happens=True)


def test_one_python_serves_the_cells_and_the_deal(page: Page, visit: Visit) -> None:
    board = opened(page, "kk", PAGE, DEAL)
    board.ask()
    cell = page.locator("#try-1")
    expect(page.locator("small[data-size]")).to_have_count(0)
    tools.run(cell, "print(6 * 7)", timeout=START)
    expect(cell.locator("[data-out]")).to_contain_text("42")
    assert len([url for url in visit.requests if url.endswith("/engine/pyodide.mjs")]) == 1
    cell.locator("textarea").fill("while True: pass")
    cell.locator("[data-do='run']").click()
    expect(cell).to_have_attribute("data-state", "running", timeout=START)
    cell.locator("[data-do='stop']").click()
    board.go(9)
    board.ask()  # Python starts anew
    expect(board.deal.locator(".hand .try-this.legal").first).to_be_visible(timeout=START)


def test_without_the_engine_the_record_stays(page: Page, visit: Visit, lang: str) -> None:
    page.context.route("**/engine/**", lambda route: route.abort())
    board = opened(page, lang, PAGE, DEAL)
    board.go(3)
    starter = board.deal.locator("[data-do='whatif']")
    starter.click()
    expect(board.deal.locator("[data-told]")).to_have_text(whatif_words(language(lang))["failed"], timeout=START)
    expect(starter).to_have_attribute("aria-pressed", "false")
    board.deal.locator("[data-do='next']").click()
    assert board.at() == 4
    visit.wrong.clear()


def test_loading_can_be_cancelled(page: Page) -> None:
    board = opened(page, "ru", PAGE, DEAL)
    starter = board.deal.locator("[data-do='whatif']")
    page.context.route("**/engine/pyodide.asm.wasm", lambda route: None)  # it never comes
    starter.click()
    cancel = board.deal.locator("[data-act='stop']")
    expect(cancel).to_be_visible(timeout=START)
    cancel.click()
    expect(starter).to_have_attribute("aria-pressed", "false")
    expect(cancel).to_be_hidden()
    expect(board.deal.locator("[data-told]")).to_have_text(whatif_words(language("ru"))["stopped"])
    page.context.unroute("**/engine/pyodide.asm.wasm")
    board.ask()


def test_it_fits_a_phone_in_the_dark_and_has_no_fault(open_context: Opener, lang: str) -> None:
    context = open_context(viewport={"width": 320, "height": 700}, color_scheme="dark", bypass_csp=True)
    board = opened(context.new_page(), lang, PAGE, DEAL)
    game, step, wrong, right = by_lot()
    for n in (0, 8, step.n - 1):
        board.go(n)
        board.ask()
        assert tools.width(board.page) == 320
    sizes = [one.bounding_box() for one in board.deal.locator(".hand .try-this").all()]
    assert all(box and box["width"] >= 24 and box["height"] >= 24 for box in sizes)
    board.card(game, wrong).click()
    expect(board.deal.locator(".refused")).to_be_visible()
    assert tools.width(board.page) == 320
    found = tools.faults(board.page)
    board.card(game, right).click()
    expect(board.deal.locator(".left")).to_be_visible()
    assert tools.width(board.page) == 320
    found += tools.faults(board.page)
    board.page.emulate_media(color_scheme="light")
    found += tools.faults(board.page, "color-contrast")
    assert found == []
    board.page.emulate_media(media="print")
    for part in (".left", ".whatif", ".board"):
        expect(board.deal.locator(part)).to_be_hidden()
    expect(board.deal.locator("table.tricks")).to_be_visible()


def test_without_script_there_is_nothing_of_it(open_context: Opener, lang: str) -> None:
    page = open_context(java_script_enabled=False).new_page()
    board = opened(page, lang, PAGE, DEAL)
    expect(board.deal.locator("[data-whatif]")).to_be_hidden()


def test_every_word_is_in_the_readers_language(board: Board, lang: str) -> None:
    """What the engine and the page say in English is not said on the other pages."""
    if lang == "en":
        return
    game, step, wrong, right = by_lot()
    board.go(step.n - 1)
    board.ask()
    said = [board.deal.locator("[data-tries]").inner_text()]
    for a in (wrong, right):
        board.card(game, a).click()
        expect(board.say().locator(".verdict")).to_be_visible()
        said += [board.say().inner_text(), board.deal.locator(".left").inner_text()]
    latin = [
        word for word in " ".join(said).split() if word.isascii() and word.isalpha() and word not in ("Esc", "Python")
    ]
    assert latin == []
