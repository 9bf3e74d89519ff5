"""What a position proves: the tricks that were possible after each card it names, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sphinx.locale import _

from _ext.page import Page
from rulebook.cards import card
from rulebook.cases import Case, Result
from rulebook.view import html


def table(page: Page, case: Case, ran: Result) -> str:
    """A row for each card; no table where the case names none."""
    rows = "".join(_rows(page, case, ran))
    if not rows:
        return ""
    side = next(words[-1].partition("=")[0] for words in _named(case))
    heads = (_("Trick"), page.words.who, _("Card"), _("Possible: %s") % page.words.seat(side))
    head = "".join(f'<th scope="col"{" class=r" * (i == 3)}>{escape(text)}</th>' for i, text in enumerate(heads))
    caption = escape(
        _("What is possible from the start of this position, after a card and with best play of all hands")
    )
    return (
        f'<div class="score"><table class="possible"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _named(case: Case) -> Iterator[list[str]]:
    """The expectations `possible TRICK CARD SIDE=N` of the case, in words."""
    for section in case.record.sections:
        words = section.value.split()
        if section.tag == "Expect" and words[0] == "possible" and len(words) == 4:
            yield words


def _rows(page: Page, case: Case, ran: Result) -> Iterator[str]:
    assert ran.table
    hands = ran.table.setup.hands
    last = ""
    for _name, trick, code, count in _named(case):
        seat = next(seat for seat, hand in zip(ran.game.seats.all, hands, strict=True) if hand >> card(code) & 1)
        number = f'<th scope="row">{trick}</th>' if trick != last else "<td></td>"
        last = trick
        yield (
            f"<tr>{number}<td>{escape(page.words.seat(seat.code))}</td><td>{html.card(code, page.words)}</td>"
            f'<td class="r">{escape(count.partition("=")[2])}</td></tr>'
        )
