"""Selling the contract: three cards on the table, and whoever bids last takes them and the declaration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rulebook.cards import CardSet, is_cards
from rulebook.game import Phase
from rulebook.games.thousand.auction import LISTED, limit, silent, too_high
from rulebook.games.thousand.deal import order
from rulebook.games.thousand.facts import PASS, Bid, Call, in_force, is_bid
from rulebook.games.thousand.talon import begun, no_sale, offered, sold, with_hand, without
from rulebook.parts.calls import in_rotation
from rulebook.ruling import Ruling
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Each, Ladder, Now, Pick, Section, Space, Table, Word

CARDS, TRIES = 3, 3  # cards laid up for a sale, sales that may be tried in one deal
PILE = "sale"


class Sell(Phase):
    """The declarer's right to offer the contract, before a card is given."""

    name = "exchange"
    kinds: ClassVar = {"sell": is_cards}

    def open(self, t: Table) -> bool:
        f = t.facts
        taken = f.declarer is not None and not {"talon", "talon.open", PILE} & set(t.piles)
        return bool(
            self.o.talon.sell == "on"
            and taken
            and t.ended is None
            and not (f.given or f.raised or begun(t) or t.setup.stated)
            and f.sales < TRIES
        )

    def legal(self, t: Table) -> tuple[Space, ...]:
        if not self.open(t):
            return ()
        seat = t.facts.declarer
        maybe = t.unseen if t.hidden[seat] else 0
        return (Pick(seat, "sell", t.hands[seat] | maybe, CARDS, maybe, t.hidden[seat]),)

    def refused(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, CardSet)
        if self.o.talon.sell == "off":
            return no_sale("agreed")
        if not self.open(t) or a.by != t.facts.declarer:
            return no_sale("time")
        unknown = [c for c in a.what if not t.hands[a.by] >> c & 1]
        lost = [c for c in unknown if not t.holds(a.by, c)] or unknown[t.hidden[a.by] :]
        return no_sale("cards") if len(a.what) != CARDS or lost else None

    guards = (refused,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return offered(a.what)

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, CardSet)
        t, _ = without(t, a.by, a.what, CARDS)
        t = t.moved(t.hands, t.hidden, {**t.piles, PILE: (int(a.what), 0)})
        return t.knowing(replace(t.facts, sale=(), sales=t.facts.sales + 1))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0] != "sell" or len(words) < 2:
            return None
        try:
            return "sell", CardSet.of(*words[1:]), None
        except ValueError:
            return None


class Selling(Phase):
    """While three cards lie up, the two others bid higher or pass until one is left."""

    name, sections = "sale", ("Sale",)
    kinds: ClassVar = {"call": is_bid}

    def done(self, t: Table) -> bool:
        return PILE not in t.piles

    def buyers(self, t: Table) -> list[Seat]:
        """Who can still bid, in order from the declarer's left."""
        players = order(self.o, t.setup.dealer)
        if t.facts.declarer is None:
            return []
        at = players.index(next(s for s in players if s == t.facts.declarer))
        around = [*players[at + 1 :], *players[:at]]
        out = {c.seat for c in t.facts.sale if c.bid == PASS}
        return [s for s in around if s not in out and not silent(self.o, t, s)]

    def standing(self, t: Table) -> Bid:
        """The bid to beat: the last one of the sale, else what the declarer owes."""
        return next((c.bid for c in reversed(t.facts.sale) if c.bid), in_force(t.facts))

    def turn(self, t: Table) -> int:
        left = self.buyers(t)
        if not t.facts.sale:
            return int(left[0])
        after = [s for s in left if s != t.facts.sale[-1].seat]
        return int((after or left)[0])

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, low = self.turn(t), Bid(self.standing(t) + self.o.step)
        return (
            Each(seat, "call", (PASS,)),
            Ladder(seat, "call", low, self.o.step, limit(self.o, t, seat), LISTED, Bid),
        )

    def refused(self, t: Table, a: Action) -> Ruling | None:
        bid = a.what
        assert isinstance(bid, Bid)
        if a.by != self.turn(t):
            return no_sale("turn")
        if bid == PASS:
            return None
        if bid % self.o.step or bid <= self.standing(t):
            return no_sale("low")
        return too_high(self.o, t, a.by, bid)

    guards = (refused,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return sold(a.what == PASS, self.ends(t, a))

    def ends(self, t: Table, a: Action) -> str:
        """What this call brings: a buyer, no buyer, or another call."""
        left = [s for s in self.buyers(t) if a.what != PASS or s != a.by]
        bids = any(c.bid for c in t.facts.sale) or a.what != PASS
        if len(left) == 1 and bids:
            return "buyer"
        return "nobody" if not left else "on"

    def apply(self, t: Table, a: Action) -> Table:
        assert isinstance(a.what, Bid)
        end = self.ends(t, a)
        sale = (*t.facts.sale, Call(a.by, a.what))
        if end == "on":
            return t.knowing(replace(t.facts, sale=sale))
        mask, unknown = t.piles[PILE]
        rest = {name: pile for name, pile in t.piles.items() if name != PILE}
        if end == "nobody":
            return with_hand(t, t.facts.declarer, mask, unknown, rest).knowing(replace(t.facts, sale=()))
        last = next(c for c in reversed(sale) if c.bid)
        t = with_hand(t, last.seat, mask, unknown, rest)
        calls = (*t.facts.calls, last)
        return t.knowing(replace(t.facts, sale=(), calls=calls, declarer=last.seat))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return None  # the auction reads calls

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        yield from in_rotation(section, seats, lambda seat: seat not in self.buyers(now()))
