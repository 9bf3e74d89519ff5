"""Forming the table: laws 14 to 27. Cuts are actions of a record; the rest are functions.

>>> from rulebook.cards import card
>>> order = sorted(map(card, ("SA", "C2", "HA", "DK")), key=height)
>>> [c.code for c in order]
['HA', 'SA', 'C2', 'DK']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from rulebook.cards import RANKS, Card, CardSet, card, pack
from rulebook.game import Phase
from rulebook.ruling import Ruling, no, yes
from rulebook.seats import Seat, Seats
from rulebook.table import Action, Pick, Setup, Space, Table

Name = TypeVar("Name")

CUT_RANKS = "A" + RANKS[:-1]  # the ace is the lowest
CUT_SUITS = "HDCS"

CUT = yes("bridge.forming.cut", "{who} cuts: {what}.")


class Row(tuple[Seat, ...]):
    """Seats in an order that matters; a record writes them one after the other."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return " ".join(seat.code for seat in self)


class Couple(tuple[Seat, ...]):
    """Two partners, written as a side is."""

    __slots__ = ()

    @property
    def code(self) -> str:
        return "".join(seat.code for seat in self)


def no_cards(o: Any, setup: Setup) -> Ruling:
    """The table before the deal: a hand that holds cards does not belong to it."""
    seats: Seats = o.shape.seats
    for seat, (hand, hidden) in enumerate(zip(setup.hands, setup.hidden, strict=True)):
        if hand or hidden:
            return no(
                "bridge.forming.cut",
                "The table is formed before the deal, but {player} holds cards.",
                player=seats.all[seat],
            )
    return yes("bridge.forming.cut", "The cards are not dealt yet.")


# -- laws 14, 16 and 19: what a cut is worth -----------------------------------------------------


def height(c: Card) -> tuple[int, int]:
    """The place of a card among cuts: the rank, ace low, then the suit from hearts up to spades."""
    return CUT_RANKS.index(c.rank), CUT_SUITS.index(c.code[0])


def counts(shown: int) -> Card:
    """The card that counts when several are shown: the highest.

    >>> counts(CardSet.of("H5", "C9")), counts(CardSet.of("HA", "C2"))
    (C9, C2)
    """
    return max(CardSet(shown), key=height)


def lowest_first(cuts: Mapping[Name, int]) -> list[Name]:
    """Those who cut, the lowest cut first.

    >>> lowest_first({"p": CardSet.of("CA"), "q": CardSet.of("DK"), "r": CardSet.of("H3"), "s": CardSet.of("S3")})
    ['p', 'r', 's', 'q']
    """
    return sorted(cuts, key=lambda name: height(counts(cuts[name])))


def is_cut(value: object) -> bool:
    """Whether this can be shown in a cut: one card of the pack or more."""
    return isinstance(value, CardSet) and 0 < value <= pack(0).mask


class Cuts(Phase):
    """The right to cut a card, before anything else happens in the deal."""

    name = "forming"
    kinds: ClassVar = {"cut": is_cut}

    def legal(self, t: Table) -> tuple[Space, ...]:
        """One card for each player who has not cut yet; several are shown only by mistake."""
        if any(done.action.kind != "cut" for done in t.log):
            return ()
        shown = 0
        for _, mask in t.facts.cuts:
            shown |= mask
        waiting = [seat for seat in self.o.shape.seats.players if seat not in dict(t.facts.cuts)]
        return tuple(Pick(seat, "cut", pack(0).mask & ~shown, 1) for seat in waiting)

    def begun(self, t: Table, a: Action) -> Ruling | None:
        if all(done.action.kind == "cut" for done in t.log):
            return None
        return no("bridge.forming.cut", "Players cut before anything else happens at the table.")

    def once(self, t: Table, a: Action) -> Ruling | None:
        if a.by not in dict(t.facts.cuts):
            return None
        return no(
            "bridge.forming.cut",
            "{player} has cut already: {card}.",
            player=self.o.shape.seats.all[a.by],
            card=counts(dict(t.facts.cuts)[a.by]),
        )

    def one_pack(self, t: Table, a: Action) -> Ruling | None:
        assert isinstance(a.what, CardSet)
        for seat, shown in t.facts.cuts:
            if twice := a.what & shown:
                return no(
                    "bridge.forming.pack",
                    "All cut from one pack, and this card has been shown by {player}: {card}.",
                    player=self.o.shape.seats.all[seat],
                    card=next(iter(CardSet(twice))),
                )
        return None

    guards = (begun, once, one_pack)

    def verdict(self, t: Table, a: Action) -> Ruling:
        assert isinstance(a.what, CardSet)
        if len(a.what) == 1:
            return CUT
        return yes(
            "bridge.forming.two-cards",
            "{who} shows more than one card. The highest counts: {card}.",
            card=counts(a.what),
        )

    def apply(self, t: Table, a: Action) -> Table:
        return t.knowing(replace(t.facts, cuts=(*t.facts.cuts, (a.by, a.what))))

    def read(self, words: list[str], seats: Seats) -> tuple[str, object, None] | None:
        if words[0].lower() != "cut":
            return None
        try:
            mask = sum(1 << c for c in {card(word) for word in words[1:]})
        except ValueError:
            return None
        return ("cut", CardSet(mask), None) if mask and not mask >> 52 else None


def _row(o: Any, t: Table) -> Row | Ruling:
    """Those who cut, the lowest first; or why that is not known."""
    seats: Seats = o.shape.seats
    cuts = dict(t.facts.cuts)
    if len(cuts) < getattr(o, "people", len(seats.players)):
        missing = tuple(seat for seat in seats.players if seat not in cuts)
        return no(
            "bridge.forming.cut", "Not everybody has cut yet. Still to cut: {missing}.", answer="-", missing=missing
        )
    return Row(seats.all[seat] for seat in lowest_first(cuts))


def ranking(o: Any, t: Table) -> Ruling:
    """The order of the cuts."""
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes("bridge.forming.order", "The cuts from the lowest to the highest: {answer}.", answer=row)


def partners(o: Any, t: Table) -> Ruling:
    """The two lowest cuts against the two highest."""
    if len(o.shape.seats.sides) != 2:
        return no("bridge.forming.partners", "At this table nobody cuts for partners.", answer="-")
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes(
        "bridge.forming.partners",
        "The two lowest cuts are partners: {answer}. The two highest play against them: {others}.",
        answer=Couple(row[:2]),
        others=Couple(row[2:]),
    )


def first_dealer(o: Any, t: Table) -> Ruling:
    """The lowest cut deals first."""
    row = _row(o, t)
    if isinstance(row, Ruling):
        return row
    return yes("bridge.forming.dealer", "{answer} has the lowest cut and deals first.", answer=row[0])


ANSWERS = {"cuts": ranking, "partners": partners, "first-dealer": first_dealer}


# -- laws 17 to 27: who plays, who waits, who goes out -------------------------------------------


def who_plays(came: Sequence[Collection[Name]], places: int, cuts: Mapping[Name, int]) -> list[Name]:
    """Law 17: `came` are the groups that came into the room together, the first first. Low cuts play.

    >>> cuts = {"d": CardSet.of("S9"), "e": CardSet.of("H2"), "f": CardSet.of("DA")}
    >>> who_plays([["a", "b"], ["c"], ["d", "e", "f"]], 4, cuts)
    ['a', 'b', 'c', 'f']
    """
    playing: list[Name] = []
    for group in came:
        free = places - len(playing)
        if len(group) <= free:
            playing += group
        else:
            return playing + lowest_first({name: cuts[name] for name in group})[:free]
    return playing


def complete(members: int) -> bool:
    """Law 18: six make a table complete.

    >>> complete(5), complete(6)
    (False, True)
    """
    return members >= 6


def going_out(played: Mapping[Name, int], applicants: int, cuts: Mapping[Name, int]) -> list[Name]:
    """Law 21: `played` is the number of rubbers that each has played in a row. The most go, then the high cuts.

    >>> cuts = {"p": CardSet.of("CA"), "q": CardSet.of("DK"), "r": CardSet.of("H3"), "s": CardSet.of("S3")}
    >>> going_out({"p": 3, "q": 1, "r": 2, "s": 2}, 2, cuts)
    ['p', 's']
    >>> going_out({"p": 1, "q": 1, "r": 1, "s": 1}, 1, cuts)
    ['q']
    """
    high = list(reversed(lowest_first({name: cuts[name] for name in played})))
    return sorted(high, key=lambda name: -played[name])[:applicants]


def in_time(applied: int, first_cut: int) -> bool:
    """Law 22: an application counts for this rubber if it comes before any card is cut.

    >>> in_time(1, 2), in_time(3, 2)
    (True, False)
    """
    return applied < first_cut


def new_table(
    applicants: Sequence[Name], running: Collection[Name], places: int, cuts: Mapping[Name, int]
) -> list[Name]:
    """Law 23: those who have not played at a running table come first, the others by low cuts.

    >>> cuts = {"a": CardSet.of("SK"), "b": CardSet.of("H4"), "d": CardSet.of("C7")}
    >>> new_table(["a", "b", "c", "d"], {"a", "b", "d"}, 3, cuts)
    ['c', 'b', 'd']
    """
    fresh = [name for name in applicants if name not in running]
    rest = lowest_first({name: cuts[name] for name in applicants if name in running})
    return [*fresh, *rest][:places]


def keeps_place(*, needed: bool, promised: bool) -> bool:
    """Law 25: whether one who goes to another table keeps the place at the first.

    >>> keeps_place(needed=True, promised=True), keeps_place(needed=True, promised=False)
    (True, False)
    """
    return needed and promised


def may_substitute(consents: int) -> bool:
    """Law 26: a substitute plays if the other three agree.

    >>> may_substitute(2), may_substitute(3)
    (False, True)
    """
    return consents == 3
