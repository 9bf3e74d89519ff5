"""Scoring: books into points, points into games won and lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulebook.games.bid_whist.auction import not_scored
from rulebook.games.bid_whist.facts import Bid, contract
from rulebook.games.bid_whist.kitty import no_kitty_book, with_kitty_book
from rulebook.games.bid_whist.options import Options, Rules
from rulebook.games.bid_whist.renege import adjusted, finished, only_with_penalties
from rulebook.games.bid_whist.table import all_books
from rulebook.ledger import Entry, Ledger, entry
from rulebook.match import Sheet
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Side
from rulebook.table import Table


class Outcome(NamedTuple):
    """What a deal came to.

    bid, side   what was owed, and by whom
    books       books of each side after the penalties
    boston      all books, and as a Boston
    helped      all books, but only with penalty books
    bid_boston  a Boston was promised
    double      no trump counts double
    """

    bid: Bid
    side: Side
    books: dict[int, int]
    boston: bool
    helped: bool
    bid_boston: bool
    double: bool

    @property
    def need(self) -> int:
        return 6 + self.bid.number

    @property
    def won(self) -> int:
        return self.books[self.side]

    @property
    def made(self) -> bool:
        return self.won >= self.need

    @property
    def lost(self) -> int:
        """Points that a set costs."""
        return self.bid.number * (2 if self.double else 1)


Pay = Callable[[Options, Outcome], list[Entry]]
"""What an outcome is worth, entry by entry."""


# -- books -------------------------------------------------------------------------------------


def kitty_book(o: Rules, t: Table) -> int | None:
    """The side that has the kitty book, or None: nobody, or not known."""
    if "out" not in t.piles or o.kitty_book == "nobody":
        return None
    if o.kitty_book == "bidder":
        return o.seats.side(t.facts.declarer)
    return o.seats.side(t.tricks[0].winner) if t.tricks and not sum(t.setup.tricks) else None


def books(o: Rules, t: Table) -> dict[int, int]:
    """Books of each side as won in play, the kitty book included."""
    found: dict[int, int] = {s: sum(map(t.won, o.seats.of(s))) for s in o.seats.sides}
    if (side := kitty_book(o, t)) is not None:
        found[side] += 1
    return found


def counted(o: Rules, t: Table) -> dict[int, int]:
    """Books of each side after the penalties."""
    return adjusted(o, t, books(o, t))[0]


def counts(o: Rules, t: Table) -> list[Entry]:
    """How many books each side won; the kitty book is named where it counts."""
    won, kitty = books(o, t), kitty_book(o, t)
    nobody = [no_kitty_book(o.seats.side(t.facts.declarer))] if "out" in t.piles and o.kitty_book == "nobody" else []
    return nobody + [
        with_kitty_book(o, side, won[side])
        if side == kitty
        else entry("bid-whist.scoring.books", "Books of {side}: {n}.", side=side, n=won[side])
        for side in o.seats.sides
    ]


def to_set(o: Options, t: Table) -> Ruling:
    """How many books the other side needs to set the bid."""
    owed = contract(t.facts)
    if owed is None:
        return no("bid-whist.scoring.to-set", "There is no bid to set yet.", answer="-")
    return yes(
        "bid-whist.scoring.to-set",
        "Books that set the bid ({bid}): {answer}.",
        bid=owed.bid,
        answer=all_books(o) - 5 - owed.bid.number,
    )


def outcome(o: Options, t: Table) -> Outcome:
    """What the deal has come to so far."""
    owed = contract(t.facts)
    assert owed
    side, natural, final = o.seats.side(t.facts.declarer), books(o, t), counted(o, t)
    full = all_books(o)
    helped = final[side] == full > natural[side]
    return Outcome(
        bid=owed.bid,
        side=side,
        books=final,
        boston=final[side] == full and (not helped or o.renege_boston == "yes"),
        helped=helped,
        bid_boston=owed.bid.number == full - 6,
        double=owed.bid.nt and o.nt_score == "double",
    )


def result(o: Options, pay: Pay, t: Table) -> Ledger:
    """The score of one deal with its reasons; not final while the cards could still decide."""
    owed = contract(t.facts)
    if t.ended is not None:
        return Ledger((not_scored(o, t),))
    if owed is None or not owed.named:
        return Ledger((), final=False)
    side, natural = o.seats.side(t.facts.declarer), books(o, t)
    _, penalties = adjusted(o, t, natural)
    reasons = counts(o, t) + penalties
    if not finished(o, t):
        if not certain(o, t, natural, penalties):
            reasons.append(not_finished(side))
            return Ledger(tuple(reasons), final=False)
        reasons.append(
            entry(
                "bid-whist.scoring.unfinished",
                "The deal breaks off, but the other side has the books that set the bid already.",
                side=side,
            )
        )
    elif o.kitty_book == "first_trick_winner" and "out" in t.piles and kitty_book(o, t) is None:
        reasons.append(
            entry(
                "bid-whist.scoring.unfinished",
                "The record does not tell who won the first book, to which the kitty book belongs.",
                side=side,
            )
        )
        return Ledger(tuple(reasons), final=False)
    return Ledger((*reasons, *pay(o, outcome(o, t))))


def not_finished(side: Side) -> Entry:
    """Why there is no score yet."""
    return entry("bid-whist.scoring.unfinished", "The deal is not finished and has no score yet.", side=side)


def certain(o: Options, t: Table, natural: dict[int, int], penalties: list[Entry]) -> bool:
    """Whether no card still to be played can change the score: the bid is set, and only that counts."""
    needed = to_set(o, t).args["answer"]
    other = o.seats.other(o.seats.side(t.facts.declarer))
    assert isinstance(needed, int)
    return not penalties and natural[other] >= needed and o.defenders_score != "tricks_over_six"


# -- points ------------------------------------------------------------------------------------


def points(o: Options, d: Outcome) -> list[Entry]:
    """The points of a deal: made or set, what no trump and a Boston add, what the other side gets."""
    if d.boston and o.boston_points == "fixed":
        return [*([only_with_penalties(o, d.side)] if d.helped else []), fixed_boston(d)]
    found = [made(o, d) if d.made else not_made(d)]
    if d.bid.nt:
        found.append(again(o, d, found[0].points))
    found += boston(o, d, sum(e.points for e in found))
    return found if d.made else [*found, *other_side(o, d)]


def made(o: Options, d: Outcome) -> Entry:
    """The points of a bid that was made."""
    if o.score_made == "bid":
        return entry(
            "bid-whist.scoring.made",
            "{bid} is made; books: {books}. At this table only the bid counts: {side} scores {points}.",
            side=d.side, points=d.bid.number, bid=d.bid, books=d.won,
        )  # fmt: skip
    return entry(
        "bid-whist.scoring.made",
        "{bid} is made; books: {books}. {side} scores {points}.",
        side=d.side, points=d.won - 6, bid=d.bid, books=d.won,
    )  # fmt: skip


def not_made(d: Outcome) -> Entry:
    """The points of a bid that was set."""
    return entry(
        "bid-whist.scoring.set",
        "{bid} is set; books needed: {needed}, won: {books}. {side} scores {points}.",
        side=d.side, points=-d.bid.number, bid=d.bid, needed=d.need, books=d.won,
    )  # fmt: skip


def again(o: Options, d: Outcome, base: int) -> Entry:
    """What no trump adds."""
    if not d.double:
        return entry("bid-whist.scoring.no-trump", "At this table no trump is not doubled.", side=d.side)
    if d.made and o.nt_double_what == "bid_only":
        return entry(
            "bid-whist.scoring.doubled",
            "No trump doubles only the number bid. {side} scores {points} more.",
            side=d.side, points=d.bid.number,
        )  # fmt: skip
    more = entry(
        "bid-whist.scoring.no-trump",
        "No trump doubles the points. {side} scores {points} more.",
        side=d.side, points=base,
    )  # fmt: skip
    if base > d.bid.number:
        because = yes("bid-whist.scoring.doubled", "Every book above six counts double.")
        more = more._replace(ruling=more.ruling.on(because))
    return more


def fixed_boston(d: Outcome) -> Entry:
    """What a Boston scores instead of everything else."""
    if d.bid.nt:
        return entry(
            "bid-whist.scoring.boston",
            "All books: a Boston. In no trump it scores {points} at this table, whatever was bid.",
            side=d.side, points=26,
        )  # fmt: skip
    return entry(
        "bid-whist.scoring.boston",
        "All books: a Boston. At this table it scores {points}, whatever was bid.",
        side=d.side, points=13,
    )  # fmt: skip


def boston(o: Options, d: Outcome, so_far: int) -> list[Entry]:
    """What all the books add: a label, or the same points again for a bid Boston."""
    found = [only_with_penalties(o, d.side)] if d.helped else []
    if not d.boston:
        return found
    if o.boston_points == "double" and d.bid_boston:
        return [
            *found,
            entry(
                "bid-whist.scoring.boston",
                "A Boston that was bid counts double at this table. {side} scores {points} more.",
                side=d.side, points=so_far,
            ),
        ]  # fmt: skip
    return [*found, entry("bid-whist.scoring.boston", "All books: a Boston. As such it scores no points.", side=d.side)]


def other_side(o: Options, d: Outcome) -> list[Entry]:
    """What the side that set the bid scores for it."""
    other = o.seats.other(d.side)
    if o.defenders_score == "none":
        return []
    if o.defenders_score == "bid":
        return [
            entry(
                "bid-whist.scoring.other-side",
                "{side} set the bid and scores what the declarer's side loses: {points}.",
                side=other, points=d.lost,
            )
        ]  # fmt: skip
    over = d.books[other] - 6
    if over <= 0:
        return [entry("bid-whist.scoring.other-side", "{side} set the bid but has no book above six.", side=other)]
    return [
        entry(
            "bid-whist.scoring.other-side",
            "{side} set the bid and scores its books above six: {points}.",
            side=other, points=over,
        )
    ]  # fmt: skip


# -- the game ----------------------------------------------------------------------------------


def game_end(sheet: Sheet, o: Options) -> Sheet:
    """A side at the target wins, a side as far below zero loses; a bid Boston can count two games."""
    for side in o.seats.sides:
        at = sheet.after.points[side]
        lost = o.lower_limit == "on" and at <= -o.target
        if not sheet.final or sheet.after.over is not None or not (lost or at >= o.target):
            continue
        if lost:
            why = entry("bid-whist.scoring.lose", "{side} stands at {at} and loses the game.", side=side, at=at)
            sheet = winning(sheet.add(why), o.seats.other(side), 1)
        else:
            why = entry("bid-whist.scoring.win", "{side} stands at {at} and wins the game.", side=side, at=at)
            sheet = winning(sheet.add(why), side, games(sheet, o, side))
    return sheet


def games(sheet: Sheet, o: Options, side: int) -> int:
    """How many games a game won by reaching the target counts."""
    d = outcome(o, sheet.table)
    return o.boston_bid_wins if d.boston and d.bid_boston and d.side == side else 1


def winning(sheet: Sheet, winner: Side, n: int) -> Sheet:
    """The game is won and counted in the tally."""
    tally = entry("bid-whist.scoring.tally", "Games counted for {side}: {games}.", side=winner, games=n)
    return sheet.add(tally).winning(winner, n)
