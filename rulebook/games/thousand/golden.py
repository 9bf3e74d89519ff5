"""The golden set: doubled deals at the start of a match, until a contract is made."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand.deal import golden
from rulebook.games.thousand.score import deal_of
from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Side

PLAYED, MADE, OVER = "golden.played", "golden.made", "golden.over"
DOUBLE = yes("thousand.golden.double", "In a golden deal every result counts twice.")


def too_low(least: int) -> Ruling:
    """The refusal of a bid below 120."""
    return no("thousand.golden.minimum", "In a golden deal the lowest bid is {least}.", least=int(least))


def twice(side: Side) -> Entry:
    """A zero that counts as two."""
    return entry("thousand.golden.zero", "In a golden deal it counts as two zeros.", side=side)


def golden_set(sheet: Sheet, o: Any) -> Sheet:
    """Count the deals of the set; without a single contract made it is played again."""
    deal = deal_of(o, sheet.table)
    if not golden(o, sheet.table) or deal is None:
        return sheet
    made = sheet.before.note(MADE) or int(deal.made)
    played = sheet.before.note(PLAYED) + 1
    sheet = sheet.noting(MADE, made).noting(PLAYED, played)
    side = o.shape.seats.side(deal.declarer)
    if played < o.shape.players:
        return sheet
    if made:
        why = entry("thousand.golden.set", "The golden set is over. From now on deals count once.", side=side)
        return sheet.add(why).noting(OVER, 1)
    if sheet.after.over is not None:
        return sheet
    why = entry("thousand.golden.again", "No contract was made in the golden set, so another one is played.", side=side)
    sheet = sheet.add(why).noting(PLAYED, 0)
    return back_to_zero(sheet, o) if o.bid.golden_reset == "yes" else sheet


def back_to_zero(sheet: Sheet, o: Any) -> Sheet:
    """Scores go to 0 and barrels off; marks stay."""
    for side in o.shape.seats.sides:
        at = sheet.after.points[side]
        if at:
            sheet = sheet.add(
                entry("thousand.golden.again", "The score of {side} goes back to 0.", side=side, points=-at)
            )
        sheet = sheet.setting("barrel", side, 0)
    return sheet
