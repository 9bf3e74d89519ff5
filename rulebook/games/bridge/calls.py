"""Calls: the auction of 1913."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase, by_table
from rulebook.games.bridge.facts import PASS, Bid, Facts, declared, is_call, standing
from rulebook.games.bridge.options import AUCTION
from rulebook.parts.calls import in_rotation
from rulebook.ruling import InputError, Ruling, irregular, no, yes
from rulebook.seats import FOUR, Seats
from rulebook.table import Action, Each, Now, Section, Setup, Space, Table, Word

CALL = re.compile(r"([1-7])(NT|[SCDHRUN])", re.IGNORECASE)

FIRST = yes("bridge.calls.values", "{who}: {what}. The first call of the auction.")
HIGHER = yes("bridge.calls.higher", "{who}: {what}. The call is worth more, so it stands.")
EQUAL = yes("bridge.calls.higher", "{who}: {what}. The call is worth as much with more tricks, so it stands.")
OVER = yes("bridge.calls.higher", "{who}: {what}. At the same number no trump is higher than nullo.")
PASSED = yes("bridge.calls.pass", "{who}: pass.")


def worth(bid: Bid) -> int:
    """Points of the odd tricks a call promises, in the auction of 1913."""
    return bid.number * AUCTION[bid.denomination]


def _height(bid: Bid) -> tuple[int, int, bool]:
    """What law 44 compares: points, then tricks; at the same number no trump over nullo."""
    return worth(bid), bid.number, bid.denomination == "N"


class Auction(Phase):
    """Calls in turn from the dealer; done after three passes in a row."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {"call": is_call}

    def done(self, t: Table) -> bool:
        calls = t.facts.calls
        over = len(calls) > 3 and all(bid == PASS for _, bid in calls[-3:])
        return over or t.facts.declarer is not None

    def turn(self, t: Table) -> int:
        return FOUR.left(t.setup.dealer, len(t.facts.calls))

    def legal(self, t: Table) -> tuple[Space, ...]:
        last = standing(t.facts)
        names = [d for d in AUCTION if d != "U" or self.o.nullo == "on"]
        every = sorted((Bid(n, d) for n in range(1, 8) for d in names), key=_height)
        bids = tuple(b for b in every if last is None or _height(b) > _height(last))
        return (Each(self.turn(t), "call", (PASS, *bids) if t.facts.calls else bids),)

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        if a.by == self.turn(t):
            return None
        return no(
            "bridge.calls.pass",
            "It is not the turn of {player} to call. Now to call: {turn}.",
            player=FOUR.all[a.by],
            turn=FOUR.all[self.turn(t)],
        )

    def opens(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.calls or a.what != PASS:
            return None
        return no(
            "bridge.calls.pass", "The dealer ({player}) must promise at least one odd trick.", player=FOUR.all[a.by]
        )

    def nullo(self, t: Table, a: Action) -> Ruling | None:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid.denomination != "U" or self.o.nullo == "on":
            return None
        return no("bridge.nullo.count", "Nullo is not played at this table.")

    def is_higher(self, t: Table, a: Action) -> Ruling | None:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS or last is None or _height(bid) > _height(last):
            return None
        enough = [b for n in range(1, 8) if _height(b := Bid(n, bid.denomination)) > _height(last)]
        if not enough:
            return irregular(
                "bridge.calls.higher",
                "{bid} is worth {worth} and the last call, {last}, is worth {points}: no number is sufficient.",
                bid=bid, worth=worth(bid), last=last, points=worth(last),
            )  # fmt: skip
        return irregular(
            "bridge.calls.higher",
            "{bid} is worth {worth} and the last call, {last}, is worth {points}: insufficient. Sufficient: {enough}.",
            bid=bid, worth=worth(bid), last=last, points=worth(last), enough=enough[0],
        )  # fmt: skip

    guards = (in_turn, opens, nullo, is_higher)

    def verdict(self, t: Table, a: Action) -> Ruling:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return PASSED
        if last is None:
            return FIRST
        if worth(bid) > worth(last):
            return HIGHER
        return EQUAL if bid.number > last.number else OVER

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, calls=(*t.facts.calls, (a.by, a.what))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        text = "".join(words).upper()
        if text in ("PASS", "P"):
            return "call", PASS, None
        m = CALL.fullmatch(text)
        return ("call", Bid(int(m[1]), m[2][0]), None) if m else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        for word, line in in_rotation(section, seats):
            call = line.partition(" ")[2].upper()
            if call in ("X", "XX"):
                raise InputError(
                    "“{text}”: these rules have no doubling.", text=word.text, line=word.line, column=word.column
                )
            if call == "AP":  # everybody passes
                for _ in range(3):
                    yield word, f"{seats.all[self.turn(now())].code} Pass"
            else:
                yield word, line


class Won(Phase):
    """The forced step that says whose contract it is."""

    name = "auction"

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def forced(self, t: Table) -> Action:
        return by_table("won")

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, bid = declarer(t.facts)
        return yes(
            "bridge.calls.end",
            "Three passes end the auction. Contract: {bid}. Declarer: {player}.",
            bid=bid,
            player=FOUR.all[seat],
        )

    def apply(self, t: Table, a: Action) -> Table:
        seat, bid = declarer(t.facts)
        return declared(self.o, t, seat, bid)


def declarer(facts: Facts) -> tuple[int, Bid]:
    """Who plays, and what: of the side that bid last, the one who first named its denomination."""
    last, bid = next((s, b) for s, b in reversed(facts.calls) if b != PASS)
    named = [s for s, b in facts.calls if b.denomination == bid.denomination and FOUR.side(s) == FOUR.side(last)]
    return named[0], bid


def given(o: Any, setup: Setup) -> Facts:
    """The facts a record begins with: nothing, or a contract whose auction it does not tell."""
    contract, seat = setup.given.get("Contract", ""), o.shape.seats.find(setup.given.get("Declarer", ""))
    m = CALL.fullmatch(contract)
    if seat is None or "Auction" in setup.given or "Make" in setup.given or not contract:
        return Facts()
    if m is None:
        raise InputError("“{text}” is not a contract. Write for example {example}.", text=contract, example="3NT")
    how = o.shape.seating(seat)
    return Facts(declarer=seat, contract=Bid(int(m[1]), m[2][0].upper()), order=how.order, plays=how.plays)
