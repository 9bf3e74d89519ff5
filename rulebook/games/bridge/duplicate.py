"""Duplicate: each board by itself, compared between tables; bridge to the score, in rounds of four."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulebook.games.bridge import score
from rulebook.games.bridge.options import Auction, Straight
from rulebook.games.bridge.outcome import Deal
from rulebook.games.bridge.rubber import afresh, total
from rulebook.games.bridge.tricks import GAME
from rulebook.ledger import Entry, Ledger, entry
from rulebook.match import Settlement, Sheet
from rulebook.options import option
from rulebook.parts import settlement
from rulebook.seats import Side
from rulebook.standing import Standing
from rulebook.table import Table

if TYPE_CHECKING:
    from rulebook.i18n import Lang

BONUS = 125  # duplicate auction, for tricks that count 30 on one board
ROUND, ROUND_BONUS, DEALS = 4, 50, "deals"


@dataclass(frozen=True)
class DuplicateAuction(Auction):
    """Auction bridge board by board."""


@dataclass(frozen=True)
class Duplicate(Straight):
    """Straight bridge board by board."""


@dataclass(frozen=True)
class ToScore(Straight):
    """Duplicate in rounds of four deals, with a bonus at the end of the round."""

    round_method: str = option(
        "bridge.duplicate.round", "What is the bonus of a round?", "club", "game_then_lead", "game_then_score"
    )
    lead_rate: int = option(
        "bridge.duplicate.round-games", "How many points does each trick point of the lead bring?", 1, 2
    )


def thirty(o: Any, d: Deal) -> list[Entry]:
    """The declarer's side adds 125 when its tricks count 30 on this board."""
    points = sum(e.points for e in score.won_or_lost(o, d) if e.column == "below" and e.side == d.side)
    if points < GAME:
        return []
    return [
        entry(
            "bridge.duplicate.thirty",
            "The tricks of {side} count {tricks} on this board, 30 or more. {side} scores {points} above the line.",
            side=d.side, column="above", points=BONUS, tricks=points,
        )
    ]  # fmt: skip


auction = score.scored((*score.AUCTION, thirty))


class Signed(int):
    """What is won or lost, said with its sign."""

    __slots__ = ()

    def say(self, lang: Lang) -> str:
        return lang.signed(self)


# -- boards ------------------------------------------------------------------------------------


def difference(sheet: Sheet, o: Any) -> Sheet:
    """The result of the board: the larger total less the smaller."""
    if not score.counts(sheet):
        return sheet
    one, other = o.shape.seats.sides
    totals = made(sheet, o)
    best, least = (one, other) if totals[one] >= totals[other] else (other, one)
    return sheet.add(
        entry(
            "bridge.duplicate.difference",
            "On this board {side} made {more} and {other} {less}. Difference: {by}.",
            side=best, column="above", more=totals[best], other=least, less=totals[least],
            by=totals[best] - totals[least],
        )
    )  # fmt: skip


def made(sheet: Sheet, o: Any) -> dict[Side, int]:
    """All points of each side in this deal."""
    return {side: sum(e.points for e in sheet.entries if e.side == side) for side in o.shape.seats.sides}


def compared(sheet: Sheet, o: Any) -> Sheet:
    """When the last table has played a board, each pair is measured against those that held its cards."""
    given, names = sheet.table.setup.given, sheet.before.pairs
    tables, board = len(names) // 2, given.get("Board", "1")
    if not score.counts(sheet) or tables < 2:
        return sheet
    one, other = made(sheet, o).values()
    sheet = sheet.noting(f"board.{board}.{given.get('Table', '1')}", one - other)
    notes = [f"board.{board}.{n}" for n in range(1, tables + 1)]
    if any(note not in sheet.after.notes for note in notes):
        return sheet
    results = settlement.pairwise([sheet.after.note(note) for note in notes])
    for n, points in enumerate(results):
        for side, won in zip(o.shape.seats.sides, (points, -points), strict=True):
            pair = names[2 * n + side]
            sheet = sheet.add(
                entry(
                    "bridge.duplicate.compare",
                    "Board {board}, compared with the other tables. Result of pair {pair}: {won}.",
                    side=side, column="above", board=board, pair=pair, won=Signed(won),
                )
            )  # fmt: skip
            sheet = replace(sheet, after=sheet.after.credited(pair, won))
    return sheet


def alone(o: Any, standing: Standing) -> Standing:
    """The next board starts from nothing."""
    return replace(standing, points=dict.fromkeys(standing.points, 0), marks={}, over=None)


def boards(result: Callable[[Any, Table], Ledger]) -> Settlement:
    """The settlement of boards scored in this way."""
    return (score.settled(result), difference, compared)


# -- bridge to the score -----------------------------------------------------------------------


def to_score(o: Any, t: Table) -> Ledger:
    """The score of a deal; only some methods know games, in which a revoke has a limit."""
    return (score.by_deal if o.round_method == "club" else score.straight)(o, t)


def games(sheet: Sheet, o: Any) -> Sheet:
    """Within the round a side adds 50 for each game of 30, where that is the method."""
    if o.round_method == "club" or not score.counts(sheet):
        return sheet
    for side in o.shape.seats.sides:
        if (at := sheet.after.points[side]) >= GAME:
            sheet = sheet.add(
                entry(
                    "bridge.duplicate.round-games",
                    "{side} has {at} below the line, a game, and adds {points}.",
                    side=side, column="above", points=ROUND_BONUS, at=at,
                )
            )  # fmt: skip
            sheet = afresh(sheet, o.shape.seats)
    return sheet


def round_end(sheet: Sheet, o: Any) -> Sheet:
    """After four deals the side that is ahead in trick points adds a bonus, and the round is compared."""
    if not score.counts(sheet):
        return sheet
    sheet = sheet.noting(DEALS, sheet.before.note(DEALS) + 1)
    if sheet.after.note(DEALS) < ROUND:
        return sheet
    one, other = o.shape.seats.sides
    points = sheet.after.points
    if points[one] == points[other]:
        sheet = sheet.add(
            entry(
                "bridge.duplicate.round",
                "Both sides have {at} trick points, so nobody adds a bonus.",
                side=one, column="above", at=points[one],
            )
        )  # fmt: skip
    else:
        ahead = one if points[one] > points[other] else other
        sheet = sheet.add((club if o.round_method == "club" else lead)(o, ahead, points[ahead], min(points.values())))
    totals = {side: total(sheet, side) for side in (one, other)}
    best, least = (one, other) if totals[one] >= totals[other] else (other, one)
    return sheet.add(
        entry(
            "bridge.duplicate.difference",
            "In this round {side} made {more} and {other} {less}. Difference: {by}.",
            side=best, column="above", more=totals[best], other=least, less=totals[least],
            by=totals[best] - totals[least],
        )
    )  # fmt: skip


def club(o: Any, side: Side, at: int, less: int) -> Entry:
    """The fixed bonus of a round."""
    return entry(
        "bridge.duplicate.round",
        "Trick points of the round: {at} to {less}. {side} adds {points}.",
        side=side, column="above", points=ROUND_BONUS, at=at, less=less,
    )  # fmt: skip


def lead(o: Any, side: Side, at: int, less: int) -> Entry:
    """What the side ahead in an unfinished game adds."""
    if o.round_method == "game_then_score":
        return entry(
            "bridge.duplicate.round-games",
            "{side} leads the unfinished game, {at} to {less}, and adds as much as it has: {points}.",
            side=side, column="above", points=at, at=at, less=less,
        )  # fmt: skip
    return entry(
        "bridge.duplicate.round-games",
        "{side} leads the unfinished game, {at} to {less}, and adds its lead at {rate} a point: {points}.",
        side=side, column="above", points=o.lead_rate * (at - less), at=at, less=less, rate=o.lead_rate,
    )  # fmt: skip


def next_round(o: Any, standing: Standing) -> Standing:
    """After a round everything begins again."""
    return replace(alone(o, standing), notes={}) if standing.note(DEALS) >= ROUND else standing


TO_SCORE: Settlement = (score.settled(to_score), games, round_end)
