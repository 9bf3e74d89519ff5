"""Short bridge: no doubling, no rubber; a game goes to the larger total of all its deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulebook.games.bridge import doubling, score
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.rubber import total
from rulebook.games.bridge.tricks import GAME
from rulebook.ledger import entry
from rulebook.match import Settlement, Sheet
from rulebook.ruling import no


@dataclass(frozen=True)
class Short(Straight):
    """Straight bridge without doubling, a game at a time."""


class NoDoubling(doubling.NoDoubling):
    """Nobody doubles in this game."""

    refused: ClassVar = no("bridge.short.doubling", "There is no doubling in short bridge.")


def game_end(sheet: Sheet, o: Any) -> Sheet:
    """When a side has 30 below the line, the side with more points altogether wins the game."""
    seats, points = o.shape.seats, sheet.after.points
    if not score.counts(sheet) or max(points.values()) < GAME:
        return sheet
    over = max(seats.sides, key=lambda side: points[side])
    sheet = sheet.add(
        entry(
            "bridge.short.game",
            "{side} has {at} points below the line, so the game ends.",
            side=over, column="below", at=points[over],
        )
    )  # fmt: skip
    totals = {side: total(sheet, side) for side in seats.sides}
    best = max(totals, key=lambda side: totals[side])
    other = seats.other(best)
    if totals[best] == totals[other]:
        equal = entry(
            "bridge.short.equal",
            "Both sides have {total} points in all: nobody wins the game.",
            side=best, column="above", total=totals[best],
        )  # fmt: skip
        return sheet.add(equal).shared(seats.sides)
    won = entry(
        "bridge.short.winner",
        "Totals: {side} {total}, {other} {smaller}. {side} wins the game.",
        side=best, column="above", total=totals[best], other=other, smaller=totals[other],
    )  # fmt: skip
    return sheet.add(won).winning(best, 1)


SETTLEMENT: Settlement = (score.settled(score.straight), game_end)
