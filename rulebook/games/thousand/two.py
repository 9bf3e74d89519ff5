"""Two players with two talons: one is chosen unseen, the other stays out of play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rulebook.game import Phase
from rulebook.games.thousand.auction import not_won
from rulebook.games.thousand.score import Deal, Raw
from rulebook.ledger import Entry, entry
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seats
from rulebook.table import Action, Each, Space, Table

POLISH: dict[str, Ruling] = {
    "opening": yes("thousand.two.opening", "The dealer's opponent opens, with the minimum or more."),
}
RUSSIAN: dict[str, Ruling] = {
    **POLISH,
    "give": yes("thousand.two.gift", "{who} gives {what} to {to} face down."),
}


class Choose(Phase):
    """The declarer chooses one of the two talons, unseen."""

    name = "talon"
    kinds: ClassVar = {"talon": lambda value: isinstance(value, int)}

    def done(self, t: Table) -> bool:
        return t.facts.talon is not None

    def turn(self, t: Table) -> int:
        seat: int = t.facts.declarer
        return seat

    def legal(self, t: Table) -> tuple[Space, ...]:
        return (Each(self.turn(t), "talon", (1, 2)),)

    def refused(self, t: Table, a: Action) -> Ruling | None:
        if a.by != t.facts.declarer:
            return no("thousand.two.choose", "The declarer chooses the talon.")
        if a.what in (1, 2):
            return None
        return no("thousand.two.choose", "There are two talons, 1 and 2.")

    guards = (refused,)

    def verdict(self, t: Table, a: Action) -> Ruling:
        return yes("thousand.two.choose", "{who} chooses talon {what}; the other one stays out of play.")

    def apply(self, t: Table, a: Action) -> Table:
        rest = {name: pile for name, pile in t.piles.items() if name != f"talon.{a.what}"}
        t = t.moved(t.hands, t.hidden, {"talon": t.piles[f"talon.{a.what}"], **rest})
        return t.knowing(replace(t.facts, talon=a.what))

    def closed(self, t: Table, a: Action) -> Ruling:
        if t.facts.declarer is None:
            return not_won()
        return no("thousand.two.choose", "A talon has been chosen already.")

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        number = words[1] if words[0] == "talon" and len(words) == 2 else ""
        return ("talon", int(number), None) if number.isascii() and number.isdecimal() and len(number) < 3 else None


PUT_OUT = yes("thousand.two.discards", "{who} puts cards out face down.")


def talon_first() -> Ruling:
    """The refusal of an exchange before a talon is chosen."""
    return no("thousand.two.choose", "The declarer chooses a talon first.")


def nothing_to_put_out() -> Ruling:
    """The refusal of cards put out where none are due."""
    return no("thousand.two.discards", "No card is to be put out now.")


def wrong_number(right: int, n: int) -> Ruling:
    """The refusal of too many or too few cards."""
    return no("thousand.two.discards", "Cards to put out: {right}, not {n}.", right=right, n=n)


def rescued(o: Any, deal: Deal) -> Deal:
    """All tricks without a pair at a bid of 120: the cards out of play are counted in."""
    raw = deal.raw[deal.declarer]
    if not o.shape.rescue or deal.bid != 120 or raw.pairs or raw.tricks < o.shape.tricks:
        return deal
    return deal._replace(raw={**deal.raw, deal.declarer: Raw(120, 0, raw.tricks)}, made=True)


def out_of_play(o: Any, deal: Deal) -> list[Entry]:
    """Why the points do not add up to 120."""
    side = o.shape.seats.side(deal.declarer)
    if o.shape.rescue and deal.raw[deal.declarer] == Raw(120, 0, o.shape.tricks):
        return [
            entry(
                "thousand.two.ten-tricks",
                "{side} won all tricks without a pair at 120: the cards out of play are added.",
                side=side,
            )
        ]
    return [entry("thousand.two.out-of-play", "The cards out of play count for nobody.", side=side)]
