"""Nullo: the declarer's side promises to lose tricks."""

from __future__ import annotations

from rulebook.games.bridge.facts import Bid
from rulebook.ledger import Entry, entry
from rulebook.seats import Side

VALUE = 10


def count(bid: Bid, side: Side, tricks: int) -> Entry:
    """The points below the line for a nullo contract of `bid.number` with so many tricks taken."""
    most = 7 - bid.number
    if tricks > most:
        return entry(
            "bridge.nullo.count",
            "Contract ({bid}) not made; tricks taken: {tricks}, allowed: {most}. Nothing is scored below the line.",
            side=side, column="below", bid=bid, tricks=tricks, most=most,
        )  # fmt: skip
    return entry(
        "bridge.nullo.count",
        "Contract ({bid}) made; tricks taken: {tricks}, under seven: {under}. {side} scores {points}.",
        side=side, column="below", points=VALUE * (7 - tricks), bid=bid, tricks=tricks, under=7 - tricks,
    )  # fmt: skip
