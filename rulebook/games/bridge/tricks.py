"""Tricks into points below the line, and the game of 30."""

from __future__ import annotations

from rulebook.games.bridge import nullo
from rulebook.games.bridge.calls import STRAIGHT, VALUES
from rulebook.games.bridge.options import Options
from rulebook.ledger import Ledger, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, yes
from rulebook.seats import FOUR
from rulebook.table import Table

GAME = 30


def taken(t: Table) -> dict[int, int]:
    """Tricks of each side."""
    return {s: sum(t.won(seat) for seat in FOUR.all[s::2]) for s in FOUR.sides}


def result(t: Table) -> Ledger:
    """Points below the line, with the reasons; not final before the last trick."""
    bid, seat = t.facts.contract, t.facts.declarer
    if bid is None or sum(t.setup.tricks) + len(t.tricks) < 13:
        return Ledger((), final=False)
    side, tricks = FOUR.side(seat), taken(t)
    if bid.denomination == "U":
        return Ledger((nullo.count(bid, side, tricks[side]),))
    if bid.number == 0:  # straight bridge: whoever has the odd tricks scores them
        side = FOUR.sides[0] if tricks[0] > 6 else FOUR.sides[1]
        value = STRAIGHT[bid.denomination]
    elif tricks[side] >= 6 + bid.number:
        value = VALUES[bid.denomination]
    else:
        lost = entry(
            "bridge.tricks.odd",
            "Contract ({bid}) not made; tricks needed: {needed}, won: {tricks}. Nothing is scored below the line.",
            side=side, column="below", bid=bid, needed=6 + bid.number, tricks=tricks[side],
        )  # fmt: skip
        return Ledger((lost,))
    odd = tricks[side] - 6
    scored = entry(
        "bridge.tricks.odd",
        "Odd tricks of {side}: {odd}, at {value} each. {side} scores {points}.",
        side=side, column="below", points=odd * value, odd=odd, value=value,
    )  # fmt: skip
    return Ledger((scored,))


def deal_result(sheet: Sheet, o: Options) -> Sheet:
    """The deal's own ledger."""
    return sheet.add(*result(sheet.table).entries)


def game_end(sheet: Sheet, o: Options) -> Sheet:
    """A side with 30 points below the line has won a game."""
    for side in FOUR.sides:
        at = sheet.after.points[side]
        if at >= GAME:
            won = entry(
                "bridge.tricks.game",
                "{side} has {at} points below the line and wins the game.",
                side=side,
                column="below",
                at=at,
            )
            sheet = sheet.add(won)
    return sheet


def next_dealer(t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bridge.tricks.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=FOUR.left(t.setup.dealer),
        dealer=FOUR.all[t.setup.dealer],
    )


SETTLEMENT = (deal_result, game_end)
