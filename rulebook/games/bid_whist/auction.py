"""The auction: one round, one call each, the highest bid wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.game import Phase, by_table
from rulebook.games.bid_whist.facts import KINDS, PASS, Bid, bids, is_bid, standing
from rulebook.parts.calls import in_rotation
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import FOUR, Seats
from rulebook.table import Action, Each, Now, Section, Space, Table, Word

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


class Auction(Phase):
    """Calls in turn from the dealer's left; done when each player has called."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {"call": is_bid}

    def done(self, t: Table) -> bool:
        return len(t.facts.calls) == 4

    def turn(self, t: Table) -> int:
        return FOUR.left(t.setup.dealer, 1 + len(t.facts.calls))

    def legal(self, t: Table) -> tuple[Space, ...]:
        bid = standing(t.facts)
        floor = self.step(bid) + 1 if bid else 3 * self.o.min_bid
        ladder = (Bid(n, kind) for n in range(self.o.min_bid, 8) for kind in KINDS)
        calls = tuple(b for b in ladder if self.step(b) >= floor)
        forced = len(t.facts.calls) == 3 and bid is None
        return (Each(self.turn(t), "call", calls if forced else (PASS, *calls)),)

    def step(self, bid: Bid) -> int:
        """The step of the ladder: high and low share one, unless low beats high."""
        low = self.o.low_beats_high == "on"
        return 3 * bid.number + {"high": 0, "low": int(low), "NT": 2}[bid.kind]

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.by == self.turn(t):
            return None
        if any(seat == a.by for seat, _ in t.facts.calls):
            return no(
                "bid-whist.auction.call",
                "{player} has called already; each player makes one call.",
                player=FOUR.all[a.by],
            )
        return no(
            "bid-whist.auction.order",
            "It is not the turn of {player} to call. Now to call: {turn}.",
            player=FOUR.all[a.by],
            turn=FOUR.all[self.turn(t)],
        )

    def may_pass(self, t: Table, a: Action) -> Ruling | None:
        if a.what == PASS and len(t.facts.calls) == 3 and standing(t.facts) is None:
            return no(
                "bid-whist.auction.dealer",
                "Three players have passed, so the dealer ({player}) may not pass. Minimum bid: {bid}.",
                player=FOUR.all[a.by],
                bid=Bid(self.o.min_bid, ""),
            )
        return None

    def is_bid(self, t: Table, a: Action) -> Ruling | None:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid.named and bid.nt:
            return no(
                "bid-whist.auction.direction-later",
                "A no-trump bid does not say high or low; the declarer says so after the auction.",
            )
        if bid.named:
            return no(
                "bid-whist.auction.trump-later",
                "A bid names no suit; the declarer names the trump suit after the auction.",
            )
        if bid != PASS and bid.number > 7:
            return no("bid-whist.auction.kind", "The largest number that can be bid is 7. Bid: {what}.", what=bid)
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
        if last == (7, "NT", ""):
            return no("bid-whist.auction.top", "Nothing beats 7 no trump; {player} must pass.", player=FOUR.all[a.by])
        if bid.number < last.number or (bid.number == last.number and last.nt and not bid.nt):
            return no(
                "bid-whist.auction.beat",
                "{bid} is lower than the standing bid, {standing}. A bid must be higher.",
                bid=bid,
                standing=last,
            )
        if bid.number == last.number and self.step(bid) <= self.step(last):
            if self.step(bid) < self.step(last):
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
            return PASSED
        if not earlier:
            return FORCED if len(t.facts.calls) == 3 else FIRST
        seat, last = earlier[-1]
        why = HIGHER if bid.number > last.number else OVER if bid.nt else LOWER
        return PARTNER.on(why) if seat == FOUR.partner(a.by) else why

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, calls=(*t.facts.calls, (a.by, a.what))))

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
            player=FOUR.all[seat],
        )

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, declarer=bids(t.facts)[-1][0]))
