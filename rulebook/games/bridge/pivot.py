"""Pivot and progressive bridge: straight bridge, and who writes what when the players move about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulebook.games.bridge import score
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.rubber import total
from rulebook.ledger import entry
from rulebook.match import Settlement, Sheet
from rulebook.options import option
from rulebook.parts import movement
from rulebook.seats import Side
from rulebook.standing import Standing

PIVOT, DEALS = "pivot", "deals"  # notes of a match: the seat that nobody leaves, from 1; deals so far


@dataclass(frozen=True)
class Pivot(Straight):
    """Four players who change partners after each rubber."""


@dataclass(frozen=True)
class Progressive(Straight):
    """Pairs that change tables after each round."""

    round_deals: int = option("bridge.pivot.rounds", "How many deals are a round?", 4, 2, 6, 8)
    move: str = option("bridge.pivot.moves", "Which pairs change tables?", "ew_up", "winners")


# -- pivot: a column for each player -----------------------------------------------------------


def columns(sheet: Sheet, o: Any) -> Sheet:
    """When a rubber ends each player writes the whole total of the side."""
    if not sheet.before.note(PIVOT):
        sheet = sheet.noting(PIVOT, 1 + sheet.table.setup.dealer)
    if sheet.after.over is None:
        return sheet
    for side in o.shape.seats.sides:
        seats, at = o.shape.seats.of(side), total(sheet, side)
        sheet = sheet.add(
            entry(
                "bridge.pivot.score",
                "{one} and {other} each write the whole total of their side: {total}.",
                side=side, column="above", one=seats[0], other=seats[1], total=at,
            )
        )  # fmt: skip
        for seat in seats:
            sheet = replace(sheet, after=sheet.after.credited(name(o, sheet.after, seat), at))
    return sheet


def name(o: Any, standing: Standing, seat: int) -> str:
    """Who sits here; where nobody is named, the letter of the seat."""
    return standing.people[seat] if standing.people else str(o.shape.seats.all[seat].code)


def pivoting(o: Any, standing: Standing) -> Standing:
    """After a rubber three players change seats."""
    after = standing.next_game()
    if standing.over is None:
        return after
    people = standing.people or tuple(seat.code for seat in o.shape.seats.all)
    moved = movement.pivot(standing.note(PIVOT) - 1).after(people)
    return replace(after, people=moved, notes={PIVOT: standing.note(PIVOT)})


# -- progressive: the points of all deals, and of the round -------------------------------------


def pairs(o: Any, sheet: Sheet) -> tuple[str, ...]:
    """The pairs that sit at the table of this deal, in the order of the sides."""
    seated, n = sheet.before.pairs, len(o.shape.seats.sides)
    table = int(sheet.table.setup.given.get("Table", 1))
    return seated[n * (table - 1) : n * table] or tuple(side.code for side in o.shape.seats.sides)


def added(sheet: Sheet, o: Any) -> Sheet:
    """Trick and honour points of the deal go to the total of each pair, and to its round."""
    if not score.counts(sheet):
        return sheet
    for side, pair in zip(o.shape.seats.sides, pairs(o, sheet), strict=True):
        points = sum(e.points for e in sheet.entries if e.side == side)
        sheet = sheet.noting(f"round.{pair}", sheet.after.note(f"round.{pair}") + points)
        sheet = replace(sheet, after=sheet.after.credited(pair, points))
        sheet = sheet.add(
            entry(
                "bridge.pivot.rounds",
                "{side}, points of this deal: {made}. In all: {all}.",
                side=side, column="above", made=points, all=sheet.after.scores[pair],
            )
        )  # fmt: skip
    return sheet.noting(DEALS, sheet.before.note(DEALS) + 1)


def round_end(sheet: Sheet, o: Any) -> Sheet:
    """After the last deal of a round at this table it is known which pair moves."""
    tables = max(1, len(sheet.before.pairs) // 2)
    if not score.counts(sheet) or o.move == "ew_up" or sheet.after.note(DEALS) <= tables * (o.round_deals - 1):
        return sheet
    sides, made = o.shape.seats.sides, [sheet.after.note(f"round.{p}") for p in pairs(o, sheet)]
    if made[0] == made[1]:
        return sheet.add(
            entry(
                "bridge.pivot.moves",
                "Both pairs have {made} in this round: they cut, and the lower card moves.",
                side=sides[0], column="above", made=made[0],
            )
        )  # fmt: skip
    ahead: Side = sides[made[1] > made[0]]
    return sheet.add(
        entry(
            "bridge.pivot.moves",
            "{side} is ahead in this round, {made} to {less}, and moves.",
            side=ahead, column="above", made=max(made), less=min(made),
        )
    )  # fmt: skip


def progressing(o: Any, standing: Standing) -> Standing:
    """Each deal starts from 0; after a round the pairs that move go one table up."""
    after = replace(standing, points=dict.fromkeys(standing.points, 0), marks={})
    tables = max(1, len(standing.pairs) // 2)
    if standing.note(DEALS) < tables * o.round_deals:
        return after
    if standing.pairs:
        after = replace(after, pairs=moved(o, standing))
    return replace(after, notes={})


def moved(o: Any, standing: Standing) -> tuple[str, ...]:
    """Who sits where in the next round, table by table."""
    seated: Sequence[str] = standing.pairs
    if o.move == "ew_up":
        east = movement.tables_up(len(seated) // 2).after(seated[1::2])
        return tuple(pair for both in zip(seated[::2], east, strict=True) for pair in both)
    made = [standing.note(f"round.{pair}") for pair in seated]
    ahead = [one >= other for one, other in zip(made[::2], made[1::2], strict=True)]
    return movement.winners_up(ahead).after(seated)


PIVOTING: Settlement = (*score.SETTLEMENT["straight"], columns)
PROGRESSING: Settlement = (score.settled(score.by_deal), added, round_end)
