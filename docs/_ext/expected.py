"""What a case expects, as a reader sees it: rulings with their sentences, and values in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from sphinx.locale import _

from _ext.engine import grounds, rulings, said
from _ext.page import Page
from rulebook.cards import card
from rulebook.cases import VERDICTS, Case, Result
from rulebook.ruling import Ruling
from rulebook.view import html
from rulebook.view.words import Words

Reader = Callable[[Page, Result, list[str]], str]


def shown(page: Page, case: Case, ran: Result, *, values: bool = True) -> Iterator[str]:
    """One piece of HTML for each expectation, or each that is a verdict; the same answer is not given twice."""
    given: set[str] = set()
    asked = iter(ran.asked)
    last: Ruling | None = None
    for section in case.record.sections:
        if section.tag == "Ask":
            _text, last = next(asked, ("", None))
        elif section.tag == "Expect" and (values or section.value.split()[0] in VERDICTS):
            text = _one(page, ran, last, section.value.split())
            if text and text not in given:
                given.add(text)
                yield text


def _one(page: Page, ran: Result, last: Ruling | None, words: list[str]) -> str:
    if words[0] in VERDICTS:
        return _verdict(page, ran, last, words[0], words[-1])
    return expected(page, ran, words)


def expected(page: Page, ran: Result, words: list[str]) -> str:
    """What is no verdict, in words: a value, or the answer to a question of the game."""
    name = words[0]
    if name in READERS:
        return READERS[name](page, ran, words)
    if name in ran.game.answers and ran.table:
        r = ran.game.answers[name](ran.table)
        return sentence(page, said(page.lang, r), r.rule)
    return ""


def _verdict(page: Page, ran: Result, last: Ruling | None, verdict: str, rule: str) -> str:
    """The ruling asked for; the rule may also be a weaker ground of what was ruled.

    Without a question the last one counts: a record leads up to what it is about. Yes and no
    answer the question about an action. What a trick or an entry of the score says is no such
    answer, so its sentence stands alone.
    """
    if last is not None:
        ground = next((g for g, _of in grounds(last) if g.rule == rule and last.verdict == verdict), None)
        return "" if ground is None else _ruling(page, last, ground)
    actions = [ran.deal] * (not ran.deal.ok) + [step.ruling for step in ran.steps]
    for r in reversed(actions):
        for ground, _of in grounds(r):
            if (ground.rule, ground.verdict) == (rule, verdict):
                return _ruling(page, ground, ground, r)
    for r in reversed(list(rulings(ran))):
        for ground, of in grounds(r):
            if (ground.rule, ground.verdict) == (rule, verdict):
                return sentence(page, said(page.lang, ground, of), rule)
    return ""


def ruled(page: Page, r: Ruling, of: Ruling | None = None) -> str:
    """A verdict with its own sentence."""
    return _ruling(page, r, r, of)


def _ruling(page: Page, judged: Ruling, ground: Ruling, of: Ruling | None = None) -> str:
    """A verdict with the sentence of one of its grounds."""
    return html.ruling(
        page.words,
        ok=judged.ok, stands=judged.stands, sure=judged.sure,
        text=said(page.lang, ground, judged if of is None else of), rule=ground.rule, rule_link=page.rule_link,
    )  # fmt: skip


def sentence(page: Page, text: str, rule: str) -> str:
    return f'<div class="said"><p>{escape(text)} {html.link(rule, page.rule_link)}</p></div>'


def _line(inner: str) -> str:
    return f"<p>{inner}</p>"


def _named(template: str, value: str) -> str:
    return _line(escape(template % value))


def _words(page: Page, ran: Result) -> Words:
    """The labels of this table."""
    return page.words.at([seat.code for seat in ran.game.seats.all])


def _amounts(page: Page, ran: Result, words: list[str], sign: Callable[[int], str]) -> str:
    """`NS=-5 EW=0` in words: North and South −5, East and West 0."""
    pairs = (word.partition("=") for word in words)
    return ", ".join(f"{_words(page, ran).seat(side)} {sign(int(number))}" for side, _eq, number in pairs)


def _plain(number: int) -> str:
    return str(number).replace("-", "\u2212")


def _winners(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Tricks won by: %s"), ", ".join(map(_words(page, ran).seat, words[1:])))


def _declarer(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Declarer: %s"), _words(page, ran).seat(words[1]))


def _contract(page: Page, ran: Result, words: list[str]) -> str:
    assert ran.table
    return _named(_("Contract: %s"), page.lang.value(ran.game.now(ran.table)["contract"]))


def _books(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Books: %s"), _amounts(page, ran, words[1:], _plain))


def _tricks(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Tricks: %s"), _amounts(page, ran, words[1:], _plain))


def _possible(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Possible with best play: %s"), _amounts(page, ran, words[-1:], _plain))


def _score(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Score of the deal: %s"), _amounts(page, ran, words[1:], page.words.signed))


def _standing(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Standing after it: %s"), _amounts(page, ran, words[1:], _plain))


def _tally(page: Page, ran: Result, words: list[str]) -> str:
    return _named(_("Games won: %s"), _amounts(page, ran, words[1:], _plain))


def _over(page: Page, ran: Result, words: list[str]) -> str:
    if words[1] == "-":
        return _line(escape(_("The game goes on.")))
    return _named(_("The game is won by: %s"), _words(page, ran).seat(words[1]))


def _pairs(page: Page, ran: Result, words: list[str]) -> str:
    """Who sits where, and who waits, after the deal."""
    sides = ran.game.seats.sides
    seated = [f"{page.words.seat(side.code)} {pair}" for side, pair in zip(sides, words[1:], strict=False)]
    values = {"seated": ", ".join(seated), "waiting": ", ".join(words[1 + len(sides) :]) or "\u2013"}
    return _line(escape(_("Pairs after it: %(seated)s. Waiting: %(waiting)s") % values))


def _choices(page: Page, ran: Result, words: list[str]) -> str:
    templates = {
        "bid": _("Bids to choose from: %s"),
        "card": _("Cards to choose from: %s"),
        "discard": _("Ways to put out cards: %s"),
    }
    return _named(templates.get(words[1], _("Choices: %s")), f"{int(words[2]):,}".replace(",", "\u00a0"))


def _order(page: Page, ran: Result, words: list[str]) -> str:
    """The cards, best first, and the sentence of the rule that decides."""
    assert ran.table
    cards = [card(word) for word in words[2:]]
    row = " ".join(html.card(c.code, page.words) for c in cards)
    said_by = [ran.game.compare(ran.table, a, b) for a, b in zip(cards, cards[1:], strict=False)]
    reason = next((f" {escape(said(page.lang, r))}" for r in said_by if r.rule == words[1]), "")
    return _line(f"{escape(_('Best first:'))} {row}.{reason} {html.link(words[1], page.rule_link)}")


READERS: dict[str, Reader] = {
    "winners": _winners,
    "declarer": _declarer,
    "contract": _contract,
    "books": _books,
    "tricks": _tricks,
    "possible": _possible,
    "score": _score,
    "standing": _standing,
    "tally": _tally,
    "over": _over,
    "pairs": _pairs,
    "choices": _choices,
    "order": _order,
}
