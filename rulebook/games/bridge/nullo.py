"""Nullo: the declarer's side promises to lose tricks."""

from __future__ import annotations

from typing import Any

from rulebook.games.bridge.contract import SHORT, bonus
from rulebook.games.bridge.outcome import Deal
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat

NOT_PLAYED = no("bridge.nullo.call", "Nullo is not played at this table.")
AGREED = yes("bridge.nullo.call", "Nullo has been agreed at this table.")
BELOW = yes("bridge.nullo.rank", "Nullo stands just below no trump of the same number.")
ABOVE = yes("bridge.nullo.rank", "Nullo stands above royals of the same number.")
LOWER = no("bridge.nullo.rank", "At the same number nullo is lower than no trump.")


def first(player: Seat) -> Ruling:
    """Why this player plays a contract of nullo."""
    return yes("bridge.nullo.declarer", "{player} was the first of the side to call nullo.", player=player)


def count(o: Any, d: Deal) -> list[Entry]:
    """A nullo contract: points for the tricks under seven, or for the adversaries what is too many."""
    most, tricks = 7 - d.contract.number, d.tricks[d.side]
    if tricks > most:
        each = SHORT * d.times
        return [
            entry(
                "bridge.nullo.failed",
                "Contract ({bid}) not made; tricks allowed: {most}, taken: {tricks}. At {each} for each trick too "
                "many {side} scores {points} above the line.",
                side=side, column="above", points=each * (tricks - most),
                bid=d.contract, most=most, tricks=tricks, each=each,
            )
            for side in d.against
            if side not in d.revoked
        ]  # fmt: skip
    if d.side in d.revoked:
        return []
    made = entry(
        "bridge.nullo.count",
        "Contract ({bid}) made; tricks taken: {tricks}, under seven: {under}, at {unit} each. {side} scores {points}.",
        side=d.side, column="below", points=d.unit * (7 - tricks),
        bid=d.contract, tricks=tricks, under=7 - tricks, unit=d.unit,
    )  # fmt: skip
    return [made, *bonus(o, d)]
