"""Six-hand bridge: three pairs at two tables, three rubbers at once. A record is one deal at one table.

The dealer of a table sits South, so North and South are the pair that deals, East and West the pair beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulebook.games.bridge import score
from rulebook.games.bridge.make import Make
from rulebook.games.bridge.options import Straight
from rulebook.games.bridge.rubber import total
from rulebook.ledger import entry
from rulebook.match import Settlement, Sheet
from rulebook.options import option
from rulebook.parts import movement
from rulebook.ruling import Ruling, yes
from rulebook.standing import Standing
from rulebook.table import Action, Table

DEAL, TABLE = "deal", "table"  # notes of a match, both from 1; 0 stands for 1
DEALT = "dealt"  # 1 when the deal of this table counts
RUBBERS = tuple("".join(sorted(pairs)) for pairs in movement.six_rubbers())  # notes: 1 when it is over


@dataclass(frozen=True)
class Six(Straight):
    """Three pairs, each against the other two."""

    six_finished: str = option("bridge.movement.six-rest", "What follows a rubber that ends first?", "rest", "restart")


class Ends(Make):
    """The make of a table: what its dealer leaves is named by the dealer at the other end, from the dummy hand."""

    def leaves(self, t: Table, a: Action) -> Ruling:
        r = super().leaves(t, a)
        if not r.ok:
            return r
        return yes("bridge.six.leave", "{who} passes. The dealer at the other end takes up the dummy hand.")

    def names(self, t: Table, a: Action) -> Ruling:
        r = super().names(t, a)
        if not r.ok or a.by == t.setup.dealer:
            return r
        return yes("bridge.six.leave", "The dealer at the other end names {what} from the dummy hand.")


def meeting(standing: Standing) -> tuple[str, str]:
    """The pairs at the table of this deal, the dealing pair first."""
    if standing.pairs:
        return standing.pairs[0], standing.pairs[1]
    table = movement.six_tables(standing.note(DEAL) or 1)[(standing.note(TABLE) or 1) - 1]
    assert table is not None
    return table.pairs


def rubber(one: str, other: str) -> str:
    """The name of the rubber between two pairs."""
    return "".join(sorted((one, other)))


def counted(sheet: Sheet, o: Any) -> Sheet:
    """A rubber that ends is written as a difference by both its pairs; after three the results stand."""
    if score.counts(sheet):
        sheet = sheet.noting(DEALT, 1)
    if sheet.after.over is None:
        return sheet
    names, sides = meeting(sheet.before), o.shape.seats.sides
    totals = [total(sheet, side) for side in sides]
    for name, points in zip(names, (totals[0] - totals[1], totals[1] - totals[0]), strict=True):
        sheet = replace(sheet, after=sheet.after.credited(name, points))
    sheet = sheet.noting(rubber(*names), 1)
    if o.six_finished == "restart" or not all(sheet.after.note(key) for key in RUBBERS):
        sheet = sheet.add(
            entry(
                "bridge.six.rubbers",
                "The rubber of pairs {one} and {other} is over.",
                side=sides[0], column="above", one=names[0], other=names[1],
            )
        )  # fmt: skip
        return sheet
    for name in movement.PAIRS:
        side = sides[names.index(name)] if name in names else sides[0]
        sheet = sheet.add(
            entry(
                "bridge.six.result",
                "All three rubbers are over. Pair {pair}, the sum of its differences: {sum}.",
                side=side, column="above", pair=name, sum=sheet.after.scores.get(name, 0),
            )
        )  # fmt: skip
    return sheet


def onward(o: Any, standing: Standing) -> Standing:
    """The table that is played next, with the standing of its rubber; nothing more when all are over."""
    if not standing.note(DEALT):
        return standing
    one, other = meeting(standing)
    kept = {**standing.kept, rubber(one, other): seen_from(standing, sorted((one, other)), (one, other))}
    over = [frozenset(key) for key in RUBBERS if standing.note(key) and o.six_finished == "rest"]
    deal, table = standing.note(DEAL) or 1, standing.note(TABLE) or 1
    if len(over) == len(RUBBERS):
        return replace(standing, kept=kept)
    while True:
        deal, table = (deal, 2) if table == 1 else (deal + 1, 1)
        found = movement.six_tables(deal, over)[table - 1]
        if found is not None:
            break
    pairs = found.pairs
    start = kept.get(rubber(*pairs)) or Standing.start(o.shape.seats)
    start = seen_from(start.next_game(), pairs, sorted(pairs))
    rest = next(name for name in movement.PAIRS if name not in pairs)
    return replace(
        start,
        pairs=(*pairs, rest),
        notes={**standing.notes, DEAL: deal, TABLE: table, DEALT: 0},
        scores=standing.scores,
        kept=kept,
    )


def seen_from(standing: Standing, pairs: tuple[str, ...] | list[str], was: tuple[str, ...] | list[str]) -> Standing:
    """The standing of a rubber with its pairs in another order: points, games and marks change sides."""
    if list(pairs) == list(was):
        return replace(standing, kept={})
    one, other = standing.points
    swap = {one: other, other: one}
    return replace(
        standing,
        points={side: standing.points[swap[side]] for side in swap},
        tally={side: standing.tally[swap[side]] for side in swap},
        marks={name: {side: marks.get(swap[side], 0) for side in swap} for name, marks in standing.marks.items()},
        over=None if standing.over is None else swap[standing.over],
        kept={},
    )


def dealer(o: Any, t: Table) -> Ruling:
    """The dealer of the next table sits at its end too."""
    return yes(
        "bridge.six.deal",
        "At the next table the dealer sits at the end again: {answer}.",
        answer=o.shape.seats.all[t.setup.dealer],
    )


SETTLEMENT: Settlement = (*score.SETTLEMENT["straight"], counted)
