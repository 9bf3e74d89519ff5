"""Zero marks: a defender without a point, and what every third one costs."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand.deal import golden, on_barrel
from rulebook.games.thousand.golden import twice
from rulebook.games.thousand.score import PLAYED, Raw, deal_of
from rulebook.games.thousand.writeoff import BOMBS, DOWN, WRITTEN
from rulebook.ledger import entry
from rulebook.match import Sheet
from rulebook.seats import Side

ZEROS, RUN = "zeros", "run"  # marks: zeros in the match; zeros in a row
PENALTY = 120


def is_zero(o: Any, raw: Raw) -> bool:
    """Whether this is a zero by the table's reading."""
    if o.zero.basis == "no_trick":
        return raw.tricks == 0 and raw.points == 0
    return raw.cards == 0 if o.zero.basis == "tricks" else raw.points == 0


def zero_marks(sheet: Sheet, o: Any) -> Sheet:
    """Mark every defender with a zero; the third mark, the sixth and so on cost 120."""
    deal = deal_of(o, sheet.table)
    if deal is None or o.zero.penalty == "off":
        return sheet
    for seat, raw in deal.raw.items():
        side = o.shape.seats.side(seat)
        if on_barrel(o, sheet.table, seat):
            continue
        if seat != deal.declarer and deal.kind == PLAYED and is_zero(o, raw):
            sheet = marked(sheet, o, side)
        elif o.zero.run == "consecutive":
            sheet = sheet.setting(RUN, side, 0)
    return sheet


def marked(sheet: Sheet, o: Any, side: Side) -> Sheet:
    """One zero more for this side, two in a golden deal that counts them so."""
    double = golden(o, sheet.table) and o.golden.zero_double == "on"
    count = RUN if o.zero.run == "consecutive" else ZEROS
    for _ in range(2 if double else 1):
        sheet = sheet.marking(ZEROS, side)
        sheet = sheet.marking(RUN, side) if count == RUN else sheet
    n = sheet.after.mark(count, side)
    before = n - (2 if double else 1)
    sheet = sheet.add(entry("thousand.marks.zero", "{side} took nothing: zero number {n}.", side=side, n=n))
    if double:
        sheet = sheet.add(twice(side))
    if n // o.zero.every == before // o.zero.every:
        return sheet
    sheet = sheet.setting(RUN, side, 0) if count == RUN else sheet
    return sheet.add(penalty(o, side, n))


def penalty(o: Any, side: Side, n: int) -> Any:
    """What the mark costs."""
    if o.zero.every != 3:
        return entry(
            "thousand.marks.every",
            "At this table every fifth zero costs {lost}.",
            side=side,
            points=-PENALTY,
            lost=PENALTY,
        )
    if o.zero.run == "consecutive":
        return entry(
            "thousand.marks.run", "Three zeros in a row cost {lost}.", side=side, points=-PENALTY, lost=PENALTY
        )
    return entry(
        "thousand.marks.zero-penalty", "Every third zero costs {lost}.", side=side, points=-PENALTY, lost=PENALTY
    )


def written_marks(sheet: Sheet, o: Any) -> Sheet:
    """A deal written off is marked; every third mark can cost 120."""
    deal = deal_of(o, sheet.table)
    mark = {"write-off": WRITTEN, "write-down": DOWN, "bomb": BOMBS}.get(deal.kind if deal else "")
    if mark is None or deal is None:
        return sheet
    side = o.shape.seats.side(deal.declarer)
    sheet = sheet.marking(mark, side)
    n = sheet.after.mark(mark, side)
    if mark != WRITTEN:
        return sheet
    sheet = sheet.add(entry("thousand.marks.written", "{side} has written a deal off: number {n}.", side=side, n=n))
    if o.rospisat.limit != "third_costs_120" or n % 3:
        return sheet
    return sheet.add(
        entry(
            "thousand.marks.written-penalty", "Every third deal written off costs {lost}.",
            side=side, points=-PENALTY, lost=PENALTY,
        )
    )  # fmt: skip
