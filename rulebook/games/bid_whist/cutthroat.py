"""The individual game: each alone, an auction of several rounds, a point for each book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.cards import Suit
from rulebook.game import Phase
from rulebook.games.bid_whist import table
from rulebook.games.bid_whist.auction import no_more_calls
from rulebook.games.bid_whist.facts import (
    HIGH,
    LOW,
    PASS,
    Bid,
    Direction,
    Facts,
    bids,
    contract,
    declared,
    is_bid,
    is_named,
    no_trump,
    standing,
)
from rulebook.games.bid_whist.kitty import NAMES, early, stands, the_declarer, verb
from rulebook.games.bid_whist.options import Cutthroat
from rulebook.games.bid_whist.renege import adjusted, finished
from rulebook.games.bid_whist.scoring import books, kitty_book, not_finished
from rulebook.games.bid_whist.table import all_books, hand_size, kitty_size
from rulebook.ledger import Entry, Ledger, entry
from rulebook.match import Sheet
from rulebook.parts.calls import in_rotation
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats, Side
from rulebook.table import Action, Each, Now, Section, Setup, Space, Table, Word

CALL = re.compile(r"([0-9]{1,2})(nt(?:high|low)?|high|low|[shdc])?", re.IGNORECASE)

OUT = yes("bid-whist.cutthroat.passed", "{who}: pass. A player who has passed is out of the auction.")
FIRST = yes("bid-whist.cutthroat.bid", "{who}: {what}. This is the first bid.")
HAD_TO = yes("bid-whist.cutthroat.last", "{who}: {what}. All the others had passed, so this player had to bid.")
LARGER = yes("bid-whist.cutthroat.higher", "{who}: {what}. The number is larger, so the bid stands.")
OVER = yes("bid-whist.cutthroat.higher", "{who}: {what}. At the same number no trump is higher, so the bid stands.")
NAMED = yes("bid-whist.cutthroat.declare", "{who} names the direction and the trump suit: {what}.")
DIRECTION = yes("bid-whist.cutthroat.declare", "{who} names the direction: {what}. No trump needs nothing else.")


# -- the deal ----------------------------------------------------------------------------------


def clashes(o: Cutthroat) -> Iterator[Ruling]:
    """House rules that contradict each other: cards that cannot be shared, jokers that cannot be exchanged."""
    kitty = kitty_size(o)
    if (52 + o.jokers - kitty) % o.players:
        yield uneven(o, kitty)
    if o.nt_joker == "exchange" and not kitty and o.jokers:
        yield no(
            "bid-whist.jokers.exchange",
            "Without a kitty nothing is put out, so no joker can be exchanged. Choose one of the two.",
        )


def uneven(o: Cutthroat, kitty: int) -> Ruling:
    """The refusal of cards that cannot be shared out evenly, with the arithmetic."""
    refused = no(
        "bid-whist.cutthroat.deal",
        "{cards} cards less {kitty} for the kitty leave {rest}, and {rest} is no multiple of {players}.",
        cards=52 + o.jokers,
        kitty=kitty,
        rest=52 + o.jokers - kitty,
        players=o.players,
    )
    if o.players != 5:
        return refused
    return refused.on(
        yes("bid-whist.cutthroat.deal", "Five players need two jokers and a kitty of four cards: 5 times 10 and 4.")
    )


def dealt(o: Cutthroat, pack: int, contradiction: Ruling | None, setup: Setup) -> Ruling:
    """Whether a deal is possible; a kitty that leaves unequal hands is refused with the arithmetic."""
    mask, unknown = setup.piles.get("kitty", (0, 0))
    n, total = mask.bit_count() + unknown, 52 + o.jokers
    if contradiction is None and (total - n) % o.players:
        return uneven(o, n)
    r = table.dealt(o, pack, contradiction, setup)
    if not r.ok:
        return r
    players = yes("bid-whist.cutthroat.players", "Players: {n}. Each plays alone.", n=o.players)
    shares = yes(
        "bid-whist.cutthroat.deal",
        "{cards} cards less {kitty} for the kitty are {players} times {each}.",
        cards=total,
        kitty=n,
        players=o.players,
        each=hand_size(o),
    )
    return r.on(*r.because, players, shares)


# -- the auction -------------------------------------------------------------------------------


def passed(facts: Facts) -> set[int]:
    """The players who are out of the auction."""
    return {seat for seat, bid in facts.calls if bid == PASS}


def ladder(o: Cutthroat) -> Iterator[Bid]:
    """Every bid that can be made at this table, from the lowest up."""
    for number in range(1, all_books(o) + 1):
        yield from (Bid(number, ""), Bid(number, "NT"))


def step(bid: Bid) -> int:
    """How high a bid is."""
    return 2 * bid.number + bid.nt


class Auction(Phase):
    """Calls in turn, round after round; done when all but one have passed and somebody has bid."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {"call": is_bid}

    def alone(self, t: Table) -> bool:
        """Whether only one player is left."""
        alone: bool = len(passed(t.facts)) == self.o.players - 1
        return alone

    def done(self, t: Table) -> bool:
        return self.alone(t) and bool(bids(t.facts))

    def turn(self, t: Table) -> int:
        seats, out = self.o.seats, passed(t.facts)
        last = t.facts.calls[-1][0] if t.facts.calls else t.setup.dealer
        seat: int = next(s for n in range(1, 1 + len(seats)) if (s := seats.left(last, n)) not in out)
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        bid = standing(t.facts)
        calls = tuple(b for b in ladder(self.o) if bid is None or step(b) > step(bid))
        return (Each(self.turn(t), "call", calls if self.alone(t) else (PASS, *calls)),)

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        player, turn = self.o.seats.all[a.by], self.turn(t)
        if a.by in passed(t.facts):
            return no("bid-whist.cutthroat.passed", "{player} has passed and is out of the auction.", player=player)
        if a.by != turn:
            return no(
                "bid-whist.cutthroat.rounds",
                "It is not the turn of {player} to call. Now to call: {turn}.",
                player=player,
                turn=self.o.seats.all[turn],
            )
        return None

    def may_pass(self, t: Table, a: Action) -> Ruling | None:
        if a.what != PASS or not self.alone(t):
            return None
        return no(
            "bid-whist.cutthroat.last",
            "All the others have passed and nobody has bid, so {player} may not pass.",
            player=self.o.seats.all[a.by],
        )

    def is_bid(self, t: Table, a: Action) -> Ruling | None:
        bid, full = a.what, all_books(self.o)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return None
        if bid.kind not in ("", "NT") or bid.named:
            return no(
                "bid-whist.cutthroat.bid",
                "A bid is a number of books, alone or with no trump. It names no direction and no suit.",
            )
        if bid.number < 1:
            return no("bid-whist.cutthroat.bid", "A bid promises at least 1 book.")
        if bid.number > full:
            return no(
                "bid-whist.cutthroat.top", "Books in this deal: {books}. No larger number can be bid.", books=full
            )
        return None

    def is_higher(self, t: Table, a: Action) -> Ruling | None:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS or last is None or step(bid) > step(last):
            return None
        if last.nt and last.number == all_books(self.o):
            return no(
                "bid-whist.cutthroat.top",
                "Nothing beats {standing}; {player} must pass.",
                standing=last,
                player=self.o.seats.all[a.by],
            )
        if bid == last:
            return no(
                "bid-whist.cutthroat.higher", "{bid} is only equal to the standing bid. A bid must be higher.", bid=bid
            )
        return no(
            "bid-whist.cutthroat.higher",
            "{bid} is lower than the standing bid, {standing}. A bid must be higher.",
            bid=bid,
            standing=last,
        )

    guards = (in_turn, may_pass, is_bid, is_higher)

    def verdict(self, t: Table, a: Action) -> Ruling:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return self.the_end(t, a) if last and len(passed(t.facts)) == self.o.players - 2 else OUT
        if last is None:
            return HAD_TO if self.alone(t) else FIRST
        return LARGER if bid.number > last.number else OVER

    def the_end(self, t: Table, a: Action) -> Ruling:
        """The ruling on the pass that ends the auction."""
        left = next(s for s in self.o.seats.all if s not in passed(t.facts) and s != a.by)
        return yes(
            "bid-whist.cutthroat.rounds",
            "{who}: pass. All but {player} have passed, and the auction is over.",
            player=left,
        ).on(OUT)

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, calls=(*t.facts.calls, (a.by, a.what))))

    def closed(self, t: Table, a: Action) -> Ruling:
        return no_more_calls()

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        text = "".join(words).lower()
        if text == "pass":
            return "call", PASS, None
        if not (m := CALL.fullmatch(text)):
            return None
        number, kind = int(m[1]), m[2] or ""
        if kind.startswith("nt"):
            return "call", Bid(number, "NT", kind[2:]), None
        return "call", Bid(number, "", kind.upper()) if len(kind) == 1 else Bid(number, kind), None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from in_rotation(section, seats, lambda seat: seat in passed(now().facts))


# -- the declaration ---------------------------------------------------------------------------


class Declare(Phase):
    """The declarer names the direction and, without no trump, the trump suit."""

    name, sections = "declaration", ("Declare",)
    kinds: ClassVar = {"declare": is_named}

    def done(self, t: Table) -> bool:
        return declared(t.facts)

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        both = tuple((direction, Suit(i)) for direction in (HIGH, LOW) for i in range(4))
        return (Each(self.turn(t), "declare", (HIGH, LOW) if no_trump(t.facts) else both),)

    def what_is_open(self, t: Table, a: Action) -> Ruling | None:
        if no_trump(t.facts) and not isinstance(a.what, Direction):
            return no(
                "bid-whist.cutthroat.declare",
                "After a no-trump bid the declarer names the direction, high or low, and no suit.",
            )
        if not no_trump(t.facts) and not isinstance(a.what, tuple):
            return no(
                "bid-whist.cutthroat.declare",
                "The declarer names both: the direction, high or low, and the trump suit.",
            )
        return None

    guards = (lambda self, t, a: the_declarer(self.o, t, a), what_is_open)

    def closed(self, t: Table, a: Action) -> Ruling | None:
        return early(self.o, t, a) if t.facts.declarer is None else stands()

    def verdict(self, t: Table, a: Action) -> Ruling:
        return DIRECTION if no_trump(t.facts) else NAMED

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, named=a.what))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "declare" or len(words) not in (2, 3):
            return None
        named = [NAMES.get(word.lower()) for word in words[1:]]
        what = named[0] if len(named) == 1 else tuple(sorted(named, key=lambda n: isinstance(n, Suit)))
        return ("declare", what, None) if is_named(what) else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from verb("declare", section)


# -- the score ---------------------------------------------------------------------------------


def passes(loser: Side, winner: Side) -> Ruling:
    """Where penalty books go: from one player to one other."""
    return yes(
        "bid-whist.cutthroat.renege", "The penalty books pass from {loser} to {winner}.", loser=loser, winner=winner
    )


def result(o: Cutthroat, t: Table) -> Ledger:
    """The score of one deal with its reasons; there is none before the last trick."""
    owed = contract(t.facts)
    if owed is None or not owed.named:
        return Ledger((), final=False)
    side, natural = o.seats.side(t.facts.declarer), books(o, t)
    final, penalties = adjusted(o, t, natural, passes)
    reasons = (*counts(o, t, side, natural), *penalties)
    if not finished(o, t):
        return Ledger((*reasons, not_finished(side)), final=False)
    others = (each_book(s, final[s]) for s in o.seats.sides if s != side)
    return Ledger((*reasons, *declarers(o, owed.bid, side, final[side]), *others))


def counts(o: Cutthroat, t: Table, declarer: Side, won: dict[int, int]) -> Iterator[Entry]:
    """How many books each player won, and what the kitty is worth."""
    for side in o.seats.sides:
        n = won[side]
        if side != declarer or "out" not in t.piles:
            yield entry("bid-whist.cutthroat.score", "Books of {side}: {n}.", side=side, n=n)
        elif kitty_book(o, t) is None:
            yield entry(
                "bid-whist.cutthroat.book", "Books of {side}: {n}. Here the kitty counts for nobody.", side=side, n=n
            )
        else:
            yield entry("bid-whist.cutthroat.book", "Books of {side}, with the kitty book: {n}.", side=side, n=n)


def each_book(side: Side, n: int) -> Entry:
    """The points of a player who owed nothing."""
    return entry("bid-whist.cutthroat.score", "{side} scores a point for each book: {points}.", side=side, points=n)


def declarers(o: Cutthroat, bid: Bid, side: Side, won: int) -> Iterator[Entry]:
    """The points of the declarer."""
    points = won if won >= bid.number else -bid.number
    if points > 0:
        yield entry(
            "bid-whist.cutthroat.score",
            "{bid} is made; books: {books}. The declarer, {side}, scores a point for each: {points}.",
            side=side, points=points, bid=bid, books=won,
        )  # fmt: skip
    else:
        yield entry(
            "bid-whist.cutthroat.short",
            "{bid} is set; books: {books}. The declarer, {side}, scores nothing for them and loses the bid: {points}.",
            side=side, points=points, bid=bid, books=won,
        )  # fmt: skip
    if bid.nt and o.cut_nt_score == "double":
        yield entry(
            "bid-whist.cutthroat.no-trump",
            "At this table no trump doubles the declarer's points. {side} scores {points} more.",
            side=side, points=points,
        )  # fmt: skip
    elif bid.nt:
        yield entry("bid-whist.cutthroat.no-trump", "No trump changes no points.", side=side)


# -- the game ----------------------------------------------------------------------------------


def deal_result(sheet: Sheet, o: Cutthroat) -> Sheet:
    """The deal's own ledger."""
    return sheet.of(result(o, sheet.table))


def game_end(sheet: Sheet, o: Cutthroat) -> Sheet:
    """A player at the target wins; of several the one in front."""
    points = sheet.after.points
    there = [side for side in o.seats.sides if points[side] >= o.cut_target]
    if not sheet.final or not there:
        return sheet
    at = max(points.values())
    front = [side for side in there if points[side] == at]
    if len(front) > 1:
        return in_front(sheet, o, front, at)
    (side,) = front
    if len(there) == 1:
        why = entry("bid-whist.cutthroat.target", "{side} stands at {at} and wins the game.", side=side, at=at)
    else:
        why = entry(
            "bid-whist.cutthroat.tie",
            "{side} stands at {at}, has the highest score and wins the game. Others have {target} or more too.",
            side=side, at=at, target=o.cut_target,
        )  # fmt: skip
    return sheet.add(why).winning(side, 1)


def in_front(sheet: Sheet, o: Cutthroat, front: list[Side], at: int) -> Sheet:
    """The highest score is shared: the declarer wins, once; otherwise another deal decides."""
    declarer = o.seats.side(sheet.table.facts.declarer)
    if max(sheet.before.points.values()) >= o.cut_target:
        why = entry(
            "bid-whist.cutthroat.tie",
            "The highest score, {at}, is shared again; the deal after a tie must leave one player alone in front. "
            "Another deal is played.",
            side=front[0], at=at,
        )  # fmt: skip
        return sheet.add(why)
    if declarer not in front:
        why = entry(
            "bid-whist.cutthroat.tie",
            "The highest score, {at}, is shared, and not by the declarer: another deal is played.",
            side=front[0], at=at,
        )  # fmt: skip
        return sheet.add(why)
    why = entry(
        "bid-whist.cutthroat.tie",
        "The highest score, {at}, is shared. {side}, the declarer, is among those who share it and wins the game.",
        side=declarer, at=at,
    )  # fmt: skip
    return sheet.add(why).winning(declarer, 1)


SETTLEMENT = (deal_result, game_end)
