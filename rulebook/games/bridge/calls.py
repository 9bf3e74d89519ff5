"""Calls: the auction of 1913. Who sits there, and on which side, comes from the shape of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase, by_table, first_seat
from rulebook.games.bridge import exposed, nullo
from rulebook.games.bridge.facts import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Bid,
    Facts,
    bidder,
    declared,
    is_call,
    multiplier,
    standing,
)  # fmt: skip
from rulebook.games.bridge.options import AUCTION
from rulebook.games.bridge.outcome import UNTOLD
from rulebook.parts.calls import MARKS
from rulebook.ruling import InputError, Ruling, irregular, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, End, Now, Section, Setup, Space, Table, Word

TOP = 7  # nobody can win more odd tricks
CALL = re.compile(r"([1-9]|1[0-3])(NT|[SCDHRUN])", re.IGNORECASE)
CONTRACT = re.compile(r"([1-7])(NT|[SCDHRUN])(X{0,2})", re.IGNORECASE)
WORDS = {"PASS": PASS, "P": PASS, "X": DOUBLE, "DOUBLE": DOUBLE, "XX": REDOUBLE, "REDOUBLE": REDOUBLE}

FIRST = yes("bridge.calls.values", "{who}: {what}. The first bid of the auction.")
HIGHER = yes("bridge.calls.higher", "{who}: {what}. The bid is worth more, so it stands.")
EQUAL = yes("bridge.calls.higher", "{who}: {what}. The bid is worth as much with more tricks, so it stands.")
OVER = yes("bridge.calls.higher", "{who}: {what}. At the same number no trump is higher than nullo.").on(nullo.BELOW)
PARTNER = yes("bridge.calls.overbid", "The last bid was the partner's, and it may be overbid too.")
CANCELS = yes("bridge.calls.cancel", "The new bid cancels the doubling of the bid before.")
REOPENS = yes("bridge.calls.reopen", "The auction goes on, and in turn everybody may bid again.")
PASSED = yes("bridge.calls.turn", "{who}: pass.")
UNCLAIMED = yes("bridge.calls.unclaimed", "Nothing was claimed for the irregular call before, so it stands.")
MENDED = no("bridge.calls.insufficient", "An adversary may have it made sufficient.")
CHANGED = no("bridge.calls.change", "Who has just called may change the call, but does not call twice.")
DEALER = yes("bridge.calls.pass", "{who}: pass. At this table the dealer need not bid.")
PASSED_OUT = yes("bridge.calls.passed-out", "Everybody has passed: nothing is scored, and the deal passes to the left.")
NO_PASS = no("bridge.calls.pass", "{who} speaks first and must promise at least one odd trick.")


def worth(bid: Bid) -> int:
    """Points of the odd tricks a bid promises, in the auction of 1913."""
    return bid.number * AUCTION[bid.denomination]


def height(bid: Bid) -> tuple[int, int, bool]:
    """What law 44 compares: points, then tricks; at the same number no trump over nullo."""
    return worth(bid), bid.number, bid.denomination == "N"


def enough(denomination: str, last: Bid) -> Bid | None:
    """The lowest bid of this denomination that is sufficient over the last one."""
    return next((b for n in range(1, TOP + 1) if height(b := Bid(n, denomination)) > height(last)), None)


def silenced(o: Any, t: Table, seat: int) -> Ruling | None:
    """Why this player may only pass: an exposed card, or a call put right and no adversary has spoken since."""
    if t.facts.mute and (r := exposed.silenced(o, t, seat)) is not None:
        return r
    if t.facts.barred is None:
        return None
    who, begin = t.facts.barred
    seats: Seats = o.shape.seats
    spoken = any(bid != PASS and seats.side(s) != seats.side(seat) for s, bid in t.facts.calls[begin:])
    if who != seat or spoken:
        return None
    return no(
        "bridge.calls.barred",
        "The call of the partner was penalized, so {player} may only pass until an adversary bids or doubles.",
        player=seats.all[seat],
    )


class Auction(Phase):
    """Calls in turn from the dealer; done when all others have passed the last call."""

    name, sections = "auction", ("Auction",)
    kinds: ClassVar = {"call": is_call}

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.seats: Seats = options.shape.seats
        names = [d for d in AUCTION if d != "U" or options.nullo == "on"]
        self.bids = sorted((Bid(n, d) for n in range(1, TOP + 1) for d in names), key=height)

    def done(self, t: Table) -> bool:
        calls, others = t.facts.calls, len(self.seats.players) - 1
        over = len(calls) > others and all(bid == PASS for _, bid in calls[-others:])
        return over or t.facts.final or t.facts.declarer is not None

    def turn(self, t: Table) -> int:
        calls = t.facts.calls
        return self.seats.player(calls[-1][0]) if calls else t.setup.dealer

    def may_pass(self, t: Table) -> bool:
        return bool(t.facts.calls) or self.o.dealer_may_pass == "on"

    def legal(self, t: Table) -> tuple[Space, ...]:
        seat, last = self.turn(t), standing(t.facts)
        words: tuple[Bid, ...] = (PASS,) if self.may_pass(t) else ()
        if silenced(self.o, t, seat) is not None:
            return (Each(seat, "call", words),)
        words += tuple(w for w in (DOUBLE, REDOUBLE) if self.doubles(t, Action(seat, "call", w)) is None)
        bids = tuple(b for b in self.bids if last is None or height(b) > height(last))
        return (Each(seat, "call", (*words, *bids)),)

    def opens(self, t: Table, a: Action) -> Ruling | None:
        return NO_PASS if a.what == PASS and a.by == self.turn(t) and not self.may_pass(t) else None

    def barred(self, t: Table, a: Action) -> Ruling | None:
        return None if a.what == PASS else silenced(self.o, t, a.by)

    def nullo(self, t: Table, a: Action) -> Ruling | None:
        bid = a.what
        assert isinstance(bid, Bid)
        if bid.denomination != "U" or self.o.nullo == "on":
            return None
        return nullo.NOT_PLAYED

    def doubles(self, t: Table, a: Action) -> Ruling | None:
        """Why this double or redouble is refused; None for another call."""
        if a.what not in (DOUBLE, REDOUBLE):
            return None
        last = standing(t.facts)
        mine = last is not None and self.seats.side(bidder(t.facts)) == self.seats.side(a.by)
        return self.no_double(t, last, mine=mine) if a.what == DOUBLE else self.no_redouble(t, last, mine=mine)

    def no_double(self, t: Table, last: Bid | None, *, mine: bool) -> Ruling | None:
        if last is None:
            return no("bridge.calls.double", "There is no bid to double, and a pass is not doubled.")
        if mine:
            return no("bridge.calls.double", "{last} is a bid of the own side; an adversary doubles it.", last=last)
        if multiplier(t.facts) > 1:
            return no("bridge.calls.double", "{last} has been doubled already; a bid is doubled once.", last=last)
        return None

    def no_redouble(self, t: Table, last: Bid | None, *, mine: bool) -> Ruling | None:
        times = multiplier(t.facts)
        if times == 1:
            return no("bridge.calls.redouble", "The last bid has not been doubled, so there is nothing to redouble.")
        if times == 4:
            return no("bridge.calls.redouble", "{last} has been redoubled already; that is the end of it.", last=last)
        if not mine:
            return no("bridge.calls.redouble", "{last} was doubled by the own side; only the side doubled redoubles.",
                      last=last)  # fmt: skip
        return None

    def in_turn(self, t: Table, a: Action) -> Ruling | None:
        turn = self.turn(t)
        if a.by == turn:
            return None
        now = self.seats.all[turn]
        if a.what == PASS:
            return irregular("bridge.calls.free-pass", "{who} passes out of turn, and it counts for nothing. "
                             "Now to call: {turn}.", turn=now)  # fmt: skip
        if a.what in (DOUBLE, REDOUBLE):
            return irregular("bridge.calls.double-out-of-turn", "{who}: {what} out of turn. Now to call: {turn}.",
                             turn=now)  # fmt: skip
        r = irregular("bridge.calls.out-of-turn", "{who}: {what} out of turn. Now to call: {turn}.", turn=now)
        low = self.is_high_enough(t, a)
        more = (*(() if low is None else (low,)), *((CHANGED,) if self.just_called(t, a.by) else ()))
        return r.on(*more) if more else r

    def just_called(self, t: Table, seat: int) -> bool:
        return self.o.illegal_play == "table" and bool(t.facts.calls) and t.facts.calls[-1][0] == seat

    def is_high_enough(self, t: Table, a: Action) -> Ruling | None:
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid.number > TOP:
            return irregular("bridge.calls.impossible", "{bid}: there are only 7 odd tricks to win, so the call is "
                             "impossible.", bid=bid)  # fmt: skip
        if not bid.number or last is None or height(bid) > height(last):
            return None
        least = enough(bid.denomination, last)
        if least is None:
            return irregular(
                "bridge.calls.higher",
                "{bid} is worth {worth} and the last bid, {last}, is worth {points}: no number is sufficient.",
                bid=bid, worth=worth(bid), last=last, points=worth(last),
            ).on(no("bridge.calls.too-high", "Such a call is treated as an impossible one."))  # fmt: skip
        r = irregular(
            "bridge.calls.higher",
            "{bid} is worth {worth} and the last bid, {last}, is worth {points}: insufficient. Sufficient: {enough}.",
            bid=bid, worth=worth(bid), last=last, points=worth(last), enough=least,
        )  # fmt: skip
        more: tuple[Ruling, ...] = (
            (nullo.LOWER,) if (bid.number, bid.denomination, last.denomination) == (last.number, "U", "N") else ()
        )
        more += (MENDED,) if self.o.illegal_play == "table" else ()
        return r.on(*more) if more else r

    def rule(self, t: Table, a: Action) -> Ruling:
        """As every phase, with guards that a variety may replace."""
        for guard in (self.opens, self.barred, self.nullo, self.doubles, self.in_turn, self.is_high_enough):
            if (refused := guard(t, a)) is not None:
                return refused
        return self.verdict(t, a)

    def verdict(self, t: Table, a: Action) -> Ruling:
        r = self.stands(t, a)
        return r.on(*r.because, UNCLAIMED) if self.waives(t, a.by) else r

    def waives(self, t: Table, seat: int) -> bool:
        """Whether this call gives up what could have been claimed for the call before it."""
        call, ruling = t.log[-1] if t.log else (None, None)
        if call is None or ruling is None or call.kind != "call" or not ruling.stands:
            return False
        return ruling.rule != "bridge.calls.free-pass" and self.seats.side(call.by) != self.seats.side(seat)

    def stands(self, t: Table, a: Action) -> Ruling:
        """The ruling on a call that no guard refuses."""
        bid, last = a.what, standing(t.facts)
        assert isinstance(bid, Bid)
        if bid == PASS:
            return PASSED_OUT if self.all_pass(t) else PASSED if t.facts.calls else DEALER
        if bid == DOUBLE:
            return yes("bridge.calls.double", "{who} doubles {last}.", last=last).on(REOPENS)
        if bid == REDOUBLE:
            return yes("bridge.calls.redouble", "{who} redoubles {last}.", last=last).on(REOPENS)
        if last is None:
            r = FIRST
        else:
            r = HIGHER if worth(bid) > worth(last) else EQUAL if bid.number > last.number else OVER
        more = (*r.because, *self.besides(t, a, bid, last))
        return r.on(*more) if more else r

    def besides(self, t: Table, a: Action, bid: Bid, last: Bid | None) -> Iterator[Ruling]:
        """What more there is to say of a bid that stands."""
        if bid.denomination == "U":
            yield nullo.AGREED
            if last is not None and (last.number, last.denomination) == (bid.number, "R"):
                yield nullo.ABOVE
        if last is not None and self.seats.side(bidder(t.facts)) == self.seats.side(a.by):
            yield PARTNER
        if multiplier(t.facts) > 1:
            yield CANCELS

    def all_pass(self, t: Table) -> bool:
        """Whether one more pass ends a deal in which nobody has bid."""
        return standing(t.facts) is None and len(t.facts.calls) == len(self.seats.players) - 1

    def apply(self, t: Table, a: Action) -> Table:
        if a.what == PASS and a.by != self.turn(t):  # a pass out of turn counts for nothing
            return t.knowing(t.facts)
        out = a.what == PASS and self.all_pass(t)
        t = t.knowing(replace(t.facts, calls=(*t.facts.calls, (a.by, a.what))))
        return t.ending(End(False, PASSED_OUT)) if out else t

    def closed(self, t: Table, a: Action) -> Ruling | None:
        bid = t.facts.contract
        if bid is not None and a.by == t.facts.declarer:
            return no("bridge.calls.overbid", "All others have passed {bid}; its own player may not overbid it.",
                      bid=bid)  # fmt: skip
        return no("bridge.calls.end", "The auction is over: nothing more may be called in this deal.")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        text = "".join(words).upper()
        if text in WORDS:
            return "call", WORDS[text], None
        m = CALL.fullmatch(text)
        return ("call", Bid(int(m[1]), m[2][0]), None) if m else None

    def script(self, now: Now, section: Section, seats: Seats) -> Iterator[tuple[Word, str]]:
        """Calls in rotation from the seat of the tag; `W:2H` is a call out of turn, from which they go on.

        `W:sufficient` stands for another action of that player; `AP` for everybody else's pass.
        """
        seat: int = first_seat(section, seats)
        for word in section.words:
            who, colon, call = word.text.partition(":")
            if colon:
                yield word, f"{who} {call}"
                seat = self.turn(now())
            elif call_all(word.text):
                for _ in seats.players:
                    if not self.done(now()):
                        yield word, f"{seats.all[self.turn(now())].code} Pass"
            elif word.text[0] not in MARKS:
                yield word, f"{seats.all[seat].code} {word.text}"
                seat = seats.player(seat)


def call_all(text: str) -> bool:
    """Whether this word of a record says that everybody passes from here on."""
    return text.upper() == "AP"


class Won(Phase):
    """The forced step that says whose contract it is."""

    name = "auction"

    def done(self, t: Table) -> bool:
        return t.facts.declarer is not None

    def forced(self, t: Table) -> Action:
        return by_table("won")

    def rule(self, t: Table, a: Action) -> Ruling:
        seat, bid = declarer(self.o, t.facts)
        values = {"bid": bid, "player": self.o.shape.seats.all[seat]}
        return self.ends(t, values).on(self.why(t, seat))

    def ends(self, t: Table, values: dict[str, object]) -> Ruling:
        """What ends the auction, and with which contract."""
        if t.facts.final:
            return yes("bridge.calls.impossible", "The bid before the impossible call is final. Contract: {bid}. "
                       "Declarer: {player}.", **values)  # fmt: skip
        times = multiplier(t.facts)
        if times == 1:
            return yes(
                "bridge.calls.end", "Three passes end the auction. Contract: {bid}. Declarer: {player}.", **values
            )
        if times == 2:
            return yes(
                "bridge.calls.end",
                "Three passes end the auction. Contract, doubled: {bid}. Declarer: {player}.",
                **values,
            )
        return yes(
            "bridge.calls.end",
            "Three passes end the auction. Contract, redoubled: {bid}. Declarer: {player}.",
            **values,
        )

    def why(self, t: Table, seat: int) -> Ruling:
        """Why this player of the side is the declarer."""
        last, bid, player = bidder(t.facts), standing(t.facts), self.o.shape.seats.all[seat]
        if bid is not None and bid.denomination == "U":
            return nullo.first(player)
        if seat == last:
            return yes(
                "bridge.calls.declarer",
                "{player} made the last bid, and the partner had not named its suit or no trump before.",
                player=player,
            )
        if all(b.denomination != getattr(bid, "denomination", "") for s, b in t.facts.calls if s == seat):
            return yes(
                "bridge.calls.declarer",
                "Spades and royals are one suit here, and {player} was the first of the side to name it.",
                player=player,
            )
        return yes(
            "bridge.calls.declarer",
            "{player} was the first of the side to name the suit of the last bid, or no trump.",
            player=player,
        )

    def apply(self, t: Table, a: Action) -> Table:
        seat, bid = declarer(self.o, t.facts)
        return declared(self.o, t, seat, bid)


def declarer(o: Any, facts: Facts) -> tuple[int, Bid]:
    """Who plays, and what: of the side that bid last, the one who first named its denomination."""
    seats: Seats = o.shape.seats
    last, bid = bidder(facts), standing(facts)
    assert bid is not None
    same = "SR" if o.spades_and_royals == "one" and bid.denomination in "SR" else bid.denomination
    named = (s for s, b in facts.calls if b.number and b.denomination in same and seats.side(s) == seats.side(last))
    return next(named), bid


def given(o: Any, setup: Setup) -> Facts:
    """The facts a record begins with: nothing, or a contract whose auction it does not tell."""
    contract, declarer = setup.given.get("Contract", ""), setup.given.get("Declarer", "")
    seats, m = o.shape.seats, CONTRACT.fullmatch(contract)
    if "Auction" in setup.given or "Make" in setup.given:
        return Facts()
    seat = seats.find(declarer)
    if seat is None and (declarer not in UNTOLD or (m is not None and not declarer)):
        if m is not None and "Declarer" not in setup.given:
            raise InputError(
                "The record names a contract and no declarer. Write for example {example}.", example='[Declarer "S"]'
            )
        raise InputError(
            "“{text}” is not a seat of this table. Seats: {seats}.",
            text=declarer, seats=tuple(s.code for s in seats.players),
        )  # fmt: skip
    if seat is None or not contract:
        return Facts()
    named = "" if m is None else m[2][0].upper()
    if m is None or named not in o.shape.values or (named == "U" and o.nullo == "off"):
        raise InputError("“{text}” is not a contract. Write for example {example}.", text=contract, example="3NT")
    how, bid = o.shape.seating(seat), Bid(int(m[1]), m[2][0].upper())
    return Facts(declarer=seat, contract=bid, order=how.order, plays=how.plays, doubled=2 ** len(m[3]))
