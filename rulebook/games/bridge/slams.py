"""Slams: all tricks, or all but one."""

from __future__ import annotations

from typing import Any

from rulebook.games.bridge.outcome import Deal
from rulebook.ledger import Entry, entry
from rulebook.seats import Side

GRAND, LITTLE = 40, 20


def slams(o: Any, d: Deal) -> list[Entry]:
    """The slam of whichever side took one in the play; doubling leaves it alone."""
    if d.nullo:
        return []
    return [slam(side, n) for side, n in d.won.items() if n >= 12 and side not in d.revoked]


def slam(side: Side, tricks: int) -> Entry:
    """What twelve or thirteen tricks of one side score."""
    if tricks == 13:
        return entry(
            "bridge.slams.grand",
            "{side} took all 13 tricks, a grand slam, and scores {points} above the line.",
            side=side, column="above", points=GRAND,
        )  # fmt: skip
    return entry(
        "bridge.slams.little",
        "{side} took 12 tricks, a little slam, and scores {points} above the line.",
        side=side, column="above", points=LITTLE,
    )  # fmt: skip
