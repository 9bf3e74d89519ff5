"""How a deal of 1000 is settled: each step in its visible order."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand.barrel import barrel, collisions, counts_nothing
from rulebook.games.thousand.deal import bottom_paid, golden, on_barrel
from rulebook.games.thousand.four import talon_points
from rulebook.games.thousand.golden import DOUBLE, golden_set
from rulebook.games.thousand.lock import locked, nothing, unlocking
from rulebook.games.thousand.marks import written_marks, zero_marks
from rulebook.games.thousand.match import dealer_pays, dump, winner
from rulebook.games.thousand.redeal import streak
from rulebook.games.thousand.score import PLAYED, again, counts, deal_of, declarers, four_nines, others, unfinished
from rulebook.games.thousand.two import out_of_play, rescued
from rulebook.games.thousand.writeoff import results as closed
from rulebook.ledger import Ledger
from rulebook.match import Sheet
from rulebook.table import Table


def result(o: Any, t: Table) -> Ledger:
    """The deal alone, before doubling, marks and barrel."""
    deal = deal_of(o, t)
    if deal is None:
        return Ledger(unfinished(o, t), final=False)
    if deal.kind != PLAYED:
        found = closed(o, t, deal)
    else:
        deal = rescued(o, deal)
        found = [*counts(o, t, deal), *declarers(o, t, deal), *others(o, t, deal), *four_nines(o, t, deal)]
        found += out_of_play(o, deal) if len(o.shape.talons) > 1 else []
    return Ledger((*found, *talon_points(o, t)))


def deal_result(sheet: Sheet, o: Any) -> Sheet:
    """What each player writes; what does not count is cancelled."""
    ledger = result(o, sheet.table)
    sheet = sheet.of(ledger)
    deal = deal_of(o, sheet.table)
    if deal is None:
        return sheet
    for seat in o.shape.seats.all:
        side = o.shape.seats.side(seat)
        n = ledger.totals([side])[side]
        if seat == deal.declarer or not n:
            continue
        if o.barrel.style == "classic" and on_barrel(o, sheet.table, seat):
            sheet = sheet.add(counts_nothing(o, side, n))
        elif locked(o, sheet.table, seat):
            sheet = sheet.add(nothing(side, n))
    return sheet


def doubled(sheet: Sheet, o: Any) -> Sheet:
    """Every result of a golden deal, or of one bid blind, counts twice; penalties do not."""
    deal = deal_of(o, sheet.table)
    if deal is None or deal.factor == 1:
        return sheet
    for side in o.shape.seats.sides:
        n = sheet.after.points[side] - sheet.before.points[side]
        if n:
            more = again(o, side, n, deal.factor)
            golden_deal = golden(o, sheet.table)
            sheet = sheet.add(more._replace(ruling=more.ruling.on(DOUBLE)) if golden_deal else more)
    return sheet


def bottom_penalty(sheet: Sheet, o: Any) -> Sheet:
    """A dealer who has seen three jacks running pays."""
    dealer = sheet.table.setup.dealer
    return sheet if sheet.table.facts.bottoms < 3 else dealer_pays(sheet, bottom_paid(o, dealer))


SETTLEMENT = (
    deal_result,
    doubled,
    zero_marks,
    written_marks,
    unlocking,
    barrel,
    collisions,
    dump,
    winner,
    golden_set,
    bottom_penalty,
    streak,
)
