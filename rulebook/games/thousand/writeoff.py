"""Deals that are not played: written off, written down, bombed, or conceded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase
from rulebook.games.thousand.auction import minimum, not_won
from rulebook.games.thousand.deal import on_barrel
from rulebook.games.thousand.score import Deal
from rulebook.games.thousand.talon import begun, forced_minimum, only_declarer, shows
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, End, Space, Table

WRITTEN, DOWN, BOMBS = "written", "downs", "bombs"  # marks: deals written off and down, bombs used
KINDS = ("write-off", "write-down", "bomb", "concede")


class Close(Phase):
    """The declarer's right to close the deal without playing it."""

    name = "exchange"
    kinds: ClassVar = dict.fromkeys(KINDS, lambda value: value is None)

    def legal(self, t: Table) -> tuple[Space, ...]:
        if t.facts.declarer is None or t.setup.stated:
            return ()
        found = (Action(t.facts.declarer, kind) for kind in KINDS)
        return tuple(Each(a.by, a.kind, (None,)) for a in found if self.refused(t, a) is None)

    def refused(self, t: Table, a: Action) -> Ruling | None:
        if t.facts.declarer is None:
            return not_won()
        if (other := only_declarer(self.o, t, a)) is not None:
            return no("thousand.writeoff.may", "Only the declarer may close a deal without playing it.").on(other)
        if begun(t) or t.ended is not None:
            return no("thousand.writeoff.may", "A card has been led; the deal has to be played.")
        if len(self.o.shape.talons) > 1 and t.facts.talon is None:
            return no("thousand.writeoff.may", "The declarer looks at the talon first.")
        if a.kind == "concede":
            return self.not_conceded(t)
        if a.kind == "bomb":
            return self.not_bombed(t, a.by)
        return self.not_written(t, a)

    guards = (refused,)

    def not_conceded(self, t: Table) -> Ruling | None:
        o = self.o
        if o.talon.reveal != "not_on_forced_100" or o.talon.concede_100 == "off":
            return no("thousand.writeoff.concede", "At this table no deal can be conceded.")
        if not forced_minimum(o, t) or shows(o, t):
            return no("thousand.writeoff.concede", "Only a forced minimum, with the talon hidden, can be conceded.")
        if t.facts.given:
            return no("thousand.writeoff.concede", "A deal is conceded before the first card is given.")
        return None

    def not_bombed(self, t: Table, seat: int) -> Ruling | None:
        o, allowed = self.o, self.o.polish.bombs
        if allowed == "none" or allowed == 0:
            return no("thousand.writeoff.bomb", "At this table there are no bombs.")
        if o.barrel.style == "classic" and on_barrel(o, t, seat):
            return no(
                "thousand.writeoff.bomb",
                "{player} is on the barrel and may not throw a bomb.",
                player=o.shape.seats.all[seat],
            )
        used = t.setup.standing.mark(BOMBS, o.shape.seats.side(seat))
        if used < allowed:
            return None
        return no(
            "thousand.writeoff.bomb",
            "{player} has used all bombs of this match: {n}.",
            player=o.shape.seats.all[seat],
            n=used,
        )

    def not_written(self, t: Table, a: Action) -> Ruling | None:
        o, side = self.o, self.o.shape.seats.side(a.by)
        player, limit = o.shape.seats.all[a.by], o.rospisat.limit
        if o.polish.bombs != "none":
            return no("thousand.writeoff.may", "At this table no deal is written off.")
        if on_barrel(o, t, a.by):
            return no("thousand.writeoff.may", "{player} is on the barrel and may not write a deal off.", player=player)
        if a.kind == "write-down" and limit != "one_plus_one_spisat":
            return no("thousand.writeoff.write-down", "At this table no deal is written down.")
        most = {"max_two": 2, "max_one": 1, "one_plus_one_spisat": 1}.get(limit)
        used = t.setup.standing.mark(DOWN if a.kind == "write-down" else WRITTEN, side)
        if most is None or used < most:
            return None
        return no(
            "thousand.writeoff.limit",
            "{player} has done so {n} times in this match, which is all this table allows.",
            player=player,
            n=used,
        )

    def verdict(self, t: Table, a: Action) -> Ruling:
        if a.kind == "write-off":
            return yes("thousand.writeoff.may", "{who} writes the deal off.")
        if a.kind == "write-down":
            return yes("thousand.writeoff.write-down", "{who} writes the deal down and loses the bid.")
        if a.kind == "bomb":
            return yes("thousand.writeoff.bomb", "{who} throws a bomb: the deal is not played.")
        return yes("thousand.writeoff.concede", "{who} concedes the forced minimum.")

    def apply(self, t: Table, a: Action) -> Table:
        t = t.knowing(replace(t.facts, closed=a.kind))
        return t.ending(End(False, self.verdict(t, a)))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        return (words[0], None, None) if len(words) == 1 and words[0] in KINDS else None


def results(o: Any, t: Table, deal: Deal) -> list[Entry]:
    """What each player writes for a deal that was not played."""
    side = o.shape.seats.side(deal.declarer)
    own = {
        "write-off": written_off, "write-down": written_down, "bomb": bombed, "concede": conceded,
    }[deal.kind](o, t, deal)  # fmt: skip
    pay = pays(o, t, deal)
    paid = [
        entry(
            "thousand.writeoff.pay",
            "The deal is not played. {side} gets {points}.",
            side=o.shape.seats.side(seat), points=pay,
        )
        for seat in deal.raw
        if seat != deal.declarer and pay
    ]  # fmt: skip
    assert own.side == side
    return [own, *paid]


def pays(o: Any, t: Table, deal: Deal) -> int:
    """What each opponent gets."""
    if deal.kind == "write-down":
        return 0
    if deal.kind == "concede":
        return int(minimum(o, t)) // 2
    if deal.kind == "bomb" or o.rospisat.pay == 60:
        return 60
    to = 5 if o.rospisat.pay == "half_up_to_5" else 10
    return -(-int(deal.bid) // (2 * to)) * to


def written_off(o: Any, t: Table, deal: Deal) -> Entry:
    side = o.shape.seats.side(deal.declarer)
    if o.rospisat.cost == "bid":
        return entry(
            "thousand.writeoff.cost",
            "At this table a deal written off costs the bid. {side} loses {lost}.",
            side=side, points=-deal.bid, lost=int(deal.bid),
        )  # fmt: skip
    return entry("thousand.writeoff.may", "{side} wrote the deal off and scores nothing.", side=side)


def written_down(o: Any, t: Table, deal: Deal) -> Entry:
    return entry(
        "thousand.writeoff.write-down",
        "{side} wrote the deal down and loses the bid, {lost}. The others get nothing.",
        side=o.shape.seats.side(deal.declarer), points=-deal.bid, lost=int(deal.bid),
    )  # fmt: skip


def bombed(o: Any, t: Table, deal: Deal) -> Entry:
    return entry(
        "thousand.writeoff.bomb", "{side} threw a bomb and scores nothing.", side=o.shape.seats.side(deal.declarer)
    )


def conceded(o: Any, t: Table, deal: Deal) -> Entry:
    return entry(
        "thousand.writeoff.concede",
        "{side} conceded the forced minimum and loses {lost}.",
        side=o.shape.seats.side(deal.declarer), points=-minimum(o, t), lost=int(minimum(o, t)),
    )  # fmt: skip
