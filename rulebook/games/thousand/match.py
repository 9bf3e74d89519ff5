"""The match: its target, who wins when several reach it, and the order in which a deal is settled."""

from __future__ import annotations

from typing import Any

from rulebook.games.thousand.deal import BARREL
from rulebook.games.thousand.lviv import WINS_IN_LVIV
from rulebook.games.thousand.score import deal_of
from rulebook.ledger import Entry, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Side

DUMPED = 555


def together(key: str, other: str) -> Ruling:
    """The refusal of two house rules that cannot stand together."""
    return no(
        "thousand.match.together",
        "The house rule {key} cannot stand together with {other}: one of them would do nothing.",
        key=key,
        other=other,
    )


def dealer_pays(sheet: Sheet, why: Entry) -> Sheet:
    """A dealer's penalty is booked at once; a dealer on the barrel is off it."""
    ground = yes("thousand.match.penalty", "The penalty is written down at once and never doubled.")
    sheet = sheet.add(why._replace(ruling=why.ruling.on(ground)))
    return sheet.setting(BARREL, why.side, 0) if sheet.before.mark(BARREL, why.side) else sheet


def dump(sheet: Sheet, o: Any) -> Sheet:
    """A total of exactly 555 becomes 0."""
    if o.dump555 == "off" or deal_of(o, sheet.table) is None:
        return sheet
    for side in o.shape.seats.sides:
        at = sheet.after.points[side]
        if at == DUMPED:
            sheet = sheet.add(
                entry("thousand.match.dump", "{side} stands at exactly 555, which becomes 0.", side=side, points=-at)
            )
        elif at == -DUMPED and o.dump.negative == "on":
            sheet = sheet.add(
                entry(
                    "thousand.match.dump-negative",
                    "{side} stands at exactly {at}, which becomes 0.",
                    side=side,
                    at=at,
                    points=-at,
                )
            )
    return sheet


def winner(sheet: Sheet, o: Any) -> Sheet:
    """Who has won the match, if anybody has."""
    deal = deal_of(o, sheet.table)
    over = [s for s in o.shape.seats.sides if sheet.after.points[s] >= o.goal]
    if deal is None or not over:
        return sheet
    declarer = o.shape.seats.side(deal.declarer)
    best = max(sheet.after.points[s] for s in over)
    first = [declarer] if declarer in over else [s for s in over if sheet.after.points[s] == best]
    for side in first:
        why = won(sheet, side, over, first, declarer)
        ground = WINS_IN_LVIV if o.barrel.style == "lviv" else o.says.get("target")
        sheet = sheet.add(why if ground is None else why._replace(ruling=why.ruling.on(ground)))
    return sheet.winning(first[0], 1) if len(first) == 1 else sheet.shared(tuple(first))


def won(sheet: Sheet, side: Side, over: list[Side], first: list[Side], declarer: Side) -> Any:
    """Why this side has won."""
    at = sheet.after.points[side]
    if len(over) == 1:
        return entry("thousand.match.target", "{side} stands at {at} and wins the match.", side=side, at=at)
    if len(first) > 1:
        return entry("thousand.match.winner", "{side} stands at {at} too: the win is shared.", side=side, at=at)
    if side == declarer:
        return entry(
            "thousand.match.winner",
            "{side} stands at {at}. Others have reached the target too, but the declarer wins.",
            side=side, at=at,
        )  # fmt: skip
    return entry(
        "thousand.match.winner", "{side} stands at {at}, the highest score over the target, and wins the match.",
        side=side, at=at,
    )  # fmt: skip
