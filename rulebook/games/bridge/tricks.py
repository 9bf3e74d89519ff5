"""Tricks into points below the line, and the game of 30."""

from __future__ import annotations

from typing import Any

from rulebook.games.bridge import nullo
from rulebook.games.bridge.facts import player
from rulebook.ledger import Ledger, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, yes
from rulebook.seats import FOUR, Seats, Side
from rulebook.table import Table

GAME = 30


def taken(o: Any, t: Table) -> dict[Side, int]:
    """Tricks of each side: those of the hands that its players play."""
    seats: Seats = o.shape.seats
    found = dict.fromkeys(seats.sides, 0)
    for hand in t.setup.playing:
        by = player(t, hand)
        if seats.all[by] in seats.players:
            found[seats.side(by)] += t.won(hand)
    return found


def result(o: Any, t: Table) -> Ledger:
    """Points below the line, with the reasons; not final before the last trick."""
    bid, seat = t.facts.contract, t.facts.declarer
    if bid is None or sum(t.setup.tricks) + len(t.tricks) < 13:
        return Ledger((), final=False)
    side, tricks = FOUR.side(seat), taken(o, t)
    if bid.denomination == "U":
        return Ledger((nullo.count(bid, side, tricks[side]),))
    if bid.number == 0:  # straight bridge: whoever has the odd tricks scores them
        side = FOUR.sides[0] if tricks[FOUR.sides[0]] > 6 else FOUR.sides[1]
        value = o.shape.values[bid.denomination]
    elif tricks[side] >= 6 + bid.number:
        value = o.shape.values[bid.denomination]
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


def deal_result(sheet: Sheet, o: Any) -> Sheet:
    """The deal's own ledger."""
    return sheet.add(*result(o, sheet.table).entries)


def game_end(sheet: Sheet, o: Any) -> Sheet:
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


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bridge.tricks.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=o.shape.seats.player(t.setup.dealer),
        dealer=o.shape.seats.all[t.setup.dealer],
    )


SETTLEMENT = (deal_result, game_end)
