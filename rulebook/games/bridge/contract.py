"""The contract of auction bridge: what it scores when it is made, and what it costs when it fails."""

from __future__ import annotations

from typing import Any

from rulebook.games.bridge import tricks
from rulebook.games.bridge.facts import Bid
from rulebook.games.bridge.outcome import Deal
from rulebook.ledger import Entry, entry
from rulebook.ruling import yes

BONUS = 50  # for a doubled contract made, and for each trick beyond it
SHORT = 50  # for each trick that a contract fails by, not doubled
MADE = yes("bridge.contract.made", "The tricks of the contract were won.")
LIMIT = 100  # the most that the dealer's own one spade can lose


def made(o: Any, d: Deal) -> list[Entry]:
    """Points below the line of a contract made, and above it if it was doubled."""
    if d.margin(d.tricks) < 0 or d.side in d.revoked or d.nullo:
        return []
    odd = tricks.odd(d, d.side, d.unit)
    return [odd._replace(ruling=odd.ruling.on(MADE)), *bonus(o, d)]


def bonus(o: Any, d: Deal) -> list[Entry]:
    """What doubling adds above the line. Tricks that a revoke moved earn none."""
    if d.times == 1 or (over := d.margin(d.won)) < 0:
        return []
    each = BONUS * d.times // 2
    found = [
        entry(
            "bridge.contract.bonus",
            "The doubled contract ({bid}) is made. {side} scores {points} above the line.",
            side=d.side, column="above", points=each, bid=d.contract,
        )
        if d.times == 2
        else entry(
            "bridge.contract.bonus",
            "The redoubled contract ({bid}) is made. {side} scores {points} above the line.",
            side=d.side, column="above", points=each, bid=d.contract,
        )
    ]  # fmt: skip
    if over:
        beyond = entry(
            "bridge.contract.over",
            "Tricks beyond the contract, which was doubled or redoubled: {over}, at {each} each. {side} scores "
            "{points} above the line.",
            side=d.side, column="above", points=each * over, over=over, each=each,
        )  # fmt: skip
        found.append(beyond)
    return found


def failed(o: Any, d: Deal) -> list[Entry]:
    """What the adversaries score for the tricks that a contract fails by."""
    short = -d.margin(d.tricks)
    if short <= 0:
        return []
    each, needed = SHORT * d.times, 6 + d.contract.number
    loss, limited = short * each, own_spade(d) and d.times < 4 and short * each > LIMIT
    found = []
    for side in (s for s in d.against if s not in d.revoked):
        if limited:
            found.append(
                entry(
                    "bridge.contract.one-spade",
                    "The dealer's own one spade fails by {short}. Instead of {loss}, {side} scores {points} "
                    "above the line.",
                    side=side, column="above", points=LIMIT, short=short, loss=loss,
                )
            )  # fmt: skip
        else:
            found.append(
                entry(
                    "bridge.contract.failed",
                    "Contract ({bid}) not made; tricks needed: {needed}, won: {tricks}. At {each} for each trick "
                    "short {side} scores {points} above the line.",
                    side=side, column="above", points=loss,
                    bid=d.contract, needed=needed, tricks=d.tricks[d.side], each=each,
                )
            )  # fmt: skip
    return found


def own_spade(d: Deal) -> bool:
    """Whether the final contract is the dealer's own first call, one spade."""
    return d.contract == Bid(1, "S") and d.declarer == d.table.setup.dealer
