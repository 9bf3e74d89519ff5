"""Reneges: calling a wrong card, taking it back, and what a right or wrong call costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from rulebook.cards import Card, is_card
from rulebook.game import Phase, lines
from rulebook.games.bid_whist.facts import Claim
from rulebook.games.bid_whist.jokers import owed
from rulebook.games.bid_whist.kitty import in_play
from rulebook.games.bid_whist.options import Options, Rules
from rulebook.games.bid_whist.ranking import ranks
from rulebook.games.bid_whist.table import hand_size
from rulebook.ledger import Entry, entry, entry_n
from rulebook.parts.tricks import read as read_card
from rulebook.parts.tricks import revealed
from rulebook.ruling import Ruling, irregular, no, yes
from rulebook.seats import Seat, Seats, Side
from rulebook.table import Action, Cards, Each, Now, Section, Space, Table, Word

FAULTS = ("bid-whist.play.follow", "bid-whist.play.joker-follow", "bid-whist.jokers.throw-off")
STANDS = yes("bid-whist.renege.stands", "At this table a wrong card that has been played stands.")
PASSES = yes("bid-whist.renege.passes", "The penalty books pass to the other side.")


class Wrong(NamedTuple):
    """A card that reneged: by whom, in which book, and how many cards had been played before it."""

    seat: int
    book: int
    place: int


def wrong_cards(o: Rules, t: Table) -> list[Wrong]:
    """Every renege so far: seen when it happened, or shown by a later card."""
    order, first = ranks(o, t.facts), 1 + sum(t.setup.tricks)
    found = [(a.by, n) for rule in FAULTS for a, n in t.faults(rule)]
    if any(t.setup.hidden):
        shown = revealed(order, t.tricks, first) + held_back(o, t)
        found += [fault for fault in shown if fault not in found]
    return [Wrong(seat, n, place(t, seat, n - first)) for seat, n in found]


def fitting(o: Rules, wrong: list[Wrong], claim: Claim) -> list[int]:
    """The seats that reneged as this call says. A card played after the call does not count."""
    return [
        seat
        for seat, book, place in wrong
        if book == claim.book and o.seats.side(seat) == claim.against and place < claim.cards
    ]


def played(t: Table) -> int:
    """How many cards have been played in this deal, as far as the record tells."""
    return len(t.tricks) * len(t.hands) + len(t.trick)


def place(t: Table, seat: int, trick: int) -> int:
    """When this seat played to this trick (from 0): so many cards had been played before."""
    leader = t.tricks[trick].leader if trick < len(t.tricks) else t.leader
    return trick * len(t.hands) + (seat - leader) % len(t.hands)


def held_back(o: Rules, t: Table) -> list[tuple[int, int]]:
    """Who threw off another card and later showed a joker that was due: (seat, number of the trick)."""
    order = ranks(o, t.facts)
    found = []
    for seat in o.seats.all:
        if (book := owed(o, order, t, seat)) is None:
            continue
        later = t.tricks[book - sum(t.setup.tricks) :]
        if any(trick.cards[trick.seats.index(seat)].suit is None for trick in later):
            found.append((int(seat), book))
    return found


def shows(o: Rules, seat: int, card: Card, book: int) -> Ruling:
    """The ruling on a card that proves an earlier renege of the same player."""
    return irregular(
        "bid-whist.renege.what",
        "{card} shows that {player} could have followed suit in book {book}.",
        card=card,
        player=o.seats.all[seat],
        book=book,
    ).on(STANDS)


def proofs(o: Rules, t: Table) -> list[bool]:
    """For each call so far whether a renege proves it, as the cards on the table show by now."""
    found: list[bool] = []
    used: Counter[tuple[int, int]] = Counter()
    wrong = wrong_cards(o, t) if t.facts.claims else []
    for claim in t.facts.claims:
        key = claim.against, claim.book
        proved = len(fitting(o, wrong, claim)) > used[key]
        used[key] += proved
        found.append(proved)
    return found


def begun(t: Table) -> bool:
    """Whether a card has been played."""
    return bool(t.trick or t.tricks or t.setup.tricks)


def finished(o: Rules, t: Table) -> bool:
    """Whether all tricks have been played."""
    return in_play(o, t) and sum(t.setup.tricks) + len(t.tricks) == hand_size(o)


Named = int | tuple[int, Seat]
"""What a call names: a book, or a book and a player."""


def is_call(value: object) -> bool:
    """Whether this can be called."""
    if isinstance(value, tuple):
        return len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], Seat)
    return isinstance(value, int)


def used_up(o: Rules, t: Table) -> Callable[[Claim], bool]:
    """The question whether there is a renege as a call says, and every such one has been called already."""
    wrong = wrong_cards(o, t)
    proved = Counter((c.against, c.book) for c, good in zip(t.facts.claims, proofs(o, t), strict=True) if good)
    return lambda claim: 0 < len(fitting(o, wrong, claim)) <= proved[claim.against, claim.book]


class Calls(Phase):
    """The right to call a renege of another side, open to anybody until the score is entered."""

    name, sections = "renege", ("Claim",)
    kinds: ClassVar = {"renege": is_call}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if self.o.illegal_play != "table" or not begun(t) or t.facts.scored:
            return ()
        used = used_up(self.o, t)
        return tuple(
            Each(seat, "renege", tuple(c for c in self.calls(seat) if not used(self.claim(t, seat, c))))
            for seat in self.o.seats.all
        )

    def calls(self, seat: int) -> Iterator[Named]:
        """Everything this player can call."""
        seats = self.o.seats
        for book in range(1, hand_size(self.o) + 1):
            if len(seats.sides) == 2:
                yield book
            yield from ((book, s) for s in seats.all if seats.side(s) != seats.side(seat))

    def claim(self, t: Table, seat: int, what: object) -> Claim:
        """The call with the side it accuses."""
        seats = self.o.seats
        if isinstance(what, tuple):
            return Claim(seat, what[0], seats.side(what[1]), played(t))
        assert isinstance(what, int)
        return Claim(seat, what, seats.other(seats.side(seat)), played(t))

    def at_this_table(self, t: Table, a: Action) -> Ruling | None:
        if self.o.illegal_play == "table":
            return None
        return no("bid-whist.renege.modes", "Here a card that reneges is refused, so there is nothing to call.")

    def in_time(self, t: Table, a: Action) -> Ruling | None:
        if not t.facts.scored:
            return None
        return no("bid-whist.renege.until", "The score has been entered; a renege can no longer be called.")

    def a_book(self, t: Table, a: Action) -> Ruling | None:
        seats, named = self.o.seats, a.what
        book, player = named if isinstance(named, tuple) else (named, None)
        if not begun(t):
            return no("bid-whist.renege.call", "No card has been played yet, so there is no book to name.")
        if book not in range(1, hand_size(self.o) + 1):
            return no(
                "bid-whist.renege.call",
                "The call must name a book by its number, from 1 to {last}.",
                last=hand_size(self.o),
            )
        if player is None and len(seats.sides) > 2:
            return no("bid-whist.cutthroat.renege", "Each plays alone here, so the call must also name the player.")
        if player == a.by and len(seats.sides) > 2:
            return no("bid-whist.cutthroat.renege", "A renege is called by another player, not by the one who made it.")
        if player is not None and seats.side(player) == seats.side(a.by):
            return no(
                "bid-whist.renege.call",
                "Only an opponent may call a renege; {player} is on the side of the caller.",
                player=player,
            )
        return None

    def once(self, t: Table, a: Action) -> Ruling | None:
        if not used_up(self.o, t)(self.claim(t, a.by, a.what)):
            return None
        return no(
            "bid-whist.renege.each",
            "This renege in book {book} has been called already.",
            book=self.claim(t, a.by, a.what).book,
        )

    guards = (at_this_table, in_time, a_book, once)

    def verdict(self, t: Table, a: Action) -> Ruling:
        claim, seats = self.claim(t, a.by, a.what), self.o.seats
        faults = fitting(self.o, wrong_cards(self.o, t), claim)
        if not faults:
            wrong = yes(
                "bid-whist.renege.wrong",
                "{who} calls a renege in book {book}. No opponent reneged there: the call is wrong.",
                book=claim.book,
            )
            if len(seats.sides) > 2:
                wrong = yes(
                    "bid-whist.renege.wrong",
                    "{who} calls a renege of {player} in book {book}. There was none: the call is wrong.",
                    player=seats.sides[claim.against],
                    book=claim.book,
                )
            return wrong.unsure() if any(t.hidden[s] for s in seats.of(claim.against)) else wrong
        why = yes(
            "bid-whist.renege.what",
            "{player} did not play the card that was owed in book {book}, though holding one.",
            player=seats.all[faults[0]],
            book=claim.book,
        )
        proved = yes("bid-whist.renege.proved", "{who} calls a renege in book {book}. It is proved.", book=claim.book)
        return proved.on(why)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, claims=(*t.facts.claims, self.claim(t, a.by, a.what))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "renege" or not 2 <= len(words) <= 3:
            return None
        book = words[1].removeprefix("book=")
        accused = seats.find(words[2].removeprefix("by=")) if words[2:] else None
        if not (book.isascii() and book.isdecimal() and len(book) < 4) or (words[2:] and accused is None):
            return None
        return "renege", int(book) if accused is None else (int(book), accused), None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from lines(section)


class Correct(Phase):
    """The right to take back a wrong card until the next one is on the table, and to play another."""

    name = "renege"
    kinds: ClassVar = {"replace": is_card}

    def __init__(self, options: Rules, play: Phase) -> None:
        super().__init__(options)
        self.play = play

    def wrong(self, t: Table) -> int | None:
        """The player of the last card, if it was a wrong one that lies."""
        last = next((d for d in reversed(t.log) if d.action.kind in ("card", "replace")), None)
        irregular_card = last is not None and last.ruling.stands and last.ruling.rule in FAULTS
        return last.action.by if last is not None and irregular_card else None

    def called(self, t: Table, seat: int) -> bool:
        """Whether the renege with the last card has been called."""
        book = sum(t.setup.tricks) + len(t.tricks) + bool(t.trick)
        return used_up(self.o, t)(Claim(seat, book, self.o.seats.side(seat), played(t)))

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat = self.wrong(t)
        if self.o.correct_before_covered == "off" or seat is None or self.called(t, seat) or t.facts.scored:
            return ()
        return tuple(
            Cards(seat, space.mask, "replace")
            for space in self.play.legal(t.without_last())
            if isinstance(space, Cards)
        )

    def agreed(self, t: Table, a: Action) -> Ruling | None:
        if self.o.correct_before_covered == "on":
            return None
        return no("bid-whist.renege.correct", "At this table a card that has been played stays.")

    def uncovered(self, t: Table, a: Action) -> Ruling | None:
        if self.wrong(t) != a.by or t.facts.scored:
            return no(
                "bid-whist.renege.correct",
                "Only a wrong card can be taken back, by the player who has just played it and before the next card.",
            )
        if self.called(t, a.by):
            return no("bid-whist.renege.correct", "The renege has been called already, so the card stays.")
        return None

    def a_right_card(self, t: Table, a: Action) -> Ruling | None:
        instead = self.play.rule(t.without_last(), Action(a.by, "card", a.what))
        if instead.ok:
            return None
        return no("bid-whist.renege.correct", "{card} would be wrong too.", card=a.what).on(instead)

    guards = (agreed, uncovered, a_right_card)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return yes("bid-whist.renege.correct", "{who} takes the wrong card back before the next one, and plays {what}.")

    def apply(self, t: Table, a: Action) -> Table:
        return self.play.apply(t.without_last(), Action(a.by, "card", a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        found = read_card(words[1:], seats) if words[0] == "replace" and len(words) == 2 else None
        return found and ("replace", found[1], None)


class Entering(Phase):
    """The right to enter the score of a deal that has been played out, which ends the time for calls."""

    name = "renege"
    kinds: ClassVar = {"score": lambda value: value is None}

    def legal(self, t: Table) -> tuple[Space, ...]:
        if not finished(self.o, t) or t.facts.scored:
            return ()
        return tuple(Each(seat, "score", (None,)) for seat in self.o.seats.all)

    def at_the_end(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.scored:
            return no("bid-whist.renege.until", "The score has been entered already.")
        if not finished(self.o, t):
            return no("bid-whist.renege.until", "The score is entered when all books have been played.")
        return None

    guards = (at_the_end,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return yes("bid-whist.renege.until", "{who} enters the score. From now on no renege can be called.")

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, scored=True))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return ("score", None, None) if words == ["score"] else None


def only_with_penalties(o: Options, side: Side) -> Entry:
    """What all books mean that a side has only through penalties."""
    if o.renege_boston == "yes":
        return entry(
            "bid-whist.renege.boston", "{side} has all books with penalty books; here they make a Boston.", side=side
        )
    return entry(
        "bid-whist.renege.boston", "{side} has all books only with penalty books, and that is no Boston.", side=side
    )


def to_other_side(loser: Side, winner: Side) -> Ruling:
    """Where the penalty books go, between two sides."""
    return PASSES


def adjusted(
    o: Rules, t: Table, books: dict[int, int], passes: Callable[[Side, Side], Ruling] = to_other_side
) -> tuple[dict[int, int], list[Entry]]:
    """The books of each side after all penalties in the order of the calls, with the reasons."""
    books, reasons, seats = dict(books), [], o.seats
    for claim, proved in zip(t.facts.claims, proofs(o, t), strict=True):
        caller = int(seats.side(claim.by))
        loser, winner = (claim.against, caller) if proved else (caller, claim.against)
        n = min(o.renege_books, books[loser])
        books[loser] -= n
        if o.renege_to == "other_side":
            books[winner] += n
        reason = _reason(claim.book, proved, o.renege_to, n, seats.sides[loser])
        if o.renege_to == "other_side":
            reason = reason._replace(ruling=reason.ruling.on(passes(seats.sides[loser], seats.sides[winner])))
        reasons.append(reason)
        if n < o.renege_books:
            reasons.append(
                entry(
                    "bid-whist.renege.limit",
                    "{side} had no more books to give, and owes nothing further. Books given: {n}.",
                    side=seats.sides[loser],
                    n=n,
                )
            )
    if reasons:
        reasons += [
            entry("bid-whist.renege.first", "Books of {side} after the penalties: {n}.", side=side, n=books[side])
            for side in seats.sides
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
            "Renege proved in book {book}: {side} loses {n} book.",
            "Renege proved in book {book}: {side} loses {n} books.",
            book=book,
            n=n,
            side=side,
        )
    return entry_n(
        "bid-whist.renege.wrong",
        "Wrong call for book {book}: {side}, who called, loses {n} book.",
        "Wrong call for book {book}: {side}, who called, loses {n} books.",
        book=book,
        n=n,
        side=side,
    )
