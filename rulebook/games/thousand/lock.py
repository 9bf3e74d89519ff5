"""The Polish lock: from 900 on a player scores only as declarer."""

from __future__ import annotations

from typing import Any

from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.seats import Side
from rulebook.table import Table


def locked(o: Any, t: Table, seat: int) -> bool:
    """Whether this player began the deal locked."""
    at = t.setup.standing.points[o.shape.seats.side(seat)]
    return bool(o.barrel.style == "lock" and o.lock.level <= at)


def nothing(side: Side, points: int) -> Entry:
    """The cancelling entry of a locked player who is not the declarer."""
    return entry("thousand.lock.locked", "{side} is locked and scores only as declarer.", side=side, points=-points)


def unlocking(sheet: Sheet, o: Any) -> Sheet:
    """A locked player who drops below the level is free again."""
    for seat in o.shape.seats.all:
        side = o.shape.seats.side(seat)
        if locked(o, sheet.table, seat) and sheet.after.points[side] < o.lock.level:
            sheet = sheet.add(
                entry(
                    "thousand.lock.unlocked",
                    "{side} is below {level} and no longer locked.",
                    side=side,
                    level=o.lock.level,
                )
            )
    return sheet
