"""The score of a deal and of a rubber: the parts of the chapters put together.

A variety takes the parts that it shares and replaces the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.games.bridge import contract, honours, nullo, penalties, rubber, slams, tricks
from rulebook.games.bridge.outcome import Deal, contradiction, outcome
from rulebook.ledger import Entry, Ledger
from rulebook.match import Settlement, Sheet
from rulebook.table import Table

Part = Callable[[Any, Deal], list[Entry]]

__all__ = ["AUCTION", "SETTLEMENT", "STRAIGHT", "Deal", "Part", "auction", "by_deal", "outcome", "scored", "straight"]


def won_or_lost(o: Any, d: Deal) -> list[Entry]:
    """Auction bridge: what the contract scores, made or failed."""
    if d.nullo:
        return nullo.count(o, d)
    return [*contract.made(o, d), *contract.failed(o, d)]


AUCTION: tuple[Part, ...] = (
    tricks.stated,
    penalties.passed,
    won_or_lost,
    penalties.auction,
    honours.honours,
    slams.slams,
)
STRAIGHT: tuple[Part, ...] = (
    tricks.stated, penalties.passed, tricks.either, penalties.straight, honours.honours, honours.chicane, slams.slams,
)  # fmt: skip


def scored(parts: tuple[Part, ...]) -> Callable[[Any, Table], Ledger]:
    """The score of a deal that is made of these parts; not final while the tricks are not known."""

    def result(o: Any, t: Table) -> Ledger:
        if t.ended is not None:
            return Ledger(())
        d = outcome(o, t)
        if d is None:
            wrong = contradiction(o, t)
            return Ledger((tricks.contradicted(*wrong),) if wrong else (), final=False)
        d = penalties.applied(o, d)
        return Ledger(tuple(entry for part in parts for entry in part(o, d)))

    return result


BY_DEAL = tuple(penalties.by_deal if part is penalties.straight else part for part in STRAIGHT)  # no games are played
auction, straight, by_deal = scored(AUCTION), scored(STRAIGHT), scored(BY_DEAL)


def counts(sheet: Sheet) -> bool:
    """Whether the deal is finished and not to be dealt again."""
    ended = sheet.table.ended
    return sheet.final and not (ended is not None and ended.void)


def settled(result: Callable[[Any, Table], Ledger]) -> Callable[[Sheet, Any], Sheet]:
    """The step of a settlement that writes down a deal scored in this way."""
    return lambda sheet, o: sheet.of(result(o, sheet.table))


RUBBER: Settlement = (rubber.game_end, rubber.rubber_end)
SETTLEMENT: dict[str, Settlement] = {
    "auction": (settled(auction), *RUBBER, rubber.hour_end),
    "straight": (settled(straight), *RUBBER),
}
