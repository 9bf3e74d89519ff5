"""The auction: one round, one call each, the highest bid wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.game import Phase, by_table
from rulebook.games.bid_whist.facts import KINDS, PASS, Bid, bids, is_bid, standing
from rulebook.games.bid_whist.options import Options
from rulebook.games.bid_whist.table import all_books
from rulebook.ledger import Entry, entry
from rulebook.parts.calls import in_rotation
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, End, Now, Section, Space, Table, Word

CALL = re.compile(r"([0-9]{1,2})(high|low|nt|[shdc])(high|low|)", re.IGNORECASE)

PASSED = yes("bid-whist.auction.call", "{who}: pass.")
FIRST = yes("bid-whist.auction.kind", "{who}: {what}. This is the first bid.")
FORCED = yes("bid-whist.auction.dealer", "{who}: {what}. After three passes the dealer had to bid.")
HIGHER = yes("bid-whist.auction.beat", "{who}: {what}. The number is larger, so the bid stands.")
OVER = yes("bid-whist.auction.beat", "{who}: {what}. At the same number no trump is higher, so the bid stands.")
LOWER = yes(
    "bid-whist.auction.equal", "{who}: {what}. At this table low beats high at the same number, so the bid stands."
)
PARTNER = yes("bid-whist.auction.partner", "{who}: {what}. A player may overbid the partner.")
MATCHED = yes(
    "bid-whist.auction.dealer-match", "{who}: {what}. At this table the dealer may take the bid at the same height."
)
PASSED_OUT = yes(
    "bid-whist.auction.dealer",
    "{who}: pass. All four players have passed: nothing is scored, and the next dealer deals.",
)


def top(o: Options) -> int:
    """The largest number that can be bid: all books there are, less six."""
    return all_books(o) - 6


def ladder(o: Options) -> Iterator[Bid]:
    """Every bid that can be made at this table, from the lowest step up."""
    for number in range(o.min_bid, top(o) + 1):
        for kind in KINDS:
            spoken = ("high", "low") if kind == "NT" and o.nt_direction == "with_bid" else ("",)
            yield from (Bid(number, kind, direction) for direction in spoken)


def step(o: Options, bid: Bid) -> int:
    """The step of the ladder: high and low share one, unless low beats high."""
    return 3 * bid.number + {"high": 0, "low": int(o.low_beats_high == "on"), "NT": 2}[bid.kind]


class Auction(Phase):
    """Calls in turn from the dealer's left; done when each player has called."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {"call": is_bid}

    def done(self, t: Table) -> bool:
        return len(t.facts.calls) == 4

    def turn(self, t: Table) -> int:
        seat: int = self.o.seats.left(t.setup.dealer, 1 + len(t.facts.calls))
        return seat

    def last(self, t: Table) -> bool:
        """Whether only the dealer is left to call."""
        return len(t.facts.calls) == 3

    def forced_bid(self, t: Table) -> bool:
        """Whether the dealer may not pass."""
        return self.last(t) and standing(t.facts) is None and self.o.dealer_forced != "redeal"

    def legal(self, t: Table) -> tuple[Space, ...]:
        bid, forced = standing(t.facts), self.forced_bid(t)
        floor = 0 if bid is None else step(self.o, bid) + (not self.matching(t))
        calls = tuple(b for b in ladder(self.o) if step(self.o, b) >= floor)
        if forced and self.o.dealer_forced == "must_bid_minimum":
            calls = tuple(b for b in calls if b.number == self.o.min_bid)
        return (Each(self.turn(t), "call", calls if forced else (PASS, *calls)),)

    def matching(self, t: Table) -> bool:
        """Whether the player on turn may take the bid at the same height."""
        return self.last(t) and self.o.dealer_may_match == "on"

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.by == self.turn(t):
            return None
        if any(seat == a.by for seat, _ in t.facts.calls):
            return no(
                "bid-whist.auction.call",
                "{player} has called already; each player makes one call.",
                player=self.o.seats.all[a.by],
            )
        return no(
            "bid-whist.auction.order",
            "It is not the turn of {player} to call. Now to call: {turn}.",
            player=self.o.seats.all[a.by],
            turn=self.o.seats.all[self.turn(t)],
        )

    def may_pass(self, t: Table, a: Action) -> Ruling | None:
        if not self.forced_bid(t):
            return None
        bid = a.what
        assert isinstance(bid, Bid)
        if self.o.dealer_forced == "must_bid_minimum" and bid.number > self.o.min_bid:
            return no(
                "bid-whist.auction.dealer",
                "After three passes the dealer must bid the minimum. Minimum bid: {bid}.",
                bid=Bid(self.o.min_bid, ""),
            )
        if bid == PASS:
            return no(
                "bid-whist.auction.dealer",
                "Three players have passed, so the dealer ({player}) may not pass. Minimum bid: {bid}.",
                player=self.o.seats.all[a.by],
                bid=Bid(self.o.min_bid, ""),
            )
        return None

    def is_bid(self, t: Table, a: Action) -> Ruling | None:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid.nt and bid.named not in ("high", "low") and self.o.nt_direction == "with_bid":
            return no("bid-whist.auction.direction-later", "At this table a no-trump bid must say high or low.")
        if bid.named and bid.nt and self.o.nt_direction == "after_win":
            return no(
                "bid-whist.auction.direction-later",
                "A no-trump bid does not say high or low; the declarer says so after the auction.",
            )
        if bid != PASS and (bid.kind not in KINDS or (bid.named and not bid.nt)):
            return no(
                "bid-whist.auction.trump-later",
                "A bid names no suit; the declarer names the trump suit after the auction.",
            )
        if bid != PASS and bid.number > top(self.o):
            return no(
                "bid-whist.auction.kind",
                "A bid promises books above six, and there are {books}. The largest number that can be bid is {top}.",
                books=all_books(self.o),
                top=top(self.o),
            )
        if bid != PASS and bid.number < self.o.min_bid:
            return no(
                "bid-whist.auction.minimum",
                "{what} is below the minimum bid. Minimum bid: {bid}.",
                what=bid,
                bid=Bid(self.o.min_bid, ""),
            )
        return None

    def is_higher(self, t: Table, a: Action) -> Ruling | None:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS or last is None:
            return None
        if self.matching(t) and step(self.o, bid) == step(self.o, last):
            return None
        if last.nt and last.number == top(self.o) and self.matching(t):
            return no(
                "bid-whist.auction.top",
                "Nothing beats {standing}; {player} may only match it or pass.",
                standing=last,
                player=self.o.seats.all[a.by],
            )
        if last.nt and last.number == top(self.o):
            return no(
                "bid-whist.auction.top",
                "Nothing beats {standing}; {player} must pass.",
                standing=last,
                player=self.o.seats.all[a.by],
            )
        if bid.number < last.number or (bid.number == last.number and last.nt and not bid.nt):
            return no(
                "bid-whist.auction.beat",
                "{bid} is lower than the standing bid, {standing}. A bid must be higher.",
                bid=bid,
                standing=last,
            )
        if bid.number == last.number and step(self.o, bid) <= step(self.o, last):
            if step(self.o, bid) < step(self.o, last):
                return no(
                    "bid-whist.auction.equal",
                    "At this table low beats high at the same number, never the reverse. Standing bid: {standing}.",
                    standing=last,
                )
            return no(
                "bid-whist.auction.equal",
                "{bid} is only equal to the standing bid, {standing}. A bid must be higher.",
                bid=bid,
                standing=last,
            )
        return None

    guards = (in_turn, may_pass, is_bid, is_higher)

    def verdict(self, t: Table, a: Action) -> Ruling:
        bid, earlier = a.what, bids(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return PASSED_OUT if self.last(t) and not earlier else PASSED
        if not earlier:
            return FORCED if self.forced_bid(t) else FIRST
        seat, last = earlier[-1]
        if step(self.o, bid) == step(self.o, last):
            why = MATCHED
        else:
            why = HIGHER if bid.number > last.number else OVER if bid.nt else LOWER
        return PARTNER.on(why) if seat == self.o.seats.partner(a.by) else why

    def apply(self, t: Table, a: Action) -> Table:
        t = t.knowing(replace(t.facts, calls=(*t.facts.calls, (a.by, a.what))))
        return t.ending(End(True, PASSED_OUT)) if self.done(t) and not bids(t.facts) else t

    def closed(self, t: Table, a: Action) -> Ruling:
        return no_more_calls()

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        text = "".join(words)
        if text.lower() == "pass":
            return "call", PASS, None
        if not (m := CALL.fullmatch(text)):
            return None
        number, kind, named = int(m[1]), m[2].lower(), m[3].lower()
        if kind in "shdc":
            return ("call", Bid(number, "", kind.upper()), None) if not named else None
        kind = "NT" if kind == "nt" else kind
        return ("call", Bid(number, kind, named), None) if kind == "NT" or not named else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from in_rotation(section, seats)


def not_scored(o: Options, t: Table) -> Entry:
    """Why a deal that was passed out scores nothing."""
    return entry(
        "bid-whist.auction.dealer", "All four players passed, so nothing is scored.", side=o.seats.side(t.setup.dealer)
    )


def no_more_calls() -> Ruling:
    """The refusal of a call after the auction."""
    return no("bid-whist.auction.unchanged", "The auction is over; no call can be made or changed.")


class Won(Phase):
    """The forced step that says who won the auction."""

    name = "auction"

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def forced(self, t: Table) -> Action:
        return by_table("won")

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, bid = bids(t.facts)[-1]
        return yes(
            "bid-whist.auction.won",
            "The auction is won with {bid}. Declarer: {player}.",
            bid=bid,
            player=self.o.seats.all[seat],
        )

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, declarer=bids(t.facts)[-1][0]))
