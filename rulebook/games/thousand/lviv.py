"""The Lviv barrel: from 900 on pairs bring no points, and the deals are not counted."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand.deal import on_barrel
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Side
from rulebook.table import Table

LIMIT = 120
WINS_IN_LVIV = yes("thousand.lviv.winner", "With the barrel of Lviv a defender may win too.")


def here(o: Any, t: Table, seat: int) -> bool:
    """Whether this player is on the barrel of Lviv."""
    return bool(o.barrel.style == "lviv" and on_barrel(o, t, seat))


def too_high(o: Any, t: Table, seat: int, bid: int) -> Ruling | None:
    """The refusal of a bid that cannot be made without pairs."""
    if bid <= LIMIT or not here(o, t, seat):
        return None
    return no(
        "thousand.lviv.pairs",
        "{player} is on the barrel, where pairs bring no points, and may not bid above 120.",
        player=o.shape.seats.all[seat],
    )


def sitting(side: Side) -> Entry:
    """What the barrel of Lviv does not change."""
    return entry(
        "thousand.lviv.barrel", "{side} is on the barrel: points count as usual, and no deals are counted.", side=side
    )


def no_bonus(side: Side) -> Entry:
    """Why the pairs of a player are not in the points."""
    return entry("thousand.lviv.pairs", "{side} is on the barrel, where pairs bring no points.", side=side)


def exactly(side: Side, points: int) -> Entry:
    """A defender on the barrel writes every point."""
    return entry(
        "thousand.lviv.exact", "{side} is on the barrel and writes {points}, unrounded.", side=side, points=points
    )
