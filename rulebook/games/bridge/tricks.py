"""Tricks into points below the line, and who deals next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebook.games.bridge.facts import player
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, yes
from rulebook.seats import Seats, Side
from rulebook.table import Table

if TYPE_CHECKING:
    from rulebook.games.bridge.outcome import Deal

GAME = 30


def taken(o: Any, t: Table) -> dict[Side, int]:
    """Tricks of each side: those of the hands that its players play."""
    seats: Seats = o.shape.seats
    found = dict.fromkeys(seats.sides, 0)
    for hand in t.setup.playing:
        side = seats.sitting(player(t, hand))
        if side is not None:
            found[side] += t.won(hand)
    return found


def odd(d: Deal, side: Side, unit: int) -> Entry:
    """The odd tricks of this side at so many points each, below the line."""
    n = d.tricks[side] - 6
    if unit == d.value:
        return entry(
            "bridge.tricks.odd",
            "Odd tricks of {side}: {odd}, at {value} each. {side} scores {points}.",
            side=side, column="below", points=n * unit, odd=n, value=unit,
        )  # fmt: skip
    return entry(
        "bridge.tricks.doubled",
        "Odd tricks of {side}: {odd}, at {value} each, raised by doubling to {unit}. {side} scores {points}.",
        side=side, column="below", points=n * unit, odd=n, value=d.value, unit=unit,
    )  # fmt: skip


def either(o: Any, d: Deal) -> list[Entry]:
    """Straight bridge: the side with more than six tricks scores them, whoever made the trump."""
    return [odd(d, side, d.unit) for side, n in d.tricks.items() if n > 6]


def stated(o: Any, d: Deal) -> list[Entry]:
    """That the tricks are those of the record, which does not show the whole play."""
    if not d.told:
        return []
    return [
        entry(
            "bridge.tricks.stated",
            "The record states the result. Tricks of {side}: {tricks}.",
            side=d.side,
            column="below",
            tricks=d.won[d.side],
        )  # fmt: skip
    ]


def contradicted(side: Side, n: int) -> Entry:
    """That the cards shown do not allow the tricks which the record states."""
    return entry(
        "bridge.tricks.stated",
        "The record states this number of tricks for {side}: {tricks}. The tricks shown contradict it, so nothing is "
        "counted.",
        side=side,
        column="below",
        tricks=n,
    )


def next_dealer(o: Any, t: Table) -> Ruling:
    """The deal passes to the left."""
    return yes(
        "bridge.tricks.next-dealer",
        "The next dealer is {answer}, on the left of {dealer}.",
        answer=o.shape.seats.player(t.setup.dealer),
        dealer=o.shape.seats.all[t.setup.dealer],
    )


def tables_dealer(o: Any, t: Table) -> Ruling:
    """Where several tables play, one seat deals at all of them before the deal passes on."""
    tables = len(t.setup.standing.pairs) // len(o.shape.seats.sides) if t.setup.standing else 1
    if int(t.setup.given.get("Table", tables)) >= tables:
        return next_dealer(o, t)
    return yes(
        "bridge.tricks.next-dealer",
        "At the next table the player on the same seat deals: {answer}.",
        answer=o.shape.seats.all[t.setup.dealer],
    )
