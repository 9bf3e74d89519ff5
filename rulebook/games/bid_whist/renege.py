"""Reneges: calling a wrong card, and what a right or wrong call costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.cards import Card
from rulebook.game import Phase, lines
from rulebook.games.bid_whist.facts import Claim
from rulebook.games.bid_whist.ranking import ranks
from rulebook.games.bid_whist.table import hand_size
from rulebook.ledger import Entry, entry, entry_n
from rulebook.parts.tricks import revealed
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import FOUR, Seats, Side
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

PENALTY = 3
FAULTS = ("bid-whist.play.follow", "bid-whist.play.joker-follow")
STANDS = yes("bid-whist.renege.stands", "At this table a wrong card that has been played stands.")
PASSES = yes("bid-whist.renege.passes", "The penalty books pass to the other side.")


def reneges(t: Table, side: int, book: int) -> list[int]:
    """The seats of this side that reneged in this book: seen when it happened, or shown by a later card."""
    found = [(a.by, n) for rule in FAULTS for a, n in t.faults(rule)]
    shown = revealed(ranks(t.facts), t.tricks, 1 + sum(t.setup.tricks))
    found += [fault for fault in shown if fault not in found]
    return [seat for seat, n in found if n == book and FOUR.side(seat) == side]


def shows(seat: int, card: Card, book: int) -> Ruling:
    """The ruling on a card that proves an earlier renege of the same player."""
    return irregular(
        "bid-whist.renege.what",
        "{card} shows that {player} could have followed suit in book {book}.",
        card=card,
        player=FOUR.all[seat],
        book=book,
    ).on(STANDS)


def proofs(t: Table) -> list[bool]:
    """For each call so far whether a renege proves it, as the cards on the table show by now."""
    found: list[bool] = []
    used: Counter[tuple[int, int]] = Counter()
    for claim in t.facts.claims:
        side = FOUR.other(FOUR.side(claim.by))
        proved = len(reneges(t, side, claim.book)) > used[side, claim.book]
        used[side, claim.book] += proved
        found.append(proved)
    return found


class Calls(Phase):
    """The right to call a renege of the other side, open to anybody from the first card on."""

    name, sections = "renege", ("Claim",)
    kinds: ClassVar = {"renege": lambda value: isinstance(value, int)}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not self.begun(t):
            return ()
        books = range(1, hand_size(self.o) + 1)
        open_ = [Each(seat, "renege", tuple(b for b in books if not self.used_up(t, seat, b))) for seat in FOUR.all]
        return tuple(open_)

    def begun(self, t: Table) -> bool:
        return bool(t.trick or t.tricks or t.setup.tricks)

    def used_up(self, t: Table, seat: int, book: int) -> bool:
        """Whether every renege of the other side in this book has been called already."""
        side = FOUR.side(seat)
        faults = reneges(t, FOUR.other(side), book)
        called = [
            c for c, proved in zip(t.facts.claims, proofs(t), strict=True)
            if proved and c.book == book and FOUR.side(c.by) == side
        ]  # fmt: skip
        return bool(faults) and len(called) >= len(faults)

    def at_this_table(self, t: Table, a: Action) -> Ruling | None:
        if self.o.illegal_play == "table":
            return None
        return no("bid-whist.renege.modes", "Here a card that reneges is refused, so there is nothing to call.")

    def a_book(self, t: Table, a: Action) -> Ruling | None:
        if not self.begun(t):
            return no("bid-whist.renege.call", "No card has been played yet, so there is no book to name.")
        if a.what not in range(1, hand_size(self.o) + 1):
            return no(
                "bid-whist.renege.call",
                "The call must name a book by its number, from 1 to {last}.",
                last=hand_size(self.o),
            )
        if a.seat is not None and FOUR.side(a.seat) == FOUR.side(a.by):
            return no(
                "bid-whist.renege.call",
                "Only an opponent may call a renege; {player} is on the side of the caller.",
                player=FOUR.all[a.seat],
            )
        return None

    def once(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, int)
        if not self.used_up(t, a.by, a.what):
            return None
        return no("bid-whist.renege.each", "This renege in book {book} has been called already.", book=a.what)

    guards = (at_this_table, a_book, once)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, int)
        faults = reneges(t, FOUR.other(FOUR.side(a.by)), a.what)
        if not faults:
            wrong = yes(
                "bid-whist.renege.wrong",
                "{who} calls a renege in book {what}. No opponent reneged there: the call is wrong.",
            )
            accused = (s for s in FOUR.all if FOUR.side(s) != FOUR.side(a.by))
            return wrong.unsure() if any(t.hidden[s] for s in accused) else wrong
        why = yes(
            "bid-whist.renege.what",
            "{player} did not follow suit in book {book} and held a card of the suit led.",
            player=FOUR.all[faults[0]],
            book=a.what,
        )
        return yes("bid-whist.renege.proved", "{who} calls a renege in book {what}. It is proved.").on(why)

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, int)
        return t.knowing(replace(t.facts, claims=(*t.facts.claims, Claim(a.by, a.what))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, int | None] | None:
        if words[0] != "renege" or not 2 <= len(words) <= 3:
            return None
        book = words[1].removeprefix("book=")
        accused = seats.find(words[2].removeprefix("by=")) if words[2:] else None
        if not (book.isascii() and book.isdecimal() and len(book) < 4) or (words[2:] and accused is None):
            return None
        return "renege", int(book), accused

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from lines(section)


def adjusted(t: Table, books: dict[int, int], renege_to: str) -> tuple[dict[int, int], list[Entry]]:
    """The books of each side after all penalties in the order of the calls, with the reasons."""
    books, reasons = dict(books), []
    for claim, proved in zip(t.facts.claims, proofs(t), strict=True):
        caller = FOUR.side(claim.by)
        loser = FOUR.other(caller) if proved else caller
        winner = FOUR.other(loser)
        n = min(PENALTY, books[loser])
        books[loser] -= n
        if renege_to == "other_side":
            books[winner] += n
        reason = _reason(claim.book, proved, renege_to, n, FOUR.sides[loser])
        if renege_to == "other_side":
            reason = reason._replace(ruling=reason.ruling.on(PASSES))
        reasons.append(reason)
        if n < PENALTY:
            reasons.append(
                entry(
                    "bid-whist.renege.limit",
                    "{side} had no more books to give, and owes nothing further. Books given: {n}.",
                    side=FOUR.sides[loser],
                    n=n,
                )
            )
    if reasons:
        reasons += [
            entry("bid-whist.renege.first", "Books of {side} after the penalties: {n}.", side=side, n=books[side])
            for side in FOUR.sides
        ]
    return books, reasons


def _reason(book: int, proved: bool, renege_to: str, n: int, side: Side) -> Entry:
    if renege_to == "removed":
        return entry_n(
            "bid-whist.renege.passes",
            "Penalty for book {book}: {side} loses {n} book, and nobody gets it.",
            "Penalty for book {book}: {side} loses {n} books, and nobody gets them.",
            book=book,
            n=n,
            side=side,
        )
    if proved:
        return entry_n(
            "bid-whist.renege.proved",
            "Renege proved in book {book}: {n} book passes to the other side.",
            "Renege proved in book {book}: {n} books pass to the other side.",
            book=book,
            n=n,
            side=side,
        )
    return entry_n(
        "bid-whist.renege.wrong",
        "Wrong call for book {book}: {n} book passes from the calling side to the other.",
        "Wrong call for book {book}: {n} books pass from the calling side to the other.",
        book=book,
        n=n,
        side=side,
    )
