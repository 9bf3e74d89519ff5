"""The barrel: the last stretch before 1000, with three deals to make the missing points."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand import lviv
from rulebook.games.thousand.deal import BARREL, order
from rulebook.games.thousand.score import Deal, deal_of
from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.seats import Side

FALLS = "falls"  # mark: falls after the third deal
DEALS, FALL = 3, 120


def missing(o: Any) -> int:
    """What a player on the barrel needs to win, rounded up to the step."""
    return int(-(-(o.goal - o.barrel.level) // o.step) * o.step)


def counts_nothing(o: Any, side: Side, points: int) -> Entry:
    """The cancelling entry of a player on the barrel who is not the declarer."""
    return entry(
        "thousand.barrel.counts-nothing",
        "{side} is on the barrel, where only a declarer scores.",
        side=side, points=-points,
    )  # fmt: skip


def barrel(sheet: Sheet, o: Any) -> Sheet:
    """Who wins from the barrel, who falls, who stays, who arrives."""
    deal = deal_of(o, sheet.table)
    if deal is None:
        return sheet
    if o.barrel.style != "classic":
        on = [o.shape.seats.side(s) for s in o.shape.seats.all if lviv.here(o, sheet.table, s)]
        return sheet.add(*map(lviv.sitting, on))
    for seat in o.shape.seats.all:
        side = o.shape.seats.side(seat)
        left = sheet.before.mark(BARREL, side)
        if left:
            sheet = sitting(sheet, o, deal, side, left)
        else:
            sheet = arriving(sheet, o, side)
    return sheet


def sitting(sheet: Sheet, o: Any, deal: Deal, side: Side, left: int) -> Sheet:
    """What the deal did to a player who was on the barrel."""
    seat = o.shape.seats.of(side)[0]
    if seat == deal.declarer and not deal.made:
        off = entry(
            "thousand.barrel.failed", "{side} fails on the barrel and is off it, without a further loss.", side=side
        )
        return sheet.add(off).setting(BARREL, side, 0)
    if seat == deal.declarer and wins(o, sheet, deal, side):
        return winning(sheet, o, deal, side)
    if seat not in order(o, sheet.table.setup.dealer):
        return sheet.add(
            entry("thousand.barrel.uses", "{side} sits out, and no deal of the barrel is used up.", side=side)
        )
    if seat == deal.declarer:
        sheet = sheet.add(
            entry(
                "thousand.barrel.too-small",
                "{bid} is made, but {missing} are missing: on the barrel that counts nothing.",
                side=side, points=o.barrel.level - sheet.after.points[side], bid=deal.bid, missing=missing(o),
            )
        )  # fmt: skip
    return falls(sheet, o, side) if left == 1 else stays(sheet, side, left - 1)


def result_of(sheet: Sheet, side: Side) -> int:
    """What this side has gained or lost in this deal so far."""
    return sheet.after.points[side] - sheet.before.points[side]


def wins(o: Any, sheet: Sheet, deal: Deal, side: Side) -> bool:
    """Whether a declarer on the barrel who made the contract has the missing points."""
    if o.barrel.win_test == "points":
        return max(result_of(sheet, side), deal.raw[deal.declarer].points * deal.factor) >= missing(o)
    return result_of(sheet, side) >= missing(o)


def winning(sheet: Sheet, o: Any, deal: Deal, side: Side) -> Sheet:
    """The missing points are made."""
    short = missing(o) - result_of(sheet, side)
    if short > 0:
        sheet = sheet.add(
            entry(
                "thousand.barrel.win",
                "{side} took the missing {missing}, which count at this table.",
                side=side, points=short, missing=missing(o),
            )
        )  # fmt: skip
    else:
        sheet = sheet.add(
            entry("thousand.barrel.win", "{side} makes the missing {missing}.", side=side, missing=missing(o))
        )
    return sheet.setting(BARREL, side, 0)


def stays(sheet: Sheet, side: Side, left: int) -> Sheet:
    """One deal of the barrel is used up."""
    return sheet.add(
        entry("thousand.barrel.stays", "{side} stays on the barrel. Deals left: {n}.", side=side, n=left)
    ).setting(BARREL, side, left)


def falls(sheet: Sheet, o: Any, side: Side) -> Sheet:
    """The third deal is over without a win."""
    n = sheet.after.mark(FALLS, side) + 1
    if o.barrel.third_fall_zero == "on" and n == 3:
        why = entry(
            "thousand.barrel.third-fall",
            "The third fall of {side} from the barrel: the score is 0.",
            side=side, points=-sheet.after.points[side],
        )  # fmt: skip
        return sheet.add(why).setting(BARREL, side, 0).setting(FALLS, side, 0)
    why = entry(
        "thousand.barrel.third",
        "The third deal of {side} on the barrel is over without a win: {lost} lost.",
        side=side, points=-FALL, lost=FALL,
    )  # fmt: skip
    return sheet.add(why).setting(BARREL, side, 0).setting(FALLS, side, n)


def arriving(sheet: Sheet, o: Any, side: Side) -> Sheet:
    """A total between the level and the winning line is cut to the level."""
    at, level = sheet.after.points[side], o.barrel.level
    if not level <= at < o.goal or sheet.before.points[side] >= level:
        return sheet
    found = entry(
        "thousand.barrel.arrive",
        "{side} comes to {at} and is put on the barrel at {level}, with three deals.",
        side=side, points=level - at, at=at, level=level,
    )  # fmt: skip
    if level != 880:
        because = entry("thousand.barrel.level", "At this table the barrel is at {level}.", side=side, level=level)
        found = found._replace(ruling=found.ruling.on(because.ruling))
    return sheet.add(found).setting(BARREL, side, DEALS)


def collisions(sheet: Sheet, o: Any) -> Sheet:
    """What happens when several players are on the barrel."""
    if o.barrel.style != "classic" or o.barrel.collision == "coexist":
        return sheet
    sides = o.shape.seats.sides
    new = [s for s in sides if sheet.after.mark(BARREL, s) == DEALS and not sheet.before.mark(BARREL, s)]
    if o.barrel.collision == "same_deal_arrivals_all_fall":
        leaving = new if len(new) > 1 else []
    else:
        leaving = [s for s in sides if new and s not in new and sheet.after.mark(BARREL, s)]
    for side in leaving:
        why = entry(
            "thousand.barrel.several",
            "At this table {side} has to leave the barrel: {lost} lost.",
            side=side, points=-FALL, lost=FALL,
        )  # fmt: skip
        sheet = sheet.add(why).setting(BARREL, side, 0)
    return sheet
