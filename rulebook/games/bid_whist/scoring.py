"""Scoring: books into points, points into games won and lost."""

from __future__ import annotations

from rulebook.games.bid_whist.facts import Contract, contract
from rulebook.games.bid_whist.kitty import with_kitty_book
from rulebook.games.bid_whist.options import Options
from rulebook.games.bid_whist.renege import adjusted
from rulebook.games.bid_whist.table import hand_size
from rulebook.ledger import Entry, Ledger, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import FOUR, Side
from rulebook.table import Table

TARGET = 7
ALL_BOOKS = 13


def books(o: Options, t: Table) -> dict[int, int]:
    """Books of each side as won in play, the kitty book included."""
    found: dict[int, int] = {s: sum(t.won(seat) for seat in FOUR.all[s::2]) for s in FOUR.sides}
    if "out" in t.piles:
        found[FOUR.side(t.facts.declarer)] += 1
    return found


def counted(o: Options, t: Table) -> dict[int, int]:
    """Books of each side after the penalties."""
    return adjusted(t, books(o, t), o.renege_to)[0]


def to_set(t: Table) -> Ruling:
    """How many books the other side needs to set the bid."""
    owed = contract(t.facts)
    if owed is None:
        return no("bid-whist.scoring.to-set", "There is no bid to set yet.", answer="-")
    return yes(
        "bid-whist.scoring.to-set",
        "Books that set the bid ({bid}): {answer}.",
        bid=owed.bid,
        answer=8 - owed.bid.number,
    )


def result(o: Options, t: Table) -> Ledger:
    """The score of one deal with its reasons; not final while the cards could still decide."""
    owed = contract(t.facts)
    if owed is None or owed.named is None:
        return Ledger((), final=False)
    side = FOUR.side(t.facts.declarer)
    natural = books(o, t)
    final, penalties = adjusted(t, natural, o.renege_to)
    reasons = [_books(t, s, natural[s]) for s in FOUR.sides] + penalties
    finished = sum(t.setup.tricks) + len(t.tricks) == hand_size(o)
    certain = not penalties and natural[FOUR.other(side)] >= 8 - owed.bid.number
    if not finished and not certain:
        reasons.append(
            entry("bid-whist.scoring.unfinished", "The deal is not finished and has no score yet.", side=side)
        )
        return Ledger(tuple(reasons), final=False)
    if not finished:
        reasons.append(
            entry(
                "bid-whist.scoring.unfinished",
                "The deal breaks off, but the other side has the books that set the bid already.",
                side=side,
            )
        )
    reasons += points(o, owed, side, final[side])
    if natural[side] == ALL_BOOKS and final[side] == ALL_BOOKS:
        reasons.append(
            entry("bid-whist.scoring.boston", "All 13 books: a Boston. As such it scores no points.", side=side)
        )
    return Ledger(tuple(reasons))


def _books(t: Table, side: Side, n: int) -> Entry:
    """How many books a side won; the kitty book is named where it counts."""
    if "out" in t.piles and side == FOUR.side(t.facts.declarer):
        return with_kitty_book(side, n)
    return entry("bid-whist.scoring.books", "Books of {side}: {n}.", side=side, n=n)


def points(o: Options, owed: Contract, side: Side, won: int) -> list[Entry]:
    """The points of the declarer's side: made or set, and what no trump adds."""
    bid, need = owed.bid, 6 + owed.bid.number
    made = won >= need
    base = won - 6 if made else -bid.number
    found = [
        entry(
            "bid-whist.scoring.made",
            "{bid} is made; books: {books}. {side} scores {points}.",
            side=side, points=base, bid=bid, books=won,
        )
        if made
        else entry(
            "bid-whist.scoring.set",
            "{bid} is set; books needed: {needed}, won: {books}. {side} scores {points}.",
            side=side, points=base, bid=bid, needed=need, books=won,
        )
    ]  # fmt: skip
    if not bid.nt:
        return found
    if o.nt_score == "single":
        again = entry("bid-whist.scoring.no-trump", "At this table no trump is not doubled.", side=side)
    elif made and o.nt_double_what == "bid_only":
        again = entry(
            "bid-whist.scoring.doubled",
            "No trump doubles only the number bid. {side} scores {points} more.",
            side=side, points=bid.number,
        )  # fmt: skip
    else:
        again = entry(
            "bid-whist.scoring.no-trump",
            "No trump doubles the points. {side} scores {points} more.",
            side=side, points=base,
        )  # fmt: skip
    if made and o.nt_score == "double" and o.nt_double_what == "all_books_over_six" and won > need:
        because = yes("bid-whist.scoring.doubled", "Every book above six counts double.")
        again = again._replace(ruling=again.ruling.on(because))
    return [*found, again]


# -- the match ---------------------------------------------------------------------------------


def deal_result(sheet: Sheet, o: Options) -> Sheet:
    """The deal's own ledger."""
    return sheet.add(*result(o, sheet.table).entries)


def game_end(sheet: Sheet, o: Options) -> Sheet:
    """A side at 7 or more wins, a side at -7 or less loses; a bid Boston counts two games."""
    final = result(o, sheet.table).final
    for side in FOUR.sides:
        at = sheet.after.points[side]
        if abs(at) < TARGET or not final or sheet.after.over is not None:
            continue
        winner = side if at > 0 else FOUR.other(side)
        if at > 0:
            sheet = sheet.add(
                entry("bid-whist.scoring.win", "{side} stands at {at} and wins the game.", side=side, at=at)
            )
        else:
            sheet = sheet.add(
                entry("bid-whist.scoring.lose", "{side} stands at {at} and loses the game.", side=side, at=at)
            )
        games = 2 if at > 0 and boston_bid(sheet.table, o) else 1
        tally = entry("bid-whist.scoring.tally", "Games counted for {side}: {games}.", side=winner, games=games)
        sheet = sheet.add(tally).winning(winner, games)
    return sheet


def boston_bid(t: Table, o: Options) -> bool:
    """Whether the deal was a bid of 7 made with all 13 books won in play."""
    owed = contract(t.facts)
    if owed is None or owed.bid.number != 7:
        return False
    side = FOUR.side(t.facts.declarer)
    return books(o, t)[side] == counted(o, t)[side] == ALL_BOOKS


SETTLEMENT = (deal_result, game_end)
